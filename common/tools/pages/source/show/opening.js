// Which variants and which request a page opens with, where its address does not say.
import { elementBytes } from "./code.js";
import { areComparable, slowerFirst } from "./faster.js";
import { isOneKernel, trafficOf } from "./trace.js";
import { dearestOf, inStep, timesTheLeast } from "./walk.js";

/** What is wrong with a kernel, and else with its result. */
export const firstWrong = (variants) =>
  variants.find(({ hazards }) => hazards.length > 0) ?? variants.find((one) => one.findings.length > 0);

/**
 * What opens without an address, the slower one first: of two variants both; of more, the two of elements of one size whose
 * upper bounds differ most, if any do; between GPUs the first whose GPUs send messages, and the first whose kernels store there.
 */
export function firstPair(variants) {
  if (variants.length === 2) {
    const shown = variants.map((variant) => ({ variant, step: dearestOf(variant.steps) }));
    return isOneKernel(...variants) ? [] : (slowerFirst(shown) ?? shown).map(({ variant }) => variant);
  }
  if (firstWrong(variants)) return [];
  const all = variants.filter(({ steps }) => steps.length > 0);
  const sorted = all.filter(({ isCeiling }) => !isCeiling).toSorted((a, b) => a.atMost - b.atMost);
  const [least, ...more] = sorted.filter((one) => elementBytes(one) === elementBytes(sorted[0]));
  const [sends, stores] = ["messages", "remote"].map((how) => all.find((one) => trafficOf(one)[how] > 0));
  if (sends && stores) return [sends, stores];
  const most = more.find(({ atMost }) => atMost === more.at(-1).atMost);
  const isKnown = most && areComparable(least, most) && slowerFirst([least, most].map((variant) => ({ variant })));
  return isKnown ? [least, most] : [];
}

/** The dearest request of what is shown: one of the second variant, where the first goes in step with it. */
export function worstOf(shown) {
  const [first, second] = shown.map(({ variant }) => variant);
  const isReached = ({ in: { variant }, step }) =>
    variant === first || inStep(first.steps, inStep(variant.steps, step, first.steps), second.steps) === step;
  const all = shown.map((one) => ({ in: one, step: dearestOf(one.variant.steps) }));
  const reached = all.filter((one) => one.step && isReached(one));
  return reached.sort((a, b) => timesTheLeast(b.step) - timesTheLeast(a.step))[0];
}

/** Where nothing costs more than the least: of two, what is read from shared memory, as its places tell them apart; else the first. */
export function firstToSee([{ variant }, other]) {
  const isRead = ({ space, operation }) => space === "shared" && operation === "load";
  return (other && variant.steps.find(isRead)) ?? variant.steps[0];
}

/** Of two that are about as fast, the second one's dearest request, if it costs more than the least. */
export function dearBeside(shown) {
  const step = shown.length > 1 && !slowerFirst(shown) && dearestOf(shown[1].variant.steps);
  return step && timesTheLeast(step) > 1 ? step : undefined;
}
