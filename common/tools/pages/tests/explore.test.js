// The explorer, as somebody meets it who opens docs/explore/index.html.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { presets } from "../source/explore/presets.js";
import { nextOf } from "../source/explore/quiz.js";
import { initial, parsed, written } from "../source/explore/state.js";
import { inFirefox, open, overflow, root, seriousFaults } from "./browser.js";
import { browser, test } from "./in_browser.js";

const FILE = join(root, "docs/explore/index.html");
const all = presets.flatMap(({ of }) => of);
const hashOf = ({ state }) => written({ ...initial(), ...state });
const headline = (page) => page.locator("#answer .count").innerText();
const count = (page) => page.locator(".count").innerText();

test("one file, under 200 kB", () => assert.ok(statSync(FILE).size < 200_000, `${statSync(FILE).size} bytes`));

test("every preset: whole sentences, tables, no bar below at 360 px; the address brings it back", async () => {
  const page = await open(browser, FILE, "", { viewport: { width: 360, height: 740 } });
  const other = await open(browser, FILE);
  for (const preset of all) {
    await page.selectOption("#preset", { label: preset.name });
    const text = await page.locator("main").innerText();
    assert.doesNotMatch(text, /NaN|undefined|Infinity|\[object/, preset.name);
    assert.match(await headline(page), /^\d+ (sector|wavefront)s?/, preset.name);
    assert.ok((await page.locator("#why").innerText()).length > 20, preset.name);
    assert.ok((await page.locator("#pictures table").count()) >= 2, preset.name);
    assert.equal(await overflow(page), 0, preset.name);
    const hash = new URL(page.url()).hash.slice(1);
    assert.equal(hash, hashOf(preset));
    await other.at(hash);
    assert.equal(await other.locator("#why").textContent(), await page.locator("#why").textContent(), preset.name);
    assert.equal(await other.locator("#preset").inputValue(), await page.locator("#preset").inputValue(), preset.name);
  }
  await page.done();
  await other.done();
});

test("every state that the address can hold is written and read back; what it cannot hold is said", async () => {
  let seed = 1;
  const random = (bound) => (seed = (seed * 48271) % 2147483647) % bound;
  const pick = (...values) => values[random(values.length)];
  const page = await open(browser, FILE);
  for (let i = 0; i < 150; ++i) {
    const state = {
      ...initial(),
      space: pick("shared", "global"),
      op: pick("load", "store", "load", "store", "atomic", "atomicCAS", "atomicLoop"),
      bytes: pick(1, 2, 4, 8, 16),
      width: pick(1, 4, 16, 32, 33),
      height: pick(1, 4, 8, 31),
      warp: pick(0, 0, 1),
      along: pick("row", "column"),
      stride: random(40),
      offset: pick(0, 1, random(1000)),
      pitch: 1 + random(70),
      pad: random(5),
      swizzle: pick("no", "yes"),
      index: pick("", "", "lane / 2 ^ 1 & 3", "x<2 ? 1+2*y : 5%3"),
      active: ((random(65536) << 16) | random(65536)) >>> 0,
      lane: pick(undefined, 0, 31),
      quiz: "no",
    };
    const hash = written(state);
    assert.deepEqual(parsed(hash), { state, refused: [] });
    await page.evaluate((text) => {
      location.hash = text;
      window.dispatchEvent(new HashChangeEvent("hashchange"));
    }, hash);
    const { shown, text, wrong } = await page.evaluate(() => ({
      shown: location.hash.slice(1),
      text: document.querySelector("main").textContent,
      wrong: document.getElementById("wrong").textContent,
    }));
    assert.equal(shown, hash);
    assert.doesNotMatch(text, /NaN|undefined|Infinity|\[object/, hash);
    if (wrong !== "")
      assert.match(
        wrong,
        /This cannot be counted: (the block has no warp 1|lane \d+ would take element -\d+|atomics update elements of 4 or 8 bytes|in shared memory, only elements of 4 bytes have such an instruction)/,
        hash,
      );
  }
  await page.done();
  const odd = await open(browser, FILE, "pad=-1&bytes=3&hello=5&pitch=33");
  assert.equal(await odd.locator("#pitch").inputValue(), "33");
  assert.equal(
    await odd.locator("#refused").innerText(),
    "Not understood in the address, and left out: pad=-1, bytes=3, hello=5",
  );
  assert.equal(await odd.locator("#refused").getAttribute("role"), "alert");
  await odd.done();
});

test("every link of the documents leads to a state, and shows a count", async () => {
  const files = execFileSync("git", ["-c", "safe.directory=*", "ls-files", "-z", "--", "*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  const hashes = files
    .split("\0")
    .filter(Boolean)
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/explore\/README\.md#([^)\s]+)/g)].map((match) => [
        file,
        match[1],
      ]),
    );
  assert.ok(hashes.length >= 10, `${hashes.length} links`);
  for (const file of files.split("\0").filter(Boolean)) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, figure, next] of text.matchAll(/^!\[.*\/((?:sectors|banks|matrix|tree)_\w+)\.svg\)\n(.*)/gm))
      assert.match(next, /^In the explorer: .*\[.*explore\/README\.md#/, `${file}: ${figure}`);
  }
  const page = await open(browser, FILE);
  for (const [file, hash] of hashes) {
    await page.at(hash);
    assert.equal(await page.locator("#refused").innerText(), "", `${file}: ${hash}`);
    assert.match(await headline(page), /^\d+ /, `${file}: ${hash}`);
  }
  await page.done();
});

