// A reader's own weights: the sample against the lecture's own code, big files in slices, and what bad files are told.
import assert from "node:assert/strict";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/command.mjs";
import { assertNoProblems, browser, openPage, sample, tableText, waitReady } from "./harness.mjs";

const golden = JSON.parse(readFileSync(join(root, "tests/golden/sample_weights.json"), "utf8"));
const sampleBytes = readFileSync(join(root, "public/samples/basic-pitch.safetensors"));
const lecture = ["lecture/fp8-tensor", "lecture/fp4-tensor", "lecture/mxfp4", "lecture/nvfp4"];
const input = "input[type=file][name=weights]";
const message = '[data-notice="weights"]';

// ---- Files made here.

/** A safetensors file; `tensors` is { name: { dtype, shape, data_offsets } }. */
function safetensors(tensors, data) {
  const json = typeof tensors === "string" ? tensors : JSON.stringify(tensors);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(json)));
  return Buffer.concat([length, Buffer.from(json), data]);
}

const floats = (values) => Buffer.from(Float32Array.from(values).buffer);
const ramp = (count) => Array.from({ length: count }, (_, i) => ((i * 37) % 101) / 50 - 1);
const one = (shape, dtype, bytes, values = Buffer.alloc(bytes)) =>
  safetensors({ w: { dtype, shape, data_offsets: [0, bytes] } }, values);

function npy(dictionary, data) {
  const header = Buffer.from(`${dictionary.padEnd(117)}\n`);
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  return Buffer.concat([start, header, data]);
}

const file = (name, buffer) => ({ name, mimeType: "application/octet-stream", buffer });

// ---- What a page shows.

async function openWeights(lang = "en", options = {}) {
  const page = await openPage({ path: `${lang}/block-formats/`, lang, ...options });
  await waitReady(page);
  return page;
}

const settled = (page) =>
  page.waitForFunction(() => {
    const panel = document.querySelector("[data-weights]");
    return panel?.dataset.weights === "ready" && document.querySelector("[data-summary], [data-notice=weights]");
  });

/** Rows of the table without its head. */
const rows = async (page) => (await tableText(page, "tensors")).slice(1);

const expectedRows = (axis) =>
  golden.map((tensor) => [
    tensor.name,
    tensor.dtype,
    tensor.shape,
    tensor.elements,
    ...lecture.map((preset) => tensor[axis][preset].text),
  ]);

for (const lang of sample(["en", "zh"], ["en"])) {
  test(`${lang}: the sample shows the lecture's numbers at once, and along the last axis`, async () => {
    const page = await openWeights(lang);
    await page.click("[data-sample]");
    await page.waitForSelector("[data-summary]");
    assert.deepEqual(await rows(page), expectedRows("flattened"));
    assert.deepEqual(
      await page.$$eval('table[data-table="tensors"] tbody tr:first-child [data-scheme]', (cells) =>
        cells.map((cell) => cell.dataset.scheme),
      ),
      lecture,
    );
    await page.selectOption("[name=weightsAxis]", "last");
    const last = expectedRows("last");
    await page.waitForFunction(
      ([count, text]) => {
        const cells = [...document.querySelectorAll('[data-scheme="lecture/nvfp4"]')];
        return cells.length === count && cells[0].textContent === text;
      },
      [last.length, last[0].at(-1)],
    );
    assert.deepEqual(await rows(page), last);
    assert.match(await page.getAttribute('[data-chart="tensors"]', "aria-label"), /\S/);
    assertNoProblems(page);
    await page.close();
  });
}

test("the embedded widget analyses too, and view= can leave it out", async () => {
  const page = await openPage({ path: "en/embed/block-formats/" });
  await waitReady(page);
  await page.click("[data-sample]");
  await page.waitForSelector("[data-summary]");
  assert.deepEqual(await rows(page), expectedRows("flattened"));
  await page.goto(page.url().replace(/(\?.*)?$/, "?view=chart"));
  await waitReady(page);
  assert.ok(await page.isHidden(".own-weights"));
  await page.goto(page.url().replace(/\?.*/, "?view=weights"));
  await waitReady(page);
  await page.click("[data-sample]");
  await page.waitForSelector("[data-summary]");
  assert.ok(await page.isVisible('table[data-table="tensors"]'));
  assert.ok(await page.isVisible('[data-chart="tensors"]'));
  assert.ok(await page.isHidden('table[data-table="main"]'));
  await page.close();
});

