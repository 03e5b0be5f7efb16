// 异步流水线演示的中文文字。
import type { Context, ExperimentView, PredictionView, Rich, Texts } from "../../engine/define-demo.js";
import type { PresetId, Words } from "./demo.js";

type C = Context<"async-pipeline", Words>;

const percent = (c: C, share = Number.NaN) => c.format.number(share, ".0%");
const whole = (c: C, value = Number.NaN) => c.format.number(value, ",.0f");

/** 所选规则在固定延迟下的曲线。 */
const chosen = (c: C, source: "l2" | "hbm") =>
  c.result.curves.find((curve) => curve.source === source && curve.release === c.params.release);

/** 从几级起，无穷长的流水线达到上限；画出的级数都达不到时为 NaN。 */
function stagesToHide(c: C): number {
  const limit = c.result.supplies[0]?.limit ?? 1;
  const index = chosen(c, "l2")?.steady.findIndex((share) => share >= limit * (1 - 1e-9)) ?? -1;
  return index < 0 ? Number.NaN : index + 1;
}

function synchronous(c: C): Rich {
  const [fixed] = c.result.rows;
  const hides = stagesToHide(c);
  const limit = c.result.supplies[0]?.limit ?? 1;
  return c.rich`读一块、等它到、算完再读下一块：只有一级缓冲时，即使数据就在 ${c.term("l2", "L2")} 里，${c.term("tensor-core", "Tensor Core")} 也只有 ${c.strong(
    percent(c, fixed?.busy[0]),
  )} 的时间在干活。${c.when(
    "rule-is-sync",
    c.params.release === "sync",
    c.rich`眼下选的规则要等前一块算完才去要下一块，多出来的缓冲白白闲着，两级也只有 ${c.strong(percent(c, fixed?.busy[1]))}。`,
    c.rich`加到两级是 ${c.strong(percent(c, fixed?.busy[1]))}。${c.when(
      "pace-binds",
      limit < 1,
      c.rich`这里卡住的是要数据、搬数据的节拍，不是延迟：顶多 ${c.strong(
        c.format.number(limit, ".1%"),
      )}，公式给出的 ${c.strong(c.format.number(c.result.neededStages, ".1f"))} 级（藏住 ${c.param(
        "latencyNs",
      )}）也就用不上了。`,
      c.rich`按公式，藏住 ${c.param("latencyNs")} 要 ${c.strong(
        c.format.number(c.result.neededStages, ".1f"),
      )} 级；${c.when(
        "hiding-is-shown",
        hides <= c.params.maxStages,
        c.rich`级数只能是整数，所以是 ${c.strong(whole(c, hides))} 级。`,
        c.rich`比图上画出的还要多。`,
      )}`,
    )}`,
  )}`;
}

function jittered(c: C): Rich {
  const many = c.result.monteCarlo[0];
  const steady = c.result.supplies[0]?.stagesForTarget;
  return c.rich`${c.when(
    "jitter-is-on",
    c.params.jitter > 0,
    c.rich`延迟忽长忽短时，一个慢请求会堵住后面所有的块，只有手里有存货才熬得过去。按这条规则，要达到最好成绩的 ${percent(
      c,
      c.params.target,
    )}，${whole(c, c.result.seedsUsed)} 个种子平均下来需要 ${c.strong(
      whole(c, many?.stagesForTarget),
    )} 级；没有抖动时是 ${c.strong(whole(c, steady))} 级（显示为短横，表示多少级都不够）。`,
    c.rich`抖动已经关掉，有抖动和没有抖动的两行完全一样。真实的显存一忙延迟就会起伏，打开抖动看看代价。`,
  )}级数的尽头在${c.term("shared-memory", "共享内存")}：每级 ${c.strong(c.format.bytes(c.result.tileBytes))}，${c.param("sharedKiB")} 里放得下 ${c.strong(
    whole(c, c.result.stagesThatFit),
  )} 级。（课程此处指向脚本 03 的演示 3，本站没有收录。）`;
}

function bandwidth(c: C): Rich {
  const memory = c.result.supplies[1];
  const slow = (memory?.transferPerCompute ?? 0) > 1;
  return c.rich`${c.when(
    "memory-is-slower",
    slow,
    c.rich`如果每一块都从${c.term("hbm", "显存")}来，搬的时间是算的 ${c.strong(
      `${c.format.number(memory?.transferPerCompute ?? Number.NaN, ".3g")}×`,
    )}，多深的流水线也越不过 ${c.strong(
      c.format.number(memory?.limit ?? Number.NaN, ".1%"),
    )}。延迟可以藏起来，带宽藏不了，只能让每个字节多派几次用场：更大的块、在 L2 里命中、${c.term(
      "multicast",
      "多播",
    )}。`,
    c.rich`在这个设定下，单靠分到的那份显存带宽，搬一块也不比算一块慢；只论带宽，不靠 L2 复用也够到 ${c.strong(c.format.number(memory?.limit ?? Number.NaN, ".1%"))}。`,
  )}（课程在脚本 03 和第 10 讲里接着谈这件事，两者都不在本站。）`;
}

