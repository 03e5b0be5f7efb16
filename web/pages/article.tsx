// The model card of a demo: equations, assumptions, what was measured, where the lecture differs, two lines of Python.
import temml from "temml";
import type { Rich } from "../engine/view.js";
import { RichText, type Surroundings } from "../ui/rich.js";
import type { DemoInLanguage } from "./site.js";
import { pageTexts } from "./texts.js";

/** MathML without style attributes, which the policy of the pages forbids. */
const mathMl = (tex: string) =>
  temml.renderToString(tex, { displayMode: true, throwOnError: true }).replace(/ style="[^"]*"/g, "");

function List({ title, items, around }: { title: string; items: Rich[]; around: Surroundings }) {
  if (items.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {items.map((item, index) => (
          <li key={index}>
            <RichText rich={item} around={around} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function ModelCard({ demo, around }: { demo: DemoInLanguage; around: Surroundings }) {
  const texts = pageTexts[demo.view.lang];
  const { article } = demo;
  return (
    <section class="article prose" id="model">
      <h2>{texts.model}</h2>
      <h3>{texts.equations}</h3>
      <ul class="equations">
        {article.equations.map((equation) => (
          <li key={equation.tex}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
            <div class="equation" tabIndex={0} dangerouslySetInnerHTML={{ __html: mathMl(equation.tex) }} />
            <span class="words">{equation.words}</span>
          </li>
        ))}
      </ul>
      <List title={texts.assumptions} items={article.assumptions} around={around} />
      <List title={texts.measured} items={article.measured} around={around} />
      <List title={texts.deviations} items={article.deviations} around={around} />
      <h3>{texts.python}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{article.python.code}</code>
      </pre>
      <p class="prints">
        {texts.prints} <samp>{article.python.prints}</samp>
      </p>
    </section>
  );
}
