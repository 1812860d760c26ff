// The devices of a run, and what crossed the links between them.
import { foldedTable, html, picture, svg } from "../elements.js";
import { plural } from "../words.js";

const [WIDE, HIGH] = [380, 320];
const RADIUS = 120; // of the circle of the devices
const NODE = 20;
const BEND = 0.22; // of a link's length: there and back do not lie on each other

/** "96 KiB" */
export function bytesInWords(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${Math.round((10 * bytes) / 1024 ** power) / 10} ${units[power]}`;
}

function drawLink({ from, to, bytes }, at, most) {
  const [[x1, y1], [x2, y2]] = [at(from), at(to)];
  const [dx, dy] = [x2 - x1, y2 - y1];
  const [x, y] = [(x1 + x2) / 2 - BEND * dy, (y1 + y2) / 2 + BEND * dx]; // what the curve bends to
  const wide = 1 + (4 * bytes) / most;
  const towards = Math.hypot(x2 - x, y2 - y);
  const [endX, endY] = [x2 - ((x2 - x) * NODE) / towards, y2 - ((y2 - y) * NODE) / towards];
  return [
    svg("path", { class: "link", d: `M${x1} ${y1}Q${x} ${y} ${endX} ${endY}`, style: `stroke-width: ${wide}px` }),
    svg("circle", { class: "arrives", cx: endX, cy: endY, r: wide / 2 + 2.5 }),
    svg("text", { class: "number", x: (x1 + x2 + 2 * x) / 4, y: (y1 + y2 + 2 * y) / 4 + 4 }, bytesInWords(bytes)),
  ];
}

/** "4 GPUs send 768 KiB over 12 links, at most 64 KiB over one"; "" where nothing crossed a link. */
export function linksInWords({ links, sizes }) {
  if (links.length === 0) return "";
  const [sum, most] = [links.reduce((all, { bytes }) => all + bytes, 0), Math.max(...links.map(({ bytes }) => bytes))];
  const over = `${bytesInWords(sum)} over ${plural(links.length, "link")}`;
  return `${plural(sizes.gpus, "GPU")} send ${over}, at most ${bytesInWords(most)} over one`;
}

/** A section with the picture; undefined where nothing crossed a link. */
export function linksView(variant) {
  const title = linksInWords(variant);
  if (title === "") return undefined;
  const { links, sizes } = variant;
  const count = sizes.gpus;
  const angle = (device) => (2 * Math.PI * (device - 0.5)) / count - Math.PI / 2;
  const at = (device) => [WIDE / 2 + RADIUS * Math.cos(angle(device)), HIGH / 2 + RADIUS * Math.sin(angle(device))];
  const most = links.reduce((all, { bytes }) => Math.max(all, bytes), 1);
  const devices = Array.from({ length: count }, (_, device) => {
    const [cx, cy] = at(device);
    return [
      svg("circle", { class: "device", cx, cy, r: NODE }),
      svg("text", { class: "number", x: cx, y: cy + 4 }, `GPU ${device}`),
    ];
  });
  return html(
    "section",
    { class: "card links" },
    html("h3", {}, "Between the GPUs"),
    html(
      "figure",
      {},
      html("figcaption", {}, title),
      picture(
        WIDE,
        HIGH,
        title,
        "A dot: where a link ends.",
        ...links.flatMap((one) => drawLink(one, at, most)),
        ...devices.flat(),
      ),
    ),
    foldedTable(
      "The links as a table",
      "In the whole run",
      ["from", "to", "bytes"],
      links.map(({ from, to, bytes }) => [`GPU ${from}`, `GPU ${to}`, bytes.toLocaleString("en")]),
    ),
  );
}
