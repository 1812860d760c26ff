// The explorer's counts: those that the hardware showed, and those of docs/banks.md.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { open, root } from "./browser.js";
import { browser, test } from "./in_browser.js";

const FILE = join(root, "docs/explore/index.html");

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

// All but the sectors of a few atomics to global memory, which take one or two more: docs/emulator.md says so.
test("every recorded reading of atomics, through the page's own module", async () => {
  const record = JSON.parse(readFileSync(join(root, "docs/measured/h200/atomics.json"), "utf8"));
  const page = await open(browser, FILE);
  const { faults, higher, readings } = await page.evaluate((atomics) => {
    const { transactions, loopOf, banksOf, sectorsOf } = globalThis.memoryModel;
    const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
    const [faults, higher] = [[], []];
    let readings = 0;
    const kindOf = (words, bytes) => {
      if (words.startsWith("atomicCAS")) return "compare_and_swap";
      const native = words.startsWith("atomicExch") || (bytes === 4 && !words.includes("float"));
      return native ? "native" : "loop";
    };
    for (const { name, active, elements, memory, operation, readings: recorded } of atomics) {
      for (const [counter, bytes, , measured] of recorded) {
        if (counter.endsWith("requests")) continue;
        const lanes = elements
          .map((element, lane) => ({ lane, offset: element * bytes }))
          .filter(({ lane }) => (parseInt(active, 16) >>> lane) & 1);
        const request = { space: memory, operation: "atomic", atomic: kindOf(operation, bytes), bytes, lanes };
        const loads = request.atomic === "loop" && memory === "shared" ? loopOf(request).loadWavefronts : 0;
        const count = counter.startsWith("shared_load") ? loads : transactions(request) - loads;
        ++readings;
        const fault = `${operation}, ${name}, ${counter}, ${bytes} bytes: ${count}, not ${measured}`;
        if (count !== measured) (memory === "global" && measured - count <= 2 ? higher : faults).push(fault);
        if (counter.startsWith("shared_load")) continue;
        // The pictures show as many as are counted.
        const turns = sum(banksOf(request).map(({ banks }) => Math.max(...banks.map((lanesOf) => lanesOf.length))));
        const drawn = memory === "global" ? sum(sectorsOf(request).map(({ times }) => times)) : turns;
        const times = { native: 1, compare_and_swap: 2 }[request.atomic];
        if (memory === "global" ? drawn !== count : times && times * drawn !== count) faults.push(`drawn: ${fault}`);
      }
    }
    return { faults, higher, readings };
  }, record.atomics);
  console.log(`${readings} readings of atomics, ${higher.length} of them higher than the rule`);
  assert.deepEqual(faults, []);
  assert.ok(higher.length <= 4, higher.join("\n"));
  assert.ok(readings >= 600, `${readings}`);
  await page.done();
});

test("a preset for every tile of docs/reference/banks.md, with the counts that stand there", async () => {
  const lesson = readFileSync(join(root, "docs/reference/banks.md"), "utf8");
  const block = lesson.split("## Every tile of this course")[1].split("<!-- end -->")[0];
  const rows = block
    .split("\n")
    .filter((line) => line.startsWith("| `"))
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
    const shown = await page.locator(".count").innerText();
    assert.equal(Number.parseInt(shown, 10), Number(wavefronts), tile);
    assert.equal(shown.includes(": ") ? Number(shown.split(": ")[1]) : Number.parseInt(shown, 10), Number(least), tile);
  }
  await page.done();
});
