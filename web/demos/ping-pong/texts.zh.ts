// ping-pong 演示的中文文字。
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

const chips = { ...chipNames, Ironwood: "Ironwood（TPU7x）" };

function turns(c: C): Rich {
  const [bf16, fp8] = c.result.rows;
  return c.rich`FlashAttention-3 的 ${c.term("ping-pong", "ping-pong")} 让两个 ${c.term(
    "warpgroup",
    "warpgroup",
  )} 轮流上场：你乘矩阵时，我做 ${c.term("softmax", "softmax")}。${c.when(
    "matrix-rates-are-known",
    !Number.isNaN(bf16?.gain ?? Number.NaN) && !Number.isNaN(fp8?.gain ?? Number.NaN),
    c.rich`${c.term("bf16", "BF16")} 时 exp 的用时是矩阵乘法的 ${c.strong(share(c, bf16?.expPerMma))}，轮流带来 ${c.strong(
      times(c, bf16?.gain),
    )}；换成 FP8，乘法变短，exp 还是那么长：占 ${c.strong(share(c, fp8?.expPerMma))}，收益 ${c.strong(
      times(c, fp8?.gain),
    )}。${c.when(
      "fp8-gains-more",
      (fp8?.gain ?? 0) > (bf16?.gain ?? 0),
      c.rich`在这里，乘法越快，轮流越值得。`,
      c.rich`在这里，精度再低也不会让轮流更划算：较长的已经是 exp，或者卡在了别处。`,
    )}`,
    c.rich`这块芯片缺少某项速率，收益算不全：BF16 ${times(c, bf16?.gain)}，FP8 ${times(c, fp8?.gain)}。`,
  )}`;
}

function published(c: C): Rich {
  const report = (name: string) => c.result.reports.find((one) => one.report === name);
  return c.rich`论文第一版报告的前向速率，半精度是 ${c.strong(flops(c, report("fa3-v1-fp16")?.flops))}（峰值的 ${share(
    c,
    report("fa3-v1-fp16")?.share,
  )}），FP8 接近 ${c.strong(
    flops(c, report("fa3-v1-fp8")?.flops),
  )} ${c.source("fa3")}。Blackwell Ultra 用硬件对付同一个瓶颈，把 exp 单元翻了一倍，见 ${c.demo(
    "exp-bottleneck",
    "exp 瓶颈",
    {
      chips: c.params.chip,
      shapes: `${c.params.headDim}:${c.params.headDim}`,
    },
  )}。（课程在第 11 讲再谈 FlashAttention，那一讲不在本站。）`;
}

function overheads(c: C): Rich {
  const row = c.result.rows.find((one) => one.precision === c.params.timelinePrecision);
  return c.when(
    "overheads-are-set",
    c.params.imbalance > 0 || c.params.syncNs > 0,
    c.rich`不均衡度 ${c.param("imbalance")}、每次交接 ${c.param("syncNs")}，${
      c.words.precisions[c.params.timelinePrecision]
    } 的收益是 ${c.strong(times(c, row?.gain))}：交接花的时间、等慢搭档的时间，再也藏不住了。`,
    c.rich`这是理想情形：两边一样重，交接不花时间。H100 半精度的理想值是 ${times(c, c.lecture.rows[0]?.gain)}，ping-pong 的实测只有 ${times(c, c.result.reports[2]?.gain)} 到 ${times(c, c.result.reports[3]?.gain)} ${c.source("fa3")}；把不均衡度或交接时间调大，看它怎样缩水。`,
  );
}

