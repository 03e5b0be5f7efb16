// The article of "generations" in English: the part of its page that follows no parameter.
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

export const article: ArticleOf<"generations", Words> = (c) => ({
  summary: "Four generations side by side: how much of “7.6×” is narrower numbers, and why the memory wall rises.",
  equations: [
    {
      tex: "m = \\frac{P_{\\text{chip}}}{P_{\\text{base}}}",
      words: "A multiple: the chip's figure over the base chip's.",
    },
    {
      tex: "m = \\underbrace{\\frac{P_{\\text{low}}}{P_{\\text{FP8}}}}_{\\text{narrower numbers}} \\cdot \\underbrace{\\frac{P_{\\text{FP8}}}{P_{\\text{base}}}}_{\\text{same precision}}",
      words:
        "The vendor's multiple taken apart. The share of precision is the log of the first factor over the log of the whole.",
    },
    {
      tex: "I^{*} = \\frac{P}{B}",
      words: "The ridge: operations per byte at which compute and bandwidth take equally long.",
    },
    {
      tex: "R(I) = \\min(P,\\; I \\cdot B)",
      words: "The roofline: the rate that a kernel of intensity I can reach.",
    },
  ],
  assumptions: [
    c.rich`All rates are dense peaks as published; no kernel reaches them.`,
    c.rich`Each chip is rated at the lowest floating-point precision for which it has a dense figure: FP8 for Hopper, NVFP4 afterwards.`,
    c.rich`Capacity and bandwidth are decimal; links count both directions together.`,
    c.rich`A figure that is not public stays empty. It is never filled from a neighbour.`,
  ],
  measured: [
    c.rich`Nothing here is measured by us: these are datasheets, articles and announcements, each marked as what it is.`,
    c.rich`Measured figures (exp rate, clocks under load) stand only in the table of figures, with the name of who measured.`,
  ],
  deviations: [
    c.rich`Rubin: the lecture divides 50 PFLOP/s, announced as “up to”. It is now known not to be dense; the dense figure is 35${c.source("rubin-page")}, which gives 17.7× and a ridge of 1,591 instead of 25.3× and 2,273. FP8 has become public as well: 17.5 PFLOP/s, 8.8×. Choose “Rubin-NVL72” to see both.`,
    c.rich`“More than half of the gain is lower precision” holds either way, but not equally: 54% counted by factors (logarithms), 77% counted by differences. The lecture does not say which; we show both.`,
    c.rich`Ma and Patterson's 80× and 17×: we could not match them to one pair of products, nor read the article's own page. Hence quoted, not recomputed.`,
    c.rich`The lecture mixes two accounts: H100's FP8 is the datasheet's 1,979 TFLOP/s (7.58×, ridge 590.7), B200 and B300 are the article's. The article's own H100 is “2 PF”, hence its 7.5× (and a ridge of 597).`,
    c.rich`The column “B200” is the chip of a GB200 superchip at 1,200 W. A B200 on an HGX board has 9, 4.5 and 2.25 PFLOP/s (FP4, FP8, BF16), 180 GB, 7.7 to 8 TB/s and 1,000 W${c.source("hgx-datasheet")}: choose “HGX-B200” to compare.`,
  ],
  python: {
    code: 'flops, bandwidth = {"H100": 1978.9e12, "B300": 15e15}, {"H100": 3.35e12, "B300": 8e12}\nprint(f"{flops[\'B300\'] / flops[\'H100\']:.1f}× {flops[\'B300\'] / bandwidth[\'B300\']:,.0f}")',
    prints: "7.6× 1,875",
  },
});
