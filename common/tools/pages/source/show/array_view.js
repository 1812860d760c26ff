// An array of global memory in rows: where block 0 has been in it, where the warp is, and where the lanes are now.
import { html, picture, scrolling, svg } from "../elements.js";
import { plural } from "../words.js";

const LEFT = 38;
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
    step.lanes.flatMap(({ of, lane, offset }) => {
      if (of !== array) return [];
      const first = Math.floor(offset / size);
      const last = Math.floor((offset + step.bytes - 1) / size);
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

/**
 * @returns {{element: Element, show: (step: object, lane?: number) => void}}
 */
export function arrayView(variant, array) {
  const touches = touchesOf(variant, array);
  const use = touches.some(({ step }) => step.operation === "load") ? "load" : "store";
  const figure = html("figure", {});
  let shape = shapeOf(variant, array);
  let ofLaunch = []; // the touches of the launch that is shown
  let frame;
  let width;
  let paths;
  let shown;
  const state = html("p", { class: "soft" });

  function draw(from) {
    frame = frameOf(ofLaunch, shape.columns, from);
    width = Math.max(3, Math.min(16, Math.floor(WIDE / frame.columns.count), Math.floor(HIGH / frame.rows.count)));
    paths = Object.fromEntries(
      ["touched", "warp", "now", "chosen"].map((name) => [name, svg("path", { class: `${name} ${use}` })]),
    );
    const every = width >= 8 ? 4 : 16;
    const numbers = [];
    for (let i = 0; i < frame.columns.count; i += every) {
      numbers.push(svg("text", { x: LEFT + (i + 0.5) * width, y: 13, class: "number" }, `${frame.columns.first + i}`));
    }
    for (let i = 0; i < frame.rows.count; i += width >= 8 ? 4 : 16) {
      numbers.push(
        svg(
          "text",
          { x: LEFT - 6, y: HEAD + i * width + Math.max(width, 9) - 1, class: "number right" },
          `${frame.rows.first + i}`,
        ),
      );
    }
    const [wide, high] = [frame.columns.count * width, frame.rows.count * width];
    const title = `${array.name}: rows ${frame.rows.first} to ${frame.rows.first + frame.rows.count - 1}, columns ${frame.columns.first} to ${frame.columns.first + frame.columns.count - 1}`;
    const drawn = picture(
      LEFT + Math.max(wide, 30) + 16,
      HEAD + high + 2,
      title,
      "Where block 0 is in this array; the table of the lanes has each of them.",
      ...numbers,
      svg("rect", { x: LEFT, y: HEAD, width: wide, height: high, class: "ground" }),
      ...Object.values(paths),
    );
    const width_of_rows = html(
      "label",
      {},
      "Elements in a row ",
      html("input", { type: "number", min: 1, max: 1 << 20, value: shape.columns, class: "short" }),
    );
    width_of_rows.querySelector("input").addEventListener("change", ({ target }) => {
      if (!(target.valueAsNumber >= 1)) return;
      shape = shapeOf(variant, array, Math.floor(target.valueAsNumber));
      frame = undefined;
      show(...shown);
    });
    figure.replaceChildren(
      html("figcaption", {}, title),
      scrolling(title, drawn),
      html("div", { class: "with-map" }, mapOf(array, shape, frame), state),
      ...(array.extents.length === 2 ? [] : [html("p", {}, width_of_rows)]),
    );
  }

  function isOutside(element) {
    const row = Math.floor(element / shape.columns) - frame.rows.first;
    const column = (element % shape.columns) - frame.columns.first;
    return row < 0 || row >= frame.rows.count || column < 0 || column >= frame.columns.count;
  }

  function show(step, chosen) {
    if (shown?.[0].launch !== step.launch) {
      ofLaunch = touches.filter((touch) => touch.step.launch === step.launch);
      frame = undefined;
    }
    shown = [step, chosen];
    figure.hidden = ofLaunch.length === 0;
    if (figure.hidden) return;
    const now = ofLaunch.filter((touch) => touch.step === step);
    if (!frame || (now.length > 0 && isOutside(now[0].element))) draw((now[0] ?? ofLaunch[0]).element);
    const cells = (list) =>
      [...new Set(list.map(({ element }) => element))]
        .filter((element) => !isOutside(element))
        .map((element) => [
          (element % shape.columns) - frame.columns.first,
          Math.floor(element / shape.columns) - frame.rows.first,
        ]);
    const before = ofLaunch.filter((touch) => touch.step.index <= step.index);
    paths.touched.setAttribute("d", pathOf(cells(before), width));
    paths.warp.setAttribute("d", pathOf(cells(ofLaunch.filter((touch) => touch.step.warp === step.warp)), width));
    paths.now.setAttribute("d", pathOf(cells(now), width));
    paths.chosen.setAttribute("d", pathOf(cells(now.filter(({ lane }) => lane === chosen)), width));
    const elements = new Set(before.map(({ element }) => element)).size;
    const { rows, columns } = shape;
    state.textContent =
      `Small: all ${plural(rows, "row")} of ${columns}, and what is drawn above. ${plural(elements, "element")} ${use === "load" ? "read" : "written"} so far. Frame: this warp's. Filled: ` +
      (now.length > 0 ? "the lanes now." : "nothing now; this request is for another array.");
  }
  return { element: figure, show, use };
}
