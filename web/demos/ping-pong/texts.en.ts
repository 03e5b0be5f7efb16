// The English words of the ping-pong demo.
import {
  type Context,
  chipNames,
  type ExperimentView,
  type PredictionView,
  type Rich,
  type Texts,
} from "../../engine/define-demo.js";
import type { PresetId, Words } from "./demo.js";

type C = Context<"ping-pong", Words>;

const share = (c: C, value = Number.NaN) => c.format.number(value, ".0%");
const times = (c: C, value = Number.NaN) => (Number.isNaN(value) ? "–" : `${c.format.number(value, ".2f")}×`);
const flops = (c: C, value = Number.NaN) => c.format.count(value, "FLOP/s");

const chips = { ...chipNames, Ironwood: "Ironwood (TPU7x)" };

function turns(c: C): Rich {
  const [bf16, fp8] = c.result.rows;
  return c.rich`FlashAttention-3's ${c.term("ping-pong", "ping-pong")}: two ${c.term(
    "warpgroup",
    "warpgroups",
  )} take turns, one multiplies while the other does ${c.term("softmax", "softmax")}. ${c.when(
    "matrix-rates-are-known",
    !Number.isNaN(bf16?.gain ?? Number.NaN) && !Number.isNaN(fp8?.gain ?? Number.NaN),
    c.rich`In ${c.term("bf16", "BF16")} exp takes ${c.strong(share(c, bf16?.expPerMma))} of the products' time and turns gain ${c.strong(
      times(c, bf16?.gain),
    )}; in FP8 the products take less time and exp as long as before: ${c.strong(share(c, fp8?.expPerMma))}, gain ${c.strong(
      times(c, fp8?.gain),
    )}. ${c.when(
      "fp8-gains-more",
      (fp8?.gain ?? 0) > (bf16?.gain ?? 0),
      c.rich`The faster the products, the more the turns matter here.`,
      c.rich`Here the lower precision gains no more from turns: exp has become the longer part, or another limit binds.`,
    )}`,
    c.rich`For this chip a rate is missing, so not every gain can be computed: BF16 ${times(c, bf16?.gain)}, FP8 ${times(
      c,
      fp8?.gain,
    )}.`,
  )}`;
}

function published(c: C): Rich {
  const report = (name: string) => c.result.reports.find((one) => one.report === name);
  return c.rich`What the paper's first version reports for the forward pass is ${c.strong(
    flops(c, report("fa3-v1-fp16")?.flops),
  )} (${share(c, report("fa3-v1-fp16")?.share)} of the peak) in half precision and almost ${c.strong(
    flops(c, report("fa3-v1-fp8")?.flops),
  )} in FP8 ${c.source("fa3")}. Blackwell Ultra attacks the same bottleneck in hardware, with twice the exp units: see ${c.demo(
    "exp-bottleneck",
    "the exp bottleneck",
    {
      chips: c.params.chip,
      shapes: `${c.params.headDim}:${c.params.headDim}`,
    },
  )}. (The lecture returns to FlashAttention in lecture 11, which is not part of this site.)`;
}

function overheads(c: C): Rich {
  const row = c.result.rows.find((one) => one.precision === c.params.timelinePrecision);
  return c.when(
    "overheads-are-set",
    c.params.imbalance > 0 || c.params.syncNs > 0,
    c.rich`With an imbalance of ${c.param("imbalance")} and ${c.param("syncNs")} to hand over, ${
      c.words.precisions[c.params.timelinePrecision]
    } gains ${c.strong(times(c, row?.gain))}: what is lost in handing over, or waiting for the slower partner, is no longer hidden.`,
    c.rich`This is the ideal: equal shares and no time for handing over. On an H100 in half precision, where it would be ${times(c, c.lecture.rows[0]?.gain)}, ping-pong was measured to gain ${times(c, c.result.reports[2]?.gain)} to ${times(c, c.result.reports[3]?.gain)} ${c.source("fa3")}; raise imbalance or hand-over time to see how it shrinks.`,
  );
}

