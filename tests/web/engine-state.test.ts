// The page's address as state: what it gives, what it ignores, how often it is written.
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createUrlWriter, readGiven, readOptions, writeSearch } from "../../web/engine/state.js";
import { keepPreference, readPreference } from "../../web/engine/storage.js";

const control = (name: string, value: string, defaultValue: string, widget: "slider" | "checks" = "slider") => ({
  name,
  value,
  defaultValue,
  widget,
});
const controls = [
  control("latencyNs", "400", "700"),
  control("sms", "132", "132"),
  control("chips", "H100,B200", "H100", "checks"),
];

describe("reading an address", () => {
  it("gives known parameters as they stand and ignores the rest", () => {
    expect(readGiven("?latencyNs=abc&x=1&__proto__=1&constructor=2&chips=H100&chips=Rubin", controls)).toEqual({
      latencyNs: "abc",
      chips: "H100,Rubin",
    });
  });
  it("never pollutes a prototype, whatever the keys are", () => {
    const keys = fc.constantFrom("__proto__", "constructor", "prototype", "__proto__[x]", "constructor.prototype.x");
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(keys, fc.string()), fc.string())), (pairs) => {
        const search = `?${new URLSearchParams(pairs)}`;
        readGiven(search, [...controls, ...pairs.map(([key]) => control(key, "1", "0"))]);
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(({} as { x?: unknown }).x).toBeUndefined();
      }),
    );
  });
  it("reads the reserved keys, and falls back where they are odd", () => {
    expect(readOptions("?theme=dark&controls=sms,latencyNs&view=chart,table")).toEqual({
      theme: "dark",
      controls: ["sms", "latencyNs"],
      view: ["chart", "table"],
    });
    expect(readOptions("?theme=red")).toEqual({ theme: "auto", controls: "all", view: "all" });
  });
});

describe("writing an address", () => {
  it("leaves out defaults, keeps other keys, and does not escape lists", () => {
    expect(writeSearch("?theme=dark&sms=7&latencyNs=1", controls)).toBe("?theme=dark&latencyNs=400&chips=H100,B200");
    expect(writeSearch("?sms=7", [control("sms", "132", "132")])).toBe("");
  });
  it("reads back what it wrote, for any names and values", () => {
    const text = fc.string({ minLength: 1, unit: "grapheme" });
    const name = text.filter((key) => !["theme", "controls", "view", "v", "engine", "other"].includes(key));
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, text), { selector: ([key]) => key }), (pairs) => {
        const shown = pairs.map(([key, value]) => control(key, value, ""));
        const read = readGiven(writeSearch("?other=1", shown), shown);
        expect(Object.entries(read)).toEqual(pairs);
      }),
    );
  });
});

describe("following the controls", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("writes at most 20 times in 5 s of 1,000 changes, and the last one at the end", () => {
    const replace = vi.fn();
    const writer = createUrlWriter(replace);
    for (let i = 0; i < 1000; i += 1) {
      writer.write(`?n=${i}`);
      vi.advanceTimersByTime(5);
    }
    expect(replace.mock.calls.length).toBeLessThanOrEqual(20);
    vi.advanceTimersByTime(400);
    expect(replace).toHaveBeenLastCalledWith("?n=999");
  });
  it("goes on when the browser refuses", () => {
    const writer = createUrlWriter(() => {
      throw new DOMException("too often", "SecurityError");
    });
    expect(() => {
      writer.write("?a=1");
      vi.advanceTimersByTime(1000);
      writer.write("?a=2");
      writer.flush();
    }).not.toThrow();
  });
});

describe("preferences", () => {
  afterEach(() => vi.unstubAllGlobals());
  it("last for the visit where the browser's store throws", () => {
    Object.defineProperty(globalThis, "localStorage", {
      configurable: true,
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
    expect(readPreference("theme")).toBeUndefined();
    keepPreference("theme", "dark");
    expect(readPreference("theme")).toBe("dark");
    Reflect.deleteProperty(globalThis, "localStorage");
  });
});
