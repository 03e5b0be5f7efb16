// The English words of the asynchronous pipeline demo.
import type { Context, ExperimentView, PredictionView, Rich, Texts } from "../../engine/define-demo.js";
import type { PresetId, Words } from "./demo.js";

type C = Context<"async-pipeline", Words>;

const percent = (c: C, share = Number.NaN) => c.format.number(share, ".0%");
const whole = (c: C, value = Number.NaN) => c.format.number(value, ",.0f");

/** The busy share under the chosen rule, data in L2 or in memory, fixed latency. */
const chosen = (c: C, source: "l2" | "hbm") =>
  c.result.curves.find((curve) => curve.source === source && curve.release === c.params.release);

/** Endless busy share reaches its limit from here on; NaN where no shown number of stages does. */
function stagesToHide(c: C): number {
  const limit = c.result.supplies[0]?.limit ?? 1;
  const index = chosen(c, "l2")?.steady.findIndex((share) => share >= limit * (1 - 1e-9)) ?? -1;
  return index < 0 ? Number.NaN : index + 1;
}

function synchronous(c: C): Rich {
  const [fixed] = c.result.rows;
  const hides = stagesToHide(c);
  const limit = c.result.supplies[0]?.limit ?? 1;
  return c.rich`Load, wait, compute, repeat: with one stage and data in ${c.term("l2", "L2")} the ${c.term("tensor-core", "tensor core")} works ${c.strong(
    percent(c, fixed?.busy[0]),
  )} of the time. ${c.when(
    "rule-is-sync",
    c.params.release === "sync",
    c.rich`The chosen rule asks for a tile only after the previous one is computed, so buffers lie idle and ${c.strong(
      percent(c, fixed?.busy[1]),
    )} is all that two of them give.`,
    c.rich`A second buffer makes it ${c.strong(percent(c, fixed?.busy[1]))}. ${c.when(
      "pace-binds",
      limit < 1,
      c.rich`What binds is the pace at which tiles are asked for or moved, not latency: ${c.strong(
        c.format.number(limit, ".1%"),
      )} is all there is, and the formula, ${c.strong(c.format.number(c.result.neededStages, ".1f"))} stages for ${c.param(
        "latencyNs",
      )}, does not apply.`,
      c.rich`By the formula, ${c.strong(
        c.format.number(c.result.neededStages, ".1f"),
      )} stages hide ${c.param("latencyNs")}; ${c.when(
        "hiding-is-shown",
        hides <= c.params.maxStages,
        c.rich`stages come whole, so that is ${c.strong(whole(c, hides))}.`,
        c.rich`that is more than the chart shows.`,
      )}`,
    )}`,
  )}`;
}

function jittered(c: C): Rich {
  const many = c.result.monteCarlo[0];
  const steady = c.result.supplies[0]?.stagesForTarget;
  return c.rich`${c.when(
    "jitter-is-on",
    c.params.jitter > 0,
    c.rich`When latency varies, one slow request holds up all behind it, and only spare tiles bridge the gap. For ${percent(
      c,
      c.params.target,
    )} of what is possible under this rule it takes ${c.strong(whole(c, many?.stagesForTarget))} stages on average over ${whole(
      c,
      c.result.seedsUsed,
    )} seeds, ${c.strong(whole(c, steady))} without jitter (a dash: no number does).`,
    c.rich`Jitter is switched off, so rows with and without it agree. Real memories under load vary; turn it on to see what that costs.`,
  )} ${c.term("shared-memory", "Shared memory")} sets the end: ${c.strong(whole(c, c.result.stagesThatFit))} stages of ${c.strong(
    c.format.bytes(c.result.tileBytes),
  )} fit into ${c.param("sharedKiB")}. (The lecture refers to demo 3 of its script 03, which is not part of this site.)`;
}

function bandwidth(c: C): Rich {
  const memory = c.result.supplies[1];
  const slow = (memory?.transferPerCompute ?? 0) > 1;
  return c.rich`${c.when(
    "memory-is-slower",
    slow,
    c.rich`If every tile comes from ${c.term("hbm", "memory")}, moving it takes ${c.strong(
      `${c.format.number(memory?.transferPerCompute ?? Number.NaN, ".3g")}×`,
    )} as long as computing it, and no depth gets past ${c.strong(
      c.format.number(memory?.limit ?? Number.NaN, ".1%"),
    )}. A pipeline hides latency; it cannot hide bandwidth. What helps is using each byte more often: larger tiles, a hit in L2, ${c.term("multicast", "multicast")}.`,
    c.rich`Here even a share of the memory delivers a tile at least as fast as it is computed, so bandwidth alone would allow ${c.strong(c.format.number(memory?.limit ?? Number.NaN, ".1%"))} without any reuse in L2.`,
  )} (The lecture continues this in script 03 and in lecture 10, neither of which is here.)`;
}

