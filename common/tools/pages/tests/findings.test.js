// What is wrong with a run, on the page of ./learn show: all that the terminal says, at its line, with its lanes.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { open, overflow, seriousFaults } from "./browser.js";
import { browser, test } from "./in_browser.js";
import { pageOf, shown, dataIn, temporaryFolder } from "./shown.js";

const PROGRAM = `__global__ void beyond(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x]; }

__global__ void all_beyond(float* a) { a[threadIdx.x + 5000] = 1; }

__global__ void next_row(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[33][33];
  tile[threadIdx.y][threadIdx.x + 2] = in[(blockIdx.y * 32 + threadIdx.y) * cols + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * rows + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + 1];
}

__global__ void misaligned(const float* a, float* b) {
  *reinterpret_cast<float4*>(b + 4 * threadIdx.x) = *reinterpret_cast<const float4*>(a + 1 + 4 * threadIdx.x);
}

__global__ void own_array(float* b) {
  float v[4];
  for (int k = 0; k < 4 + static_cast<int>(threadIdx.x) / 60; ++k) v[k] = k * threadIdx.x;
  b[threadIdx.x] = v[threadIdx.x % 4];
}

__global__ void unwritten(float* x, float* y) {
  if (threadIdx.x < 8) x[threadIdx.x] = 1;
  for (int k = 0; k < 3; ++k) y[threadIdx.x] = x[(threadIdx.x % 4 + 4 * k) % 64];
}

__global__ void other_block(float* a) {
  if (blockIdx.x == 5) a[threadIdx.x] = a[threadIdx.x + 1];
}

__global__ void half_waits(float* a) {
  if (threadIdx.x < 32) __syncthreads();
  a[threadIdx.x] = 1;
}

__global__ void two_arrays(const float* a, float* b) {
  __shared__ float s[40], t[40];
  float* half = threadIdx.x < 16 ? s : t;
  half[threadIdx.x] = a[threadIdx.x];
  b[threadIdx.x] = half[threadIdx.x];
}

#define ARRAY(name, n) \\
  float* name;         \\
  cudaMalloc(&name, (n) * sizeof(float))
#define FILLED(name, n) \\
  ARRAY(name, n);       \\
  cudaMemset(name, 0, (n) * sizeof(float))

int main() {
  {
    FILLED(a, 100);
    ARRAY(b, 100);
    for (int threads : {128, 64}) beyond<<<1, threads>>>(a, b);
  }
  {
    ARRAY(a, 32);
    all_beyond<<<1, 32>>>(a);
  }
  {
    FILLED(in, 64 * 64);
    ARRAY(out, 64 * 64);
    next_row<<<dim3(2, 2), dim3(32, 32)>>>(in, out, 64, 64);
  }
  FILLED(a, 256);
  ARRAY(b, 256);
  own_array<<<1, 64>>>(b);
  two_arrays<<<1, 32>>>(a, b);
  {
    ARRAY(a, 64);
    ARRAY(b, 64);
    unwritten<<<1, 64>>>(a, b);
  }
  {
    ARRAY(a, 64);
    other_block<<<6, 32>>>(a);
    half_waits<<<1, 64>>>(a);
  }
  misaligned<<<1, 32>>>(a, b);  // the last: behind it a device runs nothing more
}
`;

const lineOf = (code) => PROGRAM.split("\n").findIndex((line) => line.includes(code)) + 1;

const folder = temporaryFolder();
let run, page, variants;
before(async () => {
  const file = join(folder, "wrong.cu");
  writeFileSync(file, PROGRAM);
  run = shown(file);
  variants = dataIn(run.path).runs[0].variants;
  page = browser && (await open(browser, run.path));
});
after(async () => {
  await page?.done();
  rmSync(folder, { recursive: true });
});

// A kernel's variant by the kernel's name: "wrong.cu/beyond at wrong.cu:70, 2 times".
const named = (kernel, nth = 0) => variants.filter(({ name }) => name.startsWith(`wrong.cu/${kernel} at`))[nth].name;
const choose = (kernel) => page.locator("#variant").selectOption(named(kernel));
const findings = async () => {
  await unfold();
  const parts = await Promise.all(["h1", "#mend", ".findings"].map((part) => page.locator(part).innerText()));
  return parts.join("\n");
};
const unfold = () => page.locator("header details").evaluateAll((all) => all.forEach((one) => (one.open = true)));