const predictions = (c: C): PredictionView[] => {
  const [bf16, fp8] = c.result.rows;
  const all: PredictionView[] = [
    {
      id: "most",
      question: c.rich`两个 warpgroup 轮流，对一个包办到底：最好的情况能快几倍？`,
      answer: {
        kind: "choice",
        options: [
          { id: "half", label: "1.5 倍" },
          { id: "two", label: "2 倍" },
          { id: "any", label: "没有上限" },
        ],
        truth: "two",
      },
      why: c.rich`两段时间之和，至多是较长一段的两倍；两段一样长时，正好两倍。`,
    },
  ];
  if (fp8 && !Number.isNaN(fp8.gain)) {
    all.push({
      id: "fp8",
      question: c.rich`FP8 时，每个分数的矩阵乘法 ${c.format.number(fp8.mmaPs, ".3f")} ps，exp ${c.format.number(
        fp8.expPs,
        ".3f",
      )} ps。轮流能快几倍？`,
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
      why: c.rich`串行是两段相加；轮流只算较长的一段，再加上交接和不均衡的损失。`,
    });
  }
  if (bf16 && !Number.isNaN(bf16.gain)) {
    all.push({
      id: "faster-exp",
      question: c.rich`exp 单元再快一点点，BF16 的收益会怎样？`,
      answer: {
        kind: "choice",
        options: [
          { id: "smaller", label: "变小" },
          { id: "same", label: "不变" },
          { id: "larger", label: "变大" },
        ],
        truth: { mma: "smaller", exp: "larger", warpgroup: "same" }[bf16.binding],
      },
      why: c.rich`先看轮流时的用时由谁决定：眼下是“${c.words.bindings[bf16.binding]}”。只要不是 exp，exp 变快就只会缩短串行的那一边。`,
    });
  }
  return all;
};

