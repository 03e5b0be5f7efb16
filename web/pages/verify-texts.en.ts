// The words of the verify page and of the self-test's badge, in English.
import type { VerifyTexts } from "./verify-texts.js";

export const en: VerifyTexts = {
  title: "Is it right, here, in this browser?",
  summary: "Proofs that run in your own browser: golden files, every code, every float32 pattern.",
  intro: [
    "Every number of this site is computed by your browser. This page repeats, in it, the checks that the program passed before it was published, and compares each answer with one found elsewhere: by the lecture's scripts, by NumPy, by other implementations of the number formats, or by integration.",
    "The sweeps send float32 numbers through an encoder, 1,048,576 at a time, spread over the processor's cores. The short run takes some of the 4,096 slices from everywhere in the range; the full run takes every number there is, and picks up where it stopped.",
  ],
  run: "Run the proofs",
  runAll: "Run every slice",
  stop: "Stop",
  copy: "Copy the report",
  copied: "Copied",
  columns: { proof: "Proof", result: "Result", detail: "What was compared" },
  states: { waiting: "waiting", running: "running", pass: "pass", fail: "FAIL" },
  proofs: {
    "self-test": { name: "Self-test", about: "The quick known answers that every page begins with." },
    streams: {
      name: "Random streams",
      about: "Up to a million draws of each distribution against NumPy's, by SHA-256.",
    },
    quantization: {
      name: "Quantization",
      about: "The lecture's four schemes on its own data: every value, error and share.",
    },
    rounding: { name: "Rounding", about: "The lecture's rounding to E4M3 and E2M1, at ties and beside them." },
    pipeline: { name: "Pipeline", about: "The pipeline's busy share, total and first ends, to the last bit." },
    codes: {
      name: "Every code",
      about: "Each code of each format: value, way back, and the midpoint above it under every tie rule.",
    },
    "portable-fixture": {
      name: "Portable fixture",
      about: "Codes and scales of 24 conventions on two signals that need no random library.",
    },
    expectations: { name: "Expected errors", about: "Measured errors against integrals that use no random number." },
    "fast-paths": {
      name: "Fast paths",
      about: "The vector loops against the plain loop, bit for bit, on the awkward numbers.",
    },
    "sweep-e4m3": { name: "Sweep of E4M3", about: "Float32 numbers through the encoder, by the hash of each slice." },
    "sweep-e5m2": { name: "Sweep of E5M2", about: "Float32 numbers through the encoder, by the hash of each slice." },
    "sweep-e2m1": { name: "Sweep of E2M1", about: "Float32 numbers through the encoder, by the hash of each slice." },
    "sweep-e8m0": { name: "Sweep of E8M0", about: "Float32 numbers through the encoder, by the hash of each slice." },
  },
  checks: (passed, total) => `${passed} of ${total} checks agree`,
  progress: (done, total) => `${done} of ${total}`,
  slices: (done, total) => `${done} of ${total} slices agree`,
  broken: (reason) => `The proof could not be run: ${reason}`,
  planted: (fault) => `A fault was planted on purpose (${fault}): at least one proof must fail.`,
  verdict: {
    pass: "All proofs that ran have passed in this browser.",
    fail: "At least one proof failed in this browser. Please send the report to whoever runs this site.",
    stopped: "Stopped. What was found so far is kept.",
  },
  environment: { version: "Version", browser: "Browser", engine: "Engine", workers: "Workers" },
  engineModes: { worker: "module worker", blob: "worker from a blob", page: "in the page" },
  reportTitle: "Report",
  noScript: "The proofs need JavaScript and WebAssembly.",
  badge: {
    waiting: "Check this browser",
    pass: "This browser's self-test passed",
    fail: "This browser's self-test failed",
  },
  fastPathsOff:
    "This browser's self-test gave a wrong answer. The fast paths are switched off, and the plain loops compute instead, which takes longer. The verify page shows what differs.",
};
