// The tree of a sum, on the page of ./learn show.
import assert from "node:assert/strict";
import { before } from "node:test";
import { open } from "./browser.js";
import { browser, test } from "./in_browser.js";
import { shown, shownApart } from "./shown.js";

let path;
before(async () => {
  ({ path } = shown("reduction", "--", "--elements", "70000"));
});

const tableOf = async (page) => {
  await page.locator("summary", { hasText: "The tree as a table" }).click();
  const rows = page.locator("table", { hasText: "lanes that idle" }).locator("tbody tr");
  return Promise.all((await rows.all()).map((row) => row.locator("th, td").allInnerTexts()));
};

/** The numbers of a series: "0–3, 8", "0, 8, 16, …, 248", "0–15, 32–47, 64–79, …, 224–239". */
function numbersOf(series) {
  const parts = series.split(", ");
  const runs = parts
    .filter((part) => part !== "…")
    .map((part) => part.split("–").map(Number))
    .map(([first, last = first]) => [first, last]);
  if (parts.includes("…")) {
    const last = runs.pop();
    while (runs.at(-1)[0] < last[0]) runs.push(runs.at(-1).map((end) => end + runs[1][0] - runs[0][0]));
    assert.deepEqual(runs.at(-1), last, series);
  }
  return runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
}

/** Every addition that is said, "s[i] += s[i + 4], i = 0, 8, 16, …, 248", as [to, from]. */
function additions(words) {
  return words.split("; ").flatMap((one) => {
    const single = /\[?(\d+)\]? \+= (?:thread |\w+\[)(\d+)/.exec(one);
    if (single) return [[Number(single[1]), Number(single[2])]];
    const [, sign, distance, series] = /i ([+-]) (\d+)\]?, i = (.*)$/.exec(one);
    const step = (sign === "-" ? -1 : 1) * Number(distance);
    return numbersOf(series).map((i) => [i, i + step]);
  });
}

test("which element is added to which is said of every level, in full", async () => {
  const page = await open(browser, path, "variant=reduction%2Fstride");
  const rows = await tableOf(page);
  assert.equal(rows.length, 8);
  rows.forEach(([level, apart, count, words], i) => {
    const expected = Array.from({ length: 128 >> i }, (_, k) => [k * (2 << i), k * (2 << i) + (1 << i)]);
    assert.deepEqual([level, apart, count], [`${i + 1}`, `${1 << i}`, `${128 >> i}`]);
    assert.deepEqual(additions(words), expected, words);
  });
  const shownWords = await page.locator(".level code").allInnerTexts();
  assert.deepEqual(
    shownWords,
    rows.map(([, , , words]) => words),
  );
  await page.locator("#variant").selectOption("reduction/sequential");
  assert.deepEqual(
    (await page.locator(".level code").allInnerTexts()).map(additions),
    Array.from({ length: 8 }, (_, i) => Array.from({ length: 128 >> i }, (_, k) => [k, k + (128 >> i)])),
  );
  await page.locator("#variant").selectOption("reduction/shuffle");
  const first = additions(await page.locator(".level code").first().innerText());
  assert.deepEqual(
    first,
    Array.from({ length: 128 }, (_, k) => Math.floor(k / 16) * 32 + (k % 16)).map((to) => [to, to + 16]),
  );
  await page.done();
});

test("arcs have the numbers of both ends", async () => {
  const page = await open(browser, path, "variant=reduction%2Fstride");
  for (const level of await page.locator("figure.level").all()) {
    const all = additions(await level.locator("code").innerText()).map((pair) => pair.join());
    const numbers = await level
      .locator("text.number")
      .evaluateAll((texts) =>
        texts
          .filter((text) => /^\d+$/.test(text.textContent))
          .map((text) => [Number(text.getAttribute("y")), text.textContent]),
      );
    const above = numbers.filter(([y]) => y < 20).map(([, number]) => number);
    const below = numbers.filter(([y]) => y > 20).map(([, number]) => number);
    assert.ok(above.length >= 1 && above.length === below.length);
    above.forEach((to, i) => assert.ok(all.includes(`${to},${below[i]}`), `${to} ${below[i]}`));
  }
  await page.done();
});

test("lanes that work and lanes that idle are said of every warp", async () => {
  for (const [variant, level, work, idle] of [
    ["stride", 0, "warps 0–3: lanes 0–31; warps 4–7: none", "warps 0–3: none; warps 4–7: lanes 0–31"],
    ["stride", 3, "warp 0: lanes 0–15; warps 1–7: none", "warp 0: lanes 16–31; warps 1–7: lanes 0–31"],
    ["naive", 0, "warps 0–7: lanes 0, 2, 4, …, 30", "warps 0–7: lanes 1, 3, 5, …, 31"],
    ["shuffle", 4, "warps 0–7: lane 0", "warps 0–7: lanes 1–31"],
  ]) {
    const page = await open(browser, path, `variant=reduction%2F${variant}`);
    assert.deepEqual((await tableOf(page))[level].slice(5), [work, idle], `${variant}, level ${level + 1}`);
    await page.done();
  }
});

