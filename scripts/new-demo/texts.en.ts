// The demo's English words.
import type { ExperimentView, Texts } from "../../engine/define-demo.js";
import type { PresetId, Words } from "./demo.js";

export const texts: Texts<"sample-demo", PresetId, Words> = {
  title: "How long does it take to read a whole memory once?",
  name: "Sample demo",
  controls: {
    capacityGB: { label: "Capacity", help: "How much the memory holds." },
    bandwidthTBps: { label: "Bandwidth", help: "How much it can deliver each second." },
  },
  presets: { lecture: "The starting point", larger: "A larger memory", faster: "A faster memory" },
  problems: {},
  words: {
    main: {
      caption: "Once through the memory",
      what: "What",
      time: "Time",
      often: "Times a second",
      row: "The whole memory",
    },
    curve: {
      title: "Time against bandwidth",
      x: "bandwidth (log)",
      y: "time (log)",
      now: "now",
      lecture: "the starting point",
    },
    curveDescription: (least, most) => `From ${most} at an eighth of the bandwidth down to ${least} at four times it.`,
    curveReading: (bandwidth, time) => `${bandwidth}: ${time}`,
  },
  sentence: (c) =>
    c.rich`To read ${c.param("capacityGB")} at ${c.param("bandwidthTBps")} takes ${c.figure(
      "read-time",
      c.format.seconds(c.result.readS),
    )}.`,
  observations: (c) => [
    c.when(
      "faster-than-a-frame",
      c.result.readS < 1 / 60,
      c.rich`That is less than one picture of a film at 60 a second.`,
      c.rich`That is more than one picture of a film at 60 a second.`,
    ),
  ],
  predictions: (c) => [
    {
      id: "double",
      question: c.rich`Capacity and bandwidth both double. What happens to the time?`,
      answer: {
        kind: "choice",
        options: [
          { id: "same", label: "Nothing" },
          { id: "double", label: "It doubles" },
        ],
        truth: "same",
      },
      why: c.rich`The time is their quotient.`,
    },
  ],
  experiments: (c): ExperimentView[] => [
    {
      id: "slow",
      label: "A slow memory",
      params: { bandwidthTBps: "0.1" },
      lookAt: c.rich`The curve moves up as a whole: the axes are logarithmic.`,
    },
  ],
  exercise: () => null,
  sources: [{ id: "own", title: "Name the source of the question here" }],
};
