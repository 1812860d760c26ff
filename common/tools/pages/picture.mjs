// The picture of ./learn show in README.md: node picture.mjs [--check], with what `npm ci` and ./learn install. It is
// drawn anew from the page's own: each colour of a tile is one path, so that it stays small. --check writes nothing, and
// fails where the picture that is kept is another one.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, open, root } from "./tests/browser.js";

const names = ["step2", "step3", "tile_32x8", "pad1_32x8"];
const WIDTH = 610; // of one variant
const TOP = 128; // of its tile
const HEIGHT = 566; // of that

/** What a panel shows: its words, and the squares and numbers of its tile. */
function shownIn(panel) {
  const words = (selector) => panel.querySelector(selector).textContent.trim();
  const tile = panel.querySelector("figure.tile svg");
  const place = (one) => [Number(one.getAttribute("x")), Number(one.getAttribute("y"))];
  return {
    name: words("h2"),
    count: words(".count"),
    why: words(".count + p"),
    squares: [...tile.querySelectorAll("rect")].map((one) => ({
      at: place(one),
      fill: one.style.fill,
      style: one.getAttribute("class"),
    })),
    numbers: [...tile.querySelectorAll("text")].map((one) => ({
      at: place(one),
      text: one.textContent,
      style: one.getAttribute("class"),
      fill: one.style.fill,
    })),
  };
}

const SQUARE = 15;
const path = (squares, attributes) =>
  squares.length === 0
    ? ""
    : `<path ${attributes} d="${squares.map(({ at: [x, y] }) => `M${x} ${y}h${SQUARE}v${SQUARE}h-${SQUARE}z`).join("")}"/>\n`;

function lines(text, most) {
  const found = [""];
  for (const word of text.split(" ")) {
    if (found.at(-1).length + word.length > most) found.push("");
    found[found.length - 1] += `${found.at(-1) === "" ? "" : " "}${word}`;
  }
  return found;
}

function drawn({ name, count, why, squares, numbers }, left) {
  const fills = [...new Set(squares.map(({ fill }) => fill))].filter((fill) => fill !== "");
  return `<g transform="translate(${left} 0)">
<text x="4" y="24" class="name">${name}</text><text x="4" y="62" class="count">${count}</text>
${lines(why, 74)
  .map((line, i) => `<text x="4" y="${90 + 20 * i}" class="why">${line}</text>`)
  .join("")}
<g transform="translate(0 ${TOP})">
${fills
  .map((fill) =>
    path(
      squares.filter((one) => one.fill === fill),
      `fill="${fill.replaceAll(" ", "")}"`,
    ),
  )
  .join("")}${path(
    squares.filter(({ style }) => style.includes("pad")),
    'class="pad"',
  )}${path(
    squares.filter(({ style }) => style.includes("now")),
    'class="now"',
  )}${numbers
    .map(
      ({ at: [x, y], text, style, fill }) =>
        `<text x="${x}" y="${y}" class="${style}"${fill ? ` style="fill:${fill.replaceAll(" ", "")}"` : ""}>${text}</text>`,
    )
    .join("")}
</g></g>`;
}

const page_path = execFileSync(join(root, "learn"), ["show", ...names], {
  env: { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "" },
  encoding: "utf8",
}).trim();
const browser = await launch();
const page = await open(browser, page_path);
await page.keyboard.press("PageDown"); // behind the barrier: a warp reads a column of the tile
const panels = await Promise.all((await page.locator("article").all()).map((panel) => panel.evaluate(shownIn)));
await page.done();
await browser.close();
const file = join(root, "docs/show.svg");
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH} ${TOP + HEIGHT}" role="img">
<title>Two variants side by side: a warp reads a column of its tile, in one bank, and in all banks</title>
<style>
text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1f2328; }
.name { font-size: 18px; font-weight: 600; } .count { font-size: 26px; font-weight: 600; } .why { font-size: 15px; }
.number { font-size: 11px; text-anchor: middle; } .right { text-anchor: end; } .in-cell { font-size: 11px; font-weight: 700; text-anchor: middle;}
.now { fill: none; stroke: #1f2328; stroke-width: 2; } .pad { fill: none; stroke: #59636e; stroke-dasharray: 2 3; }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .now { stroke: #e6edf3; } .pad { stroke: #9ea7b3; } }
</style>
${panels.map((panel, i) => drawn(panel, i * WIDTH)).join("\n")}
</svg>
`;
if (!process.argv.includes("--check")) writeFileSync(file, picture);
else if (readFileSync(file, "utf8") !== picture) {
  console.error("docs/show.svg is stale: node common/tools/pages/picture.mjs draws it anew");
  process.exitCode = 1;
}
