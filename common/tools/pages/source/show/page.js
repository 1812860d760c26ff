// The page that ./learn show writes: moves through the requests of one variant, or of two side by side.
import { html, keepHeight } from "../elements.js";
import { leftOut, plural, visible } from "../words.js";
import { panel } from "./panel.js";
import { sentence } from "./request_view.js";
import { variantsOf } from "./trace.js";
import { behindABarrier, inStep, ofAnotherWarp, ofTheWarp } from "./walk.js";

const $ = (id) => document.getElementById(id);
const variants = variantsOf(JSON.parse($("data").textContent));

// Where the reader is: the variant, the one beside it, the step of the first (undefined where it has none), a lane.
let variant = variants[0];
let beside;
let at = variant.steps[0];
let lane;
let panels = [];
let playing;

const atTheEnds = { Home: (steps) => steps[0], End: (steps) => steps.at(-1) };
const ways = {
  ArrowLeft: (steps) => ofTheWarp(steps, at, -1),
  ArrowRight: (steps) => ofTheWarp(steps, at, 1),
  ArrowUp: (steps) => ofAnotherWarp(steps, at, -1),
  ArrowDown: (steps) => ofAnotherWarp(steps, at, 1),
  PageUp: (steps) => behindABarrier(steps, at, -1),
  PageDown: (steps) => behindABarrier(steps, at, 1),
  ...atTheEnds,
};

function remember() {
  const state = new URLSearchParams({ variant: variant.name, request: at ? at.index + 1 : 1 });
  if (beside) state.set("beside", beside.name);
  if (lane !== undefined) state.set("lane", lane);
  history.replaceState(null, "", `#${state}`);
}

/** Marks the buttons that can do nothing here. They keep the focus, as others would not. */
function markButtons() {
  for (const button of document.querySelectorAll("button[data-key]"))
    button.setAttribute("aria-disabled", String(!at || !ways[button.dataset.key](variant.steps)));
  $("play").setAttribute("aria-disabled", String(variant.steps.length < 2));
}

/** Shows the step in both panels, and says it. */
function show(step, chosen = lane) {
  if (!step) return;
  at = step;
  lane = chosen;
  const other = beside && beside.steps.length > 0 ? inStep(variant.steps, at, beside.steps) : undefined;
  const first = performance.now();
  panels[0].show(at, lane);
  if (other) panels[1].show(other, lane);
  document.body.dataset.painted = `${performance.now() - first}`;
  $("lane").value = lane ?? "";
  $("position").value = at.index + 1;
  $("where").textContent = `${at.index + 1} of ${variant.steps.length}, warp ${at.warp}`;
  $("said").textContent = playing
    ? ""
    : [
        [variant, at],
        [beside, other],
      ]
        .filter(([, one]) => one)
        .map(([of, one]) => visible(`${beside ? `${of.name}: ` : ""}${sentence(of, one)}`))
        .join(" ");
  markButtons();
  remember();
}

/** Builds the panels anew. */
function open(request) {
  panels = [panel(variant, show)];
  // A click in the second panel leads the first one to where it stands in step.
  if (beside) panels.push(panel(beside, (step, chosen) => show(inStep(beside.steps, step, variant.steps), chosen)));
  $("panels").replaceChildren(...panels.map(({ element }) => element));
  $("panels").classList.toggle("two", panels.length === 2);
  $("variant").value = variant.name;
  $("beside").value = beside?.name ?? "";
  $("position").max = Math.max(1, variant.steps.length);
  document.title = `${variant.name}${beside ? ` beside ${beside.name}` : ""}: request by request`;
  at = undefined;
  $("where").textContent = "none";
  markButtons();
  show(variant.steps[Math.min(request, variant.steps.length) - 1]);
  remember();
}

function pause() {
  clearInterval(playing);
  playing = undefined;
  $("play").textContent = "Play";
  $("play").setAttribute("aria-pressed", "false");
  show(at);
}

