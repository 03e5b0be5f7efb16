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
}

export type ModelId = keyof ModelParams;
