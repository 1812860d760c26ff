// The page in Chromium, or Firefox (BROWSER=firefox), as somebody uses it. LADDER_PLAYGROUND: its folder. Skipped where
// the browser is not there.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { chromium, firefox } from "playwright-core";

const site = process.env.LADDER_PLAYGROUND;
const inFirefox = process.env.BROWSER === "firefox";
const executablePath = inFirefox
  ? (process.env.FIREFOX ?? "/usr/bin/firefox-esr")
  : (process.env.CHROMIUM ?? "/usr/bin/chromium");
const skip = !existsSync(executablePath) && `there is no ${executablePath}`;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const asked = []; // what the page fetched
const complaints = []; // of the page's policy, and errors
let server, browser, page, base;

before(async () => {
  if (skip) return;
  server = createServer((request, response) => {
    const name = new URL(request.url, "http://x").pathname.replace(/\/$/, "/index.html");
    asked.push(name);
    if (!existsSync(join(site, name))) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(name)] ?? "application/octet-stream" });
    response.end(readFileSync(join(site, name)));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  base = `http://127.0.0.1:${server.address().port}/`;
  browser = inFirefox
    ? await firefox.launch({ executablePath, channel: "moz-firefox" }) // Mozilla's own, not one that Playwright changed
    : await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  page = await browser.newPage();
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
});
after(async () => {
  await browser?.close();
  server?.close();
});

const text = (id) => page.locator(`#${id}`).textContent();
const idle = () =>
  page.waitForFunction(
    () =>
      document.getElementById("run").ariaDisabled === "false" &&
      /\S/.test(document.getElementById("status").textContent + document.getElementById("refused").textContent),
    null,
    { timeout: 180000 },
  );
const textOf = (chapter, file) =>
  JSON.parse(readFileSync(join(site, "chapters.json"))).find(({ name }) => name === chapter).files[file];
const kernel = (chapter) => textOf(chapter, "kernel.cuh");

async function open(chapter) {
  await page.goto("about:blank");
  await page.goto(`${base}#chapter=${chapter}`);
  await idle();
}
/** Puts the text in the place of the kernel's, and presses the button. */
async function put(edited, button = "run") {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(edited);
  await page.locator(`#${button}`).click();
  await idle();
}
const within = { skip, timeout: 400000 };

test("what is not edited runs at once, and nothing is loaded for what is", within, async () => {
  await open("step3_padded");
  assert.match(await text("table"), /pad1_32x8 +32x8 +yes +4 +4 +1 +1/);
  assert.deepEqual(
    asked.filter((name) => /clang|binaryen|emulator|headers|worker/.test(name)),
    [],
  );
});

test("an edit is compiled here, and counted: without its padding a column conflicts", within, async () => {
  await put(kernel("step3_padded").replace("tile[TILE][TILE + PAD]", "tile[TILE][TILE]"));
  assert.match(await text("table"), /pad1_32x8 +32x8 +yes +4 +4 +32 +1/);
});

test("check holds it against the contract, and says what it leaves out", within, async () => {
  await page.locator("#check").click();
  await idle();
  assert.match(await text("failures"), /kernel\.cuh:\d+/);
  assert.match(await text("left_out"), /beyond 2\^31/);
});

test("a race is named, and both lines are marked", within, async () => {
  await open("step2_coalesced");
  await put(kernel("step2_coalesced").replace("__syncthreads();", ""));
  assert.match(await text("failures"), /race on shared tile/);
  assert.equal(await page.locator("#places button").count(), 2);
});

test("the compiler's own words, where it does not compile", within, async () => {
  await put(kernel("step2_coalesced").replace("__syncthreads();", "__syncthreads()"));
  assert.match(await text("failures"), /kernel\.cuh:\d+:\d+: error: expected ';'/);
});

test("a loop without end is ended, and the page lives on", within, async () => {
  await put(kernel("step2_coalesced").replace("__syncthreads();", "for (volatile int i = 0; i < 1;) {}"));
  assert.match(await text("failures"), /still\s+running\s+here\s+after\s+5\s+seconds/);
  await page.locator("#original").click();
  await page.waitForFunction(() => /tile_32x8/.test(document.getElementById("table").textContent));
});

