// How many trees of sums a run makes: one in each block. Two may make trees that cost the same, and not as many.
import { countOf, limited, limitOf } from "./alone.js";
import { areComparable, explained } from "./faster.js";
import { isTree, levelsOf } from "./tree.js";
import { timesTheLeast } from "./walk.js";

const FEWER = 1.5; // times: so many fewer are told
const ABOUT = 1.1;

/** Of all launches; 0 of a variant that makes none, or where that is not known. */
export const treesOf = (variant) =>
  variant.launches.length > 0 && isTree(levelsOf(variant, 0)) ? limited(variant, "blocks")[2] : 0;

/** Of two, where the number of trees is why one is slower, and not what the requests that are shown cost: [slow, fast]. */
export function byTrees(shown) {
  const pair = shown.every(({ step }) => step && timesTheLeast(step) <= 1) && explained(shown);
  if (!pair || !areComparable(...pair.map(({ variant }) => variant))) return undefined;
  if (limitOf(pair[0].variant) !== "wavefronts") return undefined;
  const [many, few] = pair.map(({ variant }) => treesOf(variant));
  const [count, other] = pair.map(({ variant }) => countOf(variant, "wavefronts"));
  const isReason = few > 0 && many > FEWER * few && count <= ABOUT * other * (many / few);
  return isReason ? pair : undefined;
}
