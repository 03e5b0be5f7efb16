// The words of "generations" in English.
import { chipNames, type ExperimentView, precisionNames, type Texts } from "../../engine/define-demo.js";
import {
  binding,
  documents,
  facts,
  integer,
  known,
  nameOf,
  type PresetId,
  roofsBy,
  times,
  type Words,
  watts,
} from "./demo.js";

const words: Words = {
  list: (names) => names.join(", "),
  custom: "My own chip",
  quantities: {
    compute: "Compute",
    common: "Same precision",
    bandwidth: "Bandwidth",
    capacity: "Capacity",
    link: "Link",
    power: "Power",
  },
  table: {
    main: "How many times the base chip",
    chip: "Chip",
    lowest: "Lowest precision, dense",
    chosen: (precision) => `Peak in ${precision}`,
    ridge: "Ridge, FLOP/B",
    missing: (chip, quantities) => `${chip}: no figure for ${quantities}, hence the dash.`,
    split: "How much is precision, how much is real",
    splitColumns: ["All", "Narrower numbers", "Same precision", "Precision's share, by factors", "… by differences"],
    splitNote:
      "By factors: log of the precision's factor ÷ log of the whole. By differences: the part of (multiple − 1) that is gone at equal precision.",
    facts: "The figures behind it, with their sources",
    factsColumns: ["Figure", "Value", "Kind", "Source"],
    elsewhere: (value, source, caveat) => `${value} in ${source}.${caveat === "" ? "" : ` ${caveat}`}`,
    noneOfOurs: "not in the lecture's account",
    factsNote:
      "Point at a value, or tap it, for its caveat. Where sources disagree, the last column has the other figure.",
    roofs: "The kernel under each roof",
    roofsColumns: ["FLOP/B", "Attainable", "Time", "Limited by", "Ridge ÷ intensity"],
    limits: { compute: "compute", memory: "bandwidth" },
    all: "All chips: search, sort, choose",
    year: "Year",
    base: "Make it the base, 1×",
    allNote: "A mark puts a chip into the comparison, 1× makes it the base; a tap on a heading sorts.",
  },
  picks: {
    label: "Kernels to put under the roofs",
    names: {
      "gemm-512": "GEMM 512³",
      "gemm-4096": "GEMM 4,096³",
      "gemm-thin": "GEMM, 16 rows",
      "prefill-512": "Prefill, 512 tokens",
      "prefill-8192": "Prefill, 8,192 tokens",
      "decode-1": "Decode, batch 1",
      "decode-32": "Decode, batch 32",
      "decode-256": "Decode, batch 256",
    },
  },
  balance: {
    gemm: (size) => `a product of three equal sides meets the ridge at a side of about ${size}`,
    prefill: (size) => `the ridge is met at about ${size} tokens`,
    decode: (size) => `the ridge is met at a batch of about ${size}`,
    custom: (size) => `the ridge is met at ${size} FLOP per byte`,
  },
  never: "no batch meets the ridge, for every sequence brings a cache of its own",
  figures: {
    "dense-fp64": "FP64, dense",
    "dense-tf32": "TF32, dense",
    "dense-bf16": "BF16, dense",
    "dense-fp8": "FP8, dense",
    "dense-fp6": "FP6, dense",
    "dense-nvfp4": "NVFP4, dense",
    "dense-mxfp4": "MXFP4, dense",
    "dense-int8": "INT8, dense",
    "sparse-fp64": "FP64, sparse",
    "sparse-tf32": "TF32, sparse",
    "sparse-bf16": "BF16, sparse",
    "sparse-fp8": "FP8, sparse",
    "sparse-fp6": "FP6, sparse",
    "sparse-nvfp4": "NVFP4, sparse",
    "sparse-mxfp4": "MXFP4, sparse",
    "sparse-int8": "INT8, sparse",
    "fp64-vector": "FP64 without matrix units",
    memory: "Memory capacity",
    bandwidth: "Memory bandwidth",
    link: "Scale-up link, both directions",
    power: "Board power",
    sms: "SMs",
    clock: "Clock",
    "matrix-per-clock": "BF16 operations per SM and clock",
    "ex2-per-clock": "Exponentials per SM and clock",
    "fma-per-clock": "FP32 multiply-adds per SM and clock",
    "shared-memory": "Shared memory per block",
    l2: "L2 cache",
    "exp-blog": "exp rate by the vendor's article",
    "exp-measured": "exp rate as measured",
  },
  kinds: {
    datasheet: "datasheet",
    "vendor-blog": "vendor's article",
    announced: "announced",
    measured: "measured by others",
    derived: "derived",
  },
  caveats: {
    none: "",
    "up-to": "The vendor writes “up to”.",
    "density-not-said": "“Up to”, without saying whether dense or sparse.",
    "dense-for-training": "The vendor's later figure for dense work.",
    "not-double-of-dense": "Sparse is less than twice dense here.",
    superchip: "The chip of a Grace superchip; an eight-GPU board is rated lower.",
    "full-die": "Fits the unit count of a full die; fewer units are enabled.",
    "usable-below-label": "Less is usable than is soldered on.",
    "binary-gigabytes": "Published in GiB.",
    "direction-not-said": "One way or both ways together is not stated.",
    "per-link-sum": "Sum over the seven links to the other chips of a board.",
    "mx-only": "Only with block scales (MX).",
    "other-page": "Only on the page of a later chip.",
    emulated: "Partly emulated on integer units.",
    "sources-differ": "Sources do not agree.",
    "older-edition": "From an older edition of the same page.",
    boost: "Highest clock, not the sustained one.",
    sustained: "Clock under sustained load.",
    "matrix-clock": "The clock at which the vendor rates the matrix units.",
    "single-measurement": "One person's measurement, not reviewed.",
    "on-superchip": "Measured on the Grace superchip version.",
    "enabled-on-some": "Fewer on early systems.",
    "ratio-fp32": "Derived: only “2 times Blackwell” for FP32 has been said.",
    "ratio-half": "Derived: only “4 times Blackwell” for BF16 and FP16 has been said.",
  },
  chart: {
    multiplesTitle: "What grew, and what stayed behind",
    multiples: (chip, compute, bandwidth) =>
      `On a logarithmic scale: ${chip} has ${compute} of the base chip's compute and ${bandwidth} of its bandwidth. The further these two points lie apart, the higher the memory wall.`,
    alone: "Only the base chip has figures here, so there is nothing to compare.",
    multiple: "Multiple of the base chip",
    quantity: "Quantity",
    base: (chip) => `${chip} = 1×`,
    reading: (chip, quantity, multiple) => `${chip}, ${quantity}: ${multiple}`,
    splitTitle: "The vendor's multiple, taken apart",
    split: (chip, all, precision, same) =>
      `${chip}: ${all} in all is ${precision} from narrower numbers times ${same} at the same precision.`,
    splitNone:
      "For none of the chosen chips can the multiple be taken apart: a figure at a common precision is missing.",
    narrower: "Narrower numbers",
    same: "Same precision",
    rooflineTitle: "Roofline: which limit binds this kernel?",
    roofline: (kernel, intensity, computeBound, memoryBound) =>
      `${kernel} at ${intensity} FLOP/B on the first chip. Limited by bandwidth: ${memoryBound || "none"}. Limited by compute: ${computeBound || "none"}.`,
    intensity: "Arithmetic intensity",
    attainable: "Attainable rate",
    trendTitle: "Year by year",
    trend: (chip, year, compute, bandwidth) =>
      `The newest chosen chip, ${chip} of ${year}, has ${compute} of the base chip's compute and ${bandwidth} of its bandwidth. Over 2012 to 2022 Ma and Patterson give 80 and 17 times.`,
    year: "Year",
    perWatt: "Compute per watt",
    others: "Other chips, compute",
    decadeTitle: "The decade before, as quoted",
    decade: (compute, bandwidth) =>
      `From 2012 to 2022 the 64-bit compute of NVIDIA's GPUs grew ${compute}, their memory bandwidth ${bandwidth}. Two numbers from Ma and Patterson (IEEE Computer 2026, arXiv 2601.05047), joined by straight lines; what lies between is not theirs.`,
    decadeCompute: "64-bit compute",
    decadeBandwidth: "Bandwidth",
    decadeReading: (year, what, multiple) => `${year}, ${what}: ${multiple} of 2012 (Ma and Patterson)`,
  },
  kernels: { gemm: "Matrix product", prefill: "Attention, prefill", decode: "Decode", custom: "My own kernel" },
};

