// The words of "exp-bottleneck" in English.
import { chipNames, type ExperimentView, precisionNames, type Texts } from "../../engine/define-demo.js";
import {
  facts,
  isOver,
  offloadHelps,
  offloadKnown,
  offloadPlace,
  type PresetId,
  percentOf,
  picoseconds,
  rowOf,
  type Words,
} from "./demo.js";

const words: Words = {
  precision: (id) => precisionNames[id],
  shape: (pair) => {
    const [dQk, dV] = pair.split(":");
    return dQk === dV ? `d = ${dQk}` : `d_qk = ${dQk}, d_v = ${dV}`;
  },
  column: (pair) => {
    const [dQk, dV] = pair.split(":");
    return dQk === dV ? `d_head = ${dQk}` : `d_qk = ${dQk}, d_v = ${dV}`;
  },
  place: (chip, precision, shape) => `${chip}, ${precision}, ${shape}`,
  withRatio: (place, ratio) => `${place} (${ratio})`,
  pairPlace: (chip, precision) => `${chip} ${precision}`,
  caveats: {
    "full-die": "Fits the unit count of a full die; the chip on sale has fewer SMs.",
    "ratio-fp32": "Derived: only “2 times Blackwell” for FP32 has been said.",
    "ratio-half": "Derived: only “4 times Blackwell” for BF16 and FP16 has been said.",
    "on-superchip": "Measured on the Grace superchip version.",
    "single-measurement": "One person's measurement, not reviewed.",
  },
  table: {
    main: "How long the exponentials take, as a share of the matrix work they belong to",
    chip: "Chip",
    precision: "Matrix precision",
    exp: "exp rate",
    missing: (chip, precision) =>
      `${chip} has no public figure that would fill this row in ${precision}; it stays empty.`,
    over: "exp takes longer than the matrix work",
    under: "the matrix work takes longer than exp",
    accounts: "Three accounts of the exp rate",
    accountColumns: ["By the vendor's article", "Units × SMs × clock", "Measured by others"],
    unitsNote: (ex2, sms, clock) => `${ex2} results per clock and SM × ${sms} SMs × ${clock}.`,
    againNote: (rate) => `Another measurement: ${rate}.`,
    announcedNote: (fp32, half) =>
      `Only ratios to Blackwell are announced; they would mean ${fp32} (FP32) or ${half} (BF16, FP16).`,
    accountNote:
      "The articles' figures fit the SM count of a full die; the chips on sale have fewer SMs. Nobody has published why. ",
    balance: "The head dimension at which exp just keeps up",
    balanceColumns: ["Matrix rate", "exp rate", "d_head at 100%"],
    announcedCaption: "By announcement only: exp time ÷ matrix time",
    shape: "Head",
    announcedColumn: (account) => `exp at ${account} Blackwell's rate`,
    announced:
      "Announced is 2 times Blackwell's exp rate in FP32 and 4 times in BF16 and FP16, not a rate; Blackwell's is taken from the article.",
    other: "Maximum, subtraction and scaling are left out here, so the true burden is higher, not lower.",
  },
  chart: {
    heatTitle: "exp time ÷ matrix time",
    heat: (worst, easiest, over, all) =>
      `Highest: ${worst}. Lowest: ${easiest}. ${over} of ${all} cells are over 100%, where exp sets the pace.`,
    empty: "None of the chosen chips has the figures this picture needs.",
    barsTitle: "Who waits for whom",
    bars: (worst, over, all) =>
      `Each bar is exp time over matrix time, against the line at 100%. ${over} of ${all} bars cross it; the longest is ${worst}.`,
    ratio: "exp time ÷ matrix time",
    place: "Chip and precision",
    limit: "100%: both take equally long",
    reading: (place, ratio, exp) => `${place}: exp takes ${ratio} of the matrix time, at ${exp}`,
    offloadTitle: "Moving a share of exp to the FMA units",
    offload: (place, before, balance, least, matrix) =>
      `${place}: a score takes ${before} as long as exp does everything, and ${least} with ${balance} of the exponentials on the FMA units, where the two units balance. The matrix work takes ${matrix}.`,
    offloadNone: (place) => `${place}: here moving exponentials away gains nothing.`,
    offloadUnknown: (place) => `${place}: a rate needed for this picture is not public.`,
    share: "Share of exp on the FMA units",
    time: "Time per score",
    sfu: "special-function units",
    fma: "FMA units",
    total: "slowest unit",
    lecture: "at the lecture's setting",
    matrix: "matrix units",
    balanceMark: "balance",
    current: "now",
    offloadReading: (share, part, time) => `${share} moved, ${part}: ${time}`,
  },
};

