// Why a request costs what it costs: sentences about its lanes, around the counts of the model.
import { gpu, groups, leastTransactions, loopOf, transactions } from "./engine.js";
import { bankOf, banksOf, bytesOf, sectorsOf, wordsOf } from "./layout.js";
import { plural, ranges, series } from "./words.js";

/** Bytes from each lane to the next, where it is the same for all that take part; else undefined. */
function distance({ lanes }) {
  const steps = lanes
    .slice(1)
    .map(({ lane, offset, array }, i) =>
      array === lanes[i].array ? (offset - lanes[i].offset) / (lane - lanes[i].lane) : NaN,
    );
  return steps.length > 0 && steps.every((step) => step === steps[0]) ? steps[0] : undefined;
}

function whySectors(request, cost, least) {
  const bytes = plural(request.bytes, "byte");
  const who = request.lanes.length === 1 ? "1 lane takes" : `${request.lanes.length} lanes take`;
  const sectors = sectorsOf(request);
  const used = sectors.reduce((sum, sector) => sum + sector.used.filter(Boolean).length, 0);
  const inAll = `${used} of the ${cost * gpu.sectorBytes} bytes in ${plural(cost, "sector")} are used`;
  const step = distance(request);
  const into = request.lanes[0].offset % gpu.sectorBytes;
  if (cost === least && used === cost * gpu.sectorBytes)
    return `${who} ${bytes} each. The sectors that hold them are used in full: ${plural(cost, "sector")}, the least.`;
  if (step === 0) return `All lanes name the same ${bytes}: ${plural(cost, "sector")}.`;
  if (step === request.bytes && into !== 0 && cost > least) {
    const where = `the first lies ${plural(into, "byte")} into a sector`;
    return `${who} ${bytes} each, side by side. But ${where}: ${plural(cost, "sector")} where ${least} would hold them.`;
  }
  if (step !== undefined && Math.abs(step) >= gpu.sectorBytes) {
    const long = Math.abs(step) === gpu.sectorBytes ? "as much as" : "more than";
    const own = cost === request.lanes.length ? "a sector" : `${cost / request.lanes.length} sectors`;
    return `The lanes lie ${Math.abs(step)} bytes apart, ${long} a sector is long: each has ${own} of its own. ${inAll}.`;
  }
  if (step !== undefined) return `The lanes lie ${Math.abs(step)} bytes apart and take ${bytes} each: ${inAll}.`;
  return `Every sector counts once, however many lanes want something of it. ${inAll}.`;
}

/** How the lanes are cut into groups, where they are: the width, and the exception for pairs. */
function whyGroups(request, parts) {
  const [{ lanes }] = parts;
  const usual = groups({ ...request, operation: "store" })[0].lanes;
  const bytes = plural(request.bytes, "byte");
  if (lanes !== usual) {
    const pairs = "every lane has the address of its neighbour, lane XOR 1, or every lane that of lane XOR 2";
    return `Lanes of ${bytes} are served ${usual} at a time; but here ${pairs}, and then a load serves ${lanes} at once. `;
  }
  if (lanes === gpu.warpLanes) return "";
  const most = gpu.banks * gpu.bankBytes;
  return `A wavefront moves ${most} bytes at most, so lanes of ${bytes} are served ${lanes} at a time. `;
}

/** What the fullest bank has to hand out, and to whom; of a store what it has to take in. */
function whyFullest({ operation }, parts, step) {
  const store = operation === "store";
  const inGroups = parts.length > 1;
  if (step === 0)
    return store
      ? "All lanes name the same word: its bank takes in one."
      : "All lanes name the same word, which is handed to all at once.";
  const worst = parts.reduce((a, b) => (b.wavefronts > a.wavefronts ? b : a));
  if (worst.wavefronts === 1) {
    const shared = parts.some(({ banks }) => banks.flat().some(({ lanes }) => lanes.length > 1));
    const words = inGroups ? "words of a group" : "words";
    const share = shared ? ` Lanes that name the same word ${store ? "cost no more than one" : "share it"}.` : "";
    return `No two different ${words} lie in one bank: all are ${store ? "taken in" : "handed out"} at once.${share}`;
  }
  const bank = worst.banks.findIndex((words) => words.length === worst.wavefronts);
  const lanes = ranges(worst.banks[bank].flatMap((word) => word.lanes).sort((a, b) => a - b));
  const of = inGroups ? ` of lanes ${worst.first} to ${worst.first + worst.lanes - 1}` : "";
  const [does, whose] = store ? ["take in", "from"] : ["hand out", "to"];
  return `Bank ${bank} has to ${does} ${worst.wavefronts} different words${of}, ${whose} lanes ${lanes}, one in each wavefront.`;
}

