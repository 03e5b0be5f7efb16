// 自带权重面板的中文文字。
import type { WeightsTexts } from "./texts.js";

const allowed = "可以用 .safetensors 和 .npy 文件";

export const zh: WeightsTexts = {
  presets: {
    "lecture/fp8-tensor": "FP8，一个缩放",
    "lecture/fp4-tensor": "FP4，一个缩放",
    "lecture/mxfp4": "MXFP4",
    "lecture/nvfp4": "NVFP4",
    "ocp/mxfp4": "MXFP4（OCP）",
    "ocp/mxfp8-e4m3": "MXFP8 E4M3（OCP）",
    "te/nvfp4": "NVFP4（Transformer Engine）",
    "fouroversix/nvfp4": "NVFP4 4/6",
  },
  problems: {
    "not-a-tensor-file": (f) => `“${f.file}”的开头既不像 .safetensors 也不像 .npy 文件。${allowed}，文件名不限。`,
    truncated: (f) =>
      `“${f.file}”不完整：文件在${f.detail ? `张量“${f.detail}”的数据` : "文件头所说的内容"}之前就结束了。可能没有下载完；需要完整的文件。`,
    "header-too-large": (f) =>
      `“${f.file}”的文件头自称有 ${f.number} 字节，太大了。最多允许 16,777,216 字节（16 MiB）；真实模型的文件头远小于此。`,
    "header-not-readable": (f) =>
      `“${f.file}”的文件头从第 ${f.number} 字节起无法读懂。允许的是 safetensors 规定的 JSON，或 numpy 的 descr、fortran_order、shape 字典。`,
    "offsets-outside": (f) =>
      `“${f.file}”的文件头把张量“${f.detail}”放在了数据之外：它的结尾在开头之前。偏移量须在 0 到数据长度之间，且结尾不早于开头。`,
    "offsets-overlap": (f) =>
      `“${f.file}”中张量“${f.detail}”的数据与另一个张量重叠（第 ${f.number} 字节处）。每个张量必须有自己的字节。`,
    "size-mismatch": (f) =>
      `“${f.file}”中${f.detail ? `张量“${f.detail}”` : "数组"}的形状与数据长度不符。形状乘以每个元素的字节数必须等于数据长度。`,
    "unknown-type": (f) =>
      `“${f.file}”的元素类型“${f.detail}”不在其格式之内。可以用 F64、F32、F16、BF16、F8_E4M3、F8_E5M2（safetensors）和 f8、f4、f2（numpy）。`,
    "integer-type": (f) =>
      `“${f.file}”里只有整数（${f.detail}），没有可舍入的东西。可以用浮点类型：F64、F32、F16、BF16、F8。`,
    "fortran-order": (f) =>
      `“${f.file}”里的数组按 Fortran 顺序（逐列）存放，块会横跨各行。请用 C 顺序：保存 numpy.ascontiguousarray(x)。`,
    empty: (f) => `“${f.file}”是空的：没有含元素的张量。至少需要一个数。`,
    "non-finite": (f) =>
      `“${f.file}”的张量“${f.detail}”含有 NaN 或无穷大（${f.number} 个），误差没有意义。只允许有限的数；其他张量不受影响。`,
    unreadable: (f) =>
      `“${f.file}”${f.detail ? `读到张量“${f.detail}”时` : ""}读不下去了：文件被移动、改动或关闭。请重新选择。`,
  },
  kept: (file) => `下面显示的仍是“${file}”。`,
  reading: (file) => `正在读取“${file}”……`,
  tensorsOf: (file, count) => `“${file}”中的张量：${count} 个`,
  listed: (count, all) => `共 ${all} 个，列出前 ${count} 个；其余的可以搜索名字找到。`,
  all: "全选",
  none: "全不选",
  notFloat: "不是浮点数",
  noElements: "空",
  scalar: "标量",
  axis: "块的走向",
  axes: { flattened: "沿展平的张量（C 顺序）", last: "沿最后一维，不跨行" },
  axisHelp: "最后一个不满的块按实际长度处理。",
  schemes: "格式",
  progress: (tensor, done, all) => `“${tensor}”，第 ${done} 个张量，共 ${all} 个`,
  stop: "停止",
  goOn: "继续",
  stopped: (done, all) => `已停止：完成了 ${done} 个张量，共 ${all} 个。`,
  caption: "各张量的相对误差 ‖q − x‖ / ‖x‖。点表头可排序。",
  columns: { name: "张量", dtype: "类型", shape: "形状", elements: "元素数" },
  cellNote: (zeroed) => `${zeroed} 变成了 0`,
  sortBy: (column) => `按${column}排序`,
  summary: (tensors, elements) => `${tensors} 个张量，${elements} 个数。合在一起：`,
  comma: "；",
  period: "。",
  schemeError: (scheme, error) => `${scheme} ${error}`,
  worst: (scheme, tensor, error) => `${scheme} 下误差最大的是“${tensor}”：${error}。`,
  note: "元素误差不等于任务精度：模型对它有多敏感是另一个问题。",
  chartTitle: "离群值的代价：误差与（最大值 / 均方根）",
  chartDescription: (tensors, scheme, least, most) =>
    `每个点是一个张量在一种格式下的误差，共 ${tensors} 个张量。越靠右，最大的数越突出。${scheme} 的误差从 ${least} 到 ${most}。`,
  crest: "最大值 / 均方根",
  error: "相对误差",
  chartReading: (tensor, scheme, error, crest) => `${tensor}，${scheme}：误差 ${error}，最大值 / 均方根 ${crest}`,
  copy: "复制为 CSV",
  copied: "已复制。",
};
