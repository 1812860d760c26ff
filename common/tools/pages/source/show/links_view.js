// The devices of a run, and what crossed the links between them.
import { html, scrolling, table } from "../elements.js";
import { groupedBy } from "../layout.js";
import { plural } from "../words.js";
import { slowerFirst } from "./mend.js";
import { shortName } from "./names.js";
import { trafficOf } from "./trace.js";

/** "96 KiB" */
export function bytesInWords(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${Math.round((10 * bytes) / 1024 ** power) / 10} ${units[power]}`;
}

/** The bytes that the busiest GPU sends ("from") or receives ("to"). */
const mostOfOne = ({ links }, end) =>
  Math.max(0, ...groupedBy(links, (link) => link[end]).map((own) => own.reduce((sum, { bytes }) => sum + bytes, 0)));

/** "fused: 65,536 sectors loaded and stored, 24,576 of them at another GPU (768 KiB; at most, one GPU sends ..)" */
function alone(variant) {
  const { moved, messages, remote, bytes } = trafficOf(variant);
  const words = [
    [moved, "sectors loaded and stored"],
    [remote, "of them at another GPU"],
    [messages, `messages between ${variant.sizes.gpus} GPUs`],
  ].flatMap(([count, what]) => (count > 0 ? [`${count.toLocaleString("en")} ${what}`] : []));
  const [sent, received] = ["from", "to"].map((end) => bytesInWords(mostOfOne(variant, end)));
  const most = sent === received ? `sends and receives ${sent}` : `sends ${sent}, one receives ${received}`;
  return `${shortName(variant)}: ${words.join(", ")} (${bytesInWords(bytes)}; at most, one GPU ${most})`;
}

/** Why one of two variants is slower: by the way that its data take; else what each moves. */
export function linksInWords(shown) {
  const pair = slowerFirst(shown);
  const unknown = shown.length > 1 ? " Counts alone do not say which is faster." : "";
  if (!pair) return `${shown.map(({ variant }) => alone(variant)).join("; ")}.${unknown}`;
  const [slow, fast] = pair.map(({ variant }) => ({ name: shortName(variant), ...trafficOf(variant) }));
  const [many, few] = [slow, fast].map(({ moved }) => moved.toLocaleString("en"));
  const moved = many === few ? "" : `: ${few} sectors loaded and stored instead of ${many}`;
  const sent = fast.bytes === slow.bytes ? ` Both send ${bytesInWords(fast.bytes)} over the links.` : "";
  return (
    `${slow.name} is slower: its kernels store to their own GPU's memory, and ${plural(slow.messages, "message")} ` +
    `send${slow.messages === 1 ? "s" : ""} that on. Those of ${fast.name} store straight into the other's${moved}.${sent}`
  );
}

/** Tables of the links, a row for each device that sends; variants that are alike have one. */
export function linksViews(variants) {
  const used = variants.filter(({ links }) => links.length > 0);
  const traffic = ({ links, sizes }) =>
    JSON.stringify([sizes.gpus, links.map(({ from, to, bytes }) => [from, to, bytes])]);
  return groupedBy(used, traffic).map(linksView);
}

function linksView(alike) {
  const [{ links, sizes }] = alike;
  const names = Array.from({ length: sizes.gpus }, (_, device) => `GPU ${device}`);
  const sent = (from, to) => links.find((link) => link.from === from && link.to === to);
  const cell = (link) => html("span", { title: `${link.bytes.toLocaleString("en")} bytes` }, bytesInWords(link.bytes));
  const most = Math.max(...links.map(({ bytes }) => bytes));
  const title = `${alike.map(shortName).join(", ")}: ${plural(links.length, "link")}, at most ${bytesInWords(most)} over one`;
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