function compareRules(c: C): Rich {
  const at = (release: "cp_async" | "ring") =>
    c.result.curves.find((curve) => curve.release === release && curve.source === c.params.source)?.fixed[1];
  const [ahead, ring] = [at("cp_async") ?? 0, at("ring") ?? 0];
  return c.rich`When is a buffer free again? With two of them, asking once the next tile's computation starts (${c.term("cp-async", "cp.async")}) gives ${c.strong(
    percent(c, ahead),
  )}; asking as soon as the old tile is done (ring) gives ${c.strong(percent(c, ring))}. ${c.when(
    "ring-is-better-at-two",
    ring - ahead > 0.005,
    c.rich`The same hardware, one compute time apart.`,
    c.rich`At this setting the difference does not matter.`,
  )}`;
}

const predictions = (c: C): PredictionView[] => {
  const sync = c.result.rows[0]?.busy[0] ?? 0;
  const memory = chosen(c, "hbm")?.fixed ?? new Float64Array();
  const [three, eight] = [memory[2] ?? 0, memory[7] ?? 0];
  const wanted = c.result.monteCarlo[0]?.stagesForTarget ?? Number.NaN;
  const all: PredictionView[] = [
    {
      id: "sync",
      question: c.rich`One buffer, data in L2, latency ${c.param("latencyNs")}; moving a tile takes ${c.format.seconds(
        c.result.l2S,
      )}, computing it ${c.format.seconds(c.result.computeS)}. How busy is the tensor core?`,
      answer: {
        kind: "number",
        min: 0,
        max: 100,
        step: 1,
        unit: "%",
        truth: sync * 100,
        tolerance: 4,
        truthText: percent(c, sync),
      },
      why: c.rich`The three times follow one another, and only one of them is work: compute / (latency + transfer + compute).`,
    },
    {
      id: "memory",
      question: c.rich`Every tile comes from memory. What do eight stages gain over three?`,
      answer: {
        kind: "choice",
        options: [
          { id: "little", label: "At most a few points" },
          { id: "some", label: "5 to 20 points" },
          { id: "much", label: "More than 20 points" },
        ],
        truth: eight - three < 0.05 ? "little" : eight - three <= 0.2 ? "some" : "much",
      },
      why: c.rich`${percent(c, three)} against ${percent(c, eight)}. Once the channel is never idle, it is the bandwidth that binds.`,
    },
  ];
  if (wanted <= 32) {
    all.push({
      id: "jitter",
      question: c.rich`Latency now varies at random (jitter ${c.param("jitter")}), data in L2. How many stages until the average reaches ${percent(
        c,
        c.params.target,
      )} of the best?`,
      answer: {
        kind: "number",
        min: 1,
        max: 32,
        step: 1,
        unit: "",
        truth: wanted,
        tolerance: 1,
        truthText: whole(c, wanted),
      },
      why: c.rich`Tiles are used in order, so the slowest of those on the way decides. The deeper the queue, the rarer it runs dry.`,
    });
  }
  return all;
};

