// The pages that ./learn show writes, of every chapter and of files that somebody brings, as they open from a disk.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { open, overflow, root, seriousFaults } from "./browser.js";
import { browser, test } from "./in_browser.js";
import { BUILD, counted, dataIn, pageOf, shown, temporaryFolder, where } from "./shown.js";

// Each with a size that is soon run.
const MATRIX = ["--rows", "256", "--cols", "384"];
const CHAPTERS = {
  step1_naive: MATRIX,
  step2_coalesced: MATRIX,
  step3_padded: MATRIX,
  step4_vectorized: MATRIX,
  step5_register_tile: MATRIX,
  reduction: ["--elements", "70000"],
};
const folder = temporaryFolder();

before(async () => {
  shown(join(root, "common/tests/try/mistakes/missing_barrier.cu"));
});
after(async () => {
  rmSync(folder, { recursive: true });
});

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

const numbers = (cells) => cells.map((cell) => Number(cell.replaceAll(",", "")));
for (const [chapter, size] of Object.entries(CHAPTERS)) {
  test(`${chapter}: every variant, with the counts that the JSON has`, async () => {
    const { path, status } = shown(chapter, "--", ...size);
    assert.equal(status, 0);
    const args = ["--device", "emulator", "--json", "-", ...size];
    const { benchmarks } = JSON.parse(
      execFileSync(join(BUILD, "bin", chapter), args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
    const data = dataIn(path).runs[0].variants;
    const started = performance.now();
    const page = await open(browser, path);
    console.log(`${chapter}: ${statSync(path).size} bytes, opens in ${Math.round(performance.now() - started)} ms`);
    assert.equal(await page.locator("#variant option").count(), benchmarks.length);
    for (const { name, counters } of benchmarks) {
      await page.locator("#beside").selectOption("");
      await page.locator("#variant").selectOption(name);
      assert.equal(await page.locator("h3", { hasText: "The tree" }).count(), chapter === "reduction" ? 1 : 0);
      assert.match(await page.locator(".agreement").innerText(), /counted [0-9]+ requests again: all equal/);
      await page.locator("article summary").first().click();
      for (const row of await page.locator("article > div table").first().locator("tbody tr").all()) {
        const [of, ...cells] = await row.locator("th, td").allInnerTexts();
        const [, space, operation] = /^(global|shared) (load|store|atomic)s$/.exec(of);
        const unit = space === "global" ? "sectors" : "wavefronts";
        assert.deepEqual(
          numbers(cells.slice(0, 2)),
          [counters[`${space}_${operation}_requests`], counters[`${space}_${operation}_${unit}`]],
          `${name}: ${of}`,
        );
      }
      const requests = data.find((variant) => variant.name === name).requests;
      for (const at of [0, Math.floor(requests.length / 2), requests.length - 1]) {
        await page.locator("#position").fill(`${at + 1}`);
        assert.deepEqual(await counted(page), [requests[at][4], requests[at][4]], `${name}: request ${at + 1}`);
      }
    }
    await page.done();
  });
}

test("what limits a variant is explained where its name does not say it", async () => {
  const { path } = shown("step1_naive", "--", ...MATRIX);
  const said = async (file) => {
    const page = await open(browser, file);
    const words = await page.locator("article > div > p").first().innerText();
    await page.done();
    return words;
  };
  assert.match(
    await said(join(BUILD, "show/step3_padded.html")),
    /limited by in flight\. In flight is what was asked for and has not come yet/,
  );
  const ofWavefronts = (from) => {
    const data = dataIn(from).runs[0];
    data.variants[0].limitedBy = "wavefronts";
    return said(pageOf(folder, data));
  };
  assert.match(await ofWavefronts(path), /These are wavefronts of the L1 cache\. Its data lie in the 32 banks/);
  assert.match(await ofWavefronts(join(BUILD, "show/step3_padded.html")), /wavefronts of shared memory and of loads/);
});

test("of a store a bank takes words in, of a load it hands them out", async () => {
  const page = await open(browser, join(BUILD, "show/step3_padded.html"), "variant=step3_padded/pad1_32x8&request=2");
  assert.match(
    await page.locator("header").innerText(),
    /In one wavefront each bank hands out one word, or takes one in\./,
  );
  const words = () =>
    page
      .locator("section", { hasText: "The request" })
      .first()
      .evaluate((part) => part.textContent);
  assert.match(
    await words(),
    /: shared store of .*all are taken in at once.*lane whose word is stored.*bank takes in/s,
  );
  assert.doesNotMatch(await words(), /hand(s|ed)? out|gets its word/);
  await page.keyboard.press("PageDown");
  assert.match(
    await words(),
    /: shared load of .*all are handed out at once.*lane that gets its word.*bank hands out/s,
  );
  assert.doesNotMatch(await words(), /take(s|n)? in|is stored/);
  await page.done();
});

test("the picture in README.md is what the page shows", () => {
  execFileSync(process.execPath, [join(root, "common/tools/pages/picture.mjs"), "--check"], { stdio: "pipe" });
});

test("step3's page is under 400 kB", () => assert.ok(statSync(join(BUILD, "show/step3_padded.html")).size < 400_000));

test("a walk by keyboard alone", async () => {
  const page = await open(browser, join(BUILD, "show/step3_padded.html"), "variant=step3_padded/pad1_32x8");
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
  for (let i = 0; i < 4; ++i) await page.keyboard.press("Tab"); // variant, beside, lane, back
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

test("tables have each cell of tiles and matrices, and follow the steps", async () => {
  const page = await open(browser, join(BUILD, "show/step3_padded.html"), "variant=step3_padded/pad1_32x8&request=65");
  for (const summary of await page.locator("summary", { hasText: "The cells as a table" }).all()) await summary.click();
  const cell = (name, row, column) =>
    page.locator(".memory table", { hasText: name }).locator("tbody tr").nth(row).locator("td").nth(column).innerText();
  assert.equal(await cell("tile: 32 rows", 3, 0), "bank 3, written, 1 lane: 3");
  assert.equal(await cell("tile: 32 rows", 3, 32), "bank 3, never touched");
  assert.equal(await cell("in: rows 0", 0, 5), "touched");
  assert.equal(await cell("out: rows 0", 0, 5), "this warp's, later");
  await page.keyboard.press("ArrowRight"); // which stores it
  assert.equal(await cell("tile: 32 rows", 3, 0), "bank 3, written");
  assert.equal(await cell("out: rows 0", 0, 5), "1 lane: 5, touched");
  assert.deepEqual(await seriousFaults(page), []);
  await page.done();
});

test("the output of a copy has the shape of its input, that of a transpose has not", async () => {
  for (const [rows, cols] of [
    ["256", "384"],
    ["16", "32"], // of one block, which stores to all indices in any case
  ]) {
    const { path } = shown("step1_naive", "--", "--rows", rows, "--cols", cols);
    const page = await open(browser, path);
    const shapes = async (name) => {
      await page.locator("#variant").selectOption(`step1_naive/${name}`);
      return page.locator(".with-map title").allTextContents();
    };
    const input = `All of in: ${rows} rows of ${cols}`;
    assert.deepEqual(await shapes("copy"), [input, `All of out: ${rows} rows of ${cols}`]);
    assert.deepEqual(await shapes("coalesced_reads_32x8"), [input, `All of out: ${cols} rows of ${rows}`]);
    // What should transpose and copies is wrong: its output is drawn as it has to be.
    const data = dataIn(path).runs[0];
    for (const variant of data.variants) variant.good = false;
    const wrong = await open(browser, pageOf(folder, data), "variant=step1_naive/copy");
    assert.equal(await wrong.locator(".with-map title").last().textContent(), `All of out: ${cols} rows of ${rows}`);
    await wrong.done();
    await page.done();
  }
});

test("a field for the elements in a row says what it does not take, and keeps the focus", async () => {
  const page = await open(browser, join(BUILD, "show/missing_barrier.html"));
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

test("a race is said, its lanes can be shown, its element is marked; the status is 1", async () => {
  const { path, status, said } = shown(join(root, "common/tests/try/mistakes/missing_barrier.cu"));
  assert.equal(status, 1);
  assert.match(said, /race on shared/);
  const page = await open(browser, path);
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
  const file = join(BUILD, "show/missing_barrier.html");
  const page = await open(browser, file, "", { viewport: { width: 1366, height: 700 } });
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
  for (const file of ["step1_naive", "missing_barrier"]) {
    const page = await open(browser, join(BUILD, `show/${file}.html`), "", { viewport: { width: 1366, height: 900 } });
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
  const file = join(BUILD, "show/step3_padded.html");
  const page = await open(browser, file, "variant=step3_padded/pad1_32x8");
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

  const data = dataIn(file).runs[0];
  data.variants[0].requests = [];
  const none = await open(browser, pageOf(folder, data));
  assert.equal((await disabled(none)).length, await none.locator("nav button").count());
  await none.done();
});

test("the chosen lane has a frame of its own in the tile", async () => {
  const page = await open(browser, join(BUILD, "show/step3_padded.html"), "variant=step3_padded/pad1_32x8&lane=3");
  for (const key of ["ArrowRight", "PageDown"]) {
    await page.keyboard.press(key); // a store, then a load
    assert.deepEqual(await frameOf(page.locator(".tile rect.chosen")), ["mark", "4px"]);
    assert.deepEqual(await frameOf(page.locator(".tile rect.now:not(.chosen)").first()), ["text", "2px"]);
  }
  await page.done();
});

test("names and source that look like markup stay text", async () => {
  const name = "<img src=x onerror=alert(1)>.cu";
  copyFileSync(join(root, "common/tests/try/mistakes/missing_barrier.cu"), join(folder, name));
  const evil = '</script><script>document.title = "broken"</script><img src=x onerror=alert(1)><!--';
  const turned = "\u202Egnorw \u001b[31m"; // which a page would show from right to left
  writeFileSync(join(folder, name), readFileSync(join(folder, name), "utf8") + `// ${evil}\n`);
  const { path, status } = shown(join(folder, name));
  assert.equal(status, 1);
  const page = await open(browser, path);
  assert.equal(await page.locator("img").count(), 0);
  assert.match(await page.title(), /^<img src=x/);
  assert.ok((await page.locator("table.source").innerText()).includes(evil));
  await page.done();

  const data = dataIn(path).runs[0];
  const [variant] = data.variants;
  variant.arrays[1].name = turned;
  data.sources[0].text += turned;
  for (const named of [variant, variant.arrays[0], data.sources[0], variant.hazards[0]]) {
    for (const key of ["name", "file", "words", "element"]) if (key in named) named[key] = evil;
  }
  variant.problem = variant.failure = evil;
  variant.sizes = { [evil]: 1 };
  const crafted = await open(browser, pageOf(folder, data));
  assert.equal(await crafted.locator("img").count(), 0);
  assert.equal(await crafted.locator("h2").innerText(), evil);
  const text = await crafted.locator("body").innerText();
  assert.doesNotMatch(text, /[\u202E\u001b]/);
  assert.match(text, /\uFFFDgnorw \u241B\[31m/);
  await crafted.done();
});

test("a count that is not the model's is said", async () => {
  const data = dataIn(join(BUILD, "show/missing_barrier.html")).runs[0];
  data.variants[0].requests[2][4] += 1;
  const page = await open(browser, pageOf(folder, data), "request=3");
  assert.match(await page.locator(".agreement").innerText(), /counts 1 request otherwise than the run, first number 3/);
  assert.match(await page.locator("article").innerText(), /The run counted 2\./);
  await page.done();
});

test("bad usage is one line and status 2", () => {
  for (const [names, words] of [
    [[], /takes a chapter or a file/],
    [["nosuch"], /unknown chapter 'nosuch'/],
    [["step3", "nosuch"], /unknown variant 'nosuch'/],
    [["nosuch.cu"], /nosuch.cu: cannot be read/],
    [["step3", "a.cu"], /not both/],
    [["a.cu", "b.cu"], /one file/],
    [["--fast"], /unknown option/],
    [["step3", "--", "--rows", "0"], /--rows/],
    [["step3", "--", "--device", "gpu"], /runs on the emulator/],
  ]) {
    const { status, said, path } = shown(...names);
    assert.equal(status, 2, names.join(" "));
    assert.equal(path, "");
    const lines = said
      .split("\n")
      .filter((line) => line !== "" && !/^(Building|Running \w+|Waiting for another .*)$/.test(line));
    assert.equal(lines.length, 1, said);
    assert.match(lines[0], words);
  }
});

for (const [file, hash] of [
  ["step3_padded", ""],
  ["step3_padded", "variant=step3_padded/pad1_32x8&beside=step3_padded/swizzled_32x8&request=70"],
  ["reduction", "variant=reduction/unroll"],
  ["missing_barrier", ""],
]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${file} ${hash} in ${colorScheme}: axe-core finds nothing serious; nothing off to the right at 360 px`, async () => {
      const page = await open(browser, join(BUILD, `show/${file}.html`), hash, {
        colorScheme,
        viewport: { width: 360, height: 740 },
      });
      assert.equal(await overflow(page), 0);
      assert.deepEqual(await seriousFaults(page), []);
      await page.done();
    });
  }
}

test("an unfolded table of an array that the next launch does not touch", async () => {
  const { path } = shown("reduction", "--", "--elements", "777");
  const page = await open(browser, path);
  const variants = await page.locator("#variant option").evaluateAll((all) => all.map(({ value }) => value));
  for (const name of variants) {
    await page.locator("#variant").selectOption(name);
    await page.evaluate(() => {
      document.querySelectorAll("details").forEach((part) => (part.open = true));
      for (const key of ["End", "Home"])
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
    });
    await page.waitForTimeout(50);
  }
  await page.done();
});
