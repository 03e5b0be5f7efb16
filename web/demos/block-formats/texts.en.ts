// The words of "block-formats" in English.
import type { ExperimentView, Texts } from "../../engine/define-demo.js";
import { facts, integer, type PresetId, type Words } from "./demo.js";

const words: Words = {
  schemes: {
    "fp8-tensor": () => "FP8 E4M3, one scale for the tensor",
    "fp4-tensor": () => "FP4 E2M1, one scale for the tensor",
    mxfp4: (block) => `MXFP4: a power of two per ${block} numbers`,
    nvfp4: (block) => `NVFP4: an FP8 scale per ${block} numbers, FP32 for the tensor`,
  },
  short: { "fp8-tensor": "FP8", "fp4-tensor": "FP4", mxfp4: "MXFP4", nvfp4: "NVFP4" },
  perBlock: (block) => `every ${block}`,
  policies: {
    "lecture/fp8-tensor": "lecture FP8",
    "lecture/fp4-tensor": "lecture FP4",
    "lecture/mxfp4": "lecture MXFP4",
    "lecture/nvfp4": "lecture NVFP4",
    "ocp/mxfp4": "OCP MXFP4",
    "ocp/mxfp8-e4m3": "OCP MXFP8 E4M3",
    "ocp/mxfp8-e5m2": "OCP MXFP8 E5M2",
    "te/nvfp4": "Transformer Engine NVFP4",
    "torchao/mxfp4": "torchao MXFP4",
    "torchao/mxfp8-e4m3": "torchao MXFP8 E4M3",
    "torchao/nvfp4": "torchao NVFP4",
    "microxcaling/mxfp4": "microxcaling MXFP4",
    "compressed-tensors/mxfp4": "compressed-tensors MXFP4",
    "cudnn/nvfp4": "cuDNN NVFP4",
    "fouroversix/nvfp4": "Four Over Six NVFP4",
    custom: "my own policy",
  },
  figures: { weights: "Weights in NVFP4", left: "Left for the KV cache", maxParams: "Largest model, no KV cache" },
  table: {
    main: "Four ways to store the same numbers, and what each loses",
    scheme: "Scheme",
    bits: "Bits per number",
    error: "Relative error",
    sqnr: "SQNR, dB",
    zeroed: "Turned into 0",
    tail: (scheme, block, tail) =>
      `${scheme}: the last block holds ${tail} of ${block} numbers; it is quantized with that true length.`,
    parts: "Where the error comes from, and what theory expects",
    partsColumns: [
      "Rounding",
      "Clipping",
      "Turned into 0",
      "Blocks clipped",
      "SQNR with unrounded scales, dB",
      "SQNR expected, dB",
      "SQNR found, dB",
    ],
    partsNote:
      "The first three are shares of the squared error. The expectation is an integral over the distribution, with no random draw in it.",
    noExpectation:
      "No expectation is given where the distribution has no finite variance (Student-t with df ≤ 2) or the rule has no closed form.",
    storage: "The storage account",
    storageColumns: ["Weights", "Left of the memory", "Largest model", "Tokens of KV cache in the rest"],
    tooBig: "does not fit",
    block: "One block of policy A, number by number",
    blockColumns: ["Number", "÷ scale", "Neighbours", "Code", "Its value", "Read back", "Why"],
    blockNote: (policy, block, scale) => `${policy}, block ${block}, scale ${scale} (without the tensor's scale).`,
    reasons: {
      clipped: (limit) => `too large, cut off at ${limit}`,
      tie: (lower, upper) => `exactly between ${lower} and ${upper}: the tie rule decides`,
      flushed: (upper) => `nearer to 0 than to ${upper}`,
      exact: "a value of the format",
      nearest: (value, other) => `nearer to ${value} than to ${other}`,
    },
    differences: "Where policies A and B disagree",
    differencesColumns: ["#", "Number", "A", "B", "Why"],
    differencesNote: (codes, values) => `${codes} codes and ${values} values differ; the first ones are listed.`,
    noDifference: "The two policies give every number the same code.",
    differenceReasons: {
      scale: "another scale",
      tie: "a tie",
      zero: "the sign of zero",
      arithmetic: "order of arithmetic",
    },
  },
  chart: {
    errorsTitle: "What each scheme loses",
    errors: (worst, worstError, best, bestError, zeroed) =>
      `${worst} errs most, by ${worstError}; ${best} least, by ${bestError}. With one scale for all, FP4 turns ${zeroed} of the numbers into 0.`,
    measure: "Measure",
    share: "Share",
    error: "relative error",
    zeroed: "turned into 0",
    errorReading: (scheme, measure, share) => `${scheme}, ${measure}: ${share}`,
    magnifierTitle: "One block under the magnifier",
    magnifier: (policy, block, largest, flushed, all) =>
      `${policy}, block ${block}, each number divided by the block's scale, on the format's grid. The largest magnitude, ${largest}, sets the scale; ${flushed} of ${all} numbers become 0.`,
    element: "Index of the number",
    value: "Number ÷ scale",
    original: "before rounding",
    rounded: "rounded",
    magnifierReading: (index, value, what, why) => `number ${index}, ${what}: ${value} (${why})`,
    histogramTitle: "The numbers, and FP4's grid over them",
    histogram: (rms, largest) =>
      `Root mean square ${rms}, largest magnitude ${largest}. With one scale for all, FP4's seven magnitudes stand where the lines are: what lies left of half the first becomes 0.`,
    magnitude: "Magnitude",
    numbers: "Numbers per bin",
    grid: (value) => value,
    histogramReading: (from, count) => `from ${from} up: ${count} in this bin`,
    codesTitle: "Which of the sixteen codes are used",
    codes: (zeros, outer) =>
      `With one scale for all, ${zeros.fp4} of FP4's codes are zeros and ${outer.fp4} the outermost, ±6. In blocks, each scaled by its own largest number, MXFP4 has ${zeros.mx} zeros and ${outer.mx} at ±6, NVFP4 ${zeros.nv} and ${outer.nv}. Codes that are hardly used are bits that carry nothing.`,
    code: "Value of the code",
    codeShare: "Share of the numbers",
    codeReading: (scheme, bits, value, share) => `${scheme}, code ${bits} (${value}): ${share} of the numbers`,
    policiesTitle: "The codes of policies A and B",
    policies: (a, b, differ) => `${a} beside ${b}: ${differ} numbers have another code.`,
    codeNumber: "Code, as a number",
    sweepTitle: "SQNR as one thing changes",
    sweepOver: { block: "Numbers per block", df: "Degrees of freedom", scale: "Scale of the numbers" },
    sweep: (over, from, to, mx, nv) =>
      `${over} from ${from} to ${to}: NVFP4 goes from ${nv[0]} to ${nv[1]} dB, MXFP4 from ${mx[0]} to ${mx[1]} dB. Dashed: the expectation.`,
    sqnr: "SQNR",
    expected: (scheme) => `${scheme}, expected`,
    sweepReading: (scheme, over, x, sqnr) => `${scheme}, ${over} ${x}: ${sqnr} dB`,
    lecture: (scheme) => `${scheme}, lecture`,
    now: "now",
  },
};

