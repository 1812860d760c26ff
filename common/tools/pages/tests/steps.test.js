// The page of a run, moved: by keys, buttons and the address; what is in view, and what is marked, at each step.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { open, root } from "./browser.js";
import { browser, test } from "./in_browser.js";
import { counted, dataIn, pageOf, shown, temporaryFolder, where } from "./shown.js";

const folder = temporaryFolder();
let step1, step3, race;

before(() => {
  step1 = shown("step1").path;
  step3 = shown("step3").path;
  race = shown(join(root, "common/tests/try/mistakes/missing_barrier.cu"));
});
after(() => rmSync(folder, { recursive: true }));

/** The colour of a cell's frame, by its name in theme.css, and how wide it is. */
const frameOf = (cell) =>
  cell.evaluate((rect) => {
    const { stroke, strokeWidth } = getComputedStyle(rect);
    const named = ["mark", "text"].find((name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = `var(--${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color === stroke;
    });
    return [named ?? stroke, strokeWidth];
  });

test("a walk by keyboard alone", async () => {
  const page = await open(browser, step3, "variant=step3_padded/pad1_32x8");
  const walk = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    return where(page);
  };
  assert.equal(await walk(), 1);
  assert.equal(await walk("ArrowRight", "ArrowRight"), 3);
  assert.equal(await walk("ArrowLeft"), 2);
  assert.equal(await walk("ArrowDown"), 10); // eight requests of each warp before the barrier
  assert.equal(await walk("ArrowUp", "Home", "PageDown"), 65);
  assert.match(
    await page.locator("#said").textContent(),
    /Request 65 of 128, warp 0, 1 barrier passed: shared load .* 1 wavefront/,
  );
  assert.equal(await walk("PageUp"), 1);
  assert.equal(await walk("End"), 128);
  assert.equal(await walk("ArrowRight"), 128);
  await walk("Home", "Space");
  await page.waitForFunction(() => document.getElementById("position").value >= 3);
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "true");
  await walk("Space");
  const stopped = await where(page);
  await page.waitForTimeout(700);
  assert.equal(await where(page), stopped);
  await page.locator("button", { hasText: "next of this warp" }).click();
  await walk("Space"); // plays, also behind a click on a button
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "true");
  await page.at(`variant=step3_padded/pad1_32x8&request=${stopped}`);
  for (let i = 0; i < 5; ++i) await page.keyboard.press("Tab"); // words, variant, beside, lane, back
  await page.keyboard.press("Enter");
  assert.equal(await where(page), stopped - 1);
  await page.done();
});

test("two variants side by side, in step, and kept in the address", async () => {
  const { path } = shown("step2", "step3", "tile_32x8", "pad1_32x8");
  const page = await open(browser, path);
  await page.keyboard.press("PageDown"); // two are shown side by side at once
  assert.deepEqual(
    [await counted(page, 0), await counted(page, 1)],
    [
      [32, 32],
      [1, 1],
    ],
  );
  const again = await open(browser, path, new URL(page.url()).hash.slice(1));
  assert.deepEqual(
    [await counted(again, 0), await counted(again, 1)],
    [
      [32, 32],
      [1, 1],
    ],
  );
  await page.done();
  await again.done();
});

test("a race is said, its lanes can be shown, its element is marked; the status is 1", async () => {
  assert.equal(race.status, 1);
  assert.match(race.said, /race on shared/);
  const page = await open(browser, race.path);
  const shows = page.locator(".findings button");
  assert.equal(await shows.count(), 2);
  for (const button of await shows.all()) {
    const [, lane, warp] = /lane (\d+) of warp (\d+)/.exec(await button.innerText());
    await button.click();
    assert.equal(await page.locator("#lane").inputValue(), lane);
    assert.match(await page.locator("#where").innerText(), new RegExp(`warp ${warp}$`));
    const cell = page.locator("rect.now.chosen.hazard");
    assert.equal(await cell.count(), 1);
    assert.deepEqual(await frameOf(cell), ["mark", "4px"]);
    assert.ok((await page.locator(".tile text.marked").allTextContents()).includes(`${lane}!`));
  }
  await page.locator("#lane").selectOption(""); // the hazard's frame stays
  assert.deepEqual(await frameOf(page.locator(".tile rect.now.hazard")), ["mark", "4px"]);
  await page.done();
});

test("a button that shows a lane brings its request into view, and keeps the focus", async () => {
  const page = await open(browser, race.path, "", { viewport: { width: 1366, height: 700 } });
  for (const button of await page.locator(".findings button").all()) {
    await page.evaluate(() => scrollTo(0, 0));
    await button.click();
    const [top, bottom] = await page.evaluate(() => {
      const head = [...document.querySelectorAll("h3")].find(({ textContent }) => textContent === "The request");
      return [head.getBoundingClientRect().top, document.querySelector("nav").getBoundingClientRect().bottom];
    });
    assert.ok(top > bottom && top < 500, `${top}, below ${bottom}`);
    assert.ok(await button.evaluate((one) => one === document.activeElement));
  }
  await page.done();
});

test("names of variants are not cut off where there is room", async () => {
  for (const file of [step1, race.path]) {
    const page = await open(browser, file, "", { viewport: { width: 1366, height: 900 } });
    for (const id of ["variant", "beside"]) {
      const [width, needed] = await page.locator(`#${id}`).evaluate((select) => {
        const shown = select.offsetWidth;
        select.style.maxWidth = "none";
        return [shown, select.offsetWidth];
      });
      assert.equal(width, needed, `${file}: ${id}`);
    }
    await page.done();
  }
});

