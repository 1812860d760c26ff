// The page that ./learn show writes: moves through the requests of one variant, or of two side by side.
import { html, keepHeight } from "../elements.js";
import { leastTransactions } from "../engine.js";
import { ticksOf } from "../layout.js";
import { leftOut, plural, visible } from "../words.js";
import { findings, firstFound } from "./hazards.js";
import { barsViews } from "./bars_view.js";
import { measuredInWords } from "./faster.js";
import { headline, limitsInWords, priceInWords, tabsOf } from "./headline.js";
import { linksViews } from "./links_view.js";
import { mendInWords } from "./mend.js";
import { chapterOf, shortName, unitOf } from "./names.js";
import { dearBeside, firstPair, firstToSee, firstWrong, worstOf } from "./opening.js";
import { panel } from "./panel.js";
import { sentence } from "./request_view.js";
import { variantsOf } from "./trace.js";
import { behindABarrier, inStep, ofAnotherWarp } from "./walk.js";

const TICK = 250; // milliseconds
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const variants = variantsOf(data);

// Where the reader is: the step of the first variant (undefined where it has none), and a lane.
let shown = []; // {variant, panel, step, go}: of one variant, or of two
let at;
let lane;
let worst; // {step, in: the one of `shown` that has it}
let wrong; // what findings() has found
let playing;

const [first, second] = [() => shown[0].variant, () => shown[1]?.variant];
const ways = {
  ArrowLeft: () => first().steps[at.index - 1],
  ArrowRight: () => first().steps[at.index + 1],
  ArrowUp: () => ofAnotherWarp(first().steps, at, -1),
  ArrowDown: () => ofAnotherWarp(first().steps, at, 1),
};
const wayOf = ({ dataset: { key, barrier } }) =>
  key ? ways[key]() : behindABarrier(first().steps, at, Number(barrier));
const movers = [...document.querySelectorAll("[data-key], [data-barrier]")];

function remember() {
  const state = new URLSearchParams({ variant: first().name, request: at ? at.index + 1 : 1 });
  if (second()) state.set("beside", second().name);
  if (lane !== undefined) state.set("lane", lane);
  history.replaceState(null, "", `#${state}`);
}

/** Marks the buttons that can do nothing here. They keep the focus, as others would not. */
function markButtons() {
  for (const button of movers) button.setAttribute("aria-disabled", String(!at || !wayOf(button)));
  $("play").setAttribute("aria-disabled", String(!at || at.lanes.length === 0));
  $("worst").classList.toggle("there", worst?.in.step === worst?.step);
}

/** Draws the step in each panel; while it plays, what has been behind so many ticks. */
function draw(tick) {
  for (const { panel, step } of shown) {
    if (!step) continue;
    const moving = tick === undefined ? undefined : ticksOf(step)[tick - 1];
    panel.show(step, moving ?? (lane === undefined ? [] : [lane]), tick);
  }
}

/** Explains the words that are said above, or in another explanation, and no others. */
function explainWords() {
  const said = [$("headline"), $("limits"), $("bars")].filter((one) => one.checkVisibility());
  let text = said.map(({ textContent }) => textContent).join(" ");
  for (const word of [...document.querySelectorAll("[data-word]")].reverse()) {
    word.hidden = !text.includes(word.dataset.word);
    if (!word.hidden) text += word.textContent;
  }
}

/** What the page says first. */
function say() {
  $("headline").textContent = visible(wrong?.words ?? headline(shown));
  $("mend").textContent = visible(wrong ? wrong.mend : `${mendInWords(shown)}${priceInWords(shown)}`);
  $("bars").replaceChildren(...barsViews(shown));
  document.body.classList.toggle("at-hazard", wrong !== undefined && lane !== undefined);
  explainWords();
}

