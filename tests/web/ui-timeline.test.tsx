// A timeline's picture: which span lies under a place, and what is left of those at its edges.
import { render } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import type { SpanView, TimelineView } from "../../web/engine/view.js";
import { spanAt, Timeline } from "../../web/ui/timeline.js";

const span = (from: number, to: number, color: SpanView["color"]): SpanView => ({
  from,
  to,
  color,
  label: String(from),
  reading: "",
});

const timeline: TimelineView = {
  kind: "timeline",
  name: "timeline",
  title: "Lanes",
  description: "",
  x: { label: "time", unit: "ns", scale: "linear", min: 10, max: 20, ticks: [] },
  lanes: [
    { key: "a", label: "A", spans: [span(0, 5, "wait"), span(8, 15, "compute"), span(15, 18, "wait")] },
    { key: "b", label: "B", spans: [span(12, 30, "compute")] },
  ],
  legend: [
    { color: "wait", label: "waiting" },
    { color: "compute", label: "compute" },
  ],
  moments: [],
};

describe("a place in a timeline", () => {
  test.each([
    [0, 25, { lane: 0, span: 1 }],
    [0.49, 36, { lane: 0, span: 1 }],
    [0.5, 17, { lane: 0, span: 2 }],
    [0.8, 25, null], // after the last span
    [0.5, 10, null], // the lane's name
    [0.5, 38, null], // below the bar
    [0.1, 65, null], // before the first span
    [0.99, 65, { lane: 1, span: 0 }],
    [0.5, 105, null], // the axis
    [0.5, -4, null],
    [-0.1, 25, null],
  ])("%f of the width, %i pixels down: %j", (share, top, place) => {
    expect(spanAt(timeline, share, top)).toEqual(place);
  });
});

describe("the picture", () => {
  const outlines = (html: string, name: string) =>
    (html.match(new RegExp(`<path class="${name}"[^>]* d="([^"]*)"`))?.[1] ?? "").match(/M[^z]*z/g) ?? [];

  test("has an outline for each colour, in the legend's order, cut at the edges", () => {
    const html = render(<Timeline timeline={timeline} chosen={null} />);
    expect(outlines(html, "span c-wait")).toEqual(["M5000 17H8000v19H5000z"]);
    expect(outlines(html, "span c-compute")).toEqual(["M0 17H5000v19H0z", "M2000 57H10000v19H2000z"]);
    expect(outlines(html, "span chosen")).toEqual([]);
    expect(html.indexOf("c-wait")).toBeLessThan(html.indexOf("c-compute"));
  });

  test("names the widest bars where there are more than a reader takes in", () => {
    const narrow = Array.from({ length: 25 }, (_, i) => ({
      ...span(10 + i * 0.4, 10.3 + i * 0.4, "compute"),
      label: "n",
    }));
    const wide = { ...span(10, 20, "wait"), label: "w" };
    const lanes = ["a", "b", "c", "d", "e"].map((key) => ({ key, label: key, spans: key === "e" ? [wide] : narrow }));
    const labelsOf = (view: TimelineView) =>
      (render(<Timeline timeline={view} chosen={null} />).match(/span-label[^>]*>\w/g) ?? []).map((tag) => tag.at(-1));
    expect(labelsOf({ ...timeline, lanes: lanes.slice(0, 4) })).toEqual(Array(100).fill("n"));
    expect(labelsOf({ ...timeline, lanes })).toEqual(["w", ...Array(99).fill("n")]);
  });

  test("of many lanes is several drawings under one another", () => {
    const lanes = Array.from({ length: 10 }, (_, i) => ({
      key: `${i}`,
      label: `L${i}`,
      spans: [span(10, 20, "compute")],
    }));
    const html = render(<Timeline timeline={{ ...timeline, lanes }} chosen={{ lane: 9, span: 0 }} />);
    const drawings = html.split(/(?=<svg class="timeline")/);
    expect(
      drawings.map((one) => one.match(/^<svg class="timeline" y="(\d+)" width="100%" height="(\d+)"/)?.slice(1)),
    ).toEqual([
      ["0", "320"],
      ["320", "80"],
      ["400", "26"], // the axis
    ]);
    expect(drawings.map((one) => one.match(/>L\d/g)?.length ?? 0)).toEqual([8, 2, 0]);
    expect(drawings.map((one) => outlines(one, "span chosen"))).toEqual([[], ["M0 57H10000v19H0z"], []]);
  });

  test("marks the chosen span, or at a moment the span of every lane", () => {
    const chosen = render(<Timeline timeline={timeline} chosen={{ lane: 0, span: 2 }} cursor={13} />);
    expect(outlines(chosen, "span chosen")).toEqual(["M5000 17H8000v19H5000z"]);
    const moment = render(<Timeline timeline={timeline} chosen={null} cursor={15} />);
    expect(outlines(moment, "span chosen")).toEqual(["M5000 17H8000v19H5000z", "M2000 57H10000v19H2000z"]);
  });
});
