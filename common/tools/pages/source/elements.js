// Elements of a page. What is said in them reaches the page as text, never as markup: nothing here takes HTML.

import { visible } from "./words.js";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  const present = children.filter((child) => child !== undefined && child !== null);
  element.append(...present.map((child) => (typeof child === "string" ? visible(child) : child)));
  return element;
}

/** An element of HTML: html("p", {class: "soft"}, "text", element, ...). */
export const html = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

/** An element of a picture. */
export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

let pictures = 0;

/** A picture with a name and a description, for those who do not see it; a table beside it has the whole. It is as wide
 * as there is room, and at most 56 % of the window high; what is written in it keeps its size (theme.css). */
export function picture(width, height, title, description, ...children) {
  const id = `picture${++pictures}`;
  return html(
    "div",
    {
      class: `picture ${width > 400 ? "large" : width > 250 ? "half" : height > 600 ? "tall" : ""}`,
      style: `--whole: ${width}px; --ratio: ${width / height}`,
    },
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-labelledby": `${id}t ${id}d` },
      svg("title", { id: `${id}t` }, title),
      svg("desc", { id: `${id}d` }, description),
      ...children,
    ),
  );
}

/** The class of the i-th of many numbers: where they have no room, theme.css shows every second, fourth or eighth. */
export const numbered = (i, style) =>
  style + (i % 2 === 1 ? " every1" : i % 4 === 2 ? " every2" : i % 8 === 4 ? " every4" : "");

/** What may be wider than the page: it scrolls in a frame of its own, by keyboard too. */
export const scrolling = (name, ...children) =>
  html("div", { class: "scrolling", role: "region", tabindex: 0, "aria-label": name }, ...children);

/**
 * A table. `rows`: arrays of text or elements; the first cell of a row is its head.
 */
export function table(caption, head, rows) {
  return html(
    "table",
    {},
    html("caption", {}, caption),
    html("thead", {}, html("tr", {}, ...head.map((words) => html("th", { scope: "col" }, words)))),
    html(
      "tbody",
      {},
      ...rows.map(([first, ...cells]) =>
        html("tr", {}, html("th", { scope: "row" }, first), ...cells.map((cell) => html("td", {}, cell))),
      ),
    ),
  );
}

/** A table that is folded away below a picture. */
export const foldedTable = (summary, caption, head, rows) =>
  html("details", {}, html("summary", {}, summary), scrolling(caption, table(caption, head, rows)));

/**
 * The same, of thousands of cells: made when somebody unfolds it. refresh() makes it anew, if it is unfolded.
 * @param {() => {caption: string, head: string[], rows: string[][]}} contents
 */
export function lazyTable(summary, contents) {
  const place = html("div", {});
  const element = html("details", {}, html("summary", {}, summary), place);
  const refresh = () => {
    if (!element.open) return;
    const { caption, head, rows } = contents();
    place.replaceChildren(scrolling(caption, table(caption, head, rows)));
  };
  element.addEventListener("toggle", refresh);
  return { element, refresh };
}

/** New contents, in which what was unfolded is unfolded again. */
export function renew(place, ...children) {
  const open = new Set([...place.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent));
  place.replaceChildren(...children);
  for (const summary of place.querySelectorAll("details > summary")) {
    if (open.has(summary.textContent)) summary.parentElement.open = true;
  }
}

/** Keeps a variable of style, which counts in `place`, at the height of an element. */
export function keepHeight(element, place, variable) {
  new ResizeObserver(() => place.style.setProperty(variable, `${element.offsetHeight}px`)).observe(element);
}