/** Shows the step in both panels, and says it. `beside`: the second one's, where that is not in step. */
function show(step, chosen = lane, beside) {
  if (!step) return;
  stop();
  at = step;
  lane = chosen;
  for (const one of shown)
    one.step = one.variant.steps.length > 0 ? inStep(first().steps, at, one.variant.steps) : undefined;
  shown[0].step = at;
  if (beside) shown[1].step = beside;
  const start = performance.now();
  draw();
  document.body.dataset.painted = `${performance.now() - start}`;
  say();
  $("lane").value = lane ?? "";
  $("position").value = at.index + 1;
  $("where").textContent = `request ${at.index + 1} of ${first().steps.length}, warp ${at.warp}`;
  const costs = tabsOf(shown);
  shown.forEach(({ variant }, i) => {
    const parts = `${shortName(variant)}: ${costs[i]}`.split(/(?<=_)/); // where there is no room for all, it goes on after a "_"
    $("tabs").children[i].replaceChildren(...parts.flatMap((part) => [visible(part), html("wbr")]));
  });
  $("said").textContent = shown
    .filter((one) => one.step)
    .map(({ variant, step }) => visible(`${second() ? `${variant.name}: ` : ""}${sentence(variant, step)}`))
    .join(" ");
  markButtons();
  remember();
}

function nameWorst() {
  $("worst").hidden = worst === undefined;
  if (!worst) return;
  const { counted, line } = worst.step;
  const least = leastTransactions(worst.step);
  const cost = `the worst: ${plural(counted, unitOf(worst.step))} instead of ${least}`;
  $("worst").textContent = `Show ${counted > least ? cost : `where most lanes idle: line ${line}`}`;
}

/** Brings the request into view, where it is not. */
const look = () => document.querySelector("article:not([hidden]) .request").scrollIntoView({ block: "nearest" });

/** Turns to the panel of a variant, where there is room for one. */
function turnTo(panel) {
  $("panels").dataset.tab = panel;
  [...$("tabs").children].forEach((tab, i) => tab.setAttribute("aria-pressed", String(i === panel)));
}

/** Lists what is wrong. */
function listWrong(all) {
  wrong = findings(all);
  $("findings").replaceChildren(...(wrong ? [wrong.element] : []));
  $("headline").classList.toggle("wrong", wrong !== undefined);
  $("hazard").hidden = !wrong?.isHazard;
}

/** Of a run that launched no kernel. */
function openNone() {
  document.querySelector("nav").hidden = true;
  listWrong([{ variant: { name: "", findings: data.runs.flatMap((run) => run.findings) } }]);
  $("limits").textContent = "The program launched no kernel.";
  say();
}

/** Builds the panels of these variants. `request`: its number; without one at what is wrong, or at the dearest. */
function open(all, request) {
  stop();
  const list = all.toSorted((a, b) => (a.steps.length === 0) - (b.steps.length === 0)); // who has none follows the other
  shown = list.map((variant) => {
    const one = { variant, step: undefined };
    // A click in the second panel leads the first one to where it stands in step.
    one.go = (step, chosen) => show(inStep(variant.steps, step, first().steps), chosen);
    one.panel = panel(variant, one.go);
    return one;
  });
  shown[0].go = show;
  listWrong(shown.map((one) => ({ ...one, go: (...where) => (one.go(...where), look()) })));
  $("measured").textContent = visible(wrong ? "" : measuredInWords(shown));
  $("limits").textContent = visible(limitsInWords(list));
  $("panels").replaceChildren(...shown.map((one) => one.panel.element));
  $("links").replaceChildren(...linksViews(list));
  $("panels").classList.toggle("two", shown.length === 2);
  $("tabs").replaceChildren(
    ...shown.map((_, i) => {
      const tab = html("button", { type: "button" });
      tab.addEventListener("click", () => turnTo(i));
      return tab;
    }),
  );
  $("tabs").hidden = shown.length === 1;
  turnTo(0);
  const label = variants.every((one) => chapterOf(one) === chapterOf(variants[0])) ? shortName : ({ name }) => name;
  const options = () => variants.map((one) => html("option", { value: one.name }, label(one)));
  $("variant").replaceChildren(...options());
  $("beside").replaceChildren(
    html("option", { value: "" }, "nothing"),
    ...options().filter(({ value }) => value !== first().name),
  );
  $("variant").value = first().name;
  $("beside").value = second()?.name ?? "";
  const { steps } = first();
  $("position").max = Math.max(1, steps.length);
  document.title = `${list.map(({ name }) => name).join(" beside ")}: request by request`;
  worst = steps.length > 0 ? worstOf(shown) : undefined;
  nameWorst();
  at = undefined;
  $("where").textContent = "none";
  say();
  markButtons();
  if (steps.length === 0) return remember();
  if (request !== undefined) return show(steps[Math.min(request, steps.length) - 1]);
  const of = shown.find(({ variant }) => firstFound(variant));
  if (of) of.go(firstFound(of.variant).step, firstFound(of.variant).lane);
  else if (worst?.in === shown[0]) show(worst.step, lane, dearBeside(shown));
  else if (worst) worst.in.go(worst.step);
  else show(firstToSee(shown));
}

