// The page of a run, moved: by keys, buttons and the address; what is in view, and what is marked, at each step.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { inFirefox, open, root } from "./browser.js";
import { browser, test } from "./in_browser.js";
import { counted, dataIn, pageOf, shown, shownApart, temporaryFolder, where } from "./shown.js";

const folder = temporaryFolder();
let step1, step3, pair, race;

before(() => {
  step1 = shown("step1").path;
  step3 = shown("step3").path;
  pair = shown("step2", "step3", "tile_32x8", "pad1_32x8").path;
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
  const page = await open(browser, step3, "variant=step3_padded/pad1_32x8&request=1");
  const walk = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    return where(page);
  };
  assert.equal(await walk(), 1);
  assert.equal(await walk("ArrowRight", "ArrowRight"), 3);
  assert.equal(await walk("ArrowLeft"), 2);
  for (let i = 3; i <= 9; ++i) assert.equal(await walk("ArrowRight"), i); // as it is counted, on to the next warp
  for (let i = 8; i >= 2; --i) assert.equal(await walk("ArrowLeft"), i);
  assert.equal(await walk("ArrowDown"), 10); // eight requests of each warp before the barrier
  await walk("ArrowUp");
  await page.getByRole("button", { name: "next barrier" }).click();
  assert.equal(await where(page), 65);
  assert.match(
    await page.locator("#said").textContent(),
    /Request 65 of 128, warp 0, 1 barrier passed: shared load .* 1 wavefront/,
  );
  await page.getByRole("button", { name: "barrier before" }).click();
  assert.equal(await where(page), 1);
  await page.locator("#position").fill("128");
  await page.locator("#position").blur();
  assert.equal(await walk("ArrowRight"), 128);
  await page.at("variant=step3_padded/pad1_32x8&request=3");
  for (let i = 0; i < 2; ++i) await page.keyboard.press("Tab"); // play, back
  await page.keyboard.press("Enter");
  assert.equal(await where(page), 2);
  await page.done();
});

test("Space, Home, End and the keys of pages are the browser's own", async () => {
  const page = await open(browser, step3, "variant=step3_padded/pad1_32x8&request=70");
  for (const [key, goesDown] of [
    ["PageDown", true],
    ["PageUp", false],
    ["Space", true],
    ["Home", false],
    ["End", true],
  ]) {
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press(key);
    const isThere = ([from, down]) => (down ? scrollY > from : scrollY < from);
    await page.waitForFunction(isThere, [before, goesDown], { timeout: 2000 });
    await page.waitForTimeout(300);
  }
  assert.equal(await where(page), 70);
  await page.done();
});

/** While it plays: which wavefront the first picture is at, what is drawn in each, and the lanes of some marks. */
const playing = async (page, marks) =>
  (
    await page.waitForFunction((marks) => {
      const [, tick] = /^Wavefront (\d+) of 32$/.exec(document.querySelector(".drawing figcaption").textContent) ?? [];
      const drawn = (one) => one.querySelectorAll(".drawing rect.cell:not(.waiting)").length;
      return (
        tick > 2 && {
          tick: Number(tick),
          drawn: [...document.querySelectorAll("article")].map(drawn),
          marked: [...document.querySelectorAll(marks)].map((one) => Number(one.dataset.lane ?? one.textContent)),
        }
      );
    }, marks)
  ).jsonValue();

test("play goes through the wavefronts: left 32 ticks, right 1", async () => {
  const page = await open(browser, pair);
  const drawn = () =>
    page
      .locator("article")
      .evaluateAll((all) => all.map((one) => one.querySelectorAll(".drawing rect.cell:not(.waiting)").length));
  assert.deepEqual(await drawn(), [32, 32]);
  await page.locator("#play").click();
  assert.deepEqual(await drawn(), [0, 0]);
  const now = await playing(page, "article:first-child rect.chosen");
  assert.deepEqual(now.drawn, [now.tick, 32]);
  assert.deepEqual(now.marked, [now.tick - 1, now.tick - 1]); // tile, bank
  await page.locator("#play").click();
  assert.deepEqual(await drawn(), [32, 32]);
  await page.locator("#play").click();
  await page.keyboard.press("ArrowRight"); // a step stops it
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "false");
  await page.done();
});

