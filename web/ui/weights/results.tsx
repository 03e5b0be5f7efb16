// What the analysis of a reader's own weights gave: the table, one sentence, and a chart.
import { useState } from "preact/hooks";
import type { ColorKey, Lang, PlotView } from "../../engine/view.js";
import type { ListedTensor, TensorResult } from "../../engine/weights.js";
import { ChartFigure } from "../chart.js";
import { ScrollBox } from "../scroll-box.js";
import { uiTexts } from "../texts.js";
import type { WeightsState } from "./session.js";
import type { WeightsTexts } from "./texts.js";

interface Row {
  index: number;
  tensor: ListedTensor;
  result: TensorResult;
}

interface ResultsProps {
  state: WeightsState;
  texts: WeightsTexts;
}

const nothing = "–";

const colors: Record<string, ColorKey> = {
  "lecture/fp8-tensor": "fp8",
  "lecture/fp4-tensor": "fp4",
  "lecture/mxfp4": "mxfp4",
  "lecture/nvfp4": "nvfp4",
};
const markers = ["circle", "square", "triangle", "diamond", "cross"] as const;

const labelOf = (texts: WeightsTexts, preset: string) => texts.presets[preset] ?? preset;

const rowsOf = ({ open, chosen, results }: WeightsState): Row[] =>
  (open?.tensors ?? []).flatMap((tensor, index) => {
    const result = results.get(index);
    return result && chosen.has(index) ? [{ index, tensor, result }] : [];
  });

interface Order {
  column: string;
  isDown: boolean;
}

/** What a column sorts by; tensors without an error come last. */
function keyOf({ tensor, result, index }: Row, column: string, presets: string[]): string | number {
  if (column === "name") return tensor.name;
  if (column === "dtype") return tensor.dtype;
  if (column === "shape" || column === "elements") return tensor.elements;
  const scheme = presets.indexOf(column);
  return scheme < 0 ? index : (result.errors[scheme]?.value ?? Number.NEGATIVE_INFINITY);
}

function sorted(rows: Row[], order: Order | null, presets: string[]): Row[] {
  if (!order) return rows;
  const sign = order.isDown ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [keyOf(a, order.column, presets), keyOf(b, order.column, presets)];
    return x === y ? a.index - b.index : sign * (x < y ? -1 : 1);
  });
}

interface HeadProps {
  column: string;
  label: string;
  isNumeric: boolean;
  order: Order | null;
  sort(column: string): void;
  texts: WeightsTexts;
}

function Head({ column, label, isNumeric, order, sort, texts }: HeadProps) {
  const isSorted = order?.column === column;
  const direction = order?.isDown ? "descending" : "ascending";
  return (
    <th scope="col" class={isNumeric ? "numeric" : undefined} aria-sort={isSorted ? direction : "none"}>
      <button type="button" class="sort" title={texts.sortBy(label)} data-sort={column} onClick={() => sort(column)}>
        {label}
        <span aria-hidden="true">{isSorted ? (order.isDown ? " ↓" : " ↑") : ""}</span>
      </button>
    </th>
  );
}

function ResultRow({ row: { tensor, result }, presets, texts }: { row: Row; presets: string[]; texts: WeightsTexts }) {
  return (
    <tr>
      <td class="tensor-name">
        <span>{tensor.name}</span>
      </td>
      <td>{tensor.dtype}</td>
      <td>{tensor.shapeText || texts.scalar}</td>
      <td class="numeric">{tensor.elementsText}</td>
      {presets.map((preset, scheme) => (
        <td
          key={preset}
          class="numeric"
          data-scheme={preset}
          title={result.zeroed[scheme] && texts.cellNote(result.zeroed[scheme].text)}
        >
          {result.errors[scheme]?.text ?? nothing}
        </td>
      ))}
    </tr>
  );
}

