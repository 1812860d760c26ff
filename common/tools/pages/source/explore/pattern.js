// From what is chosen to a request: the element of each lane.
import { gpu } from "../engine.js";
import { expression, ExpressionError } from "../expression.js";

const LARGEST = 2n ** 40n; // byte

const ELEMENTS = { 1: "char", 2: "__half", 4: "float", 8: "double", 16: "float4" };
const INTEGERS = { 4: "unsigned", 8: "unsigned long long" };

// What is chosen as the direction, as a request has it and in words; and the elements that there are of it.
const OPERATIONS = {
  load: { operation: "load", words: "load", elements: ELEMENTS },
  store: { operation: "store", words: "store", elements: ELEMENTS },
  atomic: { operation: "atomic", atomic: "native", words: "atomic", elements: INTEGERS },
  atomicCAS: { operation: "atomic", atomic: "compare_and_swap", words: "compare-and-swap", elements: INTEGERS },
  atomicLoop: { operation: "atomic", atomic: "loop", words: "atomic in a loop", elements: { 4: "float", 8: "double" } },
};

export const operationInWords = ({ op }) => OPERATIONS[op].words;

/** The type of the elements: "float". */
export const elementType = ({ op, bytes }) => OPERATIONS[op].elements[bytes] ?? ELEMENTS[bytes];

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

/** Whether the knobs say how long a row of the tile is: they write the index, or `tile[x][y]` was typed in. */
export const isOfTile = ({ index }) => index === "" || index.includes("[");

/** The array that the knobs stand for: "float tile[][32 + 1]"; undefined where an index was typed in. */
export function declaration(state) {
  const { pitch, pad, space } = state;
  if (!isOfTile(state)) return undefined;
  const row = pad > 0 ? `${pitch} + ${pad}` : `${pitch}`;
  return `${elementType(state)} ${space === "shared" ? "tile" : "matrix"}[][${row}]`;
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
  const { operation, atomic, elements } = OPERATIONS[state.op];
  if (!(state.bytes in elements))
    throw new ExpressionError(`atomics update elements of ${Object.keys(elements).join(" or ")} bytes`);
  if (atomic === "native" && state.space === "shared" && state.bytes !== 4)
    throw new ExpressionError(
      "in shared memory, only elements of 4 bytes have such an instruction: the others take a loop",
    );
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
      operation,
      atomic,
      bytes: state.bytes,
      lanes: taking.map(({ lane, element }) => ({ lane, offset: element * state.bytes })),
    },
  };
}

/** How many words a lane lies behind the one before it; undefined where that differs. */
export function wordsApart({ lanes }) {
  const steps = lanes.slice(1).map(({ lane, offset }, i) => (offset - lanes[i].offset) / (lane - lanes[i].lane));
  return new Set(steps).size === 1 ? steps[0] / gpu.bankBytes : undefined;
}

function elementOf(index, lane, x, y, { bytes, warp, width, height, pitch, pad }) {
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
    "[]": BigInt(pitch + pad),
  });
  if (element < 0n) throw new ExpressionError(`lane ${lane} would take element ${element}`);
  if (element * BigInt(bytes) >= LARGEST)
    throw new ExpressionError(`lane ${lane} would take element ${element}: too far`);
  return Number(element);
}
