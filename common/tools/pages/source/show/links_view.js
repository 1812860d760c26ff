// The devices of a run, and what crossed the links between them.
import { html, scrolling, table } from "../elements.js";
import { plural } from "../words.js";
import { shortName } from "./names.js";

/** "96 KiB" */
export function bytesInWords(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${Math.round((10 * bytes) / 1024 ** power) / 10} ${units[power]}`;
}

/**
 * What kernels moved, and in brackets what crossed the links:
 * "fused: 65,536 sectors loaded and stored, 24,576 of them at another GPU (768 KiB)".
 */
export function linksInWords(variant) {
  const { counters, sizes } = variant;
  const sum = (name) => variant.links.reduce((all, link) => all + link[name], 0);
  const [messages, sectors] = [sum("messages"), sum("sectorsLoaded") + sum("sectorsStored")];
  const moved = (counters.global_load_sectors ?? 0) + (counters.global_store_sectors ?? 0);
  const words = [
    [moved, "sectors loaded and stored"],
    [sectors, "of them at another GPU"],
    [messages, `messages between ${sizes.gpus} GPUs`],
  ].flatMap(([count, what]) => (count > 0 ? [`${count.toLocaleString("en")} ${what}`] : []));
  return `${shortName(variant)}: ${words.join(", ")} (${bytesInWords(sum("bytes"))})`;
}

/** A section with a table of them: a row for each device that sends; undefined where nothing crossed a link. */
export function linksView(variant) {
  const { links, sizes } = variant;
  if (links.length === 0) return undefined;
  const names = Array.from({ length: sizes.gpus }, (_, device) => `GPU ${device}`);
  const sent = (from, to) => links.find((link) => link.from === from && link.to === to);
  const cell = (link) => html("span", { title: `${link.bytes.toLocaleString("en")} bytes` }, bytesInWords(link.bytes));
  const most = Math.max(...links.map(({ bytes }) => bytes));
  const title = `${shortName(variant)}: ${plural(links.length, "link")}, at most ${bytesInWords(most)} over one`;
  const rows = names.map((name, from) => [
    name,
    ...names.map((_, to) => (sent(from, to) ? cell(sent(from, to)) : "–")),
  ]);
  return html(
    "section",
    { class: "card" },
    scrolling(title, table(title, ["from \\ to GPU", ...names.map((_, to) => `${to}`)], rows)),
  );
}
