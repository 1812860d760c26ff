// Variants, elements and threads in words, as the findings of a run name them.

/** The chapter, or the file, that a variant is of; and its name without it. */
export const chapterOf = ({ name }) => name.slice(0, name.indexOf("/"));
export const shortName = ({ name }) => name.slice(name.indexOf("/") + 1);

const bytesOf = (array) => array.elementBytes || 4;

/** The indices of the element at a byte: [row, column]; one number where the extents are not known. */
export function indicesOf(array, offset) {
  let index = Math.floor(offset / bytesOf(array));
  const indices = [];
  for (let i = array.extents.length - 1; i > 0; --i) {
    indices.unshift(index % array.extents[i]);
    index = Math.floor(index / array.extents[i]);
  }
  return [index, ...indices];
}

/** "tile[3][4]" of shared memory, "in[17]" of global memory: there the kernel's index has one number. */
export function elementName(array, offset) {
  if (array.elementBytes === 0) return `${array.name}, byte ${offset}`;
  const indices = array.space === "shared" ? indicesOf(array, offset) : [Math.floor(offset / bytesOf(array))];
  return `${array.name}${indices.map((i) => `[${i}]`).join("")}`;
}

/** "row 3, column 4" of a matrix; nothing where there are no rows. */
export function placeInWords(array, offset) {
  const indices = indicesOf(array, offset);
  return indices.length === 2 ? `row ${indices[0]}, column ${indices[1]}` : "";
}

/** Whether a hazard is about what the lane touches: about a byte of it, or about an index that its row does not have. */
export function isElementOf({ place, index }, { of, byte }, bytes) {
  if (place) return place.array === of.index && place.offset >= byte && place.offset < byte + bytes;
  if (index === undefined || of.extents.length < 2) return false;
  const row = of.extents.at(-1);
  return indicesOf(of, byte).at(-1) === ((index % row) + row) % row;
}

/** The index of a thread in its block, or of a block in its grid: "(3, 0)". */
export function indexIn([x, y, z], linear) {
  const index = [linear % x, Math.floor(linear / x) % y, Math.floor(linear / x / y)];
  return `(${index.slice(0, z === 1 ? 2 : 3).join(", ")})`;
}

export const unitOf = ({ space }) => (space === "global" ? "sector" : "wavefront");
export const threadOf = (warp, lane) => 32 * warp + lane;
export const warpOf = (thread) => Math.floor(thread / 32);
export const laneOf = (thread) => thread % 32;
export const placeOf = ({ file, line }) => (file === "" ? "a line that is not known" : `${file}:${line}`);
/** "line 21"; with its file where the run has several. */
export const lineInWords = ({ sources }, { file, line }) => (sources.length === 1 ? `line ${line}` : `${file}:${line}`);
/** The same; of global memory with what the line does, as it may do both: "the store of line 21" */
export const accessInWords = (variant, at) =>
  `${at.space === "global" ? `the ${at.operation} of ` : ""}${lineInWords(variant, at)}`;
