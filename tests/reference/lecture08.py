"""Main tables of lecture 8's demos at any setting, written a second time in plain Python: reads [[id, params], ...] as JSON
from standard input, prints the numeric cells of each table, row by row, as JSON. The exponential draws are numpy's."""
import json
import sys

import numpy as np

# bf16 and fp8 in FLOP/s, SMs, and exp per second by the vendor's article and by units: NVIDIA's articles and datasheets.
CHIPS = {
    "H100": (132 * 4096 * 1.83e9, 2 * 132 * 4096 * 1.83e9, 132, {"blog": 4.5e12, "units": 16 * 132 * 1.83e9}),
    "B200": (2.5e15, 5e15, 148, {"blog": 5e12}),
    "B300": (2.5e15, 5e15, 148, {"blog": 10.7e12}),
}


def littles_law(p):
    per_sm = p["bandwidthTBps"] * 1e12 * (p["latencyNs"] / 1e9) / p["sms"]
    rows = []
    for size in (4, 16, 16):
        requests = per_sm / size
        rows.append([f"{requests:,.0f}", f"{requests / 32 / p['ilp']:,.1f}"])
    return rows + [[f"{per_sm * p['multicast'] / (p['tileKiB'] * 1024):,.0f}"]]


def busy(n, compute, transfer, latencies, stages, release, interval):
    """The tensor core's share of a run: one tile at a time through the channel, in order through the tensor core."""
    start, end, asked, channel = [], [], -interval, 0.0
    for i in range(n):
        if release == "sync" or (release == "cp_async" and stages == 1):
            free = end[i - 1] if i else 0.0
        elif release == "ring":
            free = end[i - stages] if i >= stages else 0.0
        else:
            free = start[i - stages + 1] if i >= stages - 1 else 0.0
        asked = max(asked + interval, free)
        channel = max(asked, channel) + transfer
        start.append(max(channel + latencies[i], end[-1] if end else 0.0))
        end.append(start[-1] + compute)
    return n * compute / end[-1]


def async_pipeline(p):
    clock = p["clockGhz"] * 1e9
    compute = 2 * p["tileM"] * p["tileN"] * p["tileK"] / (p["flopsPerSmClk"] * clock)
    fetched = (p["tileM"] / p["clusterN"] + p["tileN"] / p["clusterM"]) * p["tileK"] * p["bytesPerElement"]
    latency = p["latencyNs"] / 1e9
    extra = np.random.default_rng(p["seed"]).exponential(size=p["tiles"])
    rows = []
    for transfer in (fetched / (p["l2BytesPerClk"] * clock), fetched * p["sms"] / (p["hbmTBps"] * 1e12)):
        for jitter in (0, p["jitter"]):
            latencies = latency * (1 + jitter * extra)
            rows.append([f"{busy(p['tiles'], compute, transfer, latencies, s, p['release'], p['issueIntervalNs'] / 1e9):.0%}"
                         for s in (1, 2, 3, 4, 6, 8)])
    return rows


def ping_pong(p):
    *rates, sms, accounts = CHIPS[p["chip"]]
    exp = 1 / (p["expTps"] * 1e12 if p["expAccount"] == "given" else accounts[p["expAccount"]])
    hand_over = p["syncNs"] / 1e9 / (p["rows"] * p["columns"] * sms)
    rows = []
    for rate in rates:
        mma = 4 * p["headDim"] / rate
        serial = mma + exp
        turns = max(2 * (mma + hand_over), 2 * exp, (1 + p["imbalance"]) * serial) / 2
        rows.append([f"{mma * 1e12:.3f} ps", f"{exp * 1e12:.3f} ps", f"{exp / mma:.0%}", f"{serial * 1e12:.3f} ps",
                     f"{turns * 1e12:.3f} ps", f"{serial / turns:.2f}×"])
    return rows


TABLES = {"littles-law": littles_law, "async-pipeline": async_pipeline, "ping-pong": ping_pong}
json.dump([TABLES[demo](params) for demo, params in json.load(sys.stdin)], sys.stdout)
