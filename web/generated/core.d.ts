// Generated from the models' fields() by scripts/gen-types.mjs. Do not edit: change the C++ and run "npm run types".

export interface ModelParams {
  "generations": {
    chips: ("H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3" | "custom")[];
    base: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3" | "custom";
    format: "narrowest" | "fp64" | "tf32" | "bf16" | "fp8" | "fp6" | "nvfp4" | "mxfp4" | "int8";
    commonFormat: "fp64" | "tf32" | "bf16" | "fp8" | "fp6" | "nvfp4" | "mxfp4" | "int8";
    density: "dense" | "sparse";
    kernel: "gemm" | "prefill" | "decode" | "custom";
    gemmM: number; // 1 … 1048576
    gemmN: number; // 1 … 1048576
    gemmK: number; // 1 … 1048576
    sequence: number; // 1 … 10000000
    headDim: number; // 8 … 1024
    modelB: number; // 0.01 … 100000 B
    batch: number; // 1 … 65536
    context: number; // 0 … 10000000
    kvKiBPerToken: number; // 0 … 100000 KiB
    intensity: number; // 0.01 … 100000 FLOP/B
    customPflops: number; // 0.001 … 10000 PFLOP/s
    customFormat: "fp64" | "tf32" | "bf16" | "fp8" | "fp6" | "nvfp4" | "mxfp4" | "int8";
    customCommonPflops: number; // 0.001 … 10000 PFLOP/s
    customTBps: number; // 0.01 … 1000 TB/s
    customGB: number; // 1 … 100000 GB
    customLinkGBps: number; // 1 … 1000000 GB/s
    customW: number; // 1 … 1000000 W
  };
  "block-formats": {
    distribution: "student-t" | "normal" | "laplace" | "uniform" | "outliers";
    df: number; // 0.5 … 1000
    n: number; // 1 … 67108864
    scale: number; // 1e-12 … 1000000000000
    seed: number; // 0 … 9007199254740991
    mxBlock: number; // 1 … 4096
    nvBlock: number; // 1 … 4096
    paramsB: number; // 0.001 … 100000 B
    capacityGB: number; // 1 … 100000 GB
    outlierFraction: number; // 0 … 0.5
    outlierFactor: number; // 1 … 10000
    mxRule: "floor" | "rceil" | "even" | "ceil";
    nvRule: "rne" | "up" | "four-six";
    nvTensorScale: "yes" | "no";
    tie: "smaller" | "even" | "away";
    kvKiBPerToken: number; // 0.001 … 100000 KiB
    sweep: "block" | "df" | "scale";
    policyA: "lecture/fp8-tensor" | "lecture/fp4-tensor" | "lecture/mxfp4" | "lecture/nvfp4" | "ocp/mxfp4" | "ocp/mxfp8-e4m3" | "ocp/mxfp8-e5m2" | "te/nvfp4" | "torchao/mxfp4" | "torchao/mxfp8-e4m3" | "torchao/nvfp4" | "microxcaling/mxfp4" | "compressed-tensors/mxfp4" | "cudnn/nvfp4" | "fouroversix/nvfp4" | "custom";
    policyB: "lecture/fp8-tensor" | "lecture/fp4-tensor" | "lecture/mxfp4" | "lecture/nvfp4" | "ocp/mxfp4" | "ocp/mxfp8-e4m3" | "ocp/mxfp8-e5m2" | "te/nvfp4" | "torchao/mxfp4" | "torchao/mxfp8-e4m3" | "torchao/nvfp4" | "microxcaling/mxfp4" | "compressed-tensors/mxfp4" | "cudnn/nvfp4" | "fouroversix/nvfp4" | "custom";
    block: number; // -1 … 67108863
    customElement: "e4m3" | "e5m2" | "e2m1";
    customBlock: number; // 0 … 4096
    customScale: "e8m0" | "e4m3" | "f64";
    customScaleRule: "floor" | "rceil" | "even" | "ceil" | "rne" | "up" | "four-six" | "max";
    customTie: "even" | "smaller" | "away";
    customTensorScale: "yes" | "no";
    customOverflow: "saturate" | "nan-or-inf";
    customZero: "zero" | "min-scale";
    customNonFinite: "propagate" | "block-nan" | "lecture";
    customArithmetic: "f64" | "f32" | "te";
  };
  "exp-bottleneck": {
    chips: ("H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3")[];
    precisions: ("fp64" | "tf32" | "bf16" | "fp8" | "fp6" | "nvfp4" | "mxfp4" | "int8")[];
    shapes: string[]; // 1 … 4096
    account: "blog" | "units" | "measured";
    offloadChip: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3";
    offloadPrecision: "fp64" | "tf32" | "bf16" | "fp8" | "fp6" | "nvfp4" | "mxfp4" | "int8";
    offloadQk: number; // 1 … 4096
    offloadV: number; // 1 … 4096
    share: number; // 0 … 1
    degree: number; // 3 … 5
    reductionInstructions: number; // 0 … 32
    otherInstructions: number; // 0 … 64
  };
  "littles-law": {
    bandwidthTBps: number; // 0.01 … 100 TB/s
    latencyNs: number; // 1 … 100000 ns
    sms: number; // 1 … 1024
    ilp: number; // 1 … 32
    tileKiB: number; // 1 … 256 KiB
    residentWarps: number; // 1 … 128
    tilesInFlight: number; // 1 … 16
    multicast: number; // 1 … 16
  };
  "async-pipeline": {
    tileM: number; // 8 … 1024
    tileN: number; // 8 … 1024
    tileK: number; // 8 … 1024
    bytesPerElement: number; // 0.5 … 8 B
    flopsPerSmClk: number; // 64 … 65536 FLOP
    clockGhz: number; // 0.1 … 5 GHz
    sms: number; // 1 … 1024
    l2BytesPerClk: number; // 1 … 1024 B
    hbmTBps: number; // 0.01 … 100 TB/s
    latencyNs: number; // 1 … 100000 ns
    jitter: number; // 0 … 10
    tiles: number; // 1 … 65536
    seed: number; // 0 … 9007199254740991
    release: "cp_async" | "ring" | "sync";
    stages: number; // 1 … 64
    source: "l2" | "hbm";
    timelineLatency: "fixed" | "jitter";
    firstTile: number; // 0 … 65535
    shownTiles: number; // 1 … 128
    issueIntervalNs: number; // 0 … 10000 ns
    clusterM: number; // 1 … 16
    clusterN: number; // 1 … 16
    sharedKiB: number; // 16 … 1024 KiB
    epilogueKiB: number; // 0 … 512 KiB
    maxStages: number; // 8 … 64
    seeds: number; // 2 … 10000
    target: number; // 0.01 … 1
  };
  "ping-pong": {
    chip: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3";
    headDim: number; // 8 … 1024
    expTps: number; // 0.01 … 1000 T/s
    expAccount: "given" | "blog" | "units" | "measured";
    imbalance: number; // 0 … 0.9
    syncNs: number; // 0 … 10000 ns
    rows: number; // 16 … 1024
    columns: number; // 16 … 1024
    timelinePrecision: "bf16" | "fp8";
    timelineSteps: number; // 1 … 16
  };
}

