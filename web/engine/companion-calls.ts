// The public API over any way to call the core: checks arguments, asks, and turns refusals into errors of JavaScript.
import type { ModelId, ModelResults } from "../generated/core.js";
import {
  bytes,
  floats,
  numberFrom,
  oneOf,
  optionsOf,
  outOfRange,
  paramValue,
  seedHalves,
  signalOf,
  wholeNumber,
  wrongType,
} from "./arguments.js";
import type { RunAnswer } from "./core.js";
import type { ModelSchema, ParamSchema, ParamValue } from "./schema.js";

type Api = Omit<typeof import("./companion-api.js"), "version">;
export type Ask = (
  call: string,
  args: unknown[],
  options?: { signal?: AbortSignal | undefined; transfer?: Transferable[] },
) => Promise<unknown>;

const formats = ["e4m3", "e5m2", "e2m1", "e8m0"];
const ties = ["even", "smaller", "away"];
const overflows = ["saturate", "nan-or-inf"];
const roundings = ["nearest", "up", "down"];
const distributions = ["random", "standard_normal", "standard_exponential", "standard_gamma", "standard_t", "laplace"];
const policyMembers = [
  "element",
  "block",
  "scale",
  "scaleRule",
  "tie",
  "tensorScale",
  "overflow",
  "zero",
  "nonFinite",
  "arithmetic",
] as const satisfies (keyof import("./companion-api.js").Policy)[];

/** What one call may draw: 512 MB of numbers. */
const mostDraws = 2 ** 26;

export function createCompanion(ask: Ask): Api {
  // These never change within a version, so they are asked once; a failed question may be asked again.
  const once = <T>(call: string, args: unknown[] = []) => {
    let answer: Promise<T> | undefined;
    return () => {
      answer ??= (ask(call, args) as Promise<T>).catch((error) => {
        answer = undefined;
        throw error;
      });
      return answer;
    };
  };
  const ids = once<ModelId[]>("models");
  const policies = once<Awaited<ReturnType<Api["presets"]>>>("presets");

  const modelId = async (id: unknown) => oneOf("id", id, await ids());
  const schemas = new Map<string, () => Promise<ModelSchema>>();
  const schemaOf = (id: string) => {
    const known = schemas.get(id) ?? once<ModelSchema>("schema", [id]);
    schemas.set(id, known);
    return known();
  };

  return {
    models: async () => [...(await ids())],
    schema: async (id) => structuredClone(await schemaOf(await modelId(id))),
    presets: async () => structuredClone(await policies()),

    async run<Id extends ModelId>(id: Id, params?: unknown, options?: unknown) {
      const signal = signalOf(optionsOf("options", options));
      signal?.throwIfAborted();
      const given = optionsOf("params", params);
      const name = await modelId(id);
      const { params: declared } = await schemaOf(name);
      const known = Object.keys(declared).filter((key) => Object.hasOwn(given, key));
      const values = Object.fromEntries(known.map((key) => [key, paramValue(key, given[key])]));
      for (const key of known) refuseNonsense(key, values[key], declared[key] as ParamSchema);
      const { issues, result } = (await ask("run", [name, values], { signal })) as RunAnswer;
      const issue = issues[0];
      if (issue)
        throw outOfRange(issue.name, allowedText(declared[issue.name] as ParamSchema, issue.problem), issue.given);
      return result as ModelResults[Id];
    },

    async quantize(data, policy, options) {
      const signal = signalOf(optionsOf("options", options));
      signal?.throwIfAborted();
      const numbers = floats("data", data, false);
      const plain = await policyOf(policy, policies);
      const transfer = [numbers.buffer];
      const answer = (await ask("quantize", [numbers, plain], { signal, transfer })) as Refusal | Quantized;
      if (!("member" in answer)) return answer;
      const given = typeof policy === "object" ? policy[answer.member] : undefined;
      throw outOfRange(`policy.${answer.member}`, answer.allowed, given);
    },

    async encode(values, format, options) {
      const { tie = "even", overflow = "saturate", round = "nearest" } = optionsOf("options", options);
      return (await ask("encode", [
        floats("values", values, true),
        oneOf("format", format, formats),
        oneOf("tie", tie, ties),
        oneOf("overflow", overflow, overflows),
        oneOf("round", round, roundings),
      ])) as Uint8Array;
    },

    async decode(codes, format) {
      return (await ask("decode", [bytes("codes", codes), oneOf("format", format, formats)])) as Float64Array;
    },

    async random(seed, distribution, n, options) {
      const [high, low] = seedHalves(seed);
      const name = oneOf("distribution", distribution, distributions);
      const count = wholeNumber("n", n, 0, mostDraws);
      const { df, shape } = optionsOf("options", options);
      const parameter =
        name === "standard_t"
          ? numberFrom("df", df, 0, false)
          : name === "standard_gamma"
            ? numberFrom("shape", shape, 0, true)
            : 0;
      return (await ask("random", [high, low, name, parameter, count])) as Float64Array;
    },
  };
}

type Quantized = Awaited<ReturnType<Api["quantize"]>>;
type Policies = () => ReturnType<Api["presets"]>;
interface Refusal {
  member: (typeof policyMembers)[number];
  allowed: string;
}

/** The policy as a plain object: that of a preset's name, or the members of the given object that mean something. */
async function policyOf(policy: unknown, policies: Policies): Promise<object> {
  if (typeof policy === "string") {
    const known = await policies();
    return known[oneOf("policy", policy, Object.keys(known))] as object;
  }
  if (typeof policy !== "object" || policy === null || Array.isArray(policy)) {
    throw wrongType("policy", "a preset's name or an object", policy);
  }
  const members = policyMembers.map((name) => [name, (policy as Record<string, unknown>)[name]] as const);
  for (const [name, value] of members) {
    if (value !== undefined && !["string", "number", "boolean"].includes(typeof value)) {
      throw wrongType(`policy.${name}`, name === "block" ? "a whole number or tensor" : "a string", value);
    }
  }
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** A value of a kind that the parameter never takes, which pages would quietly read as text. */
function refuseNonsense(name: string, value: ParamValue | undefined, param: ParamSchema): void {
  if (value === undefined) return;
  const takesNumber = param.type === "number" || param.type === "integer";
  if ((takesNumber && typeof value === "object") || (!takesNumber && typeof value === "number")) {
    throw wrongType(name, allowedText(param), value);
  }
}

function allowedText(param: ParamSchema, problem?: string): string {
  const unit = param.unit ? ` ${param.unit}` : "";
  switch (param.type) {
    case "number":
      return `a number from ${param.min} to ${param.max}${unit}${own(problem)}`;
    case "integer":
      return `a whole number from ${param.min} to ${param.max}${unit}${own(problem)}`;
    case "choice":
      return `one of ${param.choices?.join(", ")}${own(problem)}`;
    case "choices":
      return `1 to ${param.most} of ${param.choices?.join(", ")}${own(problem)}`;
    case "pairs":
      return `1 to ${param.most} pairs such as 128:64 of whole numbers from ${param.min} to ${param.max}${own(problem)}`;
  }
}

const general = ["not-a-number", "not-whole", "below", "above", "unknown", "empty", "too-many", "not-a-pair"];

/** What a model's own check asks for beyond the range, by its id: "no-fp8" says as much as we have words for here. */
const own = (problem: string | undefined) =>
  problem === undefined || general.includes(problem) ? "" : ` that fits the other parameters (${problem})`;