export const texts: Texts<"generations", PresetId, Words> = {
  title: "From one chip generation to the next, what grows and what stays behind?",
  name: "Generations",
  controls: {
    chips: {
      label: "Chips",
      help: "Which chips to compare, in this order. Up to five have a colour of their own; the rest are grey.",
      choices: { ...chipNames, custom: words.custom },
    },
    base: { label: "Base chip", help: "The chip that counts as 1×.", choices: { ...chipNames, custom: words.custom } },
    kernel: {
      label: "Kernel",
      help: "Which computation stands under the rooflines.",
      choices: words.kernels,
    },
    format: {
      label: "Precision of the peaks",
      help: "Each chip at its own lowest precision, as vendors count, or one precision for all.",
      choices: { narrowest: "each chip's lowest", ...precisionNames },
    },
    commonFormat: {
      label: "Common precision",
      help: "In which precision “the same precision” is compared.",
      choices: precisionNames,
    },
    density: {
      label: "Dense or sparse",
      help: "Sparse rates need two zeros in every four numbers. The two are never mixed.",
      choices: { dense: "dense", sparse: "sparse" },
    },
    gemmM: { label: "Matrix product: M", help: "Rows of the result." },
    gemmN: { label: "Matrix product: N", help: "Columns of the result." },
    gemmK: { label: "Matrix product: K", help: "Terms summed for each result." },
    sequence: { label: "Prefill: tokens", help: "Tokens that attend to one another." },
    headDim: { label: "Prefill: head dimension", help: "Length of the query, key and value vectors." },
    modelB: { label: "Decode: model size", help: "Parameters, in billions." },
    batch: { label: "Decode: batch", help: "Sequences decoded at once. They share one reading of the weights." },
    context: { label: "Decode: context", help: "Tokens of each sequence in the KV cache." },
    kvKiBPerToken: {
      label: "Decode: KV per token",
      help: "320 KiB is 80 layers of 8 key-value heads of dimension 128 in 2 bytes.",
    },
    intensity: { label: "My own kernel: intensity", help: "Operations for each byte moved." },
    customPflops: { label: "My own chip: compute", help: "Peak in the precision below." },
    customFormat: { label: "My own chip: precision", help: "Its lowest precision.", choices: precisionNames },
    customCommonPflops: { label: "My own chip: common precision", help: "Peak in the common precision." },
    customTBps: { label: "My own chip: bandwidth", help: "Memory bandwidth." },
    customGB: { label: "My own chip: capacity", help: "Memory capacity." },
    customLinkGBps: { label: "My own chip: link", help: "Both directions together." },
    customW: { label: "My own chip: power", help: "Board power." },
  },
  presets: {
    lecture: "The lecture",
    "from-a100": "From A100 on",
    boards: "Boards, not superchips",
    vendors: "Three vendors",
    "same-precision": "All in FP8",
    "rubin-dense": "Rubin, dense or “up to”",
  },
  problems: {
    "no-rate": (given) => `no public figure in this precision for ${given}; those cells stay empty.`,
  },
  words,
  sentence: (c) => {
    const f = facts(c);
    const base = c.param("base");
    if (!f.focus) return c.rich`Choose at least one chip (${c.param("chips")}) besides ${base} to see what has grown.`;
    const row = f.focus;
    return c.rich`By its lowest precision ${c.param("chips", nameOf(c, row.chip))} computes ${c.strong(times(c, row.computeRatio))} as fast as ${base}; ${c.when(
      "common-precision",
      known(row.commonRatio),
      c.rich`in FP8 on both it is ${c.strong(times(c, row.commonRatio))}, and `,
      c.rich`a figure at a common precision is not public, and `,
    )}memory feeds it ${c.strong(times(c, row.bandwidthRatio))} as fast.`;
  },
  observations: (c) => {
    const f = facts(c);
    const row = f.focus;
    const base = c.param("base");
    const split = f.split;
    const bound = binding(c);
    return [
      !row
        ? c.rich`There is only the base chip; choose another to compare.`
        : c.rich`As vendors count — each chip at its own lowest precision — ${c.param("chips", nameOf(c, row.chip))} reaches ${c.strong(times(c, row.computeRatio))} of ${base}${c.when(
            "blog-says",
            f.articlePair,
            c.rich` (the article${c.source("blackwell-ultra-blog")} writes 7.5, its H100 being rounded)`,
            c.rich``,
          )}. ${
            split
              ? c.rich`At the same precision it is ${c.strong(times(c, split.commonRatio))}: ${c.when(
                  "mostly-precision",
                  split.precisionShareLog > 0.5,
                  c.rich`more than half of the gain, ${c.strong(c.format.number(split.precisionShareLog, ".0%"))} counted by factors, is narrower numbers. Ask first whether two figures mean the same precision.`,
                  c.rich`narrower numbers are ${c.strong(c.format.number(split.precisionShareLog, ".0%"))} of the gain, counted by factors; most of it is there at equal precision too.`,
                )}`
              : c.rich`At a common precision the two cannot be compared, for want of a public figure.`
          }`,
      !row
        ? c.rich`Bandwidth, capacity and links of the base chip are 1× by definition.`
        : c.rich`Bandwidth comes to ${c.strong(times(c, row.bandwidthRatio))}, capacity to ${c.strong(times(c, row.capacityRatio))}, the link (${c.term("nvlink", "NVLink")} at NVIDIA) to ${c.strong(times(c, row.linkRatio))}. ${c.when(
            "memory-wall",
            row.computeRatio > row.bandwidthRatio,
            c.rich`Compute outran bandwidth: the ${c.term("ridge-point", "ridge")} moves from ${integer(c, f.base?.ridge ?? Number.NaN)} to ${c.strong(integer(c, row.ridge))} FLOP per byte, so a kernel must do that much more with each byte it reads. This is the ${c.term("memory-wall", "memory wall")}.`,
            c.rich`Bandwidth kept up: the ridge moves from ${integer(c, f.base?.ridge ?? Number.NaN)} to ${c.strong(integer(c, row.ridge))} FLOP per byte, and kernels that read a lot gain most.`,
          )}`,
      c.rich`Over a longer time the picture is the same: Ma and Patterson${c.source("ma-patterson")} give 80 times for the 64-bit compute of NVIDIA's GPUs from 2012 to 2022, and 17 times for their bandwidth. We quote these two numbers and do not recompute them.`,
      !f.fastest
        ? c.rich`No bandwidth is known for the chosen chips.`
        : c.rich`The fastest memory here is ${c.param("chips", nameOf(c, f.fastest.chip))}'s: ${c.strong(c.format.bytes(f.fastest.bandwidthBytesPerS))}/s, ${c.strong(times(c, f.fastest.bandwidthRatio))} that of ${base}. ${c.when(
            "hbm4",
            f.fastest.chip.startsWith("Rubin"),
            c.rich`${c.term("hbm", "HBM4")} is the step: 22 TB/s is 2.75 times Blackwell's 8. Decoding one token reads every weight, so this is what it was waiting for.`,
            c.rich`Decoding one token reads every weight from ${c.term("hbm", "memory")}, so it gains by this number and not by the one for compute.`,
          )}`,
      c.rich`${
        !row || !known(row.powerRatio)
          ? c.rich`For this chip no board power is public, so nothing can be said about compute per watt.`
          : c.rich`Power moves too: ${c.strong(watts(c, f.base?.powerW ?? Number.NaN))} for ${base}, ${c.strong(watts(c, row.powerW))} for ${nameOf(c, row.chip)}. Compute per watt at the lowest precision is ${c.strong(times(c, row.flopsPerWRatio))}${c.when("per-watt-better", row.flopsPerWRatio > 1, "; what a data centre buys is work per watt, and that still grew", "; per watt nothing was won")}.`
      } The lecture continues this in script 04, demo 5, which is not part of this site.`,
      c.when(
        "missing-figures",
        f.gaps.length > 0,
        c.rich`A dash (${f.gaps.join(", ")}) means that no figure was public when the lecture was written, or that none is known to us; nothing is filled in. An announcement is not a datasheet: hover or tap a figure to see which it is.`,
        c.rich`Every cell here has a published figure. An announcement is not a datasheet, though: hover or tap a figure to see which it is.`,
      ),
      !bound
        ? c.rich`No ${c.term("roofline", "roof")} can be drawn for the chosen chips at this precision.`
        : c.when(
            "kernel-memory-bound",
            roofsBy(c, "memory").length > 0,
            c.rich`Under the rooflines stands ${c.param("kernel")}: on ${words.list(roofsBy(c, "memory"))} it is limited by bandwidth, so only more bytes per second, or more work per byte, would make it faster. On ${bound.chip} its ${c.term("arithmetic-intensity", "intensity")} is ${c.strong(bound.intensity)} FLOP per byte where ${bound.ridge} are needed, ${c.strong(`${bound.short}×`)} as many: ${bound.balance}. ${c.demo("block-formats", "How numbers get smaller", { paramsB: c.params.modelB })}.`,
            c.rich`Under the rooflines stands ${c.param("kernel")}: none of the chosen chips is limited by bandwidth, so here the compute figure is the one that counts. On ${bound.chip} its ${c.term("arithmetic-intensity", "intensity")} is ${c.strong(bound.intensity)} FLOP per byte, past the ridge at ${bound.ridge}; ${bound.balance}.`,
          ),
    ];
  },
  predictions: (c) => {
    const f = facts(c);
    const list: ReturnType<Texts<"generations", PresetId, Words>["predictions"]> = [];
    if (f.focus && f.split)
      list.push({
        id: "same-precision",
        question: c.rich`${nameOf(c, f.focus.chip)} is sold as ${times(c, f.focus.computeRatio)} of ${nameOf(c, c.params.base)}. How much is left when both compute in the same precision?`,
        answer: {
          kind: "number",
          min: 0.5,
          max: 10,
          step: 0.1,
          unit: "×",
          truth: f.split.commonRatio,
          tolerance: 0.3,
          truthText: times(c, f.split.commonRatio),
        },
        why: c.rich`Halving the bits of a number doubles the rate of a matrix unit of the same size. The rest, ${times(c, f.split.commonRatio)}, is more and faster silicon.`,
      });
    list.push({
      id: "laggard",
      question: c.rich`From H100 to B300, which of these grew least?`,
      answer: {
        kind: "choice",
        options: [
          { id: "bandwidth", label: "Memory bandwidth" },
          { id: "capacity", label: "Memory capacity" },
          { id: "link", label: "Scale-up link" },
        ],
        truth: "link",
      },
      why: c.rich`900 to 1,800 GB/s: 2.0×. Bandwidth grew 2.4×, capacity 3.6×.`,
    });
    list.push({
      id: "ridge",
      question: c.rich`A matrix product does 600 operations for each byte it reads. On which chip is it limited by bandwidth, computing at the lowest precision?`,
      answer: {
        kind: "choice",
        options: [
          { id: "h100", label: "Only on H100" },
          { id: "b300", label: "Only on B300" },
          { id: "both", label: "On both" },
        ],
        truth: "b300",
      },
      why: c.rich`H100's ridge is at 591 FLOP per byte, B300's at 1,875. The same kernel, untouched, has become bandwidth-bound.`,
    });
    return list;
  },
  experiments: (c): ExperimentView[] => [
    {
      id: "equal-precision",
      label: "Rate every chip in FP8",
      params: { format: "fp8" },
      lookAt: c.rich`B200 and B300 become equals: what separates them is four-bit arithmetic and memory. Rubin drops out, for its FP8 figure is not in the lecture's account.`,
    },
    {
      id: "boards",
      label: "Boards instead of superchips",
      params: { chips: "B200,HGX-B200,B300,HGX-B300" },
      lookAt: c.rich`The same chip on an eight-GPU board is rated about a tenth lower, and draws less.`,
    },
    {
      id: "large-batch",
      label: "Decode a large batch with short contexts",
      params: { kernel: "decode", batch: "512", context: "0" },
      lookAt: c.rich`In the roofline the points move right: more sequences share one reading of the weights. Follow which chip's ridge they pass.`,
    },
    {
      id: "narrow-product",
      label: "A product with 16 rows",
      params: { kernel: "gemm", gemmM: "16", gemmN: "8192", gemmK: "8192" },
      lookAt: c.rich`A layer's weights against 16 tokens: 32 operations for each number of the weights, far to the left of every ridge. The same product with thousands of rows would compute all the time.`,
    },
    {
      id: "short-prefill",
      label: "Prefill a short prompt",
      params: { kernel: "prefill", sequence: "512", headDim: "128" },
      lookAt: c.rich`In attention the intensity is the number of tokens divided by the bytes of a number: 512 tokens in FP8 give 512 FLOP per byte. The sentence under the rooflines says how long a prompt has to be.`,
    },
    {
      id: "sparse",
      label: "Count zeros as work",
      params: { density: "sparse", chips: "H100,B200,B300" },
      lookAt: c.rich`The sparse peaks are what posters print. The ridges move right, at most twofold, and no byte arrives sooner.`,
    },
    {
      id: "own-chip",
      label: "Put a chip of my own beside them",
      params: { chips: "H100,B300,custom", customTBps: "22" },
      lookAt: c.rich`Its figures are among the controls. Try to give it B300's compute and the ridge of an H100.`,
    },
    {
      id: "big-product",
      label: "A large matrix product",
      params: { kernel: "gemm", gemmM: "16384", gemmN: "16384", gemmK: "16384" },
      lookAt: c.rich`Far to the right of every ridge: here the compute figures do count.`,
    },
  ],
  exercise: (c) => {
    const bound = roofsBy(c, "memory").length;
    const solved = c.params.kernel === "decode" && c.params.context >= 1024 && bound === 0;
    return {
      task: c.rich`Decoding is bound by bandwidth on all these chips. Keep a context of at least 1,024 tokens and find a setting in which decoding is limited by compute on every chosen chip.`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`Solved: at ${integer(c, c.result.roofs[0]?.intensity ?? Number.NaN)} FLOP per byte all chosen chips compute all the time. Notice what you had to give up for it.`,
        c.rich`Not yet: ${String(bound)} of the chosen chips still wait for their memory, or the kernel is not decoding. Each sequence brings its own cache: what makes that small against the weights?`,
      ),
    };
  },
  sources: [
    { id: "lecture", title: "CS349E, lecture 1, script 05, demo 1 (the course's own script)" },
    ...documents,
    {
      id: "ma-patterson",
      title: "X. Ma and D. Patterson, IEEE Computer 2026, arXiv 2601.05047",
      url: "https://arxiv.org/abs/2601.05047",
    },
  ],
};
