// How many trees of sums a run makes: one in each block. Two may make trees that cost the same, and not as many.
import { countOf, limited, limitOf } from "./alone.js";
import { isTree, levelsOf } from "./tree.js";
import { timesTheLeast } from "./walk.js";

const FEWER = 1.5; // times: so many fewer are told
const ABOUT = 1.1;

/** Of all launches; 0 of a variant that makes none, or where that is not known. */
export const treesOf = (variant) =>
  variant.launches.length > 0 && isTree(levelsOf(variant, 0)) ? limited(variant, "blocks")[2] : 0;

/** Of two, where the number of trees is why the first takes longer, and not what the requests that are shown cost: both numbers. */
export function treesCompared(slow, fast) {
  const [many, few] = [slow, fast].map(({ variant }) => treesOf(variant));
  const [count, other] = [slow, fast].map(({ variant }) => countOf(variant, "wavefronts"));
  const isDear = [slow, fast].some(({ step }) => timesTheLeast(step) > 1);
  const isReason = few > 0 && many > FEWER * few && count <= ABOUT * other * (many / few);
  return limitOf(slow.variant) === "wavefronts" && isReason && !isDear ? [many, few] : undefined;
}
