// The English words of the Little's law demo.
import type { ExperimentView, Texts } from "../../engine/define-demo.js";
import type { PresetId, Words } from "./demo.js";

const list = (names: string[]) => names.join(", ");

export const texts: Texts<"littles-law", PresetId, Words> = {
  title: "How many bytes must be on their way to keep the memory busy?",
  name: "Little's law",
  controls: {
    bandwidthTBps: {
      label: "Bandwidth",
      help: "What the memory can deliver to the whole chip. H100's HBM3 is sold as 3.35 TB/s.",
    },
    latencyNs: {
      label: "Latency",
      help: "From asking to having, on a busy memory. 700 ns is the lecture's assumption for loaded HBM.",
    },
    ilp: {
      label: "Reads in flight per thread (ILP)",
      help: "How many independent loads a thread has issued before it needs the first result.",
    },
    sms: { label: "SMs", help: "How many streaming multiprocessors share the traffic evenly. H100 SXM has 132." },
    residentWarps: {
      label: "Resident warps per SM",
      help: "The hardware keeps at most 64 on recent data-centre GPUs; registers and shared memory often allow fewer.",
    },
    tileKiB: { label: "Tile", help: "What one TMA request carries. The lecture moves 32 KiB." },
    tilesInFlight: {
      label: "Tiles in flight per SM",
      help: "How many tiles an SM has asked TMA for without having received them: the free stages of its pipeline.",
    },
    multicast: {
      label: "SMs sharing a tile (multicast)",
      help: "SMs of a cluster that need the same tile: it is read once and delivered to all of them.",
    },
  },
  presets: {
    lecture: "The lecture",
    "ilp-3": "Three loads per thread",
    a100: "A100",
    h200: "H200",
    b200: "B200",
    l2: "From L2 instead",
  },
  problems: {},
  words: {
    ways: {
      "ld-4": "Plain load, 4 bytes per thread",
      "ld-16": "Vector load, 16 bytes per thread",
      "cp-async-16": "cp.async, 16 bytes per thread, no registers (Ampere)",
      tma: "TMA, one request per tile (Hopper)",
    },
    shortWays: { "ld-4": "4 B loads", "ld-16": "16 B loads", "cp-async-16": "cp.async", tma: "TMA" },
    issuers: { thread: "every thread", one: "one thread, for the whole tile" },
    main: {
      caption: "What each SM must have outstanding to keep the memory busy",
      way: "How it is read",
      requests: "Requests in flight per SM",
      warps: "Warps that takes",
      issuer: "Who asks",
      tmaNote: "No warps are needed: one thread asks, hardware does the rest.",
    },
    landing: {
      caption: "Where each way of reading lands when an SM gives all it has",
      carries: "Memory bytes per request",
      inFlight: "In flight per SM",
      reached: "Read from memory",
      delivered: "Arrives in the SMs",
      registers: "Through registers",
      yes: "yes",
      no: "no",
      enough: "Enough to keep the memory busy.",
      short: "Not enough: the memory idles part of the time.",
    },
    chips: {
      caption: "The same question to other chips, at this latency",
      chip: "Chip",
      bandwidth: "Bandwidth",
      sms: "SMs",
      inFlight: "In flight",
      perSm: "In flight per SM",
      warps: "Warps with 4-byte loads",
      tooMany: "More than can be resident.",
      set: "Chip",
      sources: (chip, bandwidth, sms) => `${chip}. Bandwidth: ${bandwidth}. SMs: ${sms}.`,
    },
    measured: {
      caption: "Measured by others: 8-byte loads, one per thread",
      chip: "Chip",
      perSm: "In flight per SM",
      latency: "Effective latency",
      reached: "Bandwidth",
    },
    measuredChips: { H200: "H200", "H100-PCIe": "H100 PCIe", A100: "A100" },
    knee: {
      title: "Bandwidth reached against bytes in flight",
      x: "bytes in flight per SM (log)",
      y: "bandwidth (log)",
      curve: "Little's law",
      lecture: "the lecture's setting",
      limit: "memory limit",
      need: "the knee:",
      measured: "measured by others",
    },
    loaded: {
      title: "What more requests cost: loaded latency",
      y: "latency (log)",
      curve: "time on the way",
      base: "latency",
    },
    reach: {
      title: "Share of the bandwidth that all resident warps reach",
      row: (bytes) => `${bytes} bytes per load`,
      column: (ilp) => `ILP ${ilp}`,
    },
    kneeDescription: (perSm, bandwidth, enough, short) =>
      `Bandwidth grows in proportion to the bytes in flight until ${perSm} per SM, then stays at ${bandwidth}. ` +
      (short.length === 0
        ? "Every way of reading gets past the knee."
        : enough.length === 0
          ? "No way of reading gets past the knee."
          : `Past the knee: ${list(enough)}. Short of it: ${list(short)}.`),
    kneeReading: (bytes, bandwidth) => `${bytes} in flight per SM sustain ${bandwidth}`,
    wayReading: (way, bytes, bandwidth) => `${way}: ${bytes} in flight per SM, ${bandwidth}`,
    measuredReading: (chip, bytes, bandwidth, latency) =>
      `${chip}, measured: ${bytes} in flight per SM gave ${bandwidth}, an effective latency of ${latency}`,
    loadedDescription: (latency, perSm, most, mostLatency) =>
      `Latency stays at ${latency} up to ${perSm} per SM. Beyond, requests queue and wait in proportion: ` +
      `with ${most} in flight each takes ${mostLatency}.`,
    loadedReading: (bytes, latency) => `${bytes} in flight per SM: ${latency} on the way`,
    reachDescription: (least, most, full, all) =>
      `From ${least} (small loads, one at a time) to ${most}; ${full} of ${all} combinations reach the whole bandwidth.`,
    reachReading: (bytes, ilp, share) => `${bytes} bytes per load, ILP ${ilp}: ${share} of the bandwidth`,
    figures: { inFlight: "in flight on the chip", perSm: "in flight per SM" },
  },
  sentence: (c) =>
    c.rich`To keep ${c.param("bandwidthTBps")} busy at a latency of ${c.param("latencyNs")}, ${c.figure(
      "in-flight",
      c.format.bytes(c.result.inFlightBytes),
    )} must be on the way at every moment: ${c.figure("per-sm", c.format.bytes(c.result.perSmBytes))} for each of ${c.param(
      "sms",
    )} SMs.`,
  observations: (c) => {
    const [plain, , , tma] = c.result.ways;
    const warps = c.format.number(plain?.warpsWithIlp ?? Number.NaN, ",.1f");
    return [
      c.rich`Bandwidth is not free: it is bought with requests that have been sent and not yet answered. Here every SM must have ${c.strong(
        c.format.bytes(c.result.perSmBytes),
      )} outstanding, on average and all the time. (The lecture points to its prerequisite parts P1 §4 and P2 §7 for ${c.term(
        "littles-law",
        "Little's law",
      )}; they are not part of this site, the law itself is below.)`,
      c.rich`Loads by threads carry a few bytes each, so they must be many: ${c.strong(
        c.format.number(plain?.requestsPerSm ?? Number.NaN, ",.0f"),
      )} loads of 4 bytes, or ${c.strong(warps)} ${c.term("warp", "warps")} with ${c.param("ilp")} in flight per thread. ${c.when(
        "plain-loads-fit",
        plain?.enough ?? false,
        c.rich`An SM can keep ${c.param("residentWarps")} warps, so that is possible here.`,
        c.rich`An SM keeps at most ${c.param("residentWarps")} warps, so it cannot be done this way: each thread would need ${c.strong(
          c.format.number(c.result.ilpNeeded, ",.0f"),
        )} independent loads in flight (${c.term("ilp", "ILP")}).`,
      )} And what was loaded still sits in registers and has to be stored to ${c.term("shared-memory", "shared memory")}.`,
      c.rich`${c.term("cp-async", "cp.async")} takes the registers out of the path: bytes go from memory straight to shared memory. ${c.term(
        "tma",
        "TMA",
      )} takes the threads out as well: one of them asks for a whole tile, the hardware works out the addresses and can hand the tile to several SMs of a ${c.term(
        "cluster",
        "cluster",
      )}. In requests that is ${c.strong(c.format.number(tma?.requestsPerSm ?? Number.NaN, ".4g"))} per SM; the table rounds it to whole requests.`,
      c.when(
        "one-tma-batch-is-enough",
        tma?.enough ?? false,
        c.rich`With ${c.param("tilesInFlight")} × ${c.param("tileKiB")} outstanding, TMA alone is past the knee: ${c.strong(
          c.format.bytes(tma?.inFlightAtLimitBytes ?? Number.NaN),
        )} per SM.`,
        c.rich`TMA is no magic either: ${c.param("tilesInFlight")} × ${c.param("tileKiB")} outstanding, with ${c.param("multicast")} to share each tile, put only ${c.strong(
          c.format.bytes(tma?.inFlightAtLimitBytes ?? Number.NaN),
        )} per SM on the way. It takes ${c.strong(c.format.number(c.result.tilesNeeded, ",.0f"))} such requests.`,
      ),
      c.when(
        "multicast-is-used",
        c.params.multicast > 1,
        c.rich`${c.term("multicast", "Multicast")} delivers ${c.strong(terabytes(c.format, tma?.deliveredTBps))} to the SMs while only ${c.strong(
          terabytes(c.format, tma?.reachedTBps),
        )} leave the memory: each byte read serves ${c.param("multicast")} SMs.`,
        c.rich`Without multicast every byte that arrives in an SM was read for it alone. Share a tile between SMs and the same reading feeds more of them.`,
      ),
      c.rich`Beyond the knee, more requests buy nothing but waiting: bandwidth stays, so by the same law the time on the way grows in proportion (second chart). Where the bytes in flight come from, ${c.demo(
        "async-pipeline",
        "the pipeline",
        { latencyNs: c.params.latencyNs },
      )} shows.`,
    ];
  },
  predictions: (c) => {
    const share = c.result.reach[0]?.fraction ?? 0;
    return [
      {
        id: "share",
        question: c.rich`Every resident warp (${c.param("residentWarps")} per SM) has one 4-byte load per thread in flight. What share of ${c.param(
          "bandwidthTBps",
        )} does the chip reach?`,
        answer: {
          kind: "number",
          min: 0,
          max: 100,
          step: 1,
          unit: "%",
          truth: share * 100,
          tolerance: 5,
          truthText: c.format.number(share, ".0%"),
        },
        why: c.rich`Count the bytes: warps × 32 threads × 4 bytes per SM, against the ${c.format.bytes(
          c.result.perSmBytes,
        )} it needs. Below the knee the share is the ratio of the two.`,
      },
      {
        id: "latency",
        question: c.rich`The latency doubles and the bandwidth stays. What happens to the bytes that must be in flight?`,
        answer: {
          kind: "choice",
          options: [
            { id: "same", label: "Nothing" },
            { id: "double", label: "They double" },
            { id: "four", label: "They quadruple" },
          ],
          truth: "double",
        },
        why: c.rich`Bytes in flight = bandwidth × latency. A product of two: double one, double the product.`,
      },
      {
        id: "sms",
        question: c.rich`A chip with more SMs and the same memory: what must each SM have in flight?`,
        answer: {
          kind: "choice",
          options: [
            { id: "more", label: "More" },
            { id: "same", label: "As much as before" },
            { id: "less", label: "Less" },
          ],
          truth: "less",
        },
        why: c.rich`The sum is set by the memory alone; more SMs share it. That is why wide chips with modest memories are easy to feed.`,
      },
    ];
  },
  experiments: (c): ExperimentView[] => [
    {
      id: "two-loads",
      label: "Two loads per thread",
      params: { ilp: "2" },
      lookAt: c.rich`The circle for 4-byte loads moves right along the slope, and stops just before the knee.`,
    },
    {
      id: "small-tile",
      label: "A tile of 8 KiB",
      params: { tileKiB: "8" },
      lookAt: c.rich`One small tile is no better than 64 warps of plain loads. Now raise the tiles in flight.`,
    },
    {
      id: "from-l2",
      label: "Read from L2",
      params: { bandwidthTBps: "15.46", latencyNs: "217" },
      lookAt: c.rich`Nearly five times the bandwidth at a third of the latency: the knee moves surprisingly little.`,
    },
    {
      id: "share-tiles",
      label: "Two SMs share each tile",
      params: { multicast: "2", tilesInFlight: "2" },
      lookAt: c.rich`In the landing table, compare what is read from memory with what arrives in the SMs.`,
    },
  ],
  exercise: (c) => {
    const placed = c.params.bandwidthTBps === 8 && c.params.latencyNs === 900 && c.params.sms === 148;
    const standard = c.params.residentWarps === 64;
    const solved = placed && standard && c.params.ilp === c.result.ilpNeeded;
    return {
      task: c.rich`Take a memory of 8 TB/s at 900 ns behind 148 SMs, and 64 resident warps. What is the smallest number of reads in flight per thread with which plain 4-byte loads fill it? Set the controls to it.`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`Right: with one less, the circle stays on the slope.`,
        c.when(
          "exercise-placed",
          placed && standard,
          c.rich`The memory is set. Now find the smallest number with which the 4-byte loads reach the flat part.`,
          c.rich`First set bandwidth, latency, SMs and resident warps.`,
        ),
      ),
    };
  },
  sources: [
    { id: "script", title: "CS349E, lecture 8, script 04 “async pipelines”, demo 1" },
    {
      id: "little",
      title: "J. D. C. Little, A Proof for the Queuing Formula L = λW, Operations Research 9 (1961)",
      url: "https://doi.org/10.1287/opre.9.3.383",
    },
    {
      id: "cuda",
      title: "NVIDIA, CUDA C++ Programming Guide: compute capabilities, asynchronous copies, TMA",
      url: "https://docs.nvidia.com/cuda/cuda-c-programming-guide/",
    },
    {
      id: "gpu-benches",
      title: "RRZE, gpu-benches: gpu-stream on H200, H100 PCIe and A100",
      url: "https://github.com/te42kyfo/gpu-benches",
    },
    {
      id: "flash-vla",
      title: "flash-vla: one person's H100 SXM5 unit tests (not reviewed)",
      url: "https://github.com/revollllt/flash-vla",
    },
  ],
};

function terabytes(format: { number(value: number, spec: string): string }, value = Number.NaN) {
  return `${format.number(value, ".4g")} TB/s`;
}
