// What limits a variant, and what mends it by itself.
import { transactions } from "../engine.js";
import { declared, declaredAt, elementBytes, globals, isTile, withRows } from "./code.js";
import { measuredOf } from "./faster.js";
import { lineInWords } from "./names.js";
import { dearestOf, timesTheLeast } from "./walk.js";

export const FULL = 0.9; // of what memory allows: more loads in flight gain nothing
const MOST_WAITS = 100; // µs for each GiB, of about 250 that memory takes

/** "wavefronts"; undefined where that is not known. */
export const limitOf = ({ limits }) => limits[0]?.[0];
export const limited = ({ limits }, limit) => limits.find(([name]) => name === limit) ?? [limit, 0, 0];
/** The count of what limits a variant, for each KiB of data. */
export const countOf = (variant, limit) => limited(variant, limit)[1];

/** Of a tile whose columns lie in few banks: rows so much longer that its requests cost least. "tile[32][32] → tile[32][33]" */
export function padOf(variant, whose = "") {
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
      return `${declared(array)} → ${withRows(array, best.length)}${declaredAt({ variant }, array, whose)}`;
  }
}

/** Loads of more bytes at a time; undefined where there are none. */
function widerLoads(variant) {
  const widest = Math.max(...globals({ variant }, "load").map(({ bytes }) => bytes));
  return widest > 0 && widest < 16 ? `each lane loads up to 16 bytes at a time instead of ${widest}` : undefined;
}

const FEWER_BLOCKS = "each thread takes more elements, and there are fewer blocks";
const WRITE_ORDER =
  "the write order: blockIdx.x runs along the rows of the output, so that blocks that run at a time store side by side";

/** Whether blocks that run at a time, those with neighbouring blockIdx.x, store side by side in a row, by what block 0 stores. */
function isInWriteOrder({ steps, launches: [{ grid }] }) {
  const stores = steps.filter(
    ({ space, operation, lanes: [lane] }) => space === "global" && operation === "store" && lane,
  );
  const row = ({ extents, elementBytes }) => (extents.length > 1 ? extents.at(-1) * elementBytes : 0);
  const length = stores.length > 0 ? row(stores[0].lanes[0].of) : 0;
  const ends = stores.flatMap(({ lanes, bytes }) => lanes.map(({ byte }) => (byte % length) + bytes));
  return length === 0 || Math.ceil(length / ends.reduce((a, b) => Math.max(a, b))) === grid[0];
}

export const writeOrder = (slow, fast) =>
  !isInWriteOrder(slow.variant) && isInWriteOrder(fast.variant) ? WRITE_ORDER : undefined;

/** The part that the blocks of a variant wait for longest: "loads" */
const longestPart = ({ waits }) => Object.keys(waits).reduce((a, b) => (waits[a] >= waits[b] ? a : b), "");

/** Whether requests that cost more than their least are what limits a variant. `part`: that its blocks wait for. */
export function matters({ variant, step }, part = longestPart(variant)) {
  const limit = limitOf(variant);
  if (limit === "partial sectors") return step.space === "global" && step.operation === "store";
  const isTile = part !== "" && 2 * variant.waits.tile >= variant.waits[part];
  return limit === undefined || limit === "wavefronts" || (limit === "in flight" && isTile);
}

/** What makes the rest, where by the counts memory limits a variant and it was measured. */
function beyondCounts(variant) {
  const measured = measuredOf([variant]);
  if (!measured) return undefined;
  if (measured.of[0].speed > FULL * variant.atMost) return isInWriteOrder(variant) ? undefined : WRITE_ORDER;
  if (elementBytes(variant) < 4) return `${widerLoads(variant)}: more bytes are in flight`;
  return variant.waits.loads > MOST_WAITS ? `${FEWER_BLOCKS}: more of its loads are in flight` : undefined;
}

/** Lanes side by side take what lies side by side, or the tile gets a pad. */
function mendOfDear(variant, step) {
  const where = lineInWords(variant, step);
  if (step.space === "shared") return padOf(variant) ?? `lanes side by side take words side by side (${where})`;
  return `lanes side by side ${step.operation} elements side by side (${where}), if need be by way of shared memory`;
}

/** What mends one variant, by what limits it; undefined where nothing is known to. `part`: that its blocks wait for. */
export function alone(variant, part = longestPart(variant)) {
  if (variant.isCeiling || variant.links.length > 0) return undefined;
  const limit = limitOf(variant);
  const step = dearestOf(variant.steps);
  if (step && timesTheLeast(step) > 1 && matters({ variant, step }, part)) return mendOfDear(variant, step);
  if (limit === "memory") return beyondCounts(variant);
  if (limit === "requests" || (limit === "in flight" && part === "loads")) return widerLoads(variant);
  return ["wavefronts", "blocks", "in flight"].includes(limit) ? FEWER_BLOCKS : undefined;
}
