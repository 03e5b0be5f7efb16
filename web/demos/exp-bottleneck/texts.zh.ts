// The words of "exp-bottleneck" in Chinese.
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
    return dQk === dV ? `d = ${dQk}` : `d_qk = ${dQk}、d_v = ${dV}`;
  },
  column: (pair) => {
    const [dQk, dV] = pair.split(":");
    return dQk === dV ? `d_head = ${dQk}` : `d_qk = ${dQk}，d_v = ${dV}`;
  },
  place: (chip, precision, shape) => `${chip}、${precision}、${shape}`,
  withRatio: (place, ratio) => `${place}（${ratio}）`,
  pairPlace: (chip, precision) => `${chip} ${precision}`,
  caveats: {
    "full-die": "这个数对得上整片晶粒的单元数，而在售芯片启用的 SM 更少。",
    "ratio-fp32": "推算值：官方只说过 FP32 是 Blackwell 的 2 倍。",
    "ratio-half": "推算值：官方只说过 BF16 和 FP16 是 Blackwell 的 4 倍。",
    "on-superchip": "在 Grace 超级芯片版本上测得。",
    "single-measurement": "一个人的实测，未经评审。",
  },
  table: {
    main: "指数运算要花的时间，占与它配套的矩阵运算时间的百分之几",
    chip: "芯片",
    precision: "矩阵精度",
    exp: "exp 吞吐",
    missing: (chip, precision) => `${chip} 在 ${precision} 下没有公开数字可填，这一行留空。`,
    over: "exp 比矩阵运算更久",
    under: "矩阵运算比 exp 更久",
    accounts: "exp 吞吐的三种算法",
    accountColumns: ["厂商文章", "单元数 × SM 数 × 时钟", "他人实测"],
    unitsNote: (ex2, sms, clock) => `每 SM 每周期 ${ex2} 个结果 × ${sms} 个 SM × ${clock}。`,
    againNote: (rate) => `另一份实测：${rate}。`,
    announcedNote: (fp32, half) => `只公布了相对 Blackwell 的倍数，推算为 ${fp32}（FP32）或 ${half}（BF16、FP16）。`,
    accountNote: "厂商文章里的数字对得上整片晶粒的 SM 数，而在售芯片的 SM 更少。原因没有人公开解释过。",
    balance: "头的维度取多大，exp 才刚好跟得上",
    balanceColumns: ["矩阵算力", "exp 吞吐", "恰好 100% 的 d_head"],
    announcedCaption: "只据公告推算：exp 时间 ÷ 矩阵时间",
    shape: "头",
    announcedColumn: (account) => `exp 吞吐按 Blackwell 的 ${account} 算`,
    announced:
      "公告只说 exp 吞吐在 FP32 下是 Blackwell 的 2 倍，在 BF16 和 FP16 下是 4 倍，没有给出数值；这里的 Blackwell 取自厂商文章。",
    other: "求最大值、减法和缩放都没有算进来，所以真实的负担只会更重。",
  },
  chart: {
    heatTitle: "exp 时间 ÷ 矩阵时间",
    heat: (worst, easiest, over, all) =>
      `最高：${worst}。最低：${easiest}。${all} 格里有 ${over} 格超过 100%，那里由 exp 决定快慢。`,
    empty: "所选的芯片都缺少这张图需要的数字。",
    barsTitle: "谁在等谁",
    bars: (worst, over, all) =>
      `每根柱子是 exp 时间与矩阵时间之比，横线在 100%。${all} 根里有 ${over} 根越线，最长的是 ${worst}。`,
    ratio: "exp 时间 ÷ 矩阵时间",
    place: "芯片与精度",
    limit: "100%：两者一样久",
    reading: (place, ratio, exp) => `${place}：exp 吞吐 ${exp}，时间是矩阵运算的 ${ratio}`,
    offloadTitle: "把一部分 exp 挪到 FMA 单元",
    offload: (place, before, balance, least, matrix) =>
      `${place}：exp 全由特殊函数单元做时，一个分数要 ${before}；挪走 ${balance} 给 FMA 单元，两边持平，只要 ${least}。矩阵运算需 ${matrix}。`,
    offloadNone: (place) => `${place}：在这里，挪走 exp 没有好处。`,
    offloadUnknown: (place) => `${place}：画这张图需要的某个数字没有公开。`,
    share: "在 FMA 单元上计算的 exp 占比",
    time: "每个分数的时间",
    sfu: "特殊函数单元",
    fma: "FMA 单元",
    total: "最慢的单元",
    lecture: "讲义的设置",
    matrix: "矩阵单元",
    balanceMark: "平衡点",
    current: "当前",
    offloadReading: (share, part, time) => `挪走 ${share}，${part}：${time}`,
  },
};

