// The public module: numbers of the lectures' models and formats for any page or module worker, on any origin.
import { version as packageVersion } from "../../package.json";
import { createClient, switchFastPathsOff } from "./client.js";
import { createCompanion } from "./companion-calls.js";
import { modes } from "./spawn.js";
import { askTested } from "./tested-ask.js";

// A line of its own, so that a caller's long run never waits for a widget nor a widget for it. The host page's address
// says nothing about how to run it.
const client = createClient({ ways: modes });

export const { run, schema, models, presets, quantize, encode, decode, random } = createCompanion(
  askTested(client.call, switchFastPathsOff),
);

export const version: string = packageVersion;
