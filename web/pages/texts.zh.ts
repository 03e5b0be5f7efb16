// 演示以外的页面文字（中文）。
import type { PageTexts } from "./texts.js";

export const zh: PageTexts = {
  siteName: "CS349E 课程实验",
  siteSummary:
    "两讲课、六个实验，讲 GPU 与低精度数字。讲义里的每个数字都可以改，在你的浏览器里当场重算，与讲义一位不差。",
  skip: "跳到正文",
  home: "首页",
  lectures: {
    lecture01: {
      name: "第 1 讲",
      title: "芯片、数值格式，速度从哪里来",
      summary: "四代 GPU 涨了什么，小格式的代价是什么，哪个单元最先用完。",
    },
    lecture08: {
      name: "第 8 讲",
      title: "让机器不闲着",
      summary: "路上的字节、异步流水线，以及轮流上场的两个 warpgroup。",
    },
  },
  demoOf: (lecture, order) => `${lecture} · 实验 ${order}`,
  otherLanguage: "English",
  theme: "配色",
  themes: { auto: "自动", light: "浅色", dark: "深色" },
  about: "关于",
  footer: "由 C++ 编译成 WebAssembly，在你的浏览器里计算；你输入的内容不会离开浏览器。",
  previous: "上一个",
  next: "下一个",
  openFull: "在单独的页面打开这个实验",
  embedTitle: "放进你自己的讲义",
  embedText: "这个实验可以在讲义、幻灯片和课程网站里运行，可以整个放进去，也可以只放一部分。",
  embed: "嵌入或引用…",
  model: "模型的底细",
  equations: "公式",
  assumptions: "假设",
  measured: "哪些是模型，哪些是实测",
  deviations: "讲义文字与模型不一致之处",
  python: "用 Python 验证",
  prints: "输出",
  aboutPage: {
    what: [
      "这里把 CS349E 第 1 讲和第 8 讲的计算做成了实验：动一个数，看看会怎样。",
      "每一页都从讲义自己的数字出发，实验上方的第一个选项总能带你回去。",
    ],
    exactTitle: "有多准？",
    exact: [
      "所有数字都由同一个 C++ 内核计算和舍入，内核编译成 WebAssembly；在讲义的设置下，每个格子与讲义脚本逐字相同。",
      "随机数与 NumPy 的 default_rng 逐位一致，用两行 Python 就能核对。",
      "模型有意做得简单。每一页都列出假设，并说明哪些是实测、哪些只是模型。",
    ],
    licencesTitle: "许可",
    licences: [
      { name: "本站", licence: "MIT", use: "代码、文字和图", url: "https://spdx.org/licenses/MIT.html" },
      {
        name: "NumPy",
        licence: "BSD-3-Clause",
        use: "ziggurat 表的常数和随机数流的算法",
        url: "https://numpy.org/doc/stable/license.html",
      },
      { name: "Chart.js", licence: "MIT", use: "曲线和柱形图", url: "https://www.chartjs.org/" },
      { name: "Preact", licence: "MIT", use: "页面绘制", url: "https://preactjs.com/" },
      { name: "Temml", licence: "MIT", use: "构建时把公式变成 MathML", url: "https://temml.org/" },
      { name: "Emscripten", licence: "MIT", use: "把内核编译成 WebAssembly", url: "https://emscripten.org/" },
    ],
    versionsTitle: "版本",
    version: "本站",
    privacyTitle: "隐私",
    privacy: "页面不从别的网站加载任何东西，不用 cookie，也不统计访问。配色的选择只保存在你的浏览器里。",
  },
  notFound: { title: "没有这个页面", text: "地址可能有误，或者页面已经搬走。", home: "去看实验" },
};
