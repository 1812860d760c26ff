// Of two variants a bar each, the slower one's the longer or the one in more pieces: what its blocks wait for, the trees
// that they make, or what its kernels load and store between GPUs.
import { html } from "../elements.js";
import { plural } from "../words.js";
import { countOf, limited, limitOf } from "./alone.js";
import { explained } from "./faster.js";
import { shortName } from "./names.js";
import { trafficOf } from "./trace.js";
import { byTrees, treesOf } from "./trees.js";
import { timesTheLeast } from "./walk.js";

const WAITS = { begin: "start of blocks", loads: "loads", tile: "wavefronts and barriers" };
const STRIP = 16; // KiB of the data

const inFull = (count) => count.toLocaleString("en");
const sumOf = (parts) => parts.reduce((all, { size }) => all + size, 0);

/** @typedef {{title: string, parts: {style: string, size: number, words?: string}[]}} Bar */

/** @returns {Bar} */
function waitsOf(variant) {
  const parts = Object.entries(WAITS).map(([style, name]) => {
    const size = variant.waits[style];
    return { style, size, words: `${name} ${size}` };
  });
  return { title: `${shortName(variant)} waits ${sumOf(parts)} µs for each GiB`, parts };
}

/** The wavefronts for some KiB of the data, a piece for each block. @returns {Bar} */
function blocksOf(variant) {
  const each = countOf(variant, "wavefronts");
  const many = Math.round((treesOf(variant) * 1024 * STRIP) / limited(variant, "memory")[2]);
  const pieces = Math.max(1, many);
  const parts = Array.from({ length: pieces }, () => ({ style: "loads piece", size: each / pieces }));
  parts[0].words = `of ${STRIP} KiB: ${many === 0 ? "part of one block and its tree" : `${plural(many, "block")}, a tree in each`}`;
  return { title: `${shortName(variant)}: ${inFull(each)} wavefronts for each KiB`, parts };
}

/** @returns {Bar} */
function sectorsOf(variant) {
  const { moved, remote, messages } = trafficOf(variant);
  const own = { style: "loads", size: moved - remote, words: `in its own GPU ${inFull(moved - remote)}` };
  const other = { style: "tile", size: remote, words: `in another ${inFull(remote)}` };
  const sent = messages > 0 ? `, ${plural(messages, "message")}` : "";
  return {
    title: `${shortName(variant)}: ${inFull(moved)} sectors loaded and stored${sent}`,
    parts: remote > 0 ? [own, other] : [own],
  };
}

/** Of what follows the bars, where it costs the least in both. */
const notes = new Map([
  [blocksOf, "Below, one tree of each: what it looks like makes little difference, how many there are does."],
  [sectorsOf, "Below, what a warp asks for in each: that is not why one is slower."],
]);

/** What a bar shows: what is why one of two is slower; undefined where no bar shows that. */
function barOf(shown) {
  const [slow, fast] = (explained(shown) ?? []).map(({ variant }) => variant);
  if (!slow) return undefined;
  if (slow.links.length > 0) return trafficOf(slow).moved > trafficOf(fast).moved ? sectorsOf : undefined;
  if (byTrees(shown)) return blocksOf;
  return limitOf(slow) === "in flight" ? waitsOf : undefined;
}

function drawn({ title, parts }, most) {
  const width = ({ size }) => `width: ${(100 * size) / most}%`;
  const words = parts.filter(({ words }) => words);
  return html(
    "div",
    {},
    html("strong", {}, title),
    html(
      "div",
      { class: "bar", "aria-hidden": "true" },
      ...parts.map((part) => html("div", { class: part.style, style: width(part) })),
    ),
    html("p", {}, ...words.map(({ style, words }) => html("span", { class: `key ${style}` }, words))),
  );
}

/** A card, or none. @param {{variant: object, step: object | undefined}[]} shown */
export function barsViews(shown) {
  const bar = barOf(shown);
  if (!bar) return [];
  const bars = shown.map(({ variant }) => bar(variant));
  const most = Math.max(...bars.map(({ parts }) => sumOf(parts)));
  const areLeast = shown.every(({ step }) => step && timesTheLeast(step) <= 1);
  const note = areLeast ? notes.get(bar) : undefined;
  return [
    html(
      "section",
      { class: "card bars", "aria-label": "Why one is slower" },
      ...bars.map((one) => drawn(one, most)),
      note && html("strong", { class: "whole" }, note),
    ),
  ];
}
