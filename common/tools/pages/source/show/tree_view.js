// The tree of a sum, level by level: which element is added to which, and which lanes idle meanwhile.
import { foldedTable, html, numbered as nth, picture, renew, scrolling, svg } from "../elements.js";
import { gpu } from "../engine.js";
import { plural } from "../words.js";
import { counting, isTree, levelsOf } from "./tree.js";
import { treesOf } from "./trees.js";
import { additionsInWords, lanesInWords, workingLanes } from "./tree_words.js";

const [LARGE, SMALL] = [576, 320]; // the picture's width; numbers have one size, so a small one has fewer
const EDGE = 8;
const TOP = 14; // the numbers of what is added to
const NODE = 8;
const ARC = 22;
const BOTTOM = TOP + NODE + ARC + 12; // the numbers of what is added to it
const HIGH = BOTTOM + 20; // the lanes of each warp
const DIGIT = 7;

/** Where the elements of a level are, in a picture of that width. */
function scaleOf(nodes, width) {
  const each = (width - 2 * EDGE) / nodes;
  return { each, x: (node) => EDGE + (node + 0.5) * each };
}

/** The boxes of a style, neighbours in one. */
function boxesOf(nodes, wide, styleOf) {
  const boxes = [];
  for (let node = 0; node < nodes; ++node) {
    const style = styleOf(node);
    if (boxes.length > 0 && boxes.at(-1).style === style && wide < 4) ++boxes.at(-1).count;
    else boxes.push({ node, count: 1, style });
  }
  const gap = wide < 4 ? 0 : 0.6;
  return boxes.map(({ node, count, style }) =>
    svg("rect", { x: EDGE + node * wide, y: TOP, width: count * wide - gap, height: NODE, class: style }),
  );
}

/** Of the additions every second, fourth, eighth .., so that both of their numbers have room. */
function withNumbers(additions, x, longest) {
  const room = (longest + 1) * DIGIT;
  const sorted = [...additions].sort((a, b) => a.to - b.to);
  const fit = (chosen) =>
    chosen.every((one, i) => i === 0 || ["to", "from"].every((at) => x(one[at]) - x(chosen[i - 1][at]) >= room));
  for (let every = 1; ; every *= 2) {
    const chosen = sorted.filter((_, i) => i % every === 0);
    if (fit(chosen)) return chosen;
  }
}

function arcOf(x, { from, to }) {
  const [y, low] = [TOP + NODE, TOP + NODE + ARC];
  return `M${x(from)} ${y + 8}V${y}M${x(from)} ${y + 8}C${x(from)} ${low} ${x(to)} ${low} ${x(to)} ${y + 1}`;
}

/** Below the arcs: how many lanes of each warp work, or of each second one and so on, where there is no room. */
function lanesOf(level, threads, width) {
  const working = workingLanes(level, threads);
  const { each, x } = scaleOf(working.length, width);
  const every = 2 ** Math.ceil(Math.log2(Math.max(1, (8 * DIGIT) / each)));
  return working.flatMap((lanes, warp) => {
    const words = lanes.length > 0 ? `${lanes.length} of ${gpu.warpLanes}` : "idle";
    return warp % every === 0
      ? [svg("text", { x: Math.max(x(warp), 4 * DIGIT), y: HIGH - 4, class: "number" }, words)]
      : [];
  });
}

function drawLevel(level, nodes, threads, title, width) {
  const { each, x } = scaleOf(nodes, width);
  const counted = counting(level);
  const [to, from] = ["to", "from"].map((end) => new Set(counted.map((one) => one[end])));
  const wasted = new Set(level.additions.map((one) => one.to));
  const style = (node) => (to.has(node) ? "store" : from.has(node) ? "load" : wasted.has(node) ? "wasted" : "idle");
  const numbered = withNumbers(counted, x, `${nodes}`.length);
  const number = (end, y) => (one, i) => svg("text", { x: x(one[end]), y, class: nth(i, "number") }, `${one[end]}`);
  return picture(
    width,
    HIGH,
    title,
    additionsInWords(level),
    ...boxesOf(nodes, each, style),
    svg("path", { class: "sum", d: counted.map((one) => arcOf(x, one)).join("") }),
    svg("path", { class: "sum numbered", d: numbered.map((one) => arcOf(x, one)).join("") }),
    ...numbered.map(number("to", TOP - 4)),
    ...numbered.map(number("from", BOTTOM)),
    ...lanesOf(level, threads, width),
  );
}

