// Both pages at the widths of a phone and of a large screen: pictures fit, and what is written in them can be read.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { open, overflow, root } from "./browser.js";
import { browser, test } from "./in_browser.js";
import { shown, shownApart, temporaryFolder } from "./shown.js";

const WIDTHS = [360, 768, 1024, 1280, 1920, 3840];
const SMALLEST = 10.9; // pixels, of what is written in a picture: 11, but for rounding

/** What of the pictures is cut off, or too small to read: a line each. */
const faults = (page, smallest) =>
  page.evaluate((least) => {
    const found = [];
    for (const picture of document.querySelectorAll("svg")) {
      const name = picture.querySelector("title").textContent;
      const { width, left, right } = picture.getBoundingClientRect();
      if (width === 0) continue;
      const place = picture.parentElement.parentElement.getBoundingClientRect();
      const card = picture.closest(".card").getBoundingClientRect();
      if (right > Math.min(place.right, card.right) + 1 || left < card.left)
        found.push(`${name}: ${left} to ${right} of ${place.left} to ${place.right}`);
      const scale = width / picture.viewBox.baseVal.width;
      for (const text of picture.querySelectorAll("text")) {
        const style = getComputedStyle(text);
        const size = parseFloat(style.fontSize) * scale;
        if (style.display !== "none" && size < least) found.push(`${name}: "${text.textContent}" is ${size} px high`);
      }
      // Numbers in no picture's way: within it, and none over another.
      const words = [...picture.querySelectorAll("text")]
        .filter((text) => getComputedStyle(text).display !== "none")
        .map((text) => {
          const { x: from, y, width, height } = text.getBBox(); // Firefox rounds what getBoundingClientRect() gives up
          const x = from + (parseFloat(getComputedStyle(text).translate) || 0);
          const at = { left: x * scale, right: (x + width) * scale, top: y * scale, bottom: (y + height) * scale };
          return { text: text.textContent, at };
        });
      const shared = (from, to) => Math.min(...to) - Math.max(...from);
      words.forEach(({ text, at }, i) => {
        if (at.left < -1 || at.right > width + 1) found.push(`${name}: "${text}" leaves the picture`);
        for (const { text: other, at: its } of words.slice(i + 1))
          if (
            shared([at.left, its.left], [at.right, its.right]) > 1 &&
            shared([at.top, its.top], [at.bottom, its.bottom]) > 5 // as much of its box is above and below a digit
          )
            found.push(`${name}: "${other}" stands on "${text}"`);
      });
    }
    return [...new Set(found)];
  }, smallest);

/** What of a tall picture is hidden: cells of lanes, under numbers that are wider and have room beside them. */
const hidden = (page) =>
  page.locator(".picture svg").evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const cells = [...picture.querySelectorAll("rect[data-lane]")].map((one) => one.getBoundingClientRect());
      if (new Set(cells.map(({ top }) => Math.round(top))).size <= 8) return [];
      const isIn =
        (x, y) =>
        ({ left, right, top, bottom }) =>
          left < x && x < right && top < y && y < bottom;
      const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
      return [...picture.querySelectorAll("text.in-cell")].flatMap((text) => {
        const place = text.getBoundingClientRect();
        const own = cells.find((cell) => isIn(...middle(cell))(place));
        if (!own || place.width < own.width + 1) return [];
        const [x, y] = middle(own);
        const hasNeighbour = [-1, 1].some((side) => cells.some(isIn(x + side * own.width * 1.1, y)));
        return hasNeighbour ? [] : [text.textContent];
      });
    }),
  );

test("on a telephone no number of a tall picture hides its cell", async () => {
  const { path } = shown("step2", "step3", "tile_32x8", "pad1_32x8");
  for (const [file, hash] of [
    [path, "request=65"],
    [join(root, "docs/explore/index.html"), "pad=0"],
    [join(root, "docs/explore/index.html"), "warp=5&pad=1"],
  ]) {
    const page = await open(browser, file, hash, { viewport: { width: 360, height: 740 } });
    assert.deepEqual(await hidden(page), [], hash);
    await page.done();
  }
});