export interface ModelResults {
  "generations": {
    rows: {
      chip: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3" | "custom";
      year: number;
      announced: boolean;
      precision: "fp64" | "tf32" | "bf16" | "fp8" | "fp6" | "nvfp4" | "mxfp4" | "int8";
      peakFlops: number; // FLOP/s
      computeRatio: number;
      commonRatio: number;
      bandwidthRatio: number;
      capacityRatio: number;
      linkRatio: number;
      powerRatio: number;
      ridge: number; // FLOP/B
      commonFlops: number; // FLOP/s
      bandwidthBytesPerS: number; // B/s
      capacityBytes: number; // B
      linkBytesPerS: number; // B/s
      powerW: number; // W
      flopsPerW: number; // FLOP/s/W
      flopsPerWRatio: number;
      precisionFactor: number;
      precisionShareLog: number;
      precisionShareAdditive: number;
      bandwidthVersusPrevious: number;
    }[];
    trend: {
      chip: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3" | "custom";
      year: number;
      announced: boolean;
      precision: "fp64" | "tf32" | "bf16" | "fp8" | "fp6" | "nvfp4" | "mxfp4" | "int8";
      peakFlops: number; // FLOP/s
      computeRatio: number;
      commonRatio: number;
      bandwidthRatio: number;
      capacityRatio: number;
      linkRatio: number;
      powerRatio: number;
      ridge: number; // FLOP/B
      commonFlops: number; // FLOP/s
      bandwidthBytesPerS: number; // B/s
      capacityBytes: number; // B
      linkBytesPerS: number; // B/s
      powerW: number; // W
      flopsPerW: number; // FLOP/s/W
      flopsPerWRatio: number;
      precisionFactor: number;
      precisionShareLog: number;
      precisionShareAdditive: number;
      bandwidthVersusPrevious: number;
    }[];
    intensities: Float64Array; // FLOP/B
    roofs: {
      chip: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3" | "custom";
      precision: "fp64" | "tf32" | "bf16" | "fp8" | "fp6" | "nvfp4" | "mxfp4" | "int8";
      kernelFlops: number; // FLOP
      kernelBytes: number; // B
      intensity: number; // FLOP/B
      attainableFlops: number; // FLOP/s
      timeS: number; // s
      limit: "compute" | "memory";
      shortBy: number;
      balance: number;
      attainable: Float64Array; // FLOP/s
    }[];
    figures: {
      chip: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3";
      figure: "dense-fp64" | "dense-tf32" | "dense-bf16" | "dense-fp8" | "dense-fp6" | "dense-nvfp4" | "dense-mxfp4" | "dense-int8" | "sparse-fp64" | "sparse-tf32" | "sparse-bf16" | "sparse-fp8" | "sparse-fp6" | "sparse-nvfp4" | "sparse-mxfp4" | "sparse-int8" | "fp64-vector" | "memory" | "bandwidth" | "link" | "power" | "sms" | "clock" | "matrix-per-clock" | "ex2-per-clock" | "fma-per-clock" | "shared-memory" | "l2" | "exp-blog" | "exp-measured";
      value: number;
      kind: "datasheet" | "vendor-blog" | "announced" | "measured" | "derived";
      source: "none" | "blackwell-ultra-blog" | "softmax-blog" | "rubin-page" | "rubin-bring-up" | "h100-datasheet" | "hgx-datasheet" | "accelerator-collection" | "h100-notes" | "cuda-guide" | "cutlass" | "flash-attention-3" | "flash-attention-4" | "chips-and-cheese" | "b300-measurements" | "tpu-v5p-docs" | "tpu-v6e-docs" | "tpu7x-docs" | "trainium2-docs" | "trainium3-docs";
      caveat: "none" | "up-to" | "density-not-said" | "dense-for-training" | "not-double-of-dense" | "superchip" | "full-die" | "usable-below-label" | "binary-gigabytes" | "direction-not-said" | "per-link-sum" | "mx-only" | "other-page" | "emulated" | "sources-differ" | "older-edition" | "boost" | "sustained" | "matrix-clock" | "single-measurement" | "on-superchip" | "enabled-on-some" | "ratio-fp32" | "ratio-half";
      others: {
        value: number;
        source: "none" | "blackwell-ultra-blog" | "softmax-blog" | "rubin-page" | "rubin-bring-up" | "h100-datasheet" | "hgx-datasheet" | "accelerator-collection" | "h100-notes" | "cuda-guide" | "cutlass" | "flash-attention-3" | "flash-attention-4" | "chips-and-cheese" | "b300-measurements" | "tpu-v5p-docs" | "tpu-v6e-docs" | "tpu7x-docs" | "trainium2-docs" | "trainium3-docs";
        caveat: "none" | "up-to" | "density-not-said" | "dense-for-training" | "not-double-of-dense" | "superchip" | "full-die" | "usable-below-label" | "binary-gigabytes" | "direction-not-said" | "per-link-sum" | "mx-only" | "other-page" | "emulated" | "sources-differ" | "older-edition" | "boost" | "sustained" | "matrix-clock" | "single-measurement" | "on-superchip" | "enabled-on-some" | "ratio-fp32" | "ratio-half";
      }[];
    }[];
    sources: {
      source: "none" | "blackwell-ultra-blog" | "softmax-blog" | "rubin-page" | "rubin-bring-up" | "h100-datasheet" | "hgx-datasheet" | "accelerator-collection" | "h100-notes" | "cuda-guide" | "cutlass" | "flash-attention-3" | "flash-attention-4" | "chips-and-cheese" | "b300-measurements" | "tpu-v5p-docs" | "tpu-v6e-docs" | "tpu7x-docs" | "trainium2-docs" | "trainium3-docs";
      title: string;
      url: string;
    }[];
    decadeCompute: number;
    decadeBandwidth: number;
  };
  "block-formats": {
    losses: {
      bits: number; // bit
      relativeError: number;
      sqnrDb: number; // dB
      zeroFraction: number;
      clippedFraction: number;
      blocksClipped: number;
      roundingShare: number;
      clippingShare: number;
      flushedShare: number;
      tensorScale: number;
      idealSqnrDb: number; // dB
      expectedSqnrDb: number; // dB
      expectedZeroFraction: number;
      blockLength: number;
      tail: number;
      codeCounts: Float64Array;
    }[];
    storage: {
      weightsBytes: number; // B
      leftBytes: number; // B
      maxParams: number;
      contextTokens: number;
    }[];
    data: {
      largest: number;
      rms: number;
      largestIndex: number;
      first: Float64Array;
      edges: Float64Array;
      counts: Float64Array;
      zeros: number;
      below: number;
    };
    sweep: {
      over: "block" | "df" | "scale";
      n: number;
      x: Float64Array;
      mxfp4: Float64Array; // dB
      nvfp4: Float64Array; // dB
      fp8: Float64Array; // dB
      fp4: Float64Array; // dB
      mxfp4Expected: Float64Array; // dB
      nvfp4Expected: Float64Array; // dB
    };
    comparison: {
      a: {
        bits: number; // bit
        relativeError: number;
        sqnrDb: number; // dB
        zeroFraction: number;
        clippedFraction: number;
        blocksClipped: number;
        roundingShare: number;
        clippingShare: number;
        flushedShare: number;
        tensorScale: number;
        idealSqnrDb: number; // dB
        expectedSqnrDb: number; // dB
        expectedZeroFraction: number;
        blockLength: number;
        tail: number;
        codeCounts: Float64Array;
      };
      b: {
        bits: number; // bit
        relativeError: number;
        sqnrDb: number; // dB
        zeroFraction: number;
        clippedFraction: number;
        blocksClipped: number;
        roundingShare: number;
        clippingShare: number;
        flushedShare: number;
        tensorScale: number;
        idealSqnrDb: number; // dB
        expectedSqnrDb: number; // dB
        expectedZeroFraction: number;
        blockLength: number;
        tail: number;
        codeCounts: Float64Array;
      };
      magnifiedBlock: number;
      elements: {
        index: number;
        x: number;
        a: {
          scaled: number;
          lower: number;
          upper: number;
          lowerCode: number;
          upperCode: number;
          code: number;
          value: number;
          dequantized: number;
          scale: number;
          scaleCode: number;
          tie: boolean;
          clipped: boolean;
          flushed: boolean;
        };
        b: {
          scaled: number;
          lower: number;
          upper: number;
          lowerCode: number;
          upperCode: number;
          code: number;
          value: number;
          dequantized: number;
          scale: number;
          scaleCode: number;
          tie: boolean;
          clipped: boolean;
          flushed: boolean;
        };
      }[];
      codesDiffer: number;
      valuesDiffer: number;
      byReason: Float64Array;
      differences: {
        index: number;
        x: number;
        reason: "scale" | "tie" | "zero" | "arithmetic";
        a: {
          scaled: number;
          lower: number;
          upper: number;
          lowerCode: number;
          upperCode: number;
          code: number;
          value: number;
          dequantized: number;
          scale: number;
          scaleCode: number;
          tie: boolean;
          clipped: boolean;
          flushed: boolean;
        };
        b: {
          scaled: number;
          lower: number;
          upper: number;
          lowerCode: number;
          upperCode: number;
          code: number;
          value: number;
          dequantized: number;
          scale: number;
          scaleCode: number;
          tie: boolean;
          clipped: boolean;
          flushed: boolean;
        };
      }[];
    };
  };
  "exp-bottleneck": {
    shapes: {
      qk: number;
      v: number;
      flopsPerExp: number; // FLOP
    }[];
    rows: {
      chip: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3";
      precision: "fp64" | "tf32" | "bf16" | "fp8" | "fp6" | "nvfp4" | "mxfp4" | "int8";
      peakFlops: number; // FLOP/s
      expPerS: number; // 1/s
      ratio: Float64Array;
      blog: Float64Array;
      units: Float64Array;
      measured: Float64Array;
      announcedFp32: Float64Array;
      announcedHalf: Float64Array;
      balancedHeadDim: number;
      peakMultiple: number;
      expMultiple: number;
    }[];
    accounts: {
      chip: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3";
      blog: number; // 1/s
      units: number; // 1/s
      measured: number; // 1/s
      blogSource: "none" | "blackwell-ultra-blog" | "softmax-blog" | "rubin-page" | "rubin-bring-up" | "h100-datasheet" | "hgx-datasheet" | "accelerator-collection" | "h100-notes" | "cuda-guide" | "cutlass" | "flash-attention-3" | "flash-attention-4" | "chips-and-cheese" | "b300-measurements" | "tpu-v5p-docs" | "tpu-v6e-docs" | "tpu7x-docs" | "trainium2-docs" | "trainium3-docs";
      measuredSource: "none" | "blackwell-ultra-blog" | "softmax-blog" | "rubin-page" | "rubin-bring-up" | "h100-datasheet" | "hgx-datasheet" | "accelerator-collection" | "h100-notes" | "cuda-guide" | "cutlass" | "flash-attention-3" | "flash-attention-4" | "chips-and-cheese" | "b300-measurements" | "tpu-v5p-docs" | "tpu-v6e-docs" | "tpu7x-docs" | "trainium2-docs" | "trainium3-docs";
      blogCaveat: "none" | "up-to" | "density-not-said" | "dense-for-training" | "not-double-of-dense" | "superchip" | "full-die" | "usable-below-label" | "binary-gigabytes" | "direction-not-said" | "per-link-sum" | "mx-only" | "other-page" | "emulated" | "sources-differ" | "older-edition" | "boost" | "sustained" | "matrix-clock" | "single-measurement" | "on-superchip" | "enabled-on-some" | "ratio-fp32" | "ratio-half";
      measuredCaveat: "none" | "up-to" | "density-not-said" | "dense-for-training" | "not-double-of-dense" | "superchip" | "full-die" | "usable-below-label" | "binary-gigabytes" | "direction-not-said" | "per-link-sum" | "mx-only" | "other-page" | "emulated" | "sources-differ" | "older-edition" | "boost" | "sustained" | "matrix-clock" | "single-measurement" | "on-superchip" | "enabled-on-some" | "ratio-fp32" | "ratio-half";
      sms: number;
      clockHz: number; // Hz
      ex2PerSmClk: number;
      measuredAgain: number; // 1/s
      announcedFp32: number; // 1/s
      announcedHalf: number; // 1/s
    }[];
    offload: {
      mmaPs: number; // ps
      expPerS: number; // 1/s
      fmaPerS: number; // 1/s
      instructionsPerExp: number;
      errorMax: number;
      expPs: number; // ps
      fmaPs: number; // ps
      totalPs: number; // ps
      balancedShare: number;
      balancedPs: number; // ps
      neededShare: number;
      enough: boolean;
      fmaBusy: number;
      ratioBefore: number;
      ratioAfter: number;
      shares: Float64Array;
      expCurvePs: Float64Array; // ps
      fmaCurvePs: Float64Array; // ps
      totalCurvePs: Float64Array; // ps
    };
  };
  "littles-law": {
    inFlightBytes: number; // B
    perSmBytes: number; // B
    ways: {
      way: "ld-4" | "ld-16" | "cp-async-16" | "tma";
      bytesPerRequest: number; // B
      byThread: boolean;
      throughRegisters: boolean;
      requestsPerSm: number;
      warps: number;
      warpsWithIlp: number;
      inFlightAtLimitBytes: number; // B
      reachedTBps: number; // TB/s
      deliveredTBps: number; // TB/s
      enough: boolean;
    }[];
    ilpNeeded: number;
    tilesNeeded: number;
    kneeBytesPerSm: Float64Array; // B
    kneeTBps: Float64Array; // TB/s
    kneeLatencyNs: Float64Array; // ns
    reach: {
      bytesPerRequest: number; // B
      ilp: number;
      fraction: number;
    }[];
    measured: {
      chip: "H200" | "H100-PCIe" | "A100";
      perSmBytes: number; // B
      latencyNs: number; // ns
      reachedTBps: number; // TB/s
    }[];
    chips: {
      chip: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3";
      bandwidthTBps: number; // TB/s
      sms: number;
      inFlightBytes: number; // B
      perSmBytes: number; // B
      plainWarps: number;
      bandwidthSource: string;
      smsSource: string;
    }[];
  };
  "async-pipeline": {
    tileBytes: number; // B
    fetchedBytes: number; // B
    flops: number; // FLOP
    flopsPerByte: number; // FLOP/B
    computeS: number; // s
    l2S: number; // s
    hbmS: number; // s
    latencyS: number; // s
    neededStages: number;
    neededStagesMeasured: number;
    measuredL2LatencyS: number; // s
    measuredHbmLatencyS: number; // s
    stagesThatFit: number;
    tableStages: Int32Array;
    rows: {
      source: "l2" | "hbm";
      latency: "fixed" | "jitter";
      busy: Float64Array;
    }[];
    curves: {
      source: "l2" | "hbm";
      release: "cp_async" | "ring" | "sync";
      fixed: Float64Array;
      closed: Float64Array;
      steady: Float64Array;
      jitter: Float64Array;
    }[];
    supplies: {
      source: "l2" | "hbm";
      transferS: number; // s
      limit: number;
      transferPerCompute: number;
      flopsPerByteNeeded: number; // FLOP/B
      stagesForTarget: number;
    }[];
    monteCarlo: {
      source: "l2" | "hbm";
      mean: Float64Array;
      sd: Float64Array;
      low: Float64Array;
      high: Float64Array;
      endless: number;
      stagesForTarget: number;
    }[];
    seedsUsed: number;
    timeline: {
      firstTile: number;
      slot: Int32Array;
      requested: Float64Array; // s
      channelStart: Float64Array; // s
      channelEnd: Float64Array; // s
      arrived: Float64Array; // s
      start: Float64Array; // s
      end: Float64Array; // s
      busy: number;
      totalS: number; // s
      waitS: number; // s
    };
    measured: {
      study: "mainloop" | "tma-ring-8k" | "tma-ring-32k";
      stages: number;
      measured: number;
      cpAsync: number;
      ring: number;
    }[];
    chips: {
      chip: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3";
      flopsPerSmClk: number; // FLOP
      clockGhz: number; // GHz
      sms: number;
      hbmTBps: number; // TB/s
      sharedKiB: number; // KiB
      rateSource: string;
      clockSource: string;
      smsSource: string;
      bandwidthSource: string;
      sharedSource: string;
    }[];
  };
  "ping-pong": {
    expPerS: number; // 1/s
    sms: number;
    flopsPerScore: number; // FLOP
    rows: {
      precision: "bf16" | "fp8";
      peakFlops: number; // FLOP/s
      mmaPs: number; // ps
      expPs: number; // ps
      expPerMma: number;
      serialPs: number; // ps
      overlapPs: number; // ps
      gain: number;
      binding: "mma" | "exp" | "warpgroup";
      serialFlops: number; // FLOP/s
      overlapFlops: number; // FLOP/s
      utilization: number;
      balancedHeadDim: number;
    }[];
    accounts: {
      account: "blog" | "units" | "measured";
      expPerS: number; // 1/s
      expPerMma: Float64Array;
      gain: Float64Array;
    }[];
    headDims: Float64Array;
    expTps: Float64Array; // T/s
    gains: {
      precision: "bf16" | "fp8";
      byHeadDim: Float64Array;
      byExpTps: Float64Array;
    }[];
    serial: {
      warpgroup: number;
      step: number;
      unit: "mma" | "exp" | "hand-over";
      fromS: number; // s
      toS: number; // s
    }[];
    pingPong: {
      warpgroup: number;
      step: number;
      unit: "mma" | "exp" | "hand-over";
      fromS: number; // s
      toS: number; // s
    }[];
    stepPairS: number; // s
    stepPairSimulatedS: number; // s
    serialStepPairS: number; // s
    reports: {
      report: "fa3-no-specialization" | "fa3-no-pipelining" | "fa3-pingpong-from" | "fa3-pingpong-to" | "fa3-full" | "fa3-v1-fp16" | "fa3-v1-fp8" | "fa3-neurips-bf16" | "fa3-neurips-fp8" | "fa4-b200-bf16";
      chip: "H100" | "B200" | "B300" | "Rubin" | "A100" | "H200" | "HGX-B200" | "GB200" | "HGX-B300" | "GB300" | "Rubin-NVL72" | "MI300X" | "MI325X" | "MI355X" | "TPU-v5p" | "TPU-v6e" | "Ironwood" | "Trainium2" | "Trainium3";
      flops: number; // FLOP/s
      share: number;
      source: "none" | "blackwell-ultra-blog" | "softmax-blog" | "rubin-page" | "rubin-bring-up" | "h100-datasheet" | "hgx-datasheet" | "accelerator-collection" | "h100-notes" | "cuda-guide" | "cutlass" | "flash-attention-3" | "flash-attention-4" | "chips-and-cheese" | "b300-measurements" | "tpu-v5p-docs" | "tpu-v6e-docs" | "tpu7x-docs" | "trainium2-docs" | "trainium3-docs";
      gain: number;
    }[];
  };
}

export type ModelId = keyof ModelParams;
