// The article of "littles-law" in English: the part of its page that follows no parameter.
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

export const article: ArticleOf<"littles-law", Words> = (c) => ({
  summary:
    "Bandwidth times latency is the number of bytes that must always be on their way; who can ask for that many?",
  equations: [
    { tex: "N = B \\cdot T", words: "Bytes in flight N are bandwidth B times latency T: Little's law for bytes." },
    { tex: "n = \\frac{N}{S}", words: "Shared evenly by S SMs, each has n bytes in flight." },
    {
      tex: "w = \\frac{n}{32\\, b\\, k}",
      words: "Warps w that this takes when each of 32 threads has k reads of b bytes in flight.",
    },
    {
      tex: "B(n) = \\min\\left(B,\\; \\frac{n S}{T}\\right)",
      words: "The knee: with fewer bytes in flight than needed, bandwidth falls in proportion.",
    },
    {
      tex: "T(n) = \\max\\left(T,\\; \\frac{n S}{B}\\right)",
      words: "Loaded latency: with more than needed, the time on the way grows instead.",
    },
  ],
  assumptions: [
    c.rich`The stream is steady: the law is about averages over a long time, not about the first tile or a burst.`,
    c.rich`The latency is one number, 700 ns: an assumption of the lecture for a fully loaded HBM ${c.source("script")}.`,
    c.rich`All SMs take an equal share of the traffic.`,
    c.rich`Every request of one kind carries the same number of bytes, and all of them are used.`,
    c.rich`An SM keeps 64 warps of 32 threads at most ${c.source("cuda")}; registers and shared memory are not counted.`,
    c.rich`Each SM has its multicast share of a tile to ask for, and a tile shared by several SMs leaves the memory once.`,
  ],
  measured: [
    c.rich`Little's law is exact. The curve with its sharp corner is a model: a real memory bends, because latency already rises before the limit.`,
    c.rich`The crosses are measurements by others ${c.source("gpu-benches")}. With all 64 warps resident and one 8-byte load per thread (16 KiB per SM), an H200 takes 785 ns per load and reaches 2.755 of its 4.8 TB/s; lightly loaded it takes 549 ns. The lecture's 700 ns lies in between.`,
    c.rich`For TMA on an H100, one unreviewed set of measurements gives 595 ns plus 5.2 ns per KB from memory and 217 ns plus 4.8 ns per KB from L2 ${c.source(
      "flash-vla",
    )}.`,
  ],
  deviations: [
    c.rich`One instruction, one tile: the lecture lets TMA move ${c.quote("一整块 32 KiB", "script", "zh")} with one instruction. In a matrix kernel the tile is half A and half B, which are two tensors with two descriptors, so it takes at least two instructions of 16 KiB each. The point stands: two instead of more than a thousand.`,
    c.rich`The table's 1 for TMA is rounded: the exact number is 0.54 of a tile per SM. One tile in flight is nearly twice what is needed.`,
    c.rich`Units: the tile is in binary KiB while 2.345 MB and 17.77 kB are decimal. In binary units they are 2.236 MiB and 17.35 KiB. The lecture's formatting module was not available; decimal is our reading, and its first lecture needs it.`,
  ],
  python: {
    code: "B, T, S = 3.35e12, 700e-9, 132\nprint(f'{B * T / 1e6:.3f} MB, {B * T / S / 1e3:.2f} kB, {B * T / S / 4 / 32:.1f} warps')",
    prints: "2.345 MB, 17.77 kB, 138.8 warps",
  },
});
