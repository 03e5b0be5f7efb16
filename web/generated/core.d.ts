// Generated from the models' fields() by scripts/gen-types.mjs. Do not edit: change the C++ and run "npm run types".

export interface ModelParams {
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
    shownTiles: number; // 1 … 1024
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
  };
  "ping-pong": {
    expPerS: number; // 1/s
    sms: number;
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
    }[];
  };
}

export type ModelId = keyof ModelParams;
