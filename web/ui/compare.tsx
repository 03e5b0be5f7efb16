// A pinned result beside the present one: settings, figures, sentences and the lecture's table, with what differs marked.
import type { Lang, PlotView, TableView, View } from "../engine/view.js";
import { plainText } from "./rich.js";
import { ScrollBox } from "./scroll-box.js";

interface CompareTexts {
  title: string;
  pinned: string;
  now: string;
  same: string;
  settings: string;
  figures: string;
  swap: string;
  unpin: string;
  both: string;
}

const compareTexts: Record<Lang, CompareTexts> = {
  en: {
    title: "Pinned and now",
    pinned: "Pinned",
    now: "Now",
    same: "Nothing differs yet: move a control.",
    settings: "Settings that differ",
    figures: "Figures",
    swap: "Swap the two",
    unpin: "Take the pin out",
    both: "Where they differ, the pinned number stands above the present one.",
  },
  zh: {
    title: "固定的结果与现在",
    pinned: "固定",
    now: "现在",
    same: "还没有不同：动一动参数。",
    settings: "不同的参数",
    figures: "数字",
    swap: "两者对调",
    unpin: "取消固定",
    both: "不同之处，上面是固定的数，下面是现在的数。",
  },
};

/** The hero chart with the pinned curves behind the present ones. */
export function withPinned(plot: PlotView, pinned: PlotView, lang: Lang): PlotView {
  const { pinned: word } = compareTexts[lang];
  const curves = pinned.series.filter((series) => !series.ghost && /^(line|step|line-points)$/.test(series.style));
  const ghosts = curves.map((series) => ({
    ...series,
    key: `pinned-${series.key}`,
    label: `${series.label} · ${word}`,
    style: series.style === "step" ? ("step" as const) : ("line" as const),
    dash: "dot" as const,
    ghost: true,
    readings: series.readings.map((reading) => `${word}: ${reading}`),
  }));
  return { ...plot, series: [...ghosts, ...plot.series] };
}

interface Pair {
  key: string;
  label: string;
  pinned: string;
  now: string;
}

function settingsOf(pinned: View, view: View): Pair[] {
  const before = new Map([...pinned.controls.main, ...pinned.controls.more].map((control) => [control.name, control]));
  return [...view.controls.main, ...view.controls.more].flatMap((control) => {
    const old = before.get(control.name);
    if (!old || old.value === control.value) return [];
    return [{ key: control.name, label: control.label, pinned: old.valueText, now: control.valueText }];
  });
}

function figuresOf(pinned: View, view: View): Pair[] {
  const before = new Map(pinned.figures.map((figure) => [figure.name, figure.text]));
  return view.figures.map(({ name, label, text }) => ({
    key: name,
    label,
    pinned: before.get(name) ?? "–",
    now: text,
  }));
}

function Pairs({ name, caption, pairs, texts }: { name: string; caption: string; pairs: Pair[]; texts: CompareTexts }) {
  if (pairs.length === 0) return null;
  return (
    <table data-table={name}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{texts.pinned}</th>
          <th scope="col">{texts.now}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ key, label, pinned, now }) => (
          <tr key={key} data-differs={pinned === now ? undefined : ""}>
            <th scope="row">{label}</th>
            <td>{pinned}</td>
            <td>{pinned === now ? now : <mark>{now}</mark>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function BothTables({ pinned, table, texts }: { pinned: TableView; table: TableView; texts: CompareTexts }) {
  const before = new Map(pinned.rows.map((row) => [row.key, row.cells]));
  return (
    <table data-table="compare-main">
      <caption>{`${table.caption}. ${texts.both}`}</caption>
      <thead>
        <tr>
          {table.columns.map((column) => (
            <th key={column.key} scope="col" class={column.numeric ? "numeric" : undefined}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={row.key}>
            {row.cells.map((cell, index) => {
              const old = before.get(row.key)?.[index]?.text ?? "–";
              const numeric = table.columns[index]?.numeric ? "numeric" : undefined;
              if (cell.header)
                return (
                  <th key={index} scope="row">
                    {cell.text}
                  </th>
                );
              return (
                <td key={index} class={numeric} data-differs={old === cell.text ? undefined : ""}>
                  {old === cell.text ? (
                    cell.text
                  ) : (
                    <>
                      <del>{old}</del> <mark>{cell.text}</mark>
                    </>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ComparisonProps {
  pinned: View;
  view: View;
  /** Pins the present result and goes to the pinned setting. */
  swap(): void;
  unpin(): void;
}

export function Comparison({ pinned, view, swap, unpin }: ComparisonProps) {
  const texts = compareTexts[view.lang];
  const settings = settingsOf(pinned, view);
  const [before, table] = [pinned.tables[0], view.tables[0]];
  const sentences = [
    { label: texts.pinned, text: plainText(pinned.sentence) },
    { label: texts.now, text: plainText(view.sentence) },
  ];
  return (
    <section class="part-compare compare" data-compare="" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p class="compare-buttons">
        <button type="button" class="plain-button" data-swap="" onClick={swap}>
          {texts.swap}
        </button>
        <button type="button" class="plain-button" data-unpin="" onClick={unpin}>
          {texts.unpin}
        </button>
      </p>
      {settings.length === 0 && <p>{texts.same}</p>}
      <dl>
        {sentences.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div class="further">
        <ScrollBox name={`${texts.settings}, ${texts.figures}`}>
          <Pairs name="compare-settings" caption={texts.settings} pairs={settings} texts={texts} />
          <Pairs name="compare-figures" caption={texts.figures} pairs={figuresOf(pinned, view)} texts={texts} />
        </ScrollBox>
        {before && table && (
          <ScrollBox name={`${texts.title}: ${table.caption}`}>
            <BothTables pinned={before} table={table} texts={texts} />
          </ScrollBox>
        )}
      </div>
    </section>
  );
}
