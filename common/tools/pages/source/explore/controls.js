// The knobs: from what somebody does with one to a change of the state, and back.
import { html } from "../elements.js";
import { gpu } from "../engine.js";
import { isOfTile } from "./pattern.js";
import { fields } from "./state.js";

const $ = (id) => document.getElementById(id);

// Numbers: a field that takes all that is allowed, and a slider over what is often wanted.
const NUMBERS = [
  { name: "width", label: "Block, width", to: 64, from: 1, in: "block" },
  { name: "height", label: "Block, height", to: 32, from: 1, in: "block" },
  { name: "warp", label: "Its warp", to: 31, in: "block" },
  { name: "pitch", label: "Row, elements", to: 160, from: 1, in: "tile" },
  { name: "pad", label: "Pad, elements", to: 16, in: "tile" },
  { name: "stride", label: "Stride of x", to: 64, in: "tile" },
  { name: "offset", label: "First element", to: 64, in: "tile" },
];
const CHOICES = ["space", "op", "bytes", "along", "swizzle"];
const TILE = ["along", "stride", "offset", "pitch", "pad", "swizzle"]; // what a typed index stands for

/**
 * Makes the knobs. `change(part)` is called with the fields that somebody has changed and their new values.
 * Returns a function that shows a state in them.
 */
export function controls(changeState) {
  let held = {}; // the state that is shown
  const change = (part) => {
    for (const { name } of NUMBERS) $(`${name}-note`).textContent = "";
    changeState(part);
  };
  const counts = (name) => !TILE.includes(name) || (isOfTile(held) && ["pitch", "pad"].includes(name));
  const turn = (name, value) => change({ [name]: value, ...(counts(name) ? {} : { index: "" }) });
  for (const { name, label, from = 0, to, in: place } of NUMBERS) {
    const { least, most } = fields[name];
    const number = html("input", { id: name, type: "number", min: least, max: most, inputmode: "numeric" });
    const slider = html("input", {
      type: "range",
      min: from,
      max: to,
      "aria-label": `${label}, slider`,
      id: `${name}-slider`,
    });
    const note = html("span", { class: "note wrong", id: `${name}-note`, role: "status" });
    number.setAttribute("aria-describedby", note.id);
    $(place).append(
      html(
        "p",
        { class: "knob" },
        html("label", { for: name }, label),
        html("span", { class: "pair" }, number, slider),
        note,
      ),
    );
    const allowed = `a whole number from ${least} to ${most}`;
    const set = (text) => {
      const value = fields[name].read(text);
      const taken = value !== undefined;
      if (taken) turn(name, value);
      number.setAttribute("aria-invalid", String(!taken));
      note.textContent = taken ? "" : `It takes ${allowed}. Until then ${held[name]} is counted.`;
    };
    number.addEventListener("input", () => set(number.value));
    // What is no value goes when the field is left, and that is said.
    number.addEventListener("blur", () => {
      if (number.getAttribute("aria-invalid") === "true")
        note.textContent = `${number.value || "That"} is not ${allowed}: it is ${held[name]} as before.`;
      number.value = held[name];
      number.removeAttribute("aria-invalid");
    });
    slider.addEventListener("input", () => set(slider.value));
  }
  for (const name of CHOICES) {
    $(name).addEventListener("change", () => turn(name, fields[name].read($(name).value)));
  }
  $("index").addEventListener("input", () => change({ index: $("index").value }));

  $("lane").append(...Array.from({ length: gpu.warpLanes }, (_, lane) => html("option", { value: lane }, `${lane}`)));
  $("lane").addEventListener("change", () => change({ lane: fields.lane.read($("lane").value) }));

  let active = fields.active.initial;
  const lanes = Array.from({ length: gpu.warpLanes }, (_, lane) => {
    const button = html("button", { type: "button", "aria-label": `lane ${lane}` }, `${lane}`);
    button.addEventListener("click", () => change({ active: (active ^ (1 << lane)) >>> 0 }));
    return button;
  });
  $("lanes").append(...lanes);
  for (const [id, mask] of [
    ["all", 0xffffffff],
    ["even", 0x55555555],
    ["half", 0xffff],
  ]) {
    $(id).addEventListener("click", () => change({ active: mask }));
  }

  return (state, formula) => {
    held = state;
    for (const { name } of NUMBERS) {
      // What is being typed stays as it is.
      if (document.activeElement !== $(name)) {
        $(name).value = state[name];
        $(name).removeAttribute("aria-invalid");
      }
      $(`${name}-slider`).value = state[name];
    }
    for (const name of CHOICES) $(name).value = String(state[name]);
    if (document.activeElement !== $("index")) $("index").value = formula;
    $("index-note").textContent =
      state.index === ""
        ? "The knobs above write it. Type your own in its place, tile[x][y] too."
        : "Typed in: the knobs of \u201cWhere the lanes lie\u201d do not count until you turn one.";
    $("lane").value = state.lane === undefined ? "" : String(state.lane);
    active = state.active;
    lanes.forEach((button, lane) => button.setAttribute("aria-pressed", String(((active >>> lane) & 1) === 1)));
  };
}