test("where nothing costs more than the least, it opens on what is read from the tile; tile and banks are on the first screen", async () => {
  const viewport = { width: 1280, height: 800 };
  for (const names of [
    ["step3", "pad1_32x8", "swizzled_32x8"],
    ["step3", "pad1_32x32", "pad1_64x64_32x8"],
    ["step5", "shifted_128x64", "write_order_64x64"],
    ["step6", "words_2_bytes", "vectors_2_bytes"],
    ["step6", "any_size_1_byte", "words_1_byte"],
  ]) {
    const page = await open(browser, shownApart(...names).path, "", { viewport });
    const shared = page.locator('.pictures[data-space="shared"]');
    assert.equal(await shared.count(), 2, names.join());
    const opened = await where(page);
    const requests = Number(await page.locator("#position").getAttribute("max"));
    for (const request of [opened, ...Array.from({ length: 9 }, (_, i) => 1 + Math.floor((i * requests) / 9))]) {
      await page.locator("#position").fill(`${request}`);
      for (const picture of await shared.locator("svg").all()) {
        const { y, height } = await picture.boundingBox();
        assert.ok(y + height <= viewport.height, `${names.join()} ${request}: ${y} + ${height}`);
      }
    }
    await page.done();
  }
});

test("it opens on the dearest request, whose cause is the headline; the address may name another", async () => {
  const headline = (page) => page.locator("h1").innerText();
  const page = await open(browser, pair);
  assert.deepEqual([await where(page), await counted(page, 0), await counted(page, 1)], [65, [32, 32], [1, 1]]);
  assert.equal(
    await headline(page),
    "Line 34 costs 32 wavefronts in tile_32x8 and 1 in pad1_32x8: the column lies in one bank in the first, " +
      "in all 32 banks in the second.",
  );
  await page.at("variant=step3_padded/pad1_32x8&beside=step2_coalesced/tile_32x8"); // the second one's
  assert.deepEqual(await counted(page, 1), [32, 32]);
  await page.at("variant=step2_coalesced/tile_32x8&beside=step3_padded/pad1_32x8&request=1");
  assert.equal(await where(page), 1);
  assert.equal(
    await headline(page),
    "tile_32x8 is slower: it issues 137 wavefronts for each KiB of data, most of them at line 34; pad1_32x8 13.",
  );
  await page.done();
  const one = await open(browser, step1, "variant=step1_naive/coalesced_writes_32x8");
  assert.match(
    await headline(one),
    /^The load of line \d+ costs 32 sectors instead of 4: it uses 4 of the 32 bytes of each sector\.$/,
  );
  await one.done();
  const wrong = await open(browser, race.path);
  assert.match(await headline(wrong), /^missing_barrier\.cu:4: race on shared values\[32\]: /);
  assert.equal(await wrong.locator("rect.now.chosen.hazard").count(), 1);
  await wrong.done();
});

test("one kernel that a program launches twice is no comparison; nor is a variant beside itself", async () => {
  const data = dataIn(race.path).runs[0];
  data.variants.push(structuredClone(data.variants[0]));
  const page = await open(browser, pageOf(folder, data));
  assert.equal(await page.locator("article").count(), 1);
  const names = await page.locator("#variant option").allInnerTexts();
  assert.deepEqual(await page.locator("#beside option").allInnerTexts(), ["nothing", names[1]]);
  await page.locator("#beside").selectOption(names[1]);
  assert.equal(await page.locator("article").count(), 2);
  assert.equal(await page.locator(".findings button").count(), 2); // what both have is said once
  await page.done();
});

test("a click on a cell marks its lane, in the tile and in the banks; another takes the mark off", async () => {
  const page = await open(browser, pair);
  const lane = () => page.locator("#lane").inputValue();
  await page.locator(".drawing rect.cell").nth(5).click();
  assert.equal(await lane(), "5");
  const cell = page.locator("article").nth(1).locator('.tile rect[data-lane="9"]');
  await cell.click();
  assert.equal(await lane(), "9");
  assert.equal(await page.locator("rect.chosen").count(), 4);
  await cell.click();
  assert.equal(await lane(), "");
  await page.done();
});

