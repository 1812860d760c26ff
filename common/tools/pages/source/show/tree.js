// The tree in which a block adds: which element is added to which, read off the accesses of its threads.
import { wordsOf } from "../layout.js";
import { threadOf } from "./names.js";

/**
 * @typedef {object} Level  additions at one distance, between two barriers
 * @property {"words" | "lanes"} of  what is added: words of a shared array, or values that lanes hold
 * @property {string} name  of the array
 * @property {number} distance
 * @property {number} barriers
 * @property {{to: number, from: number, thread: number, begin?: number, step: number, counts: boolean}[]} additions
 *     begin, step: the requests that begin and end it; counts: its sum goes on to the result
 */

const MOST_LOADS = 4; // before a store; who loads more does something else than to add two or three sums

/** Additions in shared memory: a thread loads words of an array, and stores what it makes of them to one of its own there. */
function inSharedMemory(steps) {
  const additions = [];
  const threads = new Map();
  for (const step of steps) {
    for (const lane of step.lanes) {
      const number = threadOf(step.warp, lane.lane);
      if (!threads.has(number)) threads.set(number, { loaded: [], own: undefined });
      const thread = threads.get(number);
      const [word] = wordsOf(step, lane);
      if (step.space === "shared" && step.operation === "load") {
        if (thread.loaded.length <= MOST_LOADS)
          thread.loaded.push({ word, of: lane.of, barriers: step.barriers, index: step.index });
      } else if (step.operation !== "load") {
        // The result of the block goes to global memory: it is added to what the thread stored last, or loaded first.
        const stored = step.space === "shared" ? { word, of: lane.of } : undefined;
        const to = stored ?? thread.own ?? thread.loaded[0];
        for (const { word: from, of, barriers } of thread.loaded) {
          const { index: begin } = thread.loaded.find((load) => load.barriers === barriers);
          if (of === to.of && from !== to.word && thread.loaded.length <= MOST_LOADS)
            additions.push({ to: to.word, from, thread: number, of, barriers, begin, step: step.index });
        }
        thread.loaded = [];
        thread.own = stored ?? thread.own;
      }
    }
  }
  return additions;
}

/** How often its warp has made an exchange before, behind the same barrier. */
function exchangeLevels(exchanges, steps) {
  const made = new Map();
  const levels = new Map();
  for (const exchange of exchanges) {
    const before = steps.findLast(({ index, warp }) => index < exchange.requestsBefore && warp === exchange.warp);
    const barriers = before?.barriers ?? 0;
    const rank = made.get(`${barriers} ${exchange.warp}`) ?? 0;
    made.set(`${barriers} ${exchange.warp}`, rank + 1);
    const additions = exchange.lanes.flatMap((lane, i) =>
      exchange.sources[i] === lane
        ? []
        : [
            {
              to: threadOf(exchange.warp, lane),
              from: threadOf(exchange.warp, exchange.sources[i]),
              thread: threadOf(exchange.warp, lane),
              step: Math.max(0, exchange.requestsBefore - 1),
            },
          ],
    );
    if (additions.length === 0) continue;
    const key = `${barriers} ${rank}`;
    if (!levels.has(key)) {
      const distance = Math.abs(additions[0].from - additions[0].to);
      levels.set(key, { of: "lanes", name: "", distance, barriers, additions: [] });
    }
    levels.get(key).additions.push(...additions);
  }
  return [...levels.values()];
}

/** From the last level back: what is added to an element that goes on counts. kept: the elements that go on at the end. */
function markWhatCounts(levels, kept) {
  const goesOn = new Set(kept);
  for (const { additions } of levels.toReversed()) {
    const before = new Set(goesOn);
    for (const addition of additions) {
      addition.counts = before.has(addition.to);
      if (addition.counts) goesOn.add(addition.from);
    }
  }
}

/** Threads that store behind a barrier: of what lanes hold, that goes on. */
const storing = (steps, barriers) =>
  steps
    .filter((step) => step.barriers === barriers && step.operation !== "load")
    .flatMap((step) => step.lanes.map(({ lane }) => threadOf(step.warp, lane)));

/** The levels of a launch, in their order. @returns {Level[]} */
export function levelsOf(variant, launch) {
  const steps = variant.steps.filter((step) => step.launch === launch);
  const levels = new Map();
  for (const addition of inSharedMemory(steps)) {
    const distance = Math.abs(addition.from - addition.to);
    const key = `${addition.barriers} ${distance} ${addition.of.name}`;
    if (!levels.has(key)) {
      levels.set(key, { of: "words", name: addition.of.name, distance, barriers: addition.barriers, additions: [] });
    }
    levels.get(key).additions.push(addition);
  }
  const inWords = [...levels.values()];
  const shuffled = exchangeLevels(
    variant.exchanges.filter((one) => one.launch === launch),
    steps,
  );
  markWhatCounts(
    inWords,
    inWords.at(-1)?.additions.map(({ to }) => to),
  );
  for (const barriers of new Set(shuffled.map((level) => level.barriers))) {
    markWhatCounts(
      shuffled.filter((level) => level.barriers === barriers),
      storing(steps, barriers),
    );
  }
  return [...inWords, ...shuffled]
    .filter((level) => counting(level).length > 0)
    .sort((a, b) => a.barriers - b.barriers);
}

export const counting = ({ additions }) => additions.filter(({ counts }) => counts);

const MOST_LEVELS = 40;

/** In a tree of sums each level has half the additions of the one before it, or twice as many on the way back. */
export function isTree(levels) {
  const counts = levels.map((level) => counting(level).length);
  const halves = counts.filter((count, i) => i > 0 && count > 0 && 2 * count === counts[i - 1]).length;
  return levels.length > 1 && levels.length <= MOST_LEVELS && halves >= 0.4 * (levels.length - 1);
}
