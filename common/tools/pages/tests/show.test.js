// The pages that ./learn show writes, of every chapter and of files that somebody brings, as they open from a disk.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, overflow, root, seriousFaults } from "./browser.js";

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
const BUILD = process.env.LADDER_BUILD ?? join(root, "build");
const folder = mkdtempSync(join(tmpdir(), "show-"));

let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** ./learn show: {path, status, said}. There is no desktop to open it on. */
function shown(...names) {
  const { DISPLAY, WAYLAND_DISPLAY, ...env } = process.env;
  const { stdout, stderr, status } = spawnSync(join(root, "learn"), ["show", ...names], { env, encoding: "utf8" });
  return { path: stdout.trim(), status, said: stderr };
}

const dataIn = (path) =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync(path, "utf8"))[1]);
const numbers = (cells) => cells.map((cell) => Number(cell.replaceAll(",", "")));
const counted = (page, panel = 0) =>
  page
    .locator(".count")
    .nth(panel)
    .evaluate((count) => [Number(count.dataset.counted), parseInt(count.textContent)]);
const where = async (page) => Number(await page.locator("#position").inputValue());

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

test("a race is said, its lanes can be shown, its element is marked; the status is 1", async () => {
  const { path, status, said } = shown(join(root, "common/tests/try/wrong/missing_barrier.cu"));
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
    assert.equal(await page.locator("rect.now.chosen.hazard").count(), 1);
  }
  await page.done();
});

test("names and source that look like markup stay text", async () => {
  const name = "<img src=x onerror=alert(1)>.cu";
  copyFileSync(join(root, "common/tests/try/wrong/missing_barrier.cu"), join(folder, name));
  const evil = '</script><script>document.title = "broken"</script><img src=x onerror=alert(1)><!--';
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
  for (const named of [variant, variant.arrays[0], data.sources[0], variant.hazards[0]]) {
    for (const key of ["name", "file", "words", "element"]) if (key in named) named[key] = evil;
  }
  variant.problem = variant.failure = evil;
  variant.sizes = { [evil]: 1 };
  writeFileSync(join(folder, "data.json"), JSON.stringify(data));
  execFileSync(join(BUILD, "bin/show_page"), [
    join(root, "common/learn/show.html"),
    join(folder, "page.html"),
    join(folder, "data.json"),
  ]);
  const crafted = await open(browser, join(folder, "page.html"));
  assert.equal(await crafted.locator("img").count(), 0);
  assert.equal(await crafted.locator("h2").innerText(), evil);
  await crafted.done();
});

test("a count that is not the model's is said", async () => {
  const data = dataIn(join(BUILD, "show/missing_barrier.html")).runs[0];
  data.variants[0].requests[2][4] += 1;
  writeFileSync(join(folder, "data.json"), JSON.stringify(data));
  const [empty, path] = [join(root, "common/learn/show.html"), join(folder, "page.html")];
  execFileSync(join(BUILD, "bin/show_page"), [empty, path, join(folder, "data.json")]);
  const page = await open(browser, path, "request=3");
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
    const lines = said.split("\n").filter((line) => line !== "" && line !== "Building");
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
