"""Quantizes the sample's tensors with the lecture's own numpy code and writes tests/golden/sample_weights.json.

Usage: python3 tests/reference/sample_weights.py (needs numpy). A last block that is not full is quantized with its true
length, which the script itself refuses; the tensor's scale is that of the whole tensor.
"""
import hashlib
import json
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests/bench"))
from lecture_quantize import quantize, round_e4m3, to_e2m1  # noqa: E402

BLOCK = {"mxfp4": 32, "nvfp4": 16}


def tensors(path):
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = (8 + length + offset for offset in entry["data_offsets"])
            yield name, np.frombuffer(data[begin:end], "<f4").reshape(entry["shape"])


def short_block(x, scheme, largest):
    """One block, the lecture's formulas."""
    most = np.abs(x).max()
    if scheme == "mxfp4":
        s = 2.0 ** (np.floor(np.log2(np.maximum(most, 1e-30))) - 2)
        return to_e2m1(x / s) * s
    g = largest / (6.0 * 448.0)
    s = round_e4m3(most / 6.0 / g) * g
    return to_e2m1(x / s) * s if s > 0 else np.zeros_like(x)


def quantized(x, scheme, row_length):
    block = BLOCK.get(scheme)
    if block is None or (row_length % block == 0):
        return quantize(x, scheme)
    largest = np.abs(x).max()
    blocks = [
        short_block(row[start : start + block], scheme, largest)
        for row in x.reshape(-1, row_length)
        for start in range(0, row_length, block)
    ]
    return np.concatenate(blocks)


def figures(x, scheme, row_length):
    q = quantized(x, scheme, row_length)
    error = np.linalg.norm(q - x) / np.linalg.norm(x)
    return {
        "sha256": hashlib.sha256(q.astype("<f8").tobytes()).hexdigest(),
        "relativeError": float(error),
        "text": f"{error:.2%}",
        "zeroed": int(((q == 0) & (x != 0)).sum()),
    }


def main():
    golden = []
    for name, tensor in tensors(ROOT / "public/samples/basic-pitch.safetensors"):
        x = tensor.astype(np.float64).ravel()
        golden.append(
            {
                "name": name,
                "dtype": "F32",
                "shape": "×".join(map(str, tensor.shape)),
                "elements": f"{x.size:,}",
                **{
                    axis: {
                        f"lecture/{scheme.replace('_', '-')}": figures(x, scheme, length)
                        for scheme in ("fp8_tensor", "fp4_tensor", "mxfp4", "nvfp4")
                    }
                    for axis, length in (("flattened", x.size), ("last", tensor.shape[-1]))
                },
            }
        )
    text = json.dumps(golden, indent=1, ensure_ascii=False) + "\n"
    (ROOT / "tests/golden/sample_weights.json").write_text(text)


main()