const predictions = (c: C): PredictionView[] => {
  const [bf16, fp8] = c.result.rows;
  const all: PredictionView[] = [
    {
      id: "most",
      question: c.rich`Two warpgroups in turns against one doing everything in series: how much faster can it get at the very best?`,
      answer: {
        kind: "choice",
        options: [
          { id: "half", label: "1.5 times" },
          { id: "two", label: "Twice" },
          { id: "any", label: "There is no limit" },
        ],
        truth: "two",
      },
      why: c.rich`The sum of two times is at most twice the longer one, and exactly twice when they are equal.`,
    },
  ];
  if (fp8 && !Number.isNaN(fp8.gain)) {
    all.push({
      id: "fp8",
      question: c.rich`In FP8 the products take ${c.format.number(fp8.mmaPs, ".3f")} ps and exp ${c.format.number(
        fp8.expPs,
        ".3f",
      )} ps per score. How many times faster are turns?`,
      answer: {
        kind: "number",
        min: 0.5,
        max: 2,
        step: 0.01,
        unit: "×",
        truth: fp8.gain,
        tolerance: 0.05,
        truthText: times(c, fp8.gain),
      },
      why: c.rich`In series the times add up; in turns only the longer one counts, and whatever handing over and imbalance add.`,
    });
  }
  if (bf16 && !Number.isNaN(bf16.gain)) {
    all.push({
      id: "faster-exp",
      question: c.rich`The exp units become a little faster. What happens to the gain in BF16?`,
      answer: {
        kind: "choice",
        options: [
          { id: "smaller", label: "It shrinks" },
          { id: "same", label: "It stays" },
          { id: "larger", label: "It grows" },
        ],
        truth: { mma: "smaller", exp: "larger", warpgroup: "same" }[bf16.binding],
      },
      why: c.rich`Ask what sets the time in turns: here it is ${c.words.bindings[bf16.binding]}. If that is not exp, a faster exp only shortens the series.`,
    });
  }
  return all;
};

