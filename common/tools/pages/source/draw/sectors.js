// Global memory: the lanes, and the sectors that they touch.
import { foldedTable, html, numbered, picture, svg } from "../elements.js";
import { gpu } from "../engine.js";
import { sectorsOf } from "../layout.js";
import { plural, ranges } from "../words.js";
import { laneBoxes, LANE_WIDTH } from "./lanes.js";

const WIDTH = gpu.warpLanes * LANE_WIDTH;
const SECTOR_TOP = 106;
const SECTOR_HEIGHT = 24;
const GAP = 4; // between sectors that are not neighbours, beyond the line between any two
const DIGIT = 7; // a character of their numbers takes no more

/** Where each sector is drawn: {x, width}, in their order. */
function places(sectors) {
  const follows = (i) =>
    i > 0 && sectors[i].array === sectors[i - 1].array && sectors[i].sector === sectors[i - 1].sector + 1;
  const gaps = sectors.filter((_, i) => i > 0 && !follows(i)).length;
  const width = (WIDTH - GAP * gaps) / sectors.length;
  let x = 0;
  return sectors.map((_, i) => {
    if (i > 0) x += width + (follows(i) ? 0 : GAP);
    return { x, width: width - Math.min(3, width / 8) };
  });
}

/** Bytes that are used without a gap, [first, count], within a sector. */
function pieces(used) {
  const found = [];
  used.forEach((is, byte) => {
    if (!is) return;
    if (found.length > 0 && found.at(-1)[0] + found.at(-1)[1] === byte) ++found.at(-1)[1];
    else found.push([byte, 1]);
  });
  return found;
}

/** The numbers of sectors, of as many as have room. */
function numbersOf(sectors, at) {
  const words = (i) => `${i === 0 ? "sector " : ""}${sectors[i].sector}`;
  const longest = Math.max(...sectors.map((_, i) => words(i).length));
  const every = Math.ceil((sectors.length * (longest + 1) * DIGIT) / WIDTH);
  return sectors.flatMap((_, i) =>
    i % every !== 0 || at[i].x + words(i).length * DIGIT > WIDTH
      ? []
      : [
          svg(
            "text",
            { x: at[i].x, y: SECTOR_TOP + SECTOR_HEIGHT + 5, class: numbered(i / every, "number left") },
            words(i),
          ),
        ],
  );
}

function boxOf({ used }, { x, width }, style, waits) {
  return svg(
    "g",
    { class: waits ? "waiting" : undefined },
    svg("rect", { x, y: SECTOR_TOP, width, height: SECTOR_HEIGHT, class: "idle" }),
    ...pieces(used).map(([byte, count]) =>
      svg("rect", {
        x: x + (byte * width) / gpu.sectorBytes,
        y: SECTOR_TOP,
        width: (count * width) / gpu.sectorBytes,
        height: SECTOR_HEIGHT,
        class: style,
      }),
    ),
  );
}

function linesOf(request, sectors, at, chosen, tick) {
  return request.lanes.map(({ lane, offset, array }) => {
    const sector = Math.floor(offset / gpu.sectorBytes);
    const i = sectors.findIndex((entry) => entry.sector === sector && entry.array === array);
    const middle = (offset % gpu.sectorBytes) + Math.min(request.bytes, gpu.sectorBytes) / 2;
    return svg("line", {
      x1: (lane + 0.5) * LANE_WIDTH,
      y1: laneBoxes.bottom,
      x2: at[i].x + (middle * at[i].width) / gpu.sectorBytes,
      y2: SECTOR_TOP,
      class: `${request.operation}${chosen.includes(lane) ? " chosen" : ""}${i < tick ? "" : " waiting"}`,
    });
  });
}

/**
 * A request of global memory that some lane takes part in: the lanes above, the sectors below, what is used of each;
 * and a table of the sectors.
 * @param {import("../engine.js").Request} request  stopped: lanes that took no part because they were stopped
 * @param {number[]} chosen  lanes to mark
 * @param {number} tick  so many sectors have been asked for
 */
export function drawSectors(request, chosen, tick = Infinity) {
  const sectors = sectorsOf(request);
  const at = places(sectors);
  const used = sectors.reduce((sum, entry) => sum + entry.used.filter(Boolean).length, 0);
  const times = sectors.reduce((sum, entry) => sum + entry.times, 0);
  const lanesOf = `${plural(request.lanes.length, "lane")} of ${plural(request.bytes, "byte")}`;
  const again = times > sectors.length ? `, asked for ${times} times` : "";
  const title = `${lanesOf}: ${plural(sectors.length, "sector")}${again}`;
  const description = `${used} of ${sectors.length * gpu.sectorBytes} bytes of these sectors are used.`;
  const drawn = picture(
    WIDTH,
    SECTOR_TOP + SECTOR_HEIGHT + 20,
    title,
    description,
    ...linesOf(request, sectors, at, chosen, tick),
    ...laneBoxes(request, chosen),
    ...sectors.map((sector, i) => boxOf(sector, at[i], request.operation, i >= tick)),
    ...numbersOf(sectors, at),
  );
  return html(
    "div",
    { class: "drawing" },
    html("figure", {}, html("figcaption", {}, title), drawn),
    html(
      "p",
      { class: "soft" },
      `Above: the lanes. Below: the sectors of ${gpu.sectorBytes} bytes that they touch, and what is used of each. `,
      description,
    ),
    foldedTable(
      "The sectors as a table",
      "The sectors that are touched",
      ["sector", "array", "bytes used", "lanes", "asked for"],
      sectors.map((entry) => [
        `${entry.sector}`,
        entry.array ?? "–",
        `${entry.used.filter(Boolean).length}`,
        ranges(entry.lanes),
        plural(entry.times, "time"),
      ]),
    ),
  );
}
