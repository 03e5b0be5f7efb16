// On paper: table and picture within the margins, nothing to press, white in any theme; and a worksheet without answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, sample, waitReady } from "./harness.mjs";

// Width between the margins of 14 mm, in CSS pixels.
const papers = { A4: 688, Letter: 710 };

for (const [format, width] of sample(Object.entries(papers), [["A4", papers.A4]])) {
  for (const id of sample(["async-pipeline", "generations"], ["generations"])) {
    test(`${id} on ${format}: table and picture fit, controls are gone, the paper stays white`, async () => {
      const page = await openPage({ path: `en/${id}/`, theme: "dark" });
      await waitReady(page);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.$$eval("table[data-table], figure[data-chart]", (all) =>
        all
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
          .map((one) => one.outerHTML.slice(0, 80)),
      );
      assert.deepEqual(wide, []);
      assert.ok(await page.isVisible('table[data-table="main"]'));
      assert.ok(await page.isVisible(".hero .static-series"));
      assert.equal(
        await page.locator(":is(.rail, .presets, .site-header, .class-tools, .plain-button):visible").count(),
        0,
      );
      const colours = await page.evaluate(() => ({
        paper: getComputedStyle(document.documentElement).backgroundColor,
        ink: getComputedStyle(document.body).color,
      }));
      assert.equal(colours.paper, "rgba(0, 0, 0, 0)");
      assert.ok(Number(/\d+/.exec(colours.ink)[0]) < 80, colours.ink);
      const pdf = await page.pdf({ format });
      assert.ok(pdf.length > 20_000);
      await page.close();
    });
  }
}

test("the worksheet asks, and leaves the answers to the reader", async () => {
  const page = await openPage({ path: "en/async-pipeline/?latencyNs=500" });
  await waitReady(page);
  const main = await page.$$eval('table[data-table="main"] td.numeric', (cells) => cells.length);
  await page.evaluate(() => {
    window.print = () => {
      window.printed = true;
    };
  });
  // What was answered on the page is asked again on paper.
  const choice = await page.locator("[data-prediction]:has([type=radio])").first().getAttribute("data-prediction");
  const card = page.locator(`[data-prediction="${choice}"]`);
  const options = await card.locator(".check").allTextContents();
  await card.locator("[data-show]").click();
  await card.locator("[data-again]").waitFor();
  await page.click("[data-print-worksheet]");
  await page.waitForFunction(() => window.printed);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("lecture-demo:visible").count(), 0);
  const sheet = page.locator(".worksheet");
  assert.match(await sheet.textContent(), /500/);
  for (const option of options) assert.ok((await sheet.textContent()).includes(`☐ ${option.trim()}`), option);
  assert.equal(
    await sheet.locator("td").evaluateAll((cells) => cells.filter((cell) => cell.textContent === "").length),
    main,
  );
  assert.ok((await sheet.locator("ol > li").count()) >= 2);
  assert.equal(await sheet.locator("[data-figure], .answer, .observations").count(), 0);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  assert.ok(await page.isVisible("lecture-demo"));
  assert.equal(await page.locator(".worksheet").count(), 0);
  await page.close();
});