test("nothing in the page takes markup, or executes text", () => {
  assert.doesNotMatch(
    readFileSync(FILE, "utf8"),
    /innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b(?!')|new Function/,
  );
});

test("what somebody types reaches the page as text", async () => {
  const page = await open(browser, FILE);
  for (const text of [
    "</script><img src=x onerror=alert(1)>",
    "<b>lane</b>",
    "constructor.constructor('alert(1)')()",
    "\u202Elane\u001b[31m",
  ]) {
    await page.at(new URLSearchParams({ index: text }).toString());
    assert.match(await page.locator("#wrong").innerText(), /^This cannot be counted/);
    const shown = text.replace("\u202E", "\uFFFD").replace("\u001b", "\u241B"); // what turns text round is seen
    assert.ok((await page.locator("#said").innerText()).includes(shown));
    assert.doesNotMatch(await page.locator("main").innerText(), /[\u202E\u001b]/);
    assert.equal(await page.locator("main img, main b").count(), 0);
    await page.fill("#index", "lane * 33");
    assert.equal(await count(page), "1 wavefront, the least for 128 bytes");
  }
  await page.done();
});

test("words without an end, and an address of any length, leave the page as wide as it was", async () => {
  const page = await open(browser, FILE, "", { viewport: { width: 360, height: 740 } });
  for (const hash of [
    `index=${"1%2B".repeat(99)}1`,
    `index=${"a".repeat(199)}`,
    "a".repeat(50000),
    `${"b=1&".repeat(3000)}`,
  ]) {
    await page.at(hash);
    assert.equal(await overflow(page), 0, hash.slice(0, 20));
    assert.ok((await page.locator("#refused").innerText()).length < 400, hash.slice(0, 20));
  }
  await page.done();
});

test("by keyboard alone: a knob, a preset, the quiz", async () => {
  const walk = await open(browser, FILE);
  const reached = [];
  for (let i = 0; i < 80; ++i) {
    await walk.keyboard.press("Tab");
    const id = await walk.evaluate(() =>
      document.activeElement === document.body ? "" : document.activeElement.id || document.activeElement.tagName,
    );
    if (id === "") break;
    reached.push(id);
  }
  for (const id of [
    "preset",
    "space",
    "op",
    "bytes",
    "width",
    "width-slider",
    "along",
    "swizzle",
    "pad-slider",
    "index",
    "lane",
    "copy",
    "reset",
    "quiz",
  ])
    assert.ok(reached.includes(id), `${id} among ${reached}`);
  await walk.done(); // behind the last one, the keys are the browser's own
  const page = await open(browser, FILE);
  await page.focus("#pad-slider");
  await page.keyboard.press("ArrowRight");
  assert.equal(await count(page), "1 wavefront, the least for 128 bytes");
  const tells = async () => {
    const hash = new URL(page.url()).hash.slice(1).replace(/&?quiz=yes/, "");
    const other = await open(browser, FILE, hash || "along=column");
    const count = (await headline(other)).split(",")[0];
    await other.done();
    return count;
  };
  const before = new URL(page.url()).hash;
  await page.focus("#quiz");
  await page.keyboard.press("Enter");
  assert.match(await headline(page), /^How many/);
  assert.notEqual(new URL(page.url()).hash.replace(/&?quiz=yes/, ""), before); // not what was just on the screen
  assert.equal(await page.locator("#preset").isVisible(), false); // whose name would tell
  assert.equal(await page.locator("#pictures").isVisible(), false);
  assert.equal(await page.locator("#why").innerText(), "");
  const first = await tells();
  await page.focus("#guessed");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#judged").innerText(), "A number, please.");
  assert.match(await headline(page), /^How many/);
  await page.keyboard.type("77");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#judged").innerText(), `Not so. You said 77; it is ${first}. 0 of 1 right.`);
  assert.equal(await page.locator("#pictures").isVisible(), true);
  assert.equal(await page.evaluate(() => document.activeElement.id), "another");
  await page.keyboard.press("Enter");
  assert.match(await headline(page), /^How many/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "guessed");
  await page.keyboard.type(`${Number.parseInt(await tells(), 10)}`);
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#judged").innerText(), /^Right\. .* 1 of 2 right\.$/);
  await page.done();
});

test("question, prediction, verdict and the next question stay in one place in view; the first is not what was shown", async () => {
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ]) {
    const page = await open(browser, FILE, "", { viewport: { width, height } });
    const at = async (id) => {
      const { y, height: high } = await page.locator(`#${id}`).boundingBox();
      assert.ok(y >= 0 && y + high <= height, `${width}: ${id} at ${y} + ${high}`);
      return y;
    };
    await page.click("#quiz");
    const before = [await at("said"), await at("guessed")];
    await page.fill("#guessed", "33");
    await page.press("#guessed", "Enter");
    assert.deepEqual([await at("said"), await at("guessed")], before);
    assert.equal(await page.inputValue("#guessed"), "33");
    for (const id of ["judged", "another"]) await at(id);
    await page.done();
  }
  for (const chance of [0, 0.3, 0.6, 0.9]) {
    const page = await open(browser, FILE);
    await page.evaluate((chance) => (Math.random = () => chance), chance);
    await page.click("#quiz");
    const asked = new URLSearchParams(new URL(page.url()).hash.slice(1));
    assert.notDeepEqual([...asked.keys()].filter((name) => name !== "warp"), ["along", "quiz"]); // prettier-ignore
    await page.done();
  }
});

