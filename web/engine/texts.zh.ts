// The engine's own words in Chinese.
import type { EngineTexts } from "./engine-texts.js";

export const zh: EngineTexts = {
  comma: "、",
  range: (min, max) => `${min} … ${max}`,
  about: (label, name, sentence) => `${label}（${name}）：${sentence}`,
  problems: {
    "not-a-number": (f) => `${label(f)}：“${f.given}”不是数字。允许：${f.allowed}。改用默认值 ${f.used}。`,
    "not-whole": (f) => `${label(f)}：${f.given} 不是整数。允许：${f.allowed} 之间的整数。改用 ${f.used}。`,
    below: (f) => `${label(f)}：${f.given} 太小。允许：${f.allowed}。改用 ${f.used}。`,
    above: (f) => `${label(f)}：${f.given} 太大。允许：${f.allowed}。改用 ${f.used}。`,
    unknown: (f) => `${label(f)}：没有“${f.given}”这一项。允许：${f.allowed}。改用 ${f.used}。`,
    empty: (f) => `${label(f)}：列表为空。允许：${f.allowed}。改用 ${f.used}。`,
    "too-many": (f) => `${label(f)}：最多选 ${f.most} 项，可选：${f.allowed}。改用 ${f.used}。`,
    "not-a-pair": (f) => `${label(f)}：“${f.given}”不是形如 128:64 的数对列表。允许：${f.allowed}。改用 ${f.used}。`,
    other: (f) => `${label(f)}：“${f.given}”不能用。允许：${f.allowed}。改用 ${f.used}。`,
  },
  failures: {
    "no-webassembly": {
      title: "这个浏览器不能运行 WebAssembly",
      text: "现在显示的是讲义中的数字。若要改动参数，请允许 WebAssembly（锁定模式和某些安全设置会关闭它），或换一个浏览器。",
      retry: false,
    },
    "fetch-failed": {
      title: "页面有一部分没有加载成功",
      text: "现在显示的是讲义中的数字。请检查网络后重试。",
      retry: true,
    },
    cors: {
      title: "服务器不允许这个框架加载程序",
      text: "现在显示的是讲义中的数字。网站服务器需要为其文件发送 Access-Control-Allow-Origin: *。",
      retry: true,
    },
    "not-wasm": {
      title: "服务器送来的不是程序文件",
      text: "现在显示的是讲义中的数字。程序的 .wasm 文件缺失或不完整；请重试，或告知网站维护者。",
      retry: true,
    },
    "compile-failed": {
      title: "这个浏览器运行不了本程序",
      text: "现在显示的是讲义中的数字。Chrome 112、Firefox 112、Safari 16.4 及更新版本可以运行。",
      retry: true,
    },
    "start-failed": {
      title: "程序没有启动",
      text: "现在显示的是讲义中的数字。请刷新页面或重试。",
      retry: true,
    },
    crashed: {
      title: "计算意外中断",
      text: "所需内存可能超过了浏览器的限制。现在显示的是之前的数字；请改用较小的值，或重试。",
      retry: true,
    },
    "unknown-demo": {
      title: "没有这个名字的演示",
      text: "请检查地址。",
      retry: false,
    },
  },
};

function label(facts: { label: string; name: string }): string {
  return `${facts.label}（${facts.name}）`;
}
