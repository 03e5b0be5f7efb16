// What a reader is told when nothing can run, in Chinese.
import type { FailureTexts } from "./failure-texts.js";

export const zh: FailureTexts = {
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
};