export const texts: Texts<"exp-bottleneck", PresetId, Words> = {
  title: "softmax 里的 exp，什么时候会拖住注意力？",
  name: "指数瓶颈",
  controls: {
    chips: {
      label: "芯片",
      help: "要比较的芯片，按所选的顺序排列。没有公开 exp 吞吐的芯片仍占一行，只是显示短横。",
      choices: chipNames,
    },
    precisions: {
      label: "矩阵乘法精度",
      help: "QKᵀ 和 PV 用哪种数值格式相乘。位数减半，矩阵速度翻倍，exp 却还是原来那么慢。",
      choices: precisionNames,
    },
    shapes: {
      label: "注意力头的形状 d_qk:d_v",
      help: "键向量和值向量各有多长：普通的头如 128:128，多头潜在注意力（MLA）如 192:128。",
    },
    account: {
      label: "exp 吞吐按谁算",
      help: "表格用哪一种 exp 吞吐：厂商文章（讲义所用）、数单元，还是实测。",
      choices: { blog: "厂商文章", units: "单元数 × SM 数 × 时钟", measured: "他人实测" },
    },
    offloadChip: { label: "挪移图：芯片", help: "FMA 那张图画的是哪块芯片。", choices: chipNames },
    offloadPrecision: { label: "挪移图：精度", help: "FMA 那张图用哪种矩阵精度。", choices: precisionNames },
    offloadQk: { label: "挪移图：d_qk", help: "那张图里查询与键向量的长度。" },
    offloadV: { label: "挪移图：d_v", help: "那张图里值向量的长度。" },
    share: {
      label: "放到 FMA 单元上的 exp 占比",
      help: "0 表示全由特殊函数单元做，1 表示全用多项式。FlashAttention-4 在 B200 上取 0.10 到 0.25。",
    },
    degree: { label: "多项式次数", help: "用来近似 0 到 1 之间的 2^x。三次的误差不超过 0.009%，BF16 已经分辨不出。" },
    reductionInstructions: {
      label: "多项式之外的指令",
      help: "每次在 FMA 单元上做 exp 还要：取整、相减、移位、填回指数。估计值。",
    },
    otherInstructions: {
      label: "softmax 的其余指令",
      help: "每个分数无论如何都要在 FMA 单元上做的：求最大值、缩放、相减、求和、转换。估计值。",
    },
  },
  presets: {
    lecture: "讲义原样",
    units: "按单元数算",
    measured: "按实测算",
    small: "小的头",
    rubin: "加上 Rubin",
    fa4: "FlashAttention-4 的办法",
  },
  problems: {
    "no-rate": (given) => `${given} 没有公开的矩阵算力，对应的行留空。`,
    "no-exp-rate": (given) => `按这种算法，${given} 没有公开的 exp 吞吐，对应的行留空。`,
  },
  words,
  sentence: (c) => {
    const f = facts(c);
    if (!f.worst)
      return c.rich`所选的芯片（${c.param("chips")}）在 ${c.param("precisions")} 下没有一块同时公开了矩阵算力和 exp 吞吐。`;
    return c.rich`最紧张的是 ${c.param("chips", chipNames[f.worst.chip])}：${c.param("precisions", words.precision(f.worst.precision))} 精度、${c.param("shapes", words.shape(f.worst.shape))} 时，exp 要花掉矩阵运算 ${c.strong(c.format.number(f.worst.ratio, ".0%"))} 的时间；${c.when(
      "any-over",
      f.over > 0,
      c.rich`${String(f.all)} 格里有 ${String(f.over)} 格是 Tensor Core 在等 exp。`,
      c.rich`${String(f.all)} 格里没有一格需要 Tensor Core 等 exp。`,
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
        ? c.rich`按现在的算法，${c.param("chips", chipNames[f.first])} 没有公开数字，谈不上谁等谁。`
        : c.rich`${c.param("chips", chipNames[f.first])} 上，${shape} 时 exp 需要的时间与矩阵运算之比：${firstRow.flatMap((cell, i) => [i ? "，" : "", `${words.precision(cell.precision)} `, percent(cell.ratio)])}。${c.when(
            "first-keeps-up",
            firstRow.every((cell) => !isOver(cell.ratio)),
            c.rich`${c.term("sfu", "特殊函数单元")}跟得上，exp 可以躲在矩阵运算后面。`,
            c.rich`至少有一种精度超过了矩阵运算，那里快慢由 exp 说了算。`,
          )}${c.demo("ping-pong", "看两个 warpgroup 怎样让两者重叠", f.firstInPingPong)}。`,
      !slow || !grown
        ? c.rich`只有一块芯片有数字，还比不出代际差别，请再选一块。`
        : c.rich`从 ${chipNames[f.first]} 到 ${c.param("chips", chipNames[slow.chip])}，${words.precision(slow.precision)} 矩阵算力变为 ${c.strong(`${c.format.number(grown.peakMultiple, ".1f")}×`)}，exp 吞吐只到 ${c.strong(`${c.format.number(grown.expMultiple, ".1f")}×`)}；${shape} 时 exp 要花矩阵时间的 ${percent(slow.ratio)}。${c.when(
            "slow-over",
            isOver(slow.ratio),
            c.rich`${c.term("attention", "注意力")}只能按特殊函数单元的步子走，光把 ${c.term("tensor-core", "Tensor Core")} 做快毫无用处，这正是 Amdahl 定律。`,
            c.rich`exp 暂时还没有成为短板。`,
          )}`,
      !last
        ? c.rich`按现在的算法，${c.param("chips", chipNames[f.last])} 没有公开数字，它的行留空。`
        : c.rich`${c.param("chips", chipNames[f.last])} 每秒做 ${c.strong(c.format.count(last.expPerS, " 次 exp"))}，${shape}、${words.precision(last.precision)} 时比值是 ${percent(last.ratio)}。${c.when(
            "last-under",
            !isOver(last.ratio),
            "不超过 100%，这就是 NVIDIA 所说的 ",
            "仍在 100% 以上，还需要更多 NVIDIA 所说的 ",
          )}${c.quote("accelerated softmax", "blackwell-ultra-blog", "en")}${c.source("blackwell-ultra-blog")}：一个小单元，因为邻居们长得太快，才轮到它加倍。`,
      c.rich`软件也在同一处用力：FlashAttention-4${c.source("flash-attention-4")} 用普通 FMA 单元上的多项式算掉一部分 exp。${
        offloadKnown(c)
          ? c.when(
              "offload-helps",
              offloadHelps(c),
              c.rich`以 ${c.param("offloadChip", offloadPlace(c))} 为例，挪走 ${percent(offload.balancedShare)} 时两边持平，一个分数只要 ${picoseconds(c, offload.balancedPs)}，而不是 ${picoseconds(c, offload.expCurvePs[0] ?? Number.NaN)}。`,
              c.rich`在 ${c.param("offloadChip", offloadPlace(c))} 上，这样做没有收益。`,
            )
          : c.rich`${c.param("offloadChip", offloadPlace(c))} 缺少公开数字，算不出能省多少。`
      }Rubin 则继续提高硬件吞吐，公告说是 Blackwell 的 2 倍（FP32）和 4 倍（${c.term("bf16", "BF16")}）${c.source("rubin-bring-up")}。`,
      f.all === 0
        ? c.rich`头越小，每次 exp 能躲在后面的矩阵运算就越少；只是这些芯片没有数字可看。`
        : c.rich`头越小，每次 exp 能躲在后面的矩阵运算就越少：${words.shape(f.smallest)} 时，${String(f.allSmallest)} 组“芯片与精度”里有 ${String(f.overSmallest)} 组超过 100%${c.when(
            "one-shape",
            f.smallest === f.largest,
            c.rich`。再加一种形状，就能看出变化。`,
            c.rich`；${words.shape(f.largest)} 时，${String(f.allLargest)} 组里有 ${String(f.overLargest)} 组。模型配置里一个不起眼的数，决定了芯片上谁是瓶颈。`,
          )}`,
      spread
        ? c.rich`exp 到底有多快，要看听谁的：${chipNames[spread.chip]} 的几种算法从 ${c.format.count(spread.low, " exp/s")} 到 ${c.format.count(spread.high, " exp/s")} 不等。若不看文章而去数单元，H100 在 FP8、d = 128 时就从 86% 变成 100%。`
        : c.rich`这些芯片的 exp 吞吐只有一种公开算法，无从核对。`,
      c.when(
        "some-chip-fails",
        f.firstToFail !== undefined,
        c.rich`按所选的顺序往后看，${shape} 时最先撑不住的是 ${c.strong(chipNames[f.firstToFail?.chip ?? f.first])}，${words.precision(f.firstToFail?.precision ?? "bf16")} 精度：exp 要花掉矩阵时间的 ${percent(f.firstToFail?.ratio ?? Number.NaN)}。`,
        c.rich`${shape} 时，就公开的数字看，所选芯片没有一块受 exp 限制。`,
      ),
      c.rich`${c.term("softmax", "softmax")} 里的求最大值、缩放、相减和求和没有算进表里。每个分数大约是 ${c.param("otherInstructions")} 条 FMA 单元上的指令，在 ${c.param("offloadChip", offloadPlace(c))} 上要 ${picoseconds(c, offload.fmaCurvePs[0] ?? Number.NaN)}，矩阵运算是 ${picoseconds(c, offload.mmaPs)}，exp 是 ${picoseconds(c, offload.expCurvePs[0] ?? Number.NaN)}。挪过去 ${c.param("share", percentOf(c, c.params.share))} 的 exp 之后，FMA 单元有 ${percent(offload.fmaBusy)} 的时间在忙，剩下的才是多项式还能用的。`,
    ];
  },
  predictions: (c) => {
    const f = facts(c);
    const list: ReturnType<Texts<"exp-bottleneck", PresetId, Words>["predictions"]> = [];
    if (f.worst)
      list.push({
        id: "worst",
        question: c.rich`${chipNames[f.worst.chip]} 用 ${words.precision(f.worst.precision)} 做矩阵乘法，${words.shape(f.worst.shape)}。exp 的时间是矩阵运算的几倍？`,
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
        why: c.rich`一个分数要在 Tensor Core 上做 2 ·（d_qk + d_v）次运算，再做一次 exp。这里是 ${c.format.number(f.worst.flopsPerExp, ",.0f")} 次运算对 ${c.format.count(f.worst.peakFlops, "FLOP/s")}，一次 exp 对 ${c.format.count(f.worst.expPerS, " exp/s")}。`,
      });
    list.push({
      id: "halve",
      question: c.rich`把头的维度减半，别的都不动，exp 时间 ÷ 矩阵时间会怎样？`,
      answer: {
        kind: "choice",
        options: [
          { id: "halves", label: "减半" },
          { id: "same", label: "不变" },
          { id: "doubles", label: "翻倍" },
        ],
        truth: "doubles",
      },
      why: c.rich`分数还是那么多，exp 也还是那么多，但每个分数带来的矩阵运算只剩一半。`,
    });
    list.push({
      id: "only-matrix",
      question: c.rich`新芯片只把矩阵算力翻倍。在表中超过 100% 的格子里，注意力能快多少？`,
      answer: {
        kind: "choice",
        options: [
          { id: "double", label: "快一倍" },
          { id: "little", label: "快一点" },
          { id: "none", label: "一点也不快" },
        ],
        truth: "none",
      },
      why: c.rich`两类运算即使完美重叠，也要等较慢的那一个；超过 100% 时，较慢的是 exp。`,
    });
    return list;
  },
  experiments: (c): ExperimentView[] => [
    {
      id: "count-units",
      label: "不看文章，改数单元",
      params: { account: "units" },
      lookAt: c.rich`H100 在 FP8、d = 128 时从 86% 变成 100%，两边一样久。`,
    },
    {
      id: "larger-heads",
      label: "把头做大",
      params: { shapes: "128:128,256:256,512:512" },
      lookAt: c.rich`d 每翻一倍，比值就减半：分数还是那么多，矩阵运算多了一倍。`,
    },
    {
      id: "narrower",
      label: "用 4 位做矩阵乘法",
      params: { precisions: "fp8,nvfp4", chips: "B200,B300" },
      lookAt: c.rich`矩阵算力又翻了一两倍，exp 却没跟上：瓶颈在 B300 上卷土重来。`,
    },
    {
      id: "offload-quarter",
      label: "挪走四分之一的 exp",
      params: { share: "0.25" },
      lookAt: c.rich`看最后一张图，点就落在平衡处附近；再多挪，慢的就换成 FMA 单元。`,
    },
  ],
  exercise: (c) => {
    const f = facts(c);
    const asked = f.cells.some((cell) => cell.chip === "B200" && cell.precision === "fp8");
    const solved = asked && f.over === 0;
    return {
      task: c.rich`让 B200 和 FP8 留在表里，找出一组头的形状，使没有一格超过 100%。`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`做到了：最紧张的一格是 ${f.worst ? percentOf(c, f.worst.ratio) : "–"}。头大了，exp 就藏得住，代价是每个分数要做更多矩阵运算。`,
        c.rich`还没有${asked ? c.rich`：有 ${String(f.over)} 格超过 100%` : c.rich`：B200 的 FP8 不在表里`}。`,
      ),
    };
  },
  sources: [
    { id: "lecture", title: "CS349E 第 1 讲，05 号脚本，演示 3（课程自己的脚本）" },
    {
      id: "blackwell-ultra-blog",
      title: "NVIDIA，Inside NVIDIA Blackwell Ultra: The Chip Powering the AI Factory Era",
      url: "https://developer.nvidia.com/blog/inside-nvidia-blackwell-ultra-the-chip-powering-the-ai-factory-era",
    },
    {
      id: "softmax-blog",
      title: "NVIDIA，Making Softmax More Efficient with NVIDIA Blackwell Ultra（2026-02-25）",
      url: "https://developer.nvidia.com/blog/?p=112900",
    },
    { id: "rubin-bring-up", title: "vLLM 与 LMSYS 的 Rubin 上手记录（2026-10-09）", url: "https://lmsys.org/blog/" },
    {
      id: "flash-attention-3",
      title: "Shah 等，FlashAttention-3，arXiv 2407.08608",
      url: "https://arxiv.org/abs/2407.08608",
    },
    { id: "flash-attention-4", title: "FlashAttention-4，arXiv 2603.05451", url: "https://arxiv.org/abs/2603.05451" },
    { id: "b300-measurements", title: "B300 SXM6 AC Canonical Reference（一个人的实测，未经评审）" },
  ],
};
