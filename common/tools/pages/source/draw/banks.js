// Shared memory: what every bank has to hand out or to take in, one word in each wavefront.
import { bankColour } from "../colours.js";
import { foldedTable, html, numbered, picture, svg } from "../elements.js";
import { gpu } from "../engine.js";
import { banksOf, ticksOf } from "../layout.js";
import { plural, ranges } from "../words.js";
import { CELL, classesOf, HEAD, inCell, LEFT, markedLast } from "./tile.js";

const FEW = 4; // rows, which are twice as high
const GAP = 4; // between groups of lanes that are served one after the other

const rowsOf = ({ banks }) => Math.max(...banks.map((queue) => queue.length));

/** The queues of the banks, stacked: a row for each wavefront, of an atomic for each turn; group below group. */
function stacked(groups, chosen, tick, title, description) {
  const [parts, labels] = [[], []];
  const all = groups.reduce((sum, group) => sum + rowsOf(group), 0);
  const tall = all <= FEW ? 2 * CELL : CELL;
  let row = 0;
  groups.forEach(({ banks }, group) => {
    const y = (pass) => HEAD + (row + pass) * tall + group * GAP;
    const rows = rowsOf({ banks });
    parts.push(svg("rect", { x: LEFT, y: y(0), width: gpu.banks * CELL, height: rows * tall, class: "idle" }));
    for (let pass = 0; pass < rows; ++pass) {
      const number = {
        x: LEFT - 15,
        y: y(pass) + (tall + 7) / 2,
        class: all <= FEW ? "number right" : numbered(row + pass, "number right"),
      };
      parts.push(svg("text", number, `${row + pass + 1}`));
    }
    banks.forEach((queue, bank) =>
      queue.forEach(({ lanes }, pass) => {
        const x = LEFT + bank * CELL;
        const several = lanes.length > 1;
        const place = { x: x + 0.5, y: y(pass) + 0.5, width: CELL - 1, height: tall - 1 };
        const isMarked = lanes.some((lane) => chosen.includes(lane));
        const style = isMarked ? "cell chosen" : "cell";
        const waits = row + pass < tick ? "" : " waiting";
        parts.push(svg("rect", { ...place, fill: bankColour(bank), class: style + waits, "data-lane": lanes[0] }));
        const label = [x, y(pass) + (tall - CELL) / 2, bank, several ? `×${lanes.length}` : `${lanes[0]}`];
        if (waits === "") labels.push({ cell: [row + pass, bank], label, isMarked });
      }),
    );
    row += rows;
  });
  const classes = classesOf(
    labels.map(({ cell }) => cell),
    (i) => labels[i].isMarked,
  );
  const written = labels.map(({ label }, i) => inCell(...label, classes[i])); // over all cells, as it may be wider
  const heads = Array.from({ length: gpu.banks }, (_, bank) =>
    svg("text", { x: LEFT + (bank + 0.5) * CELL, y: 6, class: numbered(bank, "number") }, `${bank}`),
  );
  const high = HEAD + all * tall + (groups.length - 1) * GAP + 2;
  return picture(
    LEFT + gpu.banks * CELL + 1,
    high,
    title,
    description,
    ...heads,
    ...markedLast(parts, "chosen"),
    ...markedLast(written, "marked"),
  );
}

/** What a cell of the picture says, and what the table is of. */
const WORDS = {
  load: [
    "A column is a bank, a row a wavefront. Number: the lane that gets its word, or how many share it.",
    "What each bank hands out",
  ],
  store: [
    "A column is a bank, a row a wavefront. Number: the lane whose word is stored, or how many store there.",
    "What each bank takes in",
  ],
  atomic: ["A column is a bank, a row a turn. Number: the lane that updates its word.", "What each bank updates"],
};

/**
 * A request of shared memory: a picture of what its banks do, and a table of it.
 * @param {import("../engine.js").Request} request
 * @param {number[]} chosen  lanes to mark
 * @param {number} tick  so many wavefronts have been
 */
export function drawBanks(request, chosen, tick = Infinity) {
  const groups = banksOf(request).filter((part) => part.wavefronts > 0);
  const atomic = request.operation === "atomic";
  const [cellWords, tableWords] = WORDS[request.operation];
  const all = ticksOf(request).length;
  const unit = atomic ? "turn" : "wavefront";
  const used = new Set(groups.flatMap(({ banks }) => banks.flatMap((queue, bank) => (queue.length > 0 ? [bank] : []))));
  const title =
    tick < Infinity
      ? `${unit[0].toUpperCase()}${unit.slice(1)} ${Math.min(tick, all)} of ${all}`
      : `${plural(all, unit)}, ${plural(used.size, "bank")}`;
  const most = Math.max(...groups.flatMap(({ banks }) => banks.map((queue) => queue.length)));
  const description = `${atomic ? "Updates" : "Words"} of ${used.size} of ${gpu.banks} banks; at most ${most} of one bank.`;
  const served = ({ first, lanes }) => `${first}–${first + lanes - 1}`;
  const rows = groups.flatMap((part) =>
    part.banks.flatMap((words, bank) =>
      words.length === 0
        ? []
        : [
            [
              `${bank}`,
              served(part),
              `${words.length}`,
              words.map(({ word, lanes }) => `${word} (lane ${ranges(lanes)})`).join("; "),
            ],
          ],
    ),
  );
  const cut = groups.length > 1 ? ` Served one after the other: lanes ${groups.map(served).join(", ")}.` : "";
  return html(
    "div",
    { class: "drawing" },
    html("figure", {}, html("figcaption", {}, title), stacked(groups, chosen, tick, title, description)),
    html("p", { class: "soft" }, cellWords + cut),
    foldedTable(
      "The banks as a table",
      tableWords,
      ["bank", "served together: lanes", atomic ? "turns" : "different words", "words"],
      rows,
    ),
  );
}
