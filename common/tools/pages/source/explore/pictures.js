// The pictures of a request, and the table of its lanes.
import { drawBanks } from "../draw/banks.js";
import { drawSectors } from "../draw/sectors.js";
import { drawTile, LOW } from "../draw/tile.js";
import { foldedTable, html } from "../elements.js";
import { gpu } from "../engine.js";
import { bankOf, wordsOf } from "../layout.js";
import { ranges } from "../words.js";
import { isOfTile } from "./pattern.js";

const MOST_ROWS = 64;
const MOST_COLUMNS = 72; // words

/** The memory that the lanes touch, in rows of the tile where knobs say what a row is, else of all banks once. */
function memory(state, request) {
  const lanesAt = new Map();
  for (const lane of request.lanes) {
    for (const word of wordsOf(request, lane)) lanesAt.set(word, [...(lanesAt.get(word) ?? []), lane.lane]);
  }
  const rowBytes = (state.pitch + state.pad) * state.bytes;
  const inRows = isOfTile(state) && rowBytes % gpu.bankBytes === 0;
  const pitch = inRows ? rowBytes / gpu.bankBytes : gpu.banks;
  const used = inRows ? (state.pitch * state.bytes) / gpu.bankBytes : pitch; // the rest is padding
  const touched = [...lanesAt.keys()];
  const firstRow = Math.floor(Math.min(...touched) / pitch);
  const rows = Math.floor(Math.max(...touched) / pitch) - firstRow + 1;
  const from = Math.max(0, Math.min(...touched.map((word) => word % pitch)) - 8);
  const columns = Math.min(pitch - from, MOST_COLUMNS);
  const cut = [];
  if (rows > MOST_ROWS) cut.push(`rows ${firstRow} to ${firstRow + MOST_ROWS - 1}`);
  if (columns < pitch) cut.push(`columns ${from} to ${from + columns - 1}`);
  const figure = drawTile({
    title: inRows ? `The tile: rows of ${pitch} words` : `Rows of ${gpu.banks} words, a bank each`,
    description: "The words that lanes take are framed and hold the lane.",
    rows: Math.min(rows, MOST_ROWS),
    pitch,
    used,
    firstRow,
    firstColumn: from,
    columns,
    lanesAt,
    chosen: state.lane,
  });
  return html(
    "div",
    { class: "drawing" },
    figure,
    html(
      "p",
      { class: "soft" },
      "Colour: the bank. Framed: taken by the lane with that number.",
      used < pitch ? " Dashed: the pad." : "",
      cut.length > 0 ? ` Shown: ${cut.join(", ")}.` : "",
    ),
  );
}

function lanesTable({ lanes, request }) {
  const global = request.space === "global";
  const head = ["lane", "x", "y", "element", "byte", ...(global ? ["sector"] : ["word", "bank"])];
  const rows = lanes.map(({ lane, x, y, element, active }) => {
    const offset = element * request.bytes;
    const words = active ? wordsOf(request, { offset }) : [];
    const place = !active
      ? ["takes no part", ...Array(global ? 2 : 3).fill("–")]
      : global
        ? [element, offset, Math.floor(offset / gpu.sectorBytes)]
        : [element, offset, ranges(words), ranges(words.map(bankOf))];
    return [lane, x, y, ...place].map(String);
  });
  return foldedTable("The lanes as a table", "What each lane takes", head, rows);
}

/** All pictures and tables of what pattern() made of a state. */
export function pictures(state, made) {
  const { request } = made;
  const shared = request.space === "shared";
  const drawn =
    request.lanes.length === 0
      ? []
      : shared
        ? [drawBanks(request, [state.lane]), memory(state, request)]
        : [drawSectors(request, [state.lane])];
  // Low pictures stand one below the other, each as wide as there is room: else their numbers meet.
  const isLow = (one) => one.querySelectorAll(".number.right").length <= LOW;
  if (shared && drawn.every(isLow)) drawn.forEach((one) => one.classList.add("low"));
  return [...drawn, lanesTable(made)];
}
