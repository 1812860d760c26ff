// The memory model, compiled to WebAssembly from the file that the emulator counts by: what a request costs. No rule
// of sectors or banks stands in JavaScript.
import module from "../model/memory_model.wasm";

const model = new WebAssembly.Instance(new WebAssembly.Module(module)).exports;

/**
 * One warp executing one load or store, as a trace has it.
 * @typedef {object} Request
 * @property {"global" | "shared"} space
 * @property {"load" | "store"} operation
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

const OPERATIONS = { load: 0, store: 1 }; // memory_model::Access

// Arrays of global memory lie far apart; a trace says where in its array a lane reads, not where the array lies.
const APART = 2n ** 40n;

/** Hands a request to the model. Throws RangeError where the model has no rule for it. */
function set(request) {
  if (!(request.operation in OPERATIONS))
    throw new RangeError(`the page's model has no rule for ${request.operation}s`);
  let active = 0;
  for (const { lane } of request.lanes) active |= 1 << lane;
  model.request(request.bytes, OPERATIONS[request.operation], active);
  const arrays = request.space === "global" ? [...new Set(request.lanes.map(({ array }) => array))] : [];
  for (const { lane, offset, array } of request.lanes) {
    model.lane(lane, BigInt(Math.max(0, arrays.indexOf(array))) * APART + BigInt(offset));
  }
}

/** The number of sectors (global memory) or wavefronts (shared memory) that a request costs. */
export function transactions(request) {
  set(request);
  return request.space === "global" ? model.sectors() : model.wavefronts();
}

/** What as many lanes of that width cost where they lie side by side; a request that costs less is its own least. */
export function leastTransactions(request) {
  const cost = transactions(request);
  return Math.min(cost, request.space === "global" ? model.sectorsSideBySide() : model.wavefrontsSideBySide());
}

/**
 * The groups of lanes that the banks serve one after the other; those without an active lane cost 0.
 * @returns {{first: number, lanes: number, wavefronts: number}[]}  first: the lowest lane
 */
export function groups(request) {
  set(request);
  const lanes = model.lanesServedTogether();
  return Array.from({ length: gpu.warpLanes / lanes }, (_, i) => {
    const first = i * lanes;
    return { first, lanes, wavefronts: model.wavefrontsOfGroup(first) };
  });
}