test("the level whose words are being loaded is the one now", async () => {
  const page = await open(browser, path, "variant=reduction%2Fnaive");
  const states = () => page.locator("figure.level figcaption span").allInnerTexts();
  const [past, now, later] = ["", " (now)", " (still to come)"];
  assert.match(await page.locator(".why").innerText(), /28 of 32 lanes idle, all but 0, 8, 16, 24/); // they are 4 apart
  assert.deepEqual(await states(), [past, past, now, ...Array(5).fill(later)]);
  await page.locator("#position").fill("1");
  assert.deepEqual(await states(), Array(8).fill(later));
  await page.done();
});

test("levels still to come can be seen in both schemes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(browser, path, "variant=reduction%2Fstride&request=1", { colorScheme });
    const last = page.locator("figure.level").last();
    assert.match(await last.locator("figcaption").innerText(), /\(still to come\)$/);
    const contrasts = await last.evaluate((figure) => {
      const numbers = (colour) =>
        colour
          .match(/[\d.]+/g)
          .slice(0, 3)
          .map(Number);
      const luminance = (colour) => {
        const [red, green, blue] = colour.map((value) =>
          value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const ground = numbers(getComputedStyle(figure.closest(".card")).backgroundColor);
      return ["rect.store", "rect.load", "path.numbered"].map((selector) => {
        const style = getComputedStyle(figure.querySelector(selector));
        const colour = numbers(selector.startsWith("path") ? style.stroke : style.fill);
        const seen = colour.map((value, i) => value * style.opacity + ground[i] * (1 - style.opacity));
        const [a, b] = [luminance(seen), luminance(ground)].sort((one, other) => other - one);
        return [selector, (a + 0.05) / (b + 0.05)];
      });
    });
    for (const [selector, contrast] of contrasts) assert.ok(contrast >= 3, `${colorScheme}, ${selector}: ${contrast}`);
    await page.locator("#position").evaluate((position) => {
      position.value = position.max;
      position.dispatchEvent(new Event("input"));
    });
    assert.equal(await page.locator("figure.later").count(), 0);
    await page.done();
  }
});

test("of few elements too, each level has additions whose sum goes on", async () => {
  const { path: short } = shown("reduction", "--", "--elements", "33");
  for (const [name, levels] of [
    ["naive", 8],
    ["shuffle", 10],
    ["vectorized", 20], // the only block is the last one too, and adds what it has stored
  ]) {
    const page = await open(browser, short, `variant=reduction%2F${name}`);
    const titles = await page.locator("figure.level figcaption").allInnerTexts();
    assert.equal(titles.length, levels, name);
    for (const title of titles) assert.match(title, /: [1-9]\d* addition/, name);
    assert.equal(await page.locator("figure.level", { hasText: "last[" }).count(), 0); // a flag, that nobody adds
    await page.done();
  }
});

test("the frame has whole levels, two of which stand side by side where there is room; no number is on another one", async () => {
  for (const [width, height, levels] of [
    [1280, 800, 2],
    [360, 740, 1],
  ]) {
    const viewport = { width, height };
    const page = await open(browser, path, "variant=reduction%2Fnaive&beside=reduction%2Fshuffle", { viewport });
    for (let steps = 0; steps < 3; ++steps) {
      const frames = await page.locator(".tree > .scrolling:visible").evaluateAll((all) =>
        all.map((frame) => {
          const { top, bottom } = frame.getBoundingClientRect();
          const boxes = [...frame.querySelectorAll(".level")].map((level) => level.getBoundingClientRect());
          const isSeen = (box) => box.bottom > top + 1 && box.top < bottom - 1;
          const isWhole = (box) => box.top >= top - 1 && box.bottom <= bottom + 1;
          return { seen: boxes.filter(isSeen).length, whole: boxes.filter(isWhole).length };
        }),
      );
      for (const { seen, whole } of frames) assert.deepEqual([seen, whole], [levels, levels], `${width}, ${steps}`);
      await page.locator("[data-barrier='1']").evaluate((button) => button.click());
    }
    const overlaps = await page.locator(".level svg:visible").evaluateAll((all) =>
      all.flatMap((svg) => {
        const boxes = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
        const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
        return boxes.flatMap(([one, a], i) =>
          boxes.slice(i + 1).flatMap(([two, b]) => (meet(a, b) ? [`${one} ${two}`] : [])),
        );
      }),
    );
    assert.deepEqual(overlaps, [], `${width}`);
    await page.done();
  }
});

test("where the number of trees is why, bars show the wavefronts, a piece for each block", async () => {
  for (const [name, words, pieces] of [
    ["shuffle", "shuffle: 8 wavefronts for each KiB; of 16 KiB: part of one block and its tree", 1],
    ["first_add", "first_add: 129 wavefronts for each KiB; of 16 KiB: 8 blocks, a tree in each", 8],
  ]) {
    const page = await open(browser, shownApart("reduction", "naive", name).path);
    const said = await page
      .locator(".bars > div")
      .evaluateAll((bars) =>
        bars.map((bar) => [...bar.querySelectorAll("strong, p")].map(({ textContent }) => textContent).join("; ")),
      );
    assert.deepEqual(said, ["naive: 251 wavefronts for each KiB; of 16 KiB: 16 blocks, a tree in each", words]);
    assert.deepEqual(
      await page.locator(".bar").evaluateAll((bars) => bars.map(({ childElementCount }) => childElementCount)),
      [16, pieces],
    );
    assert.equal(await page.locator(".tree h3").first().innerText(), "The tree, one of 263,173");
    await page.done();
  }
});
