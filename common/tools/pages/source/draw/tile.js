// Memory in rows, each word in the colour of its bank: a tile of shared memory, with its pads and swizzles as they are.
//
// A tile has thousands of words, and the picture is drawn anew with every turn of a knob. So all words of a bank that no
// lane takes are one path.
import { aroundLetters, bankColour, onBankColour } from "../colours.js";
import { html, lazyTable, numbered, picture, svg } from "../elements.js";
import { gpu } from "../engine.js";
import { bankOf } from "../layout.js";
import { ranges } from "../words.js";

export const CELL = 17; // two digits wide
export const LEFT = 46; // the numbers of the rows
export const HEAD = 28; // the numbers of the columns
const DIGIT = 7; // of the numbers, at most
const MOST_OVER = 4; // columns that a piece takes beyond the most, so that a pad does not stand alone
export const LOW = 8; // rows: such a picture is as wide as the page, so that its cells are large

const square = (x, y) => `M${x + 0.5} ${y + 0.5}h${CELL - 1}v${CELL - 1}h${1 - CELL}z`;

/** The columns in pieces that a page has room for, [{first, count}, ..]: none much narrower than the others, and about as
 * many columns as there are banks; of a low picture on a telephone half of that, so that its numbers fit their cells. */
function piecesOf({ columns, rows, size = CELL }) {
  const room = (gpu.banks * CELL) / size;
  const most = rows <= LOW && matchMedia("(max-width: 30rem)").matches ? room / 2 : room;
  const pieces = Math.max(1, Math.ceil((columns - MOST_OVER) / most));
  const begin = (i) => Math.floor((i * columns) / pieces);
  return Array.from({ length: pieces }, (_, i) => ({ first: begin(i), count: begin(i + 1) - begin(i) }));
}

/** The numbers along the top, of as many columns as have room, and down the side. */
function axes({ first, count }, { rows, size = CELL, firstRow = 0, firstColumn = 0 }) {
  const from = firstColumn + first;
  const every = Math.ceil((`${from + count}`.length * DIGIT) / size);
  const down = Math.round(CELL / size);
  const inset = Math.floor(every / 3); // a long number has no room above the first column
  const text = (i, x, y, style, number) => svg("text", { x, y, class: numbered(i, style) }, `${number}`);
  return [
    ...Array.from({ length: Math.max(1, Math.floor(count / every)) }, (_, k) =>
      text(k, LEFT + (k * every + inset + 0.5) * size, 6, "number", from + k * every + inset),
    ),
    ...Array.from({ length: Math.ceil(rows / down) }, (_, i) => {
      const row = firstRow + i * down;
      return text(i, LEFT - 15, HEAD + i * CELL + size / 2 + 4, row < 100 ? "number right" : "number right long", row);
    }),
  ];
}

/**
 * The pictures of a grid of cells, side by side where there is room, else one below the other.
 * @param {{rows: number, columns: number, size?: number, firstRow?: number, firstColumn?: number}} grid
 * @param {(piece: {first: number, count: number}) => Element[]} draw  what is in a piece of it: columns from 0 on
 */
export function piecewise(grid, title, description, draw) {
  const { size = CELL } = grid;
  const pieces = piecesOf(grid);
  const columns = ({ first, count }) => {
    const from = (grid.firstColumn ?? 0) + first;
    return pieces.length === 1 ? "" : `, columns ${from} to ${from + count - 1}`;
  };
  return html(
    "div",
    { class: "pieces" },
    ...pieces.map((piece) =>
      picture(
        LEFT + piece.count * size + 18,
        HEAD + grid.rows * size + 2,
        title + columns(piece),
        description,
        ...axes(piece, grid),
        ...draw(piece),
      ),
    ),
  );
}

/** What is written in the cell with that corner, of a bank if it has its colour. */
export const inCell = (x, y, bank, text, style, size = CELL) =>
  svg(
    "text",
    {
      x: x + size / 2,
      y: y + size / 2,
      class: `in-cell${style}${text.length > 2 ? " long" : ""}`,
      style: bank === undefined ? undefined : `--on: ${onBankColour(bank)}; --around: ${aroundLetters(bank)}`,
    },
    text,
  );

/**
 * For labels in cells, [row, column] of each: the classes by which theme.css leaves out those that have no room. Few
 * rows have their labels all, as these are wider than high. Those for which isMarked(i) come first. In small cells of
 * many rows, theme.css writes them beside their cell, where no other has one.
 */
