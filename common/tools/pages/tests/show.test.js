// The pages that ./learn show writes, of every chapter and of files that somebody brings, as they open from a disk.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { open, overflow, root, seriousFaults } from "./browser.js";
import { browser, test } from "./in_browser.js";
import { BUILD, counted, dataIn, pageOf, shown, shownApart, temporaryFolder } from "./shown.js";

// Each with a size that is soon run.
const MATRIX = ["--rows", "256", "--cols", "384"];
const CHAPTERS = {
  step1_naive: MATRIX,
  step2_coalesced: MATRIX,
  step3_padded: MATRIX,
  step4_vectorized: MATRIX,
  step5_register_tile: MATRIX,
  step6_small_elements: MATRIX,
  reduction: ["--elements", "70000"],
};
const folder = temporaryFolder();

before(() => shown(join(root, "common/tests/try/mistakes/missing_barrier.cu")));
after(() => rmSync(folder, { recursive: true }));

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
      await page.locator(".run summary").click();
      for (const row of await page.locator(".run table").locator("tbody tr").all()) {
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
  const said = async (file, name) => {
    const page = await open(browser, file, `variant=${name}`);
    const words = await page.locator(".run > p").nth(1).innerText();
    await page.done();
    return words;
  };
  assert.match(
    await said(join(BUILD, "show/step3_padded.html"), "step3_padded/pad1_32x32"),
    /limited by in flight\. In flight is what was asked for and has not come yet/,
  );
  const ofWavefronts = (from) => {
    const data = dataIn(from).runs[0];
    data.variants[0].limits = [["wavefronts", 1]];
    return said(pageOf(folder, data), data.variants[0].name);
  };
  assert.match(await ofWavefronts(path), /These are wavefronts of the L1 cache\. Its data lie in the 32 banks/);
  assert.match(await ofWavefronts(join(BUILD, "show/step3_padded.html")), /wavefronts of shared memory and of loads/);
});

test("of a store a bank takes words in, of a load it hands them out", async () => {
  const page = await open(browser, join(BUILD, "show/step3_padded.html"), "variant=step3_padded/pad1_32x8&request=2");
  assert.match(
    (await page.locator("nav details details p").last().textContent()).replace(/\s+/g, " "),
    /In one wavefront each bank hands out one word, or takes one in\./,
  );
  const words = () => page.locator("section.request").evaluate((part) => part.textContent);
  assert.match(
    await words(),
    /all are taken in at once.*lane whose word is stored.*bank takes in.*: shared store of /s,
  );
  assert.doesNotMatch(await words(), /hand(s|ed)? out|gets its word/);
  await page.getByRole("button", { name: "next barrier" }).click();
  assert.match(
    await words(),
    /all are handed out at once.*lane that gets its word.*bank hands out.*: shared load of /s,
  );
  assert.doesNotMatch(await words(), /take(s|n)? in|is stored/);
  await page.done();
});

test("the pictures in README.md are what the page shows; at 360 px their words can be read, and none meet", async () => {
  execFileSync(process.execPath, [join(root, "common/tools/pages/picture.mjs"), "--check"], { stdio: "pipe" });
  const [, ...files] = readFileSync(join(root, "README.md"), "utf8")
    .match(/^<img .*show_.*$/m)[0]
    .split(/src="/);
  assert.equal(files.length, 2);
  for (const file of files.map((one) => one.slice(0, one.indexOf('"')))) {
    const page = await open(browser, join(root, file), "", { viewport: { width: 328, height: 740 } });
    const texts = await page.locator("text").evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const size = Number.parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
        return { words: one.textContent, size, left, right, top, bottom };
      }),
    );
    assert.ok(texts.some(({ words }) => words === "each row: one wavefront"));
    for (const [i, one] of texts.entries()) {
      assert.ok(one.size >= 11 && one.left >= 0 && one.right <= 328, `${file}: ${JSON.stringify(one)}`);
      for (const other of texts.slice(i + 1)) {
        const apart =
          other.left >= one.right || other.right <= one.left || other.top >= one.bottom || other.bottom <= one.top;
        assert.ok(apart, `${file}: ${one.words} and ${other.words}`);
      }
    }
    await page.done();
  }
});

test("step3's page is under 400 kB", () => assert.ok(statSync(join(BUILD, "show/step3_padded.html")).size < 400_000));

