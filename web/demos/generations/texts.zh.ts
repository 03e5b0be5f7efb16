// The words of "generations" in Chinese.
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
  list: (names) => names.join("、"),
  custom: "自定义芯片",
  quantities: {
    compute: "算力",
    common: "同等精度",
    bandwidth: "带宽",
    capacity: "容量",
    link: "互连",
    power: "功耗",
  },
  table: {
    main: "各项规格是基准芯片的多少倍",
    chip: "芯片",
    lowest: "最低精度的稠密算力",
    chosen: (precision) => `${precision} 峰值算力`,
    ridge: "屋脊点，FLOP/B",
    missing: (chip, quantities) => `${chip} 缺少的数字：${quantities}，所以显示短横。`,
    split: "几分来自精度，几分是真本事",
    splitColumns: ["合计", "数变窄了", "同等精度", "精度的份额（按倍数）", "精度的份额（按差值）"],
    splitNote: "按倍数：精度那个因子的对数 ÷ 总倍数的对数。按差值：（总倍数 − 1）里，到了同等精度就不见的那一部分。",
    facts: "背后的原始数字与出处",
    factsColumns: ["指标", "数值", "性质", "出处"],
    elsewhere: (value, source, caveat) => `另有 ${value}，见 ${source}。${caveat}`,
    noneOfOurs: "讲义没有采用",
    factsNote: "把指针移到数值上或轻点一下，可以看到注意事项。各处说法不一时，另一个数写在最后一列。",
    roofs: "内核在每块芯片的屋顶下",
    roofsColumns: ["FLOP/B", "可达到", "时间", "受限于", "屋脊点 ÷ 强度"],
    limits: { compute: "算力", memory: "带宽" },
    all: "全部芯片：搜索、排序、挑选",
    year: "年份",
    base: "作为基准，1×",
    allNote: "打勾就加入比较，点 1× 就成为基准；点列标题可以排序。",
  },
  picks: {
    label: "放到屋顶下的内核",
    names: {
      "gemm-512": "GEMM 512³",
      "gemm-4096": "GEMM 4,096³",
      "gemm-thin": "GEMM，16 行",
      "prefill-512": "预填充，512 个 token",
      "prefill-8192": "预填充，8,192 个 token",
      "decode-1": "解码，批量 1",
      "decode-32": "解码，批量 32",
      "decode-256": "解码，批量 256",
    },
  },
  balance: {
    gemm: (size) => `三边相等的乘法，边长到 ${size} 左右就碰到屋脊点`,
    prefill: (size) => `到 ${size} 个 token 左右碰到屋脊点`,
    decode: (size) => `批量到 ${size} 左右碰到屋脊点`,
    custom: (size) => `到 ${size} FLOP/B 碰到屋脊点`,
  },
  never: "批量再大也碰不到屋脊点，因为每条序列都带来自己的缓存",
  figures: {
    "dense-fp64": "FP64 稠密",
    "dense-tf32": "TF32 稠密",
    "dense-bf16": "BF16 稠密",
    "dense-fp8": "FP8 稠密",
    "dense-fp6": "FP6 稠密",
    "dense-nvfp4": "NVFP4 稠密",
    "dense-mxfp4": "MXFP4 稠密",
    "dense-int8": "INT8 稠密",
    "sparse-fp64": "FP64 稀疏",
    "sparse-tf32": "TF32 稀疏",
    "sparse-bf16": "BF16 稀疏",
    "sparse-fp8": "FP8 稀疏",
    "sparse-fp6": "FP6 稀疏",
    "sparse-nvfp4": "NVFP4 稀疏",
    "sparse-mxfp4": "MXFP4 稀疏",
    "sparse-int8": "INT8 稀疏",
    "fp64-vector": "不用矩阵单元的 FP64",
    memory: "显存容量",
    bandwidth: "显存带宽",
    link: "芯片间互连（双向合计）",
    power: "整卡功耗",
    sms: "SM 数",
    clock: "时钟",
    "matrix-per-clock": "每 SM 每周期的 BF16 运算",
    "ex2-per-clock": "每 SM 每周期的指数运算",
    "fma-per-clock": "每 SM 每周期的 FP32 乘加",
    "shared-memory": "每个线程块的共享内存",
    l2: "L2 缓存",
    "exp-blog": "厂商文章给的 exp 吞吐",
    "exp-measured": "实测的 exp 吞吐",
  },
  kinds: {
    datasheet: "数据手册",
    "vendor-blog": "厂商文章",
    announced: "公告",
    measured: "他人实测",
    derived: "推算",
  },
  caveats: {
    none: "",
    "up-to": "厂商写的是“最高可达”。",
    "density-not-said": "只说“最高可达”，没说是稠密还是稀疏。",
    "dense-for-training": "厂商后来给出的稠密数字。",
    "not-double-of-dense": "这里的稀疏不到稠密的两倍。",
    superchip: "这是 Grace 超级芯片里的那一块，八卡主板上的标称更低。",
    "full-die": "对得上整片晶粒的单元数，实际启用的更少。",
    "usable-below-label": "可用的比焊上去的少。",
    "binary-gigabytes": "原文以 GiB 计。",
    "direction-not-said": "没有说明是单向还是双向。",
    "per-link-sum": "同一块主板上通往其余芯片的七条链路之和。",
    "mx-only": "只适用于带块缩放的 MX 格式。",
    "other-page": "只在后一代芯片的页面上见到。",
    emulated: "部分由整数单元模拟。",
    "sources-differ": "各处说法不一。",
    "older-edition": "出自同一页面的旧版。",
    boost: "最高时钟，不是持续时钟。",
    sustained: "持续负载下的时钟。",
    "matrix-clock": "厂商标称矩阵算力所用的时钟。",
    "single-measurement": "一个人的实测，未经评审。",
    "on-superchip": "在 Grace 超级芯片版本上测得。",
    "enabled-on-some": "早期系统里更少。",
    "ratio-fp32": "推算值：官方只说过 FP32 是 Blackwell 的 2 倍。",
    "ratio-half": "推算值：官方只说过 BF16 和 FP16 是 Blackwell 的 4 倍。",
  },
  chart: {
    multiplesTitle: "谁跑得快，谁掉了队",
    multiples: (chip, compute, bandwidth) =>
      `对数坐标：${chip} 的算力是基准芯片的 ${compute}，带宽是 ${bandwidth}，两点相距越远，内存墙越高。`,
    alone: "这里只有基准芯片有数字，没有可比的对象。",
    multiple: "相对基准芯片的倍数",
    quantity: "指标",
    base: (chip) => `${chip} = 1×`,
    reading: (chip, quantity, multiple) => `${chip}，${quantity}：${multiple}`,
    splitTitle: "把厂商的倍数拆开看",
    split: (chip, all, precision, same) =>
      `${chip}：合计 ${all}，等于数变窄带来的 ${precision} 乘以同等精度的 ${same}。`,
    splitNone: "所选芯片缺少共同精度下的数字，倍数拆不开。",
    narrower: "数变窄了",
    same: "同等精度",
    rooflineTitle: "屋顶线：这个内核受什么限制？",
    roofline: (kernel, intensity, computeBound, memoryBound) =>
      `${kernel}，在第一块芯片上是 ${intensity} FLOP/B。受带宽限制的：${memoryBound || "无"}；受算力限制的：${computeBound || "无"}。`,
    intensity: "算术强度",
    attainable: "可达到的算力",
    trendTitle: "一年一年看",
    trend: (chip, year, compute, bandwidth) =>
      `所选芯片里最新的是 ${year} 年的 ${chip}，算力是基准芯片的 ${compute}，带宽是 ${bandwidth}。Ma 与 Patterson 给 2012 到 2022 年的数是 80 倍和 17 倍。`,
    year: "年份",
    perWatt: "每瓦算力",
    others: "其他芯片的算力",
    decadeTitle: "再往前十年（引用）",
    decade: (compute, bandwidth) =>
      `2012 到 2022 年，英伟达 GPU 的 64 位算力涨到 ${compute}，显存带宽涨到 ${bandwidth}。这两个数引自 Ma 与 Patterson（IEEE Computer 2026，arXiv 2601.05047），图中用直线相连，中间的走势不是他们的数据。`,
    decadeCompute: "64 位算力",
    decadeBandwidth: "带宽",
    decadeReading: (year, what, multiple) => `${year} 年，${what}：2012 年的 ${multiple}（Ma 与 Patterson）`,
  },
  kernels: { gemm: "矩阵乘法", prefill: "预填充注意力", decode: "解码", custom: "自定义内核" },
};

