"""Computes the main tables of lecture 1's demos with numpy and Python's own formatting, from the golden chip figures.

Reads {"demo": …, "params": {…}} as its argument, prints the table's numeric cells row by row as JSON.
"""
import json
import sys
from pathlib import Path

import numpy as np

SPECS = json.loads((Path(__file__).parent / "../golden/specs.json").read_text())
CHIPS = SPECS["chips"]
E2M1 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])


def with_prefix(x):
    for size, prefix in ((1e15, "P"), (1e12, "T"), (1e9, "G")):
        if x >= size:
            return f"{x / size:.4g} {prefix}"
    return f"{x:.4g} "


def times(figure, base):
    return [] if figure is None or base is None else [f"{figure / base:.1f}×"]


def generations(params):
    base = CHIPS[params["base"]]
    lowest = lambda chip: "nvfp4" if "nvfp4" in chip["peak_flops_dense"] else "fp8"
    peak = lambda chip: chip["peak_flops_dense"][lowest(chip)]
    rows = []
    for name in params["chips"].split(","):
        chip = CHIPS[name]
        row = [f"{with_prefix(peak(chip))}FLOP/s ({lowest(chip)})"]
        row += times(peak(chip), peak(base))
        row += times(chip["peak_flops_dense"].get("fp8"), base["peak_flops_dense"].get("fp8"))
        for figure in ("mem_bw_Bps", "mem_cap_B", "link_bw_Bps", "power_w"):
            row += times(chip[figure], base[figure])
        rows.append(row + [f"{peak(chip) / chip['mem_bw_Bps']:,.0f}"])
    return rows


def exp_bottleneck(params):
    rows = []
    for name in params["chips"].split(","):
        for precision in params["precisions"].split(","):
            chip = CHIPS[name]
            peak, exp = chip["peak_flops_dense"].get(precision), chip["exp_per_s"]
            row = [f"{exp / 1e12:.1f} T/s"] if exp else []
            for shape in params["shapes"].split(","):
                d_qk, d_v = map(int, shape.split(":"))
                if peak and exp:
                    row.append(f"{peak / (2 * d_qk + 2 * d_v) / exp:.0%}")
            rows.append(row)
    return rows


def to_e2m1(y):
    nearest = np.abs(np.minimum(np.abs(y), 6)[..., None] - E2M1).argmin(-1)
    return np.sign(y) * E2M1[nearest]


def to_e4m3(x):
    x = np.minimum(x, 448.0)
    step = 2.0 ** (np.maximum(np.frexp(np.maximum(x, 2.0**-9))[1] - 1, -6) - 3)
    return np.minimum(np.round(x / step) * step, 448.0)


def by_block(x, block, quantized):
    """A last block that is not full keeps its true length."""
    return np.concatenate([quantized(x[start : start + block]) for start in range(0, len(x), block)])


def mx(block):
    return to_e2m1(block / (s := 2.0 ** (np.frexp(np.abs(block).max())[1] - 3))) * s


def nv(block, g):
    s = to_e4m3(np.array(np.abs(block).max() / 6 / g)) * g
    return to_e2m1(block / s) * s if s > 0 else np.zeros_like(block)


def block_formats(params):
    rng = np.random.default_rng(int(params["seed"]))
    n, df = int(params["n"]), float(params["df"])
    draws = {
        "student-t": lambda: rng.standard_t(df, n),
        "normal": lambda: rng.standard_normal(n),
        "laplace": lambda: rng.laplace(size=n),
    }
    x = draws[params["distribution"]]() * 0.02
    amax, mx_block, nv_block = np.abs(x).max(), int(params["mxBlock"]), int(params["nvBlock"])
    schemes = [
        (8, np.sign(x) * to_e4m3(np.abs(x) / (amax / 448)) * (amax / 448)),
        (4, to_e2m1(x / (amax / 6)) * (amax / 6)),
        (4 + 8 / mx_block, by_block(x, mx_block, mx)),
        (4 + 8 / nv_block, by_block(x, nv_block, lambda block: nv(block, amax / 2688))),
    ]
    rows = []
    for bits, q in schemes:
        error = np.linalg.norm(q - x) / np.linalg.norm(x)
        zeroed = np.mean((q == 0) & (x != 0))
        rows.append([f"{bits:g}", f"{error * 100:.2f}%", f"{20 * np.log10(1 / error):.1f}", f"{zeroed * 100:.1f}%"])
    return rows


TABLES = {"generations": generations, "exp-bottleneck": exp_bottleneck, "block-formats": block_formats}
asked = json.loads(sys.argv[1])
print(json.dumps(TABLES[asked["demo"]](asked["params"])))
