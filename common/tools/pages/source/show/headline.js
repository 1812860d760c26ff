// What the page says first: what the requests cost that are shown, in one sentence, and where their data lie.
import { gpu, leastTransactions } from "../engine.js";
import { banksOf, bytesOf, groupedBy, sectorsOf } from "../layout.js";
import { plural } from "../words.js";
import { linksInWords } from "./links_view.js";
import { areComparable, explained, measuredOf, slowerFirst } from "./faster.js";
import { countOf, limitOf, matters } from "./alone.js";
import { accessInWords, indicesOf, lineInWords, shortName, unitOf } from "./names.js";
import { longestWait } from "./trace.js";
import { counting, isTree, levelsOf } from "./tree.js";
import { byTrees, treesOf } from "./trees.js";
import { dearestOf, idleIn, ofTheLine, timesTheLeast } from "./walk.js";

/** "the column", where all lanes name one column of a matrix. */
function subjectOf({ lanes }) {
  const places = lanes.map(({ of, byte }) => (of.extents.length === 2 ? indicesOf(of, byte) : []));
  const same = (i) => places.length > 1 && places.every((place) => place.length === 2 && place[i] === places[0][i]);
  if (same(0) === same(1)) return "the words";
  return same(1) ? "the column" : "the row";
}

/** Where the data of a request lie: {subject: "the column lies", place: "in one bank"}, or "it uses", "4 of the 32 bytes of each sector". */
function whereItLies(step) {
  if (step.space === "global") {
    const sectors = sectorsOf(step);
    const used = sectors.reduce((sum, sector) => sum + sector.used.filter(Boolean).length, 0) / sectors.length;
    const bytes = `${gpu.sectorBytes} bytes of each sector`;
    if (used === gpu.sectorBytes) return { subject: "it uses", place: `all ${bytes}`, short: `all ${used}` };
    const short = Number.isInteger(used) ? `${used}` : `about ${Math.round(used)}`;
    return { subject: "it uses", place: `${short} of the ${bytes}`, short };
  }
  const what = subjectOf(step);
  const subject = `${what} ${what === "the words" ? "lie" : "lies"}`;
  const banks = new Set(banksOf(step).flatMap((group) => group.banks.flatMap((queue, i) => (queue.length ? [i] : []))));
  if (banks.size === 1) return { subject, place: "in one bank" };
  return { subject, place: banks.size === gpu.banks ? `in all ${gpu.banks} banks` : `in ${banks.size} banks` };
}

/** What the line of a step costs in block 0: "141 wavefronts for 255 additions; 83 % of the lanes idle"; "" where none does. */
function idleInWords(variant, step) {
  const { steps } = variant;
  const line = ofTheLine(steps, step);
  const idle = idleIn(line);
  if (idle === 0) return "";
  const sum = line.reduce((all, { counted }) => all + counted, 0);
  const levels = levelsOf(variant, step.launch).filter((level) => level.of === "words");
  const made = isTree(levels) ? levels.flatMap(counting).filter((one) => line.includes(steps[one.step])) : [];
  const additions = made.length > 0 ? ` for ${plural(made.length, "addition")}` : "";
  const share = Math.round((100 * idle) / gpu.warpLanes / sum);
  return `${plural(sum, unitOf(step))}${additions}; ${share}\u00a0% of the lanes idle`;
}

const begun = (words) => words.replace(/^(line|the)/, (word) => word[0].toUpperCase() + word.slice(1));

/** "what is in flight" */
const inWords = (limit) => (limit === "in flight" ? "what is in flight" : limit);
const takes = (limit) => (["memory", "in flight"].includes(limit) ? "takes" : "take");

/** Of one variant, at a request. */
function sentenceOf(variant, step) {
  const line = begun(lineInWords(variant, step));
  const cost = `${begun(accessInWords(variant, step))} costs ${plural(step.counted, unitOf(step))}`;
  const least = leastTransactions(step);
  const idle = step.counted <= least && idleInWords(variant, step);
  if (idle) return `${line}, in block 0: ${idle}.`;
  if (step.counted <= least) return `${cost}, the least possible.`;
  const { subject, place } = whereItLies(step);
  const other = matters({ variant, step }) ? "" : ` But the kernel is limited by ${inWords(limitOf(variant))}.`;
  return `${cost} instead of ${least}: ${subject} ${place}.${other}`;
}

