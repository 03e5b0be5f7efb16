// 验证页和自检标记的文字（中文）。
import type { VerifyTexts } from "./verify-texts.js";

export const zh: VerifyTexts = {
  title: "在这个浏览器里，算得对吗？",
  summary: "在你自己的浏览器里跑的证明：标准答案、每一个编码、每一个 float32。",
  intro: [
    "本站的每个数字都由你的浏览器计算。程序发布之前通过的检查，在这一页、在你的浏览器里重做一遍；每个结果都与别处得到的答案比较：讲义的脚本、NumPy、数值格式的其他实现，或者积分。",
    "“扫描”把 float32 数逐个送进编码器，每段 1048576 个，分给处理器的各个核。短的一轮从整个范围里各取几段，一共有 4096 段；完整的一轮取遍所有的数，停下以后可以接着跑。",
  ],
  run: "开始验证",
  runAll: "跑完每一段",
  stop: "停止",
  copy: "复制报告",
  copied: "已复制",
  columns: { proof: "证明", result: "结果", detail: "比较了什么" },
  states: { waiting: "等待", running: "进行中", pass: "通过", fail: "不通过" },
  proofs: {
    "self-test": { name: "自检", about: "每一页开头都做的几项已知答案。" },
    streams: { name: "随机数流", about: "每种分布最多一百万个数，与 NumPy 的结果比较 SHA-256。" },
    quantization: { name: "量化", about: "讲义的四种方案用在讲义的数据上：每个值、误差和占比。" },
    rounding: { name: "舍入", about: "讲义对 E4M3 和 E2M1 的舍入，包括正中间和它的两侧。" },
    pipeline: { name: "流水线", about: "流水线的忙碌占比、总时间和最初几块的结束时刻，精确到最后一位。" },
    codes: {
      name: "每一个编码",
      about: "每种格式的每个编码：它的值、编回去、以及它上方的中点在各种平局规则下的去向。",
    },
    "portable-fixture": { name: "可移植样本", about: "两段不依赖随机数库的信号，24 种约定下的编码和尺度。" },
    expectations: { name: "期望误差", about: "实测误差与积分结果比较，积分不用任何随机数。" },
    "fast-paths": { name: "快速路径", about: "在难处理的数上，向量循环与普通循环逐位比较。" },
    "sweep-e4m3": { name: "扫描 E4M3", about: "float32 数送进编码器，逐段比较哈希。" },
    "sweep-e5m2": { name: "扫描 E5M2", about: "float32 数送进编码器，逐段比较哈希。" },
    "sweep-e2m1": { name: "扫描 E2M1", about: "float32 数送进编码器，逐段比较哈希。" },
    "sweep-e8m0": { name: "扫描 E8M0", about: "float32 数送进编码器，逐段比较哈希。" },
  },
  checks: (passed, total) => `${total} 项检查，${passed} 项一致`,
  progress: (done, total) => `${done} / ${total}`,
  slices: (done, total) => `${total} 段中已有 ${done} 段一致`,
  broken: (reason) => `这项证明没能运行：${reason}`,
  planted: (fault) => `有意埋下了一个错误（${fault}）：至少要有一项证明不通过。`,
  verdict: {
    pass: "跑过的证明在这个浏览器里全部通过。",
    fail: "至少有一项证明在这个浏览器里没有通过。请把报告发给本站的维护者。",
    stopped: "已停止。到目前为止的结果都保留着。",
  },
  environment: { version: "版本", browser: "浏览器", engine: "引擎", workers: "工作线程" },
  engineModes: { worker: "模块 worker", blob: "blob worker", page: "页面内" },
  reportTitle: "报告",
  noScript: "这些证明需要 JavaScript 和 WebAssembly。",
  badge: { waiting: "检查这个浏览器", pass: "这个浏览器自检通过", fail: "这个浏览器自检没有通过" },
  fastPathsOff:
    "这个浏览器的自检给出了错误的答案。快速路径已经关闭，改用普通循环计算，会慢一些。哪里不一致，见验证页。",
};
