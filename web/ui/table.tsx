// Draws the tables of a View; the contract's hook is data-table.
import type { CellView, TableView } from "../engine/view.js";
import { RichText, type Surroundings } from "./rich.js";

/** Class of a colour key, and of its strength in tenths: styles come from theme.css alone. */
export function colorClass(cell: { color?: string; strength?: number | undefined }): string {
  if (!cell.color) return "";
  return cell.strength === undefined
    ? `edge c-${cell.color}`
    : `tinted c-${cell.color} strength-${Math.round(cell.strength * 10)}`;
}

function Cell({ cell, numeric, watch }: { cell: CellView; numeric: boolean; watch: string }) {
  // A name keeps its paper; only numbers are tinted.
  const color = cell.header ? { ...cell, strength: undefined } : cell;
  const className = [numeric ? "numeric" : "", colorClass(color)].join(" ").trim() || undefined;
  return cell.header ? (
    <th scope="row" class={className} title={cell.note}>
      {cell.text}
    </th>
  ) : (
    <td class={className} title={cell.note} data-watch={watch}>
      {cell.text}
    </td>
  );
}

export function Table({ table, around }: { table: TableView; around: Surroundings }) {
  return (
    <div class={`table-block part-table part-table-${table.name}`} id={`table-${table.name}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section class="table-scroll" tabIndex={0} aria-label={table.caption}>
        <table data-table={table.name}>
          <caption>{table.caption}</caption>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column.key} scope="col" class={column.numeric ? "numeric" : undefined} title={column.note}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr key={row.key}>
                {row.cells.map((cell, index) => {
                  const column = table.columns[index];
                  const key = column?.key ?? String(index);
                  return (
                    <Cell
                      key={key}
                      cell={cell}
                      numeric={column?.numeric ?? false}
                      watch={`${table.name}-${row.key}-${key}`}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {table.notes.map((note, index) => (
        <p key={index} class="table-note">
          <RichText rich={note} around={around} />
        </p>
      ))}
    </div>
  );
}
