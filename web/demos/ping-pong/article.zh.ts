// ping-pong 演示页面上不随参数变化的中文文章，只在构建时使用。
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

export const article: ArticleOf<"ping-pong", Words> = (c) => ({
  summary: "一个 warpgroup 乘矩阵，另一个做 softmax：为什么有用，又为什么最多快一倍。",
  equations: [
    { tex: "t_{\\mathrm{mma}} = \\frac{4d}{P}", words: "每个分数的乘法：算分数 2d 次，算输出 2d 次，矩阵速率 P。" },
    { tex: "t_{\\exp} = \\frac{1}{E}", words: "每个分数一次 exp，速率 E。" },
    {
      tex: "\\frac{t_{\\mathrm{mma}} + t_{\\exp}}{\\max(t_{\\mathrm{mma}},\\, t_{\\exp})} \\le 2",
      words: "理想的轮流对串行的收益：和除以较大者。",
    },
    {
      tex: "\\max\\left(2 t_{\\mathrm{mma}} + 2h,\\; 2 t_{\\exp},\\; (1 + u)(t_{\\mathrm{mma}} + t_{\\exp})\\right)",
      words: "交接时间 h、不均衡度 u 时，一对步的用时：三个循环里最长的说了算。",
    },
  ],
  assumptions: [
    c.rich`只有 exp 与乘法争时间：求最大值、缩放、转换、读数据、因果掩码都不计。`,
    c.rich`两种单元都一直以峰值速率工作，真实的内核达不到。`,
    c.rich`H100 的矩阵速率取 132 × 4,096 × 1.83 GHz，FP8 是它的两倍。其他芯片取芯片表里的稠密速率。`,
    c.rich`每秒 4.5 T 次 exp，是 NVIDIA 文章给 H100 的数字 ${c.source("ultra")}。`,
    c.rich`两个 warpgroup 在两种单元上都严格交替，一步是 64 行、128 个键。`,
  ],
  measured: [
    c.rich`本页的时间都是算出来的；时间线来自事件模拟，与公式一致。`,
    c.rich`FlashAttention-3 在 H100 上的消融实验（FP16，头维度 128）：不做 warp 专门化 570 TFLOP/s，warpgroup 内不重叠 582，全部用上 661；单靠 ping-pong 把 570 提到 620–640 ${c.source(
      "fa3",
    )}。也就是 1.09 到 1.16 倍，而理想值是 1.43。`,
    c.rich`为什么少？softmax 不只有 exp；warpgroup 要在屏障前会合；头尾几步没有搭档；乘法自己也到不了峰值。反过来，“串行”的内核也没有那么串行：硬件自己就会重叠掉一些。`,
    c.rich`FlashAttention-4 在 B200 上报告 1,613 TFLOP/s，是峰值的 71%，办法是把一部分 exp 挪到普通的乘加单元上 ${c.source("fa4")}。`,
  ],
  deviations: [
    c.rich`${c.quote("BF16 前向约 740 TFLOPS（75% 利用率）", "script")}：论文第一版的 740 TFLOP/s（75%）是 FP16，FP8 接近 1.2 PFLOP/s。BF16 的数字在 NeurIPS 版里：840 TFLOP/s（85%），FP8 是 1.3 PFLOP/s ${c.source("fa3")}。`,
    c.rich`43% 和 86%（以及 1.4 倍、1.9 倍）用的是文章里的每秒 4.5 T 次 exp。若按每个 SM 每周期 16 次、132 个 SM、1.83 GHz 算，是 3.865 T（FlashAttention-3 取作 3.9），比例就正好是 50% 和 100%，收益 1.5 倍和 2 倍。两本账都可以一键切换。`,
    c.rich`1.43 是理想值，并没有人测到：实测 ping-pong 是 1.09 到 1.12，完整的消融是 1.14 到 1.16。不过重叠确实发生了：按单元数算，纯串行的内核到不了 659.6 TFLOP/s 以上，而 740 和 840 都超过了它。`,
  ],
  python: {
    code: "P, E, d = 132 * 4096 * 1.83e9, 4.5e12, 128\nprint(', '.join(f'{(4*d/p + 1/E) / max(4*d/p, 1/E):.2f}' for p in (P, 2*P)))",
    prints: "1.43, 1.86",
  },
});
