// What the page says first: what the requests cost that are shown, in one sentence, and where their data lie.
import { gpu, leastTransactions } from "../engine.js";
import { banksOf, sectorsOf } from "../layout.js";
import { plural } from "../words.js";
import { linksInWords } from "./links_view.js";
import { indicesOf, unitOf } from "./names.js";

/** The name without the chapter, or the file, that it is of. */
export const shortName = ({ name }) => name.slice(name.indexOf("/") + 1);

/** "the column lies", where all lanes name one column of a matrix. */
function subjectOf({ lanes }) {
  const places = lanes.map(({ of, byte }) => (of.extents.length === 2 ? indicesOf(of, byte) : []));
  const same = (i) => places.length > 1 && places.every((place) => place.length === 2 && place[i] === places[0][i]);
  if (same(0) === same(1)) return "the words lie";
  return same(1) ? "the column lies" : "the row lies";
}

/** Where the data of a request lie: {subject: "the column lies", place: "in one bank"}. */
function whereItLies(step) {
  const subject = subjectOf(step);
  if (step.space === "global") {
    const sectors = sectorsOf(step);
    const used = sectors.reduce((sum, sector) => sum + sector.used.filter(Boolean).length, 0);
    const wasted = used < sectors.length * gpu.sectorBytes;
    const share = wasted ? `, ${Math.round((100 * used) / sectors.length / gpu.sectorBytes)} % used` : " used in full";
    return { subject, place: `in ${plural(sectors.length, "sector")}${share}` };
  }
  const banks = new Set(banksOf(step).flatMap((group) => group.banks.flatMap((queue, i) => (queue.length ? [i] : []))));
  if (banks.size === 1) return { subject, place: "in one bank" };
  return { subject, place: banks.size === gpu.banks ? `in all ${gpu.banks} banks` : `in ${banks.size} banks` };
}

/** Lanes that idle, in words; "" where all work. */
export const idleInWords = ({ lanes }) =>
  lanes.length < gpu.warpLanes ? `${lanes.length} of ${gpu.warpLanes} lanes work` : "";

const placeOf = ({ sources }, { file, line }) => (sources.length === 1 ? `line ${line}` : `${file}:${line}`);
const begun = (words) => words.replace(/^line/, "Line");

/** Of one variant, at a request. */
function sentenceOf(variant, step) {
  const cost = `${begun(placeOf(variant, step))} costs ${plural(step.counted, unitOf(step))}`;
  const least = leastTransactions(step);
  const idle = idleInWords(step);
  if (step.counted <= least) return `${cost}, the least possible${idle && `; ${idle}`}.`;
  const { subject, place } = whereItLies(step);
  return `${cost} instead of ${least}: ${subject} ${place}.`;
}

/**
 * The headline over what is shown.
 * @param {{variant: object, step: object | undefined}[]} shown  of one variant or of two
 */
export function headline(shown) {
  const there = shown.filter(({ step }) => step?.lanes.length > 0);
  const [links] = shown.map(({ variant }) => linksInWords(variant)).filter(Boolean);
  if (links && there.length < 2)
    return `${links}.${there.map((one) => ` ${sentenceOf(one.variant, one.step)}`).join("")}`;
  if (there.length === 0) return shown.map(({ variant }) => shortName(variant)).join(" beside ");
  if (there.length === 1) return sentenceOf(there[0].variant, there[0].step);
  const [a, b] = there;
  const [first, second] = there.map(({ variant, step }) => placeOf(variant, step));
  const [one, other] = there.map(({ step }) => plural(step.counted, unitOf(step)));
  const then = first === second ? " and" : `, ${second} costs`;
  const number = unitOf(a.step) === unitOf(b.step) ? `${b.step.counted}` : other;
  const costs = `${begun(first)} costs ${one} in ${shortName(a.variant)}${then} ${number} in ${shortName(b.variant)}`;
  if (there.every(({ step }) => step.counted <= leastTransactions(step))) return `${costs}, each the least possible.`;
  const [here, elsewhere] = there.map(({ step }) => whereItLies(step));
  const subject = here.subject === elsewhere.subject ? "" : `${elsewhere.subject} `;
  if (subject === "" && here.place === elsewhere.place) return `${costs}: ${here.subject} ${here.place} in both.`;
  return `${costs}: ${here.subject} ${here.place} in the first, ${subject}${elsewhere.place} in the second.`;
}
