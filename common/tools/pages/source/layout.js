// Where the lanes of a request lie: what the pictures, the tables and the sentences say of it. The counts are the
// model's; a test holds the places to them, for every recorded pattern.
import { gpu, groups } from "./engine.js";

/** A list in groups of the same key, in the order of their first ones. */
export const groupedBy = (list, key) => {
  const found = new Map();
  for (const one of list) found.set(key(one), [...(found.get(key(one)) ?? []), one]);
  return [...found.values()];
};

/**
 * The sectors that a request touches, in the order of arrays and addresses.
 * @returns {{array: string | undefined, sector: number, used: boolean[], lanes: number[], times: number}[]}
 *     used: for each byte; times: how often it is asked for, which only lanes of an atomic on one element make more than 1
 */
export function sectorsOf(request) {
  const found = new Map();
  for (const { lane, offset, array } of request.lanes) {
    for (let byte = offset; byte < offset + request.bytes; ++byte) {
      const sector = Math.floor(byte / gpu.sectorBytes);
      const key = `${sector} ${array ?? ""}`;
      if (!found.has(key))
        found.set(key, { array, sector, used: Array(gpu.sectorBytes).fill(false), lanes: [], times: 1 });
      const entry = found.get(key);
      entry.used[byte % gpu.sectorBytes] = true;
      if (entry.lanes.at(-1) !== lane) entry.lanes.push(lane);
    }
  }
  if (request.operation === "atomic") {
    const offsets = new Map(request.lanes.map(({ lane, offset }) => [lane, offset]));
    for (const entry of found.values())
      entry.times = Math.max(...groupedBy(entry.lanes, (lane) => offsets.get(lane)).map((lanes) => lanes.length));
  }
  const order = [...new Set(request.lanes.map(({ array }) => array))];
  return [...found.values()].sort((a, b) => order.indexOf(a.array) - order.indexOf(b.array) || a.sector - b.sector);
}

/** Bytes that the lanes of a request ask for. */
export const bytesOf = ({ lanes, bytes }) => lanes.length * bytes;

/** The words of shared memory that a lane touches. */
export function wordsOf(request, { offset }) {
  const first = Math.floor(offset / gpu.bankBytes);
  const last = Math.floor((offset + request.bytes - 1) / gpu.bankBytes);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

export const bankOf = (word) => word % gpu.banks;

/**
 * For each group of lanes that is served together, what every bank has to do, one after the other, in the order of the
 * lanes that ask for it: its different words; of an atomic its lanes, of one word too.
 * @returns {{first: number, lanes: number, wavefronts: number, banks: {word: number, lanes: number[]}[][]}[]}
 */
export function banksOf(request) {
  const shares = request.operation !== "atomic";
  return groups(request).map((group) => {
    const banks = Array.from({ length: gpu.banks }, () => []);
    for (const lane of request.lanes) {
      if (lane.lane < group.first || lane.lane >= group.first + group.lanes) continue;
      for (const word of wordsOf(request, lane)) {
        const queue = banks[bankOf(word)];
        const same = shares && queue.find((entry) => entry.word === word);
        if (same) same.lanes.push(lane.lane);
        else queue.push({ word, lanes: [lane.lane] });
      }
    }
    return { ...group, banks };
  });
}

/** Tick by tick the lanes that are served: with a wavefront (of an atomic a turn), or with a sector. */
export function ticksOf(request) {
  if (request.space === "global") return sectorsOf(request).map(({ lanes }) => lanes);
  return banksOf(request).flatMap(({ banks }) =>
    Array.from({ length: Math.max(...banks.map((queue) => queue.length)) }, (_, pass) =>
      banks.flatMap((queue) => queue[pass]?.lanes ?? []),
    ),
  );
}
