// An array of global memory in rows: where block 0 has been in it, where the warp is, and where the lanes are now.
import { cellTable } from "../draw/tile.js";
import { html, numbered, picture, renew, svg } from "../elements.js";
import { plural, ranges } from "../words.js";

const LEFT = 46;
const HEAD = 20;
const WIDE = 300; // of all cells, at most
const HIGH = 400;
const MOST = 128; // rows or columns at once
const MAP = 64; // the long side of the whole array

const elementBytes = (array) => (array.elementBytes >= 4 ? array.elementBytes : 4);

/** Rows and columns that it is drawn with: a matrix's; of what may be any array a square's; else lines of 128 bytes. */
function shapeOf(variant, array, columns) {
  const count = Math.ceil(array.bytes / elementBytes(array));
  const root = Math.sqrt(count);
  const guess = variant.problem === "" && Number.isInteger(root) && root >= 16 ? root : 32;
  const length = columns ?? (array.extents.length === 2 ? array.extents[1] : guess);
  return { columns: length, rows: Math.ceil(count / length) };
}

/** Each element that a lane touches in the array: [{step, lane, element}, ..] */
function touchesOf(variant, array) {
  const size = elementBytes(array);
  return variant.steps.flatMap((step) =>
    step.lanes.flatMap(({ of, lane, byte }) => {
      if (of !== array) return [];
      const first = Math.floor(byte / size);
      const last = Math.floor((byte + step.bytes - 1) / size);
      return Array.from({ length: last - first + 1 }, (_, i) => ({ step, lane, element: first + i }));
    }),
  );
}

/** A rectangle of at most MOST x MOST cells with all that the block touches, or as much as there is room for around `from`. */
function frameOf(touches, columns, from) {
  const span = (values, at) => {
    const low = values.reduce((a, b) => Math.min(a, b), Infinity);
    const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
    if (high - low < MOST) return { first: low, count: high - low + 1 };
    return { first: Math.max(low, Math.min(at - MOST / 4, high - MOST + 1)), count: MOST };
  };
  return {
    rows: span(
      touches.map(({ element }) => Math.floor(element / columns)),
      Math.floor(from / columns),
    ),
    columns: span(
      touches.map(({ element }) => element % columns),
      from % columns,
    ),
  };
}

/** The path of cells, of a width each, from the corner of the picture. */
const pathOf = (cells, width) =>
  cells.map(([x, y]) => `M${LEFT + x * width} ${HEAD + y * width}h${width}v${width}h${-width}z`).join("");

/** Along the top and down the side, of as many rows and columns as have room. */
function numbersOf({ rows, columns }, width) {
  const every = width >= 8 ? 4 : 16;
  const some = (count) => Array.from({ length: Math.ceil(count / every) }, (_, k) => k * every);
  return [
    ...some(columns.count).map((i) =>
      svg("text", { x: LEFT + (i + 0.5) * width, y: 13, class: numbered(i / every, "number") }, `${columns.first + i}`),
    ),
    ...some(rows.count).map((i) =>
      svg(
        "text",
        { x: LEFT - 6, y: HEAD + i * width + Math.max(width, 9) - 1, class: numbered(i / every, "number right") },
        `${rows.first + i}`,
      ),
    ),
  ];
}

/** The whole array, and the part of it that is drawn beside. */
function mapOf(array, shape, frame) {
  const scale = MAP / Math.max(shape.rows, shape.columns, 1);
  const [width, height] = [Math.max(3, shape.columns * scale), Math.max(3, shape.rows * scale)];
  const title = `All of ${array.name}: ${shape.rows} rows of ${shape.columns}`;
  const part = {
    x: frame.columns.first * scale,
    y: frame.rows.first * scale,
    width: Math.max(3, frame.columns.count * scale),
    height: Math.max(3, frame.rows.count * scale),
  };
  return picture(
    MAP + 4,
    height + 4,
    title,
    "The part that block 0 touches is marked.",
    svg("rect", { x: 1, y: 1, width, height, class: "whole" }),
    svg("rect", { ...part, x: part.x + 1, y: part.y + 1, class: "part" }),
  );
}

/** Elements of the array that a hazard is about. */
const hazardElements = (variant, array) =>
  new Set(
    variant.hazards
      .filter(({ place }) => place?.array === array.index)
      .map(({ place }) => Math.floor(place.offset / elementBytes(array))),
  );

/** How a block uses an array: what its cells look like, and how that is said. */
function useOf(touches) {
  const loads = touches.some(({ step }) => step.operation === "load");
  const stores = touches.some(({ step }) => step.operation !== "load");
  return { style: loads ? "load" : "store", words: !stores ? "read" : loads ? "read or written" : "written" };
}

/** A field for how many elements are in a row, where nothing says so. `change` is called with a number. */
function rowField(columns, change) {
  const most = 1 << 20;
  const note = html("span", { class: "wrong", role: "status", id: `row${++rowField.count}` });
  const input = html("input", { type: "number", min: 1, max: most, value: columns, class: "short" });
  input.setAttribute("aria-describedby", note.id);
  input.addEventListener("change", () => {
    const value = Number(input.value);
    const fits = Number.isInteger(value) && value >= 1 && value <= most;
    input.setAttribute("aria-invalid", String(!fits));
    note.textContent = fits ? "" : ` A row has 1 to ${most} elements; ${columns} are drawn.`;
    if (!fits) return;
    columns = value;
    change(value);
  });
  return html("p", {}, html("label", {}, "Elements in a row ", input), note);
}
rowField.count = 0;

