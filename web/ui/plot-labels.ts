// Finds a place for every label in a plot, so that none covers another and few cover a curve, on the narrowest phone as on a wall.
import type { MarkView, PlotView, SeriesView } from "../engine/view.js";
import { barsOf, shareOf } from "./plot-geometry.js";

export interface PlacedLabel {
  text: string;
  color: string;
  /** Shares of the picture's width and height (from below), then a shift: pixels across, letter heights down. */
  x: number;
  y: number;
  dx: number;
  dy: number;
  anchor: "start" | "middle" | "end";
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

// Places are sought in the narrowest picture, in pixels; in a wider one the labels only move apart. But in a higher one
// curves move away from what keeps its distance in letters, so that a place has to be good in all.
const width = 262;
const heights = [140, 180, 220];
const letterHeight = 12;
const latinWidth = 6.8;
const hanWidth = 12.2;

export const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? hanWidth : latinWidth), 0);

export const labelledDirectly = (series: SeriesView) => /^(line|step|line-points)$/.test(series.style);

/** A ghost that lies exactly under a curve of the present would only double its label. */
const isHidden = (series: SeriesView, plot: PlotView) =>
  series.ghost &&
  plot.series.some(
    (other) =>
      !other.ghost &&
      other.y.length === series.y.length &&
      other.y.every((y, i) => y === series.y[i] && other.x[i] === series.x[i]),
  );

const isInside = (share: number) => share >= -0.001 && share <= 1.001;

type Place = Pick<PlacedLabel, "x" | "y" | "dx" | "dy" | "anchor">;

function boxOf(text: string, { x, y, dx, dy, anchor }: Place, height: number): Box {
  const wide = widthOf(text);
  const left = x * width + dx - (anchor === "end" ? wide : anchor === "middle" ? wide / 2 : 0);
  const baseline = (1 - y) * height + dy * letterHeight;
  return { left, right: left + wide, top: baseline - 11, bottom: baseline + 4 };
}

const touch = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

interface Point {
  x: number;
  y: number;
}

/** The visible part of a curve as shares. */
const visible = (plot: PlotView, series: SeriesView): Point[] =>
  series.x
    .map((x, i) => ({ x: shareOf(plot.x, x), y: shareOf(plot.y, series.y[i] ?? Number.NaN) }))
    .filter((point) => isInside(point.x) && isInside(point.y));

/** Height of a curve at a share of the width. */
function heightAt(points: Point[], x: number): number {
  const next = points.findIndex((point) => point.x >= x);
  const [after, before] = [points[next], points[next - 1]];
  if (!after || !before || after.x === before.x) return (after ?? points.at(-1))?.y ?? 0;
  return before.y + ((after.y - before.y) * (x - before.x)) / (after.x - before.x);
}

const samples = 60;

/** The curve as a row of close points. */
function sampled(points: Point[]): Point[] {
  const [from, to] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  let before = 0;
  return Array.from({ length: samples + 1 }, (_, i) => {
    const x = from + ((to - from) * i) / samples;
    while ((points[before + 1]?.x ?? x) < x) before += 1;
    return { x, y: heightAt(points.slice(before, before + 2), x) };
  });
}

interface Wish {
  key: string;
  text: string;
  color: string;
  /** Best first. */
  places: Place[];
}

const anchors = ["middle", "start", "end"] as const;

function pointWish(mark: MarkView & { kind: "point" }, plot: PlotView): Wish {
  const [x, y] = [shareOf(plot.x, mark.x), shareOf(plot.y, mark.y)];
  const rows = y > 0.85 ? [1.7, -0.8] : [-0.8, 1.7];
  const around = rows.flatMap((dy) => anchors.map((anchor) => ({ x, y, dx: 0, dy, anchor })));
  const beside = [
    { x, y, dx: 9, dy: 0.35, anchor: "start" as const },
    { x, y, dx: -9, dy: 0.35, anchor: "end" as const },
  ];
  return { key: `point ${mark.label}`, text: mark.label, color: mark.color, places: [...around, ...beside] };
}