/** What is drawn for another width is there after the next frame, which a busy machine lets wait. */
const drawnAnew = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

async function fits(path, hash) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(browser, path, hash, { colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await drawnAnew(page);
      assert.equal(await overflow(page), 0, `${hash} at ${width}`);
      assert.deepEqual(await faults(page, SMALLEST), [], `${hash} at ${width}, ${colorScheme}`);
    }
    await page.done();
  }
}

test("the page of a run: pictures fit at every width, side by side too", async () => {
  await fits(shown("step2", "step3", "tile_32x8", "pad1_32x8").path, "request=65");
  await fits(shown("step3").path, "variant=step3_padded%2Fpad1_64x64_32x8&request=130");
  const { path: wide } = shown("step4"); // rows of 128 and 129 words
  await fits(wide, "variant=step4_vectorized%2Ffloat4_tile&request=70");
  await fits(wide, "variant=step4_vectorized%2Ffloat4_padded&beside=step4_vectorized%2Ffloat4_padded_64x64&request=70");
  const ofStep6 = "step6_small_elements%2F"; // rows of 73 words
  await fits(shown("step6").path, `variant=${ofStep6}vectors_2_bytes&beside=${ofStep6}any_size_2_bytes`);
  const { path } = shown("reduction", "--", "--elements", "70000");
  await fits(path, "variant=reduction%2Fstride&request=60");
  await fits(path, "variant=reduction%2Fshuffle&beside=reduction%2Funroll&request=20");
  await fits(path, "variant=reduction%2Fvectorized"); // of 16 warps
  await fits(shown("many_gpus").path, "variant=many_gpus%2Fring"); // rows of four digits
  const narrow = join(temporaryFolder(), "narrow.cu"); // high, and of few columns
  writeFileSync(
    narrow,
    "__global__ void k(float* out) { __shared__ float s[64][9]; s[threadIdx.x][0] = 1; __syncthreads(); out[threadIdx.x] = s[63 - threadIdx.x][0]; }\n" +
      "int main() { float* out; cudaMalloc(&out, 256); k<<<1, 64>>>(out); cudaFree(out); }\n",
  );
  await fits(shown(narrow).path, "request=2");
});

test("the explorer: pictures fit at every width", async () => {
  for (const hash of [
    "warp=5&pad=1",
    "bytes=16&pitch=16&lane=3",
    "space=global&pitch=1024",
    "op=atomic&index=lane+%25+8",
    "index=lane+%2F+16",
    "index=200000000000+%2B+77+*+lane",
    "pitch=65536&along=row&offset=65000",
    "pitch=1000&width=1000&height=1&warp=31",
    "space=global&bytes=16&index=34000000000+%2B+1000+*+lane",
  ])
    await fits(join(root, "docs/explore/index.html"), hash);
});

test("on a telephone no number of a low picture meets another", async () => {
  const page = await open(browser, join(root, "docs/explore/index.html"));
  for (const hash of ["along=row", "along=row&stride=2", "along=row&bytes=8", "along=row&active=ffff", "index=0"]) {
    for (const width of [360, 390, 414, 480]) {
      await page.setViewportSize({ width, height: 740 });
      await page.at(hash);
      const met = await page.locator("#pictures svg text:visible").evaluateAll((texts) => {
        const boxes = texts.map((one) => one.getBoundingClientRect());
        const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 3 && b.top < a.bottom - 3;
        return boxes.flatMap((one, i) =>
          boxes.flatMap((other, j) =>
            j > i && meet(one, other) ? `${texts[i].textContent} ${texts[j].textContent}` : [],
          ),
        );
      });
      assert.deepEqual(met, [], `${hash}, ${width} px`);
    }
  }
  await page.done();
});

