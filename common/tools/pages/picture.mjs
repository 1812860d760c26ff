// The pictures of ./learn show in README.md: node picture.mjs [--check], with what `npm ci` and ./learn install. They are
// drawn anew from the page's own: each colour of a picture is one path, so that it stays small. --check writes nothing,
// and fails where a picture that is kept is another one.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, open, root } from "./tests/browser.js";

const names = ["step2", "step3", "tile_32x8", "pad1_32x8"];
const WIDTH = 340; // so that its letters are 11 pixels high on a telephone
const EACH = 156; // of its tile, and of its banks
const TOP = 76; // of these
const NOTES = ["colour: the bank", "each row: one wavefront"];

/** What a panel shows: its words, and the rectangles and labels of its tile and its banks. */
function shownIn(panel) {
  const words = (selector) => panel.querySelector(selector).textContent.trim();
  const numbers = (one, names) => names.map((name) => Number(one.getAttribute(name)));
  const pictures = [...panel.querySelectorAll("figure")].slice(0, 2).map((figure) => ({
    caption: figure.querySelector("figcaption").textContent,
    boxes: [...figure.querySelectorAll("rect")].map((one) => ({
      at: numbers(one, ["x", "y", "width", "height"]),
      fill: one.style.fill || one.getAttribute("fill") || "",
      style: one.getAttribute("class"),
    })),
    labels: [...figure.querySelectorAll("text.in-cell:not(.every1, .every2, .every4)")].map((one) => ({
      at: numbers(one, ["x", "y"]),
      text: one.textContent,
      isBeside: one.classList.contains("beside"), // of its cell, as in a small picture of the page
      style: one.getAttribute("style"),
    })),
  }));
  return { name: words("h2").split("/")[1], count: words(".count").split(",")[0], pictures };
}

const tight = (colour) => colour.replaceAll(" ", "");
const path = (boxes, attributes) =>
  boxes.length === 0
    ? ""
    : `<path ${attributes} d="${boxes.map(({ at: [x, y, w, h] }) => `M${x} ${y}h${w}v${h}h-${w}z`).join("")}"/>`;

function drawnPicture({ caption, boxes, labels }, i) {
  const left = 12 + i * (EACH + 12);
  const [first, top] = [0, 1].map((side) => Math.min(...boxes.map(({ at }) => at[side])));
  const scale = EACH / (Math.max(...boxes.map(({ at: [x, , width] }) => x + width)) - first);
  const has = (style) => boxes.filter((one) => one.style?.split(" ").includes(style));
  const fills = [...new Set(boxes.map(({ fill }) => fill))].filter(Boolean);
  const filled = fills.map((fill) =>
    path(
      boxes.filter((one) => one.fill === fill),
      `${i === 1 ? 'class="served" ' : ""}fill="${tight(fill)}"`,
    ),
  );
  const written = labels.map(({ at: [x, y], text, isBeside, style }) => {
    const colours = tight(style).replace("--on", "fill").replace("--around", "stroke");
    const place = isBeside ? `x="${Math.round(x + 13)}" y="${y}" class="beside"` : `x="${x}" y="${y}"`;
    return `<text ${place} style="font-size:${Math.round(12 / scale)}px;${colours}">${text}</text>`;
  });
  return `<text x="${left}" y="42">${caption}</text><text x="${left}" y="60" class="note">${NOTES[i]}</text>
<g transform="translate(${left} ${TOP}) scale(${scale.toFixed(4)}) translate(${-first} ${-top})" class="drawn">
${path(has("idle"), 'class="idle"')}${filled.join("")}${path(has("empty"), 'class="empty"')}${path(has("now"), 'class="now"')}
${written.join("")}
</g>`;
}

const drawn = ({ name, count, pictures }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${TOP + EACH + 6}" role="img">
<title>${name}: a warp reads a column of its tile, in ${count}</title>
<style>
text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1f2328; }
text.name { font-size: 17px; font-weight: 600; } text.note { fill: #59636e; }
.drawn text { text-anchor: middle; dominant-baseline: central; paint-order: stroke; stroke-width: 9px; }
.drawn text.beside { text-anchor: start; }
.idle { fill: #dfe4ea; } .now { fill: none; stroke: #1f2328; stroke-width: 3; }
.empty { fill: none; stroke: #59636e; stroke-dasharray: 4 6; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; } text.note { fill: #9ea7b3; }
  .idle { fill: #343b45; } .now { stroke: #e6edf3; } .served { stroke: #9ea7b3; stroke-width: 3; } .empty { stroke: #9ea7b3; }
}
</style>
<text x="12" y="18" class="name">${name}: ${count}</text>
${pictures.map(drawnPicture).join("\n")}
</svg>
`;

const page_path = execFileSync(join(root, "learn"), ["show", ...names], {
  env: { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "" },
  encoding: "utf8",
}).trim();
const browser = await launch();
const page = await open(browser, page_path);
const panels = await Promise.all((await page.locator("article").all()).map((panel) => panel.evaluate(shownIn)));
await page.done();
await browser.close();
for (const panel of panels) {
  const name = `docs/show_${panel.name}.svg`;
  const [file, picture] = [join(root, name), drawn(panel)];
  if (!process.argv.includes("--check")) writeFileSync(file, picture);
  else if (readFileSync(file, "utf8") !== picture) {
    console.error(`${name} is stale: node common/tools/pages/picture.mjs draws it anew`);
    process.exitCode = 1;
  }
}
