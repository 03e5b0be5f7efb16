#!/usr/bin/python3
"""Computes every demo's main table and figures at several settings with Python and numpy alone, and writes
tests/golden/settings.json. Native tests compare raw values, browser tests the rendered cells.

An independent second implementation: no line is shared with the C++ models. Chip figures are typed in again from the
vendors' pages that wasm/core/chips.cpp names; the recurrence and the formats follow the course's scripts
lecture01/05_codesign_blackwell_ultra.py and lecture08/04_async_pipelines.py.

Run: /usr/bin/python3 tests/reference/models.py
"""
import json
import pathlib

import numpy as np

NONE = float("nan")


# ---------------------------------------------------------------------------------------------- numbers as printed
def prefixed(value, prefixes):
    for factor, prefix in prefixes:
        if abs(value) >= factor:
            return f"{value / factor:.4g} {prefix}"
    return f"{value / prefixes[-1][0]:.4g} {prefixes[-1][1]}"


def count(value):
    return prefixed(value, ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, "")))


def bytes_text(value):
    return prefixed(value, ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")))


def time_text(value):
    return prefixed(value, ((1, "s"), (1e-3, "ms"), (1e-6, "\u00b5s"), (1e-9, "ns"), (1e-12, "ps")))


class Table:
    """The numeric cells in order: as text, and as the number behind it; None where there is no figure."""

    def __init__(self):
        self.cells, self.values = [], []

    def add(self, value, text):
        missing = value is None or np.isnan(value)
        self.cells.append(None if missing else text(value))
        self.values.append(None if missing else float(value))


# ------------------------------------------------------------------------------------------------------------- chips
# flops in bf16, fp8, nvfp4 or mxfp4; memory bytes, memory B/s, link B/s, W; exp/s: blog, (per clock and SM, SMs, clock), measured
CHIPS = {
    "H100": dict(flops=dict(bf16=989.4e12, fp8=1978.9e12), cap=80e9, bw=3.35e12, link=900e9, w=700,
                 blog=4.5e12, units=(16, 132, 1.83e9)),
    "B200": dict(flops=dict(bf16=2.5e15, fp8=5e15, fp6=5e15, nvfp4=10e15), cap=192e9, bw=8e12, link=1.8e12, w=1200,
                 blog=5e12, units=(16, 148, 1.965e9), measured=4.943e12),
    "B300": dict(flops=dict(bf16=2.5e15, fp8=5e15, fp6=5e15, nvfp4=15e15), cap=288e9, bw=8e12, link=1.8e12, w=1400,
                 blog=10.7e12, units=(32, 148, 2.032e9), measured=10.02e12),
    "Rubin": dict(flops=dict(nvfp4=50e15), cap=288e9, bw=22e12, link=3.6e12, w=NONE),
    "A100": dict(flops=dict(bf16=312e12), cap=80e9, bw=2.04e12, link=600e9, w=400, units=(16, 108, 1.41e9)),
    "H200": dict(flops=dict(bf16=989e12, fp8=1979e12), cap=141e9, bw=4.8e12, link=900e9, w=700,
                 units=(16, 132, 1.83e9)),
    "GB300": dict(flops=dict(bf16=2500e12, fp8=5000e12, fp6=5000e12, nvfp4=15e15), cap=279e9, bw=8e12, link=1.8e12,
                  w=1400, blog=10.7e12, units=(32, 148, 2.032e9), measured=10.02e12),
    "MI355X": dict(flops=dict(bf16=2500e12, fp8=5000e12, fp6=10100e12, mxfp4=10100e12), cap=288e9, bw=8e12,
                   link=1071e9, w=1400),
    "Ironwood": dict(flops=dict(bf16=2307e12, fp8=4614e12), cap=192 * 2**30, bw=7.38e12, link=1.2e12, w=NONE),
}
NARROW_FIRST = ("nvfp4", "mxfp4", "fp6", "fp8", "bf16")


def exp_rate(chip, account):
    if account == "units":
        return float(np.prod(chip["units"])) if "units" in chip else NONE
    return chip.get(account, NONE)


# -------------------------------------------------------------------------------------------------------- lecture 1
def generations(chips="H100,B200,B300,Rubin", base="H100", format="narrowest"):
    table = Table()

    def figures(name):
        chip = CHIPS[name]
        narrow = next(p for p in NARROW_FIRST if p in chip["flops"]) if format == "narrowest" else format
        return dict(narrow=narrow, low=chip["flops"].get(narrow, NONE), fp8=chip["flops"].get("fp8", NONE), **chip)

    b = figures(base)
    for name in chips.split(","):
        f = figures(name)
        table.add(f["low"], lambda v: f"{count(v)}FLOP/s ({f['narrow']})")
        for mine, its in (("low", "low"), ("fp8", "fp8"), ("bw", "bw"), ("cap", "cap"), ("link", "link"), ("w", "w")):
            table.add(f[mine] / b[its], lambda v: f"{v:.1f}\u00d7")
        table.add(f["low"] / f["bw"], lambda v: f"{v:,.0f}")
    return table, {}


E2M1 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])
E2M1_BETWEEN = (E2M1[1:] + E2M1[:-1]) / 2
E4M3 = np.array([m * 2.0**-9 for m in range(8)] + [(1 + m / 8) * 2.0 ** (e - 7) for e in range(1, 16) for m in range(8)][:-1])
E4M3_BETWEEN = (E4M3[1:] + E4M3[:-1]) / 2