test("on a telephone in the dark, frames leave their cells a colour and set them off from the ground", async () => {
  const { path } = shown("step2", "step3", "tile_32x8", "pad1_32x8");
  const page = await open(browser, path, "", { colorScheme: "dark", viewport: { width: 360, height: 740 } });
  const article = page.locator("article:visible");
  for (const kind of ["rect.now", ".drawing rect.cell"]) {
    const [width, frame, stroke] = await article
      .locator(kind)
      .first()
      .evaluate((one) => {
        const { strokeWidth, stroke } = getComputedStyle(one);
        return [one.getBoundingClientRect().width, parseFloat(strokeWidth), stroke];
      });
    assert.ok(frame > 0 && 3 * frame < width, `${kind}: ${frame} of ${width}`);
    assert.ok(
      stroke.match(/\d+/g).every((part) => Number(part) > 150),
      stroke,
    );
  }
  await page.done();
});

test("rows of small elements are the source's: the pad shows, also where it is no whole word", async () => {
  const page = await open(browser, shownApart("step6", "element_pad_1_byte", "word_pad_1_byte").path);
  const tiles = page.locator("figure.tile");
  const words = ["tile: 64 rows of 65 elements, 16.25 words", "tile: 64 rows of 68 elements, 17 words"];
  assert.deepEqual(await tiles.locator("figcaption").allTextContents(), words);
  for (const [i, pad] of [1, 4].entries()) {
    assert.equal(await tiles.nth(i).locator("rect").count(), 64 * (64 + pad));
    assert.equal(await tiles.nth(i).locator("rect.empty").count(), 64 * pad);
    const column = await tiles
      .nth(i)
      .locator("rect.now")
      .evaluateAll((all) => all.map((one) => one.getAttribute("x")));
    assert.deepEqual([column.length, new Set(column).size], [32, 1]);
  }
  await page.done();
});

test("a tile of many words in a row is drawn in pieces: one below the other where there is no room", async () => {
  const page = await open(browser, shown("step4").path, "variant=step4_vectorized%2Ffloat4_padded");
  const pieces = page.locator("figure.tile .pieces svg");
  assert.equal(await pieces.count(), 4);
  assert.match(await pieces.last().locator("title").textContent(), /columns 96 to 128$/);
  assert.equal(await page.locator("figure.tile rect").count(), 32 * 129);
  const tops = () => pieces.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  await page.setViewportSize({ width: 1100, height: 900 });
  assert.equal(new Set(await tops()).size, 1, `${await tops()}`);
  await page.setViewportSize({ width: 360, height: 900 });
  assert.ok(new Set(await tops()).size > 1, `${await tops()}`);
  await page.done();
});