export const texts: Texts<"ping-pong", PresetId, Words> = {
  title: "矩阵乘法和 exp 轮流上场，能赚多少？",
  name: "ping-pong 调度",
  controls: {
    chip: { label: "芯片", help: "决定矩阵运算的速率。exp 的速率另有控件。", choices: chips },
    headDim: { label: "头维度", help: "查询、键、值向量的长度：每个分数 4 × d 次运算。" },
    expTps: { label: "exp 速率", help: "整块芯片的。NVIDIA 的文章给 H100 的数字是每秒 4.5 T。" },
    expAccount: {
      label: "exp 速率按哪本账",
      help: "用手动设的，或者用芯片的三本账之一。",
      choices: { given: "手动设定", blog: "厂商文章", units: "单元 × SM × 时钟", measured: "实测" },
    },
    imbalance: { label: "不均衡度", help: "一个 warpgroup 每步多干这么多，另一个就少干这么多。" },
    syncNs: { label: "交接时间", help: "从一个 warpgroup 让出 Tensor Core，到另一个开始用。" },
    rows: { label: "每步的行数", help: "一个 warpgroup 负责的查询行：Hopper 上是 64。" },
    columns: { label: "每步的键数", help: "一块键和值的长度。" },
    timelinePrecision: { label: "时间线的精度", help: "时间线按哪种精度画。", choices: { bf16: "BF16", fp8: "FP8" } },
    timelineSteps: { label: "画几步", help: "每个 warpgroup 画出的步数。" },
  },
  presets: {
    lecture: "课程设定",
    "by-units": "按单元数算 exp",
    b200: "B200",
    b300: "B300",
    "small-head": "头维度 64",
    overheads: "算上损耗",
  },
  problems: {
    "no-rate": (given) => `查不到 ${given} 的 BF16 或 FP8 速率，相应的格子留空`,
    "no-fp8": (given) => `${given} 没有 FP8，这一行留空`,
    "no-exp-rate": () => "这块芯片在这本账上没有 exp 速率，格子留空",
  },
  words: {
    precisions: { bf16: "BF16", fp8: "FP8" },
    chips,
    main: {
      caption: "每个注意力分数的用时（整块芯片）",
      precision: "精度",
      mma: "矩阵乘法",
      exp: "exp",
      ratio: "exp ÷ 乘法",
      serial: "串行",
      overlap: "轮流",
      gain: "收益",
    },
    bounds: {
      caption: "由此能达到的上限",
      serial: "串行上限",
      overlap: "轮流上限",
      busy: "Tensor Core 忙碌",
      binding: "用时由谁决定",
      balanced: "收益最大的头维度",
    },
    bindings: { mma: "矩阵乘法", exp: "exp", warpgroup: "较慢的 warpgroup" },
    accounts: {
      caption: "这块芯片的 exp 速率，三本账",
      account: "哪本账",
      rate: "每秒 exp",
      ratio: (precision) => `exp ÷ 乘法，${precision}`,
      gain: (precision) => `收益，${precision}`,
    },
    accountNames: { blog: "厂商文章", units: "单元 × SM × 时钟", measured: "实测" },
    reports: {
      caption: "论文报告：注意力前向，头维度 128",
      what: "内容",
      chip: "芯片",
      rate: "速率",
      share: "占峰值",
      gain: "比不分工",
      why: "比理想情形少，是因为 softmax 不止有 exp，warpgroup 要在屏障处互等，头尾两步没有搭档，矩阵乘法也跑不到峰值。何况拿来比的内核也不是纯粹的串行，硬件自己就会重叠一些。",
    },
    reportNames: {
      "fa3-no-specialization": "FlashAttention-3，不做 warp 专门化",
      "fa3-no-pipelining": "FlashAttention-3，warpgroup 内不重叠",
      "fa3-pingpong-from": "FlashAttention-3，ping-pong，低值",
      "fa3-pingpong-to": "FlashAttention-3，ping-pong，高值",
      "fa3-full": "FlashAttention-3，全部（消融实验）",
      "fa3-v1-fp16": "FlashAttention-3 第一版，FP16",
      "fa3-v1-fp8": "FlashAttention-3 第一版，FP8",
      "fa3-neurips-bf16": "FlashAttention-3 NeurIPS 版，BF16",
      "fa3-neurips-fp8": "FlashAttention-3 NeurIPS 版，FP8",
      "fa4-b200-bf16": "FlashAttention-4，BF16",
    },
    shortReports: {
      "fa3-no-specialization": "无分工",
      "fa3-no-pipelining": "无重叠",
      "fa3-pingpong-from": "轮流低",
      "fa3-pingpong-to": "轮流高",
      "fa3-full": "全部",
      "fa3-v1-fp16": "v1 16",
      "fa3-v1-fp8": "v1 8",
      "fa3-neurips-bf16": "BF16",
      "fa3-neurips-fp8": "FP8",
      "fa4-b200-bf16": "FA4",
    },
    units: { mma: "矩阵乘法", exp: "exp", "hand-over": "交接" },
    timeline: {
      title: "两个 warpgroup：串行与轮流",
      x: "一个 SM 上的时间",
      serial: (warpgroup) => `串行，warpgroup ${warpgroup}`,
      turns: (warpgroup) => `轮流，warpgroup ${warpgroup}`,
      none: "这块芯片缺少速率或 SM 数，画不出时间线。",
      description: (precision, serial, inTurns, closed) =>
        `${precision}：两步串行要 ${serial}；轮流稳定之后要 ${inTurns}，公式给出 ${closed}。`,
      reading: (unit, warpgroup, step, from, to) => `warpgroup ${warpgroup}，第 ${step} 步，${unit}：${from} 到 ${to}`,
    },
    gain: {
      title: "收益随头维度变化",
      byHeadDim: "头维度",
      byRate: "整块芯片的 exp 速率（对数）",
      titleByRate: "收益随 exp 速率变化",
      y: "串行 ÷ 轮流",
      lecture: (precision) => `课程设定，${precision}`,
      most: "最多 2×",
      now: (value) => `现在：${value}`,
      reported: "论文报告（FlashAttention-3）",
      description: (parts, at) =>
        `在 ${at} 处，收益：${parts.map(({ precision, gain }) => `${precision} ${gain}`).join("、") || "未知"}。` +
        "乘法与 exp 一样长时收益最大。",
      reading: (precision, at, gain) => `${precision}，${at}：收益 ${gain}`,
    },
    measured: {
      title: "理想旁边：论文报告了多少",
      x: "内核",
      y: "注意力速率",
      series: "论文报告",
      serial: (precision) => `${precision}，串行`,
      overlap: (precision) => `${precision}，轮流`,
      description: (serial, overlap, from, to) =>
        `BF16 时模型的上限：串行 ${serial}，轮流 ${overlap}；论文报告的速率从 ${from} 到 ${to}。`,
      reading: (what, rate) => `${what}：${rate}`,
    },
    figures: { exp: "每秒 exp 次数" },
  },
  sentence: (c) => {
    const rate = c.figure("exp-rate", c.format.count(c.result.expPerS));
    return c.when(
      "gain-is-known",
      !Number.isNaN(c.result.rows[0]?.gain ?? Number.NaN),
      c.rich`在 ${c.param("chip")} 上，头维度 ${c.param("headDim")}，每秒 ${rate} 次 exp：让两个 warpgroup 轮流，注意力的速度变成 ${c.strong(times(c, c.result.rows[0]?.gain))}（BF16）和 ${c.strong(times(c, c.result.rows[1]?.gain))}（FP8）。`,
      c.rich`${c.param("chip")}、头维度 ${c.param("headDim")}、每秒 ${rate} 次 exp：有一项速率查不到，算不出轮流的收益。`,
    );
  },
  observations: (c) => [
    c.rich`每个${c.term("attention", "注意力")}分数要在 ${c.term("tensor-core", "Tensor Core")} 上做 ${c.strong(
      c.format.number(c.result.flopsPerScore, ",.0f"),
    )} 次运算，再到${c.term(
      "sfu",
      "特殊函数单元",
    )}上做一次 exp。两处硬件互不相干，本可以一直同时开工；可如果同一个 warpgroup 先乘完、再做 softmax，它们就只能一前一后。`,
    turns(c),
    published(c),
    overheads(c),
    c.when(
      "account-is-given",
      c.params.expAccount === "given",
      c.rich`一切都系于 exp 的速率。按“单元 × SM × 时钟”算，这块芯片每秒 ${c.strong(
        c.format.count(c.result.accounts[1]?.expPerS ?? Number.NaN),
      )} 次，BF16 的收益就成了 ${c.strong(times(c, c.result.accounts[1]?.gain[0]))}。想换一本账，用控件“${c.strong(
        "exp 速率按哪本账",
      )}”。`,
      c.rich`exp 速率现在跟着芯片的账走，不看滑块：每秒 ${c.strong(
        c.format.count(c.result.expPerS),
      )} 次。三本账各自意味着什么，见下面的表。`,
    ),
  ],
  predictions,
  experiments: (c): ExperimentView[] => [
    {
      id: "more-exp",
      label: "Blackwell Ultra 的 exp",
      params: { chip: "B300", expTps: "10.7" },
      lookAt: c.rich`乘法快了，exp 也跟上了：比例又回到 H100 附近。`,
    },
    {
      id: "less-exp",
      label: "Blackwell 的 exp",
      params: { chip: "B200", expTps: "5" },
      lookAt: c.rich`乘法快了一大截，exp 几乎没动：FP8 时较长的已经是 exp，用时由它说了算。`,
    },
    {
      id: "unequal",
      label: "搭档不一样重",
      params: { imbalance: "0.3", timelineSteps: "8" },
      lookAt: c.rich`在时间线里，轻的那个 warpgroup 一次又一次地等着轮到自己。`,
    },
    {
      id: "slow-handover",
      label: "交接太慢",
      params: { syncNs: "200" },
      lookAt: c.rich`空隙落在 Tensor Core 上，偏偏它最耽误不起。`,
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
      task: c.rich`在课程设定的 H100 上，头维度是多少时，FP8 从轮流中获益最大？把它设出来。`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`对：此时乘法和 exp 一样长，收益是 ${times(c, result.rows[1]?.gain)}。`,
        c.when(
          "exercise-kept",
          kept,
          c.rich`现在收益是 ${times(c, result.rows[1]?.gain)}，exp 是乘法的 ${share(c, result.rows[1]?.expPerMma)}。什么时候会是 2 倍？`,
          c.rich`先把芯片、exp 速率、不均衡度和交接时间调回课程设定。`,
        ),
      ),
    };
  },
  sources: [
    { id: "script", title: "CS349E 第 8 讲，脚本 04（异步流水线），演示 3" },
    { id: "fa3", title: "Shah 等，FlashAttention-3（2024）", url: "https://arxiv.org/abs/2407.08608" },
    { id: "fa4", title: "FlashAttention-4 论文", url: "https://arxiv.org/abs/2603.05451" },
    {
      id: "ultra",
      title: "NVIDIA，Inside NVIDIA Blackwell Ultra",
      url: "https://developer.nvidia.com/blog/inside-nvidia-blackwell-ultra-the-chip-powering-the-ai-factory-era",
    },
    {
      id: "cutlass",
      title: "NVIDIA CUTLASS：ping-pong 内核与有序屏障",
      url: "https://github.com/NVIDIA/cutlass",
    },
  ],
};
