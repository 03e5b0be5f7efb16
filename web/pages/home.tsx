// The home page and the lecture pages: demos as cards, each with its question and a small picture.
import type { ChartView, HeatView, TimelineView } from "../engine/view.js";
import { Thumbnail } from "../ui/chart-svg.js";
import { FullPage } from "./document.js";
import { type DemoInLanguage, demosOf, type LectureId, lectures, type Page, type Site, upFrom } from "./site.js";
import { pageTexts } from "./texts.js";

function HeatPicture({ heat }: { heat: HeatView }) {
  const columns = heat.columns.length;
  const rows = heat.rows.length;
  return (
    <svg
      class="thumbnail"
      width="100%"
      height="100%"
      viewBox={`0 0 ${columns} ${rows}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {heat.rows.map((row, y) =>
        row.cells.map((cell, x) => (
          <rect
            key={`${row.label}${heat.columns[x]}`}
            class={`bar c-${cell.color}`}
            x={x + 0.03}
            y={y + 0.06}
            width="0.94"
            height="0.88"
            fill-opacity={0.12 + 0.75 * cell.strength}
          />
        )),
      )}
    </svg>
  );
}

function TimelinePicture({ timeline }: { timeline: TimelineView }) {
  const { min, max } = timeline.x;
  return (
    <svg
      class="thumbnail"
      width="100%"
      height="100%"
      viewBox={`0 0 1000 ${timeline.lanes.length}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {timeline.lanes.map((lane, y) =>
        lane.spans
          .filter((span) => span.to > min && span.from < max)
          .map((span) => {
            const from = Math.max(min, span.from);
            return (
              <g key={`${lane.key}${span.from}${span.color}`} class={`span c-${span.color}`}>
                <rect
                  x={(((from - min) / (max - min)) * 1000).toFixed(1)}
                  width={(((Math.min(max, span.to) - from) / (max - min)) * 1000).toFixed(1)}
                  y={y + 0.15}
                  height="0.7"
                  vector-effect="non-scaling-stroke"
                />
              </g>
            );
          }),
      )}
    </svg>
  );
}

function Picture({ chart }: { chart: ChartView | undefined }) {
  if (!chart) return null;
  if (chart.kind === "plot") return <Thumbnail plot={chart} />;
  return chart.kind === "heat" ? <HeatPicture heat={chart} /> : <TimelinePicture timeline={chart} />;
}

function Cards({ demos, page }: { demos: DemoInLanguage[]; page: Page }) {
  return (
    <ul class="demo-cards">
      {demos.map((demo) => (
        <li key={demo.id} class="demo-card">
          <div class="picture">
            <Picture chart={demo.view.charts[0]} />
          </div>
          <div class="words">
            <p class="kicker">{demo.name}</p>
            <h3>
              <a href={`${upFrom(page.path)}${page.lang}/${demo.id}/`}>{demo.view.title}</a>
            </h3>
            <p>{demo.article.summary}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function HomePage({ site, page }: { site: Site; page: Page }) {
  const texts = pageTexts[page.lang];
  return (
    <FullPage site={site} page={page} title={texts.siteName} description={texts.siteSummary} entry="page">
      <div class="home-head">
        <h1>{texts.siteName}</h1>
        <p class="lead">{texts.siteSummary}</p>
      </div>
      {lectures.map((lecture) => {
        const demos = demosOf(site, page.lang, lecture);
        if (demos.length === 0) return null;
        return (
          <section key={lecture} class="chapter">
            <p class="kicker">{texts.lectures[lecture].name}</p>
            <h2>
              <a href={`${lecture}/`}>{texts.lectures[lecture].title}</a>
            </h2>
            <Cards demos={demos} page={page} />
          </section>
        );
      })}
    </FullPage>
  );
}

export function LecturePage({ site, page, lecture }: { site: Site; page: Page; lecture: LectureId }) {
  const texts = pageTexts[page.lang];
  const { name, title, summary } = texts.lectures[lecture];
  return (
    <FullPage site={site} page={page} title={`${name}: ${title}`} description={summary} entry="page">
      <div class="home-head">
        <p class="kicker">{name}</p>
        <h1>{title}</h1>
        <p class="lead">{summary}</p>
      </div>
      <h2 class="visually-hidden">{texts.home}</h2>
      <Cards demos={demosOf(site, page.lang, lecture)} page={page} />
    </FullPage>
  );
}
