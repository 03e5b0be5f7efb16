// A demo's parameters in the reader's words: controls, values with units, presets, changes and notices.
import type { Core, Issue } from "./core.js";
import type { ControlDeclaration, Demo, ModelId, Texts } from "./define-demo.js";
import { type EngineTexts, engineTexts } from "./engine-texts.js";
import { makeFormatter, plainNumber, withUnit } from "./formatter.js";
import { type ModelSchema, type ParamSchema, type ParamValue, urlText } from "./schema.js";
import type { ControlView, Lang, PresetView } from "./view.js";

export type AnyDemo = Demo<ModelId, string, unknown>;
export type AnyTexts = Texts<ModelId, string, unknown>;
export type Params = Record<string, ParamValue>;

export interface ParamWords {
  /** The value without and with its unit. */
  bare(name: string, value: ParamValue): string;
  full(name: string, value: ParamValue): string;
  control(declaration: ControlDeclaration<ModelId>, params: Params): ControlView;
  preset(preset: AnyDemo["presets"][number], params: Params): PresetView;
  changes(names: readonly string[], params: Params): { param: string; text: string }[];
  notice(issue: Issue): { param: string; text: string };
}

const widgets = { number: "slider", integer: "slider", choice: "select", choices: "checks", pairs: "pairs" } as const;

export function makeParamWords(core: Core, schema: ModelSchema, texts: AnyTexts, id: string, lang: Lang): ParamWords {
  const format = makeFormatter(core);
  const words = engineTexts[lang];
  const schemaOf = (name: string): ParamSchema => {
    const found = schema.params[name];
    if (!found) throw new Error(`${id} has no parameter ${name}`);
    return found;
  };
  const controlTexts = texts.controls as unknown as Record<string, { label: string; help: string; choices?: Params }>;
  const textsOf = (name: string) => controlTexts[name] ?? { label: name, help: "" };
  const choiceLabel = (name: string, choice: string) => String(textsOf(name).choices?.[choice] ?? choice);
  const defaultOf = (name: string) => schemaOf(name).default;

  const bare = (name: string, value: ParamValue): string => {
    if (typeof value === "number") return plainNumber(value, format);
    if (typeof value === "string") return choiceLabel(name, value);
    return value.map((item) => choiceLabel(name, item)).join(words.comma);
  };
  const full = (name: string, value: ParamValue) => withUnit(bare(name, value), schemaOf(name).unit);

  const control: ParamWords["control"] = (declaration, params) => {
    const name: string = declaration.name;
    const param = schemaOf(name);
    const value = params[name] as ParamValue;
    const chosen = typeof value === "object" ? value : [value];
    const whole = param.type === "integer" || param.type === "pairs";
    const step = declaration.step ?? (param.type === "integer" ? 1 : undefined);
    return {
      name,
      label: textsOf(name).label,
      help: textsOf(name).help,
      widget: declaration.widget ?? widgets[param.type],
      value: urlText(value),
      valueText: full(name, value),
      defaultValue: urlText(param.default),
      ...(param.min === undefined ? {} : { min: param.min }),
      ...(param.max === undefined ? {} : { max: param.max }),
      ...(step === undefined ? {} : { step }),
      ...(declaration.scale === undefined ? {} : { scale: declaration.scale }),
      unit: param.unit ?? "",
      allowed: allowedText(param),
      whole,
      ...(param.choices && {
        choices: param.choices.map((choice) => ({
          value: choice,
          label: choiceLabel(name, choice),
          chosen: chosen.includes(choice),
        })),
      }),
      ...(param.most === undefined ? {} : { most: param.most }),
    };
  };

  const preset: ParamWords["preset"] = ({ id: presetId, params: given }, params) => {
    const stands = core.checkParams(id, given)?.params as Params;
    const names = Object.keys(schema.params);
    const text = (name: string) => urlText(stands[name] as ParamValue);
    return {
      id: presetId,
      label: texts.presets[presetId] ?? presetId,
      params: Object.fromEntries(
        names.filter((name) => text(name) !== urlText(defaultOf(name))).map((name) => [name, text(name)]),
      ),
      active: names.every((name) => text(name) === urlText(params[name] as ParamValue)),
    };
  };

  const changes: ParamWords["changes"] = (names, params) =>
    names
      .filter((name) => urlText(params[name] as ParamValue) !== urlText(defaultOf(name)))
      .map((name) => ({
        param: name,
        text: `${textsOf(name).label} ${bare(name, defaultOf(name))} → ${full(name, params[name] as ParamValue)}`,
      }));

  const notice: ParamWords["notice"] = (issue) => {
    const { label } = textsOf(issue.name);
    const given = shortened(issue.given);
    const own = texts.problems[issue.problem];
    if (own) return { param: issue.name, text: words.about(label, issue.name, own(given)) };
    const param = schemaOf(issue.name);
    const facts = {
      label,
      name: issue.name,
      given,
      used: withUnit(usedText(issue, param), param.unit),
      allowed: allowedText(param),
      most: param.most ?? 1,
    };
    return { param: issue.name, text: (problemText(words, issue.problem) ?? words.problems.other)(facts) };
  };

  const usedText = (issue: Issue, param: ParamSchema) =>
    param.type === "number" || param.type === "integer"
      ? bare(issue.name, Number(issue.used))
      : bare(issue.name, issue.used.split(","));

  const allowedText = (param: ParamSchema): string => {
    if (param.choices) return param.choices.join(words.comma);
    const [min, max] = [plainNumber(param.min ?? 0, format), plainNumber(param.max ?? 0, format)];
    return param.type === "pairs"
      ? words.range(`${min}:${min}`, `${max}:${max}`)
      : withUnit(words.range(min, max), param.unit);
  };

  return { bare, full, control, preset, changes, notice };
}

function problemText(words: EngineTexts, problem: string) {
  return Object.hasOwn(words.problems, problem) ? words.problems[problem as keyof EngineTexts["problems"]] : undefined;
}

/** Enough of what was given to recognise it. */
function shortened(given: string): string {
  const characters = [...given];
  return characters.length > 40 ? `${characters.slice(0, 39).join("")}…` : given;
}
