// Draws a heat picture as what it is: a table whose cells are coloured by value.
import type { HeatView } from "../engine/view.js";
import { ScrollBox } from "./scroll-box.js";
import { colorClass } from "./table.js";

export function Heat({ heat }: { heat: HeatView }) {
  return (
    <ScrollBox name={heat.title}>
      <table class="heat">
        <thead>
          <tr>
            <td />
            {heat.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {heat.rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              {row.cells.map((cell, index) => (
                <td key={heat.columns[index]} class={colorClass(cell)} title={cell.reading}>
                  {cell.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
