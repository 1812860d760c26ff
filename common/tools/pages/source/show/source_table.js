// The kernel's source, each line with what it asked of memory in the whole run.
import { html, scrolling } from "../elements.js";
import { plural } from "../words.js";

const HEAD = 40; // pixels at the top of its frame that the heads of the columns may take

const number = (value) => value.toLocaleString("en");
const each = (sum, requests) => `${Math.round((100 * sum) / requests) / 100}`;

/** "4 sectors", "1.5 wavefronts" */
function cost({ space, transactions, requests }) {
  const mean = each(transactions, requests);
  return `${mean} ${space === "global" ? "sector" : "wavefront"}${mean === "1" ? "" : "s"}`;
}

const isDear = ({ transactions, least }) => transactions > least;

/** Where the columns have no room for their heads, cells say it themselves. */
const narrow = (words) => html("span", { class: "narrow" }, words);

/** What the accesses of one line asked for, one below the other. */
function cells(lines, find, go) {
  const column = (...make) =>
    html(
      "td",
      { role: "cell" },
      ...lines.map((line) =>
        html("div", { class: isDear(line) ? "dear" : undefined }, ...make.map((one) => one(line))),
      ),
    );
  const access = (line) => {
    if (!find(line)) return `${line.space} ${line.operation}, not by block 0's requests here`;
    const button = html("button", { type: "button", class: "plain" }, `${line.space} ${line.operation}`);
    button.addEventListener("click", () => go(find(line)));
    return button;
  };
  return [
    column(access),
    column(
      ({ requests }) => number(requests),
      () => narrow(" ×"),
    ),
    column(cost),
    column(
      () => narrow("at best "),
      ({ least, requests }) => each(least, requests),
    ),
  ];
}

/** The name of a hazard's kind: what its line of words begins with, behind the place. */
export const kindOf = ({ words }) => words.replace(/^\S+: /, "").split(/[:(]| on /)[0];

/** What was found at a line: kinds of hazards and remarks, and where a wrong result comes from. */
function foundAt(variant, file, line) {
  const here = (one) => one?.file === file && one.line === line;
  const kinds = variant.hazards
    .filter(({ thread, other }) => here(thread) || here(other))
    .map((hazard) => `${hazard.remark ? "remark, " : ""}${kindOf(hazard)}`);
  const result = variant.failure.startsWith(`${file}:${line}: `) ? ["wrong"] : [];
  return [...new Set([...kinds, ...result])];
}

/** The code of a line, with what was found there before it, and behind it why its requests cost more than the least. */
function codeCell(variant, file, line, code, lines) {
  return html(
    "td",
    { class: "text", role: "cell" },
    ...foundAt(variant, file, line).map((kind) => html("strong", { class: "wrong" }, `${kind}: `)),
    code,
    ...lines
      .filter(isDear)
      .map(({ space, operation, words }) => html("div", { class: "soft why" }, `${space} ${operation}: ${words}`)),
  );
}

/** The first request of block 0 that such a line of counts has. The loads of an atomic that is a loop are part of it. */
const findIn =
  ({ steps }) =>
  ({ file, line, space, operation, bytes }) => {
    const there = steps.filter(
      (one) => one.file === file && one.line === line && one.space === space && one.bytes === bytes,
    );
    const loop = (one) => one.atomic === "loop" && operation === "load";
    return there.find((one) => one.operation === operation) ?? there.find(loop);
  };

/**
 * @param {object} variant
 * @param {(step: object) => void} go  where a click on an access of a line leads
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
        const lines = variant.lines.filter((one) => one.file === file && one.line === line);
        const row = html(
          "tr",
          { role: "row" },
          html("th", { scope: "row", role: "rowheader" }, `${line}`),
          ...cells(lines, findIn(variant), go),
          codeCell(variant, file, line, code, lines),
        );
        rows.set(`${file}:${line}`, row);
        return row;
      });
    const head = ["line", "access", "requests", "cost of each", "at best", file];
    return html(
      "table",
      { class: "source", role: "table" },
      html("caption", {}, `${file}, and what its lines asked for in the whole run`),
      html(
        "thead",
        { role: "rowgroup" },
        html("tr", { role: "row" }, ...head.map((words) => html("th", { scope: "col", role: "columnheader" }, words))),
      ),
      html("tbody", { role: "rowgroup" }, ...body),
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
      const room = frame.clientHeight - marked.offsetHeight;
      if (above < HEAD || above > room)
        frame.scrollTop += above - Math.max(HEAD, Math.min(room, frame.clientHeight / 3));
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
