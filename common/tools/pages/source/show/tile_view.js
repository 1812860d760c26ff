// A shared array in its rows, each word in the colour of its bank once it has been written; of rows of smaller elements
// each element is a cell in its word's colour, as a row may end within a word.
import { bankColour } from "../colours.js";
import { CELL, cellTable, classesOf, HEAD, inCell, LEFT, LOW, piecewise } from "../draw/tile.js";
import { html, svg } from "../elements.js";
import { gpu } from "../engine.js";
import { bankOf } from "../layout.js";
import { plural, ranges } from "../words.js";

const MOST_ROWS = 64;

/** Its cells: of `float tile[32][33]` words, 33 in each of 32 rows; of anything without rows words, as many as there are banks. */
export function shapeOf({ extents, elementBytes, bytes }) {
  const hasElements = extents.length > 1 && elementBytes > 0 && elementBytes < gpu.bankBytes;
  const cellBytes = hasElements ? elementBytes : gpu.bankBytes;
  const cells = Math.ceil(bytes / cellBytes);
  const pitch = (extents.at(-1) * elementBytes) / cellBytes;
  const room = 4 * (gpu.banks + 1) * (gpu.bankBytes / cellBytes);
  const length = extents.length > 1 && Number.isInteger(pitch) && pitch <= room ? pitch : Math.min(cells, gpu.banks);
  return { cells, cellBytes, pitch: length, rows: Math.ceil(cells / length) };
}

/** "32 rows of 33 words", "64 rows of 65 elements, 32.5 words" */
function shapeInWords({ rows, pitch, cellBytes }) {
  const isElement = cellBytes < gpu.bankBytes;
  const inWords = `${(pitch * cellBytes) / gpu.bankBytes} words`;
  return `${plural(rows, "row")} of ${isElement ? `${plural(pitch, "element")}, ${inWords}` : plural(pitch, "word")}`;
}

/** The cells of its array that a lane touches. */
const cellsOf = ({ bytes }, { byte }, cellBytes) => {
  const [first, last] = [byte, byte + bytes - 1].map((at) => Math.floor(at / cellBytes));
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
};

/** Low, or of so many columns that its pieces have no room beside its banks, or just so. */
const kindOf = (rows, pitch, size) => {
  if (rows <= LOW) return "wide";
  if (pitch * size <= (2 * gpu.banks + 4) * CELL) return "";
  return pitch < 1.3 * rows ? "wide broad" : "wide";
};

/** For each cell of the array, the first step of the launch that writes it; and those that some step touches. */
function writesOf(variant, array, launch, cellBytes) {
  const writtenBy = new Map();
  const touched = new Set();
  for (const step of variant.steps) {
    if (step.launch !== launch) continue;
    for (const lane of step.lanes) {
      if (lane.of !== array) continue;
      for (const cell of cellsOf(step, lane, cellBytes)) {
        touched.add(cell);
        if (step.operation !== "load" && !writtenBy.has(cell)) writtenBy.set(cell, step.index);
      }
    }
  }
  return { writtenBy, touched };
}

/** Cells of block 0's array that a hazard of the launch is about. */
const hazardCells = ({ hazards }, array, launch, cellBytes) =>
  new Set(
    hazards
      .filter((one) => one.place?.array === array.index && one.launch === launch && one.thread.block === 0)
      .map(({ place }) => Math.floor(place.offset / cellBytes)),
  );

/** For each cell of the array that the step touches, its lanes. */
function lanesOf(step, array, cellBytes) {
  const lanesAt = new Map();
  for (const lane of step.lanes) {
    if (lane.of !== array) continue;
    for (const cell of cellsOf(step, lane, cellBytes)) lanesAt.set(cell, [...(lanesAt.get(cell) ?? []), lane.lane]);
  }
  return lanesAt;
}