test("where the page first says lane, it says what a lane is", async () => {
  const page = await open(browser, FILE);
  const words = await page.locator("body").innerText();
  assert.match(words.slice(words.search(/lane/i)), /^lanes of a warp \(a lane: one of its 32 threads\)/);
  assert.doesNotMatch(words, /lane l\b|·l\b/i);
  await page.done();
});

test("the quiz asks nothing twice: first what the three steps teach, then what is harder the more was right", () => {
  const isSwizzled = ({ state }) => state.swizzle === "yes" || state.index?.includes("^");
  for (let i = 0; i < 30; ++i) {
    const [asked, known] = [new Set(), new Set()];
    const hardnessOf = ({ state }) => Object.keys(state).length + (state.index ? 3 : 0);
    for (let preset; (preset = nextOf(all, asked, known)); ) {
      assert.ok(!asked.has(preset));
      if (asked.size < 3) assert.match(hashOf(preset), /^((along|stride|pad|warp)=\w+&?)*$/);
      const knows = (name) => [...known].some(({ state }) => state[name] > initial()[name]);
      if (isSwizzled(preset)) assert.ok(knows("pad") && knows("stride"), preset.name);
      asked.add(preset);
      if (i < 15) known.add(preset); // else nothing is right
    }
    assert.equal(asked.size, i < 15 ? all.length : all.filter((preset) => !isSwizzled(preset)).length);
    const [easy, hard] = [0, 10].map((right) => hardnessOf(nextOf(all, new Set(), new Set(all.slice(0, right)))));
    assert.ok(easy <= 5 && (i > 0 || hard >= 1));
  }
});

