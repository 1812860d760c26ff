// What is wrong with a variant: the findings in words, and where their threads are.
import { html } from "../elements.js";
import { indexIn, isElementOf, laneOf, placeOf, warpOf } from "./names.js";
import { stepOf } from "./walk.js";

const DOES = { load: "reads", store: "writes", atomic: "updates" };

/** "thread (0, 1) is lane 0 of warp 1: it reads at kernel.cuh:33"; of a barrier, where it is. */
function who(variant, hazard, thread) {
  const { block } = variant.launches[hazard.launch] ?? { block: [1024, 1, 1] };
  return (
    `thread ${indexIn(block, thread.thread)} is lane ${laneOf(thread.thread)} of warp ${warpOf(thread.thread)}: ` +
    `it ${hazard.element === "" ? "is" : DOES[thread.operation]} at ${placeOf(thread)}`
  );
}

function finding(variant, hazard, go) {
  const threads = [hazard.thread, hazard.other].filter(Boolean);
  const items = threads.map((thread) => {
    const found = thread.block === 0 ? stepOf(variant.steps, hazard, thread, isElementOf) : undefined;
    const button =
      found && html("button", { type: "button" }, `Show lane ${found.lane} of warp ${warpOf(thread.thread)}`);
    button?.addEventListener("click", () => go(found.step, found.lane));
    const elsewhere =
      thread.block === 0
        ? ""
        : ` In block ${indexIn(variant.launches[hazard.launch]?.grid ?? [1 << 30, 1, 1], thread.block)}; this page shows block 0.`;
    return html("li", {}, `${who(variant, hazard, thread)}.${elsewhere} `, button);
  });
  return html("li", {}, html("p", { class: "wrong" }, hazard.words), html("ul", {}, ...items));
}

/** @returns {Element | undefined}  undefined: nothing is wrong */
export function hazardList(variant, go) {
  if (variant.good) return undefined;
  const failure = variant.failure === "" ? [] : [html("li", { class: "wrong" }, variant.failure)];
  return html(
    "section",
    { class: "card findings" },
    html("h3", {}, "What is wrong"),
    html("ol", {}, ...variant.hazards.map((hazard) => finding(variant, hazard, go)), ...failure),
  );
}
