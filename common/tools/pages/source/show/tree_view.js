// The tree of a sum, level by level: which element is added to which, and which lanes idle meanwhile.
import { foldedTable, html, picture, scrolling, svg } from "../elements.js";
import { plural, ranges } from "../words.js";
import { counting, isTree, levelsOf } from "./tree.js";

const WIDTH = 960;
const LEFT = 8;
const LEVEL = 66; // high
const LANES = 26; // below the arrows
const NODE = 8;

const lanesIn = (level, warp) =>
  [...new Set(counting(level).map(({ thread }) => thread))]
    .filter((thread) => Math.floor(thread / 32) === warp)
    .map((thread) => thread % 32)
    .sort((a, b) => a - b);

function inWords(level) {
  const name = (i) => (level.of === "words" ? `${level.name}[${i}]` : `thread ${i}`);
  const some = counting(level)
    .slice(0, 3)
    .map(({ to, from }) => `${name(to)} += ${name(from)}`)
    .join(", ");
  return counting(level).length > 3 ? `${some}, …` : some;
}

function drawLevel(level, i, nodes, warps) {
  const y = i * LEVEL;
  const wide = (WIDTH - 2 * LEFT) / nodes;
  const x = (node) => LEFT + (node + 0.5) * wide;
  const box = (node, style) =>
    svg("rect", { x: x(node) - wide / 2 + 0.3, y: y + 18, width: Math.max(1, wide - 0.6), height: NODE, class: style });
  const counted = counting(level);
  const to = new Set(counted.map((one) => one.to));
  const from = new Set(counted.map((one) => one.from));
  const wasted = new Set(level.additions.map((one) => one.to));
  const style = (node) => (to.has(node) ? "store" : from.has(node) ? "load" : wasted.has(node) ? "wasted" : "idle");
  const boxes = Array.from({ length: nodes }, (_, node) => box(node, style(node)));
  const arrows = counted.map((one) =>
    svg("path", {
      class: "sum",
      d: `M${x(one.from)} ${y + 18 + NODE}C${x(one.from)} ${y + 38} ${x(one.to)} ${y + 34} ${x(one.to)} ${y + 20 + NODE}`,
    }),
  );
  const lanes = Array.from({ length: warps }, (_, warp) => {
    const active = lanesIn(level, warp).length;
    const left = LEFT + (warp * (WIDTH - 2 * LEFT)) / warps;
    return svg(
      "text",
      {
        x: left + (WIDTH - 2 * LEFT) / warps / 2,
        y: y + 18 + NODE + LANES,
        class: active > 0 ? "number" : "number faint",
      },
      active > 0 ? `${active} of 32` : "idle",
    );
  });
  const rest = level.additions.length - counted.length;
  const title = `${plural(counted.length, "addition")}, ${level.distance} apart${rest > 0 ? `; ${rest} more whose sum nobody uses` : ""}`;
  return svg("g", { class: "level" }, svg("text", { x: LEFT, y: y + 13 }, title), ...boxes, ...arrows, ...lanes);
}

/**
 * @returns {{element: Element, show: (step: object) => void} | undefined}  undefined: the variant has no such tree
 */
export function treeView(variant) {
  const launches = variant.launches.map((_, launch) => levelsOf(variant, launch));
  if (!launches.some(isTree)) return undefined;
  const place = html("div", {});
  let drawn;
  let groups = [];

  function draw(launch) {
    drawn = launch;
    const levels = launches[launch];
    const [x, y, z] = variant.launches[launch].block;
    const nodes = Math.max(x * y * z, ...levels.flatMap(({ additions }) => additions.map(({ from }) => from + 1)));
    const warps = Math.ceil((x * y * z) / 32);
    groups = levels.map((level, i) => drawLevel(level, i, nodes, warps));
    const title = `The tree of launch ${launch}, block 0: ${plural(levels.length, "level")}`;
    const description = levels.map((level, i) => `Level ${i + 1}: ${inWords(level)}`).join(". ");
    place.replaceChildren(
      html(
        "figure",
        {},
        html("figcaption", {}, title),
        scrolling(title, picture(WIDTH, Math.max(1, levels.length) * LEVEL, title, description, ...groups)),
      ),
      html(
        "p",
        { class: "soft" },
        "A row is a level; a box an element (or, of shuffles, a thread). Orange: what is added to; blue: what is added to it; pale orange: a sum that nobody uses; grey: takes no part. Below: the lanes of each warp whose sum goes on.",
      ),
      foldedTable(
        "The tree as a table",
        title,
        ["level", "apart", "additions", "first of them", "barriers passed", "warps that work", "lanes of warp 0"],
        levels.map((level, i) => [
          `${i + 1}`,
          `${level.distance}`,
          `${counting(level).length}`,
          inWords(level),
          `${level.barriers}`,
          ranges(Array.from({ length: warps }, (_, warp) => warp).filter((warp) => lanesIn(level, warp).length > 0)),
          ranges(lanesIn(level, 0)) || "all idle",
        ]),
      ),
    );
  }

  function show(step) {
    if (step.launch !== drawn) draw(step.launch);
    launches[drawn].forEach((level, i) => {
      const first = level.additions.reduce((least, { step: at }) => Math.min(least, at), Infinity);
      groups[i].classList.toggle("later", first > step.index);
    });
  }
  return { element: html("section", { class: "card" }, html("h3", {}, "The tree"), place), show };
}
