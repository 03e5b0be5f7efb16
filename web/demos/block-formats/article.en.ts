// The article of "block-formats" in English: the part of its page that follows no parameter.
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

const pythonCode = `import numpy as np; x = np.random.default_rng(0).standard_t(5, 2**20) * 0.02; s = np.abs(x).max() / 6; grid = np.array([0, .5, 1, 1.5, 2, 3, 4, 6])
q = np.sign(x) * grid[np.abs(np.abs(x)[:, None] / s - grid).argmin(1)] * s; print(f"{np.linalg.norm(q - x) / np.linalg.norm(x):.2%}")`;

export const article: ArticleOf<"block-formats", Words> = (c) => ({
  summary: "A million numbers rounded to four bits, really: what a scale per block saves, and what it costs.",
  equations: [
    {
      tex: "\\varepsilon = \\frac{\\lVert q - x \\rVert}{\\lVert x \\rVert}, \\qquad \\mathrm{SQNR} = 20 \\log_{10} \\frac{1}{\\varepsilon}",
      words: "Relative error of the quantized numbers q, and the same in decibels: more is better.",
    },
    {
      tex: "q_i = s\\,\\mathrm{round}\\!\\left(\\frac{x_i}{s}\\right)",
      words: "Divide by the scale, take the nearest value of the format, multiply back.",
    },
    {
      tex: "s_{\\text{MX}} = 2^{\\lfloor \\log_2 m \\rfloor - 2}",
      words:
        "MXFP4: the block's largest magnitude m, rounded down to a power of two; 2 is the exponent of FP4's largest value.",
    },
    {
      tex: "s_{\\text{NV}} = g \\cdot \\mathrm{E4M3}\\!\\left(\\frac{m}{6g}\\right), \\qquad g = \\frac{\\max |x|}{6 \\cdot 448}",
      words: "NVFP4: an FP8 scale per block, brought into FP8's range by one FP32 scale g for the tensor.",
    },
  ],
  assumptions: [
    c.rich`The numbers are drawn, not taken from a model. Student-t with five degrees of freedom has tails like those of weights; real tensors also have structure between neighbours, which random numbers lack.`,
    c.rich`Random numbers are numpy's ${"default_rng"}, bit for bit${c.source("numpy")}: two lines of Python check this page.`,
    c.rich`Everything is rounded as the lecture's script rounds: to the nearest value, at a tie to the smaller magnitude. Hardware takes the even code at ties; random numbers never meet one, so the figures are the same.`,
    c.rich`The bit count holds codes and block scales; the one FP32 scale of a tensor is too small to count.`,
    c.rich`The storage account counts weights only: no activations, no copies, decimal gigabytes.`,
  ],
  measured: [
    c.rich`All figures are computed here by rounding every number, none is quoted.`,
    c.rich`The expected SQNR is computed independently, as an integral over the distribution of a block's maximum; it agrees with the draws to about half a percent (for heavy tails, one to two).`,
    c.rich`No model was run. What four bits do to answers cannot be seen here.`,
  ],
  deviations: [
    c.rich`MXFP4's scale “wastes nearly half of the range”: not under the rule that the script implements. Rounding down puts each block's scaled maximum between 4 and 8, so at most a third of the range stays unused, and in 43.7% of the blocks the maximum lies above 6 and is clipped. Nearly half would be wasted by rounding up instead${c.source("ocp-mx")}.`,
    c.rich`In the script, an MXFP4 block whose maximum lies one rounding step below a power of two gets twice the scale it should, because floor(log2) rounds up there. Our exponent is taken from the bits and exact; no number of the default draw is affected.`,
    c.rich`The script stops when the count is no multiple of the block, and a NaN or an infinity silently turns its whole NVFP4 tensor into zeros. Here a short last block keeps its true length.`,
  ],
  python: {
    code: pythonCode,
    prints: "64.44%",
  },
});
