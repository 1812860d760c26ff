// A level of the tree in words: which element is added to which, and which lanes of which warps do it.
import { gpu } from "../engine.js";
import { ranges, series } from "../words.js";
import { laneOf, warpOf } from "./names.js";
import { counting } from "./tree.js";

const rising = (numbers) => [...new Set(numbers)].sort((a, b) => a - b);

/** "s[i] += s[i + 128], i = 0–127" of every addition whose sum goes on. */
export function additionsInWords(level) {
  const name = (i) => (level.of === "words" ? `${level.name}[${i}]` : `thread ${i}`);
  const byStep = new Map();
  for (const { to, from } of counting(level)) byStep.set(from - to, [...(byStep.get(from - to) ?? []), to]);
  return [...byStep]
    .map(([step, all]) => {
      const to = rising(all);
      if (to.length === 1) return `${name(to[0])} += ${name(to[0] + step)}`;
      return `${name("i")} += ${name(`i ${step < 0 ? "-" : "+"} ${Math.abs(step)}`)}, i = ${series(to)}`;
    })
    .join("; ");
}

/** For each warp of the block, its lanes that make an addition whose sum goes on. */
export function workingLanes(level, threads) {
  const lanes = Array.from({ length: Math.ceil(threads / gpu.warpLanes) }, () => []);
  for (const thread of rising(counting(level).map((one) => one.thread))) lanes[warpOf(thread)].push(laneOf(thread));
  return lanes;
}

/** "warps 0–3: lanes 0–31; warps 4–7: none" of a list of lanes for each warp. */
function byWarps(lists) {
  const groups = new Map();
  lists.forEach((lanes, warp) => {
    const words = lanes.length === 0 ? "none" : `lane${lanes.length === 1 ? "" : "s"} ${series(lanes)}`;
    groups.set(words, [...(groups.get(words) ?? []), warp]);
  });
  return [...groups]
    .map(([words, warps]) => `warp${warps.length > 1 ? "s" : ""} ${ranges(warps)}: ${words}`)
    .join("; ");
}

/** Who works at a level, and who idles: {work, idle}. */
export function lanesInWords(level, threads) {
  const working = workingLanes(level, threads);
  const idle = working.map((lanes, warp) => {
    const own = Math.min(gpu.warpLanes, threads - warp * gpu.warpLanes);
    return Array.from({ length: own }, (_, lane) => lane).filter((lane) => !lanes.includes(lane));
  });
  return { work: byWarps(working), idle: byWarps(idle) };
}