/** What a kernel does so often that it limits it. */
const DOES = {
  memory: ["moves", "bytes"],
  wavefronts: ["issues", "wavefronts"],
  "partial sectors": ["stores", "sectors in part"],
  requests: ["makes", "requests"],
  blocks: ["begins", "blocks"],
  atomics: ["asks for", "sectors of atomics"],
};
/** What the blocks that are there at a time wait for. */
const WAITS = { begin: "while blocks begin", loads: "for loads", tile: "for wavefronts and barriers" };
const inAll = (lines, count) => lines.reduce((sum, line) => sum + line[count], 0);

/** Of what is issued, which share has no lane that works; and of that to shared memory, which share conflicts are. */
function sharesOf({ lines }) {
  const shared = lines.filter(({ space }) => space === "shared");
  const [issued, counted, least] = ["issued", "transactions", "least"].map((name) => inAll(shared, name));
  return issued > 0
    ? { idle: (issued - counted) / inAll(lines, "issued"), conflicts: (counted - least) / issued }
    : { idle: 0, conflicts: 0 };
}

/** What the requests that are shown cost: ["32", "4"]; where units or bytes of a lane differ, "4 sectors for 128 bytes". */
export function costsOf(shown) {
  const differ = (of) => new Set(shown.flatMap(({ step }) => (step ? [of(step)] : []))).size > 1;
  const [units, bytes] = [unitOf, ({ bytes }) => bytes].map(differ);
  return shown.map(({ step }) => {
    if (!step) return "none";
    const count = units || bytes ? plural(step.counted, unitOf(step)) : `${step.counted}`;
    return bytes && step.lanes.length > 0 ? `${count} for ${plural(bytesOf(step), "byte")}` : count;
  });
}

/** What the tabs say of each: its trees, where they are why one is slower; else what its request costs. */
export const tabsOf = (shown) =>
  byTrees(shown) ? shown.map(({ variant }) => `${treesOf(variant).toLocaleString("en")} trees`) : costsOf(shown);

/** "naive is slower: it makes 2 times as many trees of sums as first_add, ..", of such two. */
function treesInWords(pair) {
  const [a, b] = pair.map(({ variant }) => shortName(variant));
  const [many, few] = pair.map(({ variant }) => treesOf(variant));
  const times = many < 10 * few ? Number((many / few).toPrecision(2)) : Math.round(many / few);
  const [count, other] = pair.map(({ variant }) => countOf(variant, "wavefronts").toLocaleString("en"));
  return (
    `${a} is slower: it makes ${times} times as many trees of sums as ${b}, one in each block, ` +
    `and with them issues ${count} wavefronts for each KiB of data instead of ${other}.`
  );
}

/** What limits the slower one: of what is in flight, that blocks wait for wavefronts, where they wait for those. */
function causeOf(slow, fast) {
  const limit = limitOf(slow);
  return limit === "in flight" && longestWait(slow, fast) === "tile" ? "wavefronts" : limit;
}

/** Whether the requests that are shown are why the one is slower than the other. */
function areTheReason(slow, fast) {
  if (slow.step.space !== fast.step.space || timesTheLeast(slow.step) <= timesTheLeast(fast.step)) return false;
  const limit = causeOf(slow.variant, fast.variant);
  if (limit === "partial sectors") return slow.step.space === "global" && slow.step.operation === "store";
  const saved = 1 - countOf(fast.variant, limit) / countOf(slow.variant, limit);
  return limit === "wavefronts" && slow.step.space === "shared" && sharesOf(slow.variant).conflicts > saved / 2;
}

/** ", where the column lies in one bank", ", using 4 of the 32 bytes of each sector" */
function placeInWords({ step }) {
  const { subject, place } = whereItLies(step);
  return `, ${step.space === "global" ? "using" : `where ${subject}`} ${place}`;
}

