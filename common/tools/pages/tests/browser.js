// A page in the distribution's Chromium, or Firefox (BROWSER=firefox), watched: an error on its console, or anything that
// it loads but its own file, fails the test.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium, firefox } from "playwright-core";

export const root = fileURLToPath(new URL("../../../..", import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
// The channel is Mozilla's own Firefox, not one that Playwright has changed. It takes no colour scheme: all is light there, and in motion.
const FIREFOX = {
  executablePath: process.env.FIREFOX ?? ["/usr/bin/firefox", "/usr/bin/firefox-esr"].find(existsSync) ?? "firefox",
  channel: "moz-firefox",
};

export const inFirefox = process.env.BROWSER === "firefox";

const { executablePath } = inFirefox ? FIREFOX : CHROMIUM;

export const missing = existsSync(executablePath) ? false : `there is no ${executablePath}`;

export const launch = () => (inFirefox ? firefox.launch(FIREFOX) : chromium.launch(CHROMIUM));

/**
 * Opens a file, with what follows the "#". Options are those of Browser.newContext: viewport, colorScheme, ...
 * page.at(hash) opens it anew. Call page.done() in the end: it asserts that nothing went wrong, and closes the page.
 */
export async function open(browser, file, hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const faults = [];
  const address = pathToFileURL(file).href;
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("data:") && url !== "about:blank") faults.push(`loads ${url}`);
  });
  page.done = async () => {
    await context.close();
    assert.deepEqual(faults, []);
  };
  page.at = async (state) => {
    // the page once more, from its beginning
    await page.goto("about:blank");
    await page.goto(address + (state === "" ? "" : `#${state}`));
  };
  await page.at(hash);
  return page;
}

/** How many pixels of the page are off to the right. */
export const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What axe-core finds serious or critical: a line each. */
export async function seriousFaults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`));
}
