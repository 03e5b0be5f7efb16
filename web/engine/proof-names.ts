// The names of the proofs in the order of their rows; apart from the proofs, so that pages need not load those.
export const proofNames = [
  "self-test",
  "streams",
  "quantization",
  "rounding",
  "pipeline",
  "codes",
  "portable-fixture",
  "expectations",
  "fast-paths",
] as const;
export type ProofName = (typeof proofNames)[number];
