// The verify page at work: starts the proofs, shows how far they are, and writes the report.
import { createProver, faultFrom, type ProofOutcome, type Prover } from "../../engine/verify.js";
import type { Lang } from "../../engine/view.js";
import { type AnyProofName, type ProofState, verifyTexts } from "../verify-texts.js";

const lang: Lang = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
const texts = verifyTexts[lang];

/** An element of the built page. */
function part<Kind extends Element = HTMLElement>(root: ParentNode, selector: string): Kind {
  const found = root.querySelector<Kind>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

const rowOf = (name: string) => part(document, `[data-proof="${name}"]`);

function show(name: string, state: ProofState, detail?: string) {
  const row = rowOf(name);
  row.dataset.result = state;
  part(row, ".verify-result").textContent = texts.states[state];
  if (detail !== undefined) part(row, "[data-detail]").textContent = detail;
}

const isSweep = (name: string) => name.startsWith("sweep");

/** What the report says of a row: seconds are left out, so that two reports of the same build can be compared. */
interface Line {
  state: ProofState;
  text: string;
  differences: string[];
}

class VerifyPage {
  readonly #root = part(document, "[data-verify]");
  readonly #version = this.#root.dataset.verify ?? "";
  readonly #fault = faultFrom(location.search);
  readonly #run = part<HTMLButtonElement>(this.#root, "[data-run]");
  readonly #runAll = part<HTMLButtonElement>(this.#root, "[data-run-all]");
  readonly #stop = part<HTMLButtonElement>(this.#root, "[data-stop]");
  readonly #lines = new Map<string, Line>();
  readonly #prover: Prover;
  #ending = new AbortController();

  constructor() {
    this.#prover = createProver(
      { fault: this.#fault, version: this.#version },
      {
        started: (name) => show(name, "running", ""),
        progress: (name, done, total) =>
          show(name, "running", (isSweep(name) ? texts.slices : texts.progress)(done, total)),
        finished: (name, outcome) => this.#finish(name, outcome),
        broken: (name, reason) => this.#note(name, { state: "fail", text: texts.broken(reason), differences: [] }),
      },
    );
    this.#run.addEventListener("click", () => this.#start(false));
    this.#runAll.addEventListener("click", () => this.#start(true));
    this.#stop.addEventListener("click", () => this.#ending.abort());
    part(this.#root, "[data-copy]").addEventListener("click", () => this.#copy());
    this.#busy(false);
    if (this.#fault !== "none") this.#verdict(texts.planted(this.#fault));
  }

  #finish(name: string, { checks, failed, differences }: ProofOutcome) {
    const state = failed === 0 && checks > 0 ? "pass" : "fail";
    const passed = checks - failed;
    const text = isSweep(name) ? texts.slices(passed, 4096) : texts.checks(passed, checks);
    // A sweep that has failed once has failed: later slices do not mend it.
    this.#note(name, { state, text, differences });
  }

  #note(name: string, line: Line) {
    this.#lines.set(name, line);
    show(name, line.state, [line.text, ...line.differences].join(" · "));
  }

  #busy(isBusy: boolean) {
    this.#run.disabled = isBusy;
    this.#runAll.disabled = isBusy;
    this.#stop.hidden = !isBusy;
    this.#root.toggleAttribute("aria-busy", isBusy);
  }

  #verdict(text: string) {
    part(this.#root, "[data-verdict]").textContent = text;
  }

  async #start(isWhole: boolean) {
    this.#ending = new AbortController();
    this.#lines.clear();
    for (const row of this.#root.querySelectorAll<HTMLElement>("[data-proof]")) {
      show(row.dataset.proof ?? "", "waiting", "");
    }
    this.#busy(true);
    this.#verdict(this.#fault === "none" ? "" : texts.planted(this.#fault));
    try {
      await this.#prover.run(isWhole, this.#ending.signal);
    } catch (failure) {
      if (!this.#ending.signal.aborted) this.#breakAll(failure instanceof Error ? failure.message : String(failure));
    }
    this.#busy(false);
    this.#end();
  }

  /** Nothing could be run at all. */
  #breakAll(reason: string) {
    for (const row of this.#root.querySelectorAll<HTMLElement>('[data-proof]:not([data-result="pass"])')) {
      this.#note(row.dataset.proof ?? "", { state: "fail", text: texts.broken(reason), differences: [] });
    }
  }

  #end() {
    const isStopped = this.#ending.signal.aborted;
    for (const row of this.#root.querySelectorAll<HTMLElement>('[data-proof][data-result="running"]')) {
      show(row.dataset.proof ?? "", "waiting");
    }
    const hasFailed = [...this.#lines.values()].some(({ state }) => state === "fail");
    const verdict = hasFailed ? texts.verdict.fail : isStopped ? texts.verdict.stopped : texts.verdict.pass;
    this.#verdict(verdict);
    this.#root.dataset.verified = hasFailed ? "fail" : isStopped ? "stopped" : "pass";
    this.#report(verdict);
  }

  #report(verdict: string) {
    const { version, browser, engine, workers } = texts.environment;
    const mode = this.#prover.mode;
    const facts = [
      [version, this.#version],
      [browser, navigator.userAgent],
      [engine, mode ? texts.engineModes[mode] : "–"],
      [workers, String(this.#prover.engines)],
    ] as const;
    part(this.#root, "[data-environment]").replaceChildren(
      ...facts.map(([name, value]) => {
        const row = document.createElement("tr");
        const head = document.createElement("th");
        const cell = document.createElement("td");
        head.scope = "row";
        head.textContent = name;
        cell.textContent = value;
        row.append(head, cell);
        return row;
      }),
    );
    const lines = [...this.#lines].map(([name, { state, text, differences }]) =>
      [`${texts.states[state]}  ${texts.proofs[name as AnyProofName].name}: ${text}`, ...differences].join("\n      "),
    );
    const planted = this.#fault === "none" ? [] : [texts.planted(this.#fault)];
    const report = [...facts.map(([name, value]) => `${name}: ${value}`), ...planted, "", ...lines, "", verdict];
    part<HTMLTextAreaElement>(this.#root, "textarea").value = report.join("\n");
    part(this.#root, "[data-report]").hidden = false;
  }

  /** Plain http has no clipboard interface; there the report is selected, and copied where the browser lets us. */
  async #copy() {
    const text = part<HTMLTextAreaElement>(this.#root, "textarea");
    text.select();
    const isCopied = await (navigator.clipboard
      ? navigator.clipboard.writeText(text.value).then(
          () => true,
          () => false,
        )
      : Promise.resolve(document.execCommand("copy")));
    if (isCopied) part(this.#root, "[data-copy]").textContent = texts.copied;
  }
}

new VerifyPage();
