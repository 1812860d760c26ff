// What is wrong with a variant: the findings in words, and where their threads are.
import { html } from "../elements.js";
import { plural } from "../words.js";
import { indexIn, isElementOf, laneOf, placeOf, shortName, warpOf } from "./names.js";
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

const threadsOf = ({ thread, other }) => [thread, other].filter(Boolean);

/** {step, lane, ..} of a thread of a hazard, where this page has its request. */
const foundOf = (variant, hazard, thread) =>
  thread.block === 0 ? stepOf(variant.steps, hazard, thread, isElementOf) : undefined;

/** Of the first hazard that can be shown, the thread that comes first: {step, lane, ..}. */
export const firstFound = (variant) =>
  variant.hazards
    .map((hazard) => threadsOf(hazard).flatMap((thread) => foundOf(variant, hazard, thread) ?? []))
    .find((found) => found.length > 0)
    ?.sort((a, b) => a.step.index - b.step.index)[0];

/** The threads of a hazard, each with a button that leads to it, or the reason why there is none. */
function threadList({ variant, hazard, go }) {
  const items = threadsOf(hazard).map((thread) => {
    const found = foundOf(variant, hazard, thread);
    const button = found && html("button", { type: "button" }, shows(thread, found));
    button?.addEventListener("click", () => go(found.step, found.lane));
    return html(
      "li",
      {},
      `${who(variant, hazard, thread, found)}. `,
      button ?? html("span", { class: "soft" }, whyNot(variant, hazard, thread)),
    );
  });
  return html("ul", {}, ...items);
}

const adviceOn = ({ hazard }) =>
  hazard?.advice ? `Advice: ${hazard.advice}${/[.?]$/.test(hazard.advice) ? "" : "."}` : "";

/**
 * What is wrong with the variants that are shown, each finding once. {words, mend, isHazard, element}: the first one in
 * words, what mends it, whether it is a hazard, and all of them, this one in sight; undefined where nothing is wrong.
 * @param {{variant: object, go: (step: object, lane?: number) => void}[]} shown
 */
export function findings(shown) {
  const found = new Map(); // by its words
  for (const { variant, go } of shown) {
    for (const { hazard, words } of variant.findings) {
      if (!found.has(words)) found.set(words, { variant, hazard, go, names: [] });
      found.get(words).names.push(shortName(variant));
    }
  }
  if (found.size === 0) return undefined;
  const [first, ...rest] = [...found].map(([words, one]) => {
    const whose = one.names.length < shown.length ? `${one.names.join(", ")}: ` : "";
    return { ...one, words: `${whose}${words}` };
  });
  const threads = (one) => (one.hazard ? [threadList(one)] : []);
  const items = rest.map((one) =>
    html(
      "li",
      {},
      html("p", { class: "wrong" }, `${one.hazard?.remark ? "A remark, no hazard: " : ""}${one.words}`),
      html("p", {}, adviceOn(one)),
      ...threads(one),
    ),
  );
  const others = html(
    "details",
    {},
    html("summary", {}, plural(rest.length, "more finding", "more findings")),
    html("ol", {}, ...items),
  );
  const parts = [...threads(first), ...(rest.length > 0 ? [others] : [])];
  return {
    words: first.words,
    mend: adviceOn(first),
    isHazard: first.hazard?.remark === false,
    element: html("section", { class: "findings", "aria-label": "What is wrong" }, ...parts),
  };
}