/** The threads of a finding: of the first one, which is the headline, or of one that was folded. */
async function threadsOf(words) {
  await unfold();
  const isFirst = (await page.locator("h1").innerText()).includes(words);
  return isFirst ? page.locator(".findings > ul") : page.locator(".findings ol > li", { hasText: words });
}
const request = () => page.locator("section.request");

test("all that the terminal says is on the page, at its line, each thread with a button or a reason", async () => {
  assert.equal(run.status, 1);
  const lines = run.said.split("\n").filter((line) => / \[\w+ at wrong\.cu:\d+\]$/.test(line));
  assert.ok(lines.length >= 8, run.said);
  assert.ok(lines.some((line) => line.includes("beyond its row")));
  for (const line of lines) {
    const [, words, kernel] = /^(.*) \[(\w+) at .*\]$/.exec(line);
    await choose(kernel);
    // The headline says what happens, and a line of its own what to do about it.
    const said = await findings();
    const { hazards } = variants.find(({ name }) => name === named(kernel));
    const hazard = hazards.find((one) => words === [one.words, one.advice].filter(Boolean).join("; "));
    for (const part of hazard ? [hazard.words, hazard.advice ?? ""] : [words]) assert.ok(said.includes(part), line);
    const place = /^wrong\.cu:(\d+): /.exec(words);
    if (place) {
      const row = page.locator("table.source tbody tr").nth(Number(place[1]) - 1);
      assert.ok((await row.locator("strong.wrong").count()) > 0, line);
    }
    for (const thread of await page.locator(".findings ul > li").all())
      assert.equal(await thread.locator("button, .soft").count(), 1, `${line}: ${await thread.innerText()}`);
  }
});

test("a button leads to its lane, which is marked in the figure", async () => {
  let buttons = 0;
  for (const { name } of variants) {
    await page.locator("#variant").selectOption(name);
    await unfold();
    for (const button of await page.locator(".findings button").all()) {
      ++buttons;
      const [, lane, warp] = /lane (\d+) of warp (\d+)/.exec(await button.innerText());
      await button.click();
      assert.equal(await page.locator("#lane").inputValue(), lane, name);
      assert.match(await page.locator("#where").innerText(), new RegExp(`warp ${warp}$`));
      assert.ok((await request().locator("svg .chosen").count()) > 0, `${name}, lane ${lane}`);
    }
  }
  assert.ok(buttons >= 6, `${buttons}`);
});

test("lanes out of bounds are marked, with the element that they wanted", async () => {
  await choose("beyond");
  await page.locator(".findings button").first().click();
  assert.match(
    await request().locator("p.stopped").innerText(),
    /^Lanes 4–31 were stopped before it: wanted global x\[100\] \(lane 4\) to global x\[127\] \(lane 31\); x has 100/,
  );
  assert.equal(await request().locator("rect.stopped").count(), 28);
  assert.equal(await request().locator("rect.stopped.chosen").count(), 1);
  const rows = request().locator("table", { hasText: "The lanes of warp 3" }).locator("tbody tr");
  assert.equal(await rows.count(), 32);
  assert.deepEqual(await rows.nth(4).locator("th, td").allTextContents(), [
    "4",
    "(100, 0)",
    "global x[100]",
    `stopped: x has 100 elements (a, made at wrong.cu:${lineOf("FILLED(a, 100)")})`,
    "–",
    "–",
  ]);
  assert.match(await page.locator("#said").textContent(), /Lanes 4–31 were stopped before it/);
});

test("where all lanes were stopped there is a figure of them, and nothing was asked for", async () => {
  for (const name of ["all_beyond", "misaligned"]) {
    await choose(name);
    await page.locator(".findings button").first().click();
    assert.equal(await page.locator(".count").innerText(), "no request");
    assert.equal(await request().locator("rect.stopped").count(), 32);
    assert.match(await page.locator("article").innerText(), /and 1 more before which all lanes were stopped/);
  }
  assert.match(await request().innerText(), /its address is no multiple of 16 bytes/);
});

test("why there is no figure is said", async () => {
  for (const [name, words] of [
    ["own_array", "at that line its warp loads and stores nothing that is counted"],
    ["half_waits", "at that line its warp loads and stores nothing that is counted"],
    ["other_block", "In block (5, 0); this page shows block 0."],
  ]) {
    await choose(name);
    assert.ok((await findings()).includes(words), `${name}: ${await findings()}`);
  }
});

