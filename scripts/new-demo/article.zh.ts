// sample-demo 演示页面上不随参数变化的中文文章，只在构建时使用。
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

export const article: ArticleOf<"sample-demo", Words> = (c) => ({
  summary: "容量除以带宽，就是读一遍的时间。",
  equations: [{ tex: "t = \\frac{M}{B}", words: "用时 t 等于容量 M 除以带宽 B。" }],
  assumptions: [c.rich`每个字节只读一次，始终用满带宽。`],
  measured: [c.rich`这里的数字都是算出来的 ${c.source("own")}。`],
  deviations: [],
  python: { code: "print(f'{80e9 / 3.35e12 * 1e3:.2f} ms')", prints: "23.88 ms" },
});
