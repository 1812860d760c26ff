// The site that ./learn site has built, opened from its folder, which SITE names: links in all of its pages, and in Chromium
// its width, its colours, its console and its search. The browser and axe are those of the pages' tests.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test as inNode } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { overflow, seriousFaults } from "../../pages/tests/browser.js";
import { browser, test } from "../../pages/tests/in_browser.js";

const site = process.env.SITE ?? fileURLToPath(new URL("../../../../build/site", import.meta.url));
// The playground needs a server, and has tests of its own.
const isPlayground = (file) => file.startsWith("playground/");
const files = readdirSync(site, { recursive: true }).filter((file) => file.endsWith(".html") && !isPlayground(file));
const isMade = (file) => file.startsWith("show/") || file === "docs/explore/index.html"; // their tests are those of the pages
const FIVE = [
  "index.html",
  "docs/index.html",
  "step3_padded/index.html",
  "docs/messages.html",
  "step1_naive/kernel.cuh.html",
];

const addressOf = (file) => pathToFileURL(join(site, file)).href;

/** Calls use(page) in a fresh context. Fails where the console shows an error, or the page loads what is not of the site. */
async function open(options, use) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(`${page.url()}: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(pathToFileURL(site).href) && !request.url().startsWith("data:"))
      faults.push(`loads ${request.url()}`);
  });
  await use(page);
  await context.close();
  assert.deepEqual(faults, []);
}

inNode("every link leads to a file of the site, and to a place in it", () => {
  const text = new Map(files.map((file) => [file, readFileSync(join(site, file), "utf8")]));
  const places = new Map(
    [...text].map(([file, html]) => [file, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  const wrong = [];
  let count = 0;
  for (const [file, html] of text) {
    for (const [, link] of html.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [path, hash] = link.split("#");
      const target = path === "" ? file : join(dirname(file), decodeURI(path));
      const found =
        statSync(join(site, target), { throwIfNoEntry: false })?.isFile() &&
        (!hash || isMade(target) || places.get(target)?.has(decodeURIComponent(hash)));
      if (!found) wrong.push(`${file}: ${link}`);
      ++count;
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(count > 1000, `${count} links`);
});

inNode("the explorer and four runs are there, and linked from every page; lessons link the explorer's states", () => {
  const lesson = readFileSync(join(site, "step3_padded/index.html"), "utf8");
  for (const name of ["docs/explore/index", "show/steps_2_and_3", "show/sum", "show/race", "show/two_gpus"]) {
    assert.ok(files.includes(`${name}.html`), name);
    assert.ok(lesson.includes(`href="../${name}.html"`), name);
  }
  assert.ok(lesson.includes('href="../docs/explore/index.html#warp=5&amp;pad=1"'));
});

test("no page is wider than a phone, and none has an error on its console", () =>
  open({ viewport: { width: 360, height: 740 } }, async (page) => {
    for (const file of files) {
      await page.goto(addressOf(file));
      assert.equal(await overflow(page), 0, file);
    }
  }));

// What axe itself asks for, from a folder, shows as an error on the console; so nobody looks at that here.
for (const colorScheme of ["light", "dark"])
  test(`axe finds nothing serious on five pages, ${colorScheme}`, async () => {
    for (const width of [360, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: 740 }, colorScheme });
      for (const file of FIVE) {
        await page.goto(addressOf(file));
        assert.deepEqual(await seriousFaults(page), [], `${file}, ${width} px`);
      }
      await page.close();
    }
  });

test("the tile without and with its pad are side by side, on a phone one below the other", async () => {
  for (const [width, beside] of [
    [1280, true],
    [360, false],
  ])
    await open({ viewport: { width, height: 740 } }, async (page) => {
      await page.goto(addressOf("step3_padded/index.html"));
      const [one, other] = await Promise.all(
        ["step2_coalesced_tile", "step3_padded_pad1"].map((name) =>
          page.locator(`main img[src*=banks_${name}_32x8]`).boundingBox(),
        ),
      );
      assert.equal(one.y === other.y, beside);
      assert.equal(one.width, other.width);
      assert.ok(one.width >= 320, `${one.width}`);
    });
});

test("the page is dark where the system is", () =>
  open({ colorScheme: "dark" }, async (page) => {
    await page.goto(addressOf("index.html"));
    const colours = await page.evaluate(() =>
      [document.body, document.querySelector("main")].map((part) => getComputedStyle(part).backgroundColor),
    );
    assert.deepEqual(colours, ["rgb(13, 17, 23)", "rgb(13, 17, 23)"]);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("main")).color), "rgb(31, 35, 40)");
  }));

test("the search finds bank conflicts, by the keyboard alone", () =>
  open({}, async (page) => {
    await page.goto(addressOf("step1_naive/kernel.cuh.html"));
    await page.keyboard.press("/");
    await page.keyboard.type("bank conflict");
    await page.waitForSelector("#found a");
    for (const found of await page.locator("#found a").allInnerTexts()) assert.match(found, /bank|conflict/i);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#found").isVisible(), false);
    await page.keyboard.type("s");
    await page.waitForSelector("#found a");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => !url.pathname.endsWith("kernel.cuh.html"));
    assert.match(await page.locator("body").innerText(), /bank conflict/i);
    await page.goto(addressOf("index.html"));
    await page.keyboard.press("/");
    await page.keyboard.type("<b>nothing</b> of that kind");
    await page.waitForFunction(() => document.querySelector("#found").innerHTML === "0 sections");
  }));

test("the explorer is among the first that the search finds for bank conflicts; commands are whole on a phone", () =>
  open({ viewport: { width: 360, height: 740 } }, async (page) => {
    await page.goto(addressOf("index.html"));
    const blocks = await page
      .locator("pre:has(code.commands)")
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    assert.ok(blocks.length > 0 && blocks.every((beyond) => beyond <= 0), `${blocks}`);
    await page.keyboard.press("/");
    await page.keyboard.type("bank conflict");
    await page.waitForSelector("#found a");
    const links = await page.locator("#found a").evaluateAll((all) => all.map(({ href }) => href));
    assert.ok(
      links.slice(0, 3).some((link) => link.endsWith("docs/explore/index.html")),
      links.slice(0, 3).join(),
    );
  }));

test("a term that the glossary explains is found there first", () =>
  open({}, async (page) => {
    for (const [words, term] of [
      ["bank conflict", "Bank conflict"],
      ["sector", "Sector"],
      ["coalesced", "Coalesced"],
    ]) {
      await page.goto(addressOf("index.html"));
      await page.keyboard.press("/");
      await page.keyboard.type(words);
      await page.waitForSelector("#found a");
      assert.equal(await page.locator("#found a strong").first().innerText(), term);
      await page.keyboard.press("Enter");
      await page.waitForURL(/docs\/glossary\.html#./);
      const place = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`);
      assert.match(await place.innerText(), new RegExp(`^${term}`));
    }
  }));