export const texts: Texts<"ping-pong", PresetId, Words> = {
  title: "What is gained when matrix products and exp take turns?",
  name: "Ping-pong",
  controls: {
    chip: { label: "Chip", help: "Sets the matrix rates. The exp rate has its own control.", choices: chips },
    headDim: {
      label: "Head dimension",
      help: "Length of the query, key and value vectors: 4 × d operations per score.",
    },
    expTps: {
      label: "exp rate",
      help: "Of the whole chip. 4.5 T per second is what NVIDIA's article says of the H100.",
    },
    expAccount: {
      label: "Which exp rate counts",
      help: "The one set by hand, or the chip's by one of three accounts.",
      choices: {
        given: "as set",
        blog: "vendor's article",
        units: "units × SMs × clock",
        measured: "as measured",
      },
    },
    imbalance: { label: "Imbalance", help: "One warpgroup has this much more work per step, the other as much less." },
    syncNs: {
      label: "Hand-over time",
      help: "From the end of one warpgroup's turn on the tensor core to the start of the other's.",
    },
    rows: { label: "Rows per step", help: "Query rows of a warpgroup: 64 on Hopper." },
    columns: { label: "Keys per step", help: "Length of a block of keys and values." },
    timelinePrecision: {
      label: "Precision in the timeline",
      help: "The one whose steps are drawn.",
      choices: { bf16: "BF16", fp8: "FP8" },
    },
    timelineSteps: { label: "Steps shown", help: "Per warpgroup." },
  },
  presets: {
    lecture: "The lecture",
    "by-units": "exp by counting units",
    b200: "B200",
    b300: "B300",
    "small-head": "Head of 64",
    overheads: "With overheads",
  },
  problems: {
    "no-rate": (given) => `no BF16 or FP8 rate is known for ${given}, so its cells stay empty`,
    "no-fp8": (given) => `${given} has no FP8, so that row stays empty`,
    "no-exp-rate": () => "the chip has no exp rate by that account, so the cells stay empty",
  },
  words: {
    precisions: { bf16: "BF16", fp8: "FP8" },
    chips,
    main: {
      caption: "Time per attention score, whole chip",
      precision: "Precision",
      mma: "Matrix products",
      exp: "exp",
      ratio: "exp / products",
      serial: "In series",
      overlap: "In turns",
      gain: "Gain",
    },
    bounds: {
      caption: "What that allows",
      serial: "At most, in series",
      overlap: "At most, in turns",
      busy: "Tensor core busy",
      binding: "What sets the time",
      balanced: "Head dimension with the greatest gain",
    },
    bindings: { mma: "the matrix products", exp: "exp", warpgroup: "the slower warpgroup" },
    accounts: {
      caption: "Three accounts of the chip's exp rate",
      account: "Account",
      rate: "exp per second",
      ratio: (precision) => `exp / products, ${precision}`,
      gain: (precision) => `Gain, ${precision}`,
    },
    accountNames: { blog: "Vendor's article", units: "Units × SMs × clock", measured: "As measured" },
    reports: {
      caption: "Reported by papers: attention, forward pass, head dimension 128",
      what: "What",
      chip: "Chip",
      rate: "Rate",
      share: "Of the peak",
      gain: "Over no specialization",
      why: "Less than the ideal, for softmax is more than exp, warpgroups meet at barriers, the first and last steps have no partner, and products do not run at peak. Nor is the kernel it is compared with quite serial: the hardware overlaps some by itself. ",
    },
    reportNames: {
      "fa3-no-specialization": "FlashAttention-3 without warp specialization",
      "fa3-no-pipelining": "FlashAttention-3 without overlap inside a warpgroup",
      "fa3-pingpong-from": "FlashAttention-3, ping-pong, lower figure",
      "fa3-pingpong-to": "FlashAttention-3, ping-pong, upper figure",
      "fa3-full": "FlashAttention-3, everything (ablation)",
      "fa3-v1-fp16": "FlashAttention-3, first version, FP16",
      "fa3-v1-fp8": "FlashAttention-3, first version, FP8",
      "fa3-neurips-bf16": "FlashAttention-3, NeurIPS, BF16",
      "fa3-neurips-fp8": "FlashAttention-3, NeurIPS, FP8",
      "fa4-b200-bf16": "FlashAttention-4, BF16",
    },
    shortReports: {
      "fa3-no-specialization": "no WS",
      "fa3-no-pipelining": "no OV",
      "fa3-pingpong-from": "PP lo",
      "fa3-pingpong-to": "PP hi",
      "fa3-full": "all",
      "fa3-v1-fp16": "v1 16",
      "fa3-v1-fp8": "v1 8",
      "fa3-neurips-bf16": "BF16",
      "fa3-neurips-fp8": "FP8",
      "fa4-b200-bf16": "FA4",
    },
    units: { mma: "matrix products", exp: "exp", "hand-over": "handing over" },
    timeline: {
      title: "Two warpgroups: in series, and in turns",
      x: "time on one SM",
      serial: (warpgroup) => `In series, warpgroup ${warpgroup}`,
      turns: (warpgroup) => `In turns, warpgroup ${warpgroup}`,
      none: "For this chip a rate or the number of SMs is not known, so there is no timeline.",
      description: (precision, serial, inTurns, closed) =>
        `${precision}: two steps take ${serial} in series and ${inTurns} in turns once it has settled; the formula says ${closed}.`,
      reading: (unit, warpgroup, step, from, to) => `warpgroup ${warpgroup}, step ${step}, ${unit}: ${from} to ${to}`,
    },
    gain: {
      title: "Gain against head dimension",
      byHeadDim: "head dimension",
      byRate: "exp rate of the chip (log)",
      titleByRate: "Gain against exp rate",
      y: "series / turns",
      lecture: (precision) => `the lecture, ${precision}`,
      most: "never more than 2×",
      now: (value) => `now: ${value}`,
      reported: "reported (FlashAttention-3)",
      description: (parts, at) =>
        `Gain at ${at}: ${parts.map(({ precision, gain }) => `${precision} ${gain}`).join(", ") || "not known"}. ` +
        "It is greatest where products and exp take equally long.",
      reading: (precision, at, gain) => `${precision} at ${at}: gain ${gain}`,
    },
    measured: {
      title: "Beside the ideal: what papers report",
      x: "kernel",
      y: "attention rate",
      series: "reported",
      serial: (precision) => `${precision}, series`,
      overlap: (precision) => `${precision}, turns`,
      description: (serial, overlap, from, to) =>
        `For BF16 the model allows ${serial} in series and ${overlap} in turns; reported rates run from ${from} to ${to}.`,
      reading: (what, rate) => `${what}: ${rate}`,
    },
    figures: { exp: "exp per second" },
  },
  sentence: (c) => {
    const rate = c.figure("exp-rate", c.format.count(c.result.expPerS));
    return c.when(
      "gain-is-known",
      !Number.isNaN(c.result.rows[0]?.gain ?? Number.NaN),
      c.rich`On the ${c.param("chip")} with ${c.param("headDim")} numbers per head, and ${rate} exp per second, taking turns makes attention ${c.strong(times(c, c.result.rows[0]?.gain))} as fast in BF16 and ${c.strong(times(c, c.result.rows[1]?.gain))} in FP8.`,
      c.rich`With ${c.param("headDim")} numbers per head on the ${c.param("chip")}, and ${rate} exp per second, the gain of taking turns cannot be computed: a rate is not known.`,
    );
  },
  observations: (c) => [
    c.rich`Every ${c.term("attention", "attention")} score costs ${c.strong(c.format.number(c.result.flopsPerScore, ",.0f"))} operations on the ${c.term(
      "tensor-core",
      "tensor core",
    )} and one exp on the ${c.term(
      "sfu",
      "special-function units",
    )}. These are different units and could both work all the time, but a warpgroup that multiplies first and then does softmax uses them one after the other.`,
    turns(c),
    published(c),
    overheads(c),
    c.when(
      "account-is-given",
      c.params.expAccount === "given",
      c.rich`Everything hangs on the exp rate. Counted as units × SMs × clock, this chip does ${c.strong(
        c.format.count(c.result.accounts[1]?.expPerS ?? Number.NaN),
      )} per second, and the BF16 gain would be ${c.strong(
        times(c, c.result.accounts[1]?.gain[0]),
      )}. The control “${c.strong("which exp rate counts")}” switches.`,
      c.rich`The exp rate now follows an account of the chip, not the slider: ${c.strong(
        c.format.count(c.result.expPerS),
      )} per second. The table of accounts shows what each would mean.`,
    ),
  ],
  predictions,
  experiments: (c): ExperimentView[] => [
    {
      id: "more-exp",
      label: "Blackwell Ultra",
      params: { chip: "B300", expTps: "10.7" },
      lookAt: c.rich`Products got faster, and exp with them: the shares are close to the H100's again.`,
    },
    {
      id: "less-exp",
      label: "Blackwell",
      params: { chip: "B200", expTps: "5" },
      lookAt: c.rich`Faster products, hardly more exp: in FP8 exp is now the longer part and sets the time.`,
    },
    {
      id: "unequal",
      label: "Unequal partners",
      params: { imbalance: "0.3", timelineSteps: "8" },
      lookAt: c.rich`In the timeline, the lighter warpgroup waits for its turn, again and again.`,
    },
    {
      id: "slow-handover",
      label: "A slow hand-over",
      params: { syncNs: "200" },
      lookAt: c.rich`The gaps lie on the tensor core, the unit that has no time to spare.`,
    },
  ],
  exercise: (c) => {
    const { params, defaults, result } = c;
    const kept = (["chip", "expTps", "expAccount", "imbalance", "syncNs"] as const).every(
      (name) => params[name] === defaults[name],
    );
    const best = result.rows[1]?.balancedHeadDim ?? Number.NaN;
    const solved = kept && Math.abs(params.headDim - best) <= 0.5;
    return {
      task: c.rich`On the lecture's H100: with which head dimension does FP8 gain most from taking turns? Set it.`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`Yes: there products and exp take equally long, and the gain is ${times(c, result.rows[1]?.gain)}.`,
        c.when(
          "exercise-kept",
          kept,
          c.rich`The gain is ${times(c, result.rows[1]?.gain)} now, with exp at ${share(c, result.rows[1]?.expPerMma)} of the products. When would it be 2?`,
          c.rich`Set chip, exp rate, imbalance and hand-over back to the lecture's first.`,
        ),
      ),
    };
  },
  sources: [
    { id: "script", title: "CS349E, lecture 8, script 04 “async pipelines”, demo 3" },
    { id: "fa3", title: "Shah et al., FlashAttention-3 (2024)", url: "https://arxiv.org/abs/2407.08608" },
    { id: "fa4", title: "FlashAttention-4", url: "https://arxiv.org/abs/2603.05451" },
    {
      id: "ultra",
      title: "NVIDIA, Inside NVIDIA Blackwell Ultra",
      url: "https://developer.nvidia.com/blog/inside-nvidia-blackwell-ultra-the-chip-powering-the-ai-factory-era",
    },
    {
      id: "cutlass",
      title: "NVIDIA CUTLASS: ping-pong kernels and the ordered barrier",
      url: "https://github.com/NVIDIA/cutlass",
    },
  ],
};
