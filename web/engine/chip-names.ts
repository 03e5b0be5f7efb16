// Names of the chip table's chips and precisions as readers know them; the same in every language.
export const chipNames = {
  H100: "H100",
  B200: "B200",
  B300: "B300",
  Rubin: "Rubin",
  A100: "A100",
  H200: "H200",
  "HGX-B200": "HGX B200",
  GB200: "GB200",
  "HGX-B300": "HGX B300",
  GB300: "GB300",
  "Rubin-NVL72": "Rubin NVL72",
  MI300X: "MI300X",
  MI325X: "MI325X",
  MI355X: "MI355X",
  "TPU-v5p": "TPU v5p",
  "TPU-v6e": "TPU v6e",
  Ironwood: "Ironwood",
  Trainium2: "Trainium2",
  Trainium3: "Trainium3",
} as const;

export const precisionNames = {
  fp64: "FP64",
  tf32: "TF32",
  bf16: "BF16",
  fp8: "FP8",
  fp6: "FP6",
  nvfp4: "NVFP4",
  mxfp4: "MXFP4",
  int8: "INT8",
} as const;