test("a file that is dropped on the zone is analysed as one that is chosen", async () => {
  const page = await openWeights();
  const zone = page.locator("[data-drop]");
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], "dropped.safetensors"));
      return data;
    },
    [...sampleBytes],
  );
  await zone.dispatchEvent("dragover", { dataTransfer: transfer });
  await page.waitForSelector("[data-drop].is-over");
  await zone.dispatchEvent("drop", { dataTransfer: transfer });
  await page.waitForSelector("[data-summary]");
  assert.deepEqual(await rows(page), expectedRows("flattened"));
  assert.match(await page.textContent(".tensor-list summary"), /dropped\.safetensors/);
  assert.equal(await page.locator("[data-drop].is-over").count(), 0);
  assertNoProblems(page);
  await page.close();
});

for (const count of sample([2500], []))
  test("of more tensors than a list can hold the others are found by name", async () => {
    const tensors = {};
    for (let i = 0; i < count; i += 1) {
      tensors[`layer.${i}`] = { dtype: "F32", shape: [32], data_offsets: [i * 128, (i + 1) * 128] };
    }
    const page = await openWeights();
    await page.setInputFiles(input, file("many.safetensors", safetensors(tensors, floats(ramp(32 * count)))));
    await page.waitForSelector("[data-summary]", { timeout: 60_000 });
    await page.click(".tensor-list summary");
    assert.equal(await page.locator("[name=tensor]").count(), 2000);
    assert.match(await page.textContent(".tensor-list"), /first 2000 of 2,500/);
    await page.fill("[name=tensorSearch]", "layer.2499");
    await page.waitForFunction(() => document.querySelectorAll("[name=tensor]").length === 1);
    await page.click('[data-choose="all"]');
    await page.waitForFunction(() => document.querySelectorAll('table[data-table="tensors"] tbody tr').length === 1);
    const [row] = await rows(page);
    assert.deepEqual(row.slice(0, 4), ["layer.2499", "F32", "32", "32"]);
    assert.match(row[6], /^\d+\.\d\d%$/);
    await page.close();
  });

test("tensors are chosen, sorted and copied", async () => {
  const page = await openWeights("en", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.setInputFiles(input, file("mine.safetensors", sampleBytes));
  await page.waitForSelector("[data-summary]");
  await page.click('[data-choose="none"]');
  await page.waitForFunction(() => !document.querySelector('table[data-table="tensors"]'));
  for (const name of ["conv2d_2", "conv2d_5"]) await page.check(`[name=tensor][value="${name}"]`);
  await page.waitForFunction(() => document.querySelectorAll('table[data-table="tensors"] tbody tr').length === 2);
  await page.click('[data-choose="all"]');
  await page.waitForFunction(
    (count) => document.querySelectorAll('table[data-table="tensors"] tbody tr').length === count,
    golden.length,
  );
  await page.click('[data-sort="lecture/nvfp4"]');
  const errors = golden
    .map((tensor) => tensor.flattened["lecture/nvfp4"])
    .sort((a, b) => b.relativeError - a.relativeError);
  assert.deepEqual(
    (await rows(page)).map((row) => row.at(-1)),
    errors.map(({ text }) => text),
  );
  assert.equal(await page.getAttribute('th:has([data-sort="lecture/nvfp4"])', "aria-sort"), "descending");
  await page.click("[data-copy-csv]");
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split(/\r?\n/);
  assert.equal(lines[0], `tensor,dtype,shape,elements,${lecture.join(",")}`);
  const found = Number(lines[1].split(",").at(-1));
  const expected = golden[0].flattened["lecture/nvfp4"].relativeError;
  assert.ok(Math.abs(found / expected - 1) < 1e-12, `${found} instead of ${expected}`);
  assertNoProblems(page);
  await page.close();
});

test("another format adds its column", async () => {
  const page = await openWeights();
  await page.click("[data-sample]");
  await page.waitForSelector("[data-summary]");
  await page.locator('[name=weightsScheme][value="te/nvfp4"]').check({ force: true });
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-scheme="te/nvfp4"]').length === count,
    golden.length,
  );
  for (const row of await rows(page)) assert.match(row.at(-1), /^\d+\.\d\d%$/);
  await page.close();
});

test("numpy files of every byte order and size agree", async () => {
  const values = ramp(100);
  const swapped = floats(values).swap32();
  const wide = Buffer.from(Float64Array.from(Float32Array.from(values)).buffer);
  const dictionary = (descr) => `{'descr': '${descr}', 'fortran_order': False, 'shape': (4, 25), }`;
  const page = await openWeights();
  const seen = [];
  for (const [descr, data] of [
    ["<f4", floats(values)],
    [">f4", swapped],
    ["<f8", wide],
  ]) {
    await page.setInputFiles(input, file(`${descr.slice(1)}.npy`, npy(dictionary(descr), data)));
    await page.waitForFunction(
      (type) => document.querySelector('[data-table="tensors"] tbody td:nth-child(2)')?.textContent === type,
      descr,
    );
    const [row] = await rows(page);
    assert.deepEqual(row.slice(0, 4), [`${descr.slice(1)}.npy`, descr, "4×25", "100"]);
    seen.push(row.slice(4).join(" "));
  }
  assert.equal(new Set(seen).size, 1);
  await page.close();
});