test("of a loop's rounds the one that has the hazard is shown, under whatever name the kernel knows the array", async () => {
  await choose("unwritten");
  assert.match(await findings(), /reads global x\[8\]/);
  await (await threadsOf("uninitialized")).locator("button").click();
  const lane = await page.locator("#lane").inputValue();
  const row = request().locator("table", { hasText: "The lanes of warp" }).locator("tbody tr").nth(Number(lane));
  assert.match(await row.textContent(), /a\[8\]/);
  assert.ok((await page.locator(".arrays path.hazard").first().getAttribute("d")).startsWith("M"));
});

test("a writer whose line the run does not know is found by its element", async () => {
  await choose("unwritten");
  const race = await threadsOf("race on global x[0]");
  assert.match(
    await race.locator("li").nth(1).innerText(),
    new RegExp(`it writes at wrong.cu:${lineOf("x[threadIdx.x] = 1")}\\. Show lane 0 of warp 0`),
  );
  await race.locator("button").nth(1).click();
  assert.match(
    await request().innerText(),
    new RegExp(`global store of 4 bytes at wrong.cu:${lineOf("x[threadIdx.x] = 1")}`),
  );
});

test("a remark is none of the hazards, and leads to the index beyond its row", async () => {
  await choose("next_row");
  assert.match(await page.locator("h1").innerText(), /: beyond its row: /); // what follows from it is folded
  assert.ok(await page.locator("#hazard").isHidden());
  await (await threadsOf("beyond its row")).locator("button").click();
  const lane = await page.locator("#lane").inputValue();
  const row = request().locator("table", { hasText: "The lanes of warp" }).locator("tbody tr").nth(Number(lane));
  assert.match(await row.textContent(), /tile\[1\]\[0\]/);
  assert.match(await page.locator("table.source").innerText(), /remark, beyond its row: /);
});

test("two shared arrays in one request are counted as the run has them", async () => {
  await choose("two_arrays");
  assert.match(await page.locator(".agreement").innerText(), /all equal to the run's counts/);
  assert.match(
    await page.locator(".verdict").innerText(),
    /^Nothing says what the result has to be; no hazard was found in this variant: choose/,
  );
});

test("variants of one name can be told apart", async () => {
  const names = await page.locator("#variant option").allInnerTexts();
  assert.equal(new Set(names).size, names.length);
  await page.locator("#variant").selectOption(`${named("beyond")} (2)`);
  assert.match(await page.locator("article").innerText(), /1 blocks of 64 threads/);
});

test("what the address holds and is not there is said", async () => {
  const { path } = run;
  const odd = await open(browser, path, "variant=nosuch&beside=none&request=9999&lane=40&hello=1");
  const words = await odd.locator("#refused").innerText();
  for (const part of ["variant=nosuch", "beside=none", "request=9999", "lane=40", "hello=1"])
    assert.ok(words.includes(part), words);
  assert.equal(await odd.locator("#refused").getAttribute("role"), "alert");
  await odd.at(`variant=${encodeURIComponent(named("beyond"))}&request=2&lane=3`);
  assert.equal(await odd.locator("#refused").innerText(), "");
  await odd.done();
});

test("a hazard beyond the requests that the page has says so", async () => {
  const data = dataIn(run.path).runs[0];
  const [beyond] = data.variants;
  beyond.requests = beyond.requests.slice(0, 2);
  beyond.leftOut = 6;
  const short = await open(browser, pageOf(folder, { ...data, variants: [beyond] }));
  assert.match(await short.locator(".findings").innerText(), /not among the first 2, which this page has/);
  await short.done();
});

for (const [colorScheme, width] of [
  ["light", 1280],
  ["dark", 360],
]) {
  test(`wrong kernels, unfolded, in ${colorScheme} at ${width} px: axe-core finds nothing serious`, async () => {
    const shown = await open(browser, run.path, "", { colorScheme, viewport: { width, height: 800 } });
    await shown.evaluate(() => (document.getElementById("more").open = true));
    for (const kernel of ["next_row", "misaligned", "unwritten", "half_waits"]) {
      await shown.locator("#variant").selectOption(named(kernel));
      const [button] = await shown.locator(".findings button").all();
      await button?.click();
      await shown.evaluate(() => {
        // Tables of thousands of cells have a test in show.test.js.
        for (const part of document.querySelectorAll("details")) part.open = !part.innerText.startsWith("The cells");
      });
      assert.deepEqual(await seriousFaults(shown), [], kernel);
      assert.equal(await overflow(shown), 0, kernel);
    }
    await shown.done();
  });
}