def to_e2m1(x):
    """Nearest value; exactly between two, the smaller magnitude (the script's argmin takes the first)."""
    return np.copysign(E2M1[np.searchsorted(E2M1_BETWEEN, np.minimum(np.abs(x), 6), side="left")], x)


def to_e4m3(x):
    """Nearest value of |x|; exactly between two, the even code."""
    magnitude = np.minimum(np.abs(x), 448)
    code = np.searchsorted(E4M3_BETWEEN, magnitude, side="left")
    tie = (code < len(E4M3_BETWEEN)) & (magnitude == E4M3_BETWEEN[np.minimum(code, len(E4M3_BETWEEN) - 1)])
    return np.copysign(E4M3[code + (tie & (code % 2 == 1))], x)


def quantized(x, scheme, block):
    amax = np.abs(x).max()
    if scheme == "fp8":
        s = amax / 448
        return to_e4m3(x / s) * s
    if scheme == "fp4":
        s = amax / 6
        return to_e2m1(x / s) * s
    out = np.empty_like(x)
    g = amax / (6 * 448)
    for start in range(0, len(x), block):  # block by block, so that the last one has its true length
        part = x[start : start + block]
        m = np.abs(part).max()
        if scheme == "mxfp4":
            s = 2.0 ** (np.frexp(m)[1] - 1 - 2)
        else:
            s = to_e4m3(m / 6 / g) * g
        out[start : start + block] = to_e2m1(part / s) * s if s > 0 else 0
    return out


def drawn(distribution, df, n, scale, seed):
    rng = np.random.default_rng(seed)
    draw = {"student-t": lambda: rng.standard_t(df, size=n), "normal": lambda: rng.standard_normal(n),
            "laplace": lambda: rng.laplace(size=n), "uniform": lambda: rng.uniform(-1, 1, size=n)}[distribution]
    return draw() * scale


def block_formats(distribution="student-t", df=5, n=1048576, scale=0.02, seed=0, mxBlock=32, nvBlock=16, paramsB=300,
                  capacityGB=288):
    x = drawn(distribution, df, n, scale, seed)
    table = Table()
    for scheme, block, bits in (("fp8", 0, 8), ("fp4", 0, 4), ("mxfp4", mxBlock, 4 + 8 / mxBlock),
                                ("nvfp4", nvBlock, 4 + 8 / nvBlock)):
        q = quantized(x, scheme, block)
        error = np.linalg.norm(q - x) / np.linalg.norm(x)
        table.add(bits, lambda v: f"{v:g}")
        table.add(error, lambda v: f"{v * 100:.2f}%")
        table.add(20 * np.log10(1 / error), lambda v: f"{v:.1f}")
        table.add(np.mean((q == 0) & (x != 0)), lambda v: f"{v * 100:.1f}%")
    per_number = (4 + 8 / nvBlock) / 8
    weights = paramsB * 1e9 * per_number
    figures = {"weights": bytes_text(weights), "left": bytes_text(capacityGB * 1e9 - weights),
               "max-params": f"{capacityGB * 1e9 / per_number / 1e9:.0f}B"}
    return table, figures


