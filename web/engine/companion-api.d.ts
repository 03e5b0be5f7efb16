// The public module's declarations; scripts/gen-types.mjs puts them, with the models' types, into public/companion.d.ts.
import type { ModelId, ModelParams, ModelResults } from "../generated/core.js";

/** One parameter of a model. A whole number has type "integer"; lists have the most items they may hold. */
export interface ParamSchema {
  type: "number" | "integer" | "choice" | "choices" | "pairs";
  default: number | string | string[];
  min?: number;
  max?: number;
  unit?: string;
  choices?: string[];
  most?: number;
}

/** One member of a model's result. */
export interface ResultSchema {
  type: "number" | "integer" | "flag" | "choice" | "text" | "numbers" | "list" | "object";
  unit?: string;
  choices?: string[];
  array?: "Float64Array" | "Float32Array" | "Int32Array" | "Uint8Array";
  fields?: Record<string, ResultSchema>;
}

export interface ModelSchema {
  params: Record<string, ParamSchema>;
  result: Record<string, ResultSchema>;
}

export interface CallOptions {
  /** Aborting rejects with the signal's reason and ends the computation. */
  signal?: AbortSignal;
}

export type ElementFormat = "e4m3" | "e5m2" | "e2m1";
export type Format = ElementFormat | "e8m0";
export type Tie = "even" | "smaller" | "away";
export type Overflow = "saturate" | "nan-or-inf";

/** How a tensor is quantized. Members with a question mark have the default named beside them. */
export interface Policy {
  element: ElementFormat;
  /** Elements that share a scale: a whole number from 1, or the whole tensor. */
  block: number | "tensor";
  scale: "e8m0" | "e4m3" | "f64";
  /** With e8m0 one of floor, rceil, even, ceil; with e4m3 one of rne, up, four-six; with f64 max. */
  scaleRule: "floor" | "rceil" | "even" | "ceil" | "rne" | "up" | "four-six" | "max";
  /** even */
  tie?: Tie;
  /** false */
  tensorScale?: boolean;
  /** saturate */
  overflow?: Overflow;
  /** zero */
  zero?: "zero" | "min-scale";
  /** block-nan */
  nonFinite?: "propagate" | "block-nan" | "lecture";
  /** f64 */
  arithmetic?: "f64" | "f32" | "te";
}

export type PresetName =
  | "lecture/fp8-tensor"
  | "lecture/fp4-tensor"
  | "lecture/mxfp4"
  | "lecture/nvfp4"
  | "ocp/mxfp4"
  | "ocp/mxfp8-e4m3"
  | "ocp/mxfp8-e5m2"
  | "te/nvfp4"
  | "torchao/mxfp4"
  | "torchao/mxfp8-e4m3"
  | "torchao/nvfp4"
  | (string & {});

/** A quantized tensor: value = decode(code) × (scale × tensorScale). */
export interface Quantized {
  dequantized: Float64Array;
  /** One per element. */
  codes: Uint8Array;
  /** One per block, without tensorScale. */
  scales: Float64Array;
  /** One per block; empty where scales are f64. */
  scaleCodes: Uint8Array;
  tensorScale: number;
  /** 0 for an all-zero signal. */
  relativeError: number;
  /** Infinity where nothing was lost. */
  sqnrDb: number;
  /** Share of elements other than 0 that became 0. */
  zeroFraction: number;
  /** Share of elements beyond the largest value that their block's scale can give. */
  clippedFraction: number;
  /** Codes and block scales; a tensor scale is not counted. */
  bitsPerElement: number;
}

export interface EncodeOptions {
  /** Default "even". */
  tie?: Tie;
  /** Default "saturate". */
  overflow?: Overflow;
  /** Default "nearest". */
  round?: "nearest" | "up" | "down";
}

export type Distribution =
  | "random"
  | "standard_normal"
  | "standard_exponential"
  | "standard_gamma"
  | "standard_t"
  | "laplace";

export interface RandomOptions {
  /** Degrees of freedom, for standard_t: above 0. */
  df?: number;
  /** Shape, for standard_gamma: from 0. */
  shape?: number;
}

/** The version of this module. */
export declare const version: string;

/** The ids of the models. */
export declare function models(): Promise<ModelId[]>;

/** A model's parameters, with defaults and ranges, and its result. */
export declare function schema(id: ModelId): Promise<ModelSchema>;

/**
 * Runs a model; omitted parameters take their defaults. Rejects with a RangeError that names the parameter and what is
 * allowed if a value is outside its range. Numbers and lists may also come as text, as in a page's address.
 */
export declare function run<Id extends ModelId>(
  id: Id,
  params?: Partial<ModelParams[Id]> | Readonly<Record<string, string>>,
  options?: CallOptions,
): Promise<ModelResults[Id]>;

/** The named policies. */
export declare function presets(): Promise<Record<string, Required<Policy>>>;

/** Quantizes a tensor; a last block that is not full has its true length. */
export declare function quantize(
  data: Float32Array | Float64Array,
  policy: PresetName | Policy,
  options?: CallOptions,
): Promise<Quantized>;

/** The codes of values, each rounded once from float64. */
export declare function encode(
  values: Float32Array | Float64Array | readonly number[],
  format: Format,
  options?: EncodeOptions,
): Promise<Uint8Array>;

/** The values of codes, exact. */
export declare function decode(codes: Uint8Array | readonly number[], format: Format): Promise<Float64Array>;

/**
 * The first n numbers of numpy's default_rng(seed).<distribution>(size=n), bit for bit (numpy on glibc's plain-C maths;
 * on a machine with FMA, numpy itself may differ by one ulp in samples that pass through log, log1p, exp or pow).
 */
export declare function random(
  seed: number | bigint,
  distribution: Distribution,
  n: number,
  options?: RandomOptions,
): Promise<Float64Array>;