test("a button turns the scheme, which is remembered and there before anything is drawn", () =>
  open({ colorScheme: "light", viewport: { width: 360, height: 740 } }, async (page) => {
    const colours = () =>
      page.evaluate(() =>
        [document.body, document.querySelector("main")].map((part) => getComputedStyle(part).backgroundColor),
      );
    const both = (colour) => [colour, colour];
    await page.goto(addressOf("index.html"));
    await page.getByRole("button", { name: "dark" }).press("Enter");
    assert.deepEqual(await colours(), both("rgb(13, 17, 23)"));
    for (const file of files.filter(isMade)) {
      await page.goto(addressOf(file));
      assert.equal((await colours())[0], "rgb(13, 17, 23)", file);
    }
    await page.route(/assets\/site\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    await page.goto(addressOf("docs/glossary.html"), { waitUntil: "commit" });
    await page.waitForSelector("main", { state: "attached" });
    assert.deepEqual(await colours(), both("rgb(13, 17, 23)"));
    await page.unroute(/assets\/site\.js$/);
    await page.reload();
    await page.getByRole("button", { name: "light" }).press("Enter");
    assert.deepEqual(await colours(), both("rgb(255, 255, 255)"));
  }));

test("on a phone a button opens the contents", () =>
  open({ viewport: { width: 360, height: 740 } }, async (page) => {
    await page.goto(addressOf("index.html"));
    assert.equal(await page.locator("#contents").isVisible(), false);
    await page.getByRole("button", { name: "Contents" }).press("Enter");
    await page.locator("#contents").getByRole("link", { name: "Step 3: pad the tile" }).click();
    await page.waitForURL(/step3_padded\/index\.html$/);
  }));
