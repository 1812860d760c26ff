// From what is chosen to a request: the element of each lane.
import { gpu } from "../engine.js";
import { expression, ExpressionError } from "../expression.js";

const LARGEST = 2n ** 40n; // byte

export const elementTypes = { 1: "char", 2: "__half", 4: "float", 8: "double", 16: "float4" };

const times = (factor, name) => (factor === 1 ? name : `${factor} * ${name}`);

/** The element of a thread as C: what the knobs say, or what was typed in. "x * 33 + y" */
export function indexOf(state) {
  if (state.index !== "") return state.index;
  const { along, stride, offset, pitch, pad, swizzle } = state;
  const down = along === "column";
  const walk = stride === 0 ? "0" : times(stride, "x");
  const [row, column] = down ? [walk, "y"] : ["y", walk];
  const factor = /^\w+$/.test(row) ? row : `(${row})`;
  const place =
    swizzle === "yes" ? `(${/^\w+$/.test(column) ? column : `(${column})`} ^ ${factor} % ${pitch})` : column;
  return `${offset > 0 ? `${offset} + ` : ""}${factor} * ${pitch + pad} + ${place}`;
}

/** The array that the knobs stand for: "float tile[][32 + 1]"; undefined where an index was typed in. */
export function declaration({ bytes, pitch, pad, index, space }) {
  if (index !== "") return undefined;
  const row = pad > 0 ? `${pitch} + ${pad}` : `${pitch}`;
  return `${elementTypes[bytes]} ${space === "shared" ? "tile" : "matrix"}[][${row}]`;
}

export const warpsOf = ({ width, height }) => Math.ceil((width * height) / gpu.warpLanes);

/**
 * The request that a warp of the block makes, and its lanes: {request, lanes: [{lane, x, y, element, active}]}. The
 * last warp may have fewer lanes. Throws ExpressionError where there is none.
 */
export function pattern(state) {
  const threads = state.width * state.height;
  if (threads > 1024)
    throw new ExpressionError(`a block of ${state.width} × ${state.height} has more than 1024 threads`);
  if (state.warp >= warpsOf(state)) throw new ExpressionError(`the block has no warp ${state.warp}`);
  const index = expression(indexOf(state));
  const lanes = [];
  for (let lane = 0; lane < gpu.warpLanes; ++lane) {
    const thread = state.warp * gpu.warpLanes + lane;
    if (thread >= threads) break;
    const [x, y] = [thread % state.width, Math.floor(thread / state.width)];
    const active = ((state.active >>> lane) & 1) === 1;
    const element = active ? elementOf(index, lane, x, y, state) : undefined;
    lanes.push({ lane, x, y, element, active });
  }
  const taking = lanes.filter(({ active }) => active);
  return {
    lanes,
    request: {
      space: state.space,
      operation: state.op,
      bytes: state.bytes,
      lanes: taking.map(({ lane, element }) => ({ lane, offset: element * state.bytes })),
    },
  };
}

function elementOf(index, lane, x, y, { bytes, warp, width, height }) {
  const [bigX, bigY] = [BigInt(x), BigInt(y)];
  const element = index({
    lane: BigInt(lane),
    x: bigX,
    y: bigY,
    warp: BigInt(warp),
    "threadIdx.x": bigX,
    "threadIdx.y": bigY,
    "blockDim.x": BigInt(width),
    "blockDim.y": BigInt(height),
  });
  if (element < 0n) throw new ExpressionError(`lane ${lane} would take element ${element}`);
  if (element * BigInt(bytes) >= LARGEST)
    throw new ExpressionError(`lane ${lane} would take element ${element}: too far`);
  return Number(element);
}
