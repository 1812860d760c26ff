// Global memory: the lanes, and the sectors that they touch.
import { html, picture, scrolling, svg, foldedTable } from "../elements.js";
import { gpu } from "../engine.js";
import { sectorsOf } from "../layout.js";
import { plural, ranges } from "../words.js";

const WIDTH = 860;
const LANE_TOP = 20;
const LANE_HEIGHT = 22;
const SECTOR_TOP = 120;
const SECTOR_HEIGHT = 30;
const GAP = 5; // between sectors that are not neighbours, beyond the line between any two

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

/**
 * A request of global memory: the lanes above, the sectors below, what is used of each; and a table of the sectors.
 * @param {import("../engine.js").Request} request
 * @param {number} [chosen]  a lane to mark
 */
export function drawSectors(request, chosen) {
  const sectors = sectorsOf(request);
  const at = places(sectors);
  const laneWidth = WIDTH / gpu.warpLanes;
  const lanes = Array.from({ length: gpu.warpLanes }, (_, lane) => {
    const active = request.lanes.some((entry) => entry.lane === lane);
    const style = active ? request.operation : "idle";
    const x = lane * laneWidth;
    return svg(
      "g",
      {},
      svg("rect", {
        x: x + 1,
        y: LANE_TOP,
        width: laneWidth - 2,
        height: LANE_HEIGHT,
        class: lane === chosen ? `${style} chosen` : style,
      }),
      svg("text", { x: x + laneWidth / 2, y: 14, class: "number" }, `${lane}`),
    );
  });
  const every = Math.ceil(sectors.length / 8); // so many numbers have room
  const numbers = sectors.flatMap(({ sector }, i) =>
    i % every !== 0
      ? []
      : [
          svg(
            "text",
            { x: at[i].x, y: SECTOR_TOP + SECTOR_HEIGHT + 14, class: "number left" },
            `${i === 0 ? "sector " : ""}${sector}`,
          ),
        ],
  );
  const boxes = sectors.map(({ used }, i) =>
    svg(
      "g",
      {},
      svg("rect", { x: at[i].x, y: SECTOR_TOP, width: at[i].width, height: SECTOR_HEIGHT, class: "idle" }),
      ...pieces(used).map(([byte, count]) =>
        svg("rect", {
          x: at[i].x + (byte * at[i].width) / gpu.sectorBytes,
          y: SECTOR_TOP,
          width: (count * at[i].width) / gpu.sectorBytes,
          height: SECTOR_HEIGHT,
          class: request.operation,
        }),
      ),
    ),
  );
  const lines = request.lanes.map(({ lane, offset, array }) => {
    const sector = Math.floor(offset / gpu.sectorBytes);
    const i = sectors.findIndex((entry) => entry.sector === sector && entry.array === array);
    const middle = (offset % gpu.sectorBytes) + Math.min(request.bytes, gpu.sectorBytes) / 2;
    return svg("line", {
      x1: (lane + 0.5) * laneWidth,
      y1: LANE_TOP + LANE_HEIGHT,
      x2: at[i].x + (middle * at[i].width) / gpu.sectorBytes,
      y2: SECTOR_TOP,
      class: lane === chosen ? `${request.operation} chosen` : request.operation,
    });
  });
  const used = sectors.reduce((sum, entry) => sum + entry.used.filter(Boolean).length, 0);
  const lanesOf = `${plural(request.lanes.length, "lane")} of ${plural(request.bytes, "byte")}`;
  const title = `${lanesOf}: ${plural(sectors.length, "sector")}`;
  const description = `${used} of ${sectors.length * gpu.sectorBytes} bytes of these sectors are used.`;
  const drawn = picture(
    WIDTH,
    SECTOR_TOP + SECTOR_HEIGHT + 20,
    title,
    description,
    ...lines,
    ...lanes,
    ...boxes,
    ...numbers,
  );
  return html(
    "div",
    { class: "drawing" },
    html("figure", {}, html("figcaption", {}, title), scrolling(title, drawn)),
    html(
      "p",
      { class: "soft" },
      `Above: the lanes. Below: the sectors of ${gpu.sectorBytes} bytes that they touch, and what is used of each. `,
      description,
    ),
    foldedTable(
      "The sectors as a table",
      "The sectors that are touched",
      ["sector", "array", "bytes used", "lanes"],
      sectors.map((entry) => [
        `${entry.sector}`,
        entry.array ?? "–",
        `${entry.used.filter(Boolean).length}`,
        ranges(entry.lanes),
      ]),
    ),
  );
}
