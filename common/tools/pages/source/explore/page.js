// The explorer: what is chosen becomes a request, a count, a sentence and pictures.
import { because } from "../because.js";
import { html, renew } from "../elements.js";
import { gpu, groups, leastTransactions, loopOf, transactions } from "../engine.js";
import { ExpressionError } from "../expression.js";
import { banksOf, sectorsOf } from "../layout.js";
import { leftOut, visible } from "../words.js";
import { controls } from "./controls.js";
import { declaration, elementType, indexOf, operationInWords, pattern, wordsApart } from "./pattern.js";
import { pictures } from "./pictures.js";
import { presets } from "./presets.js";
import { nextOf, quiz } from "./quiz.js";
import { sliding } from "./sliding.js";
import { initial, parsed, written } from "./state.js";

// For the browser's console, and for the tests: memoryModel.transactions({space: "shared", operation: "load", bytes: 4,
// lanes: [{lane: 0, offset: 0}, ...]})
globalThis.memoryModel = { transactions, leastTransactions, groups, loopOf, banksOf, sectorsOf };

const $ = (id) => document.getElementById(id);
const flat = presets.flatMap(({ of }) => of);
const whole = (preset) => ({ ...initial(), ...preset.state });
/** Whether the state is a preset's; `others`: with these fields as they are now. */
const isLike = (preset, ...others) => {
  const kept = ["quiz", "lane", ...others].map((name) => [name, state[name]]);
  return written({ ...whole(preset), ...Object.fromEntries(kept) }) === written(state);
};
const isShown = (preset) => isLike(preset);

const questions = new Set(); // presets that were asked, or shown
const known = new Set(); // presets whose count was predicted
let state = initial();
let dealing;

/** Shows a number of words in the knob of a step; undefined: it differs from lane to lane. */
function showStep(id, words = "uneven") {
  const knob = $(id);
  knob.value = words;
  const canShow = words === "uneven" || knob.valueAsNumber === words;
  $(`${id}-value`).textContent = canShow ? words : "other";
}

/** Shows the state; `refused`: what the address held besides. */
function show(refused = []) {
  showControls(state, indexOf(state));
  const address = written(state);
  $("preset").value = flat.findIndex(isShown);
  if ($("preset").selectedIndex < 0) $("preset").value = "";
  if (location.hash.slice(1) !== address) history.replaceState(null, "", `#${address}`);
  $("copied").textContent = "";
  $("refused").textContent =
    refused.length > 0 ? `Not understood in the address, and left out: ${leftOut(refused)}` : "";
  let made,
    answer,
    wrong = "";
  try {
    made = pattern(state);
    answer = because(made.request);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    wrong = `This cannot be counted: ${visible(error.message)}.`;
  }
  const { space, width, height, warp } = state;
  const array = declaration(state);
  const element = `${elementType(state)}, element ${visible(indexOf(state))}${array ? ` of ${array}` : ""}`;
  $("said").textContent =
    `${space} ${operationInWords(state)}, ${element}; warp ${warp} of a block of ${width} × ${height}`;
  $("wrong").textContent = wrong;
  const hidden = asked(answer && { ...answer, key: address });
  const unit = space === "global" ? "sectors" : "wavefronts";
  $("count").textContent = hidden ? `How many ${unit}?` : (answer?.count ?? "–");
  $("best").textContent = hidden || !answer?.best ? "" : `, ${answer.best}`;
  $("why").textContent = hidden || !answer ? "" : answer.why;
  $("pictures").hidden = hidden || !answer;
  $("begin").hidden = state.quiz === "yes"; // the name of a preset tells
  showStep("apart", made && wordsApart(made.request));
  showStep("one-pad", (state.pad * state.bytes) / gpu.bankBytes);
  $("pictures").dataset.space = space;
  renew($("pictures"), ...(hidden || !answer ? [] : pictures(state, made)));
}

/** The state of the address, without one that of the first step; what is written there may be anything. */
function load() {
  const { state: read, refused } = parsed(location.hash.slice(1) || "along=row");
  state = read;
  show(refused);
}

function change(part) {
  state = { ...state, ...part };
  show();
}

for (const { group, of } of presets) {
  $("preset").append(
    html(
      "optgroup",
      { label: group },
      ...of.map((preset) => html("option", { value: flat.indexOf(preset) }, preset.name)),
    ),
  );
}
const showControls = controls(change);
const asked = quiz({
  turn: (on) => change({ quiz: on ? "yes" : "no" }),
  answered: (isRight) => {
    if (isRight) flat.filter(isShown).forEach((preset) => known.add(preset));
    show();
  },
  another: () => {
    flat.filter((preset) => isLike(preset, "warp")).forEach((preset) => questions.add(preset));
    const next = () => nextOf(flat, questions, known);
    const preset = next() ?? (questions.clear(), next());
    questions.add(preset);
    state = { ...whole(preset), quiz: "yes" };
    show();
  },
  isOn: () => state.quiz === "yes",
});
$("preset").addEventListener("change", () => {
  if ($("preset").value === "") return;
  state = { ...whole(flat[Number($("preset").value)]), quiz: state.quiz };
  show();
});
$("reset").addEventListener("click", () => {
  state = initial();
  show();
});
// The three steps above the knobs: words are dealt to the banks, lanes move apart, a pad comes and goes.
$("deal").addEventListener("click", () => {
  clearInterval(dealing);
  let lanes = 0;
  dealing = setInterval(() => {
    ++lanes;
    state = { ...initial(), along: "row", active: 2 ** lanes - 1 };
    show();
    if (lanes === 32) clearInterval(dealing);
  }, 150);
});
const turnStep = (id, part, shown = show) => {
  $(id).addEventListener("input", () => {
    clearInterval(dealing);
    state = { ...initial(), ...part($(id).valueAsNumber) };
    shown();
  });
};
turnStep("apart", (stride) => ({ along: "row", stride }));
turnStep(
  "one-pad",
  (pad) => ({ pad }),
  () => sliding($("pictures"), show),
);
$("pictures").addEventListener("click", ({ target }) => {
  const cell = target.closest("[data-lane]");
  if (!cell) return;
  const lane = Number(cell.dataset.lane);
  change({ lane: lane === state.lane ? undefined : lane });
});
$("copy").addEventListener("click", async () => {
  const isOwn = location.protocol === "file:"; // an address on this disk is of no use to others
  try {
    await navigator.clipboard.writeText(isOwn ? `docs/explore/index.html${location.hash}` : location.href);
    $("copied").textContent = isOwn ? "Copied, as a path in the repository: this page is on your disk." : "Copied.";
  } catch {
    $("copied").textContent = "The browser does not let a page copy: take it from the address bar.";
  }
});
window.addEventListener("hashchange", load);
load();
