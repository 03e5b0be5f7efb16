// littles-law 演示页面上不随参数变化的中文文章，只在构建时使用。
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

export const article: ArticleOf<"littles-law", Words> = (c) => ({
  summary: "带宽乘延迟，就是必须一直在路上的字节数。问题是：谁能同时要这么多？",
  equations: [
    { tex: "N = B \\cdot T", words: "在途字节 N 等于带宽 B 乘延迟 T：以字节计的 Little 定律。" },
    { tex: "n = \\frac{N}{S}", words: "S 个 SM 均摊，每个在途 n 字节。" },
    { tex: "w = \\frac{n}{32\\, b\\, k}", words: "32 个线程各挂 k 条、每条 b 字节的读，需要 w 个 warp。" },
    {
      tex: "B(n) = \\min\\left(B,\\; \\frac{n S}{T}\\right)",
      words: "拐点：在途字节不够时，带宽按比例打折。",
    },
    {
      tex: "T(n) = \\max\\left(T,\\; \\frac{n S}{B}\\right)",
      words: "负载下的延迟：在途字节过多时，变长的是路上的时间。",
    },
  ],
  assumptions: [
    c.rich`数据流是稳定的：定律说的是长时间的平均，管不了第一块，也管不了一阵突发。`,
    c.rich`延迟是一个固定的数，700 ns，是课程对满载 HBM 的假设 ${c.source("script")}。`,
    c.rich`流量在各个 SM 之间平均分配。`,
    c.rich`同一种读法的每个请求字节数相同，而且读来的字节全都有用。`,
    c.rich`一个 SM 最多驻留 64 个 warp，每个 32 个线程 ${c.source("cuda")}；寄存器和共享内存的限制没有算进来。`,
    c.rich`几个 SM 共用一块时，每个 SM 各要自己那一份，整块只从显存读一次。`,
  ],
  measured: [
    c.rich`Little 定律是精确的。带尖角的曲线则是模型：真实的显存在到顶之前延迟就开始上升，拐点是圆的。`,
    c.rich`叉号是他人的测量 ${c.source("gpu-benches")}。64 个 warp 全部驻留、每线程一条 8 字节的读（每个 SM 16 KiB）时，H200 每次读要 785 ns，4.8 TB/s 只用上 2.755；轻载时是 549 ns。课程的 700 ns 落在两者之间。`,
    c.rich`H100 上的 TMA，有一组未经评审的测量：从显存 595 ns，每 KB 再加 5.2 ns；从 L2 是 217 ns，每 KB 再加 4.8 ns ${c.source(
      "flash-vla",
    )}。`,
  ],
  deviations: [
    c.rich`一条指令一块：课程说 TMA 一条指令搬 ${c.quote("一整块 32 KiB", "script")}。矩阵乘法的这一块其实一半是 A、一半是 B，两个张量、两个描述符，所以至少要两条指令，每条 16 KiB。结论不受影响：两条，而不是上千条。`,
    c.rich`表中 TMA 的 1 是取整的结果，准确值是每个 SM 0.54 块。挂一块就差不多是所需的两倍了。`,
    c.rich`单位：块用的是二进制的 KiB，而 2.345 MB 和 17.77 kB 是十进制，换成二进制分别是 2.236 MiB 和 17.35 KiB。课程的格式化模块没有公开，十进制是我们的读法，第 1 讲的数字也要求如此。`,
  ],
  python: {
    code: "B, T, S = 3.35e12, 700e-9, 132\nprint(f'{B * T / 1e6:.3f} MB, {B * T / S / 1e3:.2f} kB, {B * T / S / 4 / 32:.1f} warps')",
    prints: "2.345 MB, 17.77 kB, 138.8 warps",
  },
});