export const texts: Texts<"exp-bottleneck", PresetId, Words> = {
  title: "When do the exponentials hold attention back?",
  name: "exp bottleneck",
  controls: {
    chips: {
      label: "Chips",
      help: "The chips to compare, in this order. A chip without a public exp rate keeps its rows, with dashes.",
      choices: chipNames,
    },
    precisions: {
      label: "Precision of the matrix work",
      help: "The number format in which QKᵀ and PV are multiplied. Half the bits double the matrix rate; exp stays as slow as it was.",
      choices: precisionNames,
    },
    shapes: {
      label: "Head shapes d_qk:d_v",
      help: "The lengths of a key vector and of a value vector: 128:128 for ordinary heads, 192:128 for multi-head latent attention.",
    },
    account: {
      label: "Account of the exp rate",
      help: "Whose exp rate the table uses: the vendor's article, as in the lecture; counted units; or a measurement.",
      choices: { blog: "the vendor's article", units: "units × SMs × clock", measured: "measured by others" },
    },
    offloadChip: { label: "Offload: chip", help: "The chip of the picture with the FMA units.", choices: chipNames },
    offloadPrecision: {
      label: "Offload: precision",
      help: "The matrix precision of the picture with the FMA units.",
      choices: precisionNames,
    },
    offloadQk: { label: "Offload: d_qk", help: "Length of a query or key vector in that picture." },
    offloadV: { label: "Offload: d_v", help: "Length of a value vector in that picture." },
    share: {
      label: "Share of exp on the FMA units",
      help: "From 0, all on the special-function units, to 1, all by polynomials. FlashAttention-4 uses 0.10 to 0.25 on B200.",
    },
    degree: {
      label: "Degree of the polynomial",
      help: "For 2^x between 0 and 1. Degree 3 errs by at most 0.009%, less than BF16 can show.",
    },
    reductionInstructions: {
      label: "Instructions around the polynomial",
      help: "Per exp on the FMA units: round, subtract, move and insert the exponent. An estimate.",
    },
    otherInstructions: {
      label: "Other softmax instructions",
      help: "Per score on the FMA units in any case: maximum, scaling, subtraction, sum, conversion. An estimate.",
    },
  },
  presets: {
    lecture: "The lecture",
    units: "Count the units",
    measured: "As measured",
    small: "Small heads",
    rubin: "With Rubin",
    fa4: "FlashAttention-4's trick",
  },
  problems: {
    "no-rate": (given) => `no public matrix rate for ${given}; those rows stay empty.`,
    "no-exp-rate": (given) => `no public exp rate by this account for ${given}; those rows stay empty.`,
  },
  words,
  sentence: (c) => {
    const f = facts(c);
    if (!f.worst)
      return c.rich`None of the chosen chips (${c.param("chips")}) has both a public matrix rate and a public exp rate at ${c.param("precisions")}.`;
    return c.rich`Tightest for ${c.param("chips", chipNames[f.worst.chip])} in ${c.param("precisions", words.precision(f.worst.precision))} at ${c.param("shapes", words.shape(f.worst.shape))}: the exponentials take ${c.strong(c.format.number(f.worst.ratio, ".0%"))} of the time of their matrix work${c.when(
      "any-over",
      f.over > 0,
      c.rich`; in ${String(f.over)} of ${String(f.all)} cells the Tensor Cores wait for exp.`,
      c.rich`, so in none of the ${String(f.all)} cells do the Tensor Cores wait for exp.`,
    )}`;
  },
  observations: (c) => {
    const f = facts(c);
    const percent = (value: number) => c.strong(c.format.number(value, ".0%"));
    const shape = c.param("shapes", words.shape(f.shape));
    const firstRow = f.firstAtShape;
    const slow = f.slowest;
    const grown = slow && rowOf(c, slow.chip, slow.precision);
    const last = f.lastAtShape;
    const { offload } = c.result;
    const spread = f.widest;
    return [
      firstRow.length === 0
        ? c.rich`${c.param("chips", chipNames[f.first])} has no public figure for this account, so nothing can be said about who waits on it.`
        : c.rich`On ${c.param("chips", chipNames[f.first])} at ${shape} the exponentials need ${firstRow.flatMap((cell, i) => [i ? " and " : "", percent(cell.ratio), ` of the matrix time in ${words.precision(cell.precision)}`])}: ${c.when(
            "first-keeps-up",
            firstRow.every((cell) => !isOver(cell.ratio)),
            c.rich`the ${c.term("sfu", "special-function units")} keep up, and exp can hide behind the matrix work.`,
            c.rich`that is more than the matrix work takes in at least one precision, and there exp sets the pace.`,
          )} ${c.demo("ping-pong", "How two warpgroups make them overlap", f.firstInPingPong)}.`,
      !slow || !grown
        ? c.rich`With figures for only one chip there are no generations to compare; choose a second one.`
        : c.rich`From ${chipNames[f.first]} to ${c.param("chips", chipNames[slow.chip])} the matrix rate in ${words.precision(slow.precision)} changes ${c.strong(`${c.format.number(grown.peakMultiple, ".1f")}×`)} and the exp rate ${c.strong(`${c.format.number(grown.expMultiple, ".1f")}×`)}; at ${shape} exp then takes ${percent(slow.ratio)} of the matrix time. ${c.when(
            "slow-over",
            isOver(slow.ratio),
            c.rich`${c.term("attention", "Attention")} runs at the pace of the special-function units, and faster ${c.term("tensor-core", "Tensor Cores")} alone would change nothing: Amdahl's law.`,
            c.rich`There is still room before exp becomes the limit.`,
          )}`,
      !last
        ? c.rich`${c.param("chips", chipNames[f.last])} has no public figure for this account; its row stays empty.`
        : c.rich`${c.param("chips", chipNames[f.last])} computes ${c.strong(c.format.count(last.expPerS, " exp/s"))}; at ${shape} in ${words.precision(last.precision)} that leaves exp at ${percent(last.ratio)}. ${c.when(
            "last-under",
            !isOver(last.ratio),
            "At or below 100%: this is what NVIDIA sells as ",
            "Above 100%: the chip would need more of what NVIDIA sells as ",
          )}${c.quote("accelerated softmax", "blackwell-ultra-blog", "en")}${c.source("blackwell-ultra-blog")} — doubling a small unit because its neighbours had outgrown it.`,
      c.rich`Software pulls at the same place: FlashAttention-4${c.source("flash-attention-4")} computes part of the exponentials by polynomials on the ordinary FMA units. ${
        offloadKnown(c)
          ? c.when(
              "offload-helps",
              offloadHelps(c),
              c.rich`On ${c.param("offloadChip", offloadPlace(c))} the two units balance with ${percent(offload.balancedShare)} of them moved: a score then takes ${picoseconds(c, offload.balancedPs)} instead of ${picoseconds(c, offload.expCurvePs[0] ?? Number.NaN)}.`,
              c.rich`On ${c.param("offloadChip", offloadPlace(c))} that gains nothing.`,
            )
          : c.rich`For ${c.param("offloadChip", offloadPlace(c))} a rate needed to say how much is not public.`
      } Rubin raises the hardware rate again, by announcement to 2 times (FP32) and 4 times (${c.term("bf16", "BF16")}) Blackwell's${c.source("rubin-bring-up")}.`,
      f.all === 0
        ? c.rich`The smaller the head, the less matrix work each exp can hide behind; for these chips no figure shows it.`
        : c.rich`The smaller the head, the less matrix work each exp can hide behind: at ${words.shape(f.smallest)}, ${String(f.overSmallest)} of ${String(f.allSmallest)} chip–precision pairs are above 100%${c.when(
            "one-shape",
            f.smallest === f.largest,
            c.rich`. Add another shape to see the effect.`,
            c.rich`; at ${words.shape(f.largest)}, ${String(f.overLargest)} of ${String(f.allLargest)}. A modest number in a model's configuration decides which unit of the chip is the bottleneck.`,
          )}`,
      spread
        ? c.rich`How fast exp really is depends on whom you ask: for ${chipNames[spread.chip]} the accounts run from ${c.format.count(spread.low, " exp/s")} to ${c.format.count(spread.high, " exp/s")}. Counting units instead of reading the article moves H100 in FP8 at d = 128 from 86% to 100%.`
        : c.rich`For these chips only one account of the exp rate is public, so it cannot be cross-checked.`,
      c.when(
        "some-chip-fails",
        f.firstToFail !== undefined,
        c.rich`Going through the chips in the order chosen, the first to fail at ${shape} is ${c.strong(chipNames[f.firstToFail?.chip ?? f.first])} in ${words.precision(f.firstToFail?.precision ?? "bf16")}: exp takes ${percent(f.firstToFail?.ratio ?? Number.NaN)} of the matrix time there.`,
        c.rich`At ${shape} exp is the limit on none of the chosen chips, as far as figures are public.`,
      ),
      c.rich`${c.term("softmax", "Softmax")}'s maximum, scaling, subtraction and sum are not in the table. They are about ${c.param("otherInstructions")} instructions per score on the FMA units, on ${c.param("offloadChip", offloadPlace(c))} ${picoseconds(c, offload.fmaCurvePs[0] ?? Number.NaN)} beside ${picoseconds(c, offload.mmaPs)} of matrix work and ${picoseconds(c, offload.expCurvePs[0] ?? Number.NaN)} of exp. With ${c.param("share", percentOf(c, c.params.share))} of the exponentials moved there, the FMA units are busy ${percent(offload.fmaBusy)} of the time; only the rest is left for polynomials.`,
    ];
  },
  predictions: (c) => {
    const f = facts(c);
    const list: ReturnType<Texts<"exp-bottleneck", PresetId, Words>["predictions"]> = [];
    if (f.worst)
      list.push({
        id: "worst",
        question: c.rich`${chipNames[f.worst.chip]} multiplies in ${words.precision(f.worst.precision)} at ${words.shape(f.worst.shape)}. How many times as long as the matrix work do the exponentials take?`,
        answer: {
          kind: "number",
          min: 0,
          max: 6,
          step: 0.1,
          unit: "×",
          truth: f.worst.ratio,
          tolerance: 0.3,
          truthText: `${c.format.number(f.worst.ratio, ".2f")}×`,
        },
        why: c.rich`One score needs 2 · (d_qk + d_v) operations on the Tensor Cores and one exp. Here that is ${c.format.number(f.worst.flopsPerExp, ",.0f")} operations at ${c.format.count(f.worst.peakFlops, "FLOP/s")}, against one exp at ${c.format.count(f.worst.expPerS, " exp/s")}.`,
      });
    list.push({
      id: "halve",
      question: c.rich`Halve the head dimension and change nothing else. What happens to exp time ÷ matrix time?`,
      answer: {
        kind: "choice",
        options: [
          { id: "halves", label: "It halves" },
          { id: "same", label: "It stays" },
          { id: "doubles", label: "It doubles" },
        ],
        truth: "doubles",
      },
      why: c.rich`There are just as many scores and as many exponentials, but each brings half the matrix work.`,
    });
    list.push({
      id: "only-matrix",
      question: c.rich`A new chip doubles only its matrix rate. By how much does attention speed up where the table shows more than 100%?`,
      answer: {
        kind: "choice",
        options: [
          { id: "double", label: "Twice as fast" },
          { id: "little", label: "A little faster" },
          { id: "none", label: "Not at all" },
        ],
        truth: "none",
      },
      why: c.rich`With the two kinds of work perfectly overlapped the slower one sets the pace, and above 100% that is exp.`,
    });
    return list;
  },
  experiments: (c): ExperimentView[] => [
    {
      id: "count-units",
      label: "Count units instead of reading the article",
      params: { account: "units" },
      lookAt: c.rich`H100 in FP8 at d = 128 moves from 86% to 100%: the two take equally long.`,
    },
    {
      id: "larger-heads",
      label: "Make the heads larger",
      params: { shapes: "128:128,256:256,512:512" },
      lookAt: c.rich`Every doubling of d halves the number: the same scores, twice the matrix work.`,
    },
    {
      id: "narrower",
      label: "Multiply in four bits",
      params: { precisions: "fp8,nvfp4", chips: "B200,B300" },
      lookAt: c.rich`The matrix rate doubles or triples again, and exp does not: the bottleneck returns on B300.`,
    },
    {
      id: "offload-quarter",
      label: "Move a quarter of exp away",
      params: { share: "0.25" },
      lookAt: c.rich`In the last picture the point sits near the balance: beyond it the FMA units become the slow ones.`,
    },
  ],
  exercise: (c) => {
    const f = facts(c);
    const asked = f.cells.some((cell) => cell.chip === "B200" && cell.precision === "fp8");
    const solved = asked && f.over === 0;
    return {
      task: c.rich`Keep B200 with FP8 in the table and find head shapes at which no cell is above 100%.`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`Solved: the tightest cell is at ${f.worst ? percentOf(c, f.worst.ratio) : "–"}. Larger heads hide exp, at the price of more matrix work per score.`,
        c.rich`Not yet${asked ? c.rich`: ${String(f.over)} cells are above 100%` : c.rich`: B200 with FP8 is not in the table`}.`,
      ),
    };
  },
  sources: [
    { id: "lecture", title: "CS349E, lecture 1, script 05, demo 3 (the course's own script)" },
    {
      id: "blackwell-ultra-blog",
      title: "NVIDIA, Inside NVIDIA Blackwell Ultra: The Chip Powering the AI Factory Era",
      url: "https://developer.nvidia.com/blog/inside-nvidia-blackwell-ultra-the-chip-powering-the-ai-factory-era",
    },
    {
      id: "softmax-blog",
      title: "NVIDIA, Making Softmax More Efficient with NVIDIA Blackwell Ultra (2026-02-25)",
      url: "https://developer.nvidia.com/blog/?p=112900",
    },
    {
      id: "rubin-bring-up",
      title: "vLLM and LMSYS, Rubin bring-up notes (2026-10-09)",
      url: "https://lmsys.org/blog/",
    },
    {
      id: "flash-attention-3",
      title: "Shah et al., FlashAttention-3, arXiv 2407.08608",
      url: "https://arxiv.org/abs/2407.08608",
    },
    { id: "flash-attention-4", title: "FlashAttention-4, arXiv 2603.05451", url: "https://arxiv.org/abs/2603.05451" },
    { id: "b300-measurements", title: "B300 SXM6 AC Canonical Reference (one person's measurements, not reviewed)" },
  ],
};
