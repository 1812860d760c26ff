// What `--show` wrote, as objects that the pages work with: docs/show.md has its members.
import { transactions } from "../engine.js";
import { groupedBy } from "../layout.js";

/**
 * @typedef {object} Step  a request, as engine.js takes it, and where it stands
 * @property {number} index  in the variant's steps
 * @property {number} launch
 * @property {number} warp
 * @property {number} barriers  that the block has passed
 * @property {string} file
 * @property {number} line
 * @property {number} counted  sectors or wavefronts, as the run has it
 * @property {{lane: number, offset: number, byte: number, array: string, of: object}[]} lanes
 *     of: the array; byte: of the array; offset: the same, but where arrays of shared memory meet, from the begin of all
 * @property {{lane: number, element: string, why: string}[]} stopped  lanes that were stopped before it
 */

/** The lanes of a mask, lowest first. */
export const lanesOf = (mask) => Array.from({ length: 32 }, (_, lane) => lane).filter((lane) => (mask >>> lane) & 1);

function step(variant, list, index) {
  const [instruction, launch, warp, barriers, counted, mask, arrays, first, distances, stopped = []] = list;
  const several = Array.isArray(arrays);
  let byte = first;
  const lanes = lanesOf(mask).map((lane, i) => {
    if (i > 0) byte += Array.isArray(distances) ? distances[i - 1] : distances;
    const of = variant.arrays[several ? arrays[i] : arrays];
    const offset = several && of.space === "shared" ? of.begin + byte : byte;
    return { lane, offset, byte, array: of.name, of };
  });
  return {
    index,
    launch,
    warp,
    barriers,
    counted,
    lanes,
    stopped: stopped.map(([lane, element, why]) => ({ lane, element, why })),
    ...variant.instructions[instruction],
  };
}

/**
 * What the terminal says is wrong with the variant of that index and with its run, in its order: [{words, hazard?}, ..].
 * Where only others are wrong, nothing.
 */
function findingsOf({ hazards }, index, all) {
  const its = all.flatMap(({ words, variant, of }) => {
    const own = of.find(([one]) => one === index);
    const hazard = hazards[own?.[1]];
    return own || variant === "" ? [{ words: hazard?.words ?? words, hazard, isOwn: own !== undefined }] : [];
  });
  return its.some(({ isOwn }) => isOwn) || all.every(({ variant }) => variant === "") ? its : [];
}

function decoded(variant, at, { sources, findings }, recorded) {
  const whole = { ...variant, sources, arrays: variant.arrays.map((array, index) => ({ ...array, index })) };
  whole.findings = findingsOf(variant, at, findings);
  whole.hazards = whole.findings.flatMap(({ hazard }) => hazard ?? []);
  whole.isOfWrongRun = findings.length > 0;
  whole.recorded = recorded[variant.name] ?? [];
  whole.steps = variant.requests.map((list, index) => step(whole, list, index));
  whole.exchanges = variant.exchanges.map((exchange) => ({ ...exchange, lanes: lanesOf(exchange.mask) }));
  return whole;
}

/** All variants of all runs. One with the name of another gets a number behind it. */
export function variantsOf(data) {
  const variants = data.runs.flatMap((run) =>
    run.variants.map((variant, at) => decoded(variant, at, run, data.recorded)),
  );
  const seen = new Map();
  for (const variant of variants) {
    const number = (seen.get(variant.name) ?? 0) + 1;
    seen.set(variant.name, number);
    if (number > 1) variant.name += ` (${number})`;
  }
  return variants;
}

/** Whether both are launches of one kernel of a program: of what its lines asked nothing differs but the counts. */
export function isOneKernel(...pair) {
  const [a, b] = pair.map(({ lines }) =>
    lines.map(({ file, line, space, operation }) => `${file}:${line} ${space} ${operation}`),
  );
  return pair.every(({ problem }) => problem === "") && a.join() === b.join();
}

/** Steps whose count is not the one that the page's model gives. */
export const disagreeing = (variant) => variant.steps.filter((one) => transactions(one) !== one.counted);

/** Blocks that a multiprocessor has room for at a time. */
export const roomOf = ({ residentThreads, launches: [{ block }] }) =>
  Math.floor(residentThreads / block.reduce((all, one) => all * one));

/** Of what the blocks of a variant wait for, what those of another one wait for less: the most. "loads" */
export function longestWait({ waits }, { waits: others }) {
  const less = (part) => waits[part] - others[part];
  return Object.keys(waits).reduce((a, b) => (less(b) > less(a) ? b : a));
}

/** Requests that were made; of the other steps all lanes were stopped. */
export const requestsOf = ({ steps }) => steps.filter(({ lanes }) => lanes.length > 0);

/** What the kernels of a variant moved, and what crossed the links between GPUs. */
export function trafficOf({ counters, links }) {
  const sumOf = (some, name) => some.reduce((all, link) => all + link[name], 0);
  const sum = (name) => sumOf(links, name);
  const most = (end) => Math.max(0, ...groupedBy(links, (link) => link[end]).map((own) => sumOf(own, "bytes")));
  return {
    moved: (counters.global_load_sectors ?? 0) + (counters.global_store_sectors ?? 0),
    messages: sum("messages"),
    remote: sum("sectorsLoaded") + sum("sectorsStored"),
    bytes: sum("bytes"),
    sent: most("from"), // by the busiest GPU
    received: most("to"),
    most: Math.max(most("from"), most("to")),
  };
}
