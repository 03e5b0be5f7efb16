// Little 定律演示的中文文字。
import type { ExperimentView, Texts } from "../../engine/define-demo.js";
import type { PresetId, Words } from "./demo.js";

const list = (names: string[]) => names.join("、");

export const texts: Texts<"littles-law", PresetId, Words> = {
  title: "要让显存一刻不闲，得有多少字节正在路上？",
  name: "Little 定律",
  controls: {
    bandwidthTBps: { label: "带宽", help: "显存一秒能供给整块芯片多少数据。H100 的 HBM3 标称 3.35 TB/s。" },
    latencyNs: { label: "延迟", help: "从发出请求到拿到数据。700 ns 是课程对满载显存的假设。" },
    ilp: { label: "每个线程在途的读（ILP）", help: "线程在真正用到第一个结果之前，先发出去几条互不相关的读。" },
    sms: { label: "SM 数", help: "平均分担流量的流多处理器个数。H100 SXM 有 132 个。" },
    residentWarps: {
      label: "每个 SM 的驻留 warp",
      help: "近几代数据中心 GPU 的硬件上限是 64；寄存器和共享内存不够时还会更少。",
    },
    tileKiB: { label: "数据块", help: "一次 TMA 请求搬多少。课程里是 32 KiB。" },
    tilesInFlight: { label: "每个 SM 在途的块", help: "已经向 TMA 要了、还没收到的块数，也就是流水线里腾出来的级数。" },
    multicast: { label: "共用一块的 SM 数（多播）", help: "同一个簇里需要同一块数据的 SM：显存只读一次，送到每一个。" },
  },
  presets: {
    lecture: "课程设定",
    "ilp-3": "每线程三条读",
    a100: "A100",
    h200: "H200",
    b200: "B200",
    l2: "改从 L2 读",
  },
  problems: {},
  words: {
    ways: {
      "ld-4": "普通读，每线程 4 字节",
      "ld-16": "向量读，每线程 16 字节",
      "cp-async-16": "cp.async，每线程 16 字节，绕开寄存器（Ampere）",
      tma: "TMA，一次请求一整块（Hopper）",
    },
    shortWays: { "ld-4": "4 B 读", "ld-16": "16 B 读", "cp-async-16": "cp.async", tma: "TMA" },
    issuers: { thread: "每个线程", one: "一个线程，代表整块" },
    main: {
      caption: "要让显存满载，每个 SM 手里得有多少没回来的请求",
      way: "怎么读",
      requests: "每个 SM 的在途请求",
      warps: "需要几个 warp",
      issuer: "由谁发出",
      tmaNote: "不占用 warp：一个线程开口，剩下的交给硬件。",
    },
    landing: {
      caption: "每种读法全力以赴时，落在曲线的什么位置",
      carries: "每个请求的显存字节",
      inFlight: "每个 SM 在途",
      reached: "从显存读出",
      delivered: "送进各 SM",
      registers: "经过寄存器",
      yes: "是",
      no: "否",
      enough: "足够让显存满载。",
      short: "不够：显存有一部分时间在空等。",
    },
    chips: {
      caption: "同样的延迟，换别的芯片",
      chip: "芯片",
      bandwidth: "带宽",
      sms: "SM 数",
      inFlight: "在途",
      perSm: "每个 SM 在途",
      warps: "4 字节读要几个 warp",
      tooMany: "超过能驻留的个数。",
      set: "芯片",
      sources: (chip, bandwidth, sms) => `${chip}。带宽：${bandwidth}。SM 数：${sms}。`,
    },
    measured: {
      caption: "他人实测：每线程一条 8 字节的读",
      chip: "芯片",
      perSm: "每个 SM 在途",
      latency: "等效延迟",
      reached: "带宽",
    },
    measuredChips: { H200: "H200", "H100-PCIe": "H100 PCIe", A100: "A100" },
    knee: {
      title: "在途字节与达到的带宽",
      x: "每个 SM 的在途字节（对数）",
      y: "带宽（对数）",
      curve: "Little 定律",
      lecture: "课程设定",
      limit: "显存上限",
      need: "拐点：",
      measured: "他人实测",
    },
    loaded: { title: "请求再多的代价：负载下的延迟", y: "延迟（对数）", curve: "在路上的时间", base: "延迟" },
    reach: {
      title: "所有驻留 warp 一起读，能用上几成带宽",
      row: (bytes) => `每次 ${bytes} 字节`,
      column: (ilp) => `ILP ${ilp}`,
    },
    kneeDescription: (perSm, bandwidth, enough, short) =>
      `在途字节不到每个 SM ${perSm} 时，带宽与它成正比；过了这一点就停在 ${bandwidth}。` +
      (short.length === 0
        ? "四种读法都越过了拐点。"
        : enough.length === 0
          ? "没有一种读法越过拐点。"
          : `越过拐点的有：${list(enough)}；还差一截的有：${list(short)}。`),
    kneeReading: (bytes, bandwidth) => `每个 SM 在途 ${bytes}，可维持 ${bandwidth}`,
    wayReading: (way, bytes, bandwidth) => `${way}：每个 SM 在途 ${bytes}，达到 ${bandwidth}`,
    measuredReading: (chip, bytes, bandwidth, latency) =>
      `${chip} 实测：每个 SM 在途 ${bytes} 时 ${bandwidth}，等效延迟 ${latency}`,
    loadedDescription: (latency, perSm, most, mostLatency) =>
      `每个 SM 在途不超过 ${perSm} 时，延迟一直是 ${latency}；再多就要排队，延迟按比例上升，到 ${most} 时已是 ${mostLatency}。`,
    loadedReading: (bytes, latency) => `每个 SM 在途 ${bytes}：路上 ${latency}`,
    reachDescription: (least, most, full, all) =>
      `从 ${least}（小读、一次一条）到 ${most}；${all} 种组合里有 ${full} 种能用满带宽。`,
    reachReading: (bytes, ilp, share) => `每次 ${bytes} 字节、ILP ${ilp}：用上 ${share} 的带宽`,
    figures: { inFlight: "整块芯片在途", perSm: "每个 SM 在途" },
  },
  sentence: (c) =>
    c.rich`延迟 ${c.param("latencyNs")}，还想用满 ${c.param("bandwidthTBps")}，就得时时刻刻有 ${c.figure(
      "in-flight",
      c.format.bytes(c.result.inFlightBytes),
    )} 在路上；分给 ${c.param("sms")} 个 SM，每个 ${c.figure("per-sm", c.format.bytes(c.result.perSmBytes))}。`,
  observations: (c) => {
    const [plain, , , tma] = c.result.ways;
    const warps = c.format.number(plain?.warpsWithIlp ?? Number.NaN, ",.1f");
    return [
      c.rich`带宽不是白给的，要靠“已经发出、还没回来”的请求去换。眼下每个 SM 平均得一直欠着 ${c.strong(
        c.format.bytes(c.result.perSmBytes),
      )} 的数据没到。（课程在这里引用了前置讲 P1 §4 和 P2 §7 的 ${c.term(
        "littles-law",
        "Little 定律",
      )}；那两讲不在本站，定律本身写在下文。）`,
      c.rich`线程自己读，一次只有几个字节，只能以量取胜：4 字节的读要 ${c.strong(
        c.format.number(plain?.requestsPerSm ?? Number.NaN, ",.0f"),
      )} 条同时在途；每个线程挂 ${c.param("ilp")} 条的话，就是 ${c.strong(warps)} 个 ${c.term("warp", "warp")}。${c.when(
        "plain-loads-fit",
        plain?.enough ?? false,
        c.rich`一个 SM 能驻留 ${c.param("residentWarps")} 个，这里装得下。`,
        c.rich`可一个 SM 最多驻留 ${c.param("residentWarps")} 个，装不下；除非每个线程同时发出 ${c.strong(
          c.format.number(c.result.ilpNeeded, ",.0f"),
        )} 条互不相关的读（${c.term("ilp", "ILP")}）。`,
      )}何况读回来的数据先落在寄存器里，还得再写一遍${c.term("shared-memory", "共享内存")}。`,
      c.rich`${c.term("cp-async", "cp.async")} 省掉了寄存器这一站，数据从显存直达共享内存；${c.term(
        "tma",
        "TMA",
      )} 连线程也省了：一个线程开口要一整块，地址由硬件去算，还能顺手送给同一个${c.term(
        "cluster",
        "簇",
      )}里的好几个 SM。折算下来每个 SM 只需 ${c.strong(
        c.format.number(tma?.requestsPerSm ?? Number.NaN, ".4g"),
      )} 个请求（表里取整）。`,
      c.when(
        "one-tma-batch-is-enough",
        tma?.enough ?? false,
        c.rich`同时挂着 ${c.param("tilesInFlight")} 块、每块 ${c.param("tileKiB")}，TMA 就已经越过拐点：每个 SM 在途 ${c.strong(
          c.format.bytes(tma?.inFlightAtLimitBytes ?? Number.NaN),
        )}。`,
        c.rich`TMA 也变不出魔术：挂着 ${c.param("tilesInFlight")} 块、每块 ${c.param("tileKiB")}、由 ${c.param(
          "multicast",
        )} 个 SM 共用，每个 SM 的在途量只有 ${c.strong(
          c.format.bytes(tma?.inFlightAtLimitBytes ?? Number.NaN),
        )}，要 ${c.strong(c.format.number(c.result.tilesNeeded, ",.0f"))} 个这样的请求才够。`,
      ),
      c.when(
        "multicast-is-used",
        c.params.multicast > 1,
        c.rich`${c.term("multicast", "多播")}让送进 SM 的数据达到 ${c.strong(terabytes(c.format, tma?.deliveredTBps))}，而显存只读出 ${c.strong(
          terabytes(c.format, tma?.reachedTBps),
        )}：读一个字节，${c.param("multicast")} 个 SM 受用。`,
        c.rich`不用多播时，送进某个 SM 的每个字节都是专门为它读的。让几个 SM 共用一块，同样的读取就能喂饱更多 SM。`,
      ),
      c.rich`过了拐点，请求再多也只换来排队：带宽不再涨，按同一条定律，路上的时间就只好按比例变长（见第二张图）。这些在途的字节由谁来维持，见${c.demo(
        "async-pipeline",
        "异步流水线",
        { latencyNs: c.params.latencyNs },
      )}。`,
    ];
  },
  predictions: (c) => {
    const share = c.result.reach[0]?.fraction ?? 0;
    return [
      {
        id: "share",
        question: c.rich`驻留的 warp 全部上阵（每个 SM ${c.param("residentWarps")} 个），每个线程挂一条 4 字节的读。${c.param(
          "bandwidthTBps",
        )} 能用上几成？`,
        answer: {
          kind: "number",
          min: 0,
          max: 100,
          step: 1,
          unit: "%",
          truth: share * 100,
          tolerance: 5,
          truthText: c.format.number(share, ".0%"),
        },
        why: c.rich`数字节就行：warp 数 × 32 个线程 × 4 字节，和每个 SM 需要的 ${c.format.bytes(
          c.result.perSmBytes,
        )} 相比。在拐点以下，两者之比就是答案。`,
      },
      {
        id: "latency",
        question: c.rich`延迟翻倍，带宽不变。必须在途的字节数会怎样？`,
        answer: {
          kind: "choice",
          options: [
            { id: "same", label: "不变" },
            { id: "double", label: "变成两倍" },
            { id: "four", label: "变成四倍" },
          ],
          truth: "double",
        },
        why: c.rich`在途字节 = 带宽 × 延迟。两个因子里有一个翻倍，乘积就翻倍。`,
      },
      {
        id: "sms",
        question: c.rich`显存不变，SM 更多。每个 SM 的在途字节会怎样？`,
        answer: {
          kind: "choice",
          options: [
            { id: "more", label: "更多" },
            { id: "same", label: "一样多" },
            { id: "less", label: "更少" },
          ],
          truth: "less",
        },
        why: c.rich`总量由显存决定，SM 只是来分摊的。SM 多、显存不快的芯片，反而容易喂饱。`,
      },
    ];
  },
  experiments: (c): ExperimentView[] => [
    {
      id: "two-loads",
      label: "每线程两条读",
      params: { ilp: "2" },
      lookAt: c.rich`代表 4 字节读的圆点沿斜线右移，恰好停在拐点前面一点。`,
    },
    {
      id: "small-tile",
      label: "块缩到 8 KiB",
      params: { tileKiB: "8" },
      lookAt: c.rich`只挂一小块的 TMA，并不比 64 个 warp 的普通读强。再把在途的块数调大看看。`,
    },
    {
      id: "from-l2",
      label: "改从 L2 读",
      params: { bandwidthTBps: "15.46", latencyNs: "217" },
      lookAt: c.rich`带宽将近五倍，延迟不到三分之一：拐点移动得出乎意料地少。`,
    },
    {
      id: "share-tiles",
      label: "两个 SM 共用一块",
      params: { multicast: "2", tilesInFlight: "2" },
      lookAt: c.rich`在“落点”表里，比较从显存读出的与送进 SM 的。`,
    },
  ],
  exercise: (c) => {
    const placed = c.params.bandwidthTBps === 8 && c.params.latencyNs === 900 && c.params.sms === 148;
    const standard = c.params.residentWarps === 64;
    const solved = placed && standard && c.params.ilp === c.result.ilpNeeded;
    return {
      task: c.rich`显存 8 TB/s、延迟 900 ns、148 个 SM、每个 SM 驻留 64 个 warp。只用 4 字节的普通读，每个线程至少要挂几条才能用满带宽？把控件调到你的答案。`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`对了：再少一条，圆点就还停在斜线上。`,
        c.when(
          "exercise-placed",
          placed && standard,
          c.rich`显存已经设好。再找出让 4 字节读走到平段的最小条数。`,
          c.rich`先把带宽、延迟、SM 数和驻留 warp 设好。`,
        ),
      ),
    };
  },
  sources: [
    { id: "script", title: "CS349E 第 8 讲，脚本 04（异步流水线），演示 1" },
    {
      id: "little",
      title: "J. D. C. Little, A Proof for the Queuing Formula L = λW, Operations Research 9 (1961)",
      url: "https://doi.org/10.1287/opre.9.3.383",
    },
    {
      id: "cuda",
      title: "NVIDIA，CUDA C++ Programming Guide：计算能力、异步拷贝、TMA",
      url: "https://docs.nvidia.com/cuda/cuda-c-programming-guide/",
    },
    {
      id: "gpu-benches",
      title: "RRZE，gpu-benches：H200、H100 PCIe、A100 上的 gpu-stream",
      url: "https://github.com/te42kyfo/gpu-benches",
    },
    {
      id: "flash-vla",
      title: "flash-vla：个人在 H100 SXM5 上的单元测试（未经评审）",
      url: "https://github.com/revollllt/flash-vla",
    },
  ],
};

function terabytes(format: { number(value: number, spec: string): string }, value = Number.NaN) {
  return `${format.number(value, ".4g")} TB/s`;
}
