// The devices of a run, and what crossed the links between them.
import { html, scrolling, table } from "../elements.js";
import { groupedBy } from "../layout.js";
import { plural } from "../words.js";
import { explained, measuredOf, slowerFirst } from "./faster.js";
import { shortName } from "./names.js";
import { trafficOf } from "./trace.js";

/** "96 KiB" */
export function bytesInWords(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${Math.round((10 * bytes) / 1024 ** power) / 10} ${units[power]}`;
}

/** What a variant sends over links, and what its kernels do: ["512 KiB over the links", "2 messages", ..] */
function factsOf(variant) {
  const { moved, messages, remote, bytes, ...most } = trafficOf(variant);
  const [sent, received] = [most.sent, most.received].map(bytesInWords);
  const busiest = sent === received ? `${sent} from or to` : `${sent} from one GPU, ${received} to`;
  const { length } = variant.launches;
  return [
    `${bytes > 0 ? bytesInWords(bytes) : "nothing"} over the links`,
    bytes > 0 && `at most ${busiest} one GPU`,
    messages > 0 ? plural(messages, "message") : "no message",
    moved > 0 && `${moved.toLocaleString("en")} sectors loaded and stored`,
    remote > 0 && `${remote.toLocaleString("en")} of them at another GPU`,
    length > 0 ? plural(length, "launch", "launches") : "no launch of its own",
  ].filter(Boolean);
}

/** What each of two variants has of its own, and what both have: their counts alone do not say which is faster. */
function compared(shown) {
  const variants = shown.map(({ variant }) => variant);
  const [a, b] = variants.map(factsOf);
  const [one, other] = variants.map(shortName);
  const [own, others] = [a.filter((fact) => !b.includes(fact)), b.filter((fact) => !a.includes(fact))];
  const both = a.filter((fact) => b.includes(fact));
  const [slow, fast] = (slowerFirst(shown) ?? []).map(({ variant }) => ({
    name: shortName(variant),
    ...trafficOf(variant),
  }));
  if (slow && slow.most > fast.most)
    return `${slow.name} is slower: one GPU sends or receives ${bytesInWords(slow.most)}; with ${fast.name} at most ${bytesInWords(fast.most)}.`;
  if (slow && slow.moved > fast.moved)
    return `${slow.name} is slower: its kernels load and store ${slow.moved.toLocaleString("en")} sectors; those of ${fast.name} ${fast.moved.toLocaleString("en")}.`;
  const alike = measuredOf(variants)
    ? `${one} and ${other} are about as fast.`
    : `Counts alone do not say which is faster, ${one} or ${other}.`;
  return [
    slow ? `${slow.name} is slower, as measured.` : alike,
    ...(own.length > 0 ? [`${one}: ${own.join(", ")}; ${other}: ${others.join(", ")}.`] : []),
    ...(both.length > 0 ? [`Both: ${both.join(", ")}.`] : []),
  ].join(" ");
}

/** Why one of two variants is slower: by the way that its data take; else what each moves. */
export function linksInWords(shown) {
  const variants = shown.map(({ variant }) => variant);
  const names = variants.map(shortName);
  if (variants.length === 1) return `${names[0]}: ${factsOf(variants[0]).join(", ")}.`;
  if (variants[0].task !== variants[1].task)
    return `${names[0]} makes a ${variants[0].task}, ${names[1]} a ${variants[1].task}: their counts do not compare.`;
  const [slow, fast] = (explained(shown) ?? []).map(({ variant }) => ({
    name: shortName(variant),
    ...trafficOf(variant),
  }));
  if (!slow || (slow.bytes > 0 && fast.remote <= slow.remote)) return compared(shown);
  const sends = `${fast.name} sends ${bytesInWords(fast.bytes)} straight from GPU to GPU`;
  if (slow.bytes === 0)
    return `${slow.name} is slower: its data go through the host, nothing over the links. ${sends}.`;
  return (
    `${slow.name} is slower: its kernels store to their own GPU, and ${plural(slow.messages, "message")} ` +
    `send${slow.messages === 1 ? "s" : ""} that on. Those of ${fast.name} store straight to where the data belong.`
  );
}

/** Between GPUs: another way of the data, fewer passes over them, or less at the busiest GPU. */
export function mendOfLinks(shown) {
  const [slow, fast] = slowerFirst(shown) ?? [];
  if (!slow) return undefined;
  const [before, after] = [slow, fast].map(({ variant }) => trafficOf(variant));
  const [old, sectors] = [before, after].map(({ moved }) => moved.toLocaleString("en"));
  const fewer = after.moved < before.moved ? `: ${sectors} sectors instead of ${old}` : "";
  if (after.remote > before.remote) return `kernels store to where the data belong, and no message is sent${fewer}`;
  if (before.bytes === 0) return after.messages > 0 ? "the GPUs send over their links what they need" : undefined;
  if (after.most < before.most)
    return `${waysOf(fast.variant)}: at most ${bytesInWords(after.most)} from or to one of them`;
  if (fewer) return `fewer passes over the data in a GPU's own memory${fewer}`;
}

/** Of two whose counts do not tell: the same bytes cross the links, and how many messages or launches they take. */
export function differenceOfLinks(shown) {
  const pair = slowerFirst(shown);
  if (!pair) return undefined;
  const [before, after] = pair.map(({ variant }) => trafficOf(variant));
  const messages = ({ bytes, messages }) => `${plural(messages, "message")} of ${bytesInWords(bytes / messages)}`;
  const [many, few] = pair.map(({ variant }) => variant.launches.length);
  const how =
    after.messages > 0
      ? pair.map((_, i) => messages([after, before][i]))
      : [`${few}`, plural(many, "launch", "launches")];
  const inHow = how[0] === how[1] ? "" : `, in ${how.join(" instead of ")}`;
  return `how much of the time the links are busy: as many bytes cross them${inHow}`;
}

/** "each GPU sends to one other alone" */
const waysOf = ({ links, sizes }) =>
  links.length === sizes.gpus ? "each GPU sends to one other alone" : "the GPUs share what is sent";

/** "fused by stores of its kernels": how the bytes cross a link. */
function wayOver(variant) {
  const { messages } = trafficOf(variant);
  const kernels = `by ${variant.links[0].sectorsStored > 0 ? "stores" : "loads"} of its kernels`;
  return `${shortName(variant)} ${messages > 0 ? `in ${plural(messages, "message")}` : kernels}`;
}

/** Tables of the links, a row for each device that sends; variants that send as many bytes have one. */
export function linksViews(variants) {
  if (variants.every(({ links }) => links.length === 0)) return [];
  const traffic = ({ links, sizes }) =>
    JSON.stringify([sizes.gpus, links.map(({ from, to, bytes }) => [from, to, bytes])]);
  return groupedBy(variants, traffic).map(linksView);
}

function linksView(alike) {
  const [{ links, sizes }] = alike;
  const names = Array.from({ length: sizes.gpus }, (_, device) => `GPU ${device}`);
  const sent = (from, to) => links.find((link) => link.from === from && link.to === to);
  const cell = (link) => html("span", { title: `${link.bytes.toLocaleString("en")} bytes` }, bytesInWords(link.bytes));
  const most = bytesInWords(Math.max(...links.map(({ bytes }) => bytes)));
  const title =
    links.length > 0
      ? `${plural(links.length, "link")}, each with at most ${most}: ${alike.map(wayOver).join(", ")}`
      : `No link: ${alike.map(shortName).join(", ")}`;
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
