// Ways through the requests of a block, from one step to another. Each gives a step of the variant, or undefined.
import { gpu, leastTransactions } from "../engine.js";
import { groupedBy } from "../layout.js";

const inOnePhase = (a) => (b) => a.launch === b.launch && a.barriers === b.barriers;

/** Which of its warp's requests since the last barrier it is, from 0. */
function rankOf(steps, at) {
  return steps.filter((b) => inOnePhase(at)(b) && b.warp === at.warp).indexOf(at);
}

const atRank = (steps, rank) => steps[Math.min(rank, steps.length - 1)];

/** The request of the next or the last warp that stands where this one does. */
export function ofAnotherWarp(steps, at, by) {
  const phase = steps.filter(inOnePhase(at));
  const warps = [...new Set(phase.map(({ warp }) => warp))].sort((a, b) => a - b);
  const warp = warps[warps.indexOf(at.warp) + by];
  return warp === undefined
    ? undefined
    : atRank(
        phase.filter((b) => b.warp === warp),
        rankOf(steps, at),
      );
}

/** The warp's first request behind the next barrier, or behind the last one but one; of another warp where it has none. */
export function behindABarrier(steps, at, by) {
  const key = ({ launch, barriers }) => `${launch} ${barriers}`;
  const phases = [...new Set(steps.map(key))];
  const wanted = phases[phases.indexOf(key(at)) + by];
  const phase = steps.filter((b) => key(b) === wanted);
  return phase.find(({ warp }) => warp === at.warp) ?? phase[0];
}

const nearest = (list, distance) => {
  const least = Math.min(...list.map(distance));
  return list.filter((one) => distance(one) === least);
};

/**
 * Where another variant stands when this one stands there: among its requests of that kind, if it has any, the same
 * launch, barrier, warp and rank, or the nearest.
 */
export function inStep(steps, at, others) {
  const isAlike = ({ space, operation }) => space === at.space && operation === at.operation;
  const isKind = others.some(isAlike) ? isAlike : () => true;
  let left = others.filter(isKind);
  for (const name of ["launch", "barriers", "warp"]) left = nearest(left, (one) => Math.abs(one[name] - at[name]));
  return atRank(left, rankOf(steps.filter(isKind), at));
}

/** How many times the least a request costs. */
export const timesTheLeast = (step) => (step.lanes.length > 0 ? step.counted / leastTransactions(step) : 0);

const lineOf = ({ file, line, space }) => `${file}:${line} ${space}`;

/** The requests that the line of a step makes in its launch. */
export const ofTheLine = (steps, at) =>
  steps.filter((one) => one.lanes.length > 0 && one.launch === at.launch && lineOf(one) === lineOf(at));

/** Lanes that idle in requests, once for each sector or wavefront. */
export const idleIn = (steps) =>
  steps.reduce((sum, { counted, lanes }) => sum + counted * (gpu.warpLanes - lanes.length), 0);

/**
 * The dearest request, in times of its least. Where all cost the least: of the line whose lanes idle most in all, one in
 * which about as many work as on average. The only lane of the only warp there is left out: it idles in any block.
 */
export function dearestOf(steps) {
  const times = steps.map(timesTheLeast);
  const most = times.reduce((a, b) => Math.max(a, b), 0);
  if (most > 1) return steps[times.indexOf(most)];
  const isAlone = (at) =>
    at.lanes.length === 1 && ofTheLine(steps, at).every((one) => one.warp === at.warp || !inOnePhase(at)(one));
  const idle = steps.filter((one) => one.lanes.length > 0 && one.lanes.length < gpu.warpLanes && !isAlone(one));
  if (idle.length === 0) return undefined;
  const line = groupedBy(idle, lineOf).reduce((most, one) => (idleIn(one) > idleIn(most) ? one : most));
  const all = ofTheLine(steps, line[0]);
  const working = all.reduce((sum, { lanes }) => sum + lanes.length, 0) / all.length;
  return nearest(line, ({ lanes }) => Math.abs(lanes.length - working))[0];
}

/**
 * The step that a hazard's thread makes at its line, or where that is not known at its element: the one that it was
 * stopped before, or that touches the element, or the first. {step, lane, exact: whether it is one of the first two, of: how many there are}; undefined where it makes
 * none.
 */
export function stepOf(steps, hazard, thread, isElement) {
  const [warp, lane] = [Math.floor(thread.thread / 32), thread.thread % 32];
  const isKnown = thread.file !== ""; // where it was
  const own = ({ lanes }) => lanes.find((entry) => entry.lane === lane);
  const there = steps.filter(
    (step) =>
      step.launch === hazard.launch &&
      step.warp === warp &&
      (!isKnown || (step.file === thread.file && step.line === thread.line)) &&
      (hazard.element === "" || step.operation === thread.operation),
  );
  const stopped = !hazard.place && there.find((step) => step.stopped.some((entry) => entry.lane === lane));
  const near = there.filter(own);
  const exact = stopped || near.find((step) => isElement(hazard, own(step), step.bytes));
  const step = exact ?? (isKnown ? near[0] : undefined);
  return step && { step, lane, exact: exact !== undefined, of: near.length };
}
