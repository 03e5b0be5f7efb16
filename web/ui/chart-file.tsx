// A chart as a picture of its own: the built page's SVG with the colours of the moment written in, and the same as PNG.
import { render } from "preact";
import type { ChartView, HeatView, PlotView, TimelineView } from "../engine/view.js";
import { Frame, FrameFront, StaticSeries } from "./chart-svg.js";
import { axisTitle, markerPath } from "./plot-frame.js";
import { colorClass } from "./table.js";
import type { UiTexts } from "./texts.js";
import { Timeline, timelineHeight } from "./timeline.js";

const width = 900;
const edge = 20;
const titleHeight = 34;
const rowHeight = 20;
const plotHeight = 380;
const cellHeight = 34;

interface LegendEntry {
  label: string;
  color: string;
  /** Of points; others get a square. */
  marker?: Parameters<typeof markerPath>[0] | undefined;
}

const perRow = 3;
const legendHeight = (entries: LegendEntry[]) => Math.ceil(entries.length / perRow) * rowHeight;

function LegendRows({ entries, y }: { entries: LegendEntry[]; y: number }) {
  const column = (width - 2 * edge) / perRow;
  return (
    <>
      {entries.map(({ label, color, marker }, index) => (
        <g
          key={label}
          class={`c-${color}`}
          transform={`translate(${edge + (index % perRow) * column} ${y + Math.floor(index / perRow) * rowHeight})`}
        >
          <path class="marker" d={markerPath(marker ?? "square", 5)} transform="translate(6 9)" />
          <text x="20" y="13">
            {label}
          </text>
        </g>
      ))}
    </>
  );
}

function Paper({ title, height, children }: { title: string; height: number; children: preact.ComponentChildren }) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <title>{title}</title>
      <rect class="chart-file-paper" width={width} height={height} />
      <text class="chart-file-title" x={edge} y="26">
        {title}
      </text>
      {children}
    </svg>
  );
}

function PlotFile({ plot, texts }: { plot: PlotView; texts: UiTexts }) {
  const entries = plot.series.map(({ label, color, ghost, style, marker }) => ({
    label,
    color: ghost ? "ghost" : color,
    marker: style === "points" ? (marker ?? "circle") : undefined,
  }));
  const left = 80;
  const top = titleHeight + legendHeight(entries) + rowHeight + 12;
  const inner = { x: left, y: top, width: width - left - edge, height: plotHeight, overflow: "visible" };
  return (
    <Paper title={plot.title} height={top + plotHeight + 56}>
      <LegendRows entries={entries} y={titleHeight} />
      <text x={edge} y={top - 10}>
        {axisTitle(plot.y, texts)}
      </text>
      <svg {...inner} aria-hidden="true">
        <Frame plot={plot} />
        <StaticSeries plot={plot} />
        <FrameFront plot={plot} />
      </svg>
      <text x={width - edge} y={top + plotHeight + 44} text-anchor="end">
        {axisTitle(plot.x, texts)}
      </text>
    </Paper>
  );
}

function TimelineFile({ timeline, texts }: { timeline: TimelineView; texts: UiTexts }) {
  const top = titleHeight + legendHeight(timeline.legend) + 12;
  const height = timelineHeight(timeline);
  return (
    <Paper title={timeline.title} height={top + height + 32}>
      <LegendRows entries={timeline.legend} y={titleHeight} />
      <svg x={edge} y={top} width={width - 2 * edge} height={height} overflow="visible" aria-hidden="true">
        <Timeline timeline={timeline} chosen={null} />
      </svg>
      <text x={width - edge} y={top + height + 20} text-anchor="end">
        {axisTitle(timeline.x, texts)}
      </text>
    </Paper>
  );
}

function HeatFile({ heat }: { heat: HeatView }) {
  const left = 260;
  const column = (width - left - edge) / Math.max(1, heat.columns.length);
  const top = titleHeight + rowHeight + 8;
  return (
    <Paper title={heat.title} height={top + heat.rows.length * cellHeight + edge}>
      {heat.columns.map((label, index) => (
        <text key={label} x={left + (index + 0.5) * column} y={top - 8} text-anchor="middle">
          {label}
        </text>
      ))}
      {heat.rows.map((row, r) => (
        <g key={row.label} transform={`translate(0 ${top + r * cellHeight})`}>
          <text x={left - 10} y="22" text-anchor="end">
            {row.label}
          </text>
          {row.cells.map((cell, index) => (
            <g key={heat.columns[index]} class={colorClass(cell)}>
              <rect class="chart-file-cell" x={left + index * column} width={column - 2} height={cellHeight - 2} />
              <text class="chart-file-number" x={left + (index + 0.5) * column} y="22" text-anchor="middle">
                {cell.text}
              </text>
            </g>
          ))}
        </g>
      ))}
    </Paper>
  );
}

// What other programs must know of theme.css and chart.css.
const written = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "visibility",
  "overflow",
];

/** "7px, 5px" × 2 = "14 10". */
const scaled = (lengths: string, factor: number) =>
  lengths.replace(/([\d.]+)(px)?/g, (_, length) => String(Number(length) * factor));

/**
 * Writes the styles of the moment into the drawing, so that it looks the same without the site's style sheet. Strokes
 * that do not scale are made `density` times as wide.
 */
function writeStyles(root: SVGElement, density: number) {
  const all = [...root.querySelectorAll<SVGElement>("*")];
  const styles = all.map((element) => {
    const style = getComputedStyle(element);
    return written.map((name) => [name, style.getPropertyValue(name)] as const);
  });
  all.forEach((element, index) => {
    if (element.tagName === "title") return;
    const factor = element.hasAttribute("vector-effect") ? density : 1;
    for (const [name, value] of styles[index] ?? []) {
      if (value) element.setAttribute(name, name.startsWith("stroke-") ? scaled(value, factor) : value);
    }
    element.removeAttribute("class");
  });
}

/** Draws beside the page, under `near`'s colours, and returns the drawing as text, meant for so many pixels per unit. */
export function chartAsSvg(chart: ChartView, texts: UiTexts, near: Element, density = 1): string {
  const stage = document.createElement("div");
  stage.className = "plot timeline chart-file";
  near.append(stage);
  try {
    if (chart.kind === "plot") render(<PlotFile plot={chart} texts={texts} />, stage);
    else if (chart.kind === "timeline") render(<TimelineFile timeline={chart} texts={texts} />, stage);
    else render(<HeatFile heat={chart} />, stage);
    const drawing = stage.querySelector("svg");
    if (!drawing) return "";
    writeStyles(drawing, density);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(drawing)}\n`;
  } finally {
    render(null, stage);
    stage.remove();
  }
}

// Sharp on dense screens and on paper.
export const pixelsPerUnit = 2;

export async function svgAsPng(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth * pixelsPerUnit;
    canvas.height = picture.naturalHeight * pixelsPerUnit;
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The canvas gave no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
