// A shared array as rows of words, each in the colour of its bank once it has been written.
import { bankColour } from "../colours.js";
import { CELL, cellTable, classesOf, HEAD, inCell, LEFT, LOW, piecewise } from "../draw/tile.js";
import { html, svg } from "../elements.js";
import { gpu } from "../engine.js";
import { bankOf, wordsOf } from "../layout.js";
import { plural, ranges } from "../words.js";

const MOST_ROWS = 64;

/** Rows and words in a row: of `float tile[32][33]` 32 and 33; of anything else rows as long as there are banks. */
export function shapeOf(array) {
  const words = Math.ceil(array.bytes / gpu.bankBytes);
  const pitch = (array.extents.at(-1) * array.elementBytes) / gpu.bankBytes;
  const has = array.extents.length > 1 && Number.isInteger(pitch) && pitch <= 4 * gpu.banks + 4;
  const length = has ? pitch : Math.min(words, gpu.banks);
  return { words, pitch: length, rows: Math.ceil(words / length) };
}

/** The words of its array that a lane touches. */
const wordsInArray = (step, { byte }) => wordsOf(step, { offset: byte });

/** For each word of the array, the first step of the launch that writes it; and those that some step touches. */
function writesOf(variant, array, launch) {
  const writtenBy = new Map();
  const touched = new Set();
  for (const step of variant.steps) {
    if (step.launch !== launch) continue;
    for (const lane of step.lanes) {
      if (lane.of !== array) continue;
      for (const word of wordsInArray(step, lane)) {
        touched.add(word);
        if (step.operation !== "load" && !writtenBy.has(word)) writtenBy.set(word, step.index);
      }
    }
  }
  return { writtenBy, touched };
}

/** Words of block 0's array that a hazard of the launch is about. */
const hazardWords = ({ hazards }, array, launch) =>
  new Set(
    hazards
      .filter((one) => one.place?.array === array.index && one.launch === launch && one.thread.block === 0)
      .map(({ place }) => Math.floor(place.offset / gpu.bankBytes)),
  );

/** For each word of the array that the step touches, its lanes. */
function lanesOf(step, array) {
  const lanesAt = new Map();
  for (const lane of step.lanes) {
    if (lane.of !== array) continue;
    for (const word of wordsInArray(step, lane)) lanesAt.set(word, [...(lanesAt.get(word) ?? []), lane.lane]);
  }
  return lanesAt;
}

/** @returns {{element: Element, show: (step: object, chosen: number[]) => void}}  show: as it is behind a step */
export function tileView(variant, array) {
  const { words, pitch, rows } = shapeOf(array);
  const shown = Math.min(rows, MOST_ROWS);
  const grid = { rows: shown, columns: pitch };
  const title = `${array.name}: ${plural(rows, "row")} of ${plural(pitch, "word")}`;
  const cells = []; // by word
  const marksIn = []; // by column: where its marks go
  const drawn = piecewise(grid, title, "The table has each cell.", ({ first, count }) => {
    const marks = svg("g");
    for (let j = 0; j < count; ++j) {
      marksIn[first + j] = marks;
      for (let i = 0; i < shown && i * pitch + first + j < words; ++i) {
        const [x, y] = [LEFT + j * CELL + 1, HEAD + i * CELL + 1];
        cells[i * pitch + first + j] = svg("rect", { x, y, width: CELL - 2, height: CELL - 2 });
      }
    }
    return [...cells.filter((_, word) => marksIn[word % pitch] === marks), marks];
  });
  const state = html("p", { class: "soft" });
  let launch;
  let writes;
  let wrong;
  let index; // of the step that is shown
  let lanesAt = new Map();

  const isWritten = (word) => writes.writtenBy.get(word) <= index;
  const table = cellTable(title, grid, (i, j) => {
    const word = i * pitch + j;
    if (word >= words) return "–";
    const lanes = lanesAt.get(word);
    return [
      `bank ${bankOf(word)}`,
      isWritten(word) ? "written" : writes.touched.has(word) ? "not written" : "never touched",
      lanes && `${plural(lanes.length, "lane")}: ${ranges(lanes)}`,
      wrong.has(word) && "hazard",
    ]
      .filter(Boolean)
      .join(", ");
  });

  function mark(word, text, style) {
    const cell = cells[word];
    if (!cell) return;
    const [x, y] = ["x", "y"].map((name) => Number(cell.getAttribute(name)) - 1);
    marksIn[word % pitch].append(inCell(x, y, isWritten(word) ? bankOf(word) : undefined, text, style));
  }

  function paint(cell, word, chosen) {
    const lanes = lanesAt.get(word);
    const style = [
      isWritten(word) ? "written" : writes.touched.has(word) ? "awaited" : "empty",
      lanes && "now",
      lanes?.some((lane) => chosen.includes(lane)) && "chosen",
      wrong.has(word) && "hazard",
    ]
      .filter(Boolean)
      .join(" ");
    if (cell.getAttribute("class") === style) return;
    cell.setAttribute("class", style);
    if (/chosen|hazard/.test(style)) marksIn[word % pitch].before(cell); // its frame is whole
    if (lanes) cell.dataset.lane = lanes[0];
    else delete cell.dataset.lane;
    cell.style.fill = isWritten(word) ? bankColour(bankOf(word)) : "";
  }

  function show(step, chosen) {
    if (step.launch !== launch) {
      launch = step.launch;
      writes = writesOf(variant, array, launch);
      wrong = hazardWords(variant, array, launch);
    }
    index = step.index;
    lanesAt = lanesOf(step, array);
    cells.forEach((cell, word) => paint(cell, word, chosen));
    new Set(marksIn).forEach((marks) => marks.replaceChildren());
    const isMarked = (word) => wrong.has(word) || (lanesAt.get(word) ?? []).some((lane) => chosen.includes(lane));
    const labelled = [...new Set([...wrong, ...lanesAt.keys()])].sort((a, b) => isMarked(a) - isMarked(b));
    const classes = classesOf(
      labelled.map((word) => [Math.floor(word / pitch), word % pitch]),
      (i) => isMarked(labelled[i]),
    );
    labelled.forEach((word, i) => {
      const lanes = lanesAt.get(word);
      mark(word, !lanes ? "!" : lanes.length === 1 ? `${lanes[0]}` : `×${lanes.length}`, classes[i]);
    });
    table.refresh();
    const filled = [...writes.writtenBy.values()].filter((at) => at <= index).length;
    const unused = words - writes.touched.size;
    state.textContent =
      `${plural(filled, "word")} of ${words} written so far${unused > 0 ? `; ${unused} are never touched` : ""}. ` +
      `Colour: the bank, word mod ${gpu.banks}. Number: the lane that is there now.` +
      `${wrong.size > 0 ? " Red frame, or !: a hazard." : ""}` +
      `${shown < rows ? ` The last ${rows - shown} rows are left out.` : ""}`;
  }
  return {
    element: html(
      "figure",
      { class: pitch > 2 * gpu.banks + 4 || shown <= LOW ? "tile wide" : "tile" },
      html("figcaption", {}, title),
      drawn,
      state,
      table.element,
    ),
    show,
  };
}
