// The words of the verify page and of the self-test's badge: which there are, and how to get them in a language.
import { type ProofName, sweptFormats } from "../engine/proof-names.js";
import type { Lang } from "../engine/view.js";
import { en } from "./verify-texts.en.js";
import { zh } from "./verify-texts.zh.js";

export type SweepName = `sweep-${(typeof sweptFormats)[number]}`;
export const sweepNames: SweepName[] = sweptFormats.map((format) => `sweep-${format}` as const);
export type AnyProofName = ProofName | SweepName;

export type ProofState = "waiting" | "running" | "pass" | "fail";

export interface VerifyTexts {
  title: string;
  summary: string;
  intro: string[];
  run: string;
  runAll: string;
  stop: string;
  copy: string;
  copied: string;
  columns: { proof: string; result: string; detail: string };
  states: Record<ProofState, string>;
  proofs: Record<AnyProofName, { name: string; about: string }>;
  checks(passed: number, total: number): string;
  progress(done: number, total: number): string;
  slices(done: number, total: number): string;
  broken(reason: string): string;
  planted(fault: string): string;
  verdict: { pass: string; fail: string; stopped: string };
  environment: Record<"version" | "browser" | "engine" | "workers", string>;
  engineModes: Record<"worker" | "blob" | "page", string>;
  reportTitle: string;
  noScript: string;
  badge: Record<"waiting" | "pass" | "fail", string>;
  /** Shown where the self-test failed. */
  fastPathsOff: string;
}

export const verifyTexts: Record<Lang, VerifyTexts> = { zh, en };
