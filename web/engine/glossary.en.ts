// The terms that sentences mark, explained in English. The keys are the ids; the other language must have the same.
export interface Term {
  name: string;
  definition: string;
}

export const glossary = {
  attention: {
    name: "attention",
    definition:
      "The part of a transformer in which every token weighs all others: scores from queries and keys, softmax, then a weighted sum of values.",
  },
  "arithmetic-intensity": {
    name: "arithmetic intensity",
    definition:
      "Operations per byte moved. Low intensity means that the memory sets the pace, high that the arithmetic does.",
  },
  bf16: {
    name: "BF16",
    definition:
      "A 16-bit number with the exponent range of float32 and 8 significant bits: the usual format for training.",
  },
  "block-scale": {
    name: "block scale",
    definition:
      "A factor that a few neighbouring numbers share, so that short formats need only cover their common range.",
  },
  clipping: {
    name: "clipping",
    definition: "A value beyond the largest representable number is set to that number. Also called saturation.",
  },
  cluster: {
    name: "cluster",
    definition:
      "Thread blocks on neighbouring SMs that run together and can read each other's shared memory (Hopper and later).",
  },
  "cp-async": {
    name: "cp.async",
    definition:
      "Ampere's instruction that copies 4, 8 or 16 bytes from memory to shared memory for a thread, past the registers, while the thread goes on.",
  },
  dense: {
    name: "dense rate",
    definition:
      "Operations per second when every element counts. The sparse rate assumes that half of the weights are zero in a fixed pattern.",
  },
  e2m1: {
    name: "E2M1",
    definition:
      "The 4-bit format: a sign, two exponent bits, one mantissa bit. Its values are 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives.",
  },
  e4m3: {
    name: "E4M3",
    definition:
      "The more precise 8-bit float: four exponent bits, three mantissa bits, largest value 448, no infinity.",
  },
  e5m2: {
    name: "E5M2",
    definition:
      "The 8-bit float with more range: five exponent bits, two mantissa bits, largest value 57,344, with infinities.",
  },
  e8m0: {
    name: "E8M0",
    definition: "Eight exponent bits and nothing else: a power of two, used as the scale of MX blocks.",
  },
  epilogue: {
    name: "epilogue",
    definition: "What a matrix kernel does after its main loop: convert, add a bias, write the result out.",
  },
  hbm: {
    name: "HBM",
    definition:
      "High-bandwidth memory: stacked DRAM beside the chip. The GPU's main memory, TB/s wide and hundreds of nanoseconds away.",
  },
  ilp: {
    name: "ILP (instruction-level parallelism)",
    definition:
      "How many independent instructions one thread has under way at once; for loads, how many it issues before needing the first.",
  },
  "kv-cache": {
    name: "KV cache",
    definition:
      "The keys and values of all earlier tokens, kept in memory so that generating the next token need not recompute them.",
  },
  l2: {
    name: "L2",
    definition:
      "The cache that all SMs share, tens to more than a hundred MB. What one SM has read from memory, others can read here.",
  },
  "littles-law": {
    name: "Little's law",
    definition:
      "In any steady flow, what is under way = throughput × time under way. For memory: bytes in flight = bandwidth × latency.",
  },
  "memory-wall": {
    name: "memory wall",
    definition: "Arithmetic grows faster than memory bandwidth, so that ever more programs wait for data.",
  },
  microscaling: {
    name: "microscaling (MX)",
    definition: "The Open Compute Project's family of block formats: 32 short numbers share one E8M0 scale.",
  },
  multicast: {
    name: "multicast",
    definition:
      "One read whose data is delivered to several SMs of a cluster: memory and L2 are asked once instead of several times.",
  },
  mxfp4: {
    name: "MXFP4",
    definition: "Blocks of 32 E2M1 numbers with one power-of-two scale (E8M0): 4.25 bits per element.",
  },
  nvfp4: {
    name: "NVFP4",
    definition:
      "Blocks of 16 E2M1 numbers with one E4M3 scale, and one float32 factor for the whole tensor: 4.5 bits per element.",
  },
  nvlink: {
    name: "NVLink",
    definition: "NVIDIA's link between GPUs; its bandwidth is quoted for both directions together.",
  },
  outlier: {
    name: "outlier",
    definition: "A value far larger than its neighbours. It sets the scale they share and pushes them towards zero.",
  },
  "ping-pong": {
    name: "ping-pong",
    definition:
      "Two warpgroups in turns: while one uses the tensor core, the other uses the other units, then they swap.",
  },
  policy: {
    name: "quantization policy",
    definition:
      "All the decisions a quantizer makes: format, block, scale and its rule, ties, overflow, zeros, order of arithmetic.",
  },
  quantization: {
    name: "quantization",
    definition: "Replacing numbers by the nearest ones of a short format, usually after dividing them by a scale.",
  },
  "ridge-point": {
    name: "ridge point",
    definition: "Peak rate over bandwidth: the operations per byte from which on arithmetic, not memory, is the limit.",
  },
  roofline: {
    name: "roofline",
    definition:
      "A picture of the two limits of a kernel: the sloped roof of bandwidth and the flat one of arithmetic, over operations per byte.",
  },
  sfu: {
    name: "SFU (special-function unit)",
    definition:
      "The unit of an SM for exp, reciprocals and the like: 16 results per clock on most chips, far fewer than multiply-adds.",
  },
  "shared-memory": {
    name: "shared memory",
    definition:
      "Fast memory inside an SM that the threads of a block manage themselves; at most 227 KiB per block on Hopper and Blackwell.",
  },
  softmax: {
    name: "softmax",
    definition: "Turns scores into weights that sum to one: exp of each score (minus the largest), divided by the sum.",
  },
  sqnr: {
    name: "SQNR",
    definition: "Signal-to-quantization-noise ratio in decibels: 20 dB more means ten times less relative error.",
  },
  subnormal: {
    name: "subnormal",
    definition:
      "A number below the smallest normal one, stored without the leading 1; the steps stay even down to zero.",
  },
  "tensor-core": {
    name: "tensor core",
    definition:
      "The unit of an SM that multiplies small matrices; nearly all of a chip's advertised operations come from it.",
  },
  tie: {
    name: "tie",
    definition: "A value exactly halfway between two representable ones; a rule must say which it becomes.",
  },
  tma: {
    name: "TMA (Tensor Memory Accelerator)",
    definition:
      "Hopper's copy engine: one thread describes a tile of a tensor, the hardware computes all addresses and moves it to shared memory.",
  },
  ulp: { name: "ulp", definition: "Unit in the last place: the distance between neighbouring representable numbers." },
  warp: { name: "warp", definition: "32 threads that execute one instruction together: the unit an SM schedules." },
  "warp-specialization": {
    name: "warp specialization",
    definition: "Giving warps of a block different jobs: some only fetch, others only compute, meeting at barriers.",
  },
  warpgroup: {
    name: "warpgroup",
    definition: "Four warps, 128 threads, that issue one matrix instruction together on Hopper.",
  },
} satisfies Record<string, Term>;

export type TermId = keyof typeof glossary;