/** ", most of them at line 34, where the column lies in one bank", if one line issues most wavefronts. */
function mostOf({ variant, step }) {
  const { lines } = variant;
  const places = groupedBy(lines, ({ file, line }) => `${file}:${line}`);
  const most = places.find((place) => 2 * inAll(place, "issued") > inAll(lines, "issued"));
  if (!most) return "";
  const isShown = most.some(({ file, line }) => file === step.file && line === step.line) && timesTheLeast(step) > 1;
  const at = isShown ? accessInWords(variant, step) : lineInWords(variant, most[0]);
  return `, most of them at ${at}${isShown ? placeInWords({ step }) : ""}`;
}

/** ", at line 34, where the column lies in one bank": requests that are drawn; or that the limit takes longer. */
function whereBoth(shown, limit) {
  const dear = shown.filter(({ step }) => timesTheLeast(step) > 1);
  const own = dear
    .filter((one) => matters(one))
    .map((one) => [accessInWords(one.variant, one.step), placeInWords(one)]);
  const places = new Set(own.map(([, place]) => place));
  if (places.size > 1) return `, at ${own.map((one) => one.join("")).join(", and at ")}`;
  if (places.size === 1) return `, at ${[...new Set(own.map(([access]) => access))].join(" and ")}${own[0][1]}`;
  const costs = dear.map(
    ({ variant, step }) => `the ${plural(step.counted, unitOf(step))} of ${lineInWords(variant, step)}`,
  );
  return costs.length > 0 ? `, which ${takes(limit)} longer than ${[...new Set(costs)].join(" and ")}` : "";
}

/** " The price: the load of line 28 costs 32 sectors instead of 4.": what the faster one pays, by a request of another kind. */
export function priceInWords(shown) {
  const [slow, fast] = (shown.every(({ step }) => step) && explained(shown)) || [];
  if (!slow || !areComparable(slow.variant, fast.variant) || !areTheReason(slow, fast)) return "";
  const isOther = ({ space, operation }) => space !== slow.step.space || operation !== slow.step.operation;
  const [before, after] = [slow, fast].map(({ variant }) => dearestOf(variant.steps.filter(isOther)));
  if (!after || timesTheLeast(after) <= Math.max(1, before ? timesTheLeast(before) : 1)) return "";
  const cost = `${plural(after.counted, unitOf(after))} instead of ${leastTransactions(after)}`;
  return ` The price: ${accessInWords(fast.variant, after)} costs ${cost}.`;
}

/** Whether both reach less than half of what their counts allow. */
function areFarFromLimits(variants) {
  const speeds = measuredOf(variants)?.of.map(({ speed }) => speed) ?? [];
  return speeds.length > 0 && speeds.every((speed, i) => 2 * speed < variants[i].atMost);
}

/** Why one of two variants is slower, or neither is, by what limits them. */
function limitsCompared(shown) {
  const pair = explained(shown);
  const [one, other] = (pair ?? slowerFirst(shown) ?? shown).map(({ variant }) => variant);
  const [a, b] = [shortName(one), shortName(other)];
  const limit = limitOf(one);
  const [does, what] = DOES[limit] ?? [];
  const [many, few] = [one, other].map((variant) => countOf(variant, limit).toLocaleString("en"));
  if (byTrees(shown)) return treesInWords(pair);
  if (pair) {
    const most = limit === "wavefronts" ? mostOf(pair[0]) : "";
    if (what) return `${a} is slower: it ${does} ${many} ${what} for each KiB of data${most}; ${b} ${few}.`;
    const part = longestWait(one, other);
    const at = part === "tile" && timesTheLeast(pair[0].step) > 1 ? mostOf(pair[0]) : "";
    return `${a} is slower: of each GiB, its blocks wait ${one.waits[part]} µs ${WAITS[part]}${at}; those of ${b} ${other.waits[part]} µs.`;
  }
  const measured = measuredOf([one, other]) && `${a} and ${b} are about as fast`;
  const alike = slowerFirst(shown)
    ? `${a} is slower than ${b}, as measured, and the counts do not explain it`
    : (measured ?? `${a} and ${b} reach about the same at most`);
  if (areFarFromLimits([one, other]))
    return `${alike}. Both reach less than half of what their counts allow: what limits them is not known.`;
  if (limitOf(other) !== limit)
    return `${alike}: ${a} is limited by ${inWords(limit)}, ${b} by ${inWords(limitOf(other))}.`;
  if (limit !== "wavefronts") return `${alike}: both are limited by ${inWords(limit)}${whereBoth(shown, limit)}.`;
  if ([one, other].every((variant) => sharesOf(variant).idle === 0))
    return `${alike}: both are limited by wavefronts, ${many} and ${few} issued for each KiB of data${whereBoth(shown, limit)}.`;
  const [idle, idler] = [one, other].map((variant) => `${Math.round(100 * sharesOf(variant).idle)}\u00a0%`);
  return (
    `${alike}: both are limited by wavefronts, ${many} and ${few} for each KiB. ` +
    `Warps whose lanes all idle still run each load and store, for ${idle} of the wavefronts in ${a}, ${idler} in ${b}.`
  );
}

