// 表格和图下面折叠部分的中文文字。
import type { ToolsTexts } from "./tools-texts.js";

export const zh: ToolsTexts = {
  copy: "复制为",
  asText: "文本",
  download: "下载",
  copied: "已复制。",
  notCopied: "浏览器不允许复制。",
  saved: (file) => `已存为 ${file}。`,
  failed: "这个浏览器做不到。",
  asShown: (label) => `${label}（显示值）`,
  pointsOf: (title) => `${title}：每个点`,
  series: "序列",
  reading: "该处的读数",
  lane: "泳道",
  trace: "时间线（Trace）",
  traceHint: "Trace 文件可用 Perfetto（ui.perfetto.dev）或 chrome://tracing 打开。",
  listen: "听曲线",
  silence: "停止声音",
};
