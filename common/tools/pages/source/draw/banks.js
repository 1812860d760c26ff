// Shared memory: what every bank has to hand out or to take in, one word in each wavefront.
import { bankColour, onBankColour } from "../colours.js";
import { html, picture, svg, foldedTable } from "../elements.js";
import { gpu } from "../engine.js";
import { banksOf } from "../layout.js";
import { plural, ranges } from "../words.js";
import { CELL, inCell } from "./tile.js";

const HEIGHT = 16;
const LEFT = 26; // the numbers of the wavefronts
const HEAD = 18; // the numbers of the banks

/** What a group of lanes asks of the banks, stacked: as high as the fullest has words, or lanes of an atomic. */
function group({ banks }, chosen, title, description) {
  const height = Math.max(1, ...banks.map((queue) => queue.length));
  const y = (pass) => HEAD + pass * (HEIGHT + 1);
  const cells = banks.flatMap((words, bank) =>
    words.map(({ lanes }, pass) => {
      const x = LEFT + bank * CELL;
      const label = lanes.length === 1 ? `${lanes[0]}` : `×${lanes.length}`;
      const mark = lanes.includes(chosen) ? "cell chosen" : "cell";
      return svg(
        "g",
        {},
        svg("rect", { x: x + 0.5, y: y(pass), width: CELL - 1, height: HEIGHT, fill: bankColour(bank), class: mark }),
        inCell(x, y(pass) - 0.5, onBankColour(bank), label, "in-cell"),
      );
    }),
  );
  const heads = banks.map((_, bank) =>
    svg("text", { x: LEFT + (bank + 0.5) * CELL, y: 12, class: bank % 2 === 1 ? "number odd" : "number" }, `${bank}`),
  );
  const idle = banks.flatMap((words, bank) =>
    words.length > 0
      ? []
      : [svg("rect", { x: LEFT + bank * CELL + 0.5, y: y(0), width: CELL - 1, height: HEIGHT, class: "idle" })],
  );
  const passes = Array.from({ length: height }, (_, pass) =>
    svg(
      "text",
      { x: LEFT - 4, y: y(pass) + 12, class: pass % 2 === 1 ? "number right odd" : "number right" },
      `${pass + 1}`,
    ),
  );
  return picture(
    LEFT + gpu.banks * CELL + 1,
    y(height) + 2,
    title,
    description,
    ...heads,
    ...passes,
    ...idle,
    ...cells,
  );
}

/** What a cell of the picture says, and what the table is of. */
const WORDS = {
  load: [
    "A column is a bank, a row a wavefront. In a cell: the lane that gets its word, or how many share it.",
    "What each bank hands out",
  ],
  store: [
    "A column is a bank, a row a wavefront. In a cell: the lane whose word is stored, or how many store there.",
    "What each bank takes in",
  ],
  atomic: ["A column is a bank, a row a turn. In a cell: the lane that updates its word.", "What each bank updates"],
};

/**
 * A request of shared memory: a picture for each group of lanes, and a table of all.
 * @param {import("../engine.js").Request} request
 * @param {number} [chosen]  a lane to mark
 */
export function drawBanks(request, chosen) {
  const all = banksOf(request).filter((part) => part.wavefronts > 0);
  const atomic = request.operation === "atomic";
  const [cellWords, tableWords] = WORDS[request.operation];
  const figures = all.map((part) => {
    const last = part.first + part.lanes - 1;
    const title = `Lanes ${part.first} to ${last}: ${plural(part.wavefronts, "wavefront")}`;
    const used = part.banks.filter((words) => words.length > 0).length;
    const most = Math.max(...part.banks.map((queue) => queue.length));
    const description = `${atomic ? "Updates" : "Words"} of ${used} of ${gpu.banks} banks; at most ${most} of one bank.`;
    return html("figure", {}, html("figcaption", {}, title), group(part, chosen, title, description));
  });
  const rows = all.flatMap((part) =>
    part.banks.flatMap((words, bank) =>
      words.length === 0
        ? []
        : [
            [
              `${bank}`,
              `${part.first}–${part.first + part.lanes - 1}`,
              `${words.length}`,
              words.map(({ word, lanes }) => `${word} (lane ${ranges(lanes)})`).join("; "),
            ],
          ],
    ),
  );
  return html(
    "div",
    { class: "drawing" },
    ...figures,
    html("p", { class: "soft" }, cellWords),
    foldedTable(
      "The banks as a table",
      tableWords,
      ["bank", "served together: lanes", atomic ? "turns" : "different words", "words"],
      rows,
    ),
  );
}
