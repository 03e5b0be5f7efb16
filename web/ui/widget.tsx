// A whole demo, drawn from its View: the same in the built HTML and live.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ChartView, View } from "../engine/view.js";
import { ChartFigure } from "./chart.js";
import { type Change, Controls, Presets, type SetAll } from "./controls.js";
import { inTurn, type Placed } from "./in-turn.js";
import { OwnWeights } from "./own-weights.js";
import { Experiments, LookAt, Predictions } from "./questions.js";
import type { Desk } from "./rail-foot.js";
import { RichText, type Surroundings } from "./rich.js";
import { Table } from "./table.js";
import { type UiTexts, uiTexts } from "./texts.js";

export interface WidgetProps {
  view: View;
  langRoot: string;
  /** Changes some parameters. */
  change: Change;
  /** Sets exactly these parameters, the rest as in the lecture. */
  set: SetAll;
  /** Links leave a frame for a page of their own. */
  isFramed?: boolean;
  /** Built HTML for frames leaves out what is inside folds: the live widget brings it. */
  foldsAreOutlines?: boolean | undefined;
  /** What a live page can do with a setting as a whole. */
  desk?: Desk | undefined;
  /** A pinned result: the hero chart with its curves behind, and the two side by side. */
  pinned?: { hero: ChartView | undefined; comparison: ComponentChildren } | undefined;
}

/** Gives an element the height of the largest text it has held, anew at each width: what is below stays under the reader's finger. */
function keepHeight(element: HTMLElement) {
  let width = 0;
  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { contentRect: now } = entry;
    element.style.minHeight = now.width === width ? `${now.height}px` : "";
    width = now.width;
  });
  observer.observe(element);
  return () => observer.disconnect();
}

const Question = inTurn(({ title, sentence, around }: Pick<View, "title" | "sentence"> & { around: Surroundings }) => {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => (text.current ? keepHeight(text.current) : undefined), []);
  return (
    <header class="question">
      <h1 class="part-title">{title}</h1>
      <p class="sentence part-sentence" ref={text}>
        <RichText rich={sentence} around={around} />
      </p>
    </header>
  );
});

const Notices = inTurn(({ notices }: Pick<View, "notices">) => {
  return (
    <div class="notices" role="status">
      {notices.map((notice) => (
        <p key={notice.param + notice.text} class="notice" data-notice={notice.param}>
          {notice.text}
        </p>
      ))}
    </div>
  );
});

/** Names of the figures that stand in sentences already. */
const figuresInText = (view: View) =>
  new Set(
    [view.sentence, ...view.observations]
      .flat()
      .flatMap((piece) => (typeof piece !== "string" && piece.kind === "figure" ? [piece.figure] : [])),
  );

const Figures = inTurn(({ figures, at }: Pick<View, "figures"> & Placed) => {
  if (figures.length === 0) return null;
  return (
    <dl class="figures part-figures" ref={at}>
      {figures.map((figure) => (
        <div key={figure.name}>
          <dt>{figure.label}</dt>
          <dd class="number" data-figure={figure.name} data-watch="">
            {figure.text}
          </dd>
        </div>
      ))}
    </dl>
  );
});

interface SectionProps extends Placed {
  name: string;
  title: string;
  children: ComponentChildren;
}

