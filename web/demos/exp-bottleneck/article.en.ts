// The article of "exp-bottleneck" in English: the part of its page that follows no parameter.
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

export const article: ArticleOf<"exp-bottleneck", Words> = (c) => ({
  summary: "Faster Tensor Cores leave one exp per attention score behind. See chip by chip who waits for whom.",
  equations: [
    {
      tex: "F = 2\\,d_{qk} + 2\\,d_v",
      words: "Operations that QKᵀ and PV spend on one score, for which softmax needs one exp.",
    },
    {
      tex: "t_{\\text{mma}} = \\frac{F}{P}, \\qquad t_{\\text{exp}} = \\frac{1}{E}",
      words: "Time per score on the matrix units (rate P) and on the special-function units (E exponentials a second).",
    },
    {
      tex: "\\frac{t_{\\text{exp}}}{t_{\\text{mma}}} = \\frac{P}{F\\,E}",
      words: "The number in the table. Above 1 the Tensor Cores wait, even with perfect overlap.",
    },
  ],
  assumptions: [
    c.rich`The matrix units run at their full dense rate; real kernels reach less, which makes the true share of exp smaller.`,
    c.rich`Softmax also needs a maximum, a subtraction and a scaling. They are left out, which makes the true burden larger.`,
    c.rich`The exp rate is that of the special-function units alone, with nothing moved to the FMA units except where the slider says so.`,
    c.rich`Every score is computed: no causal mask, no padding.`,
    c.rich`The exp rates come from the article on Blackwell Ultra${c.source("blackwell-ultra-blog")}; other accounts are a choice of the controls.`,
  ],
  measured: [
    c.rich`The table is arithmetic on published figures; nothing in it was measured by us.`,
    c.rich`NVIDIA measured 4.943 T exp/s on GB200 and 10.02 T on GB300${c.source("softmax-blog")}; one person measured 9.22 T on a B300 board${c.source("b300-measurements")}.`,
    c.rich`FlashAttention-4 emulates between 10 and 25% of the exponentials on B200 and switches this off on B300${c.source("flash-attention-4")}.`,
  ],
  deviations: [
    c.rich`The 43% and 86% for H100 rest on the article's 4.5 T exp/s. Counting 16 results per clock and SM on 132 SMs at 1.83 GHz gives 3.865 T (the FlashAttention-3 paper${c.source("flash-attention-3")} rounds to 3.9), and the same two cells become 50% and 100%. Neither account is wrong; they answer slightly different questions, so both are offered as a switch.`,
    c.rich`The lecture says that Blackwell Ultra's doubled rate pulls d = 128 back below 100%. On the article's figures FP8 lands at 91%. Per SM — 32 exponentials against 16,384 FP8 operations a clock — it is exactly 100%.`,
    c.rich`The article's rates fit full dies: 4.5 ≈ 16 × 144 × 1.95, 5 ≈ 16 × 160 × 1.95, 10.7 ≈ 32 × 160 × 2.09 (× 10⁹). This is our reading; NVIDIA has not said how it counts.`,
  ],
  python: {
    code: 'chips = {"H100": (989.4e12, 4.5e12), "B200": (2.5e15, 5e12), "B300": (2.5e15, 10.7e12)}\nprint({name: f"{peak / (4 * 128) / exp:.0%}" for name, (peak, exp) in chips.items()})',
    prints: "{'H100': '43%', 'B200': '98%', 'B300': '46%'}",
  },
});
