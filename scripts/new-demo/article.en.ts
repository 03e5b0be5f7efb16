// The article of "sample-demo" in English: the part of its page that follows no parameter.
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

export const article: ArticleOf<"sample-demo", Words> = (c) => ({
  summary: "Capacity over bandwidth: the time of one pass through a memory.",
  equations: [{ tex: "t = \\frac{M}{B}", words: "Time t is capacity M over bandwidth B." }],
  assumptions: [c.rich`Every byte is read once, at full bandwidth.`],
  measured: [c.rich`Everything here is computed ${c.source("own")}.`],
  deviations: [],
  python: { code: "print(f'{80e9 / 3.35e12 * 1e3:.2f} ms')", prints: "23.88 ms" },
});
