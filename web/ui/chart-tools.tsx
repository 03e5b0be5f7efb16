// What a chart offers when its fold is opened: picture and data as files, a curve as sound, and its points as a table.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ChartView, Lang } from "../engine/view.js";
import { chartAsSvg, pixelsPerUnit, svgAsPng } from "./chart-file.js";
import { saveFile } from "./deliver.js";
import { audibleSeries, playCurve } from "./sound.js";
import { Table } from "./table.js";
import { uiTexts } from "./texts.js";
import { toolsTexts } from "./tools-texts.js";
import { chartAsCsv, chartAsJson, timelineAsTrace, twinOf } from "./write-chart.js";

export interface ChartToolsProps {
  chart: ChartView;
  lang: Lang;
  /** Start of the files' names. */
  file: string;
}

function Sound({ chart, lang }: { chart: ChartView; lang: Lang }) {
  const texts = toolsTexts[lang];
  const stop = useRef<(() => void) | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => () => stop.current?.(), []);
  if (chart.kind !== "plot" || !audibleSeries(chart)) return null;
  const onClick = () => {
    if (isPlaying) return stop.current?.();
    setPlaying(true);
    stop.current = playCurve(chart, () => setPlaying(false));
  };
  return (
    <button type="button" data-sound="" aria-pressed={isPlaying} onClick={onClick}>
      {isPlaying ? texts.silence : texts.listen}
    </button>
  );
}

export function ChartTools({ chart, lang, file }: ChartToolsProps) {
  const texts = toolsTexts[lang];
  const menu = useRef<HTMLDivElement>(null);
  const [said, say] = useState("");
  const svg = (density?: number) => chartAsSvg(chart, uiTexts[lang], menu.current ?? document.body, density);
  const files = [
    { name: "svg", label: "SVG", type: "image/svg+xml", write: () => svg() },
    { name: "png", label: "PNG", type: "image/png", write: () => svgAsPng(svg(pixelsPerUnit)) },
    { name: "csv", label: "CSV", type: "text/csv", write: () => chartAsCsv(chart) },
    { name: "json", label: "JSON", type: "application/json", write: () => chartAsJson(chart) },
  ];
  if (chart.kind === "timeline") {
    const write = () => timelineAsTrace(chart);
    files.push({ name: "trace.json", label: texts.trace, type: "application/json", write });
  }
  const save = async ({ name, type, write }: (typeof files)[number]) => {
    const fileName = `${file}.${name}`;
    try {
      saveFile(fileName, await write(), type);
      say(texts.saved(fileName));
    } catch {
      say(texts.failed);
    }
  };
  const around = { lang, sources: [], langRoot: "", isFramed: false };
  return (
    <>
      <div class="tools-menu" ref={menu}>
        <span>{texts.download}</span>
        {files.map((entry) => (
          <button key={entry.name} type="button" data-save={entry.name} onClick={() => save(entry)}>
            {entry.label}
          </button>
        ))}
        <Sound chart={chart} lang={lang} />
        <span role="status">{said}</span>
      </div>
      {chart.kind === "timeline" && <p class="table-note">{texts.traceHint}</p>}
      <div class="twin">
        <Table table={twinOf(chart, texts)} around={around} />
      </div>
    </>
  );
}
