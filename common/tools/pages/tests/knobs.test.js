// The explorer's fields: what they take, and what they say of what they do not; atomics; the tables behind the pictures.
import assert from "node:assert/strict";
import { join } from "node:path";
import { open, root, seriousFaults } from "./browser.js";
import { browser, test } from "./in_browser.js";

const FILE = join(root, "docs/explore/index.html");
const headline = (page) => page.locator(".count").innerText();

test("a value that a field does not take is said beside it, and so is that it goes", async () => {
  const page = await open(browser, FILE, "pad=1");
  for (const [name, text, holds] of [
    ["pad", "5000", "1"],
    ["width", "0", "32"],
    ["warp", "99", "0"],
    ["pitch", "", "32"],
    ["stride", "1.5", "1"],
    ["offset", "-3", "0"],
  ]) {
    const field = page.locator(`#${name}`);
    const note = page.locator(`#${await field.getAttribute("aria-describedby")}`);
    await field.evaluate((input, value) => {
      input.value = value; // at once: digit by digit, what is typed before is taken
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, text);
    await field.focus();
    assert.equal(await field.getAttribute("aria-invalid"), "true", name);
    assert.match(
      await note.innerText(),
      new RegExp(`^It takes a whole number from \\d+ to \\d+\\. Until then ${holds} is`),
    );
    assert.equal(await headline(page), "1 wavefront, the least for 128 bytes");
    await field.blur();
    assert.equal(await field.inputValue(), holds);
    assert.equal(await field.getAttribute("aria-invalid"), null);
    assert.match(
      await note.innerText(),
      new RegExp(`^${text || "That"} is not a whole number from .*: it is ${holds} as`),
    );
    assert.deepEqual(await seriousFaults(page), [], name);
  }
  await page.fill("#pad", "2");
  assert.deepEqual(await page.locator(".note").allInnerTexts(), Array(7).fill(""));
  assert.equal(await headline(page), "2 wavefronts, the least for 128 bytes: 1");
  await page.done();
});

test("an address that changes while the page is open is read", async () => {
  const page = await open(browser, FILE);
  await page.evaluate(() => {
    location.hash = "pad=nothing&pitch=33";
  });
  await page.waitForFunction(() => document.getElementById("refused").textContent !== "");
  assert.match(await page.locator("#refused").innerText(), /left out: pad=nothing$/);
  assert.equal(await headline(page), "1 wavefront, the least for 128 bytes");
  await page.done();
});

test("atomics: what they cost, and of which elements there are none", async () => {
  const page = await open(browser, FILE);
  for (const [hash, count, why] of [
    [
      "space=global&op=atomic&index=0",
      "32 sectors",
      /32 lanes update 1 element in 1 sector\. .* asked for again: 32 times/,
    ],
    ["space=global&op=atomic&index=lane", "4 sectors", /No two of them update the same one/],
    ["op=atomic&index=0", "32 wavefronts", /Lanes of one bank take turns, also at one word: bank 0 has 32/],
    ["op=atomicCAS&index=lane", "2 wavefronts", /A compare-and-swap takes 2 wavefronts: 2·1 = 2/],
    ["op=atomicLoop&index=0", "96 wavefronts", /Here 32 rounds: 32 of loads \+ 64 of swaps = 96/],
    ["op=atomicLoop&index=lane&bytes=8", "6 wavefronts", /lanes of 8 bytes are served 16 at a time/],
  ]) {
    await page.at(hash);
    assert.ok((await headline(page)).startsWith(count), `${hash}: ${await headline(page)}`);
    assert.match(await page.locator("#why").innerText(), why, hash);
  }
  for (const hash of ["op=atomic&bytes=16", "op=atomicLoop&bytes=1", "op=atomic&bytes=8"]) {
    await page.at(hash);
    assert.match(await page.locator("#wrong").innerText(), /^This cannot be counted: .*4/, hash);
  }
  await page.done();
});

test("a store: its banks take in, and hand nothing out", async () => {
  const page = await open(browser, FILE);
  for (const [index, why] of [
    ["0", "All lanes name the same word: its bank takes in one."],
    ["lane * 32", "Bank 0 has to take in 32 different words, from lanes 0–31, one in each wavefront."],
    ["lane / 2", "all are taken in at once. Lanes that name the same word cost no more than one."],
  ]) {
    await page.at(new URLSearchParams({ op: "store", index }).toString());
    assert.ok((await page.locator("#why").innerText()).endsWith(why), await page.locator("#why").innerText());
    assert.doesNotMatch(
      await page.locator("main").evaluate((part) => part.textContent),
      /hand(s|ed)? out|gets its word/,
    );
  }
  await page.done();
});

test("a table has each cell of the tile: its bank, and its lanes", async () => {
  const page = await open(browser, FILE, "pad=1&warp=5");
  const table = page.locator("#pictures table", { hasText: "The tile: rows of 33 words" });
  assert.equal(await table.count(), 0); // until it is wanted
  await page.locator("summary", { hasText: "The cells as a table" }).click();
  await table.locator("tbody tr").nth(31).waitFor();
  assert.equal(await table.locator("tbody tr").count(), 32);
  const row = await table.locator("tbody tr").nth(3).locator("th, td").allInnerTexts();
  assert.deepEqual([row.length, row[0], row[5], row[6], row[33]], [34, "3", "bank 7", "bank 8, lane 3", "bank 3, pad"]);
  await page.fill("#warp", "6"); // it stays unfolded, and follows
  await table.locator("tbody tr").nth(3).locator("td", { hasText: "bank 9, lane 3" }).waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await page.done();
});

test("the quiz takes the right answer of every preset", async () => {
  const page = await open(browser, FILE);
  const presets = await page
    .locator("#preset option:not([value=''])")
    .evaluateAll((all) => all.map((one) => one.value));
  assert.ok(presets.length > 30);
  for (const preset of presets) {
    await page.at("");
    await page.selectOption("#preset", preset);
    const count = Number.parseInt(await headline(page), 10);
    await page.at(new URL(page.url()).hash.slice(1).concat("&quiz=yes"));
    await page.fill("#guessed", `${count}`);
    await page.press("#guessed", "Enter");
    assert.match(await page.locator("#judged").innerText(), /^Right\./, `preset ${preset}: ${count}`);
  }
  await page.done();
});

test("choices are short enough for their fields, but for atomics and presets, which explain themselves", async () => {
  for (const width of [360, 1280]) {
    const page = await open(browser, FILE, "", { viewport: { width, height: 900 } });
    for (const id of ["space", "bytes", "along", "swizzle", "lane"]) {
      const [has, needs] = await page.locator(`#${id}`).evaluate((select) => {
        const has = select.offsetWidth;
        select.style.cssText = "position: absolute; width: auto; max-width: none";
        return [has, select.offsetWidth];
      });
      assert.ok(has >= needs, `${id} at ${width}: ${has} of ${needs}`);
    }
    await page.done();
  }
});
