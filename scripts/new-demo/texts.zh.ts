// 这个演示的中文文字。
import type { ExperimentView, Texts } from "../../engine/define-demo.js";
import type { PresetId, Words } from "./demo.js";

export const texts: Texts<"sample-demo", PresetId, Words> = {
  title: "把整块显存读一遍，要多久？",
  name: "示例演示",
  controls: {
    capacityGB: { label: "容量", help: "显存能放多少。" },
    bandwidthTBps: { label: "带宽", help: "每秒能读出多少。" },
  },
  presets: { lecture: "起点", larger: "更大的显存", faster: "更快的显存" },
  problems: {},
  words: {
    main: { caption: "把显存读一遍", what: "内容", time: "用时", often: "每秒几遍", row: "整块显存" },
    curve: { title: "用时随带宽变化", x: "带宽（对数）", y: "用时（对数）", now: "现在", lecture: "起点" },
    curveDescription: (least, most) => `带宽只有八分之一时要 ${most}，四倍时只要 ${least}。`,
    curveReading: (bandwidth, time) => `${bandwidth}：${time}`,
  },
  sentence: (c) =>
    c.rich`以 ${c.param("bandwidthTBps")} 读完 ${c.param("capacityGB")}，要 ${c.figure(
      "read-time",
      c.format.seconds(c.result.readS),
    )}。`,
  observations: (c) => [
    c.when(
      "faster-than-a-frame",
      c.result.readS < 1 / 60,
      c.rich`比每秒 60 帧的一帧还短。`,
      c.rich`比每秒 60 帧的一帧还长。`,
    ),
  ],
  predictions: (c) => [
    {
      id: "double",
      question: c.rich`容量和带宽都翻倍，用时会怎样？`,
      answer: {
        kind: "choice",
        options: [
          { id: "same", label: "不变" },
          { id: "double", label: "变成两倍" },
        ],
        truth: "same",
      },
      why: c.rich`用时是两者之商。`,
    },
  ],
  experiments: (c): ExperimentView[] => [
    {
      id: "slow",
      label: "很慢的显存",
      params: { bandwidthTBps: "0.1" },
      lookAt: c.rich`曲线整条上移：两条轴都是对数轴。`,
    },
  ],
  exercise: () => null,
  sources: [{ id: "own", title: "在这里写明问题的出处" }],
};
