// The picture of ./learn show in README.md: node picture.mjs [--check], with what `npm ci` and ./learn install. It is
// drawn anew from the page's own: each colour of a picture is one path, so that it stays small. --check writes nothing,
// and fails where the picture that is kept is another one.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, open, root } from "./tests/browser.js";

const names = ["step2", "step3", "tile_32x8", "pad1_32x8"];
const WIDTH = 410; // of one variant, in pixels as it is shown
const EACH = 192; // of its tile, and of its banks
const TOP = 92; // of these

/** What a panel shows: its words, and the rectangles and labels of its tile and its banks. */
function shownIn(panel) {
  const words = (selector) => panel.querySelector(selector).textContent.trim();
  const numbers = (one, names) => names.map((name) => Number(one.getAttribute(name)));
  const pictures = [...panel.querySelectorAll("figure")]
    .slice(0, 2)
    .map((figure) => ({
      caption: figure.querySelector("figcaption").textContent,
      width: figure.querySelector("svg").viewBox.baseVal.width,
      boxes: [...figure.querySelectorAll("rect")].map((one) => ({
        at: numbers(one, ["x", "y", "width", "height"]),
        fill: one.style.fill || one.getAttribute("fill") || "",
        style: one.getAttribute("class"),
      })),
      labels: [...figure.querySelectorAll("text:not(.every1, .every2, .right)")].map((one) => ({
        at: numbers(one, ["x", "y"]),
        text: one.textContent,
        style: one.getAttribute("style") ?? "",
      })),
    }));
  return {
    name: words("h2"),
    count: words(".count").split(",")[0],
    why: words(".count + p").split(". ").at(-1),
    pictures,
  };
}

const tight = (colour) => colour.replaceAll(" ", "");
const path = (boxes, attributes) =>
  boxes.length === 0
    ? ""
    : `<path ${attributes} d="${boxes.map(({ at: [x, y, w, h] }) => `M${x} ${y}h${w}v${h}h-${w}z`).join("")}"/>`;

function drawnPicture({ caption, width, boxes, labels }, left) {
  const scale = EACH / width;
  const has = (style) => boxes.filter((one) => one.style?.split(" ").includes(style));
  const fills = [...new Set(boxes.map(({ fill }) => fill))].filter(Boolean);
  const filled = fills.map((fill) =>
    path(
      boxes.filter((one) => one.fill === fill),
      `fill="${tight(fill)}"`,
    ),
  );
  const written = labels.map(
    ({ at: [x, y], text, style }) => `<text x="${x}" y="${y}" style="${tight(style)}">${text}</text>`,
  );
  return `<text x="${left + 4}" y="${TOP - 16}">${caption}</text>
<g transform="translate(${left} ${TOP}) scale(${scale.toFixed(4)})" class="drawn">
${path(has("idle"), 'class="idle"')}${filled.join("")}${path(has("empty"), 'class="empty"')}${path(has("now"), 'class="now"')}
${written.join("")}
</g>`;
}

const drawn = ({ name, count, pictures }, left) => `<g transform="translate(${left} 0)">
<text x="4" y="18" class="name">${name}</text><text x="4" y="50" class="count">${count}</text>
${pictures.map((one, i) => drawnPicture(one, i * (EACH + 8))).join("\n")}
</g>`;

const page_path = execFileSync(join(root, "learn"), ["show", ...names], {
  env: { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "" },
  encoding: "utf8",
}).trim();
const browser = await launch();
const page = await open(browser, page_path);
const panels = await Promise.all((await page.locator("article").all()).map((panel) => panel.evaluate(shownIn)));
await page.done();
await browser.close();
const file = join(root, "docs/show.svg");
const unit = (panels[0].pictures[0].width / EACH).toFixed(2);
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH} ${TOP + EACH + 8}" role="img">
<title>Two variants side by side: a warp reads a column of its tile, in one bank, and in all banks</title>
<style>
text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1f2328; }
text.name { font-size: 15px; font-weight: 600; } text.count { font-size: 20px; font-weight: 600; }
.drawn text { font-size: ${11 * unit}px; text-anchor: middle; paint-order: stroke; stroke-width: ${3 * unit}px; }
.idle { fill: #dfe4ea; } .now { fill: none; stroke: #1f2328; stroke-width: ${1.5 * unit}; }
.empty { fill: none; stroke: #59636e; stroke-dasharray: 4 6; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; } .idle { fill: #343b45; } .now { stroke: #e6edf3; } .empty { stroke: #9ea7b3; }
}
</style>
${panels.map((panel, i) => drawn(panel, i * WIDTH)).join("\n")}
</svg>
`;
if (!process.argv.includes("--check")) writeFileSync(file, picture);
else if (readFileSync(file, "utf8") !== picture) {
  console.error("docs/show.svg is stale: node common/tools/pages/picture.mjs draws it anew");
  process.exitCode = 1;
}
