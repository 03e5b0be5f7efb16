// A table as text for other programs: tab-separated, CSV, Markdown, LaTeX, JSON.
import type { TableView } from "../engine/view.js";

const texts = (table: TableView) => [
  table.columns.map((column) => column.label),
  ...table.rows.map((row) => row.cells.map((cell) => cell.text)),
];

/** As it is shown, for a spreadsheet or a text. */
export const tableAsText = (table: TableView): string =>
  texts(table)
    .map((row) => row.map((cell) => cell.replace(/\s+/g, " ")).join("\t"))
    .join("\n");

/** Spreadsheets take a cell that starts like a formula for one. */
function csvCell(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  const text = /^[=+@]/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** RFC 4180. */
export const csv = (rows: (string | number)[][]): string =>
  rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");

/** Numeric columns come twice: the number in full, and as it is shown. */
export function tableAsCsv(table: TableView, asShown: (label: string) => string): string {
  const header = table.columns.flatMap(({ label, numeric }) => (numeric ? [label, asShown(label)] : [label]));
  const rows = table.rows.map((row) =>
    row.cells.flatMap((cell, index) =>
      table.columns[index]?.numeric ? [Number.isFinite(cell.value) ? Number(cell.value) : "", cell.text] : [cell.text],
    ),
  );
  return csv([header, ...rows]);
}

export function tableAsMarkdown(table: TableView): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`;
  const [header = [], ...rows] = texts(table);
  const rule = table.columns.map((column) => (column.numeric ? "---:" : "---"));
  return [line(header), line(rule), ...rows.map(line)].join("\n");
}

const latexSigns: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "×": "$\\times$",
  "÷": "$\\div$",
  "−": "$-$",
  "→": "$\\to$",
  "≥": "$\\ge$",
  "≤": "$\\le$",
  "≈": "$\\approx$",
  "±": "$\\pm$",
  µ: "\\textmu{}",
  "–": "--",
  "—": "---",
  "…": "\\ldots{}",
};
const latex = (text: string) =>
  text.replace(/[\\~^×÷−→≥≤≈±µ–—…]|[&%$#_{}]/g, (sign) => latexSigns[sign] ?? `\\${sign}`);

/** A tabular for the package booktabs. */
export function tableAsLatex(table: TableView): string {
  const line = (cells: string[]) => `  ${cells.map(latex).join(" & ")} \\\\`;
  const [header = [], ...rows] = texts(table);
  const columns = table.columns.map((column) => (column.numeric ? "r" : "l")).join("");
  return [
    `\\begin{tabular}{${columns}}`,
    "  \\toprule",
    line(header),
    "  \\midrule",
    ...rows.map(line),
    "  \\bottomrule",
    "\\end{tabular}",
  ].join("\n");
}

/** The shown texts and the numbers behind them. */
export const tableAsJson = (table: TableView): string =>
  JSON.stringify(
    {
      name: table.name,
      caption: table.caption,
      columns: table.columns.map(({ key, label }) => ({ key, label })),
      rows: table.rows.map((row) =>
        row.cells.map(({ text, value }) => ({ text, ...(value !== undefined && { value }) })),
      ),
    },
    null,
    2,
  );
