// The article of "generations" in Chinese: the part of its page that follows no parameter.
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

export const article: ArticleOf<"generations", Words> = (c) => ({
  summary: "四代芯片并排看：“7.6 倍”里有几分来自更窄的数，内存墙又为什么越来越高。",
  equations: [
    { tex: "m = \\frac{P_{\\text{chip}}}{P_{\\text{base}}}", words: "倍数：这块芯片的数字除以基准芯片的数字。" },
    {
      tex: "m = \\frac{P_{\\text{low}}}{P_{\\text{FP8}}} \\cdot \\frac{P_{\\text{FP8}}}{P_{\\text{base}}}",
      words: "把厂商的倍数拆成两个因子：数变窄了，和同等精度。精度的份额是第一个因子的对数除以总倍数的对数。",
    },
    { tex: "I^{*} = \\frac{P}{B}", words: "屋脊点：每个字节做多少次运算，算力和带宽刚好同时用满。" },
    { tex: "R(I) = \\min(P,\\; I \\cdot B)", words: "屋顶线：算术强度为 I 的内核最多能跑多快。" },
  ],
  assumptions: [
    c.rich`算力都是公布的稠密峰值，没有内核能真正达到。`,
    c.rich`每块芯片取它公布过稠密算力的最低浮点精度：Hopper 是 FP8，之后是 NVFP4。`,
    c.rich`容量和带宽按十进制；互连按双向合计。`,
    c.rich`没有公开的数字就空着，绝不拿相近的芯片来填。`,
  ],
  measured: [
    c.rich`没有一个数是我们测的：它们来自数据手册、文章和公告，每个都注明了性质。`,
    c.rich`实测数字（exp 吞吐、负载下的时钟）只出现在原始数字表里，并写明是谁测的。`,
  ],
  deviations: [
    c.rich`Rubin：讲义用公告里“最高可达”的 50 PFLOP/s 来除。现在已知那不是稠密算力，稠密是 35${c.source("rubin-page")}，于是应为 17.7×，屋脊点 1,591，而不是 25.3× 和 2,273。FP8 也已公开：17.5 PFLOP/s，8.8×。选 “Rubin-NVL72” 就能对照。`,
    c.rich`“一半以上的提升来自更低的精度”怎么算都成立，但数值不同：按倍数（取对数）是 54%，按差值是 77%。讲义没说用哪一种，我们两种都给。`,
    c.rich`Ma 与 Patterson 的 80× 和 17×：我们没能把它们对应到某一对产品，也没能读到文章原页，所以只引用，不重算。`,
    c.rich`讲义混用了两套数字：H100 的 FP8 取自数据手册的 1,979 TFLOP/s（7.58×，屋脊点 590.7），B200 和 B300 取自文章。文章里的 H100 写作“2 PF”，所以它得到 7.5×（屋脊点 597）。`,
    c.rich`“B200”那一列其实是 GB200 超级芯片里的那一块，1,200 W。HGX 主板上的 B200 是 9、4.5、2.25 PFLOP/s（FP4、FP8、BF16），180 GB，7.7 到 8 TB/s，1,000 W${c.source("hgx-datasheet")}；选 “HGX-B200” 可以对比。`,
  ],
  python: {
    code: 'flops, bandwidth = {"H100": 1978.9e12, "B300": 15e15}, {"H100": 3.35e12, "B300": 8e12}\nprint(f"{flops[\'B300\'] / flops[\'H100\']:.1f}× {flops[\'B300\'] / bandwidth[\'B300\']:,.0f}")',
    prints: "7.6× 1,875",
  },
});