test("a marked lane's number can be read at every width: of a click, of Play, of a race", async () => {
  for (const width of [360, 1280]) {
    const hidden = (page) =>
      page.locator("text.in-cell.marked").evaluateAll((marks) =>
        marks.filter((mark) => mark.closest("figure").checkVisibility()).filter((mark) => {
          const box = mark.getBoundingClientRect();
          const over = [...mark.parentElement.querySelectorAll("text.in-cell, rect")].filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            const meets = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
            return meets && mark.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
          });
          return box.width === 0 || over.length > 0;
        }).map(({ textContent }) => textContent),
      ); // prettier-ignore
    const lanes = (page) => page.locator("article:not([hidden]) text.in-cell.marked:visible").allTextContents();
    const page = await open(browser, pair, "", { viewport: { width, height: 800 } });
    await page.locator("#lane").evaluate((list) => {
      list.value = "13";
      list.dispatchEvent(new Event("change"));
    });
    assert.deepEqual(new Set(await lanes(page)), new Set(["13"]));
    assert.deepEqual(width === 360 ? [] : await hidden(page), []);
    await page.locator("#play").click();
    const { tick, marked } = await playing(page, "article:first-child text.in-cell.marked");
    assert.deepEqual(marked, [tick - 1, tick - 1]);
    await page.done();
    const wrong = await open(browser, race.path, "", { viewport: { width, height: 800 } });
    assert.deepEqual([await lanes(wrong), await hidden(wrong)], [["31"], []]);
    await wrong.done();
  }
});

test("the second column shows the counterpart: the same kind of request", async () => {
  const { path } = shown("step2");
  const page = await open(
    browser,
    path,
    "variant=step2_coalesced/tile_32x8&beside=step2_coalesced/tile_32x32&request=3",
  );
  const kinds = await page
    .locator(".request")
    .evaluateAll((all) => all.map((one) => /(global|shared) (load|store)/.exec(one.innerText)[0]));
  assert.deepEqual(kinds, ["global load", "global load"]);
  await page.done();
});