/** The rules of a style sheet: "at-rule | selector | property", and how often each is there. */
function rulesOf(file) {
  const text = readFileSync(fileURLToPath(new URL(`../source/${file}`, import.meta.url)), "utf8");
  const rules = new Map();
  const walk = (sheet, around) => {
    for (let at = 0, open; (open = sheet.indexOf("{", at)) >= 0; ) {
      const head = sheet.slice(at, open).trim();
      let end = open + 1;
      for (let depth = 1; depth > 0; ++end) depth += { "{": 1, "}": -1 }[sheet[end]] ?? 0;
      const body = sheet.slice(open + 1, end - 1);
      at = end;
      if (head.startsWith("@")) walk(body, head);
      else {
        for (const selector of head.split(/,\s*(?![^(]*\))/)) {
          for (const [property] of body.matchAll(/[\w-]+(?=\s*:[^;{}]*;)/g)) {
            const key = `${around} | ${selector.trim()} | ${property}`;
            rules.set(key, (rules.get(key) ?? 0) + 1);
          }
        }
      }
    }
  };
  walk(text.replace(/\/\*.*?\*\//gs, "").replace(/@import[^;]*;/g, ""), "");
  return rules;
}

test("both variants, their counts, sentences, tiles and wavefronts are whole in the first screen", async () => {
  const { path } = shown("step2", "step3", "tile_32x8", "pad1_32x8");
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
    [360, 740],
  ]) {
    const page = await open(browser, path, "", { viewport: { width, height } });
    const tabs = await page.locator("#tabs button:visible").all();
    assert.equal(tabs.length, width < 960 ? 2 : 0);
    for (const [i, costs] of [32, 1].entries()) {
      await tabs[i]?.click();
      const article = page.locator("article").nth(i);
      const places = await article.locator(".count, .count + p, figure svg").evaluateAll((all) =>
        all.slice(0, 4).map((one) => {
          const { top, bottom, left, right } = one.getBoundingClientRect();
          return { top, bottom, left, right };
        }),
      );
      assert.equal(places.length, 4);
      for (const { top, bottom, left, right } of places) {
        assert.ok(top >= 0 && bottom <= height && left >= 0 && right <= width, `${width}: ${top} to ${bottom}`);
        assert.ok(bottom - top <= 0.56 * height + 1, `${width}: ${bottom - top} high`);
      }
      assert.ok(Math.abs(places[2].top - places[3].top) < 30, "side by side");
      const tab = await page.locator("#tabs button").nth(i).textContent();
      assert.equal(tab, `${["tile_32x8", "pad1_32x8"][i]}: ${costs}`);
      assert.equal(await article.locator(".drawing rect.cell").count(), 32);
    }
    await page.done();
  }
});

test("at 360 px the controls are one line, until they are unfolded; nothing is clipped, and no cell on another", async () => {
  const long = ["step1", "coalesced_reads_32x8", "coalesced_writes_8x32"];
  for (const names of [["step2", "step3", "tile_32x8", "pad1_32x8"], ["step1"], ["reduction"], long]) {
    const page = await open(browser, shownApart(...names).path, "", { viewport: { width: 360, height: 740 } });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${names}`);
    const { height } = await page.locator("nav").boundingBox();
    assert.ok(height < 60, `${height}`);
    const clipped = await page.evaluate(() =>
      [...document.querySelectorAll("h1, h2, p:not(.unseen), td, th, button, figcaption, code")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible")
        .map((one) => one.textContent.slice(0, 40)),
    );
    assert.deepEqual(clipped, []);
    const crossed = await page.locator("table.source tbody tr").evaluateAll((rows) =>
      rows.filter((row) => {
        const cells = [...row.querySelectorAll("td:not(.text)")].map((one) => one.getBoundingClientRect());
        return cells.some(({ left }, i) => i > 0 && left < cells[i - 1].right - 1);
      }),
    );
    assert.equal(crossed.length, 0);
    await page.locator("#more summary").first().click();
    assert.ok(await page.locator("#variant").isVisible());
    await page.done();
  }
});

test("at 1280 px headline and controls are two lines each: of one chapter, variants are named without it", async () => {
  for (const names of [["step1"], ["step3"], ["step6", "element_pad_1_byte", "word_pad_1_byte"]]) {
    const page = await open(browser, shownApart(...names).path, "", { viewport: { width: 1280, height: 800 } });
    for (const [part, most] of [
      ["h1", 60],
      ["nav", 100],
    ]) {
      const { height } = await page.locator(part).boundingBox();
      assert.ok(height < most, `${names}: ${part} of ${height}`);
    }
    await page.done();
  }
});

test("no rule of style stands twice", () => {
  const theme = rulesOf("theme.css");
  assert.ok(theme.size > 100);
  for (const file of ["theme.css", "explore/page.css", "show/page.css", "show/source.css"]) {
    const rules = rulesOf(file);
    assert.deepEqual(
      [...rules].filter(([, times]) => times > 1),
      [],
      file,
    );
    if (file !== "theme.css")
      assert.deepEqual(
        [...rules.keys()].filter((key) => theme.has(key)),
        [],
        file,
      );
  }
});
