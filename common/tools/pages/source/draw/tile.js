// Memory in rows, each word in the colour of its bank: a tile of shared memory, with its pads and swizzles as they are.
import { bankColour, onBankColour } from "../colours.js";
import { html, picture, scrolling, svg } from "../elements.js";
import { bankOf } from "../layout.js";

const CELL = 22;
const LEFT = 34; // the numbers of the rows
const HEAD = 20; // the numbers of the columns

/**
 * A grid of words with numbered rows and columns.
 * @param {object} tile
 * @param {string} tile.title
 * @param {string} tile.description
 * @param {number} tile.rows
 * @param {number} tile.pitch  words in a row, pads included
 * @param {number} [tile.first]  the first word's number in shared memory
 * @param {(word: number) => {mark?: string, style?: string} | undefined} tile.at
 *     of each word: what is written in it (the bank where there is no mark), a class of theme.css ("read", "empty",
 *     "hazard"); undefined: an ordinary word
 */
export function drawTile({ title, description, rows, pitch, first = 0, at }) {
  const columns = Array.from({ length: pitch }, (_, column) =>
    svg("text", { x: LEFT + (column + 0.5) * CELL, y: 13, class: "number" }, `${column}`));
  const lines = Array.from({ length: rows }, (_, row) => {
    const y = HEAD + row * CELL;
    const cells = Array.from({ length: pitch }, (_, column) => {
      const word = first + row * pitch + column;
      const bank = bankOf(word);
      const { mark, style } = at(word) ?? {};
      const x = LEFT + column * CELL;
      const empty = style === "empty";
      return svg("g", {},
        svg("rect", { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2,
          fill: empty ? "none" : bankColour(bank), class: style ?? "cell" }),
        svg("text", { x: x + CELL / 2, y: y + CELL / 2 + 4, class: mark === undefined ? "in-cell faint" : "in-cell marked",
          style: empty ? undefined : `fill: ${onBankColour(bank)}` }, mark ?? `${bank}`));
    });
    return svg("g", {}, svg("text", { x: LEFT - 6, y: y + CELL / 2 + 4, class: "number right" }, `${row}`), ...cells);
  });
  const drawn = picture(LEFT + pitch * CELL + 1, HEAD + rows * CELL + 2, title, description, ...columns, ...lines);
  return html("figure", {}, html("figcaption", {}, title), scrolling(title, drawn));
}