function Section({ name, title, children, at }: SectionProps) {
  return (
    <section class={`part-${name}`} ref={at}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Instrument({
  view,
  texts,
  around,
  change,
  set,
  desk,
  pinned,
  foldsAreOutlines,
}: WidgetProps & { texts: UiTexts; around: Surroundings }) {
  const [table] = view.tables;
  const hero = pinned?.hero ?? view.charts[0];
  const known = figuresInText(view);
  return (
    <div class="instrument">
      <div class="hero">
        {hero && (
          <ChartFigure
            key={hero.name}
            chart={hero}
            texts={texts}
            lang={view.lang}
            tableName={table?.name ?? "main"}
            file={view.id}
            changes={view.changes.map(({ text }) => text)}
            change={change}
          />
        )}
      </div>
      <Controls
        view={view}
        texts={texts}
        change={change}
        reset={() => set({})}
        desk={desk}
        foldsAreOutlines={foldsAreOutlines}
      />
      <div class="beside">
        {table && <Table table={table} around={around} file={view.id} />}
        <Figures figures={view.figures.filter((figure) => !known.has(figure.name))} />
      </div>
    </div>
  );
}

interface ObservationsProps extends Pick<View, "observations">, Placed {
  texts: UiTexts;
  around: Surroundings;
}

const Observations = inTurn(({ observations, texts, around, at }: ObservationsProps) => {
  return (
    <Section name="observations" title={texts.observations} at={at}>
      <ol class="observations" data-observations="">
        {observations.map((sentence, index) => (
          <li key={index}>
            <RichText rich={sentence} around={around} />
          </li>
        ))}
      </ol>
    </Section>
  );
});

/** The numbers behind the other pictures, folded: they are looked up, not read through. */
function FurtherTables({
  view,
  texts,
  around,
  change,
}: {
  view: View;
  texts: UiTexts;
  around: Surroundings;
  change: Change;
}) {
  const [, ...tables] = view.tables;
  if (tables.length === 0) return null;
  return (
    // Named after its tables, too, so that `view=` can ask for one of them.
    <Section name={["tables", ...tables.map(({ name }) => `part-table-${name}`)].join(" ")} title={texts.furtherTables}>
      {tables.map((table) => (
        <details key={table.name} class={`fold part-table part-table-${table.name}`}>
          <summary>{table.caption}</summary>
          <Table table={table} around={around} file={view.id} change={change} />
        </details>
      ))}
    </Section>
  );
}

const Sources = inTurn(({ sources, texts, at }: Pick<View, "sources"> & { texts: UiTexts } & Placed) => {
  if (sources.length === 0) return null;
  return (
    <Section name="sources" title={texts.sources} at={at}>
      <ol class="sources">
        {sources.map((source) => (
          <li key={source.id} id={`source-${source.id}`}>
            {source.url ? (
              <a href={source.url} rel="noopener" target="_blank">
                {source.title}
              </a>
            ) : (
              source.title
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
});

export function Widget(props: WidgetProps) {
  const { view, langRoot, set, isFramed = false } = props;
  const texts = uiTexts[view.lang];
  const [tried, setTried] = useState<string>();
  const experiment = view.experiments.find(({ id }) => id === tried);
  const around: Surroundings = { lang: view.lang, sources: view.sources, langRoot, isFramed };
  const [, ...charts] = view.charts;
  return (
    <div class="widget">
      <Question title={view.title} sentence={view.sentence} around={around} />
      <Presets id={view.id} presets={view.presets} controls={view.controls} texts={texts} set={set} />
      {/* Filled by the element itself: it must be able to speak before there is any View. */}
      <div class="trouble-slot" role="alert" />
      <div class="busy-slot" role="status" />
      <Notices notices={view.notices} />
      {experiment && <LookAt experiment={experiment} texts={texts} around={around} close={() => setTried(undefined)} />}
      <Instrument {...props} texts={texts} around={around} />
      {props.pinned?.comparison}
      {charts.length > 0 && (
        <div class="further">
          {charts.map((chart) => (
            <ChartFigure
              key={chart.name}
              chart={chart}
              texts={texts}
              lang={view.lang}
              tableName="main"
              file={view.id}
              changes={view.changes.map(({ text }) => text)}
              change={props.change}
            />
          ))}
        </div>
      )}
      <Observations observations={view.observations} texts={texts} around={around} />
      <Predictions demo={view.id} predictions={view.predictions} texts={texts} around={around} />
      <Experiments
        experiments={view.experiments}
        exercise={view.exercise}
        texts={texts}
        around={around}
        set={set}
        tried={setTried}
      />
      {view.takesWeights && <OwnWeights lang={view.lang} langRoot={langRoot} />}
      <FurtherTables view={view} texts={texts} around={around} change={props.change} />
      <Sources sources={view.sources} texts={texts} />
    </div>
  );
}
