"""Writes tests/golden/format_number.json: what Python's format() makes of ties, denormals, huge and everyday numbers."""
import json
import math
import pathlib
import random
import struct

SPECS = ["", ".0f", ".1f", ".2f", ".3f", ".17f", ",.0f", ",.1f", "+.2f", "+,.3f", "f", ".0%", ".1%", ".2%", "+.1%", "%",
         "g", ".1g", ".3g", ".4g", ".5g", ".17g", ",.7g", "+.4g", ".0g", ",g", "e", ".0e", ".3e", "+.10e", ".2", ".4", ".1", ",",
         "+", "+,.6"]

VALUES = [0.0, -0.0, 0.5, 1.5, 2.5, 3.5, -0.5, -0.4, -2.5, 0.125, 0.375, 0.25, 0.75, 1.005, 2.675, 0.045, 1.0, 10.0, 100.0,
          4441.35, 138.8, 1234567.0, 999.5, 9999.5, 99999.5, 999999.5, 999.96, 9.9996, 0.99995, 0.00099995, 0.22, 0.215, 0.225,
          3.35, 1.83, 1e-4, 9.9999e-5, 0.00012345, 1e-5, 1e15, 1e16, 9999999999999998.0, 123456789012345680.0, 1e21, 1e22,
          1e23, 5e-324, 1.5e-323, 2.2250738585072014e-308, 2.225073858507201e-308, 1.7976931348623157e308, 2.0 ** -44,
          2.0 ** 60, 2.0 ** 1023, 2.0 ** -1022, 2.0 ** 53, 2.0 ** 53 + 2, 9007199254740993.0, math.pi, -math.e, 1 / 3, 2 / 3,
          math.inf, -math.inf, math.nan]

PREFIXED = [0.0, 1.0, 999.0, 999.96, 999.95, 1000.0, 1e3 - 1e-10, 2.345e6, 1.979e15, 4.5e12, 17765.1515, 168.75e9, 119.25e9,
            512e9, 279.78142e-9, 1.2911e-6, 700e-9, 1.0, 59.5, 1e-3, 9.9996e-4, 1e-12, 9.99e-13, 1.23456e-15, 138.79, 1e18,
            0.00012345, 123456.0]


def console_number(x):
    for s, u in ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(x) >= s:
            return f"{x / s:.4g} {u}"
    return f"{x:.4g} "


def console_bytes(x):
    for s, u in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if abs(x) >= s:
            return f"{x / s:.4g} {u}"
    return f"{x:.4g} B"


def console_time(x):
    for s, u in ((1, "s"), (1e-3, "ms"), (1e-6, "\u00b5s"), (1e-9, "ns"), (1e-12, "ps")):
        if abs(x) >= s:
            return f"{x / s:.4g} {u}"
    return f"{x:.3g} s"


def main():
    generator = random.Random(1)
    everyday = [round(generator.uniform(-1e4, 1e4), generator.randrange(0, 5)) for _ in range(20)]
    any_bits = [struct.unpack("<d", struct.pack("<Q", generator.getrandbits(63)))[0] for _ in range(20)]
    powers = [2.0 ** generator.randrange(-1070, 1020) for _ in range(20)]
    values = VALUES + everyday + [v for v in any_bits if v == v] + powers
    numbers = [{"value": v.hex(), "texts": [format(v, spec) for spec in SPECS]} for v in values]
    prefixed = [{"value": v.hex(), "count": console_number(v), "bytes": console_bytes(v), "time": console_time(v)}
                for x in PREFIXED for v in (x, -x)]
    target = pathlib.Path(__file__).parent.parent / "golden" / "format_number.json"
    rows = lambda items: ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    target.write_text(f'{{"source": "Python\'s format(); tests/reference/format_number.py",\n"specs": {json.dumps(SPECS)},\n'
                      f'"numbers": [\n{rows(numbers)}\n],\n"prefixed": [\n{rows(prefixed)}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