test(
  "what is typed is there after the page is loaded anew, and a chapter's own text can be undone",
  within,
  async () => {
    await put(kernel("step2_coalesced").replace("__syncthreads();", "__syncthreads(); // mine"));
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// typed");
    await page.locator("#outcome.stale").waitFor();
    await page.waitForFunction(() => location.hash.includes("files="));
    await page.waitForTimeout(600);
    await page.reload();
    await page.waitForFunction(() => /came with this address/.test(document.getElementById("status").textContent));
    assert.match(await page.locator(".cm-content").textContent(), /^\/\/ typed/);
    await page.locator("#original").click();
    await idle();
    assert.doesNotMatch(await page.locator(".cm-content").textContent(), /typed/);
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Z");
    assert.match(await page.locator(".cm-content").textContent(), /^\/\/ typed/);
  },
);

test("a link has the text, which does not run by itself", within, async () => {
  await put(kernel("step2_coalesced").replace("__syncthreads();", "/* <b>gone</b> */"));
  await page.locator("#link").click();
  await page.waitForFunction(() => location.hash.includes("files="));
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await page.waitForFunction(() => /came with this address/.test(document.getElementById("status").textContent));
  assert.equal(await text("table"), "");
  assert.match(await page.locator(".cm-content").textContent(), /<b>gone<\/b>/);
});

test("what is asked for while a run goes on comes after it: a check is a check", within, async () => {
  await open("step3_padded");
  await page.evaluate(() => ["run", "check"].forEach((id) => document.getElementById(id).click()));
  await page.waitForFunction(() => /beyond 2\^31/.test(document.getElementById("left_out").textContent));
});

test("and no text of a link, which nobody asked to run", within, async () => {
  await open("step2_coalesced");
  await put(kernel("step2_coalesced").replace("__syncthreads();", "/* of a link */"));
  await page.locator("#link").click();
  await page.waitForFunction(() => location.hash.includes("files="));
  const link = new URL(page.url()).hash;
  await open("step3_padded");
  await page.evaluate(async (hash) => {
    document.getElementById("run").click();
    for (const next of ["#chapter=step1_naive", hash]) {
      location.hash = next;
      await new Promise((after) => setTimeout(after, 100));
    }
  }, link);
  await page.waitForFunction(() => document.getElementById("run").ariaDisabled === "false");
  assert.match(await page.locator(".cm-content").textContent(), /of a link/);
  assert.equal(await text("table"), "");
  assert.equal(await text("failures"), "");
});

test("the compiler can be stopped, and another edit is compiled after it", within, async () => {
  await open("step2_coalesced");
  const slow = "constexpr int f(int n) { int s = 0; while (--n) s += n % 3; return s; }\n";
  const asserts = Array.from({ length: 200 }, (_, i) => `static_assert(f(${900000 + i}) > 0);`).join("\n");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(slow + asserts);
  await page.locator("#run").click();
  await page.waitForTimeout(1000);
  await page.locator("#stop").click();
  await idle();
  assert.match(await text("refused"), /Stopped/);
  await put(kernel("step2_coalesced").replace("__syncthreads();", "__syncthreads(); // again"));
  assert.match(await text("status"), /^Right/);
});

test("nor by way of another chapter that was to run meanwhile", within, async () => {
  await open("step2_coalesced");
  await put(kernel("step2_coalesced").replace("__syncthreads();", "/* not run */"));
  await page.waitForFunction(() => location.hash.includes("files="));
  await page.waitForTimeout(600);
  await page.reload();
  await page.waitForFunction(() => /came with this address/.test(document.getElementById("status").textContent));
  await page.evaluate(() => {
    const choose = (id, value) => {
      document.getElementById(id).value = value;
      document.getElementById(id).dispatchEvent(new Event("change"));
    };
    choose("chapter", "step3_padded");
    choose("variant", "pad1_32x8");
    choose("chapter", "step2_coalesced");
  });
  await page.waitForFunction(() => document.getElementById("run").ariaDisabled === "false");
  assert.match(await page.locator(".cm-content").textContent(), /not run/);
  assert.equal((await text("table")) + (await text("failures")), "");
});

