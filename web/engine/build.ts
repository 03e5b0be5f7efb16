// The engine for the site's build and for tests in node: views and articles from the module's bytes, in this thread.
import { loadCore } from "./core.js";
import { createPresenter, type Presenter } from "./present.js";

export { demoIds, loadTexts } from "./demos.js";
export type { Presenter, PresentRequest } from "./present.js";

export const presenterFrom = async (wasm: ArrayBuffer | Uint8Array): Promise<Presenter> =>
  createPresenter(await loadCore(wasm));