export const texts: Texts<"generations", PresetId, Words> = {
  title: "芯片一代代更新，什么跑得快，什么掉了队？",
  name: "代际趋势",
  controls: {
    chips: {
      label: "芯片",
      help: "要比较哪些芯片，按所选的顺序排列。前五块各有颜色，其余为灰色。",
      choices: { ...chipNames, custom: words.custom },
    },
    base: { label: "基准芯片", help: "以它为 1×。", choices: { ...chipNames, custom: words.custom } },
    kernel: {
      label: "内核",
      help: "放在屋顶线下的是哪一种计算。",
      choices: words.kernels,
    },
    format: {
      label: "算力取哪种精度",
      help: "每块芯片各取最低精度（厂商的算法），还是大家用同一种。",
      choices: { narrowest: "各取最低", ...precisionNames },
    },
    commonFormat: {
      label: "同口径精度",
      help: "“同等精度”一列用哪种精度来比。",
      choices: precisionNames,
    },
    density: {
      label: "稠密还是稀疏",
      help: "稀疏算力要求每四个数里有两个是零。两种口径从不混用。",
      choices: { dense: "稠密", sparse: "稀疏" },
    },
    gemmM: { label: "矩阵乘法：M", help: "结果的行数。" },
    gemmN: { label: "矩阵乘法：N", help: "结果的列数。" },
    gemmK: { label: "矩阵乘法：K", help: "每个结果要累加多少项。" },
    sequence: { label: "预填充：序列长度", help: "互相做注意力的 token 数。" },
    headDim: { label: "预填充：头的维度", help: "查询、键、值向量的长度。" },
    modelB: { label: "解码：模型规模", help: "参数量，以十亿计。" },
    batch: { label: "解码：批大小", help: "同时解码多少个序列。权重读一次，大家共用。" },
    context: { label: "解码：上下文", help: "每个序列在 KV cache 里有多少 token。" },
    kvKiBPerToken: { label: "解码：每个 token 的 KV", help: "320 KiB 相当于 80 层、8 个键值头、维度 128、2 字节。" },
    intensity: { label: "自定义内核：强度", help: "每读写一个字节做多少次运算。" },
    customPflops: { label: "自定义芯片：算力", help: "在下面那种精度下的峰值。" },
    customFormat: { label: "自定义芯片：精度", help: "它的最低精度。", choices: precisionNames },
    customCommonPflops: { label: "自定义芯片：同口径算力", help: "在同口径精度下的峰值。" },
    customTBps: { label: "自定义芯片：带宽", help: "显存带宽。" },
    customGB: { label: "自定义芯片：容量", help: "显存容量。" },
    customLinkGBps: { label: "自定义芯片：互连", help: "双向合计。" },
    customW: { label: "自定义芯片：功耗", help: "整卡功耗。" },
  },
  presets: {
    lecture: "讲义原样",
    "from-a100": "从 A100 看起",
    boards: "主板版，而非超级芯片",
    vendors: "三家厂商",
    "same-precision": "大家都用 FP8",
    "rubin-dense": "Rubin：稠密还是“最高可达”",
  },
  problems: {
    "no-rate": (given) => `${given} 没有这种精度的公开数字，对应的格子留空。`,
  },
  words,
  sentence: (c) => {
    const f = facts(c);
    const base = c.param("base");
    if (!f.focus) return c.rich`除了 ${base}，请在芯片（${c.param("chips")}）里至少再选一块，才看得出增长。`;
    const row = f.focus;
    return c.rich`按各自的最低精度算，${c.param("chips", nameOf(c, row.chip))} 的算力是 ${base} 的 ${c.strong(times(c, row.computeRatio))}；${c.when(
      "common-precision",
      known(row.commonRatio),
      c.rich`同样用 FP8 比，是 ${c.strong(times(c, row.commonRatio))}；`,
      c.rich`同一精度下的数字没有公开；`,
    )}而喂数据的显存带宽是 ${c.strong(times(c, row.bandwidthRatio))}。`;
  },
  observations: (c) => {
    const f = facts(c);
    const row = f.focus;
    const base = c.param("base");
    const split = f.split;
    const bound = binding(c);
    return [
      !row
        ? c.rich`现在只有基准芯片，再选一块才能比较。`
        : c.rich`照厂商的算法，每块芯片都取自己的最低精度，${c.param("chips", nameOf(c, row.chip))} 是 ${base} 的 ${c.strong(times(c, row.computeRatio))}${c.when(
            "blog-says",
            f.articlePair,
            c.rich`（文章${c.source("blackwell-ultra-blog")}写的是 7.5 倍，其中 H100 取了整数）`,
            c.rich``,
          )}。${
            split
              ? c.rich`精度相同时是 ${c.strong(times(c, split.commonRatio))}：${c.when(
                  "mostly-precision",
                  split.precisionShareLog > 0.5,
                  c.rich`增益里有 ${c.strong(c.format.number(split.precisionShareLog, ".0%"))}（按倍数计）来自更窄的数，超过一半。看到两个数字，先问它们是不是同一种精度。`,
                  c.rich`更窄的数占增益的 ${c.strong(c.format.number(split.precisionShareLog, ".0%"))}（按倍数计），多半的增益在同等精度下也看得到。`,
                )}`
              : c.rich`两者没有共同精度的公开数字，无法同口径比较。`
          }`,
      !row
        ? c.rich`基准芯片的带宽、容量和互连按定义都是 1×。`
        : c.rich`带宽到了 ${c.strong(times(c, row.bandwidthRatio))}，容量 ${c.strong(times(c, row.capacityRatio))}，互连（NVIDIA 的是 ${c.term("nvlink", "NVLink")}）${c.strong(times(c, row.linkRatio))}。${c.when(
            "memory-wall",
            row.computeRatio > row.bandwidthRatio,
            c.rich`算力把带宽甩在后面：${c.term("ridge-point", "屋脊点")}从 ${integer(c, f.base?.ridge ?? Number.NaN)} 移到 ${c.strong(integer(c, row.ridge))} FLOP/B，每读一个字节就得多做这么多运算，才喂得饱矩阵单元。这就是${c.term("memory-wall", "内存墙")}。`,
            c.rich`带宽没有掉队：屋脊点从 ${integer(c, f.base?.ridge ?? Number.NaN)} 移到 ${c.strong(integer(c, row.ridge))} FLOP/B，读得多的内核受益最大。`,
          )}`,
      c.rich`放到更长的时间里看，也是同一幅图景：Ma 与 Patterson 给出${c.source("ma-patterson")}，2012 到 2022 年 NVIDIA GPU 的 64 位算力增至 80 倍，带宽只有 17 倍。这两个数我们照引，不重算。`,
      !f.fastest
        ? c.rich`所选芯片的带宽都没有公开。`
        : c.rich`这里显存最快的是 ${c.param("chips", nameOf(c, f.fastest.chip))}：${c.strong(c.format.bytes(f.fastest.bandwidthBytesPerS))}/s，是 ${base} 的 ${c.strong(times(c, f.fastest.bandwidthRatio))}。${c.when(
            "hbm4",
            f.fastest.chip.startsWith("Rubin"),
            c.rich`这一步靠的是 ${c.term("hbm", "HBM4")}：22 TB/s 是 Blackwell 8 TB/s 的 2.75 倍。解码每出一个 token 都要把权重读一遍，等的正是它。`,
            c.rich`解码每出一个 token 都要把权重从${c.term("hbm", "显存")}读一遍，所以受益的是这个数，不是算力那个数。`,
          )}`,
      c.rich`${
        !row || !known(row.powerRatio)
          ? c.rich`这块芯片的功耗没有公开，每瓦算力无从谈起。`
          : c.rich`功耗也在涨：${base} 是 ${c.strong(watts(c, f.base?.powerW ?? Number.NaN))}，${nameOf(c, row.chip)} 是 ${c.strong(watts(c, row.powerW))}。按最低精度，每瓦算力是 ${c.strong(times(c, row.flopsPerWRatio))}${c.when("per-watt-better", row.flopsPerWRatio > 1, "；数据中心买的是每瓦的产出，这一项仍在进步。", "；按每瓦算并没有进步。")}`
      }讲义在 04 号脚本的演示 5 里接着讲这一点，本站没有收录那个脚本。`,
      c.when(
        "missing-figures",
        f.gaps.length > 0,
        c.rich`表里的短横（${f.gaps.join("、")}）表示写讲义时还没有公开数字，或者我们不知道有；空着的绝不硬填。公告不等于数据手册，把指针移到数字上或轻点一下，就知道它属于哪一种。`,
        c.rich`这里每一格都有公开的数字。不过公告不等于数据手册，把指针移到数字上或轻点一下，就知道它属于哪一种。`,
      ),
      !bound
        ? c.rich`所选芯片在这种精度下画不出${c.term("roofline", "屋顶")}。`
        : c.when(
            "kernel-memory-bound",
            roofsBy(c, "memory").length > 0,
            c.rich`屋顶线下放的是${c.param("kernel")}：在 ${words.list(roofsBy(c, "memory"))} 上受带宽限制，要想更快，只能每秒多送字节，或者每个字节多做运算。${bound.chip} 上的${c.term("arithmetic-intensity", "算术强度")}是 ${c.strong(bound.intensity)} FLOP/B，需要 ${bound.ridge}，是现在的 ${c.strong(`${bound.short}×`)}：${bound.balance}。${c.demo("block-formats", "看看数是怎样变小的", { paramsB: c.params.modelB })}。`,
            c.rich`屋顶线下放的是${c.param("kernel")}：所选芯片没有一块受带宽限制，在这里，算力那个数才是要看的。${bound.chip} 上的${c.term("arithmetic-intensity", "算术强度")}是 ${c.strong(bound.intensity)} FLOP/B，过了 ${bound.ridge} 的屋脊点；${bound.balance}。`,
          ),
    ];
  },
  predictions: (c) => {
    const f = facts(c);
    const list: ReturnType<Texts<"generations", PresetId, Words>["predictions"]> = [];
    if (f.focus && f.split)
      list.push({
        id: "same-precision",
        question: c.rich`宣传里 ${nameOf(c, f.focus.chip)} 是 ${nameOf(c, c.params.base)} 的 ${times(c, f.focus.computeRatio)}。两者用同一种精度计算时，还剩多少？`,
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
        why: c.rich`同样大小的矩阵单元，数的位数减半，速度就翻倍。剩下的 ${times(c, f.split.commonRatio)} 才是更多、更快的硅片。`,
      });
    list.push({
      id: "laggard",
      question: c.rich`从 H100 到 B300，下面哪一项长得最少？`,
      answer: {
        kind: "choice",
        options: [
          { id: "bandwidth", label: "显存带宽" },
          { id: "capacity", label: "显存容量" },
          { id: "link", label: "芯片间互连" },
        ],
        truth: "link",
      },
      why: c.rich`互连从 900 到 1,800 GB/s，只有 2.0×；带宽是 2.4×，容量是 3.6×。`,
    });
    list.push({
      id: "ridge",
      question: c.rich`一个矩阵乘法每读一个字节做 600 次运算。各用最低精度，它在哪块芯片上受带宽限制？`,
      answer: {
        kind: "choice",
        options: [
          { id: "h100", label: "只在 H100 上" },
          { id: "b300", label: "只在 B300 上" },
          { id: "both", label: "两块都是" },
        ],
        truth: "b300",
      },
      why: c.rich`H100 的屋脊点是 591 FLOP/B，B300 是 1,875。内核一行没改，却变成了受带宽限制。`,
    });
    return list;
  },
  experiments: (c): ExperimentView[] => [
    {
      id: "equal-precision",
      label: "每块芯片都按 FP8 算",
      params: { format: "fp8" },
      lookAt: c.rich`B200 和 B300 打成平手：两者的差别只在 4 位运算和显存。Rubin 空出来了，因为讲义没有采用它的 FP8 数字。`,
    },
    {
      id: "boards",
      label: "主板版与超级芯片",
      params: { chips: "B200,HGX-B200,B300,HGX-B300" },
      lookAt: c.rich`同一块芯片装到八卡主板上，标称算力低了约一成，功耗也小一些。`,
    },
    {
      id: "large-batch",
      label: "大批量、短上下文地解码",
      params: { kernel: "decode", batch: "512", context: "0" },
      lookAt: c.rich`屋顶线图里的点往右走：更多序列共用一次权重读取。看它们越过了哪块芯片的屋脊点。`,
    },
    {
      id: "narrow-product",
      label: "只有 16 行的乘法",
      params: { kernel: "gemm", gemmM: "16", gemmN: "8192", gemmK: "8192" },
      lookAt: c.rich`一层的权重对 16 个 token：每个权重只用上 32 次运算，远在所有屋脊点的左边。同样的乘法若有几千行，就会一直在算。`,
    },
    {
      id: "short-prefill",
      label: "预填充一段短提示",
      params: { kernel: "prefill", sequence: "512", headDim: "128" },
      lookAt: c.rich`注意力的算术强度等于 token 数除以每个数的字节数：FP8 下 512 个 token 就是 512 FLOP/B。看屋顶线那一句，它说提示要多长才够。`,
    },
    {
      id: "sparse",
      label: "把零也算作运算",
      params: { density: "sparse", chips: "H100,B200,B300" },
      lookAt: c.rich`海报上印的就是稀疏峰值。屋脊点右移，最多一倍，而字节一个也没有早到。`,
    },
    {
      id: "own-chip",
      label: "放一块自己的芯片进来",
      params: { chips: "H100,B300,custom", customTBps: "22" },
      lookAt: c.rich`它的数字都在控件里。试试给它 B300 的算力，屋脊点却和 H100 一样。`,
    },
    {
      id: "big-product",
      label: "一个大的矩阵乘法",
      params: { kernel: "gemm", gemmM: "16384", gemmN: "16384", gemmK: "16384" },
      lookAt: c.rich`远在所有屋脊点的右边，到了这里，算力那个数才算数。`,
    },
  ],
  exercise: (c) => {
    const bound = roofsBy(c, "memory").length;
    const solved = c.params.kernel === "decode" && c.params.context >= 1024 && bound === 0;
    return {
      task: c.rich`在这些芯片上，解码都受带宽限制。让上下文不少于 1,024 个 token，找出一组设置，使所选的每块芯片解码时都受算力限制。`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`做到了：${integer(c, c.result.roofs[0]?.intensity ?? Number.NaN)} FLOP/B，所选芯片一刻不停地在算。留意一下，为此放弃了什么。`,
        c.rich`还没有：所选芯片里有 ${String(bound)} 块仍在等显存，或者内核不是解码。每个序列都带着自己的缓存，怎样让它相对权重变小？`,
      ),
    };
  },
  sources: [
    { id: "lecture", title: "CS349E 第 1 讲，05 号脚本，演示 1（课程自己的脚本）" },
    ...documents,
    {
      id: "ma-patterson",
      title: "X. Ma 与 D. Patterson，IEEE Computer 2026，arXiv 2601.05047",
      url: "https://arxiv.org/abs/2601.05047",
    },
  ],
};
