// The compiled formatter writes what Python's format() writes, as the native one does.
import { describe, expect, it } from "vitest";
import { core, golden, hexFloat } from "./engine-core.js";

describe("numbers as text", async () => {
  const { specs, numbers, prefixed } = await golden("format_number");

  it("are those of Python's format() for every spec", () => {
    const texts = numbers.map(({ value }: { value: string }) =>
      specs.map((spec: string) => core.formatNumber(hexFloat(value), spec)),
    );
    expect(texts).toEqual(numbers.map((row: { texts: string[] }) => row.texts));
  });

  it.each(["count", "bytes", "time"] as const)("take the prefixes of the lecture's console: %s", (family) => {
    const texts = prefixed.map(({ value }: { value: string }) => core.formatWithPrefix(hexFloat(value), family));
    expect(texts).toEqual(prefixed.map((row: Record<string, string>) => row[family]));
  });
});
