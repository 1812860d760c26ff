// A shared array as rows of words, each in the colour of its bank once it has been written.
import { bankColour, onBankColour } from "../colours.js";
import { html, picture, scrolling, svg } from "../elements.js";
import { gpu } from "../engine.js";
import { bankOf, wordsOf } from "../layout.js";
import { plural } from "../words.js";
import { isElementOf } from "./names.js";

const CELL = 22;
const LEFT = 34;
const HEAD = 20;
const MOST_ROWS = 128;

/** Rows and words in a row: of `float tile[32][33]` 32 and 33; of anything else rows as long as there are banks. */
export function shapeOf(array) {
  const words = Math.ceil(array.bytes / gpu.bankBytes);
  const pitch = (array.extents.at(-1) * array.elementBytes) / gpu.bankBytes;
  const has = array.extents.length > 1 && Number.isInteger(pitch) && pitch <= 4 * gpu.banks + 4;
  const length = has ? pitch : Math.min(words, gpu.banks);
  return { words, pitch: length, rows: Math.ceil(words / length) };
}

/** For each word of the array, the first step of the launch that writes it; and those that some step touches. */
function writesOf(variant, array, launch) {
  const writtenBy = new Map();
  const touched = new Set();
  for (const step of variant.steps) {
    if (step.launch !== launch) continue;
    for (const lane of step.lanes) {
      if (lane.of !== array) continue;
      for (const word of wordsOf(step, lane)) {
        touched.add(word);
        if (step.operation !== "load" && !writtenBy.has(word)) writtenBy.set(word, step.index);
      }
    }
  }
  return { writtenBy, touched };
}

/** Words that a hazard is about. */
function hazardWords(variant, array) {
  const words = new Set();
  for (let word = 0; word < shapeOf(array).words; ++word) {
    const at = { of: array, offset: word * gpu.bankBytes };
    if (variant.hazards.some((hazard) => isElementOf(hazard, at, gpu.bankBytes))) words.add(word);
  }
  return words;
}

/**
 * @returns {{element: Element, show: (step: object, lane?: number) => void}}  show: as it is behind a step
 */
export function tileView(variant, array) {
  const { words, pitch, rows } = shapeOf(array);
  const shown = Math.min(rows, MOST_ROWS);
  const wrong = hazardWords(variant, array);
  const cells = [];
  const numbers = Array.from({ length: pitch }, (_, column) =>
    svg("text", { x: LEFT + (column + 0.5) * CELL, y: 13, class: "number" }, `${column}`),
  );
  for (let row = 0; row < shown; ++row) {
    const y = HEAD + row * CELL;
    numbers.push(svg("text", { x: LEFT - 6, y: y + 15, class: "number right" }, `${row}`));
    for (let column = 0; column < pitch && row * pitch + column < words; ++column) {
      cells.push(svg("rect", { x: LEFT + column * CELL + 1, y: y + 1, width: CELL - 2, height: CELL - 2 }));
    }
  }
  const marks = svg("g");
  const title = `${array.name}: ${plural(rows, "row")} of ${plural(pitch, "word")}`;
  const drawn = picture(
    LEFT + pitch * CELL + 2,
    HEAD + shown * CELL + 2,
    title,
    "The table of the lanes has each of them.",
    ...numbers,
    ...cells,
    marks,
  );
  const caption = html("figcaption", {}, title);
  const state = html("p", { class: "soft" });
  let launch;
  let writes;

  function mark(word, text) {
    const cell = cells[word];
    if (!cell) return;
    const written = writes.writtenBy.has(word) && cell.classList.contains("written");
    marks.append(
      svg(
        "text",
        {
          x: Number(cell.getAttribute("x")) + CELL / 2 - 1,
          y: Number(cell.getAttribute("y")) + 14.5,
          class: "in-cell marked",
          style: written ? `fill: ${onBankColour(bankOf(word))}` : undefined,
        },
        text,
      ),
    );
  }

  function show(step, chosen) {
    if (step.launch !== launch) {
      launch = step.launch;
      writes = writesOf(variant, array, launch);
    }
    const lanesAt = new Map();
    for (const lane of step.lanes) {
      if (lane.of !== array) continue;
      for (const word of wordsOf(step, lane)) lanesAt.set(word, [...(lanesAt.get(word) ?? []), lane.lane]);
    }
    let filled = 0;
    cells.forEach((cell, word) => {
      const written = writes.writtenBy.get(word) <= step.index;
      filled += written ? 1 : 0;
      const lanes = lanesAt.get(word);
      const style = [
        written ? "written" : writes.touched.has(word) ? "awaited" : "pad",
        lanes && "now",
        lanes?.includes(chosen) && "chosen",
        wrong.has(word) && "hazard",
      ]
        .filter(Boolean)
        .join(" ");
      if (cell.getAttribute("class") === style) return;
      cell.setAttribute("class", style);
      cell.style.fill = written ? bankColour(bankOf(word)) : "";
    });
    marks.replaceChildren();
    for (const [word, lanes] of lanesAt) mark(word, lanes.length === 1 ? `${lanes[0]}` : `×${lanes.length}`);
    for (const word of wrong) if (!lanesAt.has(word)) mark(word, "!");
    const unused = words - writes.touched.size;
    state.textContent =
      `${plural(filled, "word")} of ${words} written so far${unused > 0 ? `; ${unused} are never touched` : ""}. ` +
      `Colour: the bank, word mod ${gpu.banks}. Number: the lane that is there now.` +
      `${wrong.size > 0 ? " Red frame, or !: a hazard." : ""}` +
      `${shown < rows ? ` The last ${rows - shown} rows are left out.` : ""}`;
  }
  return { element: html("figure", { class: "tile" }, caption, scrolling(title, drawn), state), show };
}