export function classesOf(cells, isMarked) {
  const classes = cells.map(() => " every1");
  const isTall = new Set(cells.map(([row]) => row)).size > LOW;
  const high = isTall ? 1 : 0.5; // of its width
  const taken = new Set(cells.map(([row, column]) => `${row} ${column}`));
  const beside = ([row, column]) => {
    const isLeft = column % gpu.banks >= gpu.banks / 2;
    if (!isTall || taken.has(`${row} ${column + (isLeft ? -1 : 1)}`)) return "";
    return isLeft ? " beside left" : " beside";
  };
  const order = [...cells.keys()].sort((a, b) => isMarked(b) - isMarked(a));
  for (const [room, style] of [
    [8, ""],
    [4, " every4"],
    [2, " every2"],
  ]) {
    for (const i of order) {
      const isNear = ([y, x], j) =>
        classes[j] !== " every1" && Math.abs(y - cells[i][0]) < high * room && Math.abs(x - cells[i][1]) < room;
      if (!cells.some(isNear)) classes[i] = style;
    }
  }
  return classes.map((style, i) => style + beside(cells[i]) + (isMarked(i) ? " marked" : ""));
}

/** Those that are marked last: nothing lies over them. */
export const markedLast = (elements, style) =>
  elements.toSorted((a, b) => a.matches(`.${style}`) - b.matches(`.${style}`));

/**
 * A grid of words with numbered rows and columns, and a table of it.
 * @param {object} tile
 * @param {string} tile.title
 * @param {string} tile.description
 * @param {number} tile.rows
 * @param {number} tile.pitch  words in a row, pads included
 * @param {number} tile.used  words in a row without them
 * @param {number} tile.firstRow  rows before it are not shown
 * @param {number} tile.firstColumn  nor are columns before this one,
 * @param {number} tile.columns  and more than so many
 * @param {Map<number, number[]>} tile.lanesAt  the lanes of words that are taken
 * @param {number} [tile.chosen]  a lane to mark
 */
export function drawTile({ title, description, rows, columns, pitch, used, firstRow, firstColumn, lanesAt, chosen }) {
  const grid = { rows, columns, firstRow, firstColumn };
  const hasRoom = firstRow + rows <= 1000; // for the numbers of its rows
  const numbered = hasRoom ? grid : { ...grid, firstRow: 0 };
  const caption = hasRoom ? title : `${title}; what is numbered as row 0 is row ${firstRow}`;
  const wordAt = (i, j) => (firstRow + i) * pitch + firstColumn + j;
  const cells = cellTable(title, grid, (i, j) => {
    const [word, lanes] = [wordAt(i, j), lanesAt.get(wordAt(i, j))];
    const who = lanes && `${lanes.length === 1 ? "lane" : "lanes"} ${ranges(lanes)}`;
    return [`bank ${bankOf(word)}`, who ?? (word % pitch >= used && "pad")].filter(Boolean).join(", ");
  });
  const isPad = (word) => word % pitch >= used;
  const draw = ({ first, count }) => drawWords(rows, count, (i, j) => wordAt(i, first + j), isPad, lanesAt, chosen);
  return html(
    "figure",
    {},
    html("figcaption", {}, caption),
    piecewise(numbered, caption, description, draw),
    cells.element,
  );
}

/** The words of a piece, by row and column. */
function drawWords(rows, columns, wordAt, isPad, lanesAt, chosen) {
  const paths = new Map(); // of words that no lane takes, by bank; of pads by "empty"
  const taken = [];
  for (let i = 0; i < rows; ++i) {
    for (let j = 0; j < columns; ++j) {
      const [word, x, y] = [wordAt(i, j), LEFT + j * CELL, HEAD + i * CELL];
      const lanes = lanesAt.get(word);
      if (lanes) taken.push({ cell: [i, j], x, y, bank: bankOf(word), lanes });
      const key = isPad(word) ? "empty" : bankOf(word);
      if (!lanes) paths.set(key, (paths.get(key) ?? "") + square(x, y));
    }
  }
  const plain = [...paths].map(([key, d]) =>
    svg("path", key === "empty" ? { d, class: "empty" } : { d, fill: bankColour(key), class: "cell" }),
  );
  const frames = taken.map(({ x, y, bank, lanes }) => {
    const style = { fill: bankColour(bank), class: lanes.includes(chosen) ? "chosen" : "now", "data-lane": lanes[0] };
    return svg("rect", { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, ...style });
  });
  const classes = classesOf(
    taken.map(({ cell }) => cell),
    (i) => taken[i].lanes.includes(chosen),
  );
  const text = (lanes) => (lanes.length === 1 ? `${lanes[0]}` : `×${lanes.length}`);
  const labels = taken.map(({ x, y, bank, lanes }, i) => inCell(x, y, bank, text(lanes), classes[i]));
  return [...plain, ...markedLast(frames, "chosen"), ...markedLast(labels, "marked")];
}

/** A table with a cell for each of a picture's: `words(i, j)` of the row and the column, from 0. As lazyTable. */
export function cellTable(title, { rows, columns, firstRow = 0, firstColumn = 0 }, words) {
  const across = Array.from({ length: columns }, (_, j) => j);
  return lazyTable("The cells as a table", () => ({
    caption: title,
    head: ["row", ...across.map((j) => `column ${firstColumn + j}`)],
    rows: Array.from({ length: rows }, (_, i) => [`${firstRow + i}`, ...across.map((j) => words(i, j))]),
  }));
}