export const texts: Texts<"async-pipeline", PresetId, Words> = {
  title: "How deep must a pipeline be so that the tensor core never waits?",
  name: "Asynchronous pipeline",
  controls: {
    stages: {
      label: "Stages (single run)",
      help: "Buffers in shared memory. The timeline shows a run with this many; the table always shows six depths.",
    },
    latencyNs: {
      label: "Latency",
      help: "From the end of a tile's transfer slot until it can be used. 700 ns is the lecture's assumption.",
    },
    release: {
      label: "When a buffer is free again",
      help: "Decides when the next tile may be requested into it.",
      choices: {
        cp_async: "cp.async: when the next tile starts",
        ring: "ring: when its tile is done",
        sync: "synchronous: no asking ahead",
      },
    },
    source: {
      label: "Where tiles come from",
      help: "For the charts and the timeline; the table always shows both.",
      choices: { l2: "L2", hbm: "memory (HBM)" },
    },
    jitter: {
      label: "Jitter",
      help: "Latency of each tile = latency × (1 + jitter × an exponential random number of mean 1).",
    },
    tileM: { label: "Tile M", help: "Rows of the output tile, and of the A tile." },
    tileN: { label: "Tile N", help: "Columns of the output tile, and of the B tile." },
    tileK: { label: "Tile K", help: "Depth of one step: columns of A and rows of B." },
    bytesPerElement: {
      label: "Bytes per element",
      help: "2 for BF16, 1 for FP8. Raise the matrix rate together with it.",
    },
    clusterM: { label: "SMs sharing each B tile", help: "Cluster size along M: B is read once and multicast." },
    clusterN: { label: "SMs sharing each A tile", help: "Cluster size along N: A is read once and multicast." },
    flopsPerSmClk: {
      label: "Matrix rate per SM and clock",
      help: "4,096 on an H100 in BF16; 8,192 in FP8, or on a B200 in BF16.",
    },
    clockGhz: { label: "Clock", help: "1.83 GHz gives the H100's 989 TFLOP/s with 132 SMs." },
    sms: { label: "SMs", help: "They share the memory equally." },
    l2BytesPerClk: {
      label: "From L2 per SM and clock",
      help: "64 bytes is the lecture's assumption; measurements lie between 38 and 75.",
    },
    hbmTBps: { label: "Memory bandwidth", help: "Of the whole chip." },
    sharedKiB: {
      label: "Shared memory per block",
      help: "227 KiB is the most a thread block can have on Hopper and Blackwell.",
    },
    epilogueKiB: { label: "Kept for the epilogue", help: "Shared memory that the output needs on its way out." },
    issueIntervalNs: {
      label: "Least time between requests",
      help: "0 in the lecture. One measurement on H100 has 248 ns for one producer warp.",
    },
    tiles: { label: "Tiles", help: "How many steps of K one run has. Few tiles: filling the pipeline weighs more." },
    seed: { label: "Seed", help: "Of numpy's random numbers; the lecture takes 1." },
    seeds: { label: "Runs (Monte Carlo)", help: "Seeds counted up from the one above." },
    target: { label: "Counts as hidden", help: "The share of the best possible that is asked for." },
    timelineLatency: {
      label: "Latency in the timeline",
      help: "Fixed is easier to read; jitter shows late tiles.",
      choices: { fixed: "fixed", jitter: "with jitter" },
    },
    firstTile: { label: "First tile shown", help: "Counting from 0." },
    shownTiles: { label: "Tiles shown", help: "How many tiles the timeline covers." },
    maxStages: { label: "Deepest pipeline drawn", help: "Where the stage axis ends." },
  },
  presets: {
    lecture: "The lecture",
    ring: "Ring buffer",
    steady: "No jitter",
    "l2-idle": "L2 latency as measured",
    "from-memory": "From memory",
    "big-tile": "Bigger tile, shared",
    fp8: "FP8",
  },
  problems: {},
  words: {
    chips: {
      label: "Chip",
      what: { rate: "matrix rate", clock: "clock", sms: "SMs", bandwidth: "bandwidth", shared: "shared memory" },
      source: (what, source) => `${source}: ${what.join(", ")}.`,
      kept: "Latency and L2 rate stay as they are set.",
    },
    sources: { l2: "data in L2", hbm: "every tile from memory" },
    latencies: { fixed: "fixed", jitter: "with jitter" },
    releases: { cp_async: "cp.async", ring: "ring", sync: "synchronous" },
    main: {
      caption: "Share of the time the tensor core works",
      source: "Tiles come from",
      latency: "Latency",
      stages: (count) => (count === 1 ? "1 stage" : `${count} stages`),
      doesNotFit: "A model only: that many stages do not fit into shared memory.",
    },
    supply: {
      caption: "What binds once latency is hidden",
      source: "Tiles come from",
      transfer: "Moving a tile",
      ratio: "Moving / computing",
      limit: "Best possible",
      has: "FLOP per byte, tile",
      needs: "FLOP per byte, needed",
      stages: "Stages for the target",
    },
    rules: {
      caption: "The three rules, fixed latency, chosen source",
      rule: "A buffer is free",
      stages: (count) => (count === 1 ? "1 stage" : `${count} stages`),
    },
    sweep: {
      caption: "Measured by others on an H100, beside both rules",
      study: "What ran",
      stages: "Stages",
      measured: "Measured",
      cpAsync: "cp.async rule",
      ring: "ring rule",
    },
    studies: {
      mainloop: "CUTLASS TMA main loop, data in L2",
      "tma-ring-8k": "TMA alone, 8 KB boxes, per tile",
      "tma-ring-32k": "TMA alone, 32 KB boxes, per tile",
    },
    cycles: "cycles",
    stages: {
      title: "How busy, with how many stages",
      x: "stages",
      y: "tensor core busy",
      lecture: "the lecture's setting",
      closed: "closed form, chosen rule",
      jitter: (rule) => `${rule}, with jitter`,
      other: { l2: "from L2", hbm: "from memory" },
      bound: "bandwidth bound",
      needed: (stages) => `hidden from ${stages}`,
      fit: (shared, stages) => `${shared} KiB: ${stages} fit`,
      description: (busy, limit, rule, fit) =>
        `Fixed latency, rule ${rule}: ${busy.one} with one stage, ${busy.two} with two, ${busy.most} with the most drawn; ` +
        `no pipeline gets past ${limit}. Shared memory holds ${fit} stages.`,
      reading: (rule, stages, busy) => `${rule}, ${stages} ${stages === 1 ? "stage" : "stages"}: busy ${busy}`,
    },
    timeline: {
      title: "Inside a run: each tile from request to computation",
      x: "time",
      producer: "Producer warp: blocked",
      producerWarp: "Producer warp",
      channel: "Channel",
      buffer: (slot) => `Buffer ${slot}`,
      consumer: "Consumers (tensor core)",
      request: "blocked or queueing",
      queue: "queueing for the channel",
      transfer: "transfer",
      latency: "latency",
      ready: "ready, waiting its turn",
      compute: "compute",
      idle: "waiting",
      description: (tiles, from, to, busy) =>
        `${tiles} tiles from ${from} to ${to}. Over the whole run the tensor core is busy ${busy} of the time.`,
      tile: (tile, asked, arrived, computed) =>
        `tile ${tile}: asked at ${asked}, arrived at ${arrived}, computed from ${computed}`,
      blocked: (tile, from, to) => `producer waits for a free buffer for tile ${tile}: ${from} to ${to}`,
      idleReading: (tile, from, to) => `tensor core waits for tile ${tile}: ${from} to ${to}`,
    },
    monteCarlo: {
      title: "Many seeds: mean and the middle 90 %",
      mean: (source) => `mean, ${source}`,
      band: (source) => `9 of 10 runs, ${source}`,
      endless: (source) => `any depth, ${source}:`,
      target: (share, stages) => `${share} from ${stages}`,
      description: (source, two, most, stages, share, seeds) =>
        `Over ${seeds} seeds with ${source}: ${two} on average with two stages, ${most} with the most drawn; ` +
        `stages for ${share} of the best: ${stages}.`,
      reading: (source, stages, mean, sd) =>
        `${source}, ${stages} stages: mean ${mean}, standard deviation of a run ${sd}`,
      bandReading: (source, stages, low, high) =>
        `${source}, ${stages} stages: nine of ten runs between ${low} and ${high}`,
    },
    measured: {
      title: "Which rule does hardware follow? Measured by others",
      y: "time of the loop",
      measured: "measured (H100, CUTLASS)",
      description: (cpAsync, ring, measured, stages) =>
        `At ${stages} stages the measurement is ${measured} cycles; the cp.async rule says ${cpAsync}, the ring rule ${ring}. ` +
        "Both rules were fitted at two stages and at the floor.",
      reading: (what, stages, cycles) => `${what}, ${stages} stages: ${cycles} cycles`,
    },
    figures: {
      compute: "computing a tile",
      l2: "moving a tile from L2",
      hbm: "moving a tile from memory",
      needed: "stages to hide the latency",
    },
  },
  sentence: (c) =>
    c.rich`A tile is computed in ${c.figure("compute-time", c.format.seconds(c.result.computeS))} and moved in ${c.figure(
      "l2-time",
      c.format.seconds(c.result.l2S),
    )} from L2 or ${c.figure("hbm-time", c.format.seconds(c.result.hbmS))} from memory; to hide ${c.param(
      "latencyNs",
    )} of latency takes ${c.figure("needed-stages", c.format.number(c.result.neededStages, ".1f"))} stages, and with ${c.param("stages")} (${c.words.sources[c.params.source]}) the tensor core is busy ${c.strong(percent(c, c.result.timeline.busy))} of the time.`,
  observations: (c) => [
    synchronous(c),
    jittered(c),
    bandwidth(c),
    c.rich`${c.term("warp-specialization", "Warp specialization")}: one producer ${c.term("warp", "warp")} does nothing but request tiles and keep the book of buffers, the consumer ${c.term(
      "warpgroup",
      "warpgroups",
    )} do nothing but compute. In the timeline they are separate lanes: with ${c.param("stages")} stages the consumers wait ${c.strong(
      c.format.seconds(c.result.timeline.waitS),
    )} in this run of ${c.strong(c.format.seconds(c.result.timeline.totalS))}${c.when(
      "asking-is-free",
      c.params.issueIntervalNs === 0 && c.params.release !== "sync",
      c.rich`, and never because somebody is busy asking.`,
      c.rich`. Here requests may go out late: the rule or the pace of the producer holds them back.`,
    )}`,
    compareRules(c),
    c.rich`Latency is not a constant of nature: with ${c.strong(
      c.format.seconds(c.result.measuredL2LatencyS),
    )}, as one measurement has it for an idle L2, the same formula asks for ${c.strong(
      c.format.number(c.result.neededStagesMeasured, ".1f"),
    )} stages. What latency means for bytes in flight is ${c.demo("littles-law", "Little's law", { latencyNs: c.params.latencyNs })}.`,
  ],
  predictions,
  experiments: (c): ExperimentView[] => [
    {
      id: "two-rings",
      label: "Two buffers, both rules",
      params: { stages: "2", release: "ring", timelineLatency: "fixed" },
      lookAt: c.rich`In the timeline, see when buffer 1 is asked for again. Then choose cp.async: one computation later.`,
    },
    {
      id: "late-tiles",
      label: "Watch a late tile",
      params: { timelineLatency: "jitter", stages: "6", shownTiles: "24" },
      lookAt: c.rich`Tiles behind a late one have long arrived, yet wait: they are used in order.`,
    },
    {
      id: "memory-bound",
      label: "From memory, eight stages",
      params: { source: "hbm", stages: "8" },
      lookAt: c.rich`The channel has no gap and the tensor core many. No buffer helps.`,
    },
    {
      id: "cluster",
      label: "Share tiles in a cluster",
      params: { source: "hbm", clusterM: "2", clusterN: "2" },
      lookAt: c.rich`Each SM fetches half: the bound for memory doubles.`,
    },
  ],
  exercise: (c) => {
    const { params, defaults, result } = c;
    const kept = (["hbmTBps", "sms", "flopsPerSmClk", "clockGhz", "bytesPerElement", "sharedKiB"] as const).every(
      (name) => params[name] === defaults[name],
    );
    const enough = (result.supplies[1]?.limit ?? 0) >= 1;
    const solved = kept && enough && result.stagesThatFit >= 4;
    return {
      task: c.rich`Every tile comes from memory. With the tile's shape and the cluster alone, bring the bandwidth bound to 100 % while at least 4 stages fit into shared memory.`,
      solved,
      feedback: c.when(
        "exercise-solved",
        solved,
        c.rich`Done: each byte now serves enough arithmetic, and there is room for ${whole(c, result.stagesThatFit)} stages.`,
        c.when(
          "exercise-enough",
          enough,
          c.rich`The bound is there; now mind the other conditions: the hardware as in the lecture, and 4 stages that fit.`,
          c.rich`The bound stands at ${c.format.number(result.supplies[1]?.limit ?? Number.NaN, ".1%")}: a tile has ${c.format.number(
            result.flopsPerByte,
            ".4g",
          )} FLOP per byte and needs ${c.format.number(result.supplies[1]?.flopsPerByteNeeded ?? Number.NaN, ".4g")}.`,
        ),
      ),
    };
  },
  sources: [
    { id: "script", title: "CS349E, lecture 8, script 04 “async pipelines”, demo 2" },
    {
      id: "cutlass",
      title: "NVIDIA CUTLASS: multistage and warp-specialised main loops, pipeline documentation",
      url: "https://github.com/NVIDIA/cutlass",
    },
    {
      id: "fa3",
      title: "Shah et al., FlashAttention-3 (2024)",
      url: "https://arxiv.org/abs/2407.08608",
    },
    {
      id: "flash-vla",
      title: "flash-vla: one person's H100 SXM5 unit tests (not reviewed)",
      url: "https://github.com/revollllt/flash-vla",
    },
    {
      id: "gpu-benches",
      title: "RRZE, gpu-benches: L2 bandwidth and latency",
      url: "https://github.com/te42kyfo/gpu-benches",
    },
    {
      id: "krivulin",
      title: "N. Krivulin, Max-Plus Algebra Models of Queueing Networks",
      url: "https://arxiv.org/abs/1212.0578",
    },
  ],
};
