// One request, lane by lane: what it costs and why, the lanes with their sectors or banks, and a table of them.
import { because } from "../because.js";
import { drawBanks } from "../draw/banks.js";
import { drawSectors } from "../draw/sectors.js";
import { foldedTable, html } from "../elements.js";
import { gpu } from "../engine.js";
import { bankOf, wordsOf } from "../layout.js";
import { plural, ranges } from "../words.js";
import { elementName, indexIn, placeInWords, threadOf } from "./names.js";
import { hasRule } from "./trace.js";

const unitOf = ({ space }) => (space === "global" ? "sector" : "wavefront");

/** "kernel.cuh:28, shared store of 4 bytes, warp 0, 1 barrier passed" */
export function inWords(variant, step) {
  const launch = variant.launches.length > 1 ? `launch ${step.launch}, ` : "";
  return (
    `${launch}warp ${step.warp}, ${plural(step.barriers, "barrier")} passed: ${step.space} ${step.operation} of ` +
    `${plural(step.bytes, "byte")} at ${step.file}:${step.line}`
  );
}

/** {count, best, why} of a step; of atomics the run's count alone. */
export function costOf(step) {
  if (hasRule(step)) return because(step);
  return {
    count: plural(step.counted, unitOf(step)),
    best: "",
    why: "The run counted it; the page has no rule for atomics, which take turns at a word as well.",
  };
}

/** "kernel.cuh:42 … 32 wavefronts" in one sentence, for those who do not see the pictures. */
export function sentence(variant, step) {
  const { count, best, why } = costOf(step);
  return `Request ${step.index + 1} of ${variant.steps.length}, ${inWords(variant, step)}: ${count}${best ? `, ${best}` : ""}. ${why}`;
}

function lanesTable(variant, step) {
  const shared = step.space === "shared";
  const { block } = variant.launches[step.launch];
  const rows = step.lanes.map((lane) => {
    const thread = threadOf(step.warp, lane.lane);
    const words = wordsOf(step, lane);
    return [
      `${lane.lane}`,
      indexIn(block, thread),
      elementName(lane.of, lane.offset),
      placeInWords(lane.of, lane.offset),
      `${lane.offset}`,
      shared ? ranges(words.map(bankOf).sort((a, b) => a - b)) : `${Math.floor(lane.offset / gpu.sectorBytes)}`,
    ];
  });
  return foldedTable(
    "The lanes as a table",
    `The lanes of warp ${step.warp} in this request`,
    ["lane", "thread", "element", "place", "byte of the array", shared ? "banks" : "sector"],
    rows,
  );
}

/** @returns {{element: Element, show: (step: object, lane?: number) => void}} */
export function requestView(variant) {
  const place = html("div", {});
  function show(step, chosen) {
    const open = [...place.querySelectorAll("details")].map((details) => details.open);
    const { count, best, why } = costOf(step);
    const agrees = !hasRule(step) || because(step).count === plural(step.counted, unitOf(step));
    place.replaceChildren(
      html("p", { class: "soft" }, `Request ${step.index + 1} of ${variant.steps.length}: ${inWords(variant, step)}`),
      html(
        "p",
        { class: "count", "data-counted": step.counted },
        count,
        best && ", ",
        html("span", { class: "soft" }, best),
      ),
      html("p", {}, why),
      ...(agrees ? [] : [html("p", { class: "wrong" }, `The run counted ${step.counted}.`)]),
      (step.space === "global" ? drawSectors : drawBanks)(step, chosen),
      lanesTable(variant, step),
    );
    place.querySelectorAll("details").forEach((details, i) => {
      details.open = open[i] ?? false;
    });
  }
  return { element: html("section", { class: "card" }, html("h3", {}, "The request"), place), show };
}