test("the knobs of the three steps say what is drawn", async () => {
  const page = await open(browser, FILE);
  const says = async () => [
    await page.locator("#apart-value").innerText(),
    await page.locator("#one-pad-value").innerText(),
    await page.locator("#apart").inputValue(),
  ];
  assert.deepEqual(await says(), ["1", "0", "1"]); // it opens on the first step
  await page.locator("#one-pad").fill("1");
  await page.locator("#one-pad").fill("0");
  assert.deepEqual(await says(), ["32", "0", "32"]);
  await page.locator("#one-pad").fill("1");
  assert.deepEqual(await says(), ["33", "1", "33"]);
  await page.locator("#apart").fill("5");
  assert.deepEqual(await says(), ["5", "0", "5"]);
  await page.fill("#index", "lane * lane");
  assert.equal((await says())[0], "uneven");
  for (const [hash, words] of [
    ["pad=4", ["other", "other", "33"]],
    ["pad=2&bytes=2", ["17", "1", "17"]], // two halves are a word
  ]) {
    await page.at(hash);
    assert.deepEqual(await says(), words, hash);
  }
  await page.at("along=column");
  assert.match(await page.locator("#why").innerText(), /bank 32·i mod 32 = 0 for every lane\. /);
  await page.done();
});

test("at 360 px a step's sentence and knob are above, count and picture right below, with its caption whole", async () => {
  const page = await open(browser, FILE, "", { viewport: { width: 360, height: 740 } });
  const [step, cost] = await Promise.all(
    [".steps p >> nth=0", "#answer"].map((one) => page.locator(one).boundingBox()),
  );
  assert.ok(step.y + step.height <= cost.y, "the first step can be read at once");
  for (const id of ["deal", "apart", "one-pad"]) {
    await page.locator(`#${id}`).evaluate((knob) => knob.closest("p").previousElementSibling.scrollIntoView());
    const [sentence, knob, top, bottom] = await page.evaluate((id) => {
      const box = (one) => one.getBoundingClientRect();
      const knob = document.getElementById(id);
      const caption = box(document.querySelector("#pictures p")).bottom; // of the banks
      const top = box(document.getElementById("count")).top;
      return [box(knob.closest("p").previousElementSibling).top, box(knob).bottom, top, caption];
    }, id);
    assert.ok(sentence > -1 && knob <= top && bottom <= 740, `${id}: ${[sentence, knob, top, bottom]}`);
  }
  await page.done();
});

test("two words apart: every lane has its number in view, none touches another, and both rows have theirs", async () => {
  const page = await open(browser, FILE, "", { viewport: { width: 1280, height: 800 } });
  await page.locator("#apart").fill("2");
  for (const drawing of await page.locator(".drawing").all()) {
    const lanes = await drawing.locator("text.in-cell:visible").allTextContents();
    assert.deepEqual(lanes.map(Number).sort((a, b) => a - b), [...Array(32).keys()]); // prettier-ignore
    assert.equal(await drawing.locator("text.number.right:visible").count(), 2);
    const boxes = await drawing
      .locator("text.in-cell:visible")
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height]),
      );
    for (const [i, [x, y, width, height]] of boxes.entries())
      for (const [left, top] of boxes.slice(i + 1))
        assert.ok(Math.abs(left - x) > width || Math.abs(top - y) > height, "no number touches another");
  }
  await page.done();
});

test("three steps above the knobs: a bank, 32 lanes in one bank, a pad; each with one knob", async () => {
  const page = await open(browser, FILE);
  assert.match(await page.locator("h1").innerText(), /^Bank conflict/);
  const least = "1 wavefront, the least for 128 bytes";
  await page.locator("#one-pad").fill("1");
  assert.equal(await count(page), least);
  await page.locator("#one-pad").fill("0");
  assert.equal(await count(page), "32 wavefronts, the least for 128 bytes: 1");
  await page.locator("#apart").fill("1");
  assert.equal(await count(page), least);
  await page.locator("#apart").fill("32");
  assert.equal(await count(page), "32 wavefronts, the least for 128 bytes: 1");
  await page.locator("#deal").click();
  await page.waitForFunction(() => document.querySelectorAll(".drawing rect.cell").length === 3); // lane by lane
  await page.waitForFunction(() => location.hash === "#along=row");
  assert.equal(await count(page), least);
  await page.done();
});

test("the words slide to their banks as the pad comes and goes; at once where no motion is asked for", async () => {
  const moving = (page) =>
    page.evaluate(() => {
      const all = document.getAnimations().filter(({ effect }) => effect.target.matches("#pictures [data-lane]"));
      const { left, top } = document.querySelector("#pictures svg rect[data-lane='31']").getBoundingClientRect();
      for (const one of all) one.finish();
      const end = document.querySelector("#pictures svg rect[data-lane='31']").getBoundingClientRect();
      return [all.length, Math.hypot(end.left - left, end.top - top) > 100];
    });
  const page = await open(browser, FILE, "along=column");
  for (const pad of ["1", "0"]) {
    await page.locator("#one-pad").fill(pad);
    assert.deepEqual(await moving(page), [64, true], pad);
  }
  await page.done();
  if (inFirefox) return; // it cannot be asked for no motion
  const still = await open(browser, FILE, "along=column", { reducedMotion: "reduce" });
  await still.locator("#one-pad").fill("1");
  assert.deepEqual(await moving(still), [0, false]);
  await still.done();
});

