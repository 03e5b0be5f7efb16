// What a frame reads of messages: only its own protocol, only plain values, and nothing that reaches a prototype.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMessage } from "../../web/ui/frame.js";

const ours = { source: "cs349e-companion", v: 1 };
const value = fc.oneof(fc.string(), fc.double(), fc.boolean());
const names = fc.oneof(fc.string(), fc.constantFrom("constructor", "toString", "hasOwnProperty", "latencyNs"));

describe("a message from a host", () => {
  test("that is anything at all never throws, and gives nothing without our source and version", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withTypedArray: true }), (data) => {
        expect(readMessage(data)).toBeUndefined();
      }),
    );
  });

  test("that looks like ours is a set of texts, a reset, or nothing", () => {
    const type = fc.oneof(fc.constantFrom("set", "reset"), fc.anything());
    fc.assert(
      fc.property(type, fc.anything({ withNullPrototype: true }), fc.anything(), (kind, params, id) => {
        const message = readMessage({ ...ours, type: kind, params, id }, "littles-law");
        if (message === undefined) return;
        expect(["set", "reset"]).toContain(message.type);
        if (id !== undefined) expect(id).toBe("littles-law");
        if (message.type === "set") for (const text of Object.values(message.params)) expect(text).toBeTypeOf("string");
      }),
    );
  });

  test("that sets plain values sets them all, as an address writes them", () => {
    const params = fc.dictionary(
      names.filter((name) => name !== "__proto__"),
      fc.oneof(value, fc.array(value)),
    );
    fc.assert(
      fc.property(params, (given) => {
        const message = readMessage({ ...ours, type: "set", params: given });
        expect(message?.type).toBe("set");
        const expected = Object.fromEntries(Object.entries(given).map(([name, one]) => [name, String(one)]));
        expect(message?.type === "set" && { ...message.params }).toEqual(expected);
      }),
    );
  });

  test("cannot reach a prototype", () => {
    const params = JSON.parse('{"__proto__": {"polluted": "1"}, "constructor": "x"}');
    readMessage({ ...ours, type: "set", params });
    const flat = JSON.parse('{"__proto__": "polluted"}');
    const message = readMessage({ ...ours, type: "set", params: flat });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(message?.type === "set" && Object.getPrototypeOf(message.params)).toBe(Object.prototype);
  });

  test("for another demo is not for this one", () => {
    expect(readMessage({ ...ours, type: "reset", id: "ping-pong" }, "littles-law")).toBeUndefined();
    expect(readMessage({ ...ours, type: "reset", id: "littles-law" }, "littles-law")).toEqual({ type: "reset" });
  });
});