def exp_bottleneck(chips="H100,B200,B300", precisions="bf16,fp8", shapes="64:64,128:128,192:128", account="blog"):
    table = Table()
    for name in chips.split(","):
        for precision in precisions.split(","):
            chip = CHIPS[name]
            rate = exp_rate(chip, account)
            table.add(rate, lambda v: f"{v / 1e12:.1f} T/s")
            for shape in shapes.split(","):
                qk, v_dim = map(int, shape.split(":"))
                needed = chip["flops"].get(precision, NONE) / (2 * qk + 2 * v_dim)
                table.add(needed / rate, lambda v: f"{v * 100:.0f}%")
    return table, {}


# -------------------------------------------------------------------------------------------------------- lecture 8
def littles_law(bandwidthTBps=3.35, latencyNs=700, sms=132, ilp=1, tileKiB=32):
    in_flight = bandwidthTBps * 1e12 * (latencyNs / 1e9)
    per_sm = in_flight / sms
    table = Table()
    for size, threads in ((4, True), (16, True), (16, True), (tileKiB * 1024, False)):
        table.add(per_sm / size, lambda v: f"{v:,.0f}")
        table.add(per_sm / size / 32 / ilp if threads else None, lambda v: f"{v:,.1f}")
    return table, {"in-flight": bytes_text(in_flight), "per-sm": bytes_text(per_sm)}


def pipeline_busy(n, compute, transfer, latencies, stages, release):
    start, end, channel = [], [], 0.0
    for i in range(n):
        if release == "sync" or stages == 1:
            back, of = 1, end
        elif release == "ring":
            back, of = stages, end
        else:
            back, of = stages - 1, start
        channel = max(of[i - back] if i >= back else 0.0, channel) + transfer
        start.append(max(channel + latencies[i], end[i - 1] if i else 0.0))
        end.append(start[i] + compute)
    return n * compute / end[-1]


def async_pipeline(tileM=128, tileN=128, tileK=64, bytesPerElement=2, flopsPerSmClk=4096, clockGhz=1.83, sms=132,
                   l2BytesPerClk=64, hbmTBps=3.35, latencyNs=700, jitter=1, tiles=256, seed=1, release="cp_async"):
    clock = clockGhz * 1e9
    tile_bytes = (tileM + tileN) * tileK * bytesPerElement
    compute = 2 * tileM * tileN * tileK / (flopsPerSmClk * clock)
    l2 = tile_bytes / (l2BytesPerClk * clock)
    hbm = tile_bytes / (hbmTBps * 1e12 / sms)
    latency = latencyNs / 1e9
    table = Table()
    for transfer in (l2, hbm):
        for spread in (0, jitter):
            extra = np.random.default_rng(seed).exponential(size=tiles) if spread else np.zeros(tiles)
            latencies = latency * (1 + spread * extra)
            for stages in (1, 2, 3, 4, 6, 8):
                table.add(pipeline_busy(tiles, compute, transfer, latencies, stages, release), lambda v: f"{v:.0%}")
    needed = (latency + l2 + compute) / compute
    return table, {"compute-time": time_text(compute), "l2-time": time_text(l2), "hbm-time": time_text(hbm),
                   "needed-stages": f"{needed:.1f}"}