/**
 * The headline over what is shown.
 * @param {{variant: object, step: object | undefined}[]} shown  of one variant or of two
 */
export function headline(shown) {
  const there = shown.filter(({ step }) => step?.lanes.length > 0);
  if (shown.some(({ variant }) => variant.links.length > 0)) return linksInWords(shown);
  if (there.length === 0) return shown.map(({ variant }) => shortName(variant)).join(" beside ");
  if (there.length === 1) return sentenceOf(there[0].variant, there[0].step);
  if (areComparable(...there.map(({ variant }) => variant))) {
    const pair = explained(there);
    if (!pair || !areTheReason(...pair)) return limitsCompared(there);
  }
  const [a, b] = there;
  const [first, second] = there.map(({ variant, step }) => accessInWords(variant, step));
  const [one, other] = costsOf(there);
  const cost = one === `${a.step.counted}` ? plural(a.step.counted, unitOf(a.step)) : one;
  const like = a.step.operation === b.step.operation ? second.replace(/^the \w+ of/, "that of") : second;
  const then = first === second ? " and" : `, ${like} costs`;
  const costs = `${begun(first)} costs ${cost} in ${shortName(a.variant)}${then} ${other} in ${shortName(b.variant)}`;
  if (there.every(({ step }) => step.counted <= leastTransactions(step))) return `${costs}, each the least possible.`;
  const [here, elsewhere] = there.map(({ step }) => whereItLies(step));
  const isGlobal = a.step.space === "global" && b.step.space === "global";
  const subject = isGlobal || here.subject === elsewhere.subject ? "" : `${elsewhere.subject} `;
  if (subject === "" && here.place === elsewhere.place) {
    const lanes = there.map(({ step }) => plural(step.lanes.length, "lane"));
    return `${costs}: ${here.subject} ${here.place} in both, ${lanes[0]} in the first, ${lanes[1]} in the second.`;
  }
  return `${costs}: ${here.subject} ${here.place} in the first, ${subject}${isGlobal ? elsewhere.short : elsewhere.place} in the second.`;
}

/** "pad1_32x8 may reach 2.2 times as much": the faster one's name; "the same" */
function ratioInWords(...pair) {
  const [less, more] = pair.toSorted((a, b) => a.atMost - b.atMost);
  const times = (more.atMost / less.atMost).toPrecision(2);
  return times === "1.0" ? "the same" : `${shortName(more)} may reach ${times} times as much`;
}

/** What no kernel with the counts of these variants exceeds; "" where that is not known, or not of one size. */
export function limitsInWords(variants) {
  const known = variants.filter(({ atMost }) => atMost > 0);
  if (new Set(known.map(({ limitOn }) => limitOn)).size !== 1) return "";
  const limits = known.map((one) => `${shortName(one)} ${one.atMost.toLocaleString("en")} GB/s (${limitOf(one)})`);
  const [one, other] = known;
  return `At most, on ${one.limitOn}: ${limits.join(", ")}${other ? `: ${ratioInWords(one, other)}` : ""}.`;
}