function titleOf(level, i) {
  const count = counting(level).length;
  const rest = level.additions.length - count;
  const wasted = rest > 0 ? `; ${plural(rest, "sum")} nobody uses` : "";
  return `Level ${i + 1}: ${plural(count, "addition")}, ${level.distance} apart${wasted}`;
}

/**
 * @returns {{element: Element, show: (step: object) => void} | undefined}  undefined: the variant has no such tree
 */
export function treeView(variant) {
  const launches = variant.launches.map((_, launch) => levelsOf(variant, launch));
  if (!launches.some(isTree)) return undefined;
  const place = html("div", {});
  const scroller = scrolling("The tree", place);
  let drawn = {}; // {launch, width}
  let at; // the step that is shown
  let groups = []; // of each level: {element, state}

  function draw(launch, width) {
    drawn = { launch, width };
    const levels = launches[launch];
    const threads = variant.launches[launch].block.reduce((product, size) => product * size, 1);
    const nodes = Math.max(threads, ...levels.flatMap(({ additions }) => additions.map(({ from }) => from + 1)));
    groups = levels.map((level, i) => {
      const title = titleOf(level, i);
      const state = html("span", { class: "soft" });
      const caption = html("figcaption", {}, title, state);
      const formula = html("p", {}, html("code", {}, additionsInWords(level)));
      return {
        element: html("figure", { class: "level" }, caption, formula, drawLevel(level, nodes, threads, title, width)),
        state,
      };
    });
    const title = `The tree of launch ${launch}, block 0: ${plural(levels.length, "level")}`;
    renew(
      place,
      html("p", {}, title),
      ...groups.map(({ element }) => element),
      html(
        "p",
        { class: "soft" },
        "A row is a level; a box an element (or, of shuffles, a thread). Orange, numbers above: what is added to; blue, numbers below: what is added to it; pale orange: a sum that nobody uses; grey: takes no part. At the bottom: how many lanes of a warp make a sum that goes on.",
      ),
      foldedTable(
        "The tree as a table",
        title,
        ["level", "apart", "additions", "which", "barriers passed", "lanes that work", "lanes that idle"],
        levels.map((level, i) => {
          const { work, idle } = lanesInWords(level, threads);
          const count = `${counting(level).length}`;
          return [`${i + 1}`, `${level.distance}`, count, additionsInWords(level), `${level.barriers}`, work, idle];
        }),
      ),
    );
  }

  function show(step) {
    at = step;
    const width = scroller.clientWidth < 1.25 * SMALL ? SMALL : LARGE;
    if (step.launch !== drawn.launch || width !== drawn.width) draw(step.launch, width);
    const isOver = ({ additions }) => additions.every(({ step: at }) => at < step.index);
    const now = launches[drawn.launch].findIndex((level) => !isOver(level));
    fit(now);
    launches[drawn.launch].forEach((level, i) => {
      const isLater = level.additions.every(({ step: end, begin = end }) => begin > step.index);
      groups[i].element.classList.toggle("later", isLater);
      groups[i].state.textContent = isLater ? " (still to come)" : isOver(level) ? "" : " (now)";
    });
  }

  /** The frame shows whole levels, from the one `now` on (-1: all are over): as many as page.css has room for. */
  function fit(now) {
    scroller.style.maxHeight = "";
    const room = scroller.clientHeight;
    if (now < 0 || room === scroller.scrollHeight) return;
    const [top, bottom] = [0, 1].map((end) =>
      groups.map(({ element }) => element.offsetTop + end * element.offsetHeight),
    );
    const first = Math.min(
      now,
      top.findIndex((y) => bottom.at(-1) - y <= room),
    );
    const last = Math.max(
      now,
      bottom.findLastIndex((y) => y - top[first] <= room),
    );
    scroller.style.maxHeight = `${bottom[last] - top[first]}px`;
    scroller.scrollTop = top[first] - place.offsetTop;
  }
  new ResizeObserver(() => at && show(at)).observe(scroller);
  const trees = treesOf(variant);
  const title = `The tree${trees > 0 ? `, one of ${trees.toLocaleString("en")}` : ""}`;
  return { element: html("section", { class: "card tree" }, html("h3", {}, title), scroller), show };
}
