// The pages in Firefox, where there is one: node firefox.mjs [PAGE.html...]. Not all that the tests in Chromium ask,
// but whether another browser opens them, counts the same and has no complaint.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { presets } from "../../source/explore/presets.js";
import { initial, written } from "../../source/explore/state.js";

const root = fileURLToPath(new URL("../../../../..", import.meta.url));
const firefox = process.env.FIREFOX ?? ["/usr/bin/firefox", "/usr/bin/firefox-esr"].find(existsSync);
if (firefox === undefined) {
  console.log("skipped: there is no Firefox here");
  process.exit(0);
}
const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
const page = await browser.newPage();
const faults = [];
page.on("console", (message) => {
  if (message.type() === "error") faults.push(message.text());
});
page.on("pageerror", (error) => faults.push(error.message));
try {
  const explorer = pathToFileURL(join(root, "docs/explore/index.html")).href;
  await page.goto(explorer);
  const record = JSON.parse(readFileSync(join(root, "docs/measured/h200/probe.json"), "utf8"));
  const [right, all] = await page.evaluate((patterns) => {
    const equal = patterns.flatMap(({ active, elements, readings }) =>
      readings
        .filter(([counter]) => !counter.endsWith("requests"))
        .map(([counter, bytes, , measured]) => {
          const [space, operation] = counter.split("_");
          const lanes = elements
            .map((element, lane) => ({ lane, offset: element * bytes }))
            .filter(({ lane }) => (parseInt(active, 16) >>> lane) & 1);
          return globalThis.memoryModel.transactions({ space, operation, bytes, lanes }) === measured;
        }),
    );
    return [equal.filter(Boolean).length, equal.length];
  }, record.patterns);
  assert.equal(right, all);
  const states = presets.flatMap(({ of }) => of).map(({ state }) => written({ ...initial(), ...state }));
  for (const state of states) {
    await page.goto("about:blank");
    await page.goto(`${explorer}#${state}`);
    const [shown, hash] = await page.evaluate(() => [
      document.getElementById("headline").innerText,
      location.hash.slice(1),
    ]);
    assert.match(shown, /^\d+ (sector|wavefront)/, state);
    assert.equal(hash, state);
  }
  for (const file of process.argv.slice(2)) {
    await page.goto(pathToFileURL(file).href);
    assert.ok(await page.evaluate(() => document.querySelectorAll("svg").length > 0), file);
  }
  assert.deepEqual(faults, []);
  console.log(
    `${await browser.version()}: ${all} readings, ${states.length} states, ${process.argv.length - 2} other pages`,
  );
} finally {
  await browser.close();
}
