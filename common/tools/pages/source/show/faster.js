// Which of two variants is faster: by what was measured of both on one GPU, where that is recorded, and else by their
// counts. Where both are known and differ, the counts explain nothing.
import { shortName } from "./names.js";
import { trafficOf } from "./trace.js";
import { timesTheLeast } from "./walk.js";

// Times less than these are none.
const BY_COUNTS = 1.05;
const MEASURED = 1.06;

/** Whether the limits of both are known, and of one GPU and size. */
export const areComparable = (one, other) => one.atMost > 0 && other.atMost > 0 && one.limitOn === other.limitOn;

/**
 * Between several GPUs, the first of these that differs: data that go through the host cost more than a message, and that
 * more than stores of kernels; the bytes of the busiest GPU; what kernels move.
 */
function costsOfLinks(variants) {
  const all = variants.map((variant) => {
    const { messages, remote, most, moved } = trafficOf(variant);
    return [remote > 0 ? 1 : messages > 0 ? 2 : 3, most, moved];
  });
  const [one, other] = all;
  const at = Math.max(
    0,
    one.findIndex((cost, i) => cost !== other[i]),
  );
  return [one[at], other[at]];
}

/** [slow, fast] by their costs; undefined where neither is slower. */
function bySize(shown, costs, least) {
  const [one, other] = costs;
  const pair = one < other ? shown.toReversed() : shown;
  return Math.min(...costs) > 0 && Math.max(...costs) >= least * Math.min(...costs) ? pair : undefined;
}

function byCounts(shown) {
  const [one, other] = shown.map(({ variant }) => variant);
  const known = areComparable(one, other);
  const linked = [one, other].some(({ links }) => links.length > 0);
  const cost = ({ variant, step }) => (known ? 1 / variant.atMost : step ? timesTheLeast(step) : 0);
  const costs = linked ? costsOfLinks([one, other]) : shown.map(cost);
  return bySize(shown, costs, BY_COUNTS);
}

/** What is recorded of all variants alike: {on: "an NVIDIA H200 at 16384x16384", of: [{seconds, speed}, ..]}; or undefined. */
export function measuredOf(variants) {
  if (new Set(variants.map(({ task }) => task)).size > 1) return undefined;
  const at = ({ recorded }, place) => recorded.find(({ on }) => on === place);
  const last = variants[0].recorded.findLast(({ on }) => variants.every((one) => at(one, on)));
  return last && { on: last.on, of: variants.map((one) => at(one, last.on)) };
}

/** The slower one first; undefined where neither is, or where that is not known. */
export function slowerFirst(shown) {
  if (shown.length !== 2) return undefined;
  const [one, other] = shown.map(({ variant }) => variant);
  if ([one, other].some(({ links }) => links.length > 0) && one.task !== other.task) return undefined;
  const measured = measuredOf([one, other]);
  if (!measured) return byCounts(shown);
  return bySize(
    shown,
    measured.of.map(({ speed }) => 1 / speed),
    MEASURED,
  );
}

/** The same, where the counts say so, too. */
export function explained(shown) {
  const pair = slowerFirst(shown);
  return pair && byCounts(shown)?.[0] === pair[0] ? pair : undefined;
}

/** How many times as fast the faster one is, and how much of that its counts explain. */
function timesInWords(shown, measured) {
  const pair = slowerFirst(shown);
  if (!pair) return "";
  const ratio = (...speeds) => Math.max(...speeds) / Math.min(...speeds);
  const times = ratio(...measured.of.map(({ speed }) => speed));
  const allowed = ratio(...shown.map(({ variant }) => variant.atMost));
  const number = times < 10 ? times.toPrecision(2) : Math.round(times).toLocaleString("en");
  const words = `: ${shortName(pair[1].variant)} is ${number} times as fast`;
  if (!explained(shown) || !(times > MEASURED * allowed)) return words;
  return `${words}; by their counts it would be ${allowed.toPrecision(2)} times`;
}

/** "Measured on an NVIDIA H200 at 16384x16384: tile_32x8 1,768 GB/s, .."; "" where nothing is recorded. */
export function measuredInWords(shown) {
  const measured = measuredOf(shown.map(({ variant }) => variant));
  if (!measured) return "";
  const linked = shown.some(({ variant }) => variant.links.length > 0);
  const inWords = ({ seconds, speed }) =>
    linked ? `${(1000 * seconds).toPrecision(3)} ms` : `${Math.round(speed).toLocaleString("en")} GB/s`;
  const all = shown.map(({ variant }, i) => `${shortName(variant)} ${inWords(measured.of[i])}`).join(", ");
  const { gpus, ...sizes } = shown[0].variant.sizes;
  const counts = linked ? ` The counts are of ${Object.values(sizes).join("x")}.` : "";
  return `Measured on ${measured.on}: ${all}${timesInWords(shown, measured)}.${counts}`;
}
