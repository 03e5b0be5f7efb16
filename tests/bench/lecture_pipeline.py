"""The pipeline recurrence of CS349E lecture 8 (script 04_async_pipelines.py) in plain Python, as reconstructed for its hw_engines module."""
import numpy as np


def pipeline_sim(n, t_comp, t_x, lat, stages, jitter=0.0, seed=0, issue_ahead=True, release="cp_async"):
    """One SM's load -> compute loop over n tiles with `stages` buffers; times in seconds.

    The script's prose decides the default release: double buffering hides "one tile's compute time", a flag is needed for
    one stage, and (latency + transfer + compute) / compute stages hide everything: that is "cp_async".
    Tile i may be requested when its buffer is free: after compute i-1 ends ("sync", or issue_ahead=False), after
    compute i-stages ends ("ring"), or when compute i-stages+1 starts ("cp_async", two stages or more). The memory channel serves requests
    in order, t_x each; the data arrives a latency later; latencies overlap; tiles are computed in order.
    Latency of tile i: lat * (1 + jitter * Exp(1)).
    """
    extra = np.random.default_rng(seed).exponential(size=n) if jitter else np.zeros(n)
    start, end = [], []
    channel = 0.0
    for i in range(n):
        if not issue_ahead or release == "sync":
            free = end[i - 1] if i else 0.0
        elif release == "ring":
            free = end[i - stages] if i >= stages else 0.0
        else:
            free = start[i - stages + 1] if i >= stages - 1 else 0.0
        channel = max(free, channel) + t_x
        arrived = channel + lat * (1 + jitter * extra[i])
        start.append(max(arrived, end[i - 1] if i else 0.0))
        end.append(start[i] + t_comp)
    return {"busy": n * t_comp / end[-1], "total": end[-1], "start": start, "end": end}
