// The quick self-test: some milliseconds of known answers that tell whether this browser computes as it should.
import type { Core } from "./core.js";
import type { Checks } from "./proofs.js";

/** What can be planted for a test of the tests; `fast` makes the fast paths look as if they differed. */
export const faults = ["none", "tie", "bias", "block", "release", "fast"] as const;
export type Fault = (typeof faults)[number];

/** The fault that an address asks for: `?fault=tie`. */
export function faultFrom(search: string): Fault {
  const asked = new URLSearchParams(search).get("fault");
  return faults.find((fault) => fault === asked) ?? "none";
}

/** SHA-256 of the first 64 draws of default_rng(42); found by numpy. */
const streamHashes: [distribution: string, parameter: number, hash: string][] = [
  ["random", 0, "00d4ba134580a1921728d652f8cddcc30755e90cc949e6758026fe6b15134699"],
  ["standard_normal", 0, "9a75af65b1c0e76aa894306af75cca230bf4eaa0df9ea80e42ab613498903d87"],
  ["standard_exponential", 0, "dc3cece689a3b92f60f6872a469a77f9572b37f0566baab40d3bcab6209df248"],
  ["standard_gamma", 2.5, "441b633a7d38fdae1316e29dbfd6b1258b8f1f1b1b3f27c7b7d271ea07e1c894"],
  ["standard_t", 5, "c086ab77111360348989920f464675386df162824ca75729df5401184189d323"],
  ["laplace", 0, "8dd845b3467fdb561c58d180365694154efe7b6ae3b0c65d145395efeb72a595"],
];

/** FNV-1a-64 of the codes of 256 numbers full of ties. */
const codeHashes: [preset: string, hash: string][] = [
  ["lecture/fp8-tensor", "4c021a81877bb7e5"],
  ["lecture/fp4-tensor", "0ecbe6662af97519"],
  ["lecture/mxfp4", "6546dd6cbf25849b"],
  ["lecture/nvfp4", "5cad89264699fa2b"],
  ["ocp/mxfp4", "f2a1d4d3f1c01b9b"],
  ["ocp/mxfp8-e4m3", "7f45d2e867c209db"],
  ["ocp/mxfp8-e5m2", "7dd5c84de053c21b"],
  ["te/nvfp4", "5cad89264699fa2b"],
  ["torchao/mxfp4", "f2a1d4d3f1c01b9b"],
];

/** Ties, and enough magnitudes that scales differ from block to block. */
export const selfTestSignal = () =>
  Float64Array.from({ length: 256 }, (_, i) => (((i * 37) % 64) - 32) * 0.25 * 2 ** ((i >> 4) - 8));

const bytesOf = (numbers: Float64Array) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

export function selfTestChecks(core: Core, check: Checks): void {
  for (const [distribution, parameter, hash] of streamHashes) {
    const numbers = core.random(0, 42, distribution, parameter, 64);
    check.equal(`the stream ${distribution}`, numbers && core.sha256(bytesOf(numbers)), hash);
  }
  const values = selfTestSignal();
  const policies = core.presets();
  for (const [preset, hash] of codeHashes) {
    const policy = policies[preset] ?? {};
    const { codes } = core.quantize(values, policy) as { codes: Uint8Array };
    check.equal(`codes of ${preset}`, core.fnv1a64(codes), hash);
    check.holds(`the fast path of ${preset}`, core.pathsAgree(values, policy));
  }
  check.equal("0.75 in E2M1", core.encode(Float64Array.of(0.75), "e2m1", "even", "saturate", "nearest")[0], 2);
  check.equal("code 0x38 of E4M3", core.decode(Uint8Array.of(0x38), "e4m3")[0], 1);
  // Three buffers, compute 2, transfer 1, latency 6: a tile waits for the start of the tile two before it.
  const { end } = core.pipeline(2, 1, 3, "cp_async", new Float64Array(6).fill(6));
  check.equal("the pipeline's ends", end.join(), "9,11,16,18,23,25");
}