const bottomRows = [0, 1, 2, 3, 4, 5].map((row) => ({ y: 0, dy: -0.6 - 1.25 * row }));
const topRows = [0, 1, 2, 3].map((row) => ({ y: 1, dy: 1.1 + 1.25 * row }));

// High up before it is the third from the bottom, where curves pass in low pictures.
const rowsAlongLine = [...bottomRows.slice(0, 2), ...topRows, ...bottomRows.slice(2)];

function lineWish(mark: MarkView & { kind: "line" }, plot: PlotView): Wish {
  const share = shareOf(plot[mark.axis], mark.value);
  const key = `${mark.axis} ${mark.label}`;
  const wish = { key, text: mark.label, color: mark.color };
  if (mark.axis === "y") {
    const rows = share > 0.92 ? [1.2, -0.45] : [-0.45, 1.2];
    const starts = [0, 0.3, 0.5].map((x) => ({ x, dx: 6, anchor: "start" as const }));
    const ends = [1, 0.8].map((x) => ({ x, dx: -4, anchor: "end" as const }));
    const places = rows.flatMap((dy) => [...starts, ...ends].map((side) => ({ ...side, y: share, dy })));
    return { ...wish, places };
  }
  const right = { x: share, dx: 5, anchor: "start" as const };
  const left = { x: share, dx: -5, anchor: "end" as const };
  const sides = share > 0.6 ? [left, right] : [right, left];
  return { ...wish, places: rowsAlongLine.flatMap((row) => sides.map((side) => ({ ...side, ...row }))) };
}

// Just over and under the curve, or a row further away.
const curveRows = [-0.5, 1.25, -1.6, 2.3];
const alongCurve = [1, 0.88, 0.75, 0.62, 0.5, 0.38, 0.25, 0.12, 0];

function seriesWish(series: SeriesView, points: Point[]): Wish {
  const [from, to] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  const places = alongCurve.flatMap((share) => {
    const x = from + (to - from) * share;
    const y = heightAt(points, x);
    const sides = share === 1 && x > 0.3 ? (["end"] as const) : share === 0 ? (["start"] as const) : anchors;
    return curveRows.flatMap((dy) => sides.map((anchor) => ({ x, y, dx: anchor === "end" ? -3 : 3, dy, anchor })));
  });
  const color = series.ghost ? "ghost-label" : series.color;
  return { key: `series ${series.key}`, text: series.label, color, places };
}

/** What a label should not lie on, in a picture of one height. */
interface Obstacles {
  height: number;
  curves: { key: string; points: Point[] }[];
  lines: { key: string; axis: "x" | "y"; share: number }[];
  bars: Box[];
  dots: Box[];
}

function obstaclesOf(plot: PlotView, curves: Obstacles["curves"], height: number): Obstacles {
  const lines = plot.marks.flatMap((mark) =>
    mark.kind === "line"
      ? [{ key: `${mark.axis} ${mark.label}`, axis: mark.axis, share: shareOf(plot[mark.axis], mark.value) }]
      : [],
  );
  const bars = [...barsOf(plot).values()].flat().map((bar) => ({
    left: bar.x * width,
    right: (bar.x + bar.width) * width,
    top: (1 - shareOf(plot.y, bar.to)) * height,
    bottom: (1 - shareOf(plot.y, bar.from)) * height,
  }));
  const dots = plot.series
    .filter((series) => series.style === "points")
    .flatMap((series) => visible(plot, series))
    .map(({ x, y }) => ({
      left: x * width - 4,
      right: x * width + 4,
      top: (1 - y) * height - 4,
      bottom: (1 - y) * height + 4,
    }));
  return {
    height,
    curves,
    lines,
    bars,
    dots,
  };
}

const isIn = (box: Box, { x, y }: Point, height: number) =>
  x * width > box.left && x * width < box.right && (1 - y) * height > box.top && (1 - y) * height < box.bottom;