function compareRules(c: C): Rich {
  const at = (release: "cp_async" | "ring") =>
    c.result.curves.find((curve) => curve.release === release && curve.source === c.params.source)?.fixed[1];
  const [ahead, ring] = [at("cp_async") ?? 0, at("ring") ?? 0];
  return c.rich`缓冲什么时候算“空出来了”？同样是两级：等下一块开算才去要（${c.term("cp-async", "cp.async")}），是 ${c.strong(
    percent(c, ahead),
  )}；旧的一块刚算完就去要（环形），是 ${c.strong(percent(c, ring))}。${c.when(
    "ring-is-better-at-two",
    ring - ahead > 0.005,
    c.rich`硬件一样，只差一块的计算时间。`,
    c.rich`在这个设定下，两者没什么差别。`,
  )}`;
}

const predictions = (c: C): PredictionView[] => {
  const sync = c.result.rows[0]?.busy[0] ?? 0;
  const memory = chosen(c, "hbm")?.fixed ?? new Float64Array();
  const [three, eight] = [memory[2] ?? 0, memory[7] ?? 0];
  const wanted = c.result.monteCarlo[0]?.stagesForTarget ?? Number.NaN;
  const all: PredictionView[] = [
    {
      id: "sync",
      question: c.rich`只有一个缓冲，数据在 L2 里，延迟 ${c.param("latencyNs")}；搬一块 ${c.format.seconds(
        c.result.l2S,
      )}，算一块 ${c.format.seconds(c.result.computeS)}。Tensor Core 有多少时间在干活？`,
      answer: {
        kind: "number",
        min: 0,
        max: 100,
        step: 1,
        unit: "%",
        truth: sync * 100,
        tolerance: 4,
        truthText: percent(c, sync),
      },
      why: c.rich`三段时间首尾相接，只有一段在干活：计算 ÷（延迟 + 传输 + 计算）。`,
    },
    {
      id: "memory",
      question: c.rich`每一块都从显存来。八级比三级能多出多少？`,
      answer: {
        kind: "choice",
        options: [
          { id: "little", label: "顶多几个百分点" },
          { id: "some", label: "5 到 20 个百分点" },
          { id: "much", label: "超过 20 个百分点" },
        ],
        truth: eight - three < 0.05 ? "little" : eight - three <= 0.2 ? "some" : "much",
      },
      why: c.rich`三级 ${percent(c, three)}，八级 ${percent(c, eight)}。通道一旦没有空隙，卡住的就是带宽了。`,
    },
  ];
  if (wanted <= 32) {
    all.push({
      id: "jitter",
      question: c.rich`延迟随机起伏（抖动 ${c.param("jitter")}），数据在 L2 里。平均要几级，才能达到最好成绩的 ${percent(
        c,
        c.params.target,
      )}？`,
      answer: {
        kind: "number",
        min: 1,
        max: 32,
        step: 1,
        unit: "",
        truth: wanted,
        tolerance: 1,
        truthText: whole(c, wanted),
      },
      why: c.rich`块要按顺序用，所以由路上最慢的那一块说了算。队排得越长，断粮的机会越小。`,
    });
  }
  return all;
};

