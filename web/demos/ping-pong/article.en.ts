// The article of "ping-pong" in English: the part of its page that follows no parameter.
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

export const article: ArticleOf<"ping-pong", Words> = (c) => ({
  summary: "While one warpgroup multiplies, the other does softmax: why that helps, and why never more than twofold.",
  equations: [
    {
      tex: "t_{\\mathrm{mma}} = \\frac{4d}{P}",
      words: "Products per score: 2d operations for the score, 2d for the output, at matrix rate P.",
    },
    { tex: "t_{\\exp} = \\frac{1}{E}", words: "One exp per score, at exp rate E." },
    {
      tex: "\\frac{t_{\\mathrm{mma}} + t_{\\exp}}{\\max(t_{\\mathrm{mma}},\\, t_{\\exp})} \\le 2",
      words: "Gain of perfect turns over series: sum over maximum.",
    },
    {
      tex: "\\max\\left(2 t_{\\mathrm{mma}} + 2h,\\; 2 t_{\\exp},\\; (1 + u)(t_{\\mathrm{mma}} + t_{\\exp})\\right)",
      words: "Time of a pair of steps with hand-over h and imbalance u: the longest of three cycles sets it.",
    },
  ],
  assumptions: [
    c.rich`Only exp competes with the products: maximum, scaling, conversion, loads and the causal mask cost nothing.`,
    c.rich`Both units run at their peak rates all the time; a kernel reaches less.`,
    c.rich`The matrix rate of the H100 is 132 × 4,096 × 1.83 GHz; FP8 is twice that. Other chips take the dense rate of the chip table.`,
    c.rich`4.5 T exp per second is the figure of NVIDIA's article for the H100 ${c.source("ultra")}.`,
    c.rich`The warpgroups strictly alternate on both units, with one step of 64 rows and 128 keys at a time.`,
  ],
  measured: [
    c.rich`The times on this page are computed; the timeline is an event simulation and agrees with the formula.`,
    c.rich`FlashAttention-3's own ablation on an H100 (FP16, head dimension 128): 570 TFLOP/s without warp specialization, 582 without overlap inside a warpgroup, 661 with everything; ping-pong alone lifted 570 to 620–640 ${c.source(
      "fa3",
    )}. That is a gain of 1.09 to 1.16, where the ideal is 1.43.`,
    c.rich`Why less? Softmax is more than exp, warpgroups meet at barriers, the first and last steps have no partner, and the products do not run at peak either. And on the other side a series kernel is not perfectly serial: the hardware overlaps some by itself.`,
    c.rich`FlashAttention-4 reports 1,613 TFLOP/s on a B200, 71 % of the peak, moving part of the exp to ordinary multiply-add units ${c.source("fa4")}.`,
  ],
  deviations: [
    c.rich`${c.quote("BF16 前向约 740 TFLOPS（75% 利用率）", "script", "zh")}: the paper's first version gives 740 TFLOP/s (75 %) for FP16, and close to 1.2 PFLOP/s for FP8. The NeurIPS text has BF16: 840 TFLOP/s (85 %), and FP8 1.3 PFLOP/s ${c.source("fa3")}.`,
    c.rich`43 % and 86 % (and 1.4 and 1.9 times) rest on the article's 4.5 T exp per second. Sixteen exp per clock on each of 132 SMs at 1.83 GHz are 3.865 T (FlashAttention-3 rounds to 3.9), and then it is exactly 50 % and 100 %, 1.5 and 2 times. Both are one tap away.`,
    c.rich`1.43 is the ideal, not what was seen: measured are 1.09 to 1.12 for ping-pong and 1.14 to 1.16 for the full ablation. Still the overlap is real: by units, a purely serial kernel could not exceed 659.6 TFLOP/s, and 740 and 840 do.`,
  ],
  python: {
    code: "P, E, d = 132 * 4096 * 1.83e9, 4.5e12, 128\nprint(', '.join(f'{(4*d/p + 1/E) / max(4*d/p, 1/E):.2f}' for p in (P, 2*P)))",
    prints: "1.43, 1.86",
  },
});