const distributions = {
  "student-t": "Student-t",
  normal: "a normal distribution",
  laplace: "a Laplace distribution",
  uniform: "a uniform distribution",
  outliers: "a normal distribution with outliers",
};
const yesNo = { yes: "yes", no: "no" };

export const texts: Texts<"block-formats", PresetId, Words> = {
  title: "Four bits are four bits. Why does NVFP4 lose so much less?",
  name: "Block formats",
  controls: {
    distribution: {
      label: "Distribution",
      help: "What the numbers look like. Student-t has heavy tails, as weights and activations do; uniform has none.",
      choices: distributions,
    },
    df: {
      label: "Degrees of freedom",
      help: "Only for Student-t: the fewer, the heavier the tails. With 2 or fewer there is no variance.",
    },
    n: {
      label: "Numbers drawn",
      help: "How many numbers are really drawn and quantized. More make the result steadier, and slower.",
    },
    scale: {
      label: "Scale",
      help: "All numbers are multiplied by this. Only MXFP4 notices, since its scales are powers of two.",
    },
    seed: { label: "Seed", help: "The same seed draws the same numbers as numpy's default_rng." },
    mxBlock: { label: "MXFP4 block", help: "How many numbers share one power-of-two scale. The standard says 32." },
    nvBlock: { label: "NVFP4 block", help: "How many numbers share one FP8 scale. The format says 16." },
    paramsB: { label: "Model size", help: "Parameters of the model in the storage account, in billions." },
    capacityGB: { label: "Memory", help: "Memory of the chip in the storage account, in decimal gigabytes." },
    outlierFraction: {
      label: "Share of outliers",
      help: "Only for the normal distribution with outliers: how many numbers are enlarged.",
    },
    outlierFactor: { label: "Size of outliers", help: "By how much those numbers are enlarged." },
    mxRule: {
      label: "MXFP4 scale rule",
      help: "How the block's largest number becomes a power of two. The MX standard rounds down.",
      choices: {
        floor: "down (MX standard)",
        rceil: "smallest without clipping",
        even: "round first, then down",
        ceil: "up",
      },
    },
    nvRule: {
      label: "NVFP4 scale rule",
      help: "How a block's scale becomes an FP8 number; “4 or 6” maps the largest number to whichever errs less.",
      choices: { rne: "nearest", up: "up", "four-six": "4 or 6" },
    },
    nvTensorScale: {
      label: "NVFP4 tensor scale",
      help: "Whether one FP32 scale brings the block scales into FP8's range.",
      choices: yesNo,
    },
    tie: {
      label: "Ties",
      help: "Where a number lies exactly between two values. The script takes the smaller one, hardware the even code.",
      choices: { smaller: "smaller magnitude", even: "even code", away: "larger magnitude" },
    },
    kvKiBPerToken: {
      label: "KV cache per token",
      help: "For the storage account: 320 KiB is 80 layers of 8 key-value heads of dimension 128 in 2 bytes.",
    },
    sweep: {
      label: "What the sweep changes",
      help: "The axis of the last picture.",
      choices: { block: "block size", df: "degrees of freedom", scale: "scale of the numbers" },
    },
    policyA: { label: "Policy A", help: "The policy under the magnifier.", choices: words.policies },
    policyB: { label: "Policy B", help: "The policy it is compared with, code by code.", choices: words.policies },
    block: {
      label: "Magnified block",
      help: "Number of the block of policy A; −1 takes the one with the largest number.",
    },
    customElement: {
      label: "My policy: element",
      help: "Format of the numbers.",
      choices: { e4m3: "E4M3", e5m2: "E5M2", e2m1: "E2M1" },
    },
    customBlock: { label: "My policy: block", help: "Numbers per scale; 0 is the whole tensor." },
    customScale: {
      label: "My policy: scale format",
      help: "How scales are stored.",
      choices: { e8m0: "E8M0", e4m3: "E4M3", f64: "unrounded" },
    },
    customScaleRule: {
      label: "My policy: scale rule",
      help: "The first four go with E8M0, the next three with E4M3, the last with unrounded scales.",
      choices: {
        floor: "down",
        rceil: "smallest without clipping",
        even: "round first, then down",
        ceil: "up",
        rne: "nearest E4M3",
        up: "next larger E4M3",
        "four-six": "4 or 6",
        max: "exact",
      },
    },
    customTie: {
      label: "My policy: ties",
      help: "What happens exactly halfway.",
      choices: { even: "even code", smaller: "smaller magnitude", away: "larger magnitude" },
    },
    customTensorScale: { label: "My policy: tensor scale", help: "Only with E4M3 scales.", choices: yesNo },
    customOverflow: {
      label: "My policy: overflow",
      help: "Beyond the largest value.",
      choices: { saturate: "largest value", "nan-or-inf": "NaN or infinity" },
    },
    customZero: {
      label: "My policy: zero scale",
      help: "Scale of a block of zeros.",
      choices: { zero: "zero", "min-scale": "smallest scale" },
    },
    customNonFinite: {
      label: "My policy: NaN and infinity",
      help: "How far a NaN or an infinity spreads.",
      choices: { propagate: "as far as its scale reaches", "block-nan": "its block only", lecture: "as in the script" },
    },
    customArithmetic: {
      label: "My policy: arithmetic",
      help: "In which order and precision it is scaled.",
      choices: { f64: "float64", f32: "float32", te: "Transformer Engine's float32" },
    },
  },
  presets: {
    lecture: "The lecture",
    normal: "No outliers",
    heavy: "Heavier tails",
    "same-block": "Equal blocks of 32",
    uniform: "Uniform",
    "four-six": "4 or 6",
    conventions: "Whose convention?",
  },
  problems: {
    "does-not-fit": (given) =>
      `“${given}” does not fit the other members of the policy; the nearest that does is used.`,
  },
  words,
  sentence: (c) => {
    const f = facts(c);
    return c.rich`Of ${c.param("n")} numbers drawn from ${c.param("distribution")} and rounded to four bits, one scale for all loses ${c.strong(f.percent(f.fp4.relativeError))} of the signal, ${c.param("mxBlock", words.perBlock(f.number(c.params.mxBlock)))} with a power of two ${c.strong(f.percent(f.mx.relativeError))}, and ${c.param("nvBlock", words.perBlock(f.number(c.params.nvBlock)))} with an FP8 scale ${c.strong(f.percent(f.nv.relativeError))}.`;
  },
  observations: (c) => {
    const f = facts(c);
    return [
      c.rich`With one scale for the whole tensor FP4 errs by ${c.strong(f.percent(f.fp4.relativeError))} after ${c.term("quantization", "quantization")}. ${c.when(
        "fp4-mostly-zero",
        f.fp4.zeroFraction > 0.5,
        c.rich`A few large numbers stretch the scale, and ${c.strong(f.share(f.fp4.zeroFraction))} of all numbers, the ordinary ones, fall below its smallest step and become 0.`,
        c.rich`The largest number is not far from the others here, so only ${c.strong(f.share(f.fp4.zeroFraction))} become 0: without outliers one scale does less harm.`,
      )}`,
      c.rich`${c.term("nvfp4", "NVFP4")} gives every ${c.param("nvBlock", f.number(c.params.nvBlock))} numbers a ${c.term("block-scale", "scale of their own")}: the error ${c.when(
        "nv-better-than-fp4",
        f.nv.relativeError < f.fp4.relativeError,
        "falls to",
        "is",
      )} ${c.strong(f.percent(f.nv.relativeError))}. An ${c.term("outlier", "outlier")} now spoils only the ${f.number(c.params.nvBlock - 1)} neighbours in its block. The price: ${f.bits(f.nv)} bits per number instead of ${f.bits(f.fp4)}.`,
      c.rich`${c.term("mxfp4", "MXFP4")} has blocks of ${c.param("mxBlock", f.number(c.params.mxBlock))} and scales that are powers of two (${c.term("e8m0", "E8M0")}); error ${c.strong(f.percent(f.mx.relativeError))}, ${c.when(
        "mx-between",
        f.mx.relativeError > f.nv.relativeError && f.mx.relativeError < f.fp4.relativeError,
        "between FP4 and NVFP4.",
        "this time not between FP4 and NVFP4.",
      )} ${c.when(
        "floor-rule",
        c.params.mxRule === "floor",
        c.rich`Rounding the scale down leaves at most a third of the range unused, and in ${c.strong(f.share(f.mx.blocksClipped))} of the blocks a number is ${c.term("clipping", "clipped")}.`,
        c.rich`Under this scale rule a number is clipped in ${c.strong(f.share(f.mx.blocksClipped))} of the blocks.`,
      )} NVIDIA promises ${c.quote("markedly lower error than standard FP4", "blackwell-ultra-blog", "en")}${c.source("blackwell-ultra-blog")}: on these numbers ${c.when(
        "vendor-holds",
        f.nv.relativeError < f.fp4.relativeError,
        "the direction holds.",
        "it does not show.",
      )}`,
      c.rich`For comparison: eight bits, FP8 (${c.term("e4m3", "E4M3")}), err by ${c.strong(f.percent(f.fp8.relativeError))}. When NVIDIA says that models in NVFP4 usually stay within about 1% of FP8${c.source("blackwell-ultra-blog")}, that is accuracy on tasks: element error is not task accuracy. How the two are related is the subject of lecture 3, which is not part of this site.`,
      f.hasExpectation
        ? c.rich`For NVFP4 an integral over the distribution expects an ${c.term("sqnr", "SQNR")} of ${c.strong(f.db(f.nv.expectedSqnrDb))} dB, these numbers gave ${c.strong(f.db(f.nv.sqnrDb))}: ${c.when(
            "as-expected",
            f.asExpected,
            "theory and draw agree.",
            "so few numbers, or so heavy a tail, leave much to chance.",
          )} For FP8 the distribution hardly matters, because a floating-point number's relative error is the same at every size.`
        : c.rich`For this distribution no expectation is given${c.when("no-variance", c.params.distribution === "student-t" && c.params.df <= 2, ": with df ≤ 2 its variance is infinite, and every draw gives another figure.", ", for want of a closed form.")}`,
      c.when(
        "fits",
        f.storage.leftBytes >= 0,
        c.rich`In the storage account ${c.param("paramsB")} parameters at ${f.bits(f.nv)} bits take ${c.figure("weights", c.format.bytes(f.storage.weightsBytes))}; of ${c.param("capacityGB")} that leaves ${c.figure("left", c.format.bytes(f.storage.leftBytes))} for the ${c.term("kv-cache", "KV cache")}, enough for ${integer(c, f.storage.contextTokens)} tokens. ${c.demo("generations", "See such a model decode under the rooflines", { modelB: c.params.paramsB })}.`,
        c.rich`In the storage account ${c.param("paramsB")} parameters at ${f.bits(f.nv)} bits take ${c.figure("weights", c.format.bytes(f.storage.weightsBytes))} and do not fit into ${c.param("capacityGB")}.`,
      ),
      c.when(
        "has-tail",
        f.hasTail,
        c.rich`${c.param("n")} is not a multiple of the block size, so the last block is shorter. It is quantized with its true length, without padding; the script itself would stop with an error here.`,
        c.rich`${c.param("n")} is a multiple of the block sizes, so every block is full.`,
      ),
    ];
  },
  predictions: (c) => {
    const f = facts(c);
    return [
      {
        id: "zeroed",
        question: c.rich`One scale for all, chosen so that the largest of ${f.number(c.params.n)} numbers just fits into FP4. What share of the numbers becomes 0?`,
        answer: {
          kind: "number",
          min: 0,
          max: 1,
          step: 0.01,
          unit: "",
          truth: f.fp4.zeroFraction,
          tolerance: 0.05,
          truthText: f.share(f.fp4.zeroFraction),
        },
        why: c.rich`Everything below a twenty-fourth of the largest number rounds to 0, for FP4's smallest step is 0.5 and its largest value 6.`,
      },
      {
        id: "finer",
        question: c.rich`MXFP4 blocks of 32 or of 16, with normally distributed numbers: which errs less?`,
        answer: {
          kind: "choice",
          options: [
            { id: "small", label: "Blocks of 16" },
            { id: "large", label: "Blocks of 32" },
            { id: "same", label: "Exactly the same" },
          ],
          truth: "large",
        },
        why: c.rich`A surprise: with the scale rounded down to a power of two, clipping of each block's largest number dominates, and in bigger blocks it is shared by more numbers (18.6 dB against 18.8). NVFP4, whose scales are nearly exact, behaves as one would expect.`,
      },
      {
        id: "fp8",
        question: c.rich`Replace heavy tails by normally distributed numbers. How does the error of FP8 with one scale change?`,
        answer: {
          kind: "choice",
          options: [
            { id: "halves", label: "It falls by half" },
            { id: "stays", label: "It hardly changes" },
            { id: "doubles", label: "It doubles" },
          ],
          truth: "stays",
        },
        why: c.rich`About 31.5 dB in both cases. FP8 has four bits of exponent, so nearly all numbers keep their full relative precision whatever the scale.`,
      },
    ];
  },
  experiments: (c): ExperimentView[] => [
    {
      id: "no-outliers",
      label: "Take the outliers away",
      params: { distribution: "uniform" },
      lookAt: c.rich`FP4 with a single scale now errs less than MXFP4: blocks pay off because of outliers.`,
    },
    {
      id: "heavy",
      label: "Make the tails heavier",
      params: { df: "3" },
      lookAt: c.rich`FP4 with one scale collapses, while NVFP4 barely moves.`,
    },
    {
      id: "equal-blocks",
      label: "Give both formats blocks of 32",
      params: { nvBlock: "32" },
      lookAt: c.rich`What is left of NVFP4's advantage comes from the finer scale alone, not from smaller blocks.`,
    },
    {
      id: "tail",
      label: "Leave a tail",
      params: { n: "100001" },
      lookAt: c.rich`The note under the table: the last block holds a single number, and keeps its true length.`,
    },
  ],
  exercise: (c) => {
    const f = facts(c);
    const solved = f.mx.relativeError < f.nv.relativeError;
    return {
      task: c.rich`Find a setting in which MXFP4 errs less than NVFP4.`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`Solved: MXFP4 ${f.percent(f.mx.relativeError)}, NVFP4 ${f.percent(f.nv.relativeError)}. With blocks large enough, even an exact scale cannot protect its many numbers.`,
        c.rich`Not yet: MXFP4 ${f.percent(f.mx.relativeError)}, NVFP4 ${f.percent(f.nv.relativeError)}. What hurts NVFP4 without touching MXFP4?`,
      ),
    };
  },
  sources: [
    { id: "lecture", title: "CS349E, lecture 1, script 05, demo 2 (the course's own script)" },
    {
      id: "blackwell-ultra-blog",
      title: "NVIDIA, Inside NVIDIA Blackwell Ultra: The Chip Powering the AI Factory Era",
      url: "https://developer.nvidia.com/blog/inside-nvidia-blackwell-ultra-the-chip-powering-the-ai-factory-era",
    },
    {
      id: "ocp-mx",
      title: "Open Compute Project, Microscaling Formats (MX) v1.0",
      url: "https://www.opencompute.org/documents/ocp-microscaling-formats-mx-v1-0-spec-final-pdf",
    },
    {
      id: "ml-dtypes",
      title: "ml_dtypes: element formats, tested exhaustively",
      url: "https://github.com/jax-ml/ml_dtypes",
    },
    { id: "torchao", title: "torchao: MX and NVFP4 tensors", url: "https://github.com/pytorch/ao" },
    { id: "four-six", title: "Four Over Six, arXiv 2512.02010", url: "https://arxiv.org/abs/2512.02010" },
    {
      id: "small-blocks",
      title: "arXiv 2601.19026, on small blocks with E4M3 scales",
      url: "https://arxiv.org/abs/2601.19026",
    },
    {
      id: "numpy",
      title: "NumPy, Random Generator",
      url: "https://numpy.org/doc/stable/reference/random/generator.html",
    },
  ],
};
