// What mends the slower of two variants: what the faster one does instead, read off what differs between the two. Each
// rule belongs to what limits the slower one: another difference may be there, and mend nothing.
import { transactions } from "../engine.js";
import { sizeInWords } from "../words.js";
import { areComparable, explained, measuredOf, slowerFirst } from "./faster.js";
import { bytesInWords } from "./links_view.js";
import { lineInWords, shortName } from "./names.js";
import { longestWait, trafficOf } from "./trace.js";
import { dearestOf, timesTheLeast } from "./walk.js";

const MOST_LINES = 3; // that are quoted

/** "wavefronts"; undefined where that is not known. */
export const limitOf = ({ limits }) => limits[0]?.[0];
const limited = ({ limits }, limit) => limits.find(([name]) => name === limit) ?? [limit, 0, 0];
/** The count of what limits a variant, for each KiB of data. */
export const countOf = (variant, limit) => limited(variant, limit)[1];

/** The lines of the function that a line is in: [code, line]. */
function functionAt({ sources }, { file, line }) {
  const all = sources.find((one) => one.file === file)?.text.split("\n") ?? [];
  const begin = all.slice(0, line - 1).findLastIndex((text) => text.startsWith("}")) + 1;
  const end = all.findIndex((text, i) => i >= line && text.startsWith("}"));
  const inside = all.map((text, i) => [/^\s/.test(text) ? text.replace(/\/\/.*/, "").trim() : "", i + 1]);
  return inside.slice(begin, end).filter(([code]) => /[;{]$/.test(code));
}

/** The lines of all functions of a variant, by their code: Map {"s[t] += s[t + d];" => {file, line}}. */
function codeOf(variant) {
  const lines = [...variant.lines, ...variant.exchanges].toSorted((a, b) => a.line - b.line);
  const code = lines.flatMap(({ file, line }) =>
    functionAt(variant, { file, line }).map(([text, at]) => [text, { file, line: at }]),
  );
  return new Map(code);
}

const globals = ({ variant }, operation) =>
  variant.lines.filter((line) => line.space === "global" && line.operation === operation);

/** Between GPUs: another way of the data, fewer passes over them, or less at the busiest GPU. */
function mendOfLinks(shown) {
  const [slow, fast] = slowerFirst(shown) ?? [];
  if (!slow) return undefined;
  const [before, after] = [slow, fast].map(({ variant }) => ({
    ...trafficOf(variant),
    launches: variant.launches.length,
  }));
  if (after.remote > before.remote)
    return `kernels store to where the data belong (${lineInWords(fast.variant, globals(fast, "store")[0])}), and no message is sent`;
  if (before.bytes === 0) return after.messages > 0 ? "the GPUs send over their links what they need" : undefined;
  if (after.most < before.most)
    return `${waysOf(fast.variant)}: at most ${bytesInWords(after.most)} from or to one of them`;
  if (after.moved < before.moved)
    return `fewer passes over the data in a GPU's own memory: ${after.launches} launches instead of ${before.launches}`;
}

/** "each GPU sends to one other alone" */
const waysOf = ({ links, sizes }) =>
  links.length === sizes.gpus ? "each GPU sends to one other alone" : "the GPUs share what is sent";

const sharedOf = ({ variant }) => variant.arrays.filter(({ space }) => space === "shared");
const sharedLines = ({ variant }) => variant.lines.filter(({ space }) => space === "shared");
const declared = ({ name, extents }) => `${name}${extents.map((extent) => `[${extent}]`).join("")}`;

/** " (line 16)", where the faster one's code names the array first. */
function declaredAt({ variant }, { name }) {
  const [, place] = [...codeOf(variant)].find(([code]) => code.includes(`${name}[`)) ?? [];
  return place ? ` (${lineInWords(variant, place)})` : "";
}

const isTile = ({ space, extents }) => space === "shared" && extents.length > 1;
const withRows = ({ name, extents }, length) => declared({ name, extents: [...extents.slice(0, -1), length] });

/** Rows of another length, which put the words of a column into other banks. */
const rows = (slow, fast) =>
  slow.step.space === "shared" && timesTheLeast(slow.step) > timesTheLeast(fast.step) ? tiles(slow, fast) : undefined;

function tiles(slow, fast) {
  for (const array of sharedOf(fast)) {
    const before = sharedOf(slow).find(({ name }) => name === array.name);
    const [old, length] = [before, array].map((one) => one?.extents.at(-1));
    if (!before || old === length) continue;
    const which = withRows(before, length) === declared(array) ? "" : `rows of ${length} elements instead of ${old}, `;
    const widest = Math.max(...sharedLines(slow).map(({ bytes }) => bytes));
    const isAligned = (length * array.elementBytes) % widest === 0;
    const single = isAligned ? "" : `, and no access to it of ${widest} bytes`;
    return `${which}${declared(before)} → ${declared(array)}${declaredAt(fast, array)}${single}`;
  }
}

/** Shared memory, where the slower one has none and its blocks have the same shape. */
function detour(slow, fast) {
  const [array] = shapeOf(slow) === shapeOf(fast) && sharedOf(slow).length === 0 ? sharedOf(fast) : [];
  return array && `a detour through shared memory, ${declared(array)}${declaredAt(fast, array)}`;
}

/** No shared memory, where the slower one has some. */
function straightOn(slow, fast) {
  if (sharedOf(slow).length === 0 || sharedOf(fast).length > 0) return undefined;
  const where = lineInWords(fast.variant, globals(fast, "store")[0]);
  return [`no detour through shared memory (${where})`, ...blocks(slow, fast)].join(", and ");
}

/** Loads and stores, or loads alone, of more bytes at a time. */
const wider = (operations) => (slow, fast) => {
  const widths = (one) => operations.map((name) => Math.max(...globals(one, name).map(({ bytes }) => bytes)));
  const [before, after] = [slow, fast].map(widths);
  if (!after.every((bytes, i) => bytes > before[i])) return undefined;
  return `each lane ${operations.join("s and ")}s up to ${after[0]} bytes at a time instead of ${before[0]}`;
};

const shapeOf = ({ variant, step }) => sizeInWords(variant.launches[step.launch].block);

/** Blocks of another shape, in a list; else an empty one. */
function blocks(slow, fast) {
  const [old, shape] = [slow, fast].map(shapeOf);
  return old === shape ? [] : [`blocks of ${shape} threads instead of ${old}`];
}

/** {name: "row", of: "blockIdx.x and threadIdx.x"} of a line that makes a variable of an index of the thread. */
function indexOf(code) {
  const name = /(\w+) = /.exec(code)?.[1];
  const of = code.match(/(threadIdx|blockIdx)\.\w|\bblock_[xy]\(\)/g) ?? [];
  return name && of.some((one) => one.startsWith("threadIdx")) ? { name, of: of.join(" and ") } : undefined;
}

/** The lines of the faster one's code that the slower one does not have: [[code, place], ..]. */
function ownLines(slow, fast) {
  const before = codeOf(slow.variant);
  return [...codeOf(fast.variant)].filter(([code]) => !before.has(code));
}

/** That more of its lines differ than those that are named, in a list; else an empty one. */
const rest = (slow, fast, named) => (ownLines(slow, fast).length > named ? ["the lines that go with it"] : []);

/** Variables that the faster one makes of another index of the thread. */
function indices(slow, fast) {
  const before = [...codeOf(slow.variant).keys()].flatMap((code) => indexOf(code) ?? []);
  const changed = [...codeOf(fast.variant)].flatMap(([code, place]) => {
    const { name, of } = indexOf(code) ?? {};
    const old = before.find((one) => one.name === name)?.of;
    return old && old !== of ? [`${name} from ${of} instead of ${old} (${lineInWords(fast.variant, place)})`] : [];
  });
  return changed.length > 0
    ? [...changed, ...blocks(slow, fast), ...rest(slow, fast, changed.length)].join(", and ")
    : undefined;
}

/** Lines of the faster one's code that the slower one does not have, where they are few, and blocks of another shape. */
function lines(slow, fast) {
  const own = ownLines(slow, fast);
  if (own.length > MOST_LINES) return undefined;
  const quoted = own.map(([code, place]) => `${code.replace(/ \{$/, "")} (${lineInWords(fast.variant, place)})`);
  return [...quoted, ...blocks(slow, fast)].join(" and ");
}

/** Fewer barriers, as the last additions are made by one warp alone. */
function barriers(slow, fast) {
  const [before, after] = [slow, fast].map(({ variant, step }) => {
    const own = variant.steps.filter(({ launch }) => launch === step.launch);
    const count = Math.max(...own.map((one) => one.barriers));
    return { count, last: own.filter(({ space, barriers }) => space === "shared" && barriers === count) };
  });
  if (after.count >= before.count) return undefined;
  const isOneWarp = after.last.length > 1 && new Set(after.last.map(({ warp }) => warp)).size === 1;
  const why = isOneWarp
    ? `the last sums are made by one warp (${lineInWords(fast.variant, after.last[0])}), which needs __syncwarp() alone: `
    : "a block waits at ";
  return `${why}${after.count} barriers instead of ${before.count}`;
}

/** Fewer threads, each of which does more: so many times that it explains what the faster one saves. */
const elements = (saved) => (slow, fast) => {
  const [before, after] = [slow, fast].map(({ variant, step }) => {
    const { block } = variant.launches[step.launch];
    const blocks = limited(variant, "blocks")[2];
    return { threads: blocks * block.reduce((all, one) => all * one), blocks: blocks.toLocaleString("en") };
  });
  const times = Math.round(before.threads / after.threads);
  if (!(times >= 2) || saved(slow.variant) > 1.1 * times * saved(fast.variant)) return undefined;
  const [old, shape] = [slow, fast].map(shapeOf);
  const first = `${before.blocks}${old === shape ? "" : ` blocks of ${old} threads`}`;
  return `each thread takes ${times} times as many elements: ${first} → ${after.blocks} blocks of ${shape} threads`;
};

/** What may mend it, by what limits the slower one; where the counts do not explain it, what differs at all. */
function rulesOf(slow, fast) {
  const limit = limitOf(slow.variant);
  if (!explained([slow, fast])) return [detour, straightOn, elements(() => 0), tiles, indices, lines];
  if (!areComparable(slow.variant, fast.variant)) return [rows, detour, indices, lines];
  if (limit === "in flight") {
    const part = longestWait(slow.variant, fast.variant);
    const fewer = elements(({ waits }) => waits[part]);
    const of = { begin: [fewer], loads: [wider(["load"]), fewer], tile: [fewer, rows, straightOn, barriers] };
    return [...of[part], lines];
  }
  if (limit === "partial sectors") return [detour, indices, lines];
  if (limit === "requests") return [wider(["load", "store"]), lines];
  return [rows, straightOn, elements((variant) => countOf(variant, limit)), lines];
}

/** Of a tile whose columns lie in few banks: rows so much longer that its requests cost least. "tile[32][32] → tile[32][33]" */
function padOf(variant) {
  for (const array of variant.arrays.filter(isTile)) {
    const steps = variant.steps.filter(({ lanes }) => lanes.length > 0 && lanes.every(({ of }) => of === array));
    const row = array.extents.at(-1);
    const costs = [0, 1, 2, 4].map((pad) => {
      const shift = (byte) => byte + Math.floor(byte / (row * array.elementBytes)) * pad * array.elementBytes;
      const moved = ({ lanes }) => lanes.map((lane) => ({ ...lane, offset: shift(lane.byte) }));
      const isWhole = steps.every(({ bytes }) => ((row + pad) * array.elementBytes) % bytes === 0);
      const sum = steps.reduce((all, step) => all + transactions({ ...step, lanes: moved(step) }), 0);
      return { length: row + pad, sum: isWhole ? sum : Infinity };
    });
    const best = costs.reduce((a, b) => (b.sum < a.sum ? b : a));
    if (2 * best.sum <= costs[0].sum)
      return `${declared(array)} → ${withRows(array, best.length)}${declaredAt({ variant }, array)}`;
  }
}

/** What mends one variant, by what limits it; undefined where nothing is known to. */
function alone(variant) {
  const limit = limitOf(variant);
  const dear = dearestOf(variant.steps);
  if (!dear || variant.isCeiling || variant.links.length > 0) return undefined;
  const alike = `lanes side by side ${dear.operation} elements side by side (${lineInWords(variant, dear)})`;
  if (limit !== "memory" && timesTheLeast(dear) > 1)
    return dear.space === "shared" ? padOf(variant) : `${alike}, if need be by way of shared memory`;
  const widest = Math.max(...globals({ variant }, "load").map(({ bytes }) => bytes));
  const wide = widest > 0 && widest < 16 ? `each lane loads up to 16 bytes at a time instead of ${widest}` : undefined;
  const { begin, loads, tile } = variant.waits;
  if (limit === "requests" || (limit === "in flight" && loads >= Math.max(begin, tile))) return wide;
  return ["wavefronts", "blocks", "in flight"].includes(limit)
    ? "each thread takes more elements, and there are fewer blocks"
    : undefined;
}

/** Of two that are about as fast, what mends both, or each. */
function aloneOrBoth(variants) {
  if (!areComparable(...variants) || variants.some(({ isCeiling }) => isCeiling)) return "";
  const measured = measuredOf(variants)?.of ?? [];
  const isFull = ({ speed }, i) => speed > 0.9 * variants[i].atMost;
  if (variants.every((one) => limitOf(one) === "memory"))
    return measured.every(isFull)
      ? "By their counts nothing mends it: their bytes take about that long."
      : `What mends it is not known: the counts do not explain what is missing to ${variants[0].atMost.toLocaleString("en")} GB/s.`;
  const found = variants.map((variant) => [shortName(variant), alone(variant)]).filter(([, words]) => words);
  if (new Set(found.map(([, words]) => words)).size === 1) return asMend(found[0][1]);
  return asMend(found.map(([name, words]) => `of ${name}, ${words}`).join("; "));
}

const asMend = (words) => (words ? `What mends it: ${words}.` : "");
const elementBytes = ({ arrays }) => arrays.find(({ space }) => space === "global")?.elementBytes;

/** "What mends it: tile[32][32] → tile[32][33] (line 16)."; "" where nothing can be derived. */
export function mendInWords(shown) {
  const variants = shown.map(({ variant }) => variant);
  if (shown.length === 1) return asMend(alone(variants[0]));
  if (variants.some(({ links }) => links.length > 0)) return asMend(mendOfLinks(shown));
  const [slow, fast] = slowerFirst(shown) ?? [];
  if (!slow) return aloneOrBoth(variants);
  const isOneTask = elementBytes(slow.variant) === elementBytes(fast.variant) && slow.step && fast.step;
  if (fast.variant.isCeiling || !isOneTask) return "";
  const found = rulesOf(slow, fast)
    .map((rule) => rule(slow, fast))
    .find(Boolean);
  return found && !explained(shown) ? `What differs: ${found}.` : asMend(found);
}
