// The kernel's source, each line with what it asked of memory in the whole run.
import { html, scrolling } from "../elements.js";
import { plural } from "../words.js";

const number = (value) => value.toLocaleString("en");
const each = (sum, requests) => `${Math.round((100 * sum) / requests) / 100}`;

/** "4 sectors", "1.5 wavefronts" */
function cost({ space, transactions, requests }) {
  const mean = each(transactions, requests);
  return `${mean} ${space === "global" ? "sector" : "wavefront"}${mean === "1" ? "" : "s"}`;
}

/** What the accesses of one line asked for, one below the other. */
function cells(lines, go) {
  const column = (make, style) =>
    html("td", {}, ...lines.map((line) => html("div", { class: style?.(line) }, make(line))));
  const access = (line) => {
    const button = html("button", { type: "button", class: "plain" }, `${line.space} ${line.operation}`);
    button.addEventListener("click", () => go(line));
    return button;
  };
  const dear = ({ transactions, least }) => (transactions > least ? "dear" : undefined);
  return [
    column(access),
    column(({ requests }) => number(requests)),
    column(cost, dear),
    column(({ least, requests }) => each(least, requests)),
  ];
}

/** The name of a hazard's kind: what its line of words begins with, behind the place. */
export const kindOf = ({ words }) => words.replace(/^\S+: /, "").split(/[:(]| on /)[0];

/**
 * @param {object} variant
 * @param {(line: object) => void} go  what a click on an access of a line does
 * @returns {{element: Element, show: (step: object) => void}}  show: marks the line of a step
 */
export function sourceTable(variant, go) {
  const rows = new Map();
  const tables = variant.sources.map(({ file, text }) => {
    const body = text
      .replace(/\n$/, "")
      .split("\n")
      .map((code, i) => {
        const line = i + 1;
        const here = (one) => one.file === file && one.line === line;
        const hazards = variant.hazards.flatMap((hazard) =>
          [hazard.thread, hazard.other].filter((at) => at && here(at)).map(() => kindOf(hazard)),
        );
        const row = html(
          "tr",
          {},
          html("th", { scope: "row" }, `${line}`),
          ...cells(variant.lines.filter(here), go),
          html(
            "td",
            { class: "text" },
            ...[...new Set(hazards)].map((kind) => html("strong", { class: "wrong" }, `${kind}: `)),
            code,
          ),
        );
        rows.set(`${file}:${line}`, row);
        return row;
      });
    const head = ["line", "access", "requests", "cost of each", "at best", file];
    return html(
      "table",
      { class: "source" },
      html("caption", {}, `${file}, and what its lines asked for in the whole run`),
      html("thead", {}, html("tr", {}, ...head.map((words) => html("th", { scope: "col" }, words)))),
      html("tbody", {}, ...body),
    );
  });
  if (tables.length === 0) tables.push(html("p", {}, "The source was not found when this page was written."));
  const frame = scrolling("Source with what each line costs", ...tables);
  frame.classList.add("listing");
  let marked;
  return {
    element: html("section", { class: "card" }, html("h3", {}, "The source"), frame),
    show(step) {
      marked?.removeAttribute("aria-current");
      marked = rows.get(`${step.file}:${step.line}`);
      if (!marked) return;
      marked.setAttribute("aria-current", "step");
      const above = marked.getBoundingClientRect().top - frame.getBoundingClientRect().top;
      if (above < 40 || above > frame.clientHeight - 60) frame.scrollTop += above - frame.clientHeight / 3;
    },
  };
}

/** What the run counted, in all. */
export function totalsOf({ counters }) {
  const words = [
    ["global", "load", "sector"],
    ["global", "store", "sector"],
    ["shared", "load", "wavefront"],
    ["shared", "store", "wavefront"],
    ["global", "atomic", "sector"],
    ["shared", "atomic", "wavefront"],
  ];
  return words
    .filter(([space, operation]) => counters[`${space}_${operation}_requests`] > 0)
    .map(([space, operation, unit]) => {
      const requests = counters[`${space}_${operation}_requests`];
      const sum = counters[`${space}_${operation}_${unit}s`];
      return [
        `${space} ${operation}s`,
        number(requests),
        number(sum),
        `${plural(Number(each(sum, requests)), unit)} each`,
      ];
    });
}
