// What is wrong with a variant: the findings in words, and where their threads are.
import { html } from "../elements.js";
import { plural } from "../words.js";
import { indexIn, isElementOf, laneOf, placeOf, warpOf } from "./names.js";
import { stepOf } from "./walk.js";

const DOES = { load: "reads", store: "writes", atomic: "updates" };

/** "thread (0, 1) is lane 0 of warp 1: it reads at kernel.cuh:33"; of a barrier, where it is. */
function who(variant, hazard, thread, found) {
  const { block } = variant.launches[hazard.launch] ?? { block: [1024, 1, 1] };
  return (
    `thread ${indexIn(block, thread.thread)} is lane ${laneOf(thread.thread)} of warp ${warpOf(thread.thread)}: ` +
    `it ${hazard.element === "" ? "is" : DOES[thread.operation]} at ${placeOf(thread.file === "" && found ? found.step : thread)}`
  );
}

/** Why no request of the thread can be shown. */
function whyNot(variant, hazard, thread) {
  if (thread.block !== 0) {
    const { grid } = variant.launches[hazard.launch] ?? { grid: [1 << 30, 1, 1] };
    return `In block ${indexIn(grid, thread.block)}; this page shows block 0.`;
  }
  if (variant.leftOut > 0)
    return `There is no figure: the request is not among the first ${variant.steps.length}, which this page has.`;
  if (thread.file === "") return "There is no figure, as it is not known where that is.";
  return "There is no figure: at that line its warp loads and stores nothing that is counted.";
}

/** What the button leads to. */
function shows(thread, { lane, exact, of }) {
  const who = `Show lane ${lane} of warp ${warpOf(thread.thread)}`;
  return exact || of === 1 ? who : `${who}, in the first of its ${plural(of, "request")} there`;
}

function finding(variant, hazard, go) {
  const threads = [hazard.thread, hazard.other].filter(Boolean);
  const items = threads.map((thread) => {
    const found = thread.block === 0 ? stepOf(variant.steps, hazard, thread, isElementOf) : undefined;
    const button = found && html("button", { type: "button" }, shows(thread, found));
    button?.addEventListener("click", () => go(found.step, found.lane));
    return html(
      "li",
      {},
      `${who(variant, hazard, thread, found)}. `,
      button ?? html("span", { class: "soft" }, whyNot(variant, hazard, thread)),
    );
  });
  const remark = hazard.remark ? [html("strong", {}, "A remark, no hazard: ")] : [];
  return html("li", {}, html("p", { class: "wrong" }, ...remark, hazard.words), html("ul", {}, ...items));
}

/** What the run has to say of the result: whether it is right, and what was found. */
export function hazardList(variant, go) {
  if (variant.good) {
    const result = variant.hasReference ? "The result is right" : "Nothing says what the result has to be";
    return html("p", { class: "verdict" }, `${result}; no hazard was found.`);
  }
  const failure = variant.failure === "" ? [] : [html("li", { class: "wrong" }, variant.failure)];
  return html(
    "section",
    { class: "card findings" },
    html("h3", {}, "What is wrong"),
    html("ol", {}, ...variant.hazards.map((hazard) => finding(variant, hazard, go)), ...failure),
  );
}
