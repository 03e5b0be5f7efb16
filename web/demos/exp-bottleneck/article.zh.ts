// The article of "exp-bottleneck" in Chinese: the part of its page that follows no parameter.
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

export const article: ArticleOf<"exp-bottleneck", Words> = (c) => ({
  summary: "Tensor Core 越做越快，每个注意力分数却总要等一次 exp。逐块芯片看看，究竟谁在等谁。",
  equations: [
    { tex: "F = 2\\,d_{qk} + 2\\,d_v", words: "QKᵀ 和 PV 为一个分数做的运算次数；softmax 为它做一次 exp。" },
    {
      tex: "t_{\\text{mma}} = \\frac{F}{P}, \\qquad t_{\\text{exp}} = \\frac{1}{E}",
      words: "每个分数在矩阵单元（算力 P）和特殊函数单元（每秒 E 次 exp）上各花的时间。",
    },
    {
      tex: "\\frac{t_{\\text{exp}}}{t_{\\text{mma}}} = \\frac{P}{F\\,E}",
      words: "表里的数。大于 1 时，哪怕完美重叠，Tensor Core 也得等。",
    },
  ],
  assumptions: [
    c.rich`矩阵单元按满额的稠密算力运行；真实内核达不到，exp 的真实占比因此更小。`,
    c.rich`softmax 还要求最大值、做减法和缩放，这里没有计入，真实负担因此更大。`,
    c.rich`exp 吞吐只算特殊函数单元；除非拨动相应的滑块，否则不把 exp 挪到 FMA 单元。`,
    c.rich`每个分数都要算：没有因果掩码，也没有填充。`,
    c.rich`exp 吞吐取自介绍 Blackwell Ultra 的文章${c.source("blackwell-ultra-blog")}；另外的算法可以在控件里选。`,
  ],
  measured: [
    c.rich`表格只是对公开数字做算术，没有一个数是我们测的。`,
    c.rich`NVIDIA 在 GB200 上测得 4.943 T exp/s，在 GB300 上测得 10.02 T${c.source("softmax-blog")}；有人在一块 B300 上测得 9.22 T${c.source("b300-measurements")}。`,
    c.rich`FlashAttention-4 在 B200 上用多项式算 10% 到 25% 的 exp，在 B300 上则关掉这一招${c.source("flash-attention-4")}。`,
  ],
  deviations: [
    c.rich`H100 的 43% 和 86% 依据文章给的 4.5 T exp/s。若按每周期每个 SM 16 个结果、132 个 SM、1.83 GHz 来数，得 3.865 T（FlashAttention-3 论文${c.source("flash-attention-3")}取整为 3.9），同样两格就变成 50% 和 100%。两种算法都不算错，只是回答的问题略有不同，所以做成了可切换的选项。`,
    c.rich`讲义说 Blackwell Ultra 的 exp 翻倍后，d = 128 的比值回到 100% 以下。按文章的数字，FP8 是 91%；若按每个 SM 每周期 32 次 exp 对 16,384 次 FP8 运算来算，则恰好是 100%。`,
    c.rich`文章里的吞吐对得上整片晶粒：4.5 ≈ 16 × 144 × 1.95，5 ≈ 16 × 160 × 1.95，10.7 ≈ 32 × 160 × 2.09（× 10⁹）。这是我们的推测，NVIDIA 没有说过怎么数的。`,
  ],
  python: {
    code: 'chips = {"H100": (989.4e12, 4.5e12), "B200": (2.5e15, 5e12), "B300": (2.5e15, 10.7e12)}\nprint({name: f"{peak / (4 * 128) / exp:.0%}" for name, (peak, exp) in chips.items()})',
    prints: "{'H100': '43%', 'B200': '98%', 'B300': '46%'}",
  },
});
