// A chart as a figure: name, description, picture, and what is read at a point, by pointer, touch or arrow keys.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ChartView, Lang, PlotView, TimelineView } from "../engine/view.js";
import { Frame, FrameFront, StaticSeries } from "./chart-svg.js";
import type { Change } from "./controls.js";
import { Heat } from "./heat.js";
import { inTurn, Place, type Placed, turns } from "./in-turn.js";
import { PickChips } from "./picks.js";
import { axisTitle, isCrowded, Legend } from "./plot-frame.js";
import type { Reading, ResultChart } from "./result-chart.js";
import type { UiTexts } from "./texts.js";
import { type SpanPlace, spanAt, Timeline, TimelineLegend } from "./timeline.js";
import { type Moment, TimelineWindow } from "./timeline-window.js";
import { Tools } from "./tools.js";

// Curves start to load this far before they come into sight.
const nearMargin = "300px";

/** Runs `act` when the element is near the screen, once. */
function whenNear(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: nearMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/**
 * Runs `act` when somebody points at the element or gets to it by keyboard, once. In frames: a host's page does not
 * wait for Chart.js, as the static curves follow the controls too.
 */
function whenLookedAt(element: Element, act: () => void): () => void {
  const ending = new AbortController();
  const run = () => {
    ending.abort();
    act();
  };
  for (const type of ["pointerover", "pointerdown", "focusin"])
    element.closest(".plot")?.addEventListener(type, run, { signal: ending.signal });
  return () => ending.abort();
}

/** Chart.js in the given box, kept in step with the plot; `null` until it has drawn. */
function useLiveChart(plot: PlotView) {
  const layer = useRef<HTMLDivElement>(null);
  const chart = useRef<ResultChart | null>(null);
  const latest = useRef(plot);
  const [isDrawn, setDrawn] = useState(false);
  latest.current = plot;
  const redrawing = useMemo(
    () => Object.assign(new Place(), { take: () => chart.current?.update(latest.current) }),
    [],
  );
  useEffect(() => {
    const parent = layer.current;
    if (!parent) return;
    let isGone = false;
    redrawing.at(parent);
    const begin = parent.closest("[data-framed]") ? whenLookedAt : whenNear;
    const stopWaiting = begin(parent, async () => {
      const { createResultChart } = await import("./result-chart.js");
      if (isGone) return;
      const canvas = document.createElement("canvas");
      canvas.setAttribute("aria-hidden", "true");
      parent.append(canvas);
      chart.current = createResultChart(canvas, latest.current, () => setDrawn(true));
    });
    return () => {
      isGone = true;
      stopWaiting();
      redrawing.at(null);
      turns.drop(redrawing);
      chart.current?.destroy();
      chart.current = null;
      parent.replaceChildren();
    };
  }, []);
  useEffect(() => turns.ask(redrawing), [plot]);
  return { layer, chart, isDrawn };
}

/** All points that say something, in reading order: along x, then by series; what lies on another point is said once. */
function stops(plot: PlotView): Reading[] {
  const xOf = ({ series, index }: Reading) => plot.series[series]?.x[index] ?? 0;
  const textOf = ({ series, index }: Reading | { series: -1; index: -1 }) => plot.series[series]?.readings[index];
  return plot.series
    .flatMap((series, s) => series.readings.map((_, index) => ({ series: s, index })))
    .sort((a, b) => xOf(a) - xOf(b) || a.series - b.series)
    .filter((stop, i, all) => textOf(stop) !== textOf(all[i - 1] ?? { series: -1, index: -1 }));
}

/** The place after an arrow key, Home or End; undefined for other keys. */
export function nextIndex(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowRight") return Math.min(count - 1, current + 1);
  if (key === "ArrowLeft") return Math.max(0, current < 0 ? count - 1 : current - 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

const FrameInTurn = inTurn(Frame);
const FrameFrontInTurn = inTurn(FrameFront);
const StaticSeriesInTurn = inTurn(StaticSeries, ({ isCovered }) => isCovered === true);

interface PictureProps<View> {
  chart: View;
  texts: UiTexts;
  /** The title and what the picture is drawn for. */
  name: string;
  describedBy: string;
}

function Readout({ reading, texts }: { reading: string; texts: UiTexts }) {
  return (
    <p class="readout" aria-live="polite" data-reading="">
      {reading || (
        <>
          <span class="hint for-pointer">{texts.lookHint}</span>
          <span class="hint for-touch">{texts.tapHint}</span>
        </>
      )}
    </p>
  );
}

function Plot({ chart: plot, texts, name, describedBy }: PictureProps<PlotView>) {
  const { layer, chart, isDrawn } = useLiveChart(plot);
  const [at, setAt] = useState<Reading | null>(null);
  const reading = at ? (plot.series[at.series]?.readings[at.index] ?? "") : "";
  const show = (next: Reading | null) => {
    setAt(next);
    chart.current?.highlight(next);
  };
  const pointer = useRef<[x: number, y: number] | null>(null);
  const lookUp = () => show((pointer.current && chart.current?.at(...pointer.current)) ?? null);
  const point = (event: PointerEvent) => {
    pointer.current = [event.clientX, event.clientY];
    lookUp();
  };
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    pointer.current = null;
    show(null);
  };
  // What was pointed at or stepped to before the curves were live.
  useEffect(() => {
    if (!isDrawn) return;
    if (at) chart.current?.highlight(at);
    else if (pointer.current) lookUp();
  }, [isDrawn]);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = stops(plot);
    const current = at ? all.findIndex((stop) => stop.series === at.series && stop.index === at.index) : -1;
    const next = nextIndex(event.key, current, all.length);
    if (next === undefined) return;
    event.preventDefault();
    show(all[next] ?? null);
  };
  return (
    <>
      <div class="chart-top">
        <p class="axis-title">{axisTitle(plot.y, texts)}</p>
        <Legend plot={plot} />
      </div>
      <div
        class="plot"
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the curve out
        tabIndex={0}
        aria-label={name}
        aria-describedby={describedBy}
        onKeyDown={onKeyDown}
      >
        <div
          class={`plot-area${isCrowded(plot) ? " crowded" : ""}${isDrawn ? " drawn" : ""}`}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={leave}
        >
          <FrameInTurn plot={plot} />
          <StaticSeriesInTurn plot={plot} isCovered={isDrawn} />
          <div class="layer live-series" ref={layer} />
          <FrameFrontInTurn plot={plot} />
        </div>
      </div>
      <div class="chart-bottom">
        <Readout reading={reading} texts={texts} />
        <p class="axis-title">{axisTitle(plot.x, texts)}</p>
      </div>
    </>
  );
}

function TimelinePlot({
  chart: timeline,
  texts,
  name,
  describedBy,
  change,
}: PictureProps<TimelineView> & { change: Change | undefined }) {
  const [at, setAt] = useState<SpanPlace | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const show = (moment: Moment) => {
    setAt(null);
    setCursor(moment.at);
  };
  const then = timeline.moments.find((moment) => moment.at === cursor);
  const point = (event: PointerEvent) => {
    const { left, top, width } = (event.currentTarget as Element).getBoundingClientRect();
    setAt(spanAt(timeline, (event.clientX - left) / width, event.clientY - top));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = timeline.lanes
      .flatMap((lane, laneIndex) =>
        lane.spans.map((span, spanIndex) => ({ lane: laneIndex, span: spanIndex, from: span.from })),
      )
      .sort((a, b) => a.from - b.from || a.lane - b.lane);
    const current = at ? all.findIndex((stop) => stop.lane === at.lane && stop.span === at.span) : -1;
    const next = nextIndex(event.key, current, all.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(all[next] ?? null);
  };
  return (
    <>
      <TimelineLegend timeline={timeline} />
      <div
        class="timeline-box"
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the spans out
        tabIndex={0}
        aria-label={name}
        aria-describedby={describedBy}
        onKeyDown={onKeyDown}
        onPointerMove={point}
        onPointerDown={point}
      >
        <Timeline timeline={timeline} chosen={at} cursor={cursor} />
      </div>
      <div class="chart-bottom">
        <Readout
          reading={(at ? timeline.lanes[at.lane]?.spans[at.span]?.reading : then?.reading) ?? ""}
          texts={texts}
        />
        <p class="axis-title">{axisTitle(timeline.x, texts)}</p>
      </div>
      <TimelineWindow timeline={timeline} cursor={cursor} show={show} change={change} texts={texts} />
    </>
  );
}

const loadTools = () => import("./chart-tools.js").then((module) => module.ChartTools);

/** Follows a link to a fold: the fold opens first. */
function openFold(event: MouseEvent) {
  const link = event.currentTarget as HTMLAnchorElement;
  const fold = document.getElementById(link.hash.slice(1));
  if (fold instanceof HTMLDetailsElement) fold.open = true;
}

interface FigureProps {
  chart: ChartView;
  texts: UiTexts;
  lang: Lang;
  /** The table that says most of the same, for readers without script. */
  tableName: string;
  /** Start of the names of downloads. */
  file: string;
  /** What differs from the lecture, in words; absent where a chart shows no lecture's numbers. */
  changes?: string[];
  /** Changes parameters; absent where none stand behind the chart. */
  change?: Change;
}

function Figure({ chart, texts, lang, tableName, file, changes, change, at }: FigureProps & Placed) {
  const name = changes ? `${chart.title} (${texts.drawnFor(changes.join(" · "))})` : chart.title;
  const describedBy = `description-${chart.name}`;
  return (
    <figure
      class={`chart chart-${chart.kind} part-chart part-chart-${chart.name}`}
      data-chart={chart.name}
      aria-label={name}
      aria-describedby={describedBy}
      ref={at}
    >
      <figcaption>
        <span class="chart-title">{chart.title}</span>
        <a class="to-table" href={`#data-${chart.name}`} onClick={openFold}>
          {texts.toTable}
        </a>
      </figcaption>
      {chart.kind === "plot" && chart.picks && change && <PickChips picks={chart.picks} change={change} />}
      {chart.kind === "plot" && <Plot chart={chart} texts={texts} name={name} describedBy={describedBy} />}
      {chart.kind === "timeline" && (
        <TimelinePlot chart={chart} texts={texts} name={name} describedBy={describedBy} change={change} />
      )}
      {chart.kind === "heat" && <Heat heat={chart} />}
      <p class="chart-description" id={describedBy}>
        {chart.description}
      </p>
      <Tools
        id={`data-${chart.name}`}
        label={texts.chartTools}
        load={loadTools}
        inside={{ chart, lang, file: `${file}-${chart.name}` }}
        fallback={{ href: `#table-${tableName}`, text: texts.table }}
      />
    </figure>
  );
}

export const ChartFigure = inTurn(Figure);
