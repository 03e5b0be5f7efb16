// What the browser's threads do, by a trace, in their own time: other programs on the machine lengthen it less than the time
// of the day.
import { browser } from "../browser/harness.mjs";

/** Traces while `act` runs; resolves to (thread, name) => events of that name on threads whose names begin like that. */
export async function traced(act) {
  const cdp = await browser.newBrowserCDPSession();
  const events = [];
  cdp.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const includedCategories = ["disabled-by-default-devtools.timeline", "__metadata"];
  await cdp.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } });
  try {
    await act();
  } finally {
    const complete = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
    await cdp.send("Tracing.end");
    await complete;
    await cdp.detach();
  }
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const threads = events.filter(({ name }) => name === "thread_name");
  const nameOf = new Map(threads.map((event) => [threadOf(event), event.args.name]));
  return (thread, name) =>
    events.filter(
      (event) => event.ph === "X" && event.name === name && nameOf.get(threadOf(event))?.startsWith(thread),
    );
}