test("buttons that can do nothing are disabled, and keep the focus", async () => {
  const page = await open(browser, step3, "variant=step3_padded/pad1_32x8");
  const disabled = (of) =>
    of
      .locator("nav button")
      .evaluateAll((all) => all.filter((one) => one.ariaDisabled === "true").map((one) => one.dataset.key ?? one.id));
  assert.deepEqual(await disabled(page), ["ArrowLeft", "ArrowUp", "PageUp"]);
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await disabled(page), ["ArrowUp", "PageUp"]);
  const back = page.locator("button", { hasText: "back" });
  await back.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  assert.deepEqual([await where(page), await back.evaluate((one) => one === document.activeElement)], [1, true]);
  await page.keyboard.press("End");
  assert.deepEqual(await disabled(page), ["ArrowRight", "ArrowDown", "PageDown"]);
  await page.done();

  const data = dataIn(step3).runs[0];
  data.variants[0].requests = [];
  const none = await open(browser, pageOf(folder, data));
  assert.equal((await disabled(none)).length, await none.locator("nav button").count());
  await none.done();
});

test("the chosen lane has a frame of its own in the tile and in the matrices", async () => {
  const page = await open(browser, step3, "variant=step3_padded/pad1_32x8&lane=3");
  for (const key of ["ArrowRight", "PageDown"]) {
    await page.keyboard.press(key); // a store, then a load
    assert.deepEqual(await frameOf(page.locator(".tile rect.chosen")), ["mark", "4px"]);
    assert.deepEqual(await frameOf(page.locator(".tile rect.now:not(.chosen)").first()), ["text", "2px"]);
  }
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await frameOf(page.locator("path.chosen.store")), ["text", "2px"]); // red on orange is not enough
  await page.done();
});

test("a field for the elements in a row says what it does not take, and keeps the focus", async () => {
  const page = await open(browser, race.path);
  const field = page.locator("input.short").first();
  await field.fill("0");
  await field.press("Enter");
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  const note = page.locator(`#${await field.getAttribute("aria-describedby")}`);
  assert.match(await note.innerText(), /A row has 1 to 1048576 elements; \d+ are drawn\./);
  await field.fill("16");
  await field.press("Enter");
  assert.equal(await note.innerText(), "");
  assert.equal(await page.evaluate(() => document.activeElement.className), "short");
  await page.done();
});

test("the worst access is said, and leads there", async () => {
  const { path } = shown("step2", "step3", "tile_32x8", "pad1_32x8");
  const page = await open(browser, path);
  const worst = page.locator(".worst button");
  assert.equal(await worst.count(), 1); // the other costs the least everywhere
  assert.match(await worst.innerText(), /^kernel\.cuh:\d+, shared load: 32 wavefronts, at best 1$/);
  await worst.click();
  assert.deepEqual([await where(page), await counted(page)], [65, [32, 32]]);
  await page.done();
});

test("the request's count and its picture are in the first screen, and its line is whole in the source", async () => {
  const { path: pair } = shown("step2", "step3", "tile_32x8", "pad1_32x8");
  for (const width of [1280, 1440]) {
    for (const [file, hash] of [
      [step3, ""],
      [step1, "variant=step1_naive/coalesced_writes_32x8"],
      [race.path, ""],
      [pair, ""],
      [pair, "variant=step2_coalesced/tile_32x8&beside=step3_padded/pad1_32x8&request=65"],
    ]) {
      const page = await open(browser, file, hash, { viewport: { width, height: 900 } });
      for (const panel of await page.locator("article").all()) {
        const bottom = (selector) =>
          panel
            .locator(selector)
            .first()
            .evaluate((one) => one.getBoundingClientRect().bottom);
        for (const selector of [".count", ".request svg rect"])
          assert.ok((await bottom(selector)) < 900, `${selector} of ${file} at ${width}: ${await bottom(selector)}`);
        assert.ok((await bottom("tr[aria-current]")) <= (await bottom(".listing")) + 1, `${file} ${hash}`);
      }
      await page.done();
    }
  }
});

test("the request stays in view, below the steps, where the reader looks at the tile", async () => {
  const page = await open(browser, step3, "variant=step3_padded/pad1_32x8&request=65");
  await page.locator("figure.tile").evaluate((tile) => tile.scrollIntoView({ block: "center" }));
  const edge = (selector, side) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, name) => one.getBoundingClientRect()[name], side);
  assert.ok((await edge(".count", "top")) > (await edge("nav", "bottom")));
  assert.ok((await edge(".request", "bottom")) < 900);
  await page.locator("summary", { hasText: "The lanes as a table" }).click(); // now it is higher than the window
  assert.ok((await edge(".request", "bottom")) - (await edge(".request", "top")) > 900);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.ok((await edge(".request", "bottom")) < 900);
  await page.done();
});
