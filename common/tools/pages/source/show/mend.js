// What mends the slower of two variants: what the faster one does instead, read off what differs between the two. Each
// rule belongs to what limits the slower one: another difference may be there, and mend nothing.
import { sizeInWords } from "../words.js";
import { areComparable, explained } from "./faster.js";
import { lineInWords } from "./names.js";
import { longestWait, trafficOf } from "./trace.js";
import { timesTheLeast } from "./walk.js";

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

/** Messages, where the slower one's data go through the host; else kernels that store to another GPU. */
function straight(slow, fast) {
  const { messages, remote } = trafficOf(fast.variant);
  if (remote === 0) return messages > 0 ? "the GPUs send over their links what they need" : undefined;
  const where = lineInWords(fast.variant, globals(fast, "store")[0]);
  return `kernels store to where the data belong (${where}), and no message is sent`;
}

const sharedOf = ({ variant }) => variant.arrays.filter(({ space }) => space === "shared");
const declared = ({ name, extents }) => `${name}${extents.map((extent) => `[${extent}]`).join("")}`;

/** " (line 16)", where the faster one's code names the array first. */
function declaredAt({ variant }, { name }) {
  const [, place] = [...codeOf(variant)].find(([code]) => code.includes(`${name}[`)) ?? [];
  return place ? ` (${lineInWords(variant, place)})` : "";
}

/** Rows of another length, which put the words of a column into other banks. */
function rows(slow, fast) {
  if (slow.step.space !== "shared" || timesTheLeast(slow.step) <= timesTheLeast(fast.step)) return undefined;
  for (const array of sharedOf(fast)) {
    const before = sharedOf(slow).find(({ name }) => name === array.name);
    const [old, length] = [before, array].map((one) => one?.extents.at(-1));
    if (!before || old === length) continue;
    const only = declared({ ...before, extents: [...before.extents.slice(0, -1), length] }) === declared(array);
    const which = only ? "" : `rows of ${length} elements instead of ${old}, `;
    return `${which}${declared(before)} → ${declared(array)}${declaredAt(fast, array)}`;
  }
}

/** Shared memory, where the slower one has none and its blocks have the same shape. */
function detour(slow, fast) {
  const [array] = shapeOf(slow) === shapeOf(fast) && sharedOf(slow).length === 0 ? sharedOf(fast) : [];
  return array && `a detour through shared memory, ${declared(array)}${declaredAt(fast, array)}`;
}

/** Loads and stores, or loads alone, of more bytes at a time. */
const wider = (operations) => (slow, fast) => {
  const widths = (one) => operations.map((name) => Math.max(...globals(one, name).map(({ bytes }) => bytes)));
  const [before, after] = [slow, fast].map(widths);
  if (!after.every((bytes, i) => bytes > before[i])) return undefined;
  return `each lane ${operations.join("s and ")}s up to ${after[0]} bytes at a time instead of ${before[0]}`;
};

const shapeOf = ({ variant, step }) => sizeInWords(variant.launches[step.launch].block);

/** Lines of the faster one's code that the slower one does not have, where they are few, and blocks of another shape. */
function lines(slow, fast) {
  const before = codeOf(slow.variant);
  const own = [...codeOf(fast.variant)].filter(([code]) => !before.has(code));
  if (own.length > MOST_LINES) return undefined;
  const [old, shape] = [slow, fast].map(shapeOf);
  const blocks = old === shape ? [] : [`blocks of ${shape} threads instead of ${old}`];
  const quoted = own.map(([code, place]) => `${code.replace(/ \{$/, "")} (${lineInWords(fast.variant, place)})`);
  return [...quoted, ...blocks].join(" and ");
}

/** Waits at fewer barriers. */
function barriers(slow, fast) {
  const [before, after] = [slow, fast].map(({ variant, step }) =>
    Math.max(...variant.steps.filter(({ launch }) => launch === step.launch).map((one) => one.barriers)),
  );
  return after < before ? `a block waits at ${after} barriers instead of ${before}` : undefined;
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

/** What may mend it, by what limits the slower one. */
function rulesOf(slow, fast) {
  const limit = limitOf(slow.variant);
  if (slow.variant.links.length + fast.variant.links.length > 0) return [straight];
  if (!areComparable(slow.variant, fast.variant)) return [rows, detour, lines];
  if (limit === "in flight") {
    const part = longestWait(slow.variant, fast.variant);
    const fewer = elements(({ waits }) => waits[part]);
    return { begin: [fewer, lines], loads: [wider(["load"]), fewer, lines], tile: [fewer, rows, barriers, lines] }[
      part
    ];
  }
  if (limit === "partial sectors") return [detour, lines];
  if (limit === "requests") return [wider(["load", "store"]), lines];
  return [rows, elements((variant) => countOf(variant, limit)), lines];
}

const elementBytes = ({ arrays }) => arrays.find(({ space }) => space === "global")?.elementBytes;

/** "What mends it: tile[32][32] → tile[32][33] (line 16)."; "" where nothing can be derived. */
export function mendInWords(shown) {
  const [slow, fast] = explained(shown) ?? [];
  if (!slow || fast.variant.isCeiling) return "";
  const rules = rulesOf(slow, fast);
  const isOneTask = elementBytes(slow.variant) === elementBytes(fast.variant) && slow.step && fast.step;
  if (rules[0] !== straight && !isOneTask) return "";
  for (const rule of rules) {
    const found = rule(slow, fast);
    if (found) return `What mends it: ${found}.`;
  }
  return "";
}
