// What mends the slower of two variants: what the faster one does instead, read off what differs between the two. Each
// rule belongs to what limits the slower one: another difference may be there, and mend nothing.
import { ranges, sizeInWords } from "../words.js";
import { areComparable, explained, measuredOf, slowerFirst } from "./faster.js";
import { FULL, alone, countOf, limited, limitOf, padOf, writeOrder } from "./alone.js";
import { accessesOf, codeOf, declared, declaredAt, elementBytes, globals, isTile, withRows } from "./code.js";
import { differenceOfLinks, mendOfLinks } from "./links_view.js";
import { lineInWords, shortName } from "./names.js";
import { longestWait } from "./trace.js";
import { timesTheLeast } from "./walk.js";

const MOST_LINES = 3; // that are quoted
const NOTED = 1.02; // so many times as fast is worth a word

/** "(lines 26, 27 of pad1_32x8)" */
function at({ variant }, ...places) {
  const words = places.map((place) => lineInWords(variant, place)).join(", ");
  return `(${words.replace(/^line (\d+),/, "lines $1,").replaceAll(", line ", ", ")} of ${shortName(variant)})`;
}
const whose = ({ variant }) => ` of ${shortName(variant)}`;

const sharedOf = ({ variant }) => variant.arrays.filter(({ space }) => space === "shared");
const sharedLines = ({ variant }) => variant.lines.filter(({ space }) => space === "shared");
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
    const rows = `${which}${declared(before)} → ${declared(array)}${declaredAt(slow, before, whose(slow))}${single}`;
    return [rows, ...otherPlaces(slow, fast, array)].join(", and ");
  }
}

/** In a list: "tile[y][x] → tile[y][x ^ y], .. (lines 24, 34 of pad1_32x8)"; an empty one where its places are the same. */
function otherPlaces(slow, fast, { name }) {
  const [old, own] = [slow, fast].map(({ variant }) => accessesOf(variant, name));
  const changed = old.flatMap(([access, place], i) =>
    own[i] && own[i][0] !== access ? [{ words: `${access} → ${own[i][0]}`, place }] : [],
  );
  if (old.length !== own.length || changed.length === 0) return [];
  return [`${changed.map(({ words }) => words).join(", ")} ${at(slow, ...changed.map(({ place }) => place))}`];
}

/** Other places of the same tile. */
function places(slow, fast) {
  const array = sharedOf(fast).find(isTile);
  const isSame = array && sharedOf(slow).some((one) => declared(one) === declared(array));
  return slow.step.space === "shared" && isSame ? otherPlaces(slow, fast, array)[0] : undefined;
}

/** Rows of the slower one's tile with a pad, where its columns lie in few banks. */
const pad = (slow) =>
  slow.step.space === "shared" && timesTheLeast(slow.step) > 1 ? padOf(slow.variant, whose(slow)) : undefined;

/** Shared memory, where the slower one has none and its blocks have the same shape. */
function detour(slow, fast) {
  const [array] = shapeOf(slow) === shapeOf(fast) && sharedOf(slow).length === 0 ? sharedOf(fast) : [];
  return array && `a detour through shared memory, ${declared(array)}${declaredAt(fast, array, whose(fast))}`;
}

/** No shared memory, where the slower one has some. */
function straightOn(slow, fast) {
  if (sharedOf(slow).length === 0 || sharedOf(fast).length > 0) return undefined;
  const where = at(fast, globals(fast, "store")[0]);
  return [`no detour through shared memory ${where}`, ...blocks(slow, fast)].join(", and ");
}

/** Loads and stores, or loads alone, of more bytes at a time. */
const wider = (operations) => (slow, fast) => {
  const widths = (one) => operations.map((name) => Math.max(...globals(one, name).map(({ bytes }) => bytes)));
  const [before, after] = [slow, fast].map(widths);
  if (!after.every((bytes, i) => bytes > before[i])) return undefined;
  return `each lane ${operations.join("s and ")}s up to ${after[0]} bytes at a time instead of ${before[0]}`;
};