def ping_pong(chip="H100", headDim=128, expTps=4.5):
    if chip in ("H100", "H200"):
        rates = [132 * 4096 * 1.83 * 1e9, 2 * (132 * 4096 * 1.83 * 1e9)]
    else:
        rates = [CHIPS[chip]["flops"].get(precision, NONE) for precision in ("bf16", "fp8")]
    table = Table()
    exp = 1 / (expTps * 1e12)
    for rate in rates:
        mma = 4 * headDim / rate
        both, slower = mma + exp, max(mma, exp) if rate == rate else NONE
        table.add(mma * 1e12, lambda v: f"{v:.3f} ps")
        table.add(exp * 1e12, lambda v: f"{v:.3f} ps")
        table.add(exp / mma, lambda v: f"{v:.0%}")
        table.add(both * 1e12, lambda v: f"{v:.3f} ps")
        table.add(slower * 1e12, lambda v: f"{v:.3f} ps")
        table.add(both / slower, lambda v: f"{v:.2f}\u00d7")
    return table, {"exp-rate": count(expTps * 1e12)}


# ---------------------------------------------------------------------------------------------------------- settings
DEMOS = {
    "generations": (generations, [
        {},
        {"base": "B200"},
        {"chips": "A100,H100,H200,GB300,MI355X", "base": "A100"},
        {"chips": "H100,MI355X,Ironwood,B300", "base": "H200"},
        {"chips": "H100,B200,GB300", "format": "bf16"},
    ]),
    "block-formats": (block_formats, [
        {},
        {"df": 3, "n": 100003, "seed": 9},
        {"distribution": "normal", "n": 65536, "mxBlock": 16, "nvBlock": 32, "seed": 4},
        {"distribution": "laplace", "n": 50001, "scale": 1, "seed": 3, "nvBlock": 8},
        {"distribution": "uniform", "n": 4099, "seed": 11, "paramsB": 70, "capacityGB": 80},
        {"n": 5, "seed": 2},
    ]),
    "exp-bottleneck": (exp_bottleneck, [
        {},
        {"chips": "H200,GB300", "shapes": "64:64,256:256"},
        {"chips": "H100,A100,B300", "precisions": "bf16,fp8,nvfp4", "account": "units"},
        {"chips": "B300,B200", "precisions": "fp8", "shapes": "576:512,40:80,96:96,128:64", "account": "measured"},
    ]),
    "littles-law": (littles_law, [
        {},
        {"bandwidthTBps": 8, "latencyNs": 900, "sms": 148},
        {"latencyNs": 412.5, "ilp": 4},
        {"bandwidthTBps": 2.04, "latencyNs": 650, "sms": 108, "tileKiB": 16},
    ]),
    "async-pipeline": (async_pipeline, [
        {},
        {"tileM": 256, "tileN": 128, "latencyNs": 217},
        {"release": "ring", "jitter": 0.5, "seed": 7, "tiles": 1000},
        {"bytesPerElement": 1, "flopsPerSmClk": 8192, "hbmTBps": 4.8, "tileK": 128, "tiles": 33, "seed": 123456789012},
        {"release": "sync", "l2BytesPerClk": 38, "clockGhz": 1.755, "sms": 114, "jitter": 0},
    ]),
    "ping-pong": (ping_pong, [
        {},
        {"chip": "B200", "expTps": 5},
        {"headDim": 64, "expTps": 3.865},
        {"chip": "B300", "headDim": 256, "expTps": 10.7},
        {"chip": "A100", "headDim": 96, "expTps": 2.4},
    ]),
}


def url_text(value):
    return value if isinstance(value, str) else repr(value)


def main():
    settings = []
    for demo, (compute, choices) in DEMOS.items():
        for params in choices:
            table, figures = compute(**params)
            settings.append({"demo": demo, "params": {name: url_text(value) for name, value in params.items()},
                             "cells": table.cells, "values": [None if v is None else v.hex() for v in table.values],
                             "figures": figures})
    target = pathlib.Path(__file__).parent.parent / "golden" / "settings.json"
    note = ("main tables and figures at several settings, computed by tests/reference/models.py; params as in the URL; "
            "cells: the numeric cells in order, null where a figure is missing; values: the numbers behind them")
    target.write_text(json.dumps({"note": note, "settings": settings}, indent=1, ensure_ascii=False) + "\n")
    print(f"{len(settings)} settings written to {target.name}")


if __name__ == "__main__":
    main()