test("where the page first says lane, it says what a lane is", async () => {
  for (const path of [pair, race.path]) {
    const page = await open(browser, path);
    const words = await page.locator("body").innerText();
    assert.match(words.slice(words.search(/\blanes?\b/i)), /^lane: one of the 32 threads of a warp/);
    if (/hazard/i.test(words))
      assert.match(words.slice(words.search(/hazard/i)), /^hazard(:| was found \(a hazard:) what no kernel may do/);
    assert.doesNotMatch((await page.locator(".why").allInnerTexts()).join(), /lane l\b|·l\b/i);
    await page.done();
  }
});

test("printed: two columns, no buttons, each figure with its heading", async () => {
  if (inFirefox) return; // Playwright cannot print in it
  const page = await open(browser, pair, "", { colorScheme: "dark", viewport: { width: 700, height: 900 } });
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(31, 35, 40)"); // on white paper
  assert.equal(await page.locator("article > h2:visible").count(), 2);
  assert.equal(await page.locator("button:visible, select:visible, summary:visible").count(), 0);
  const [left, right] = await page.locator("article").all();
  const [a, b] = [await left.boundingBox(), await right.boundingBox()];
  assert.ok(a.y === b.y && a.x + a.width <= b.x);
  assert.equal(await page.locator("figcaption:visible").count(), await page.locator("figure:visible").count());
  await page.done();
});

test("two variants side by side, in step, and kept in the address", async () => {
  const page = await open(browser, pair); // two are shown side by side at once
  assert.deepEqual(
    [await counted(page, 0), await counted(page, 1)],
    [
      [32, 32],
      [1, 1],
    ],
  );
  const again = await open(browser, pair, new URL(page.url()).hash.slice(1));
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
  const [first, second] = await Promise.all([0, 1].map((i) => shows.nth(i).boundingBox()));
  assert.ok(second.y >= first.y + first.height + 4, "the two do not touch");
  for (const button of await shows.all()) {
    const [, lane, warp] = /lane (\d+) of warp (\d+)/.exec(await button.innerText());
    await button.click();
    assert.equal(await page.locator("#lane").inputValue(), lane);
    assert.match(await page.locator("#where").innerText(), new RegExp(`warp ${warp}$`));
    const cell = page.locator("rect.now.chosen.hazard");
    assert.equal(await cell.count(), 1);
    assert.deepEqual(await frameOf(cell), ["mark", "4px"]);
    assert.ok((await page.locator(".tile text.in-cell").allTextContents()).includes(lane));
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
      const head = document.querySelector(".tile figcaption"); // counts and banks are not shown beside a race
      return [head.getBoundingClientRect().top, document.querySelector("nav").getBoundingClientRect().bottom];
    });
    assert.ok(top > bottom && top < 500, `${top}, below ${bottom}`);
    assert.ok(await button.evaluate((one) => one === document.activeElement));
    for (const count of [".count", "#worst"]) assert.equal(await page.locator(count).isVisible(), false);
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
  const page = await open(browser, step3, "variant=step3_padded/pad1_32x8&request=1");
  const disabled = (of) =>
    of
      .locator("nav button:not(#worst)")
      .evaluateAll((all) =>
        all.filter((one) => one.ariaDisabled === "true").map((one) => one.dataset.key ?? one.dataset.barrier ?? one.id),
      );
  assert.deepEqual(await disabled(page), ["ArrowLeft", "ArrowUp", "-1"]);
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await disabled(page), ["ArrowUp", "-1"]);
  const back = page.getByRole("button", { name: "back" });
  await back.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  assert.deepEqual([await where(page), await back.evaluate((one) => one === document.activeElement)], [1, true]);
  await page.locator("#position").fill("128");
  assert.deepEqual(await disabled(page), ["ArrowRight", "ArrowDown", "1"]);
  await page.done();

  const data = dataIn(step3).runs[0];
  data.variants[0].requests = [];
  const none = await open(browser, pageOf(folder, data), `variant=${data.variants[0].name}`);
  assert.equal((await disabled(none)).length, await none.locator("nav button:not(#worst)").count());
  await none.done();
});