test("the picture is in view beside the knobs that change it, at every width", async () => {
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ]) {
    const page = await open(browser, FILE, "", { viewport: { width, height } });
    for (const id of ["one-pad", "apart", "pad-slider", "offset-slider"]) {
      await page.locator(`#${id}`).focus();
      for (const selector of [`#${id}`, "#pictures svg >> nth=0"]) {
        const { y, height: high } = await page.locator(selector).boundingBox();
        assert.ok(y >= 0 && y + high <= height + 1, `${width}: ${selector} at ${id}: ${y} + ${high}`);
      }
      const covered = await page.locator(`#${id}`).evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) !== one;
      });
      assert.equal(covered, false, `${id} at ${width}`);
    }
    await page.done();
  }
});

test("tile[x][y] is understood, in the rows that the knobs make; a click on a cell marks its lane", async () => {
  const page = await open(browser, FILE);
  await page.fill("#index", "tile[x][y]");
  assert.equal(await count(page), "32 wavefronts, the least for 128 bytes: 1");
  await page.fill("#pad", "1");
  assert.equal(await count(page), "1 wavefront, the least for 128 bytes");
  assert.equal(await page.locator("#index").inputValue(), "tile[x][y]");
  assert.match(await page.locator("#said").innerText(), /float tile\[\]\[32 \+ 1\]/);
  await page.locator(".drawing rect.cell").nth(7).click();
  assert.equal(await page.locator("#lane").inputValue(), "7");
  await page.locator('.drawing rect.now[data-lane="9"]').click();
  assert.equal(await page.locator("#lane").inputValue(), "9");
  await page.done();
});

test("the link that is copied works for others, or the page says that it is a path", async () => {
  const page = await open(browser, FILE, "pad=1");
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => (globalThis.copied = text)));
  await page.click("#copy");
  assert.equal(await page.evaluate(() => globalThis.copied), "docs/explore/index.html#pad=1");
  assert.match(await page.locator("#copied").innerText(), /path in the repository: this page is on your disk/);
  await page.done();
});

test("axe-core finds nothing serious, in light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(browser, FILE, "", { colorScheme });
    for (const hash of [
      "",
      "space=global&along=row&pitch=1024&offset=1",
      "bytes=16&pitch=16&lane=3",
      "quiz=yes",
      "index=%3C",
    ]) {
      await page.at(hash);
      await page.evaluate(() =>
        document.querySelectorAll("details").forEach((part) => {
          part.open = true;
        }),
      );
      assert.deepEqual(await seriousFaults(page), [], `${colorScheme} ${hash}`);
    }
    await page.done();
  }
});

test("no bar below at any width", async () => {
  const page = await open(browser, FILE, "bytes=16&pitch=16&lane=3");
  await page.evaluate(() =>
    document.querySelectorAll("details").forEach((part) => {
      part.open = true;
    }),
  );
  for (const width of [360, 768, 961, 1280, 3840]) {
    await page.setViewportSize({ width, height: 900 });
    assert.equal(await overflow(page), 0, `${width}`);
  }
  await page.done();
});

test("a slider repaints: how long that takes is printed", async () => {
  const page = await open(browser, FILE);
  for (const hash of ["", "space=global&pitch=64"]) {
    await page.evaluate((text) => {
      location.hash = text;
    }, hash);
    const times = await page.evaluate(async () => {
      const slider = document.getElementById("pitch-slider");
      const found = [];
      for (let i = 0; i < 100; ++i) {
        slider.value = 33 + (i % 32);
        const start = performance.now();
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        document.body.getBoundingClientRect(); // the layout
        const computed = performance.now() - start;
        await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
        found.push([computed, performance.now() - start]);
      }
      return found;
    });
    const median = (values) => values.sort((a, b) => a - b)[values.length / 2].toFixed(1);
    const [computed, painted] = [0, 1].map((i) => median(times.map((both) => both[i])));
    console.log(`median of ${times.length}: ${computed} ms with layout, ${painted} ms until painted`);
  }
  await page.done();
});