test("tables have each cell of tiles and matrices, and follow the steps", async () => {
  const page = await open(browser, join(BUILD, "show/step3_padded.html"), "variant=step3_padded/pad1_32x8&request=65");
  for (const summary of await page.locator("summary", { hasText: "The cells as a table" }).all()) await summary.click();
  const cell = (name, row, column) =>
    page
      .locator(".request table, .memory table")
      .filter({ hasText: name })
      .locator("tbody tr")
      .nth(row)
      .locator("td")
      .nth(column)
      .innerText();
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
    const page = await open(browser, path, "variant=step1_naive/copy");
    const shapes = async (name) => {
      await page.locator("#variant").selectOption(`step1_naive/${name}`);
      return page.locator(".with-map title").allTextContents();
    };
    const input = `All of in: ${rows} rows of ${cols}`;
    assert.deepEqual(await shapes("copy"), [input, `All of out: ${rows} rows of ${cols}`]);
    assert.deepEqual(await shapes("coalesced_reads_32x8"), [input, `All of out: ${cols} rows of ${rows}`]);
    // What the run says of a result changes nothing of what its output has to be.
    const data = dataIn(path).runs[0];
    for (const variant of data.variants) variant.good = false;
    const wrong = await open(browser, pageOf(folder, data), "variant=step1_naive/copy");
    assert.equal(await wrong.locator(".with-map title").last().textContent(), `All of out: ${rows} rows of ${cols}`);
    await wrong.done();
    await page.done();
  }
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

test("variants are found in chapters that are not named", async () => {
  const { path, status } = shown("step3", "tile_32x8", "pad1_32x8");
  assert.equal(status, 0);
  assert.deepEqual(
    dataIn(path).runs.flatMap(({ variants }) => variants.map(({ name }) => name)),
    ["step2_coalesced/tile_32x8", "step3_padded/pad1_32x8"],
  );
  assert.equal(shown("tile_32x8", "pad1_32x8").path, path);
});

test("bad usage is one line and status 2", () => {
  for (const [names, words] of [
    [[], /takes a chapter or a file, .*there are step1_naive step2_coalesced /],
    [["nosuch"], /unknown chapter 'nosuch'/],
    [["step3", "nosuch"], /unknown variant 'nosuch', in no chapter; there are pad1_32x32 /],
    [
      ["step1", "pad1_32x8"],
      /'pad1_32x8' is no variant of step1_naive but of step3_padded: \.\/learn show step3_padded pad1_32x8$/,
    ],
    [["step3", "--page"], /--page takes a file/],
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
      const position = document.getElementById("position");
      for (const at of [position.max, "1", position.max]) {
        position.value = at;
        position.dispatchEvent(new Event("input"));
      }
    });
    await page.waitForTimeout(50);
  }
  await page.done();
});

const OF_4 = ["--", "--gpus", "4"];

test("many_gpus: it opens on a variant with requests; each link has its bytes; matrices their rows", async () => {
  const { path } = shown("many_gpus", ...OF_4);
  const page = await open(browser, path);
  assert.equal(await page.locator("#variant").inputValue(), "many_gpus/pack_exchange_unpack");
  assert.equal(await page.locator("#beside").inputValue(), "many_gpus/fused"); // which is faster
  await page.locator("#beside").selectOption("");
  assert.ok((await page.locator("#position").getAttribute("max")) > 1);
  const strip = (512 * 512 * 4) / 16; // that each of 4 devices sends to each other one
  assert.equal(
    await page.locator("#links caption").innerText(),
    "12 links, each with at most 64 KiB: pack_exchange_unpack in 12 messages",
  );
  assert.equal(
    await page.locator("h1").innerText(),
    "pack_exchange_unpack: 768 KiB over the links, at most 192 KiB from or to one GPU, 12 messages, 131,072 sectors loaded and stored, 32 launches.",
  );
  const run = await page.locator(".run > p").nth(1).innerText();
  assert.match(run, /\. 32 times \d+ x .* threads/);
  assert.equal(run.match(/ threads/g).length, new Set(run.match(/[\d x]+ blocks of [\d x]* threads/g)).size);
  const bytes = page.locator("#links td span");
  const titles = await bytes.evaluateAll((all) => all.map(({ title }) => title.replace(" bytes", "")));
  assert.deepEqual(numbers(titles), Array(12).fill(strip));
  assert.deepEqual(await bytes.allInnerTexts(), Array(12).fill("64 KiB"));
  await page.locator("#variant").selectOption("many_gpus/fused");
  const maps = await page.locator(".with-map title").allTextContents();
  assert.deepEqual(new Set(maps), new Set(["All of in: 128 rows of 512", "All of out: 128 rows of 512"]));
  await page.locator("#variant").selectOption("many_gpus/nccl_all_reduce"); // no requests, but links
  assert.ok((await page.locator("#links td span").count()) > 0);
  await page.locator("#beside").selectOption("many_gpus/ring");
  assert.match(
    await page.locator("h1").innerText(),
    /^Counts alone do not say which is faster, ring or nccl_all_reduce\. ring: 24 messages, .*; nccl_all_reduce: 4 messages, no launch of its own\. /,
  );
  await page.locator("#variant").selectOption("many_gpus/fused");
  assert.match(
    await page.locator("h1").innerText(),
    /^fused makes a transpose, nccl_all_reduce a sum: their counts do not compare\.$/,
  );
  assert.equal(await page.locator("[data-word=wavefront]").isVisible(), false);
  await page.done();
});

