// What a reader is told when nothing can run. Apart from the engine's other words: pages need these alone.
import type { FailureKind } from "./failure.js";
import { en } from "./failure-texts.en.js";
import { zh } from "./failure-texts.zh.js";
import type { Lang } from "./view.js";

export type FailureTexts = Record<FailureKind, { title: string; text: string; retry: boolean }>;

export const failureTexts: Record<Lang, FailureTexts> = { zh, en };