/** How many of the points, which lie evenly along x, are in the box. */
function hitsOf(box: Box, points: Point[], height: number): number {
  const [from, to] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  const indexAt = (pixels: number) => ((pixels / width - from) * samples) / (to - from || 1);
  let hits = 0;
  for (let i = Math.max(0, Math.floor(indexAt(box.left))); i < points.length && i <= indexAt(box.right) + 1; i += 1) {
    if (isIn(box, points[i] as Point, height)) hits += 1;
  }
  return hits;
}

/** How bad a place is: other labels and the picture's edge above all, then lines and curves. From `enough` on it does not matter. */
function cost(box: Box, key: string, placed: Box[], obstacles: Obstacles, enough: number): number {
  const { height, curves, lines, bars, dots } = obstacles;
  let sum = 0;
  for (const other of placed) if (touch(box, other)) sum += 500;
  if (box.left < -2 || box.right > width + 10 || box.top < -12 || box.bottom > height + 1) sum += 200;
  for (const curve of curves) {
    if (sum >= enough) return sum;
    const hits = hitsOf(box, curve.points, height);
    // Of its own curve a label may cover some, of another not even the edge.
    if (hits > 0) sum += curve.key === key ? Math.min(hits, 8) * 1.5 : 10 + Math.min(hits, 8) * 5;
  }
  for (const { key: other, axis, share } of lines) {
    if (other === key) continue;
    const at = axis === "x" ? share * width : (1 - share) * height;
    const [low, high] = axis === "x" ? [box.left, box.right] : [box.top, box.bottom];
    if (at > low && at < high) sum += 4;
  }
  const touched = (boxes: Box[]) => boxes.reduce((count, other) => (touch(box, other) ? count + 1 : count), 0);
  return sum + 2 * touched(bars) + 3 * Math.min(4, touched(dots));
}

// A later place must spare this much to be taken.
const orderCost = 0.15;

export function placeLabels(plot: PlotView): PlacedLabel[] {
  const curves = new Map(
    plot.series
      .filter((series) => labelledDirectly(series) && !isHidden(series, plot))
      .map((series) => [series, visible(plot, series)] as const)
      .filter(([, points]) => points.length > 0),
  );
  const seen = plot.marks.filter((mark) =>
    mark.kind === "point"
      ? isInside(shareOf(plot.x, mark.x)) && isInside(shareOf(plot.y, mark.y))
      : isInside(shareOf(plot[mark.axis], mark.value)),
  );
  const wishes = [
    ...seen.flatMap((mark) => (mark.kind === "point" ? [pointWish(mark, plot)] : [])),
    ...seen.flatMap((mark) => (mark.kind === "line" ? [lineWish(mark, plot)] : [])),
    ...[...curves]
      .filter(([series]) => series.label)
      .sort(([, a], [, b]) => (b.at(-1)?.y ?? 0) - (a.at(-1)?.y ?? 0)) // from above, as they are read
      .map(([series, points]) => seriesWish(series, points)),
  ];
  const drawn = [...curves].map(([series, points]) => ({ key: `series ${series.key}`, points: sampled(points) }));
  const pictures = heights.map((height) => ({ obstacles: obstaclesOf(plot, drawn, height), placed: [] as Box[] }));
  return wishes.flatMap(({ key, places, ...label }) => {
    let best: { place: Place; boxes: Box[]; cost: number } | undefined;
    for (const [index, place] of places.entries()) {
      if (best && orderCost * index >= best.cost) break; // no later place can be better
      const boxes = heights.map((height) => boxOf(label.text, place, height));
      let total = 0;
      for (const [i, { obstacles, placed }] of pictures.entries()) {
        const order = orderCost * index;
        const enough = best ? best.cost - order : Number.POSITIVE_INFINITY;
        total = Math.max(total, cost(boxes[i] as Box, key, placed, obstacles, enough) + order);
        if (best && total >= best.cost) break; // bad in one picture is bad enough
      }
      if (!best || total < best.cost) best = { place, boxes, cost: total };
    }
    if (!best) return [];
    for (const [i, box] of best.boxes.entries()) pictures[i]?.placed.push(box);
    return [{ ...label, ...best.place }];
  });
}
