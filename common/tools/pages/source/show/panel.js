// All that is shown of one variant; the page moves it from step to step.
import { foldedTable, html } from "../elements.js";
import { plural, sizeInWords } from "../words.js";
import { arrayView } from "./array_view.js";
import { limitOf } from "./alone.js";
import { requestView } from "./request_view.js";
import { sourceTable, totalsOf } from "./source_table.js";
import { tileView } from "./tile_view.js";
import { disagreeing, requestsOf, roomOf } from "./trace.js";
import { treeView } from "./tree_view.js";

/** What limits the variant, where its name alone does not say it: " These are ..."; else "". */
function limitInWords(variant) {
  const { counters } = variant;
  const limitedBy = limitOf(variant);
  if (limitedBy === "in flight")
    return (
      ` In flight is what was asked for and has not come yet. A multiprocessor has room for ${plural(roomOf(variant), "block")} ` +
      "at a time, and they wait for their loads and barriers; the memory could do more."
    );
  if (limitedBy !== "wavefronts") return "";
  return Object.keys(counters).some((name) => /^shared_\w+_requests$/.test(name) && counters[name] > 0)
    ? " These are wavefronts of shared memory and of loads in the L1 cache, which share their 32 banks."
    : " These are wavefronts of the L1 cache. Its data lie in the 32 banks of shared memory, so a load of global memory " +
        "takes as many as its addresses would there.";
}

/** What the page says of the run itself. */
function about(variant) {
  const { launches, steps, leftOut } = variant;
  const times = new Map(); // of launches that are alike
  for (const { grid, block } of launches) {
    const words = `${sizeInWords(grid)} blocks of ${sizeInWords(block)} threads`;
    times.set(words, (times.get(words) ?? 0) + 1);
  }
  const launch = [...times].map(([words, count]) => (count > 1 ? `${count} times ${words}` : words)).join("; ");
  const sizes = Object.entries(variant.sizes)
    .map(([name, value]) => `${value} ${name}`)
    .join(", ");
  const left =
    leftOut > 0
      ? ` ${plural(leftOut, "more request")} of block 0 left out: the page has room for ${steps.length}.`
      : "";
  const requests = requestsOf(variant).length;
  const stopped = steps.length - requests;
  const wrong = disagreeing(variant);
  const agreement =
    wrong.length === 0
      ? html(
          "p",
          { class: "soft agreement" },
          `The page has counted ${plural(requests, "request")} again: all equal to the run's counts.`,
        )
      : html(
          "p",
          { class: "wrong agreement" },
          `The page counts ${plural(wrong.length, "request")} otherwise than the run, first number ${wrong[0].index + 1}.`,
        );
  const totals = totalsOf(variant);
  const result = variant.hasReference ? "The result is right" : "Nothing says what the result has to be";
  return html(
    "section",
    { class: "card run" },
    html("h3", {}, "The run"),
    ...(variant.findings.length === 0
      ? [
          html(
            "p",
            { class: "verdict" },
            `${result}; no hazard was found ${variant.isOfWrongRun ? "in this variant: choose another to see what is wrong" : "(a hazard: what no kernel may do)"}.`,
          ),
        ]
      : []),
    html(
      "p",
      {},
      [sizes, launch]
        .filter(Boolean)
        .map((words) => `${words}. `)
        .join("") +
        `The page shows ${plural(requests, "request")} of block 0` +
        `${stopped > 0 ? `, and ${stopped} more before which all lanes were stopped` : ""}.${left}` +
        `${variant.limit === "" ? "" : ` With these counts ${variant.limit}.${limitInWords(variant)}`}`,
    ),
    ...(totals.length > 0
      ? [
          foldedTable(
            "Counts of the whole run",
            "All blocks",
            ["", "requests", "sectors or wavefronts", "of each"],
            totals,
          ),
        ]
      : []),
    ...(requests > 0 ? [agreement] : []),
  );
}

/** Where the requests lie in the arrays of global memory. */
function memory(variant) {
  const views = variant.arrays
    .filter(({ space }) => space === "global")
    .map((array) => arrayView(variant, array))
    .sort((a, b) => (a.use === "load" ? 0 : 1) - (b.use === "load" ? 0 : 1));
  const arrays = html("div", { class: "arrays" }, ...views.map(({ element }) => element));
  const element = html("section", { class: "card memory" }, html("h3", {}, "Where it lies"), arrays);
  return { element, show: (step, chosen) => views.forEach((view) => view.show(step, chosen)) };
}

/** The views of what block 0 asked for. */
function views(variant, source) {
  if (variant.steps.length === 0) {
    const isIdle = variant.findings.length === 0 && variant.launches.length === 0;
    const why = isIdle ? "It launches no kernel." : "Block 0 asked for nothing, or did not get that far.";
    const none = html("p", { class: "request" }, why);
    return { shown: [], request: none, parts: [source.element] };
  }
  const tiles = variant.arrays.filter(({ space }) => space === "shared").map((array) => tileView(variant, array));
  const request = requestView(
    variant,
    tiles.map(({ element }) => element),
  );
  const tree = treeView(variant);
  const beside = [...(tree ? [tree] : []), source, memory(variant)];
  return {
    shown: [request, ...tiles, ...beside],
    request: request.element,
    parts: beside.map(({ element }) => element),
  };
}

/**
 * @param {object} variant
 * @param {(step: object) => void} go  where a click inside leads
 */
export function panel(variant, go) {
  const { shown, request, parts } = views(variant, sourceTable(variant, go));
  const element = html(
    "article",
    { "aria-label": variant.name },
    html("h2", {}, variant.name),
    html("div", { class: "parts" }, request, ...parts, about(variant)),
  );
  return { element, show: (...where) => shown.forEach((view) => view.show(...where)) };
}
