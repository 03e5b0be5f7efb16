// Remembers that this browser passed the self-test of this build, so that the next page need not run it again.
import { keepPreference, readPreference } from "./storage.js";

const name = "self-test";
const passed = (version: string) => `pass ${version} ${globalThis.navigator?.userAgent}`;

export const hasPassed = (version: string) => readPreference(name) === passed(version);

/** A failure is not remembered as one: it is looked for anew each time. */
export const keepOutcome = (version: string, isRight: boolean) => keepPreference(name, isRight ? passed(version) : "");
