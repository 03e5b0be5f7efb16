// The article of "block-formats" in Chinese: the part of its page that follows no parameter.
import type { ArticleOf } from "../../engine/define-demo.js";
import type { Words } from "./demo.js";

const pythonCode = `import numpy as np; x = np.random.default_rng(0).standard_t(5, 2**20) * 0.02; s = np.abs(x).max() / 6; grid = np.array([0, .5, 1, 1.5, 2, 3, 4, 6])
q = np.sign(x) * grid[np.abs(np.abs(x)[:, None] / s - grid).argmin(1)] * s; print(f"{np.linalg.norm(q - x) / np.linalg.norm(x):.2%}")`;

export const article: ArticleOf<"block-formats", Words> = (c) => ({
  summary: "真的把一百万个数舍入成 4 位，看看每块一个缩放省下多少误差，又花掉多少比特。",
  equations: [
    {
      tex: "\\varepsilon = \\frac{\\lVert q - x \\rVert}{\\lVert x \\rVert}, \\qquad \\mathrm{SQNR} = 20 \\log_{10} \\frac{1}{\\varepsilon}",
      words: "量化后的数 q 的相对误差，以及它的分贝写法：越大越好。",
    },
    {
      tex: "q_i = s\\,\\mathrm{round}\\!\\left(\\frac{x_i}{s}\\right)",
      words: "先除以缩放，取格式里最近的值，再乘回去。",
    },
    {
      tex: "s_{\\text{MX}} = 2^{\\lfloor \\log_2 m \\rfloor - 2}",
      words: "MXFP4：块内最大绝对值 m 向下取 2 的幂；2 是 FP4 最大值的指数。",
    },
    {
      tex: "s_{\\text{NV}} = g \\cdot \\mathrm{E4M3}\\!\\left(\\frac{m}{6g}\\right), \\qquad g = \\frac{\\max |x|}{6 \\cdot 448}",
      words: "NVFP4：每块一个 FP8 缩放，再用整个张量的 FP32 缩放 g 把它挪进 FP8 的范围。",
    },
  ],
  assumptions: [
    c.rich`这些数是抽出来的，不是哪个模型的权重。自由度为 5 的 Student-t 尾巴像权重，但真实张量相邻的数之间有结构，随机数没有。`,
    c.rich`随机数与 numpy 的 default_rng 逐位相同${c.source("numpy")}，两行 Python 就能核对本页。`,
    c.rich`一切舍入都照讲义脚本的规矩：取最近的值，正好在中间时取绝对值较小的。硬件取偶数码；随机数碰不到正中间，所以数字相同。`,
    c.rich`比特数计入元素和块缩放；整个张量只有一个的 FP32 缩放小到不计。`,
    c.rich`存储账只算权重，没有激活，也没有副本；GB 按十进制。`,
  ],
  measured: [
    c.rich`所有数字都是在这里逐个舍入算出来的，没有一个是抄来的。`,
    c.rich`期望 SQNR 另行计算，是对块内最大值的分布做积分；与抽样相差约千分之五，重尾时为百分之一二。`,
    c.rich`没有运行任何模型。4 位对答案有多大影响，这里看不出来。`,
  ],
  deviations: [
    c.rich`讲义说 MXFP4 的缩放“最多浪费将近一半的表示范围”，按脚本实际采用的规则并非如此：向下取整使块内最大值缩放后落在 4 到 8 之间，闲置的范围不超过三分之一，而有 43.7% 的块最大值超过 6，被截断了。浪费将近一半的是向上取整的规则${c.source("ocp-mx")}。`,
    c.rich`脚本里，若 MXFP4 块的最大值恰比 2 的幂小一个舍入单位，floor(log2) 会进位，缩放大了一倍。我们从二进制位直接取指数，是精确的；默认的那批数不受影响。`,
    c.rich`个数不是块大小的整数倍时，脚本会报错；遇到 NaN 或无穷大，它的 NVFP4 会不声不响地把整个张量变成零。这里最后一块不足时按真实长度处理。`,
  ],
  python: { code: pythonCode, prints: "64.44%" },
});