/** @returns {{element: Element, show: (step: object, chosen: number[]) => void}}  show: as it is behind a step */
export function tileView(variant, array) {
  const shape = shapeOf(array);
  const { cells: count, cellBytes, pitch, rows } = shape;
  const isElement = cellBytes < gpu.bankBytes;
  const size = isElement ? CELL / 2 : CELL;
  const gap = isElement ? 1 : 2;
  const shown = Math.min(rows, MOST_ROWS);
  const grid = { rows: shown, columns: pitch, size };
  const title = `${array.name}: ${shapeInWords(shape)}`;
  const cells = [];
  const marksIn = []; // by column: where its marks go
  const drawn = piecewise(grid, title, "The table has each cell.", (piece) => {
    const marks = svg("g");
    for (let j = 0; j < piece.count; ++j) {
      marksIn[piece.first + j] = marks;
      for (let i = 0; i < shown && i * pitch + piece.first + j < count; ++i) {
        const [x, y] = [LEFT + j * size + gap / 2, HEAD + i * size + gap / 2];
        cells[i * pitch + piece.first + j] = svg("rect", { x, y, width: size - gap, height: size - gap });
      }
    }
    return [...cells.filter((_, cell) => marksIn[cell % pitch] === marks), marks];
  });
  const bank = (cell) => bankOf(Math.floor((cell * cellBytes) / gpu.bankBytes));
  const state = html("p", { class: "soft" });
  let launch;
  let writes;
  let wrong;
  let index; // of the step that is shown
  let lanesAt = new Map();

  const isWritten = (cell) => writes.writtenBy.get(cell) <= index;
  const table = cellTable(title, grid, (i, j) => {
    const cell = i * pitch + j;
    if (cell >= count) return "–";
    const lanes = lanesAt.get(cell);
    return [
      `bank ${bank(cell)}`,
      isWritten(cell) ? "written" : writes.touched.has(cell) ? "not written" : "never touched",
      lanes && `${plural(lanes.length, "lane")}: ${ranges(lanes)}`,
      wrong.has(cell) && "hazard",
    ]
      .filter(Boolean)
      .join(", ");
  });

  function mark(cell, text, style) {
    const rect = cells[cell];
    if (!rect) return;
    const [x, y] = ["x", "y"].map((name) => Number(rect.getAttribute(name)) - gap / 2);
    marksIn[cell % pitch].append(inCell(x, y, isWritten(cell) ? bank(cell) : undefined, text, style, size));
  }

  function paint(rect, cell, chosen) {
    const lanes = lanesAt.get(cell);
    const style = [
      isWritten(cell) ? "written" : writes.touched.has(cell) ? "awaited" : "empty",
      lanes && "now",
      lanes?.some((lane) => chosen.includes(lane)) && "chosen",
      wrong.has(cell) && "hazard",
    ]
      .filter(Boolean)
      .join(" ");
    if (rect.getAttribute("class") === style) return;
    rect.setAttribute("class", style);
    if (/chosen|hazard/.test(style)) marksIn[cell % pitch].before(rect); // its frame is whole
    if (lanes) rect.dataset.lane = lanes[0];
    else delete rect.dataset.lane;
    rect.style.fill = isWritten(cell) ? bankColour(bank(cell)) : "";
  }

  function show(step, chosen) {
    if (step.launch !== launch) {
      launch = step.launch;
      writes = writesOf(variant, array, launch, cellBytes);
      wrong = hazardCells(variant, array, launch, cellBytes);
    }
    index = step.index;
    lanesAt = lanesOf(step, array, cellBytes);
    cells.forEach((rect, cell) => paint(rect, cell, chosen));
    new Set(marksIn).forEach((marks) => marks.replaceChildren());
    const isMarked = (cell) => wrong.has(cell) || (lanesAt.get(cell) ?? []).some((lane) => chosen.includes(lane));
    const labelled = [...new Set([...wrong, ...lanesAt.keys()])].sort((a, b) => isMarked(a) - isMarked(b));
    const classes = classesOf(
      labelled.map((cell) => [Math.floor(cell / pitch), cell % pitch].map((at) => (at * size) / CELL)),
      (i) => isMarked(labelled[i]),
    );
    labelled.forEach((cell, i) => {
      const lanes = lanesAt.get(cell);
      mark(cell, !lanes ? "!" : lanes.length === 1 ? `${lanes[0]}` : `×${lanes.length}`, classes[i]);
    });
    table.refresh();
    const filled = [...writes.writtenBy.values()].filter((at) => at <= index).length;
    const unused = count - writes.touched.size;
    state.textContent =
      `${plural(filled, isElement ? "element" : "word")} of ${count} written so far${unused > 0 ? `; ${unused} are never touched` : ""}. ` +
      `Colour: the bank, word mod ${gpu.banks}. Number: the lane that is there now.` +
      `${wrong.size > 0 ? " Red, or !: a hazard; grey: not written yet." : ""}` +
      `${shown < rows ? ` The last ${rows - shown} rows are left out.` : ""}`;
  }
  return {
    element: html(
      "figure",
      { class: `tile ${kindOf(shown, pitch, size) || (isElement ? "fine" : "")}` },
      html("figcaption", {}, title),
      drawn,
      state,
      table.element,
    ),
    show,
  };
}