test("two variants of many_gpus: why one is slower is the headline; one table, whole in the first screen, where both send alike", async () => {
  const { path } = shown("many_gpus", "pack_exchange_unpack", "fused", ...OF_4);
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ]) {
    const page = await open(browser, path, "", { viewport: { width, height } });
    assert.equal(
      await page.locator("h1").innerText(),
      "pack_exchange_unpack is slower: its kernels store to their own GPU, and 12 messages send that on. Those of fused store straight to where the data belong.",
    );
    assert.equal(
      await page.locator("#mend").innerText(),
      "What mends it: kernels store to where the data belong, and no message is sent: 65,536 sectors instead of 131,072.",
    );
    assert.deepEqual(await page.locator(".bars > div strong").allInnerTexts(), [
      "pack_exchange_unpack: 131,072 sectors loaded and stored, 12 messages",
      "fused: 65,536 sectors loaded and stored",
    ]);
    assert.match(
      await page.locator("#links caption").innerText(),
      /^12 links, .* pack_exchange_unpack in 12 messages, fused by stores of its kernels$/,
    );
    const cells = await page.locator("#links td").all();
    assert.equal(cells.length, 16);
    for (const cell of cells) {
      const { x, y, width: wide, height: high } = await cell.boundingBox();
      assert.ok(x >= 0 && x + wide <= width && y + high <= height, `${width}: ${x} + ${wide}, ${y} + ${high}`);
      assert.ok(high < 40, "in one line");
    }
    assert.equal(await overflow(page), 0);
    await page.locator("#tabs").evaluate((tabs) => (tabs.style.overflowWrap = "normal")); // no name is cut within a word
    for (const tab of await page.locator("#tabs button:visible").all())
      assert.ok(await tab.evaluate((one) => one.scrollWidth <= one.clientWidth), await tab.textContent());
    await page.done();
  }
  // By the busiest GPU. The tables are whole.
  const page = await open(browser, shownApart("many_gpus", "gather_to_one", "ring", ...OF_4).path, "", {
    viewport: { width: 360, height: 740 },
  });
  assert.equal(await page.locator("#links table").count(), 2);
  for (const frame of await page.locator("#links .scrolling").all())
    assert.ok(await frame.evaluate((one) => one.scrollWidth <= one.clientWidth));
  assert.match(
    await page.locator("h1").innerText(),
    /^gather_to_one is slower: one GPU sends or receives 768 KiB; with ring at most 384 KiB\.$/,
  );
  assert.equal(await page.locator("#measured").textContent(), "", "what was measured of 2 says nothing of 4");
  await page.done();
  const two = await open(browser, shownApart("many_gpus", "gather_to_one", "ring").path);
  assert.match(
    await two.locator("h1").innerText(),
    /^gather_to_one is slower, as measured\. .* Both: 1 MiB over the links, at most 512 KiB from or to one GPU, /,
  );
  assert.match(
    await two.locator("#measured").innerText(),
    /^Measured on 2 NVIDIA H100 .* ms, ring [\d.]+ ms: ring is /,
  );
  await two.done();
  const host = await open(browser, shownApart("many_gpus", "through_host", "copy_engines").path);
  assert.match(await host.locator("#panels").innerText(), /many_gpus\/through_host\s+It launches no kernel\./);
  assert.match(await host.locator("h1").innerText(), /^through_host is slower: its data go through the host/);
  assert.match(await host.locator("#mend").innerText(), /the GPUs send over their links/);
  assert.ok((await host.locator(".count").count()) > 0, "the one that has requests is drawn");
  await host.done();
});

test("a page is written where its caller wants it, and nowhere else", () => {
  const [usual, page] = [shown("step3", "pad1_32x8").path, join(folder, "new", "a page.html")];
  const before = statSync(usual).mtimeMs;
  assert.equal(shown("step3", "pad1_32x8", "--page", page).path, page);
  assert.equal(dataIn(page).runs[0].variants[0].name, "step3_padded/pad1_32x8");
  assert.equal(statSync(usual).mtimeMs, before);
});