function stop() {
  if (!playing) return;
  clearInterval(playing);
  playing = undefined;
  $("play").textContent = "Play";
  $("play").setAttribute("aria-pressed", "false");
  draw();
}

/** One tick, and one word of each bank, or one sector, is served. */
function play() {
  if (playing || !at || at.lanes.length === 0) return stop();
  let tick = 0;
  const last = Math.max(...shown.map(({ step }) => (step ? ticksOf(step).length : 0)));
  $("play").textContent = "Stop";
  $("play").setAttribute("aria-pressed", "true");
  draw(tick);
  playing = setInterval(() => (++tick > last ? stop() : draw(tick)), TICK);
}

const named = (name) => variants.find((one) => one.name === name);
$("lane").append(...Array.from({ length: 32 }, (_, i) => html("option", { value: i }, `${i}`)));
$("variant").addEventListener("change", ({ target }) => {
  lane = undefined;
  open([named(target.value), ...(second() && second().name !== target.value ? [second()] : [])]);
});
$("beside").addEventListener("change", ({ target }) => {
  open([first(), ...(target.value === "" ? [] : [named(target.value)])], at && at.index + 1);
});
$("lane").addEventListener("change", ({ target }) => choose(target.value === "" ? undefined : Number(target.value)));
$("position").addEventListener("input", ({ target }) => show(first().steps[target.valueAsNumber - 1]));
$("play").addEventListener("click", play);
$("worst").addEventListener("click", () => {
  worst.in.go(worst.step);
  turnTo(shown.indexOf(worst.in));
  look();
});
for (const button of movers) button.addEventListener("click", () => at && show(wayOf(button)));

function choose(number) {
  lane = number;
  show(at);
}

document.addEventListener("keydown", (event) => {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (target.closest("input, select, textarea, .scrolling") || altKey || ctrlKey || metaKey) return;
  if (!(key in ways) || !at) return;
  show(ways[key]());
  event.preventDefault();
});

// A cell marks its lane, and the same cell takes the mark off.
$("panels").addEventListener("click", ({ target }) => {
  const cell = target.closest("[data-lane]");
  if (cell) choose(Number(cell.dataset.lane) === lane ? undefined : Number(cell.dataset.lane));
});

/** Opens what the address says, which may be anything. */
function openAddress() {
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
  const pair = firstPair(variants);
  const variant = read(
    "variant",
    named,
    pair[0] ?? firstWrong(variants) ?? variants.find(({ steps }) => steps.length > 0) ?? variants[0],
  );
  const isOther = (name) => (name === variant.name ? undefined : named(name));
  const beside = read("beside", isOther, state.has("variant") ? undefined : pair[1]);
  lane = read("lane", wholeTo(0, 31));
  const request = read("request", wholeTo(1, Math.max(1, variant.steps.length)));
  for (const name of state.keys()) {
    if (!["variant", "beside", "lane", "request"].includes(name)) refused.push(`${name}=${state.get(name)}`);
  }
  $("refused").textContent =
    refused.length === 0
      ? ""
      : `Not understood in the address: ${leftOut(refused)}. This page has ${plural(variants.length, "variant")}; ` +
        `of ${variant.name} it has requests 1 to ${variant.steps.length}, and lanes are 0 to 31.`;
  open([variant, ...(beside ? [beside] : [])], request);
}

keepHeight(document.querySelector("nav"), document.body, "--steps");
const wide = matchMedia("(min-width: 45rem)"); // on a telephone the controls are one line
const unfold = () => ($("more").open = wide.matches);
wide.addEventListener("change", unfold);
unfold();
const openPage = variants.length > 0 ? openAddress : openNone;
openPage();
window.addEventListener("hashchange", openPage);
