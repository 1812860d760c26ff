// States with a name. Those of the first group are the table of docs/banks.md, "Every tile of this course", row by row;
// a test holds them to it.

const tile = (type, bytes, rows, pitch, pad) => ({
  name: `${type} tile[${rows}][${pitch}${pad > 0 ? ` + ${pad}` : ""}]`,
  state: { bytes, pitch, pad, width: 32, height: 8 },
});

export const presets = [
  {
    group: "Column 0 of every tile of the course",
    of: [
      tile("float", 4, 32, 32, 0),
      tile("float", 4, 32, 32, 1),
      tile("float", 4, 32, 32, 4),
      tile("float", 4, 64, 64, 0),
      tile("float", 4, 64, 64, 1),
      tile("float", 4, 32, 128, 0),
      tile("float", 4, 32, 128, 1),
      tile("double", 8, 32, 32, 0),
      tile("double", 8, 32, 32, 1),
      tile("float4", 16, 64, 16, 0),
      tile("float4", 16, 64, 16, 1),
    ],
  },
  {
    group: "Shared memory",
    of: [
      { name: "Step 2, tile_32x8: warp 5 loads column 5", state: { warp: 5 } },
      { name: "Step 3, pad1_32x8: warp 5 loads column 5", state: { warp: 5, pad: 1 } },
      { name: "Step 3, swizzled_32x8: warp 5 loads column 5", state: { warp: 5, swizzle: "yes" } },
      { name: "A row: 32 words side by side", state: { along: "row" } },
      { name: "A stride of 2 words", state: { along: "row", stride: 2 } },
      {
        name: "A pad that hides a conflict: 16 × 17 where blocks are 16 wide",
        state: { width: 16, height: 16, pitch: 16, pad: 1 },
      },
      {
        name: "Step 5 without its swizzle: 8 lanes in one group of banks",
        state: { bytes: 16, op: "store", width: 16, height: 16, index: "4 * x * 16 + y" },
      },
      {
        name: "Step 5 with its swizzle",
        state: { bytes: 16, op: "store", width: 16, height: 16, index: "4 * x * 16 + (y ^ (x & 7))" },
      },
      { name: "Step 6: halves, a pad of one element", state: { bytes: 2, pitch: 64, pad: 1 } },
      { name: "Step 6: halves, a pad of one word", state: { bytes: 2, pitch: 64, pad: 2 } },
      { name: "Step 6: bytes, a pad of one word", state: { bytes: 1, pitch: 64, pad: 4 } },
      { name: "A float4 taken apart, 32 lanes to one row", state: { op: "store", index: "4 * lane" } },
      {
        name: "A float4 taken apart, 8 lanes to each of four rows",
        state: { op: "store", index: "129 * (lane / 8) + 4 * (lane % 8)" },
      },
      { name: "A broadcast: all lanes read one word", state: { index: "0" } },
      { name: "16-byte loads side by side", state: { bytes: 16, along: "row" } },
      { name: "16-byte loads in pairs: the exception", state: { bytes: 16, index: "lane / 2" } },
      { name: "16-byte stores in pairs: no exception", state: { bytes: 16, op: "store", index: "lane / 2" } },
      { name: "The sum, stride: d = 4", state: { index: "2 * 4 * lane" } },
    ],
  },
  {
    group: "Atomics",
    of: [
      { name: "All lanes add to one counter", state: { space: "global", op: "atomic", index: "0" } },
      {
        name: "Each lane adds to a counter of its own, side by side",
        state: { space: "global", op: "atomic", index: "lane" },
      },
      { name: "A histogram in shared memory: 8 bins", state: { op: "atomic", index: "lane * 5 % 8" } },
      { name: "A column of counters: one bank", state: { op: "atomic", index: "32 * lane" } },
      { name: "The same sum of floats: a loop", state: { op: "atomicLoop", index: "32 * lane" } },
    ],
  },
  {
    group: "Global memory",
    of: [
      { name: "A row: 32 floats side by side", state: { space: "global", along: "row", pitch: 1024 } },
      {
        name: "A row that starts 4 bytes into a sector",
        state: { space: "global", along: "row", pitch: 1024, offset: 1 },
      },
      { name: "A column of a matrix of 1024 × 1024", state: { space: "global", op: "store", pitch: 1024 } },
      {
        name: "The same, from a block of 16 × 16",
        state: { space: "global", op: "store", pitch: 1024, width: 16, height: 16 },
      },
      {
        name: "The same, from a block of 8 × 32",
        state: { space: "global", op: "store", pitch: 1024, width: 8, height: 32 },
      },
      { name: "Every second float", state: { space: "global", along: "row", stride: 2, pitch: 1024 } },
      { name: "Halves side by side", state: { space: "global", along: "row", bytes: 2, pitch: 1024 } },
      { name: "Bytes side by side", state: { space: "global", along: "row", bytes: 1, pitch: 1024 } },
      { name: "float4 side by side", state: { space: "global", along: "row", bytes: 16, pitch: 256 } },
      { name: "Half sectors: float4 to a column", state: { space: "global", op: "store", bytes: 16, pitch: 256 } },
    ],
  },
];
