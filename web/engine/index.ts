// What pages and widgets use of the engine. (Nothing here loads WebAssembly or a demo's words into the page.)
export { bytesOf, carriedText } from "./carried.js";
export { type CallOptions, type Client, createClient, type Presented, waysFrom } from "./client.js";
export { EngineFailure, type FailureKind } from "./failure.js";
export { failureTexts } from "./failure-texts.js";
export type { PresentRequest } from "./present.js";
export {
  createUrlWriter,
  givenBy,
  type PageOptions,
  readGiven,
  readOptions,
  reservedKeys,
  type UrlWriter,
  writeSearch,
} from "./state.js";
export { keepPreference, keepVisit, readPreference, readVisit } from "./storage.js";
export { termOf } from "./terms.js";
export type * from "./view.js";
