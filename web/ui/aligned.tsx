// Aligns the numbers of a column on their decimal marks with room that is seen but is no text, so that cells read as printed.
import type { TableView } from "../engine/view.js";

interface Parts {
  whole: string;
  decimals: string;
  /** Between number and unit. */
  space: string;
  unit: string;
}

function partsOf(text: string): Parts | undefined {
  const match = /^([-−+±≈]?\d[\d,]*)(\.\d+)?( ?)(.*)$/s.exec(text);
  return match
    ? { whole: match[1] ?? "", decimals: match[2] ?? "", space: match[3] ?? "", unit: match[4] ?? "" }
    : undefined;
}

/** The longest decimals of a column, and its longest unit where units differ; undefined where nothing has to be aligned. */
export interface Alignment {
  decimals: string;
  unit: string;
}

const longest = (texts: string[]) => texts.reduce((best, text) => (text.length > best.length ? text : best), "");

export function alignmentOf(table: TableView, index: number): Alignment | undefined {
  if (!table.columns[index]?.numeric) return undefined;
  const parts = table.rows.flatMap((row) => partsOf(row.cells[index]?.text ?? "") ?? []);
  const units = new Set(parts.map(({ unit }) => unit));
  const isRagged = new Set(parts.map(({ decimals }) => decimals.length)).size > 1;
  if (!isRagged && units.size < 2) return undefined;
  return {
    decimals: longest(parts.map(({ decimals }) => decimals)),
    unit: units.size > 1 ? longest([...units]) : "",
  };
}

export function AlignedText({ text, alignment }: { text: string; alignment: Alignment | undefined }) {
  const parts = alignment && partsOf(text);
  if (!parts) return <>{text}</>;
  const missing = alignment.decimals.slice(parts.decimals.length);
  return (
    <>
      {parts.whole + parts.decimals}
      {missing && <span class="room" data-room={missing} />}
      {parts.space}
      {alignment.unit ? (
        <span class="aligned-unit" data-room={alignment.unit}>
          {parts.unit}
        </span>
      ) : (
        parts.unit
      )}
    </>
  );
}
