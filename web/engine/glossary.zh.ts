// 正文里标出的术语，用中文解释。
import type { Term, TermId } from "./glossary.en.js";

export const glossary: Record<TermId, Term> = {
  attention: {
    name: "注意力（attention）",
    definition: "Transformer 里让每个词元去权衡其他词元的部分：由查询和键得到分数，过 softmax，再对值加权求和。",
  },
  "arithmetic-intensity": {
    name: "算术强度",
    definition: "每搬一个字节做多少次运算。强度低，快慢由内存定；强度高，由运算单元定。",
  },
  bf16: { name: "BF16", definition: "16 位浮点数，指数范围与 float32 相同，有效位 8 位，是训练时的常用格式。" },
  "block-scale": {
    name: "块缩放因子",
    definition: "相邻的几个数共用的一个倍数，这样短格式只要覆盖它们共同的范围就行。",
  },
  clipping: { name: "截断", definition: "超出可表示最大值的数，一律取最大值，也叫饱和。" },
  cluster: {
    name: "簇（cluster）",
    definition: "在相邻 SM 上一起运行的几个线程块，能互相读对方的共享内存（Hopper 起）。",
  },
  "cp-async": {
    name: "cp.async",
    definition: "Ampere 的指令：替一个线程把 4、8 或 16 字节从显存直接拷到共享内存，不经过寄存器，线程不用等。",
  },
  dense: { name: "稠密速率", definition: "每个元素都参与运算时的速率。稀疏速率则假定一半的权重按固定的样式为零。" },
  e2m1: {
    name: "E2M1",
    definition: "4 位浮点：1 位符号、2 位指数、1 位尾数，只有 0、0.5、1、1.5、2、3、4、6 和它们的相反数。",
  },
  e4m3: { name: "E4M3", definition: "8 位浮点里较精细的一种：4 位指数、3 位尾数，最大 448，没有无穷大。" },
  e5m2: { name: "E5M2", definition: "8 位浮点里范围较大的一种：5 位指数、2 位尾数，最大 57,344，有无穷大。" },
  e8m0: { name: "E8M0", definition: "只有 8 位指数，别无其他：一个 2 的幂，用作 MX 块的缩放因子。" },
  epilogue: { name: "收尾（epilogue）", definition: "矩阵内核在主循环之后做的事：转换格式、加偏置、把结果写出去。" },
  hbm: {
    name: "HBM（高带宽内存）",
    definition: "叠在芯片旁边的 DRAM，就是 GPU 的显存：带宽以 TB/s 计，但远在几百纳秒之外。",
  },
  ilp: {
    name: "ILP（指令级并行）",
    definition: "一个线程同时有几条互不依赖的指令在执行；对读来说，就是用到第一个结果之前先发出几条。",
  },
  "kv-cache": { name: "KV 缓存", definition: "之前所有词元的键和值，留在显存里，生成下一个词元时不必重算。" },
  l2: { name: "L2", definition: "所有 SM 共用的缓存，几十到一百多 MB。一个 SM 从显存读来的，别的 SM 可以在这里读到。" },
  "littles-law": {
    name: "Little 定律",
    definition: "稳定的流动中，正在途中的量 = 流量 × 途中时间。用在内存上：在途字节 = 带宽 × 延迟。",
  },
  "memory-wall": { name: "内存墙", definition: "算力比内存带宽涨得快，于是越来越多的程序在等数据。" },
  microscaling: {
    name: "微缩放（MX）",
    definition: "开放计算项目（OCP）的一族块格式：32 个短数共用一个 E8M0 缩放因子。",
  },
  multicast: { name: "多播", definition: "读一次，送给簇里的好几个 SM：显存和 L2 只被问一遍，而不是好几遍。" },
  mxfp4: { name: "MXFP4", definition: "32 个 E2M1 一块，共用一个 2 的幂（E8M0）作缩放因子，每个元素 4.25 位。" },
  nvfp4: {
    name: "NVFP4",
    definition: "16 个 E2M1 一块，共用一个 E4M3 缩放因子，整个张量再有一个 float32 倍数，每个元素 4.5 位。",
  },
  nvlink: { name: "NVLink", definition: "NVIDIA 的 GPU 互连，标称带宽是两个方向加在一起的。" },
  outlier: { name: "离群值", definition: "比旁边的数大得多的值。共用的缩放因子由它定，别的数就被挤向零。" },
  "ping-pong": {
    name: "ping-pong（乒乓调度）",
    definition: "两个 warpgroup 轮流：一个用 Tensor Core 时，另一个用别的单元，然后对换。",
  },
  policy: {
    name: "量化策略",
    definition: "量化时要做的全部决定：格式、块长、缩放因子及其规则、平局、溢出、零、运算次序。",
  },
  quantization: { name: "量化", definition: "把数换成某种短格式里最接近的数，通常先除以一个缩放因子。" },
  "ridge-point": { name: "屋脊点", definition: "峰值算力除以带宽：每字节的运算多到这个数，瓶颈就从内存换成运算单元。" },
  roofline: {
    name: "屋顶线",
    definition: "内核的两条上限画在一张图里：斜的是带宽，平的是算力，横轴是每字节的运算次数。",
  },
  sfu: {
    name: "SFU（特殊函数单元）",
    definition: "SM 里算 exp、倒数之类的单元，多数芯片每周期 16 个结果，比乘加少得多。",
  },
  "shared-memory": {
    name: "共享内存",
    definition: "SM 内部的快速存储，由线程块自己管理；Hopper 和 Blackwell 上每个线程块最多 227 KiB。",
  },
  softmax: { name: "softmax", definition: "把分数变成和为 1 的权重：每个分数减去最大值后取 exp，再除以总和。" },
  sqnr: { name: "SQNR（信号量化噪声比）", definition: "以分贝计；每多 20 dB，相对误差小到十分之一。" },
  subnormal: { name: "次正规数", definition: "比最小的正规数还小的数，存储时没有开头的 1，步长均匀地一直到零。" },
  "tensor-core": { name: "Tensor Core", definition: "SM 里做小矩阵乘法的单元；芯片标称的算力几乎全来自它。" },
  tie: { name: "平局", definition: "恰好落在两个可表示数正中间的值，得有一条规则决定归谁。" },
  tma: {
    name: "TMA（张量内存加速器）",
    definition: "Hopper 的搬运引擎：一个线程说明要张量的哪一块，地址全由硬件计算，数据直接送进共享内存。",
  },
  ulp: { name: "ulp（末位单位）", definition: "相邻两个可表示数之间的距离。" },
  warp: { name: "warp（线程束）", definition: "一起执行同一条指令的 32 个线程，是 SM 调度的单位。" },
  "warp-specialization": {
    name: "warp 专门化",
    definition: "让同一个线程块里的 warp 各司其职：有的只管取数，有的只管计算，在屏障处会合。",
  },
  warpgroup: { name: "warpgroup（线程束组）", definition: "4 个 warp、128 个线程，在 Hopper 上一起发出一条矩阵指令。" },
};