const shapeOf = ({ variant, step }) => sizeInWords(variant.launches[step.launch].block);

/** Blocks of another shape, or another grid of such blocks, in a list; else an empty one. */
function blocks(slow, fast) {
  const [old, shape] = [slow, fast].map(shapeOf);
  const [grid, other] = [slow, fast].map(({ variant, step }) => sizeInWords(variant.launches[step.launch].grid));
  const where = fast.variant.problem === "" ? "" : " (variants.cu)";
  if (old !== shape) return [`blocks of ${shape} threads instead of ${old}`];
  return grid === other ? [] : [`a grid of ${other} blocks instead of ${grid}${where}`];
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

/** Those of its own lines that are not named, in a list; else an empty one: "the lines that go with it, 34, 36–47" */
function rest(slow, fast, named) {
  const others = ownLines(slow, fast).flatMap(([, { line }]) => (named.includes(line) ? [] : [line]));
  return others.length > 0 ? [`the lines that go with it, ${ranges(others.toSorted((a, b) => a - b))}`] : [];
}

/** Variables that the faster one makes of another index of the thread. */
function indices(slow, fast) {
  const before = [...codeOf(slow.variant).keys()].flatMap((code) => indexOf(code) ?? []);
  const changed = [...codeOf(fast.variant)].flatMap(([code, place]) => {
    const { name, of } = indexOf(code) ?? {};
    const old = before.find((one) => one.name === name)?.of;
    if (!old || old === of) return [];
    const threads = [old, of].map((indices) => indices.match(/threadIdx\.\w/g).join(" and "));
    return [{ words: `${name} from ${(threads[0] === threads[1] ? [old, of] : threads).join(" → ")}`, place }];
  });
  if (changed.length === 0) return undefined;
  const others = rest(
    slow,
    fast,
    changed.map(({ place }) => place.line),
  );
  const words = changed.map((one) => one.words).join(", ");
  const effect = timesTheLeast(fast.step) === 1 ? `: lanes side by side ${fast.step.operation} side by side` : "";
  const where = at(fast, ...changed.map(({ place }) => place));
  return [`${words} ${where}`, ...blocks(slow, fast), ...others].join(", and ") + effect;
}

/** Lines of the faster one's code that the slower one does not have, where they are few, and blocks of another shape. */
function lines(slow, fast) {
  const own = ownLines(slow, fast);
  if (own.length > MOST_LINES) return undefined;
  const quoted = own.map(([code]) => code.replace(/ \{$/, "")).join(" and ");
  const where = at(fast, ...own.map(([, place]) => place));
  return [...(own.length > 0 ? [`${quoted} ${where}`] : []), ...blocks(slow, fast)].join(" and ");
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
    ? `the last sums are made by one warp ${at(fast, after.last[0])}, which needs __syncwarp() alone: `
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
  if (!explained([slow, fast]))
    return [detour, straightOn, wider(["load", "store"]), writeOrder, elements(() => 0), tiles, indices, lines];
  if (!areComparable(slow.variant, fast.variant)) return [rows, places, detour, indices, lines];
  if (limit === "in flight") {
    const part = longestWait(slow.variant, fast.variant);
    const fewer = elements(({ waits }) => waits[part]);
    const of = {
      begin: [fewer],
      loads: [wider(["load"]), fewer],
      tile: [rows, places, fewer, pad, straightOn, barriers],
    };
    return [...of[part], lines];
  }
  if (limit === "partial sectors") return [detour, indices, lines];
  if (limit === "requests") return [wider(["load", "store"]), lines];
  return [rows, places, pad, straightOn, elements((variant) => countOf(variant, limit)), lines];
}

/** What mends the slower one, or what differs: the first rule that finds something. */
const differenceOf = (slow, fast) =>
  rulesOf(slow, fast)
    .map((rule) => rule(slow, fast))
    .find(Boolean);

const asMend = (words) => (words ? `What mends it: ${words}.` : "");
/** Of two: from the first to the second. */
const asDifference = (words, ...pair) =>
  words ? `What differs, from ${pair.map(({ variant }) => shortName(variant)).join(" to ")}: ${words}.` : "";

/** Of two that memory limits alike, what differs, where one is so much faster that it is worth a word. */
function differenceMeasured(shown) {
  const measured = measuredOf(shown.map(({ variant }) => variant));
  if (!measured || shown.some(({ step }) => !step)) return "";
  const speeds = measured.of.map(({ speed }) => speed);
  const [slow, fast] = speeds[0] < speeds[1] ? shown : shown.toReversed();
  const times = Math.max(...speeds) / Math.min(...speeds);
  const found = times >= NOTED && differenceOf(slow, fast);
  return asDifference(found, slow, fast);
}

/** Of two that memory limits, where no mend is known. */
function nothingKnown(variants) {
  const isFull = ({ speed }, i) => speed > FULL * variants[i].atMost;
  if ((measuredOf(variants)?.of ?? []).every(isFull))
    return "By their counts nothing mends it: their bytes take about that long.";
  return `What mends it is not known: the counts do not explain what is missing to ${variants[0].atMost.toLocaleString("en")} GB/s.`;
}

/** Of two that are about as fast, what differs, or what mends both, or each. */
function aloneOrBoth(shown) {
  const variants = shown.map(({ variant }) => variant);
  if (!areComparable(...variants) || variants.some(({ isCeiling }) => isCeiling)) return "";
  const isMemory = variants.every((one) => limitOf(one) === "memory");
  const measured = isMemory && differenceMeasured(shown);
  if (measured) return measured;
  const rules = shown.some(({ step }) => !step) ? [] : isMemory ? [tiles] : [tiles, lines];
  const difference = asDifference(rules.map((rule) => rule(...shown)).find(Boolean), ...shown);
  const found = variants.map((variant) => [shortName(variant), alone(variant)]).filter(([, words]) => words);
  if (isMemory && found.length === 0) return [difference, nothingKnown(variants)].filter(Boolean).join(" ");
  if (found.length === 2 && found[0][1] === found[1][1])
    return [difference, `What mends both: ${found[0][1]}.`].filter(Boolean).join(" ");
  return asMend(found.map(([name, words]) => `of ${name}, ${words}`).join("; "));
}

/** What mends one that is slower than a copy, which shows no more than how many elements a thread may take. */
function mendOfCopied(slow, fast) {
  const part = longestWait(slow.variant, fast.variant);
  const more = limitOf(slow.variant) === "in flight" && elements(({ waits }) => waits[part])(slow, fast);
  return more || alone(slow.variant, part);
}

/** "What mends it: tile[32][32] → tile[32][33] (line 16)."; "" where nothing can be derived. */
export function mendInWords(shown) {
  const variants = shown.map(({ variant }) => variant);
  if (shown.length === 1) return asMend(alone(variants[0]));
  if (variants.some(({ links }) => links.length > 0))
    return asMend(mendOfLinks(shown)) || (differenceOfLinks(shown) ? `What differs: ${differenceOfLinks(shown)}.` : "");
  const [slow, fast] = slowerFirst(shown) ?? [];
  if (!slow) return aloneOrBoth(shown);
  if (!slow.step || !fast.step) return "";
  if (fast.variant.isCeiling) return asMend(mendOfCopied(slow, fast));
  if (elementBytes(slow.variant) !== elementBytes(fast.variant))
    return "Elements of other bytes are another task: nothing in the one mends the other.";
  const found = differenceOf(slow, fast);
  if (explained(shown)) return asMend(found || alone(slow.variant, longestWait(slow.variant, fast.variant)));
  return [asDifference(found, slow, fast), limitOf(slow.variant) === "memory" ? "" : asMend(alone(slow.variant))]
    .filter(Boolean)
    .join(" ");
}
