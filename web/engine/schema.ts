// The schema that C++ prints for a model, and values as URL text.

export interface ParamSchema {
  type: "number" | "integer" | "choice" | "choices" | "pairs";
  default: number | string | string[];
  min?: number;
  max?: number;
  unit?: string;
  choices?: string[];
  /** The most items of a list. */
  most?: number;
}

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

export type ParamValue = number | string | readonly string[];

/** A value as it stands in a URL: shortest digits, lists joined by commas. */
export const urlText = (value: ParamValue): string => (typeof value === "object" ? value.join(",") : String(value));
