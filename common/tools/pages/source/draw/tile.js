// Memory in rows, each word in the colour of its bank: a tile of shared memory, with its pads and swizzles as they are.
//
// A tile has thousands of words, and the picture is drawn anew with every turn of a knob. So all ordinary words of a
// bank are one path, and their numbers one text for each row; what is special has elements of its own.
import { bankColour, onBankColour } from "../colours.js";
import { html, picture, scrolling, svg } from "../elements.js";
import { bankOf } from "../layout.js";

const CELL = 22; // three characters wide: .row-of-numbers in theme.css
const LEFT = 34; // the numbers of the rows
const HEAD = 20; // the numbers of the columns

const square = (x, y) => `M${x + 1} ${y + 1}h${CELL - 2}v${CELL - 2}h${2 - CELL}z`;

/** A word that is not like the others: {mark, style} is what `at` of drawTile says. */
function special(x, y, bank, { mark, style = "cell" }) {
  const empty = style === "empty";
  const rect = svg("rect", {
    x: x + 1,
    y: y + 1,
    width: CELL - 2,
    height: CELL - 2,
    fill: empty ? "none" : bankColour(bank),
    class: style,
  });
  const text = svg(
    "text",
    {
      x: x + CELL / 2,
      y: y + CELL / 2 + 4,
      class: "in-cell marked",
      style: empty ? undefined : `fill: ${onBankColour(bank)}`,
    },
    mark ?? `${bank}`,
  );
  return [rect, text];
}

/** The numbers of banks in a row, `undefined` where there is none: a text for those on dark colours, one for light. */
function numbers(y, banks) {
  return ["#fff", "#000"].flatMap((colour) => {
    if (!banks.some((bank) => bank !== undefined && onBankColour(bank) === colour)) return [];
    const words = banks
      .map((bank) => (bank !== undefined && onBankColour(bank) === colour ? `${bank}`.padStart(2) : "  ") + " ")
      .join("");
    return [
      svg("text", { x: LEFT + 4, y: y + CELL / 2 + 4, class: "row-of-numbers", style: `fill: ${colour}` }, words),
    ];
  });
}

/**
 * A grid of words with numbered rows and columns.
 * @param {object} tile
 * @param {string} tile.title
 * @param {string} tile.description
 * @param {number} tile.rows
 * @param {number} tile.pitch  words in a row, pads included
 * @param {number} [tile.first]  the number of row 0's first word in shared memory
 * @param {number} [tile.firstRow]  rows before it are not shown
 * @param {number} [tile.firstColumn]  nor are columns before this one,
 * @param {number} [tile.columns]  and more than so many
 * @param {(word: number) => {mark?: string, style?: string} | undefined} tile.at
 *     of each word: what is written in it (the bank where there is no mark), a class of theme.css ("read", "chosen",
 *     "empty", "hazard"); undefined: an ordinary word
 */
export function drawTile({
  title,
  description,
  rows,
  pitch,
  first = 0,
  firstRow = 0,
  firstColumn = 0,
  columns = pitch,
  at,
}) {
  const paths = new Map(); // by bank; of empty words by "empty"
  const inRows = [],
    specials = [];
  for (let i = 0; i < rows; ++i) {
    const y = HEAD + i * CELL;
    const plain = Array(columns).fill(undefined);
    for (let j = 0; j < columns; ++j) {
      const word = first + (firstRow + i) * pitch + firstColumn + j;
      const bank = bankOf(word);
      const x = LEFT + j * CELL;
      const said = at(word);
      if (said !== undefined && !(said.style === "empty" && said.mark === "")) {
        specials.push(...special(x, y, bank, said));
        continue;
      }
      const key = said === undefined ? bank : "empty";
      paths.set(key, (paths.get(key) ?? "") + square(x, y));
      if (said === undefined) plain[j] = bank;
    }
    inRows.push(
      svg("text", { x: LEFT - 6, y: y + CELL / 2 + 4, class: "number right" }, `${firstRow + i}`),
      ...numbers(y, plain),
    );
  }
  const heads = Array.from({ length: columns }, (_, j) =>
    svg("text", { x: LEFT + (j + 0.5) * CELL, y: 13, class: "number" }, `${firstColumn + j}`),
  );
  const cells = [...paths].map(([key, d]) =>
    svg("path", key === "empty" ? { d, class: "empty" } : { d, fill: bankColour(key), class: "cell" }),
  );
  const drawn = picture(
    LEFT + columns * CELL + 1,
    HEAD + rows * CELL + 2,
    title,
    description,
    ...heads,
    ...cells,
    ...inRows,
    ...specials,
  );
  return html("figure", {}, html("figcaption", {}, title), scrolling(title, drawn));
}
