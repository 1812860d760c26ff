// The devices of a run, and what crossed the links between them.
import { foldedTable, html, picture, svg } from "../elements.js";
import { plural } from "../words.js";
import { shortName } from "./names.js";

const [WIDE, HIGH] = [420, 320];
const RADIUS = 138; // of the circle of the devices
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
    svg(
      "text",
      { class: "number every4", x: (x1 + x2) / 4 + x / 2, y: (y1 + y2) / 4 + y / 2 + 4 },
      bytesInWords(bytes),
    ),
  ];
}

/** What crossed the links: "fused: 24,576 sectors by stores, 768 KiB". */
export function linksInWords(variant) {
  const sum = (name) => variant.links.reduce((all, link) => all + link[name], 0);
  const units = { messages: "messages", sectorsLoaded: "sectors by loads", sectorsStored: "sectors by stores" };
  const counts = Object.entries(units).filter(([name]) => sum(name) > 0);
  const words = counts.map(([name, unit]) => `${sum(name).toLocaleString("en")} ${unit}, `);
  return `${shortName(variant)}: ${words.join("")}${bytesInWords(sum("bytes"))}`;
}

/** A section with the picture; undefined where nothing crossed a link. */
export function linksView(variant) {
  const { links, sizes } = variant;
  if (links.length === 0) return undefined;
  const count = sizes.gpus;
  const angle = (device) => (2 * Math.PI * (device - 0.5)) / count - Math.PI / 2;
  const at = (device) => [WIDE / 2 + RADIUS * Math.cos(angle(device)), HIGH / 2 + RADIUS * Math.sin(angle(device))];
  const most = links.reduce((all, { bytes }) => Math.max(all, bytes), 1);
  const title = `${shortName(variant)}: ${plural(links.length, "link")}, at most ${bytesInWords(most)} over one`;
  const devices = Array.from({ length: count }, (_, device) => {
    const [cx, cy] = at(device);
    return [
      svg("circle", { class: "device", cx, cy, r: NODE }),
      svg("text", { class: "number", x: cx, y: cy + 4 }, `GPU ${device}`),
    ];
  });
  return html(
    "section",
    { class: "card" },
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
