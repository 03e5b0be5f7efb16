// Messages between a page and its engine: requests with tickets one way; ready, taken, progress, answers and failures the other.
import type { FailureKind } from "./failure.js";

export interface Request {
  ticket: number;
  /** A name in calls.ts. */
  call: string;
  args: unknown[];
  /** Plain loops are to compute this, since fast paths failed the self-test. */
  referenceOnly?: boolean;
}

export interface Fault {
  kind: FailureKind;
  message: string;
}

export type Message =
  | { type: "ready" }
  | { type: "boot-failed"; message: string }
  /** Said on arrival, before any work: whoever hears it knows that the engine lives. */
  | { type: "taken"; ticket: number }
  | { type: "progress"; ticket: number; done: number; total: number }
  | { type: "answer"; ticket: number; value: unknown }
  | { type: "fault"; ticket: number; fault: Fault };

export type Progress = (done: number, total: number) => void;

/** Something that takes requests and sends messages: a worker, or this very thread. */
export interface Line {
  post(request: Request, transfer: Transferable[]): void;
  end(): void;
}