function ResultTable({ rows, presets, texts }: { rows: Row[]; presets: string[]; texts: WeightsTexts }) {
  const [order, setOrder] = useState<Order | null>(null);
  // Names start from A, numbers from the largest.
  const sort = (column: string) =>
    setOrder((now) => ({ column, isDown: now?.column === column ? !now.isDown : !["name", "dtype"].includes(column) }));
  const head = { order, sort, texts };
  return (
    <div class="table-block" id="table-tensors">
      <ScrollBox name={texts.caption}>
        <table data-table="tensors">
          <caption>{texts.caption}</caption>
          <thead>
            <tr>
              <Head {...head} column="name" label={texts.columns.name} isNumeric={false} />
              <Head {...head} column="dtype" label={texts.columns.dtype} isNumeric={false} />
              <Head {...head} column="shape" label={texts.columns.shape} isNumeric={false} />
              <Head {...head} column="elements" label={texts.columns.elements} isNumeric={true} />
              {presets.map((preset) => (
                <Head {...head} key={preset} column={preset} label={labelOf(texts, preset)} isNumeric={true} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted(rows, order, presets).map((row) => (
              <ResultRow key={row.index} row={row} presets={presets} texts={texts} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p class="table-note">{texts.note}</p>
    </div>
  );
}

/** The tensor with the largest error under a scheme, among those that have one. */
const worstUnder = (rows: Row[], scheme: number) =>
  rows.reduce<Row | undefined>((worst, row) => {
    const value = row.result.errors[scheme]?.value ?? -1;
    return value > (worst?.result.errors[scheme]?.value ?? -1) ? row : worst;
  }, undefined);

const bestUnder = (rows: Row[], scheme: number) =>
  rows.reduce<Row | undefined>((best, row) => {
    const value = row.result.errors[scheme]?.value ?? Number.POSITIVE_INFINITY;
    return value < (best?.result.errors[scheme]?.value ?? Number.POSITIVE_INFINITY) ? row : best;
  }, undefined);

function SummarySentence({ state, rows, texts }: ResultsProps & { rows: Row[] }) {
  const { summary, options } = state;
  if (!summary) return null;
  const parts = options.presets.map((preset, scheme) =>
    texts.schemeError(labelOf(texts, preset), summary.errors[scheme]?.text ?? nothing),
  );
  const scheme = options.presets.indexOf("lecture/nvfp4");
  const worst = worstUnder(rows, scheme);
  return (
    <p class="weights-summary" data-summary="">
      {texts.summary(summary.tensors, summary.elements)}
      {parts.join(texts.comma) + texts.period}
      {worst &&
        texts.worst(labelOf(texts, "lecture/nvfp4"), worst.tensor.name, worst.result.errors[scheme]?.text ?? nothing)}
    </p>
  );
}

function chartOf({ state, rows, texts }: ResultsProps & { rows: Row[] }): PlotView | null {
  const { summary, options } = state;
  const shown = rows.filter(({ result }) => result.crest.value >= 1);
  if (!summary || shown.length === 0) return null;
  const nv = options.presets.indexOf("lecture/nvfp4");
  const errorText = (row: Row | undefined) => row?.result.errors[nv]?.text ?? nothing;
  return {
    kind: "plot",
    name: "tensors",
    title: texts.chartTitle,
    description: texts.chartDescription(
      summary.tensors,
      labelOf(texts, "lecture/nvfp4"),
      errorText(bestUnder(rows, nv)),
      errorText(worstUnder(rows, nv)),
    ),
    x: { label: texts.crest, unit: "", scale: "log", ...summary.crestAxis },
    y: { label: texts.error, unit: "%", scale: "linear", ...summary.errorAxis },
    series: options.presets.map((preset, scheme) => ({
      key: preset,
      label: labelOf(texts, preset),
      color: colors[preset] ?? "grey",
      style: "points",
      marker: markers[scheme % markers.length] ?? "circle",
      x: shown.map(({ result }) => result.crest.value),
      y: shown.map(({ result }) => result.errors[scheme]?.value ?? Number.NaN),
      readings: shown.map(({ tensor, result }) =>
        texts.chartReading(
          tensor.name,
          labelOf(texts, preset),
          result.errors[scheme]?.text ?? nothing,
          result.crest.text,
        ),
      ),
    })),
    marks: [],
  };
}

/** A field of CSV; a leading sign of a formula is disarmed, as names come from a stranger's file. */
function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(rows: Row[], presets: string[]): string {
  const lines = rows.map(({ tensor, result }) => [
    csvField(tensor.name),
    csvField(tensor.dtype),
    tensor.shapeText,
    String(tensor.elements),
    ...presets.map((_, scheme) => String(result.errors[scheme]?.value ?? "")),
  ]);
  return [["tensor", "dtype", "shape", "elements", ...presets], ...lines]
    .map((line) => `${line.join(",")}\r\n`)
    .join("");
}

function CopyButton({ csv, texts }: { csv(): string; texts: WeightsTexts }) {
  const [fallback, setFallback] = useState("");
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(csv());
      setCopied(true);
    } catch {
      setFallback(csv()); // frames may not write to the clipboard: the reader copies by hand
    }
  };
  return (
    <p class="weights-copy">
      <button type="button" class="plain-button" data-copy-csv="" onClick={copy}>
        {texts.copy}
      </button>
      <span role="status">{isCopied ? ` ${texts.copied}` : ""}</span>
      {fallback && <textarea class="weights-csv" readOnly rows={6} aria-label={texts.copy} value={fallback} />}
    </p>
  );
}

export function Results({ state, texts, lang }: ResultsProps & { lang: Lang }) {
  const rows = rowsOf(state);
  if (rows.length === 0) return null;
  const { presets } = state.options;
  const chart = chartOf({ state, rows, texts });
  return (
    <>
      <SummarySentence state={state} rows={rows} texts={texts} />
      <ResultTable rows={rows} presets={presets} texts={texts} />
      <CopyButton csv={() => csvOf(rows, presets)} texts={texts} />
      {chart && <ChartFigure chart={chart} texts={uiTexts[lang]} lang={lang} tableName="tensors" file="weights" />}
    </>
  );
}
