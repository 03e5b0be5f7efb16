// Draws the tables of a View; the contract's hook is data-table.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { CellView, TableView } from "../engine/view.js";
import { AlignedText, type Alignment, alignmentOf } from "./aligned.js";
import { type Change, toggled } from "./controls.js";
import { inTurn, type Placed } from "./in-turn.js";
import { widthOf } from "./plot-labels.js";
import { RichText, type Surroundings } from "./rich.js";
import { ScrollBox } from "./scroll-box.js";
import { nextSorting, type Sorting, sortedRows } from "./sorting.js";
import { uiTexts } from "./texts.js";
import { Tools } from "./tools.js";

/** Class of a colour key, and of its strength in tenths: styles come from theme.css alone. */
export function colorClass(cell: { color?: string; strength?: number | undefined }): string {
  if (!cell.color) return "";
  return cell.strength === undefined
    ? `edge c-${cell.color}`
    : `tinted c-${cell.color} strength-${Math.round(cell.strength * 10)}`;
}

// Names longer than this take a wider column, so that they do not fall apart into single words.
const longNamePx = 110;

interface CellProps {
  cell: CellView;
  numeric: boolean;
  alignment: Alignment | undefined;
  /** What the reader can do with the row, in place of its name. */
  choice: ComponentChildren;
}

function Cell({ cell, numeric, alignment, choice }: CellProps) {
  // A name keeps its paper; only numbers are tinted.
  const color = cell.header ? { ...cell, strength: undefined } : cell;
  const length = cell.header && widthOf(cell.text) > longNamePx ? "long-name" : "";
  const className = [numeric ? "numeric" : "", colorClass(color), length].filter(Boolean).join(" ") || undefined;
  return cell.header ? (
    <th scope="row" class={className} title={cell.note}>
      {choice ?? cell.text}
    </th>
  ) : (
    <td class={className} title={cell.note} data-watch="">
      <AlignedText text={cell.text} alignment={alignment} />
    </td>
  );
}

function Heading({
  column,
  direction,
  sort,
}: {
  column: TableView["columns"][number];
  direction: Sorting["direction"] | undefined;
  sort(): void;
}) {
  return (
    <th scope="col" class={column.numeric ? "numeric" : undefined} title={column.note} aria-sort={direction}>
      <button type="button" class="sort" onClick={sort}>
        {column.label}
      </button>
    </th>
  );
}

const loadTools = () => import("./table-tools.js").then((module) => module.TableTools);

interface TableProps {
  table: TableView;
  around: Surroundings;
  /** Starts the names of downloads; without it the table offers none. */
  file?: string;
  /** Changes parameters; without it rows cannot be chosen. */
  change?: Change | undefined;
}

/** What a table to choose from needs, loaded by a live page only. */
function useChoosing(isWanted: boolean) {
  const [choosing, setChoosing] = useState<typeof import("./choose.js") | null>(null);
  useEffect(() => {
    if (isWanted) import("./choose.js").then(setChoosing, () => {}); // without it the table is still a table
  }, []);
  return choosing;
}

function WholeTable({ table, around, file, change, at }: TableProps & Placed) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [wanted, setWanted] = useState("");
  const choosing = useChoosing(table.choose !== undefined && change !== undefined);
  const words = wanted.trim().toLowerCase();
  const rows = sortedRows(table, sorting).filter(({ cells }) => cells[0]?.text.toLowerCase().includes(words));
  const choiceOf = (row: string, text: string) => {
    const { choose } = table;
    if (!choosing || !choose || !change) return null;
    const toggle = () => change({ [choose.list]: (asked) => toggled(asked, row) });
    return <choosing.Choice choose={choose} row={row} text={text} toggle={toggle} change={change} />;
  };
  const alignments = table.columns.map((_, index) => alignmentOf(table, index));
  return (
    <div class={`table-block part-table part-table-${table.name}`} id={`table-${table.name}`} ref={at}>
      {choosing && (
        <choosing.ChooseSearch
          label={table.caption}
          wanted={wanted}
          found={rows.length}
          texts={uiTexts[around.lang]}
          search={setWanted}
        />
      )}
      <ScrollBox name={table.caption}>
        <table data-table={table.name}>
          <caption>{table.caption}</caption>
          <thead>
            <tr>
              {table.columns.map((column, index) => (
                <Heading
                  key={column.key}
                  column={column}
                  direction={sorting?.column === index ? sorting.direction : undefined}
                  sort={() => setSorting(nextSorting(sorting, index))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                {row.cells.map((cell, index) => {
                  const column = table.columns[index];
                  const key = column?.key ?? String(index);
                  return (
                    <Cell
                      key={key}
                      cell={cell}
                      numeric={column?.numeric ?? false}
                      alignment={alignments[index]}
                      choice={cell.header ? choiceOf(row.key, cell.text) : null}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {table.notes.map((note, index) => (
        <p key={index} class="table-note">
          <RichText rich={note} around={around} />
        </p>
      ))}
      {file && (
        <Tools
          id={`table-tools-${table.name}`}
          label={uiTexts[around.lang].tableTools}
          load={loadTools}
          inside={{ table: { ...table, rows }, lang: around.lang, file: `${file}-${table.name}` }}
        />
      )}
    </div>
  );
}

export const Table = inTurn(WholeTable);