test("half, bfloat and eight-bit numbers are read", async () => {
  const tensors = {
    half: { dtype: "F16", shape: [4], data_offsets: [0, 8] },
    brain: { dtype: "BF16", shape: [4], data_offsets: [8, 16] },
    eight: { dtype: "F8_E4M3", shape: [4], data_offsets: [16, 20] },
    whole: { dtype: "I32", shape: [2], data_offsets: [20, 28] },
  };
  const data = Buffer.concat([
    Buffer.from(Uint16Array.from([0x3c00, 0x4000, 0x4200, 0x4400]).buffer), // 1, 2, 3, 4
    Buffer.from(Uint16Array.from([0x3f80, 0x4000, 0x4040, 0x4080]).buffer), // 1, 2, 3, 4
    Buffer.from([0x38, 0x40, 0x44, 0x48]), // 1, 2, 3, 4
    Buffer.alloc(8),
  ]);
  const page = await openWeights();
  await page.setInputFiles(input, file("mixed.safetensors", safetensors(tensors, data)));
  await page.waitForSelector("[data-summary]");
  const found = await rows(page);
  assert.deepEqual(
    found.map((row) => row[0]),
    ["half", "brain", "eight"],
  );
  assert.equal(new Set(found.map((row) => row.slice(4).join(" "))).size, 1);
  assert.ok(await page.isDisabled('[name=tensor][value="whole"]'));
  await page.close();
});

const twice = {
  a: { dtype: "F32", shape: [4], data_offsets: [0, 16] },
  b: { dtype: "F32", shape: [4], data_offsets: [8, 24] },
};
const fortran = "{'descr': '<f4', 'fortran_order': True, 'shape': (4, 5), }";
const bad = {
  "not-a-tensor-file": file("notes.safetensors", Buffer.from("These are notes, not weights, and long enough.")),
  truncated: file("cut.safetensors", one([100], "F32", 400).subarray(0, 200)),
  "header-too-large": file(
    "head.safetensors",
    Buffer.concat([Buffer.from([0, 0, 0, 0, 1, 0, 0, 0]), Buffer.from("{"), Buffer.alloc(64)]),
  ),
  "header-not-readable": file("odd.safetensors", safetensors('{"w": nonsense}', Buffer.alloc(16))),
  "offsets-outside": file(
    "back.safetensors",
    safetensors({ w: { dtype: "F32", shape: [4], data_offsets: [16, 0] } }, Buffer.alloc(16)),
  ),
  "offsets-overlap": file("twice.safetensors", safetensors(twice, Buffer.alloc(24))),
  "size-mismatch": file("size.safetensors", one([5], "F32", 16)),
  "unknown-type": file("type.safetensors", one([4], "F4_X", 16)),
  "integer-type": file("whole.safetensors", one([4], "I32", 16)),
  "fortran-order": file("columns.npy", npy(fortran, Buffer.alloc(80))),
  empty: file("nothing.safetensors", safetensors("{}", Buffer.alloc(0))),
};

for (const lang of sample(["en", "zh"], ["zh"])) {
  test(`${lang}: each kind of bad file gets its own message and leaves the earlier file in place`, async () => {
    const page = await openWeights(lang);
    await page.setInputFiles(input, file("good.safetensors", sampleBytes));
    await page.waitForSelector("[data-summary]");
    const before = await rows(page);
    const messages = new Set();
    for (const [id, wrong] of Object.entries(bad)) {
      await page.setInputFiles(input, wrong);
      await page.waitForSelector(`${message}[data-problem="${id}"]`);
      const text = await page.textContent(message);
      assert.ok(text.includes(wrong.name), text);
      assert.ok(text.includes("good.safetensors"), text);
      assert.ok(lang === "en" || /\p{Script=Han}/u.test(text), text);
      messages.add(text.replaceAll(wrong.name, ""));
      await settled(page);
      assert.deepEqual(await rows(page), before);
    }
    assert.equal(messages.size, Object.keys(bad).length);
    await page.setInputFiles(input, file("good.safetensors", sampleBytes));
    await page.waitForSelector(message, { state: "detached" });
    assertNoProblems(page);
    await page.close();
  });

  test(`${lang}: an empty file, and a tensor that is not finite, are told apart`, async () => {
    const page = await openWeights(lang);
    await page.setInputFiles(input, file("zero.npy", Buffer.alloc(0)));
    await page.waitForSelector(`${message}[data-problem="empty"]`);
    const tensors = {
      fine: { dtype: "F32", shape: [3], data_offsets: [0, 12] },
      broken: { dtype: "F32", shape: [3], data_offsets: [12, 24] },
    };
    const data = floats([1, 2, 3, 1, Number.NaN, Number.POSITIVE_INFINITY]);
    await page.setInputFiles(input, file("nan.safetensors", safetensors(tensors, data)));
    await page.waitForSelector(`${message}[data-problem="non-finite"]`);
    const text = await page.textContent(message);
    for (const part of ["nan.safetensors", "broken", "2"]) assert.ok(text.includes(part), text);
    await page.waitForSelector("[data-summary]");
    const [fine, broken] = await rows(page);
    assert.match(fine.at(-1), /%$/);
    assert.equal(broken.at(-1), "–");
    await page.close();
  });
}

