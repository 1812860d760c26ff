// The pages that ./learn show writes, and what is in them.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./browser.js";

export const BUILD = process.env.LADDER_BUILD ?? join(root, "build");

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), "show-"));

/** ./learn show: {path, status, said}. There is no desktop to open it on. */
export function shown(...names) {
  const { DISPLAY, WAYLAND_DISPLAY, ...env } = process.env;
  const { stdout, stderr, status } = spawnSync(join(root, "learn"), ["show", ...names], { env, encoding: "utf8" });
  return { path: stdout.trim(), status, said: stderr };
}

/** The same, where no other file of tests writes a page of that chapter meanwhile. */
export const shownApart = (...names) => shown("--page", join(temporaryFolder(), "page.html"), ...names);

export const dataIn = (path) =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync(path, "utf8"))[1]);

/** A page of such data, in a folder. */
export function pageOf(folder, data) {
  const [file, path] = [join(folder, "data.json"), join(folder, "page.html")];
  writeFileSync(file, JSON.stringify(data));
  execFileSync(join(BUILD, "bin/ladder"), ["page", join(root, "common/learn/show.html"), path, file]);
  return path;
}

/** The counts that are shown: of the run, and of the page. */
export const counted = (page, panel = 0) =>
  page
    .locator(".count")
    .nth(panel)
    .evaluate((count) => [Number(count.dataset.counted), parseInt(count.textContent)]);

export const where = async (page) => Number(await page.locator("#position").inputValue());
