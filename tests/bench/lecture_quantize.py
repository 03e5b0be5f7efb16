"""The lecture's quantize(), verbatim from CS349E lecture 1, script 05_codesign_blackwell_ultra.py: the work that bench compares with."""
import numpy as np

E2M1_GRID = np.array([0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0])  # FP4（E2M1）能表示的非负值


def round_e4m3(x):
    """
    把非负数组 x 舍入到 FP8 E4M3 能表示的最近的数（NVFP4 的块缩放因子用这个格式存）。

    【E4M3 是什么】1 位符号 + 4 位指数 + 3 位尾数。正规数是 (1 + m/8) × 2^e，e ∈ [-6, 8]，最大 448；
        比 2^-6 更小的数是"次正规数"，间隔固定为 2^-9。也就是说：在每个 2 的幂区间 [2^e, 2^(e+1)) 里，
        能表示的数是等间隔的 8 个，间隔 2^(e-3)。
    【做法】先算出 x 所在区间的指数 e（小于 -6 时按 -6 处理，即次正规区），间隔 step = 2^(e-3)，
        再把 x / step 四舍五入到整数（np.round 是"四舍六入五成双"，和硬件的 round-to-nearest-even 一致）。
    【边界】超过 448 的截到 448；0 保持 0。
    【Python 小知识】np.maximum(x, 2**-9) 逐元素取较大值，避免对 0 取 log2 得到 -inf。
    """
    x = np.minimum(np.asarray(x, dtype=np.float64), 448.0)
    e = np.floor(np.log2(np.maximum(x, 2.0 ** -9)))
    e = np.maximum(e, -6.0)
    step = 2.0 ** (e - 3)
    return np.minimum(np.round(x / step) * step, 448.0)


def to_e2m1(y):
    """
    把数组 y（已经除过缩放因子）舍入到最近的 E2M1 值，保留符号；绝对值超过 6 的截到 6。

    【做法】对 |y| 和 8 个网格点逐一求距离，取最近的那个（数组不大时这样写最清楚）。
    【Python 小知识】y[..., None] - grid 利用广播（broadcasting）一次算出每个元素到每个网格点的距离，
        得到形状 (..., 8) 的数组；argmin(axis=-1) 沿最后一维取最小值的下标。
    """
    a = np.minimum(np.abs(y), 6.0)
    idx = np.abs(a[..., None] - E2M1_GRID).argmin(axis=-1)
    return np.sign(y) * E2M1_GRID[idx]


def quantize(x, scheme):
    """
    用四种方案把一维数组 x 量化再反量化，返回近似值（和 x 同形状）。

    【方案】
        "fp8_tensor"  ：FP8 E4M3，整个张量一个缩放因子 s = max|x| / 448（对照组）
        "fp4_tensor"  ：FP4 E2M1，整个张量一个缩放因子 s = max|x| / 6（"标准 FP4"）
        "mxfp4"       ：每 32 个数一块，块缩放因子是 2 的幂（E8M0）：2^(floor(log2(块内 max)) − 2)
                        （OCP MX 规范；块内最大值除以缩放后可能略超 6，按规范截断到 6）
        "nvfp4"       ：每 16 个数一块，块缩放因子用 FP8 E4M3 存；外加一个 FP32 的张量级缩放 g，
                        把块缩放因子挪到 E4M3 的表示范围里：g = max|x| / (6 × 448)，
                        块因子 s_b = round_e4m3(块内 max / 6 / g)，实际缩放 = s_b × g
    【边界】x 的长度必须能被块大小整除；全零的块缩放因子为 0 时，直接输出 0。
    """
    x = np.asarray(x, dtype=np.float64)
    amax = np.abs(x).max()
    if scheme == "fp8_tensor":
        s = amax / 448.0
        return np.sign(x) * round_e4m3(np.abs(x) / s) * s
    if scheme == "fp4_tensor":
        s = amax / 6.0
        return to_e2m1(x / s) * s
    if scheme == "mxfp4":
        blocks = x.reshape(-1, 32)
        bmax = np.abs(blocks).max(axis=1, keepdims=True)
        s = 2.0 ** (np.floor(np.log2(np.maximum(bmax, 1e-30))) - 2)
        return (to_e2m1(blocks / s) * s).reshape(x.shape)
    if scheme == "nvfp4":
        g = amax / (6.0 * 448.0)
        blocks = x.reshape(-1, 16)
        bmax = np.abs(blocks).max(axis=1, keepdims=True)
        sb = round_e4m3(bmax / 6.0 / g)
        scale = sb * g
        safe = np.where(scale > 0, scale, 1.0)
        q = np.where(scale > 0, to_e2m1(blocks / safe) * scale, 0.0)
        return q.reshape(x.shape)
    raise ValueError(f"未知方案 {scheme}")