function play() {
  if (at.index + 1 === variant.steps.length) show(variant.steps[0]);
  $("play").textContent = "Pause";
  $("play").setAttribute("aria-pressed", "true");
  playing = setInterval(
    () => {
      const next = variant.steps[at.index + 1];
      if (next) show(next);
      else pause();
    },
    Number($("pace").value),
  );
}

const turn = () => (playing ? pause() : variant.steps.length > 1 && play());

function press(key) {
  if (!at) return;
  if (playing) pause();
  show(ways[key](variant.steps));
}

const named = (name) => variants.find((one) => one.name === name);
const options = () => variants.map(({ name }) => html("option", { value: name }, name));
$("variant").append(...options());
$("beside").append(html("option", { value: "" }, "nothing"), ...options());
$("lane").append(...Array.from({ length: 32 }, (_, i) => html("option", { value: i }, `${i}`)));
$("variant").addEventListener("change", ({ target }) => {
  const before = variant;
  variant = named(target.value);
  open(at && variant.steps.length > 0 ? inStep(before.steps, at, variant.steps).index + 1 : 1);
});
$("beside").addEventListener("change", ({ target }) => {
  beside = named(target.value);
  open(at ? at.index + 1 : 1);
});
$("lane").addEventListener("change", ({ target }) => show(at, target.value === "" ? undefined : Number(target.value)));
$("position").addEventListener("input", ({ target }) => show(variant.steps[target.valueAsNumber - 1]));
$("pace").addEventListener("change", () => {
  if (playing) {
    pause();
    play();
  }
});
$("play").addEventListener("click", turn);
for (const button of document.querySelectorAll("button[data-key]")) {
  button.addEventListener("click", () => press(button.dataset.key));
}
document.addEventListener("keydown", (event) => {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  const own = target.closest("input, select, textarea, summary, .scrolling");
  if (own || altKey || ctrlKey || metaKey || (key === " " && target.closest("button"))) return;
  if (key === " ") turn();
  else if (key in ways) press(key);
  else return;
  event.preventDefault();
});

// A button or a fold that was clicked does not keep the focus: keys are for the page then. One that led away, to a lane,
// keeps it, as the way back.
document.addEventListener("click", ({ detail, target }) => {
  if (detail > 0) target.closest("button:not(.findings *), summary")?.blur();
});

/** Reads the address, which may hold anything; returns the number of the request. */
function readAddress() {
  const state = new URLSearchParams(location.hash.slice(1));
  const refused = [];
  const read = (name, parse, otherwise) => {
    if (!state.has(name)) return otherwise;
    const value = parse(state.get(name));
    if (value === undefined) refused.push(`${name}=${state.get(name)}`);
    return value ?? otherwise;
  };
  const wholeTo = (first, last) => (text) =>
    /^\d{1,5}$/.test(text) && Number(text) >= first && Number(text) <= last ? Number(text) : undefined;
  variant = read("variant", named, variants[0]);
  const twins = variants.length === 2 && variants[0].steps.length === variants[1].steps.length;
  beside = read("beside", named, twins && !state.has("variant") ? variants[1] : undefined);
  lane = read("lane", wholeTo(0, 31));
  const request = read("request", wholeTo(1, Math.max(1, variant.steps.length)), 1);
  for (const name of state.keys()) {
    if (!["variant", "beside", "lane", "request"].includes(name)) refused.push(`${name}=${state.get(name)}`);
  }
  $("refused").textContent =
    refused.length === 0
      ? ""
      : `Not understood in the address: ${leftOut(refused)}. This page has ${plural(variants.length, "variant")}; ` +
        `of ${variant.name} it has requests 1 to ${variant.steps.length}, and lanes are 0 to 31.`;
  return request;
}

keepHeight(document.querySelector("nav"), document.body, "--steps");
open(readAddress());
window.addEventListener("hashchange", () => open(readAddress()));