test("a tensor's name is text, whatever it looks like", async () => {
  const name = `<img src=x onerror="window.bitten=1"><script>window.bitten=1</script>`;
  const page = await openWeights();
  const tensors = { [name]: { dtype: "F32", shape: [32], data_offsets: [0, 128] } };
  await page.setInputFiles(input, file("sharp.safetensors", safetensors(tensors, floats(ramp(32)))));
  await page.waitForSelector("[data-summary]");
  assert.equal((await rows(page))[0][0], name);
  assert.equal(await page.evaluate(() => window.bitten), undefined);
  assertNoProblems(page);
  await page.close();
});

// ---- Big files.

const chunkFloats = 2 ** 20;
const bigChunks = 60; // 252 MB

/** Writes a file whose first tensor is one chunk and whose second is that chunk many times over. */
async function writeBig(path) {
  const chunk = floats(ramp(chunkFloats));
  const end = chunk.length * (bigChunks + 1);
  const tensors = {
    once: { dtype: "F32", shape: [chunkFloats], data_offsets: [0, chunk.length] },
    often: { dtype: "F32", shape: [bigChunks, chunkFloats], data_offsets: [chunk.length, end] },
  };
  const stream = createWriteStream(path);
  stream.write(safetensors(tensors, Buffer.alloc(0)));
  for (let i = 0; i <= bigChunks; i++) if (!stream.write(chunk)) await new Promise((go) => stream.once("drain", go));
  await new Promise((done) => stream.end(done));
}

/** Resident bytes of the browser's page processes. */
async function residentBytes(session) {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer");
  const resident = ({ id }) => {
    try {
      return Number(readFileSync(`/proc/${id}/statm`, "utf8").split(" ")[1]) * 4096;
    } catch {
      return 0; // it has ended
    }
  };
  return Math.max(...pages.map(resident));
}

test("a file of 252 MB streams with progress, stops, goes on, stays within 64 MiB, and gives way to a later one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weights-"));
  const path = join(folder, "big.safetensors");
  try {
    await writeBig(path);
    const page = await openWeights();
    await page.fill('[name="nvBlock"]', "64"); // what a change of controls takes is the page's own
    await page.waitForFunction(() => location.search.includes("nvBlock=64"));
    await waitReady(page);
    const session = await browser.newBrowserCDPSession();
    const before = await residentBytes(session);
    await page.setInputFiles(input, path);
    await page.waitForFunction(() => document.querySelector("[data-progress] progress")?.value > 0.55);
    await page.fill('[name="nvBlock"]', "32"); // the controls answer meanwhile
    await page.waitForFunction(() => location.search.includes("nvBlock=32"), undefined, { timeout: 5000 });
    await page.click("[data-stop]");
    await page.waitForSelector("[data-stopped]");
    assert.deepEqual(
      (await rows(page)).map((row) => row[0]),
      ["once"],
    );
    await page.click("[data-go-on]");
    let most = 0;
    let isDone = false;
    const done = page.waitForSelector("[data-summary]", { timeout: 120_000 }).then(() => {
      isDone = true;
    });
    while (!isDone) {
      most = Math.max(most, await residentBytes(session));
      await new Promise((go) => setTimeout(go, 50));
    }
    await done;
    const [once, often] = await rows(page);
    assert.equal(often[2], `${bigChunks}×${chunkFloats}`);
    assert.equal(often[3], "62,914,560");
    assert.deepEqual(often.slice(4), once.slice(4));
    const grown = (most - before) / 2 ** 20;
    assert.ok(grown < 64, `the page grew by ${grown.toFixed(1)} MiB`);
    await page.setInputFiles(input, []); // browsers report no change where the same file is chosen again
    await page.setInputFiles(input, path);
    await page.waitForSelector("[data-progress]");
    await page.setInputFiles(input, file("later.safetensors", sampleBytes));
    await page.waitForSelector("[data-summary]");
    assert.deepEqual(await rows(page), expectedRows("flattened"));
    assert.match(await page.textContent(".tensor-list summary"), /later\.safetensors/);
    assertNoProblems(page);
    await page.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