test("the chosen lane has a frame of its own in the tile and in the matrices", async () => {
  const page = await open(browser, step3, "variant=step3_padded/pad1_32x8&lane=3");
  for (const number of ["2", "65"]) {
    await page.locator("#position").fill(number); // a store, then a load
    assert.deepEqual(await frameOf(page.locator(".tile rect.chosen")), ["mark", "4px"]);
    assert.deepEqual(await frameOf(page.locator(".tile rect.now:not(.chosen)").first()), ["text", "1px"]);
  }
  await page.locator("#position").fill("66");
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

test("the worst request has a button that says it, and brings it into view; where all cost the least, idle lanes", async () => {
  const at = "variant=step2_coalesced/tile_32x8&beside=step3_padded/pad1_32x8&request=1";
  const page = await open(browser, pair, at);
  const worst = page.locator("#worst");
  assert.equal(await worst.innerText(), "Show the worst: 32 wavefronts instead of 1");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await worst.click();
  assert.deepEqual([await where(page), await counted(page)], [65, [32, 32]]);
  const { y, height } = await page.locator(".count").first().boundingBox();
  assert.ok(y >= 0 && y + height < 900, `${y}`);
  await page.done();
  // The dearest of the second is 32 wavefronts, beside which the first has no request in step.
  const apart = await open(browser, shownApart("step4", "float4_loads", "float4_tile").path);
  assert.equal(await apart.locator("#worst").innerText(), "Show the worst: 32 sectors instead of 4");
  assert.deepEqual(await counted(apart), [32, 32]);
  await apart.done();
  const sum = await open(browser, shown("reduction").path, "", { viewport: { width: 1280, height: 800 } });
  assert.equal(await sum.locator("#beside").inputValue(), "reduction/vectorized"); // of all, the limits of these differ most
  await sum.locator("#beside").selectOption("");
  await sum.locator("#variant").selectOption("reduction/naive");
  assert.equal(await sum.locator("#worst").innerText(), "Show where most lanes idle: line 21");
  for (const [variant, words] of [
    ["naive", /^kernel\.cuh:21, in block 0: 141 wavefronts for 255 additions; 83\s% of the lanes idle\.$/],
    ["sequential", /^kernel\.cuh:52, in block 0: 36 wavefronts for 255 additions; 34\s% of the lanes idle\.$/],
    ["unroll", /^The load of kernel\.cuh:112 costs 4 sectors, the least possible\.$/], // and not its last store, of one lane
    ["multiple", /^The load of kernel\.cuh:126 costs 4 sectors, the least possible\.$/],
    ["shuffle", /^summit\.cuh:21, in block 0: 8 wavefronts; 97\s% of the lanes idle\.$/],
    ["vectorized", /^summit\.cuh:21, in block 0: 16 wavefronts; 97\s% of the lanes idle\.$/],
  ]) {
    await sum.locator("#variant").selectOption(`reduction/${variant}`);
    assert.match(await sum.locator("h1").innerText(), words);
    for (const level of [0, 1]) {
      const { y, height } = await sum.locator("figure.level svg").nth(level).boundingBox();
      assert.ok(y + height < 800, `${variant}, level ${level + 1}: ${y} + ${height}`);
    }
  }
  await sum.locator("#variant").selectOption("reduction/naive");
  assert.equal(await sum.locator(".count").innerText(), "1 wavefront, for 4 lanes");
  assert.match(await sum.locator(".count + p").innerText(), /^28 of 32 lanes idle, all but 0, 8, 16, 24\. /);
  assert.equal(await sum.locator(".why rect.idle").count(), 28);
  await sum.setViewportSize({ width: 360, height: 740 });
  for (const selector of ["figure.level svg", ".why rect.idle"]) {
    const { y, height } = await sum.locator(selector).first().boundingBox();
    assert.ok(y > 0 && y + height < 740, `${selector}: ${y} + ${height}`);
  }
  await sum.setViewportSize({ width: 1280, height: 800 });
  await sum.locator("#beside").selectOption("reduction/sequential");
  assert.match(await sum.locator("h1").innerText(), /^naive and sequential are about as fast: both are limited by/);
  await sum.done();
});

test("numbers in cells can be read in both schemes; of a race they are inside their frames, and its own is whole", async () => {
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 1280],
    ["dark", 360],
  ]) {
    const page = await open(browser, race.path, "", { colorScheme, viewport: { width, height: 800 } });
    const labels = await page.locator(".tile text.in-cell:visible").evaluateAll((all) => {
      const luminance = (colour) => {
        const parts = colour.match(/[\d.]+/g).map((part) => Number(part) / 255);
        const [red, green, blue] = parts.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      return all.map((text) => {
        const { fill, stroke } = getComputedStyle(text);
        const [a, b] = [luminance(fill), luminance(stroke)].sort((one, other) => other - one);
        return [text.textContent, text.getBBox().width, (a + 0.05) / (b + 0.05)];
      });
    });
    assert.equal(labels.length, 32);
    for (const [text, width, contrast] of labels) {
      assert.ok(width <= 17, `${text}: ${width} wide`);
      assert.ok(contrast >= 7, `${colorScheme}, ${text}: ${contrast}`);
    }
    const covered = await page.locator(".tile").evaluate((tile) => {
      const frame = tile.querySelector("rect.hazard");
      const { right, bottom } = frame.getBoundingClientRect();
      const near = [...tile.querySelectorAll("rect")].filter((one) => {
        const box = one.getBoundingClientRect();
        return (
          one !== frame && box.left < right + 4 && box.right > right && box.bottom > bottom - 4 && box.top < bottom
        );
      });
      return near.filter((one) => frame.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING).length;
    });
    assert.equal(covered, 0);
    await page.done();
  }
});

test("the request's count and its picture are in the first screen, and its line is whole in the source", async () => {
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