test(
  "another site's page shows and runs nothing in it: by opening a frame of it, also from a sandbox, nor by messages to the frames of a page that it has opened",
  within,
  async () => {
    const other = await browser.newPage();
    const forged = "<title>forged</title>";
    const opens = `opened = window.open("${base}requests.html"); setInterval(() => opened.postMessage("${forged}", "*"), 50)`;
    const pages = {
      "/": `<p>other</p><iframe sandbox="allow-scripts allow-popups" src="inner"></iframe>`,
      "/inner": `<button onclick='${opens}'>open</button>`,
    };
    await other.route("https://other.test/**", (route) =>
      route.fulfill({ contentType: "text/html", body: pages[new URL(route.request().url()).pathname] }),
    );
    await other.goto("https://other.test/");
    const [ofSandbox] = await Promise.all([
      other.waitForEvent("popup"),
      other.frameLocator("iframe").locator("button").click(),
    ]);
    await ofSandbox.waitForTimeout(1000);
    assert.match(await ofSandbox.title(), /a part of the playground/);
    for (const frame of ["requests.html", "sandbox.html"]) {
      const [opened] = await Promise.all([
        other.waitForEvent("popup"),
        other.evaluate((address) => void (window.opened = window.open(address)), base + frame),
      ]);
      await opened.waitForLoadState();
      await other.evaluate((text) => window.opened.postMessage(text, "*"), forged);
      await other.waitForTimeout(500);
      assert.match(await opened.title(), /a part of the playground/);
    }
    const [opened] = await Promise.all([
      other.waitForEvent("popup"),
      other.evaluate((address) => void (window.opened = window.open(address)), `${base}#chapter=step2_coalesced`),
    ]);
    await opened.waitForFunction(() => /Right/.test(document.getElementById("status").textContent));
    await other.evaluate((text) => {
      setInterval(() => {
        for (let i = 0; i < window.opened.length; ++i) window.opened[i].postMessage(text, "*");
      }, 5);
    }, forged);
    await opened.evaluate(() => (document.getElementById("requests").open = true));
    await opened.waitForTimeout(2000);
    assert.doesNotMatch(await opened.frames()[1].title(), /forged/);
    await other.close();
  },
);

test("an exercise: not started, a hint, a mistake, and solved", within, async () => {
  await page.goto("about:blank");
  await page.goto(`${base}#chapter=step3_padded_exercise`);
  await page.locator("#run").click();
  await idle();
  assert.match(await text("table"), /Not started: exercise.cuh has nothing between its marks/);
  await page.locator("#hint").click();
  assert.match(await text("hinted"), /Hint 1 of 3: Double number d of the tile/);
  const exercise = textOf("step3_padded_exercise", "exercise.cuh");
  const filled = (line) => exercise.replace(/(your code: begin.*\n)/, `$1${line}\n`);
  await put(filled("position = col & row;"));
  assert.match(await text("table"), /race on shared tile/);
  await put(filled("position = col ^ (row / 2 % TILE_COLS);"));
  assert.match(await text("table"), /good +swizzled 256 x 256, shared loads: 4096 wavefronts, 2 a request/);
  assert.match(await text("status"), /^Passed/);
});

test("a whole program: what it printed, what ./learn try says, and a mistake of its host code", within, async () => {
  await open("program");
  assert.match(
    await text("table"),
    /^0 elements are wrong\n[^]*through_tile<0> at program\.cu:\d+ +32x32 +- +4 +4 +32 +1/,
  );
  const program = textOf("program", "program.cu");
  await put(program.replace('printf("', 'printf("%g, ", in[1]), printf("'));
  assert.match(await text("table"), /it ended with signal 11 at program\.cu:38/);
  assert.match(await text("failures"), /^program\.cu:38: device memory on the host: the host uses in/);
  assert.match(await text("status"), /^Wrong/);
  assert.equal(await text("places"), "program.cu:38");
});

test("and what is no CUDA is refused as ./learn try does it, at its line", within, async () => {
  const program = textOf("program", "program.cu");
  await put(program.replace("__shared__ float tile[32][32 + PAD];", "__shared__ float tile[32][32 + PAD] = {};"));
  assert.match(await text("failures"), /^program\.cu:15: /);
  assert.match(await text("status"), /does not compile/);
  assert.equal(await text("places"), "program.cu:15");
});

test("nothing of it was against the page's policy", within, () => assert.deepEqual(complaints, []));
