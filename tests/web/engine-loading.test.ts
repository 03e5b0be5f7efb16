// Loading the core: one request whatever the server says, and a kind for everything that can go wrong.
import { afterEach, describe, expect, it, vi } from "vitest";
import { type CoreSource, loadCore } from "../../web/engine/core.js";
import { wasmBytes } from "./engine-core.js";

const url = "https://example.org/core.wasm";
const serve = (body: BodyInit, type: string, status = 200) => {
  const fetched = vi.fn(
    async (_url: string, _options?: RequestInit) => new Response(body, { status, headers: { "content-type": type } }),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
};
const kindOf = (source: CoreSource) =>
  loadCore(source).then(
    () => "loaded",
    (error) => error.kind,
  );
const bytes = new Uint8Array(wasmBytes);

afterEach(() => vi.unstubAllGlobals());

describe("loading", () => {
  for (const type of ["application/wasm", "application/wasm; charset=x", "application/octet-stream", "text/html", ""]) {
    it(`asks once for a module served as "${type}"`, async () => {
      const fetched = serve(bytes, type);
      expect((await loadCore(url)).modelIds()).toContain("littles-law");
      expect(fetched).toHaveBeenCalledTimes(1);
    });
    it(`says not-wasm when the file ends early, also past the cache, served as "${type}"`, async () => {
      const fetched = serve(bytes.slice(0, bytes.length - 100), type);
      expect(await kindOf(url)).toBe("not-wasm");
      expect(fetched.mock.calls.map(([, options]) => options?.cache)).toEqual(["default", "reload"]);
    });
    it(`says not-wasm for a page in place of the module, served as "${type}"`, async () => {
      serve("<!doctype html><title>Not here</title>", type);
      expect(await kindOf(url)).toBe("not-wasm");
    });
    it(`says compile-failed for a whole module that the browser refuses, served as "${type}"`, async () => {
      serve(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 2, 1, 0x99]), type);
      expect(await kindOf(url)).toBe("compile-failed");
    });
  }
  it("gets past a bad answer that the cache has kept", async () => {
    const answers = [new Response("gone", { status: 404 }), new Response(bytes)];
    vi.stubGlobal("fetch", async () => answers.shift());
    expect((await loadCore(url)).modelIds()).toContain("littles-law");
  });
  it("says fetch-failed for an error status and for an empty network", async () => {
    serve("no", "text/plain", 404);
    expect(await kindOf(url)).toBe("fetch-failed");
    vi.stubGlobal("location", new URL("https://example.org/"));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await kindOf(url)).toBe("fetch-failed");
  });
  it("says cors when another origin's file may not be read", async () => {
    vi.stubGlobal("location", new URL("https://elsewhere.example/"));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await kindOf(url)).toBe("cors");
  });
  it("says no-webassembly where there is none", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    expect(await kindOf(bytes)).toBe("no-webassembly");
  });
  it("gives instances that share nothing", async () => {
    const [a, b] = [await loadCore(bytes), await loadCore(bytes)];
    expect(a).not.toBe(b);
    expect(a.run("littles-law", {})).toEqual(b.run("littles-law", {}));
  });
});
