// The explorer's counts: those that the hardware showed, and those of docs/banks.md.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, root } from "./browser.js";

const FILE = join(root, "docs/explore/index.html");

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("every recorded reading of the hardware, through the page's own module", async () => {
  const record = JSON.parse(readFileSync(join(root, "docs/measured/h200/probe.json"), "utf8"));
  const page = await open(browser, FILE);
  const wrong = await page.evaluate((patterns) => {
    const { transactions, groups, banksOf, sectorsOf } = globalThis.memoryModel;
    const faults = [];
    let readings = 0;
    for (const { name, active, elements, readings: recorded } of patterns) {
      for (const [counter, bytes, , measured] of recorded) {
        const [space, operation, what] = counter.split("_");
        const lanes = elements
          .map((element, lane) => ({ lane, offset: element * bytes }))
          .filter(({ lane }) => (parseInt(active, 16) >>> lane) & 1);
        const request = { space, operation, bytes, lanes };
        const counts = what === "requests" ? [lanes.length > 0 ? 1 : 0] : [transactions(request)];
        // The pictures show as many as are counted.
        if (what === "sectors") counts.push(sectorsOf(request).length);
        if (what === "wavefronts") {
          counts.push(groups(request).reduce((sum, group) => sum + group.wavefronts, 0));
          counts.push(
            banksOf(request).reduce((sum, { banks }) => sum + Math.max(...banks.map((words) => words.length)), 0),
          );
        }
        ++readings;
        if (counts.some((count) => count !== measured))
          faults.push(`${name}, ${counter}, ${bytes} bytes: ${counts}, not ${measured}`);
      }
    }
    return { faults, readings };
  }, record.patterns);
  console.log(`${wrong.readings} readings of ${record.patterns.length} patterns`);
  assert.deepEqual(wrong.faults, []);
  assert.ok(wrong.readings >= 2760);
  await page.done();
});

test("a preset for every tile of docs/banks.md, with the counts that stand there", async () => {
  const lesson = readFileSync(join(root, "docs/banks.md"), "utf8");
  const block = lesson.split("<!-- generated: model banks_of_columns -->")[1].split("<!-- end -->")[0];
  const rows = block
    .trim()
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  assert.ok(rows.length >= 11);
  const page = await open(browser, FILE);
  for (const [tile, , , wavefronts, least] of rows) {
    await page.selectOption("#preset", { label: tile.replaceAll("`", "") });
    const shown = await page.locator("#headline").innerText();
    assert.equal(Number.parseInt(shown, 10), Number(wavefronts), tile);
    assert.equal(shown.includes(": ") ? Number(shown.split(": ")[1]) : Number.parseInt(shown, 10), Number(least), tile);
  }
  await page.done();
});
