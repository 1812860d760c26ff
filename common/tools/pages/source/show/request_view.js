// One request, lane by lane: what it costs and why, the lanes with their sectors or banks, and a table of them.
import { because } from "../because.js";
import { drawBanks } from "../draw/banks.js";
import { drawLanes } from "../draw/lanes.js";
import { drawSectors } from "../draw/sectors.js";
import { foldedTable, html, renew } from "../elements.js";
import { gpu } from "../engine.js";
import { bankOf, wordsOf } from "../layout.js";
import { plural, ranges } from "../words.js";
import { elementName, indexIn, placeInWords, threadOf, unitOf } from "./names.js";

/** "kernel.cuh:28, shared store of 4 bytes, warp 0, 1 barrier passed" */
export function inWords(variant, step) {
  const launch = variant.launches.length > 1 ? `launch ${step.launch}, ` : "";
  return (
    `${launch}warp ${step.warp}, ${plural(step.barriers, "barrier")} passed: ${step.space} ${step.operation} of ` +
    `${plural(step.bytes, "byte")} at ${step.file}:${step.line}`
  );
}

/** Who was stopped before the step, and why, in a sentence; "" where nobody was. */
function stoppedInWords({ stopped }) {
  if (stopped.length === 0) return "";
  const [first] = stopped;
  const lanes = `${stopped.length === 1 ? "Lane" : "Lanes"} ${ranges(stopped.map(({ lane }) => lane))}`;
  const last = stopped.length > 1 ? ` to ${stopped.at(-1).element} (lane ${stopped.at(-1).lane})` : "";
  const wanted = `${first.element}${stopped.length > 1 ? ` (lane ${first.lane})` : ""}${last}`;
  return `${lanes} ${stopped.length === 1 ? "was" : "were"} stopped before it: wanted ${wanted}; ${first.why}.`;
}

/** {count, best, why} of a step. */
function costOf(step) {
  if (step.lanes.length > 0) return because(step);
  return {
    count: "no request",
    best: "",
    why: "All lanes that come here were stopped: nothing is asked of the memory.",
  };
}

/** "kernel.cuh:42 … 32 wavefronts" in one sentence, for those who do not see the pictures. */
export function sentence(variant, step) {
  const { count, best, why } = costOf(step);
  return `Request ${step.index + 1} of ${variant.steps.length}, ${inWords(variant, step)}: ${count}${best ? `, ${best}` : ""}. ${why} ${stoppedInWords(step)}`.trim();
}

function lanesTable(variant, step) {
  const shared = step.space === "shared";
  const { block } = variant.launches[step.launch];
  const row = ({ lane }, ...cells) => [`${lane}`, indexIn(block, threadOf(step.warp, lane)), ...cells];
  const active = step.lanes.map((lane) =>
    row(
      lane,
      elementName(lane.of, lane.byte),
      placeInWords(lane.of, lane.byte),
      `${lane.byte}`,
      shared
        ? ranges(
            wordsOf(step, lane)
              .map(bankOf)
              .sort((a, b) => a - b),
          )
        : `${Math.floor(lane.offset / gpu.sectorBytes)}`,
    ),
  );
  const stopped = step.stopped.map((lane) => row(lane, lane.element, `stopped: ${lane.why}`, "–", "–"));
  const rows = [...active, ...stopped].sort(([a], [b]) => a - b);
  return foldedTable(
    "The lanes as a table",
    `The lanes of warp ${step.warp} in this request`,
    ["lane", "thread", "element", "place", "byte of the array", shared ? "banks" : "sector"],
    rows,
  );
}

/** The lanes, where not all of them work. In global memory the picture of the sectors shows them too. */
function lanesOf(step, chosen) {
  const { lanes, stopped } = step;
  const isDrawn = lanes.length === gpu.warpLanes || (step.space === "global" && lanes.length > 0);
  const words = stoppedInWords(step);
  const title = `${lanes.length} of ${gpu.warpLanes} lanes work; grey: idle${stopped.length > 0 ? ", ×: stopped" : ""}`;
  return [
    ...(words ? [html("p", { class: "wrong stopped" }, words)] : []),
    ...(isDrawn ? [] : [drawLanes(step, chosen, title, words)]),
  ];
}

/**
 * @param {Element[]} tiles  of shared memory, which stand beside the banks
 * @returns {{element: Element, show: (step: object, chosen: number[], tick?: number) => void}}
 */
export function requestView(variant, tiles) {
  const [words, drawn, below] = ["why", "drawn", ""].map((name) => html("div", { class: name }));
  const pictures = html("div", { class: "pictures" }, ...tiles, drawn);
  function show(step, chosen, tick) {
    const { count, best, why } = costOf(step);
    const agrees = step.lanes.length === 0 || count === plural(step.counted, unitOf(step));
    pictures.dataset.space = step.space;
    renew(
      words,
      html(
        "p",
        { class: "count", "data-counted": step.counted },
        count,
        best && ", ",
        html("span", { class: "soft" }, best),
      ),
      html("p", {}, why),
      ...(agrees ? [] : [html("p", { class: "wrong" }, `The run counted ${step.counted}.`)]),
      ...lanesOf(step, chosen),
    );
    const draw = step.space === "global" ? drawSectors : drawBanks;
    renew(drawn, ...(step.lanes.length === 0 ? [] : [draw(step, chosen, tick)]));
    renew(
      below,
      html("p", { class: "soft" }, `Request ${step.index + 1} of ${variant.steps.length}: ${inWords(variant, step)}`),
      lanesTable(variant, step),
    );
  }
  const element = html("section", { class: "card request", "aria-label": "The request" }, words, pictures, below);
  return { element, show };
}
