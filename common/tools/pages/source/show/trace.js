// What `--show` wrote, as objects that the pages work with: docs/show.md has its members.
import { transactions } from "../engine.js";

/**
 * @typedef {object} Step  a request, as engine.js takes it, and where it stands
 * @property {number} index  in the variant's steps
 * @property {number} launch
 * @property {number} warp
 * @property {number} barriers  that the block has passed
 * @property {string} file
 * @property {number} line
 * @property {number} counted  sectors or wavefronts, as the run has it
 * @property {{lane: number, offset: number, array: string, of: object}[]} lanes  of: the array
 */

/** The lanes of a mask, lowest first. */
export const lanesOf = (mask) => Array.from({ length: 32 }, (_, lane) => lane).filter((lane) => (mask >>> lane) & 1);

function step(variant, list, index) {
  const [instruction, launch, warp, barriers, counted, mask, arrays, first, distances] = list;
  let offset = first;
  const lanes = lanesOf(mask).map((lane, i) => {
    if (i > 0) offset += Array.isArray(distances) ? distances[i - 1] : distances;
    const of = variant.arrays[Array.isArray(arrays) ? arrays[i] : arrays];
    return { lane, offset, array: of.name, of };
  });
  return { index, launch, warp, barriers, counted, lanes, ...variant.instructions[instruction] };
}

/** The extents that the problem gives its matrices: `in` is what is read first. */
function addExtents(variant) {
  const { rows, cols } = variant.sizes;
  if (variant.problem !== "transpose" || !rows || !cols) return;
  for (const array of variant.arrays) {
    if (array.space !== "global" || array.bytes !== 4 * rows * cols) continue;
    const first = variant.steps.find(({ lanes }) => lanes.some(({ of }) => of === array));
    array.extents = first?.operation === "load" ? [rows, cols] : [cols, rows];
  }
}

function decoded(variant, sources) {
  const whole = { ...variant, sources, arrays: variant.arrays.map((array, index) => ({ ...array, index })) };
  whole.steps = variant.requests.map((list, index) => step(whole, list, index));
  whole.exchanges = variant.exchanges.map((exchange) => ({ ...exchange, lanes: lanesOf(exchange.mask) }));
  addExtents(whole);
  return whole;
}

/** All variants of all runs. */
export function variantsOf(data) {
  return data.runs.flatMap(({ sources, variants }) => variants.map((variant) => decoded(variant, sources)));
}

/** Steps whose count is not the one that the page's model gives; atomics follow rules that it does not have. */
export function disagreeing(variant) {
  return variant.steps.filter((one) => hasRule(one) && transactions(one) !== one.counted);
}

export const hasRule = ({ operation }) => operation !== "atomic";
