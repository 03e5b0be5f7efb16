// The words of "block-formats" in Chinese.
import type { ExperimentView, Texts } from "../../engine/define-demo.js";
import { facts, integer, type PresetId, type Words } from "./demo.js";

const words: Words = {
  schemes: {
    "fp8-tensor": () => "FP8 E4M3，整个张量共用一个缩放",
    "fp4-tensor": () => "FP4 E2M1，整个张量共用一个缩放",
    mxfp4: (block) => `MXFP4：每 ${block} 个数一个 2 的幂`,
    nvfp4: (block) => `NVFP4：每 ${block} 个数一个 FP8 缩放，张量再加一个 FP32`,
  },
  short: { "fp8-tensor": "FP8", "fp4-tensor": "FP4", mxfp4: "MXFP4", nvfp4: "NVFP4" },
  perBlock: (block) => `每 ${block} 个`,
  policies: {
    "lecture/fp8-tensor": "讲义 FP8",
    "lecture/fp4-tensor": "讲义 FP4",
    "lecture/mxfp4": "讲义 MXFP4",
    "lecture/nvfp4": "讲义 NVFP4",
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
    custom: "自定义",
  },
  figures: { weights: "NVFP4 权重", left: "留给 KV cache", maxParams: "不留 KV 时最大的模型" },
  table: {
    main: "同一批数的四种存法，各丢掉多少",
    scheme: "方案",
    bits: "每个数的比特",
    error: "相对误差",
    sqnr: "SQNR（dB）",
    zeroed: "变成 0 的比例",
    tail: (scheme, block, tail) => `${scheme}：最后一块只有 ${tail} 个数，不足 ${block} 个；按真实长度量化。`,
    parts: "误差从哪里来，理论又怎么说",
    partsColumns: [
      "舍入",
      "截断",
      "变成 0",
      "有截断的块",
      "缩放不舍入时的 SQNR（dB）",
      "期望 SQNR（dB）",
      "实得 SQNR（dB）",
    ],
    partsNote: "前三项是平方误差中的份额。期望值由对分布积分得到，其中没有随机抽样。",
    noExpectation: "分布的方差不是有限值（Student-t 的 df ≤ 2），或者规则没有闭式解时，不给期望值。",
    storage: "存储账",
    storageColumns: ["权重", "显存还剩", "最大的模型", "余下可放的 KV token 数"],
    tooBig: "放不下",
    block: "策略 A 的一个块，逐个数看",
    blockColumns: ["原数", "÷ 缩放", "相邻的值", "编码", "编码的值", "读回来", "为什么"],
    blockNote: (policy, block, scale) => `${policy}，第 ${block} 块，缩放 ${scale}（不含张量缩放）。`,
    reasons: {
      clipped: (limit) => `太大，截到 ${limit}`,
      tie: (lower, upper) => `正好在 ${lower} 和 ${upper} 中间，由平局规则决定`,
      flushed: (upper) => `离 0 比离 ${upper} 近`,
      exact: "格式里恰有此值",
      nearest: (value, other) => `离 ${value} 比离 ${other} 近`,
    },
    differences: "策略 A 与策略 B 在哪里不同",
    differencesColumns: ["#", "原数", "A", "B", "为什么"],
    differencesNote: (codes, values) => `${codes} 个编码、${values} 个数值不同，这里列出前几个。`,
    noDifference: "两种策略给每个数的编码都一样。",
    differenceReasons: { scale: "缩放不同", tie: "平局", zero: "零的符号", arithmetic: "运算次序" },
  },
  chart: {
    errorsTitle: "每种存法丢掉多少",
    errors: (worst, worstError, best, bestError, zeroed) =>
      `误差最大的是 ${worst}，${worstError}；最小的是 ${best}，${bestError}。全体共用一个缩放时，FP4 把 ${zeroed} 的数变成了 0。`,
    measure: "指标",
    share: "比例",
    error: "相对误差",
    zeroed: "变成 0",
    errorReading: (scheme, measure, share) => `${scheme}，${measure}：${share}`,
    magnifierTitle: "放大镜下的一个块",
    magnifier: (policy, block, largest, flushed, all) =>
      `${policy}，第 ${block} 块，每个数都除以块的缩放，放到格式的格点上。最大的绝对值 ${largest} 定下缩放，${all} 个数里有 ${flushed} 个变成 0。`,
    element: "第几个数",
    value: "数 ÷ 缩放",
    original: "舍入前",
    rounded: "舍入后",
    magnifierReading: (index, value, what, why) => `第 ${index} 个，${what}：${value}（${why}）`,
    histogramTitle: "这些数，和盖在上面的 FP4 格点",
    histogram: (rms, largest) =>
      `均方根 ${rms}，最大的绝对值 ${largest}。全体共用一个缩放时，FP4 的七个非零绝对值就在竖线处；比第一条线的一半还小的，都变成 0。`,
    magnitude: "绝对值",
    numbers: "每格的个数",
    grid: (value) => value,
    histogramReading: (from, count) => `从 ${from} 起：${count} 个`,
    codesTitle: "十六个码各用了多少",
    codes: (zeros, outer) =>
      `全体共用一个缩放时，FP4 的码有 ${zeros.fp4} 是零，最外面的 ±6 占 ${outer.fp4}。分块以后各按自己最大的数缩放：MXFP4 的零占 ${zeros.mx}、±6 占 ${outer.mx}，NVFP4 的零占 ${zeros.nv}、±6 占 ${outer.nv}。几乎用不到的码，白占了比特。`,
    code: "码所代表的值",
    codeShare: "占全部数的比例",
    codeReading: (scheme, bits, value, share) => `${scheme}，码 ${bits}（${value}）：占 ${share}`,
    policiesTitle: "策略 A 与 B 各用了哪些编码",
    policies: (a, b, differ) => `${a} 对 ${b}：${differ} 个数的编码不同。`,
    codeNumber: "编码（数字）",
    sweepTitle: "只改一样，SQNR 怎么变",
    sweepOver: { block: "每块的个数", df: "自由度", scale: "整体大小" },
    sweep: (over, from, to, mx, nv) =>
      `${over}从 ${from} 到 ${to}：NVFP4 从 ${nv[0]} dB 到 ${nv[1]} dB，MXFP4 从 ${mx[0]} dB 到 ${mx[1]} dB。虚线是期望值。`,
    sqnr: "SQNR",
    expected: (scheme) => `${scheme} 期望值`,
    sweepReading: (scheme, over, x, sqnr) => `${scheme}，${over} ${x}：${sqnr} dB`,
    lecture: (scheme) => `${scheme}（讲义）`,
    now: "当前",
  },
};

