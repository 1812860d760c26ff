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
  assert.match(await text("failures"), /still running here after 5 seconds: does the loop end\?/);
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

test("another page that opens a frame of it runs nothing in it", within, async () => {
  const other = await browser.newPage();
  await other.route("https://other.test/", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>other</p>" }),
  );
  await other.goto("https://other.test/");
  for (const frame of ["requests.html", "sandbox.html"]) {
    const [opened] = await Promise.all([
      other.waitForEvent("popup"),
      other.evaluate((address) => void (window.opened = window.open(address)), base + frame),
    ]);
    await opened.waitForLoadState();
    await other.evaluate(() => window.opened.postMessage("<script>document.title = 'forged'</script>", "*"));
    await other.waitForTimeout(500);
    assert.match(await opened.title(), /a part of the playground/);
  }
});

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

test("nothing of it was against the page's policy", within, () => assert.deepEqual(complaints, []));
