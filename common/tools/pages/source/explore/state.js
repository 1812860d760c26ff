// All that can be chosen on the page, and how it stands in the address behind the "#": what differs from the defaults.

const choice = (first, ...others) => ({
  initial: first,
  read: (text) => [first, ...others].find((value) => String(value) === text),
});

const whole = (initial, least, most) => ({
  initial,
  least,
  most,
  read: (text) =>
    /^-?\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined,
});

const ALL = 0xffffffff;

export const fields = {
  space: choice("shared", "global"),
  op: choice("load", "store", "atomic", "atomicCAS", "atomicLoop"),
  bytes: choice(4, 1, 2, 8, 16),
  width: whole(32, 1, 1024), // of the block
  height: whole(8, 1, 1024),
  warp: whole(0, 0, 31),
  along: choice("column", "row"), // of the tile, from lane to lane
  stride: whole(1, 0, 1024), // these in elements
  offset: whole(0, 0, 1048576),
  pitch: whole(32, 1, 65536),
  pad: whole(0, 0, 1024),
  swizzle: choice("no", "yes"),
  index: { initial: "", read: (text) => (text.length <= 200 ? text : undefined) }, // instead of what the six above say
  active: {
    initial: ALL,
    read: (text) => (/^[0-9a-f]{1,8}$/.test(text) ? parseInt(text, 16) : undefined),
    write: (mask) => mask.toString(16),
  },
  lane: { initial: undefined, read: (text) => (/^([0-9]|[12][0-9]|3[01])$/.test(text) ? Number(text) : undefined) },
  quiz: choice("no", "yes"),
};

export const initial = () => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.initial]));

/** The state as it stands behind the "#": "bytes=8&pad=1"; never empty, as an empty one opens the first step. */
export function written(state) {
  const changed = Object.entries(fields).filter(([name, field]) => state[name] !== field.initial);
  return (
    new URLSearchParams(changed.map(([name, { write = String }]) => [name, write(state[name])])).toString() ||
    "along=column"
  );
}

/** The other way: {state, refused}; refused: what is no value of its field, or no field, "pad=-1". */
export function parsed(text) {
  const state = initial();
  const refused = [];
  for (const [name, value] of new URLSearchParams(text)) {
    const read = Object.hasOwn(fields, name) ? fields[name].read(value) : undefined;
    if (read === undefined) refused.push(`${name}=${value}`);
    else state[name] = read;
  }
  return { state, refused };
}