/** @returns {{element: Element, show: (step: object, chosen: number[]) => void, use: string}} */
export function arrayView(variant, array) {
  const touches = touchesOf(variant, array);
  const use = useOf(touches);
  const wrong = hazardElements(variant, array);
  const figure = html("figure", {});
  const state = html("p", { class: "soft" });
  let shape = shapeOf(variant, array);
  const field = rowField(shape.columns, (columns) => {
    shape = shapeOf(variant, array, columns);
    isStale = true;
    show(...shown);
  });
  const element = html("div", {}, figure, ...(array.extents.length === 2 ? [] : [field]));
  let ofLaunch = []; // the touches of the launch that is shown
  let frame; // what is drawn,
  let isStale = true; // unless it is of another launch, or of other rows
  let width;
  let paths;
  let shown;
  let table;
  let touched = {}; // elements: before and with the step, by its warp at any time, and with the lanes that are there now

  function wordsAt(i, j) {
    const element = (frame.rows.first + i) * shape.columns + frame.columns.first + j;
    const lanes = touched.now.get(element);
    return [
      lanes && `${plural(lanes.length, "lane")}: ${ranges(lanes)}`,
      touched.before.has(element) ? "touched" : touched.warp.has(element) ? "this warp's, later" : "–",
      wrong.has(element) && "hazard",
    ]
      .filter(Boolean)
      .join(", ");
  }

  function draw(from) {
    isStale = false;
    frame = frameOf(ofLaunch, shape.columns, from);
    const { rows, columns } = frame;
    width = Math.max(3, Math.min(16, Math.floor(WIDE / columns.count), Math.floor(HIGH / rows.count)));
    paths = Object.fromEntries(
      ["touched", "warp", "now", "chosen", "hazard"].map((name) => [
        name,
        svg("path", { class: `${name} ${use.style}` }),
      ]),
    );
    const [wide, high] = [columns.count * width, rows.count * width];
    const last = ({ first, count }) => first + count - 1;
    const title = `${array.name}: rows ${rows.first} to ${last(rows)}, columns ${columns.first} to ${last(columns)}`;
    const drawn = picture(
      LEFT + Math.max(wide, 30) + 16,
      HEAD + high + 2,
      title,
      "Where block 0 is in this array; the table has each cell.",
      ...numbersOf(frame, width),
      svg("rect", { x: LEFT, y: HEAD, width: wide, height: high, class: "ground" }),
      ...Object.values(paths),
    );
    const size = { rows: rows.count, columns: columns.count, firstRow: rows.first, firstColumn: columns.first };
    table = cellTable(title, size, wordsAt);
    renew(
      figure,
      html("figcaption", {}, title),
      drawn,
      html("div", { class: "with-map" }, mapOf(array, shape, frame), state),
      table.element,
    );
  }

  function isOutside(element) {
    const row = Math.floor(element / shape.columns) - frame.rows.first;
    const column = (element % shape.columns) - frame.columns.first;
    return row < 0 || row >= frame.rows.count || column < 0 || column >= frame.columns.count;
  }

  function paint(name, elements) {
    const cells = [...elements]
      .filter((element) => !isOutside(element))
      .map((element) => [
        (element % shape.columns) - frame.columns.first,
        Math.floor(element / shape.columns) - frame.rows.first,
      ]);
    paths[name].setAttribute("d", pathOf(cells, width));
  }

  function describe() {
    const { rows, columns } = shape;
    const hidden = [...wrong].filter(isOutside).length;
    state.textContent =
      `Small: all ${plural(rows, "row")} of ${columns}, and what is drawn above. ` +
      `${plural(touched.before.size, "element")} ${use.words} so far. Frame: this warp's. Filled: ` +
      (touched.now.size > 0 ? "the lanes now." : "nothing now.") +
      (wrong.size > hidden ? " Red: a hazard." : "") +
      (hidden > 0 ? ` ${plural(hidden, "element")} with a hazard outside of what is drawn.` : "");
  }

  function show(step, chosen) {
    if (shown?.[0].launch !== step.launch) {
      ofLaunch = touches.filter((touch) => touch.step.launch === step.launch);
      isStale = true;
    }
    shown = [step, chosen];
    element.hidden = ofLaunch.length === 0;
    if (element.hidden) return;
    const now = ofLaunch.filter((touch) => touch.step === step);
    if (isStale || (now.length > 0 && isOutside(now[0].element))) draw((now[0] ?? ofLaunch[0]).element);
    const elements = (has) => new Set(ofLaunch.filter(has).map(({ element }) => element));
    touched = {
      before: elements((touch) => touch.step.index <= step.index),
      warp: elements((touch) => touch.step.warp === step.warp),
      now: new Map(),
    };
    for (const { element, lane } of now) touched.now.set(element, [...(touched.now.get(element) ?? []), lane]);
    paint("touched", touched.before);
    paint("warp", touched.warp);
    paint("now", touched.now.keys());
    paint(
      "chosen",
      elements((touch) => touch.step === step && chosen.includes(touch.lane)),
    );
    paint("hazard", wrong);
    table.refresh();
    describe();
  }
  return { element, show, use: use.style };
}
