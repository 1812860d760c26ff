// What the page says first: what the requests cost that are shown, in one sentence, and where their data lie.
import { gpu, leastTransactions } from "../engine.js";
import { banksOf, sectorsOf } from "../layout.js";
import { plural } from "../words.js";
import { linksInWords } from "./links_view.js";
import { indicesOf, shortName, unitOf } from "./names.js";
import { counting, isTree, levelsOf } from "./tree.js";
import { idleIn, ofTheLine } from "./walk.js";

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

/** What the line of a step costs in block 0: "141 wavefronts for 255 additions; 83 % of the lanes idle"; "" where none does. */
function idleInWords(variant, step) {
  const { steps } = variant;
  const line = ofTheLine(steps, step);
  const idle = idleIn(line);
  if (idle === 0) return "";
  const sum = line.reduce((all, { counted }) => all + counted, 0);
  const levels = levelsOf(variant, step.launch).filter((level) => level.of === "words");
  const made = isTree(levels) ? levels.flatMap(counting).filter((one) => line.includes(steps[one.step])) : [];
  const additions = made.length > 0 ? ` for ${plural(made.length, "addition")}` : "";
  const share = Math.round((100 * idle) / gpu.warpLanes / sum);
  return `${plural(sum, unitOf(step))}${additions}; ${share} % of the lanes idle`;
}

const placeOf = ({ sources }, { file, line }) => (sources.length === 1 ? `line ${line}` : `${file}:${line}`);
const begun = (words) => words.replace(/^line/, "Line");

/** Of one variant, at a request. */
function sentenceOf(variant, step) {
  const line = begun(placeOf(variant, step));
  const cost = `${line} costs ${plural(step.counted, unitOf(step))}`;
  const least = leastTransactions(step);
  const idle = step.counted <= least && idleInWords(variant, step);
  if (idle) return `${line}, in block 0: ${idle}.`;
  if (step.counted <= least) return `${cost}, the least possible.`;
  const { subject, place } = whereItLies(step);
  return `${cost} instead of ${least}: ${subject} ${place}.`;
}

/**
 * The headline over what is shown.
 * @param {{variant: object, step: object | undefined}[]} shown  of one variant or of two
 */
export function headline(shown) {
  const there = shown.filter(({ step }) => step?.lanes.length > 0);
  if (shown.some(({ variant }) => variant.links.length > 0))
    return `${shown.map(({ variant }) => linksInWords(variant)).join("; ")}.`;
  if (there.length === 0) return shown.map(({ variant }) => shortName(variant)).join(" beside ");
  if (there.length === 1) return sentenceOf(there[0].variant, there[0].step);
  const [a, b] = there;
  const [first, second] = there.map(({ variant, step }) => placeOf(variant, step));
  const [one, other] = there.map(({ step }) => plural(step.counted, unitOf(step)));
  const then = first === second ? " and" : `, ${second} costs`;
  const number = unitOf(a.step) === unitOf(b.step) ? `${b.step.counted}` : other;
  const costs = `${begun(first)} costs ${one} in ${shortName(a.variant)}${then} ${number} in ${shortName(b.variant)}`;
  if (there.every(({ step }) => step.counted <= leastTransactions(step))) {
    if (!there.some((one) => idleInWords(one.variant, one.step))) return `${costs}, each the least possible.`;
    return there.map((one) => `${shortName(one.variant)}: ${sentenceOf(one.variant, one.step)}`).join(" ");
  }
  const [here, elsewhere] = there.map(({ step }) => whereItLies(step));
  const subject = here.subject === elsewhere.subject ? "" : `${elsewhere.subject} `;
  if (subject === "" && here.place === elsewhere.place) return `${costs}: ${here.subject} ${here.place} in both.`;
  return `${costs}: ${here.subject} ${here.place} in the first, ${subject}${elsewhere.place} in the second.`;
}

/** What no kernel with the counts of these variants exceeds; "" where that is not known, or not of one size. */
export function limitsInWords(variants) {
  const known = variants.filter(({ atMost }) => atMost > 0);
  if (new Set(known.map(({ limitOn }) => limitOn)).size !== 1) return "";
  const limits = known.map((one) => `${shortName(one)} ${one.atMost.toLocaleString("en")} GB/s (${one.limitedBy})`);
  const [one, other] = known;
  const digits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 };
  const ratio = other ? `: ${(other.atMost / one.atMost).toLocaleString("en", digits)} times as much` : "";
  return `At most, on ${one.limitOn}: ${limits.join(", ")}${ratio}.`;
}
