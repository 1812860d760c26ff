// The memory model, compiled to WebAssembly from the files that the emulator counts by: what a request costs. No rule of
// sectors, banks or atomics stands in JavaScript.
import module from "../model/memory_model.wasm";

const model = new WebAssembly.Instance(new WebAssembly.Module(module)).exports;

/**
 * One warp executing one load, store or atomic, as a trace has it.
 * @typedef {object} Request
 * @property {"global" | "shared"} space
 * @property {"load" | "store" | "atomic"} operation
 * @property {"native" | "compare_and_swap" | "loop"} [atomic]  what one of shared memory is made of
 * @property {number} bytes  per lane: 1, 2, 4, 8 or 16
 * @property {{lane: number, offset: number, array?: string}[]} lanes  those that take part; offset: in bytes, 0 or more
 */

/** The GPU that is counted for. */
export const gpu = {
  warpLanes: model.warpLanes(),
  sectorBytes: model.sectorBytes(),
  banks: model.banks(),
  bankBytes: model.bankBytes(),
};

const SPACES = { global: 0, shared: 1 }; // memory_model::Space
const OPERATIONS = { load: 0, store: 1, atomic: 2 }; // memory_model::Access
const ATOMICS = { native: 0, compare_and_swap: 1, loop: 2 }; // memory_model::SharedAtomic

// Arrays of global memory lie far apart; a trace says where in its array a lane reads, not where the array lies.
const APART = 2n ** 40n;

/** Hands a request to the model. Throws RangeError where it is none. */
function set({ space, operation, atomic = "native", bytes, lanes }) {
  if (!(space in SPACES && operation in OPERATIONS && atomic in ATOMICS))
    throw new RangeError(`no rule for ${space} ${operation} ${atomic}`);
  let active = 0;
  for (const { lane } of lanes) active |= 1 << lane;
  model.request(bytes, OPERATIONS[operation], ATOMICS[atomic], active);
  const arrays = space === "global" ? [...new Set(lanes.map(({ array }) => array))] : [];
  for (const { lane, offset, array } of lanes) {
    model.lane(lane, BigInt(Math.max(0, arrays.indexOf(array))) * APART + BigInt(offset));
  }
}

/** The number of sectors (global memory) or wavefronts (shared memory) that a request costs. */
export function transactions(request) {
  set(request);
  return model.transactions(SPACES[request.space]);
}

/** What as many lanes of that width cost where they lie side by side; a request that costs less is its own least. */
export function leastTransactions(request) {
  set(request);
  return model.leastTransactions(SPACES[request.space]);
}

/**
 * The groups of lanes that the banks serve one after the other; those without an active lane cost 0.
 * @returns {{first: number, lanes: number, wavefronts: number}[]}  first: the lowest lane; wavefronts: of these alone
 */
export function groups(request) {
  set(request);
  const lanes = model.lanesServedTogether();
  return Array.from({ length: gpu.warpLanes / lanes }, (_, i) => {
    const first = i * lanes;
    return { first, lanes, wavefronts: model.wavefrontsOfGroup(first) };
  });
}

/** Of an atomic of shared memory that is a loop: how often it goes round, and the wavefronts of its loads. */
export function loopOf(request) {
  set(request);
  return { rounds: model.rounds(), loadWavefronts: model.loadWavefronts() };
}