function whyWavefronts(request, cost) {
  const parts = banksOf(request).filter(({ wavefronts }) => wavefronts > 0);
  const sum = parts.length > 1 ? ` In all ${parts.map(({ wavefronts }) => wavefronts).join(" + ")} = ${cost}.` : "";
  const step = distance(request);
  const words = step / gpu.bankBytes;
  const [{ lane, offset }] = request.lanes;
  const first = bankOf(wordsOf(request, { offset })[0]);
  const walk = words === 1 ? "i" : `${words}·i`;
  const place = first > 0 ? `(${walk} + ${first})` : walk;
  const same = words % gpu.banks === 0 ? ` = ${first} for every lane` : "";
  const start =
    lane === 0 && words > 0 && Number.isInteger(words)
      ? `Lane i starts in bank ${place} mod ${gpu.banks}${same}. `
      : "";
  return `${whyGroups(request, parts)}${start}${whyFullest(request, parts, step)}${sum}`;
}

/** Lanes of one element ask for its sector one after the other. */
function whyAtomicSectors(request, cost) {
  const sectors = sectorsOf(request);
  const elements = new Set(request.lanes.map(({ array, offset }) => `${offset} ${array ?? ""}`)).size;
  const who =
    `${plural(request.lanes.length, "lane")} ${request.lanes.length === 1 ? "updates" : "update"} ` +
    `${plural(elements, "element")} in ${plural(sectors.length, "sector")}.`;
  const most = sectors.reduce((a, b) => (b.times > a.times ? b : a));
  if (most.times === 1) return `${who} No two of them update the same one: each sector is asked for once.`;
  const often = sectors.length === 1 ? `${most.times} times` : `sector ${most.sector} ${most.times} times`;
  const all = sectors.length === 1 ? "" : ` In all ${cost}.`;
  return `${who} Lanes of one element take turns, and with each turn its sector is asked for again: ${often}.${all}`;
}

/** Lanes of one bank take turns, also those of one word. */
function whyTurns(request, cost) {
  const parts = banksOf(request).filter(({ wavefronts }) => wavefronts > 0);
  const lengths = parts.map(({ banks }) => Math.max(...banks.map((queue) => queue.length)));
  const turns = Math.max(...lengths);
  const worst = parts[lengths.indexOf(turns)];
  const bank = worst.banks.findIndex((queue) => queue.length === turns);
  const lanes = ranges(worst.banks[bank].flatMap((entry) => entry.lanes).sort((a, b) => a - b));
  const who =
    turns === 1
      ? "No two lanes update words of one bank."
      : `Lanes of one bank take turns, also at one word: bank ${bank} has ${turns}, lanes ${lanes}.`;
  const kinds = {
    native: () => (parts.length > 1 ? `Of ${parts.length} groups of lanes: ${lengths.join(" + ")} = ${cost}.` : ""),
    compare_and_swap: () =>
      `A compare-and-swap takes 2 wavefronts: ${lengths.map((n) => `2·${n}`).join(" + ")} = ${cost}.`,
    loop: () => {
      const { rounds, loadWavefronts } = loopOf(request);
      return (
        "There is no instruction for this update, so it is a loop: load, compute, compare-and-swap, until no other lane " +
        `has come between. Here ${plural(rounds, "round")}: ${loadWavefronts} of loads + ${cost - loadWavefronts} of swaps = ${cost}.`
      );
    },
  };
  return `${whyGroups(request, parts)}${who} ${kinds[request.atomic ?? "native"]()}`.trim();
}

/** Who works, where some lanes idle, in a sentence; stopped: lanes that would have. */
function whoWorks({ lanes, stopped = [] }) {
  const idle = gpu.warpLanes - lanes.length - stopped.length;
  if (idle === 0) return "";
  const working = series(lanes.map(({ lane }) => lane));
  return `${idle} of ${gpu.warpLanes} lanes ${idle === 1 ? "idles" : "idle"}, all but ${working}. `;
}

/**
 * The count of a request, and why it is that: {count: "32 wavefronts", best: "the least for 128 bytes: 1", why: "Bank 0 ..."}.
 * @param {import("./engine.js").Request} request
 */
export function because(request) {
  if (request.lanes.length === 0)
    return { count: "no request", best: "", why: "No lane takes part: nothing is asked of the memory." };
  const cost = transactions(request);
  const least = leastTransactions(request);
  const who = whoWorks(request);
  const lanes = request.lanes.length;
  const global = request.space === "global";
  const atomic = request.operation === "atomic";
  const possible = atomic ? "possible" : `for ${plural(bytesOf(request), "byte")}`;
  const why = global ? (atomic ? whyAtomicSectors : whySectors) : atomic ? whyTurns : whyWavefronts;
  return {
    count: plural(cost, global ? "sector" : "wavefront"),
    best:
      cost > least ? `the least ${possible}: ${least}` : who ? `for ${plural(lanes, "lane")}` : `the least ${possible}`,
    why: who + why(request, cost, least),
  };
}
