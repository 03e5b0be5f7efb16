// async-pipeline 演示页面上不随参数变化的中文文章，只在构建时使用。
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

export const article: ArticleOf<"async-pipeline", Words> = (c) => ({
  summary: "数据提前去要：藏住延迟要几个缓冲，又有什么是再多缓冲也藏不住的。",
  equations: [
    {
      tex: "x_i = \\max(r_i,\\, x_{i-1}) + X",
      words: "第 i 块在 r 时被请求，x 时离开通道；通道一次只送一块，每块 X。",
    },
    { tex: "d_i = x_i + L_i", words: "再过一个延迟就到了；不同块的延迟可以重叠。" },
    { tex: "s_i = \\max(d_i,\\, e_{i-1}), \\quad e_i = s_i + C", words: "按顺序计算，每块 C：s 开始，e 结束。" },
    {
      tex: "r_i = s_{i-S+1} \\;\\text{(cp.async)}, \\quad e_{i-S} \\;\\text{(ring)}, \\quad e_{i-1} \\;\\text{(sync)}",
      words: "有 S 个缓冲时，第 i 块最早何时能请求。只有一个缓冲时，cp.async 就是同步。",
    },
    {
      tex: "\\frac{C}{\\max\\left(C,\\, X,\\, (L + X)/(S - 1)\\right)}, \\qquad \\frac{C}{\\max\\left(C,\\, X,\\, (L + X + C)/S\\right)}",
      words: "固定延迟、无穷多块时的忙碌占比：左边是 cp.async，右边是环形。",
    },
    { tex: "S \\ge \\frac{L + X + C}{C}", words: "只要 C 不小于 X，两种规则都从这里起把延迟完全藏住。" },
  ],
  assumptions: [
    c.rich`只看一个 SM；所有块都一样，严格按顺序计算；除了灌满流水线，没有别的启动和收尾。`,
    c.rich`延迟 700 ns、每周期从 L2 读 64 字节，都是假设的量级，脚本自己也这么说 ${c.source("script")}。`,
    c.rich`从显存读时，每个 SM 平分 3.35 TB/s，L2 里没有任何复用。`,
    c.rich`Tensor Core 每 SM 每周期 4,096 次运算、1.83 GHz：这是峰值，真实的内核维持不住。`,
    c.rich`屏障、描述符、地址计算都不花时间，发请求也不花时间（有一个控件可以改）。`,
    c.rich`随机的延迟互相独立：延迟 ×（1 + 抖动 × Exp(1)），用 numpy 的随机数。`,
    c.rich`释放规则、“先传输、后延迟”的次序、随机数的取法，都是我们对脚本的读法：课程自己的模拟模块没有公开。cp.async 规则是唯一与文中说法相符的。`,
  ],
  measured: [
    c.rich`本页的占比全部由模型算出；固定延迟时另有闭式解独立核对，12 位数字一致。`,
    c.rich`他人在 H100 上的实测：CUTLASS 的 TMA 主循环用 2、3、4、6 级，分别是 226,965、118,937、118,443、118,734 周期 ${c.source(
      "flash-vla",
    )}。以两级的数据定标，cp.async 规则预测三级是 118,588（低 0.3%），环形规则预测 151,310（高 27%）：默认的主循环确实晚一块才释放缓冲，代码里也是这么写的 ${c.source(
      "cutlass",
    )}。`,
    c.rich`只有 TMA、没有计算时，每次 32 KB，1 到 4 级分别是每块 751、391、281.6、271.8 ns；这里环形规则的误差在 4% 以内 ${c.source(
      "flash-vla",
    )}。`,
  ],
  deviations: [
    c.rich`从显存读的两行最后停在 22%，不是${c.quote("约 21%", "script")}：准确的上限是 21.67%，256 块时 21.61%。21% 只出现在有抖动的 4 级和 6 级。而且“再深也”要从三级算起，两级时只有 14%。`,
    c.rich`${c.quote("要 4–5 级", "script")}：准确的门槛是 4.502，也就是 5 级。4 级时长期忙 85.7%，256 块时 84.7%；表里没有 5 级这一列。`,
    c.rich`这样的块放八级要 256 KiB，而 Hopper 上一个线程块最多 227 KiB：放得下 7 级，若收尾要留 32 KiB 就是 6 级。最后一列只是模型。`,
    c.rich`用抖动解释${c.quote("4–8 级", "script")}，方向没有错，数字却推不出来：抖动平均 +100% 时，8 级在种子 1 下是 69.7%，256 块的平均是 71.7%，长期是 73%；长期要到 95%，得 14 级。`,
    c.rich`700 ns 对满载的显存合适，对 L2 偏长。实测：从 L2 是 217 ns，每 KB 加 4.8 ns；从显存是 595 ns，每 KB 加 5.2 ns ${c.source(
      "flash-vla",
    )}。按 217 ns 算，公式只要 2.8 级，即 3 级。`,
    c.rich`每 SM 每周期从 L2 读 64 字节，整块芯片就是 15.5 TB/s。FlashAttention-3 写的是 12 TB/s ${c.source(
      "fa3",
    )}，H200 上有内核读到约 10 ${c.source("gpu-benches")}，H100 的 TMA 有人测到 18.2 ${c.source(
      "flash-vla",
    )}。脚本说明这是假设，我们也照此处理。`,
  ],
  python: {
    code: "C, X, L = 2*128*128*64 / (4096*1.83e9), 32768 / (64*1.83e9), 700e-9\nprint(f'{C * 1e9:.1f} ns, {C / (L + X + C):.0%} busy, {(L + X + C) / C:.1f} stages')",
    prints: "279.8 ns, 22% busy, 4.5 stages",
  },
});
