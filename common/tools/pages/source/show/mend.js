// What mends the slower of two variants: what the faster one does instead, read off what differs between the two.
import { lineInWords } from "./names.js";
import { trafficOf } from "./trace.js";
import { timesTheLeast } from "./walk.js";

const MOST_LINES = 3; // that differ; who changes more does not change one thing
const AS_FAST = 1.05;

/** Whether the limits of both are known, and of one GPU and size. */
export const areComparable = (one, other) => one.atMost > 0 && other.atMost > 0 && one.limitOn === other.limitOn;

/** "wavefronts"; undefined where that is not known. */
export const limitOf = ({ limits }) => limits[0]?.[0];

/** Between several GPUs: a message costs more than stores of kernels that need none. */
const costOfLinks = (variant) => {
  const { messages, remote } = trafficOf(variant);
  return remote > 0 ? 1 : messages > 0 ? 2 : 0;
};

/** The slower one first; undefined where neither is, or where that is not known. */
export function slowerFirst(shown) {
  if (shown.length !== 2) return undefined;
  const known = areComparable(...shown.map(({ variant }) => variant));
  const cost = ({ variant, step }) => {
    if (known) return 1 / variant.atMost;
    return variant.links.length > 0 ? costOfLinks(variant) : step ? timesTheLeast(step) : 0;
  };
  const [fast, slow] = shown.toSorted((a, b) => cost(a) - cost(b));
  return cost(fast) > 0 && cost(slow) > AS_FAST * cost(fast) ? [slow, fast] : undefined;
}

/** The lines of the function that a step is in, by their code: Map {"s[t] += s[t + d];" => 21}. */
function codeOf({ sources }, { file, line }) {
  const all = sources.find((one) => one.file === file)?.text.split("\n") ?? [];
  const begin = all.slice(0, line - 1).findLastIndex((text) => text.startsWith("}")) + 1;
  const end = all.findIndex((text, i) => i >= line && text.startsWith("}"));
  const inside = all.map((text, i) => [/^\s/.test(text) ? text.replace(/\/\/.*/, "").trim() : "", i + 1]);
  return new Map(inside.slice(begin, end).filter(([code]) => /[;{]$/.test(code)));
}

const sharedOf = ({ arrays }) => arrays.filter(({ space }) => space === "shared");
const declared = ({ name, extents }) => `${name}${extents.map((extent) => `[${extent}]`).join("")}`;

/** Kernels that store to another GPU, where those of the slower one send messages. */
function remoteStores(slow, fast) {
  if (fast.variant.links.length === 0) return undefined;
  const store = fast.variant.lines.find(({ space, operation }) => space === "global" && operation === "store");
  return `kernels store to where the data belong (${lineInWords(fast.variant, store)}), and no message is sent`;
}

/** Lanes that pass values to each other, where the slower one has no such. */
function shuffles(slow, fast) {
  const [exchange] = slow.variant.exchanges.length > 0 ? [] : fast.variant.exchanges;
  return (
    exchange &&
    `lanes pass their values on by shuffles (${lineInWords(fast.variant, exchange)}), not through shared memory`
  );
}

/** A shared array of other extents, or one that the slower one does not have. */
function extents(slow, fast) {
  const known = sharedOf(slow.variant);
  for (const array of sharedOf(fast.variant)) {
    const before = known.find(({ name }) => name === array.name);
    if (before ? declared(before) === declared(array) : known.length > 0) continue;
    const [, line] = [...codeOf(fast.variant, fast.step)].find(([code]) => code.includes(`${array.name}[`)) ?? [];
    const where = line ? ` (${lineInWords(fast.variant, { file: fast.step.file, line })})` : "";
    return `${before ? `${declared(before)} →` : "a detour through shared memory,"} ${declared(array)}${where}`;
  }
}

const launchOf = ({ variant, step }) => variant.launches[step.launch];
const waits = ({ variant }) => limitOf(variant) === "in flight";

/** Lines of the faster function that the slower one does not have, and blocks of another shape. */
function lines(slow, fast) {
  const before = codeOf(slow.variant, slow.step);
  const own = [...codeOf(fast.variant, fast.step)].filter(([code]) => !before.has(code));
  if (own.length > MOST_LINES || (waits(slow) && own.length > 0)) return undefined;
  const [old, block] = [slow, fast].map((one) => launchOf(one).block.join(" x "));
  const shape = old === block ? "" : `blocks of ${block} threads instead of ${old}`;
  const where = own.map(([, line]) => lineInWords(fast.variant, { file: fast.step.file, line }));
  if (shape) return own.length > 0 ? `other code (${where.join(" and ")}) and ${shape}` : shape;
  return own.map(([code], i) => `${code} (${where[i]})`).join(" and ");
}

const product = (numbers) => numbers.reduce((all, one) => all * one, 1);

/** Fewer threads, each of which does more. */
function elements(slow, fast) {
  const [before, after] = [slow, fast].map(launchOf);
  const threads = ({ grid, block }) => product(grid) * product(block);
  const blocks = ({ grid, block }) => `${product(grid)} blocks of ${block.join(" x ")} threads`;
  const times = Math.round(threads(before) / threads(after));
  if (times < 2 || (!waits(slow) && timesTheLeast(slow.step) > timesTheLeast(fast.step))) return undefined;
  return `each thread takes ${times} times as many elements: ${blocks(before)} → ${blocks(after)}`;
}

/** "What mends it: tile[32][32] → tile[32][33] (line 16)."; "" where nothing can be derived. */
export function mendInWords(shown) {
  const pair = slowerFirst(shown);
  if (!pair || !pair.every(({ step }) => step)) return "";
  for (const find of waits(pair[0]) ? [elements, lines] : [remoteStores, shuffles, extents, lines, elements]) {
    const found = find(...pair);
    if (found) return `What mends it: ${found}.`;
  }
  return "";
}
