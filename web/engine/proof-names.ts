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

/** The formats whose encoders are swept, in the order of their rows. */
export const sweptFormats = ["e4m3", "e5m2", "e2m1", "e8m0"] as const;