export const texts: Texts<"async-pipeline", PresetId, Words> = {
  title: "流水线要多深，Tensor Core 才不用等数据？",
  name: "异步流水线",
  controls: {
    stages: { label: "级数（单次运行）", help: "共享内存里有几个缓冲。时间线按这个级数画；表格始终给出六种深度。" },
    latencyNs: { label: "延迟", help: "一块传完之后，还要多久才能用。700 ns 是课程的假设。" },
    release: {
      label: "缓冲何时算空出来",
      help: "决定什么时候可以往里要下一块。",
      choices: {
        cp_async: "cp.async：下一块开算时",
        ring: "环形：这一块算完时",
        sync: "同步：从不提前要",
      },
    },
    source: {
      label: "数据从哪里来",
      help: "用于图和时间线；表格始终给出两种。",
      choices: { l2: "L2", hbm: "显存（HBM）" },
    },
    jitter: { label: "抖动", help: "每块的延迟 = 延迟 ×（1 + 抖动 × 均值为 1 的指数随机数）。" },
    tileM: { label: "块的 M", help: "输出块的行数，也是 A 块的行数。" },
    tileN: { label: "块的 N", help: "输出块的列数，也是 B 块的列数。" },
    tileK: { label: "块的 K", help: "一步的深度：A 的列数、B 的行数。" },
    bytesPerElement: { label: "每个元素的字节数", help: "BF16 是 2，FP8 是 1。矩阵运算的速率要跟着一起改。" },
    clusterM: { label: "共用一个 B 块的 SM", help: "簇在 M 方向的大小：B 只读一次，多播出去。" },
    clusterN: { label: "共用一个 A 块的 SM", help: "簇在 N 方向的大小：A 只读一次，多播出去。" },
    flopsPerSmClk: { label: "每 SM 每周期的矩阵运算", help: "H100 的 BF16 是 4,096；FP8 或 B200 的 BF16 是 8,192。" },
    clockGhz: { label: "时钟", help: "1.83 GHz、132 个 SM，正好得到 H100 的 989 TFLOP/s。" },
    sms: { label: "SM 数", help: "它们平分显存带宽。" },
    l2BytesPerClk: { label: "每 SM 每周期从 L2 读", help: "64 字节是课程的假设，实测在 38 到 75 之间。" },
    hbmTBps: { label: "显存带宽", help: "整块芯片的。" },
    sharedKiB: { label: "每个线程块的共享内存", help: "Hopper 和 Blackwell 上，一个线程块最多 227 KiB。" },
    epilogueKiB: { label: "留给收尾的", help: "结果写出去时占用的共享内存。" },
    issueIntervalNs: { label: "两次请求的最小间隔", help: "课程里是 0。H100 上有人测得一个 producer warp 是 248 ns。" },
    tiles: { label: "块数", help: "一次运行在 K 方向走几步。块越少，灌满流水线的开销越显眼。" },
    seed: { label: "种子", help: "numpy 随机数的种子，课程用 1。" },
    seeds: { label: "运行次数（蒙特卡洛）", help: "从上面的种子起，一个一个往后数。" },
    target: { label: "算作“藏住”的标准", help: "要求达到最好成绩的几成。" },
    timelineLatency: {
      label: "时间线里的延迟",
      help: "固定延迟看得清楚，抖动能看到迟到的块。",
      choices: { fixed: "固定", jitter: "有抖动" },
    },
    firstTile: { label: "从第几块看起", help: "从 0 数起。" },
    shownTiles: { label: "看多少块", help: "时间线画出的块数。" },
    maxStages: { label: "最深画到几级", help: "级数轴的终点。" },
  },
  presets: {
    lecture: "课程设定",
    ring: "环形缓冲",
    steady: "没有抖动",
    "l2-idle": "L2 的实测延迟",
    "from-memory": "从显存读",
    "big-tile": "大块加共用",
    fp8: "FP8",
  },
  problems: {},
  words: {
    chips: {
      label: "芯片",
      what: { rate: "矩阵算力", clock: "时钟", sms: "SM 数", bandwidth: "带宽", shared: "共享内存" },
      source: (what, source) => `${source}：${what.join("、")}。`,
      kept: "延迟和 L2 速率保持原来的设置。",
    },
    sources: { l2: "数据在 L2 里", hbm: "每块都从显存读" },
    latencies: { fixed: "固定", jitter: "有抖动" },
    releases: { cp_async: "cp.async", ring: "环形", sync: "同步" },
    main: {
      caption: "Tensor Core 干活的时间占比",
      source: "数据来源",
      latency: "延迟",
      stages: (count) => `${count} 级`,
      doesNotFit: "仅为模型：这么多级，共享内存放不下。",
    },
    supply: {
      caption: "延迟藏好之后，卡在哪里",
      source: "数据来源",
      transfer: "搬一块",
      ratio: "搬 ÷ 算",
      limit: "最好成绩",
      has: "每字节运算，现有",
      needs: "每字节运算，需要",
      stages: "达标所需级数",
    },
    rules: { caption: "三种规则，固定延迟，所选来源", rule: "缓冲何时空出", stages: (count) => `${count} 级` },
    sweep: {
      caption: "他人在 H100 上的实测，与两种规则对照",
      study: "测的是什么",
      stages: "级数",
      measured: "实测",
      cpAsync: "cp.async 规则",
      ring: "环形规则",
    },
    studies: {
      mainloop: "CUTLASS 的 TMA 主循环，数据在 L2 里",
      "tma-ring-8k": "只有 TMA，每次 8 KB，每块用时",
      "tma-ring-32k": "只有 TMA，每次 32 KB，每块用时",
    },
    cycles: "周期",
    stages: {
      title: "几级流水，忙到几成",
      x: "级数",
      y: "Tensor Core 忙碌",
      lecture: "课程设定",
      closed: "闭式解，所选规则",
      jitter: (rule) => `${rule}，有抖动`,
      other: { l2: "从 L2", hbm: "从显存" },
      bound: "带宽上限",
      needed: (stages) => `${stages} 级起藏住`,
      fit: (shared, stages) => `${shared} KiB：放得下 ${stages} 级`,
      description: (busy, limit, rule, fit) =>
        `固定延迟，规则为“${rule}”：一级 ${busy.one}，两级 ${busy.two}，画出的最深处 ${busy.most}；再深也越不过 ${limit}。共享内存放得下 ${fit} 级。`,
      reading: (rule, stages, busy) => `${rule}，${stages} 级：忙 ${busy}`,
    },
    timeline: {
      title: "看进一次运行：每一块从请求到算完",
      x: "时间",
      producer: "producer warp：受阻",
      producerWarp: "producer warp",
      channel: "通道",
      buffer: (slot) => `缓冲 ${slot}`,
      consumer: "consumer（Tensor Core）",
      request: "受阻或排队",
      queue: "排队等通道",
      transfer: "传输",
      latency: "延迟",
      ready: "已到，等轮到",
      compute: "计算",
      idle: "等待",
      description: (tiles, from, to, busy) =>
        `${tiles} 块，从 ${from} 到 ${to}。整次运行里，Tensor Core 有 ${busy} 的时间在干活。`,
      tile: (tile, asked, arrived, computed) => `第 ${tile} 块：${asked} 请求，${arrived} 到达，${computed} 开算`,
      blocked: (tile, from, to) => `producer 在等放第 ${tile} 块的缓冲：${from} 到 ${to}`,
      idleReading: (tile, from, to) => `Tensor Core 在等第 ${tile} 块：${from} 到 ${to}`,
    },
    monteCarlo: {
      title: "换许多种子：平均，以及中间的 90%",
      mean: (source) => `平均，${source}`,
      band: (source) => `十次里的九次，${source}`,
      endless: (source) => `不限级数，${source}：`,
      target: (share, stages) => `${stages} 级起达到 ${share}`,
      description: (source, two, most, stages, share, seeds) =>
        `${seeds} 个种子，${source}：两级平均 ${two}，画出的最深处 ${most}；达到最好成绩的 ${share} 要 ${stages} 级。`,
      reading: (source, stages, mean, sd) => `${source}，${stages} 级：平均 ${mean}，单次标准差 ${sd}`,
      bandReading: (source, stages, low, high) => `${source}，${stages} 级：十次里有九次在 ${low} 与 ${high} 之间`,
    },
    measured: {
      title: "硬件照哪条规则走？他人的实测",
      y: "循环用时",
      measured: "实测（H100，CUTLASS）",
      description: (cpAsync, ring, measured, stages) =>
        `${stages} 级时实测 ${measured} 周期；cp.async 规则给出 ${cpAsync}，环形规则给出 ${ring}。两条规则都只用两级和最低处的数据定标。`,
      reading: (what, stages, cycles) => `${what}，${stages} 级：${cycles} 周期`,
    },
    figures: { compute: "算一块", l2: "从 L2 搬一块", hbm: "从显存搬一块", needed: "藏住延迟所需级数" },
  },
  sentence: (c) =>
    c.rich`算一块要 ${c.figure("compute-time", c.format.seconds(c.result.computeS))}；搬一块，从 L2 要 ${c.figure(
      "l2-time",
      c.format.seconds(c.result.l2S),
    )}，从显存要 ${c.figure("hbm-time", c.format.seconds(c.result.hbmS))}。藏住 ${c.param(
      "latencyNs",
    )} 的延迟需要 ${c.figure("needed-stages", c.format.number(c.result.neededStages, ".1f"))} 级；现在用 ${c.param("stages")} 级（${c.words.sources[c.params.source]}），Tensor Core 有 ${c.strong(percent(c, c.result.timeline.busy))} 的时间在干活。`,
  observations: (c) => [
    synchronous(c),
    jittered(c),
    bandwidth(c),
    c.rich`${c.term("warp-specialization", "warp 专门化")}就是分工：一个 producer ${c.term("warp", "warp")} 专管要数据、记缓冲的账，几个 consumer ${c.term(
      "warpgroup",
      "warpgroup",
    )} 专管算。在时间线里它们各占一道：用 ${c.param("stages")} 级时，这次 ${c.strong(
      c.format.seconds(c.result.timeline.totalS),
    )} 的运行里 consumer 一共等了 ${c.strong(c.format.seconds(c.result.timeline.waitS))}${c.when(
      "asking-is-free",
      c.params.issueIntervalNs === 0 && c.params.release !== "sync",
      c.rich`，没有一刻是因为“自己正忙着发请求”。`,
      c.rich`。在这个设定下，请求可能发晚了：不是规则拦着，就是 producer 自己的节拍太慢。`,
    )}`,
    compareRules(c),
    c.rich`延迟也不是一个雷打不动的数。有人测得空闲时 L2 是 ${c.strong(
      c.format.seconds(c.result.measuredL2LatencyS),
    )}，照同一个公式只要 ${c.strong(
      c.format.number(c.result.neededStagesMeasured, ".1f"),
    )} 级。延迟与在途字节的关系，见 ${c.demo("littles-law", "Little 定律", { latencyNs: c.params.latencyNs })}。`,
  ],
  predictions,
  experiments: (c): ExperimentView[] => [
    {
      id: "two-rings",
      label: "两个缓冲，两种规则",
      params: { stages: "2", release: "ring", timelineLatency: "fixed" },
      lookAt: c.rich`在时间线里看缓冲 1 什么时候又被要走。再换成 cp.async：正好晚一块的计算时间。`,
    },
    {
      id: "late-tiles",
      label: "看一块迟到",
      params: { timelineLatency: "jitter", stages: "6", shownTiles: "24" },
      lookAt: c.rich`排在迟到者后面的块早就到了，也只能等着：要按顺序用。`,
    },
    {
      id: "memory-bound",
      label: "从显存读，八级",
      params: { source: "hbm", stages: "8" },
      lookAt: c.rich`通道上一点空隙都没有，Tensor Core 上到处是空隙。加缓冲救不了。`,
    },
    {
      id: "cluster",
      label: "簇内共用",
      params: { source: "hbm", clusterM: "2", clusterN: "2" },
      lookAt: c.rich`每个 SM 只取一半，显存那条上限翻了一倍。`,
    },
  ],
  exercise: (c) => {
    const { params, defaults, result } = c;
    const kept = (["hbmTBps", "sms", "flopsPerSmClk", "clockGhz", "bytesPerElement", "sharedKiB"] as const).every(
      (name) => params[name] === defaults[name],
    );
    const enough = (result.supplies[1]?.limit ?? 0) >= 1;
    const solved = kept && enough && result.stagesThatFit >= 4;
    return {
      task: c.rich`每一块都从显存来。只改块的形状和簇的大小，让带宽上限达到 100%，同时共享内存里还放得下至少 4 级。`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`做到了：每个字节都换来了足够的运算，还放得下 ${whole(c, result.stagesThatFit)} 级。`,
        c.when(
          "exercise-enough",
          enough,
          c.rich`上限够了，再看看其余条件：硬件要和课程一样，还要放得下 4 级。`,
          c.rich`上限现在是 ${c.format.number(result.supplies[1]?.limit ?? Number.NaN, ".1%")}：一块的每个字节摊到 ${c.format.number(
            result.flopsPerByte,
            ".4g",
          )} 次运算，需要 ${c.format.number(result.supplies[1]?.flopsPerByteNeeded ?? Number.NaN, ".4g")} 次。`,
        ),
      ),
    };
  },
  sources: [
    { id: "script", title: "CS349E 第 8 讲，脚本 04（异步流水线），演示 2" },
    {
      id: "cutlass",
      title: "NVIDIA CUTLASS：多级与 warp 专门化的主循环，流水线文档",
      url: "https://github.com/NVIDIA/cutlass",
    },
    { id: "fa3", title: "Shah 等，FlashAttention-3（2024）", url: "https://arxiv.org/abs/2407.08608" },
    {
      id: "flash-vla",
      title: "flash-vla：个人在 H100 SXM5 上的单元测试（未经评审）",
      url: "https://github.com/revollllt/flash-vla",
    },
    {
      id: "gpu-benches",
      title: "RRZE，gpu-benches：L2 的带宽与延迟",
      url: "https://github.com/te42kyfo/gpu-benches",
    },
    {
      id: "krivulin",
      title: "N. Krivulin，Max-Plus Algebra Models of Queueing Networks",
      url: "https://arxiv.org/abs/1212.0578",
    },
  ],
};
