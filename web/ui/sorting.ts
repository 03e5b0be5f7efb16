// The order of a table's rows when a reader sorts by a column.
import type { CellView, TableView } from "../engine/view.js";

export interface Sorting {
  /** Index of the column. */
  column: number;
  direction: "ascending" | "descending";
}

/** A tap on a header sorts upwards, then downwards, then as it was. */
export function nextSorting(now: Sorting | null, column: number): Sorting | null {
  if (now?.column !== column) return { column, direction: "ascending" };
  return now.direction === "ascending" ? { column, direction: "descending" } : null;
}

const isMissing = (cell: CellView | undefined, numeric: boolean) =>
  numeric && (cell?.value === undefined || Number.isNaN(cell.value));

function compare(a: CellView | undefined, b: CellView | undefined, numeric: boolean): number {
  const [left, right] = numeric ? [a?.value ?? 0, b?.value ?? 0] : [a?.text ?? "", b?.text ?? ""];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Rows that say nothing in the column stay last, whatever the direction; equal rows keep their order. */
export function sortedRows(table: TableView, sorting: Sorting | null): TableView["rows"] {
  if (!sorting) return table.rows;
  const { column, direction } = sorting;
  const numeric = table.columns[column]?.numeric ?? false;
  const sign = direction === "ascending" ? 1 : -1;
  return [...table.rows].sort((a, b) => {
    const [left, right] = [a.cells[column], b.cells[column]];
    const missing = Number(isMissing(left, numeric)) - Number(isMissing(right, numeric));
    return missing || sign * compare(left, right, numeric);
  });
}