const distributions = {
  "student-t": "Student-t 分布",
  normal: "正态分布",
  laplace: "Laplace 分布",
  uniform: "均匀分布",
  outliers: "带离群值的正态分布",
};
const yesNo = { yes: "有", no: "没有" };

export const texts: Texts<"block-formats", PresetId, Words> = {
  title: "同样是 4 位，NVFP4 凭什么准得多？",
  name: "块格式",
  controls: {
    distribution: {
      label: "分布",
      help: "这些数长什么样。Student-t 的尾巴重，像权重和激活；均匀分布没有尾巴。",
      choices: distributions,
    },
    df: { label: "自由度", help: "只对 Student-t 有效：越小，尾巴越重。不超过 2 时方差无穷大。" },
    n: { label: "抽多少个数", help: "真的抽出来、真的量化。越多结果越稳，也越慢。" },
    scale: { label: "整体大小", help: "所有的数都乘以它。只有 MXFP4 会察觉，因为它的缩放只能取 2 的幂。" },
    seed: { label: "种子", help: "同一个种子抽到的数，与 numpy 的 default_rng 完全相同。" },
    mxBlock: { label: "MXFP4 块大小", help: "多少个数共用一个 2 的幂缩放。标准规定 32。" },
    nvBlock: { label: "NVFP4 块大小", help: "多少个数共用一个 FP8 缩放。格式规定 16。" },
    paramsB: { label: "模型规模", help: "存储账里模型的参数量，以十亿计。" },
    capacityGB: { label: "显存容量", help: "存储账里芯片的显存，十进制 GB。" },
    outlierFraction: { label: "离群值的比例", help: "只对带离群值的正态分布有效：有多少数被放大。" },
    outlierFactor: { label: "离群值的倍数", help: "这些数被放大多少倍。" },
    mxRule: {
      label: "MXFP4 缩放规则",
      help: "块内最大的数怎样变成 2 的幂。MX 标准是向下取。",
      choices: { floor: "向下（MX 标准）", rceil: "不截断的最小者", even: "先舍入再向下", ceil: "向上" },
    },
    nvRule: {
      label: "NVFP4 缩放规则",
      help: "块缩放怎样变成 FP8 数；“4 或 6”是让最大的数落到误差较小的那一个。",
      choices: { rne: "最近", up: "向上", "four-six": "4 或 6" },
    },
    nvTensorScale: { label: "NVFP4 张量缩放", help: "要不要用一个 FP32 缩放把块缩放挪进 FP8 的范围。", choices: yesNo },
    tie: {
      label: "平局怎么办",
      help: "数正好在两个值中间时：脚本取较小的，硬件取偶数码。",
      choices: { smaller: "绝对值较小的", even: "偶数码", away: "绝对值较大的" },
    },
    kvKiBPerToken: {
      label: "每个 token 的 KV",
      help: "用于存储账：320 KiB 相当于 80 层、8 个键值头、维度 128、2 字节。",
    },
    sweep: {
      label: "扫描什么",
      help: "最后一张图的横轴。",
      choices: { block: "块大小", df: "自由度", scale: "整体大小" },
    },
    policyA: { label: "策略 A", help: "放大镜下的策略。", choices: words.policies },
    policyB: { label: "策略 B", help: "与它逐码比较的策略。", choices: words.policies },
    block: { label: "放大第几块", help: "策略 A 的块号；−1 表示含最大数的那一块。" },
    customElement: {
      label: "自定义：元素",
      help: "数用什么格式。",
      choices: { e4m3: "E4M3", e5m2: "E5M2", e2m1: "E2M1" },
    },
    customBlock: { label: "自定义：块", help: "多少个数共用一个缩放；0 表示整个张量。" },
    customScale: {
      label: "自定义：缩放格式",
      help: "缩放怎么存。",
      choices: { e8m0: "E8M0", e4m3: "E4M3", f64: "不舍入" },
    },
    customScaleRule: {
      label: "自定义：缩放规则",
      help: "前四种配 E8M0，随后三种配 E4M3，最后一种配不舍入的缩放。",
      choices: {
        floor: "向下",
        rceil: "不截断的最小者",
        even: "先舍入再向下",
        ceil: "向上",
        rne: "最近的 E4M3",
        up: "稍大的 E4M3",
        "four-six": "4 或 6",
        max: "精确",
      },
    },
    customTie: {
      label: "自定义：平局",
      help: "正好在中间时怎么办。",
      choices: { even: "偶数码", smaller: "绝对值较小的", away: "绝对值较大的" },
    },
    customTensorScale: { label: "自定义：张量缩放", help: "只能与 E4M3 缩放同用。", choices: yesNo },
    customOverflow: {
      label: "自定义：溢出",
      help: "超过最大值时怎么办。",
      choices: { saturate: "取最大值", "nan-or-inf": "NaN 或无穷" },
    },
    customZero: {
      label: "自定义：零缩放",
      help: "全是零的块用什么缩放。",
      choices: { zero: "零", "min-scale": "最小的缩放" },
    },
    customNonFinite: {
      label: "自定义：NaN 与无穷",
      help: "NaN 或无穷大会波及多远。",
      choices: { propagate: "缩放所及之处", "block-nan": "只在本块", lecture: "照脚本" },
    },
    customArithmetic: {
      label: "自定义：运算",
      help: "按什么精度和次序缩放。",
      choices: { f64: "float64", f32: "float32", te: "Transformer Engine 的 float32" },
    },
  },
  presets: {
    lecture: "讲义原样",
    normal: "没有离群值",
    heavy: "尾巴更重",
    "same-block": "都用 32 一块",
    uniform: "均匀分布",
    "four-six": "4 或 6",
    conventions: "各家的规矩",
  },
  problems: { "does-not-fit": (given) => `“${given}”与策略的其余各项不相容，改用最接近的。` },
  words,
  sentence: (c) => {
    const f = facts(c);
    return c.rich`按“${c.param("distribution")}”抽 ${c.param("n")} 个数，舍入成 4 位：全体共用一个缩放，丢掉信号的 ${c.strong(f.percent(f.fp4.relativeError))}；${c.param("mxBlock", words.perBlock(f.number(c.params.mxBlock)))}共用一个 2 的幂，丢 ${c.strong(f.percent(f.mx.relativeError))}；${c.param("nvBlock", words.perBlock(f.number(c.params.nvBlock)))}共用一个 FP8 缩放，只丢 ${c.strong(f.percent(f.nv.relativeError))}。`;
  },
  observations: (c) => {
    const f = facts(c);
    return [
      c.rich`整个张量只有一个缩放时，FP4 ${c.term("quantization", "量化")}的误差是 ${c.strong(f.percent(f.fp4.relativeError))}。${c.when(
        "fp4-mostly-zero",
        f.fp4.zeroFraction > 0.5,
        c.rich`几个大数把缩放撑得很大，普通的数都落到最小一格以下，${c.strong(f.share(f.fp4.zeroFraction))} 的数变成了 0。`,
        c.rich`这里最大的数离其他数并不远，只有 ${c.strong(f.share(f.fp4.zeroFraction))} 变成 0：没有离群值，一个缩放的害处也就小。`,
      )}`,
      c.rich`${c.term("nvfp4", "NVFP4")} 让每 ${c.param("nvBlock", f.number(c.params.nvBlock))} 个数有${c.term("block-scale", "自己的缩放")}，误差${c.when(
        "nv-better-than-fp4",
        f.nv.relativeError < f.fp4.relativeError,
        "降到",
        "是",
      )} ${c.strong(f.percent(f.nv.relativeError))}。一个${c.term("outlier", "离群值")}只祸及同块的 ${f.number(c.params.nvBlock - 1)} 个邻居。代价是每个数 ${f.bits(f.nv)} 比特，而不是 ${f.bits(f.fp4)} 比特。`,
      c.rich`${c.term("mxfp4", "MXFP4")} 每块 ${c.param("mxBlock", f.number(c.params.mxBlock))} 个数，缩放只能是 2 的幂（${c.term("e8m0", "E8M0")}），误差 ${c.strong(f.percent(f.mx.relativeError))}，${c.when(
        "mx-between",
        f.mx.relativeError > f.nv.relativeError && f.mx.relativeError < f.fp4.relativeError,
        "夹在 FP4 和 NVFP4 中间。",
        "这一次并不在 FP4 和 NVFP4 中间。",
      )}${c.when(
        "floor-rule",
        c.params.mxRule === "floor",
        c.rich`缩放向下取 2 的幂，最多闲置三分之一的范围，却有 ${c.strong(f.share(f.mx.blocksClipped))} 的块里有数被${c.term("clipping", "截断")}。`,
        c.rich`按这种缩放规则，有数被截断的块占 ${c.strong(f.share(f.mx.blocksClipped))}。`,
      )}NVIDIA 说 NVFP4 ${c.quote("markedly lower error than standard FP4", "blackwell-ultra-blog", "en")}${c.source("blackwell-ultra-blog")}，在这批数上${c.when(
        "vendor-holds",
        f.nv.relativeError < f.fp4.relativeError,
        "，这个方向成立。",
        "却看不出来。",
      )}`,
      c.rich`拿 8 位的 FP8（${c.term("e4m3", "E4M3")}）对照，误差只有 ${c.strong(f.percent(f.fp8.relativeError))}。NVIDIA 说 NVFP4 的模型通常与 FP8 相差不到约 1%${c.source("blackwell-ultra-blog")}，那说的是任务准确率，不是逐元素的误差。两者的关系要到第 3 讲去看，本站没有收录那一讲。`,
      f.hasExpectation
        ? c.rich`对 NVFP4，由分布积分可期望 ${c.term("sqnr", "SQNR")} 为 ${c.strong(f.db(f.nv.expectedSqnrDb))} dB，这批数得到 ${c.strong(f.db(f.nv.sqnrDb))} dB：${c.when(
            "as-expected",
            f.asExpected,
            "理论和抽样对得上。",
            "数太少或尾巴太重，结果多半看运气。",
          )}FP8 几乎不受分布影响，因为浮点数不论大小，相对误差都一样。`
        : c.rich`这个分布没有期望值可比${c.when("no-variance", c.params.distribution === "student-t" && c.params.df <= 2, "：df ≤ 2 时方差无穷大，换一个种子就换一个结果。", "，因为没有闭式解。")}`,
      c.when(
        "fits",
        f.storage.leftBytes >= 0,
        c.rich`存储账：${c.param("paramsB")} 个参数，每个 ${f.bits(f.nv)} 比特，占 ${c.figure("weights", c.format.bytes(f.storage.weightsBytes))}；${c.param("capacityGB")} 的显存还剩 ${c.figure("left", c.format.bytes(f.storage.leftBytes))} 给 ${c.term("kv-cache", "KV cache")}，够放 ${integer(c, f.storage.contextTokens)} 个 token。${c.demo("generations", "到屋顶线下看看这样的模型怎样解码", { modelB: c.params.paramsB })}。`,
        c.rich`存储账：${c.param("paramsB")} 个参数，每个 ${f.bits(f.nv)} 比特，占 ${c.figure("weights", c.format.bytes(f.storage.weightsBytes))}，${c.param("capacityGB")} 的显存放不下。`,
      ),
      c.when(
        "has-tail",
        f.hasTail,
        c.rich`${c.param("n")} 个数分不成整块，最后一块短一些，按真实长度量化，不补零；换了脚本，这里会报错停下。`,
        c.rich`${c.param("n")} 个数正好分成整块，没有零头。`,
      ),
    ];
  },
  predictions: (c) => {
    const f = facts(c);
    return [
      {
        id: "zeroed",
        question: c.rich`全体共用一个缩放，让 ${f.number(c.params.n)} 个数里最大的刚好装进 FP4。会有多大比例的数变成 0？`,
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
        why: c.rich`FP4 最小一步是 0.5，最大值是 6，所以小于最大数二十四分之一的，统统舍入成 0。`,
      },
      {
        id: "finer",
        question: c.rich`数服从正态分布，MXFP4 每块 32 个还是 16 个，哪个误差小？`,
        answer: {
          kind: "choice",
          options: [
            { id: "small", label: "每块 16 个" },
            { id: "large", label: "每块 32 个" },
            { id: "same", label: "完全一样" },
          ],
          truth: "large",
        },
        why: c.rich`出人意料：缩放向下取 2 的幂，块内最大的数常被截断，这份误差占了大头；块大，就由更多的数来分摊（18.6 dB 对 18.8 dB）。NVFP4 的缩放近乎精确，所以它的表现合乎直觉。`,
      },
      {
        id: "fp8",
        question: c.rich`把重尾换成正态分布，FP8 共用一个缩放的误差会怎样？`,
        answer: {
          kind: "choice",
          options: [
            { id: "halves", label: "减半" },
            { id: "stays", label: "几乎不变" },
            { id: "doubles", label: "翻倍" },
          ],
          truth: "stays",
        },
        why: c.rich`两种情形都在 31.5 dB 左右。FP8 有 4 位指数，不论缩放怎么取，几乎每个数都保住了完整的相对精度。`,
      },
    ];
  },
  experiments: (c): ExperimentView[] => [
    {
      id: "no-outliers",
      label: "拿走离群值",
      params: { distribution: "uniform" },
      lookAt: c.rich`只用一个缩放的 FP4，误差反而比 MXFP4 小了：分块之所以划算，是因为有离群值。`,
    },
    {
      id: "heavy",
      label: "让尾巴更重",
      params: { df: "3" },
      lookAt: c.rich`一个缩放的 FP4 垮掉了，NVFP4 却几乎不动。`,
    },
    {
      id: "equal-blocks",
      label: "两种格式都用 32 一块",
      params: { nvBlock: "32" },
      lookAt: c.rich`NVFP4 剩下的优势，全来自更细的缩放，与块小无关。`,
    },
    {
      id: "tail",
      label: "留一个零头",
      params: { n: "100001" },
      lookAt: c.rich`看表下的说明：最后一块只有一个数，仍按真实长度处理。`,
    },
  ],
  exercise: (c) => {
    const f = facts(c);
    const solved = f.mx.relativeError < f.nv.relativeError;
    return {
      task: c.rich`找出一组设置，让 MXFP4 的误差比 NVFP4 还小。`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`做到了：MXFP4 ${f.percent(f.mx.relativeError)}，NVFP4 ${f.percent(f.nv.relativeError)}。块一大，再精确的缩放也照顾不了那么多数。`,
        c.rich`还没有：MXFP4 ${f.percent(f.mx.relativeError)}，NVFP4 ${f.percent(f.nv.relativeError)}。什么会伤到 NVFP4，却碰不到 MXFP4？`,
      ),
    };
  },
  sources: [
    { id: "lecture", title: "CS349E 第 1 讲，05 号脚本，演示 2（课程自己的脚本）" },
    {
      id: "blackwell-ultra-blog",
      title: "NVIDIA，Inside NVIDIA Blackwell Ultra: The Chip Powering the AI Factory Era",
      url: "https://developer.nvidia.com/blog/inside-nvidia-blackwell-ultra-the-chip-powering-the-ai-factory-era",
    },
    {
      id: "ocp-mx",
      title: "Open Compute Project，Microscaling Formats (MX) v1.0",
      url: "https://www.opencompute.org/documents/ocp-microscaling-formats-mx-v1-0-spec-final-pdf",
    },
    { id: "ml-dtypes", title: "ml_dtypes：逐码测试过的元素格式", url: "https://github.com/jax-ml/ml_dtypes" },
    { id: "torchao", title: "torchao：MX 与 NVFP4 张量", url: "https://github.com/pytorch/ao" },
    { id: "four-six", title: "Four Over Six，arXiv 2512.02010", url: "https://arxiv.org/abs/2512.02010" },
    { id: "small-blocks", title: "arXiv 2601.19026，论小块与 E4M3 缩放", url: "https://arxiv.org/abs/2601.19026" },
    { id: "numpy", title: "NumPy 随机数生成器", url: "https://numpy.org/doc/stable/reference/random/generator.html" },
  ],
};
