// Turns a demo's id, a language and given values into a View; the same in the worker and when the site is built.
import { type AnyContext, makeContext, type Recorder } from "./context.js";
import type { Core, RunAnswer } from "./core.js";
import { loadDemo, loadTexts } from "./demos.js";
import { EngineFailure } from "./failure.js";
import { type AnyDemo, type AnyTexts, makeParamWords, type Params, type ParamWords } from "./param-words.js";
import type { ModelSchema, ParamValue } from "./schema.js";
import type { Lang, View } from "./view.js";

/** Values as they came, as URL text or as the API takes them; unknown names are ignored. */
export type Given = Record<string, ParamValue>;

export interface PresentRequest {
  id: string;
  lang: Lang;
  given?: Given | undefined;
}

export interface Presenter {
  present(request: PresentRequest, record?: Recorder): Promise<View>;
  /** What a demo's functions are given at the defaults; for the build. */
  context(id: string, lang: Lang, record?: Recorder): Promise<AnyContext>;
  /** What a demo declares, for the build and for tests. */
  demo(id: string): Promise<AnyDemo>;
}

/** Where declarations and words come from; tests bring their own. */
export interface Shelf {
  loadDemo(id: string): Promise<AnyDemo>;
  loadTexts(id: string, lang: Lang): Promise<AnyTexts>;
}

export function createPresenter(core: Core, shelf: Shelf = { loadDemo, loadTexts }): Presenter {
  const lectures = new Map<string, RunAnswer>();
  const schemas = new Map<string, ModelSchema>();

  const run = (id: string, given: Given): RunAnswer => {
    const answer = core.run(id, given);
    if (!answer) throw new EngineFailure("unknown-demo", `There is no model ${id}`);
    return answer;
  };
  const lectureOf = (id: string) => remembered(lectures, id, () => run(id, {}));
  const schemaOf = (id: string) => remembered(schemas, id, () => JSON.parse(core.schemaJson(id)) as ModelSchema);

  async function prepare({ id, lang, given = {} }: PresentRequest, record?: Recorder) {
    const [demo, texts] = await Promise.all([shelf.loadDemo(id), shelf.loadTexts(id, lang)]);
    const lecture = lectureOf(id);
    const answer = Object.keys(given).length === 0 ? lecture : run(id, given);
    const params = answer.params as Params;
    const words = makeParamWords(core, schemaOf(id), texts, id, lang);
    const valueText = (name: string) => words.full(name, params[name] as ParamValue);
    const context = makeContext({ core, lang, run: answer, lecture, words: texts.words, valueText, record });
    return { demo, texts, words, params, context, issues: answer.issues, lang };
  }

  return {
    async present(request, record) {
      return viewOf(await prepare(request, record));
    },
    context: async (id, lang, record) => (await prepare({ id, lang }, record)).context,
    demo: shelf.loadDemo,
  };
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

interface Prepared {
  demo: AnyDemo;
  texts: AnyTexts;
  words: ParamWords;
  params: Params;
  context: AnyContext;
  issues: RunAnswer["issues"];
  lang: Lang;
}

function viewOf({ demo, texts, words, params, context, issues, lang }: Prepared): View {
  const { main, more } = demo.controls;
  return {
    id: demo.id,
    lang,
    title: texts.title,
    sentence: texts.sentence(context),
    presets: demo.presets.map((preset) => words.preset(preset, params)),
    controls: {
      main: main.map((declaration) => words.control(declaration, params)),
      more: more.map((declaration) => words.control(declaration, params)),
    },
    ...(demo.picks && { picks: demo.picks(context) }),
    figures: demo.figures(context),
    tables: demo.tables(context),
    charts: demo.charts(context),
    observations: texts.observations(context),
    predictions: texts.predictions(context),
    experiments: texts.experiments(context),
    exercise: texts.exercise(context),
    takesWeights: demo.takesWeights ?? false,
    sources: texts.sources,
    notices: issues.map(words.notice),
    changes: words.changes(
      [...main, ...more].map(({ name }) => name),
      params,
    ),
  };
}
