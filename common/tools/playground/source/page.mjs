// The playground's page: a chapter's text is edited, compiled by worker.mjs, and run in a frame (sandbox.mjs). What
// comes from a link or from a run is a stranger's: it is checked, and shown as text.
import { setDiagnostics } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { visible } from "../../pages/source/words.js";
import { $, button, loaded, made, shortened } from "./dom.mjs";
import { stateOf } from "./editor.mjs";
import { LONGEST_LINK, canPack, packed, unpacked } from "./link.mjs";
import { placesOf, placesOfErrors, placesOfFindings } from "./places.mjs";
import { answered, compiled, drawn, missing, seconds, stopWork } from "./work.mjs";

const MOST_PLACES = 1000; // findings, variants
const MOST_ELEMENTS = 2 ** 22;

const say = (text) => ($("status").textContent = visible(text));
const refuse = (text) => ($("refused").textContent = shortened(text));

const chapters = await (await loaded("chapters.json")).json();
const view = new EditorView({ parent: $("editor") });
const states = {}; // by chapter and file: the editor's
let chapter, file; // in view
let built; // {key, module, facts}: what ran last
let answer; // what is shown
let shown; // the key of the texts that it is of
let openings = 0; // of chapters

function texts() {
  states[chapter.name][file] = view.state;
  return Object.fromEntries(Object.entries(states[chapter.name]).map(([name, { doc }]) => [name, doc.toString()]));
}
const changes = () => Object.entries(texts()).filter(([name, text]) => text !== chapter.files[name]);
const isChanged = () => changes().length > 0;
const isProgram = () => chapter.problem === "program";
const keyOf = (files) => JSON.stringify([chapter.name, files]);
const sizes = () => [...$("sizes").querySelectorAll("input")].map(({ value }) => Number(value));

function openFile(name) {
  if (file) states[chapter.name][file] = view.state;
  file = name;
  view.setState(states[chapter.name][file]);
  for (const tab of $("tabs").children) tab.ariaPressed = String(tab.textContent === file);
}

function goTo(name, line) {
  openFile(name);
  const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
}

function offerVariants(names, chosen = "") {
  $("variant").replaceChildren(new Option("all", ""), ...names.map((name) => new Option(name, name)));
  $("variant").value = names.includes(chosen) ? chosen : "";
}

/** Opens a chapter: with the variant, the sizes and the texts of a link. */
function openChapter(name, { variant, size = {}, files = {} } = {}) {
  ++openings;
  next = ""; // what was to run was of another text
  if (chapter) texts(); // to come back to
  file = undefined;
  chapter = chapters.find((one) => one.name === name) ?? chapters[0];
  $("chapter").value = chapter.name;
  offerVariants(chapter.variants, variant);
  states[chapter.name] ??= {};
  for (const [of, text] of Object.entries({ ...chapter.files, ...files }))
    if (Object.hasOwn(files, of) || !states[chapter.name][of]) states[chapter.name][of] = stateOf(of, text, changed);
  const labels = chapter.sizes.map(({ name, value }) => {
    const label = made("label", { textContent: `${name} ` });
    label.append(made("input", { type: "number", min: 1, value: size[name] ?? value, onchange: runAndKeep }));
    return label;
  });
  $("sizes").replaceChildren(...labels);
  $("tabs").replaceChildren(...Object.keys(chapter.files).map((of) => button(of, () => openFile(of))));
  openFile(Object.keys({ ...files, ...chapter.files })[0]);
  for (const id of ["varied", "check"]) $(id).hidden = Boolean(chapter.hints) || isProgram();
  $("hint").hidden = !chapter.hints;
  $("hinted").replaceChildren();
  clear();
}

/** One hint more to an exercise. */
function showHint() {
  const { hints } = chapter;
  const number = Math.min($("hinted").childElementCount + 1, hints.length);
  if (number > $("hinted").childElementCount)
    $("hinted").append(made("p", { textContent: `Hint ${number} of ${hints.length}: ${hints[number - 1]}` }));
}

function clear() {
  answer = shown = undefined;
  $("outcome").classList.remove("stale");
  for (const id of ["limited", "requests"]) $(id).hidden = true;
  for (const id of ["failures", "table", "notes", "limits", "news", "left_out", "refused", "pictures"])
    $(id).replaceChildren();
  mark([]);
}

/** Marks lines in the editor, [{file, line, severity, message}], with a button for each. */
function mark(places) {
  texts();
  const known = places
    .slice(0, MOST_PLACES)
    .filter(
      ({ file, line }) =>
        Object.hasOwn(states[chapter.name], file) && line >= 1 && line <= states[chapter.name][file].doc.lines,
    );
  for (const [of, state] of Object.entries(states[chapter.name])) {
    const here = known.filter((one) => one.file === of);
    const marks = here.map(({ line, severity, message }) => {
      return { from: state.doc.line(line).from, to: state.doc.line(line).to, severity, message: visible(message) };
    });
    states[chapter.name][of] = state.update(setDiagnostics(state, marks)).state;
  }
  view.setState(states[chapter.name][file]);
  const lines = new Map(known.map(({ file, line }) => [`${file}:${line}`, () => goTo(file, line)]));
  $("places").replaceChildren(...[...lines].slice(0, 20).map(([name, go]) => button(name, go)));
}

async function drawRequests() {
  $("pictures").replaceChildren();
  if ($("requests").open && answer) $("pictures").replaceChildren(await drawn(answer.show));
}

/** Limits and pictures, for who opens them. */
function offerRequests(given) {
  for (const id of ["limited", "requests"]) $(id).hidden = false;
  answer = given;
  drawRequests();
}

function showRun(given) {
  for (const id of ["notes", "failures", "limits"]) $(id).textContent = shortened(given[id]);
  $("table").textContent = shortened(given.printed + given.table);
  if (!$("variant").value)
    offerVariants(given.show.variants.slice(0, MOST_PLACES).map(({ name }) => name.split("/")[1]));
  mark(given.show.variants.flatMap(placesOf));
  offerRequests(given);
}

/** What the chapter's checks say: as ./learn check, as far as a tab bears them. */
function showChecks(given) {
  for (const id of ["failures", "news", "left_out"]) $(id).textContent = shortened(given[id]);
  mark(placesOfFindings(given));
}

/** What ./learn exercise says of an answer. */
function showAnswer(given) {
  $("table").textContent = shortened(given.report);
  mark(placesOfFindings(given));
}

/** What ./learn try says of a whole program, behind what that printed. */
function showProgram(given) {
  $("table").textContent = shortened(given.printed + given.report);
  for (const id of ["failures", "limits"]) $(id).textContent = shortened(given[id]).trim();
  mark(placesOfFindings(given));
  offerRequests(given);
}

/** kind: of work, "run" or "check". */
async function runOnce(kind) {
  const began = performance.now();
  const [files, asked, variant] = [texts(), sizes(), $("variant").value];
  clear();
  if (missing()) throw new Error(`This browser has no ${missing()}: nothing can run here.`);
  if (!asked.every((size) => Number.isInteger(size) && size >= 1))
    throw new Error("A size is a whole number, 1 or more.");
  if (asked.reduce((product, size) => product * size, 1) > MOST_ELEMENTS)
    throw new Error(`A tab bears ${MOST_ELEMENTS.toLocaleString("en")} elements at most: choose smaller sizes.`);
  const key = keyOf(files);
  const opening = openings;
  const isNew = isChanged() || Boolean(chapter.hints); // exercises are not there compiled
  if (built?.key !== key && isNew) built = { key, ...(await compiled(chapter, files, say)) };
  if (built?.key !== key) {
    say("Loading");
    const parts = ["wasm", "json"].map((end) => loaded(`chapters/${chapter.name}.${end}`));
    const [module, facts] = await Promise.all(parts);
    built = { key, module: await module.arrayBuffer(), facts: await facts.json() };
  }
  const prepared = `${seconds(began)} to ${isNew ? "compile" : "load"}`;
  say(`${prepared}. Running`);
  const ran = performance.now();
  const columns = Math.floor((50 * $("outcome").clientWidth) / $("ruler").scrollWidth); // the ruler has 50 letters
  const question = { chapter: chapter.name, source: Object.values(files).join(""), sizes: asked, kind };
  if (isProgram()) Object.assign(question, { kind: "program", name: Object.keys(files)[0] });
  Object.assign(question, { columns: Math.max(40, Math.min(columns, 120)), ...(variant && { variants: [variant] }) });
  const given = await answered(built, files, question);
  if (opening !== openings) return;
  if (given?.error) throw new Error(given.error);
  try {
    (isProgram() ? showProgram : chapter.hints ? showAnswer : kind === "check" ? showChecks : showRun)(given);
  } catch {
    throw new Error("The run's answer is not of the shape that it should have.");
  }
  shown = key;
  changed();
  const [good, bad] = chapter.hints ? ["Passed", "Not yet"] : ["Right", "Wrong"];
  say(`${given.is_good ? good : bad}: ${prepared}, ${seconds(ran)} to ${kind}.`);
}

let running = false;
let next = ""; // kind of work that was asked for meanwhile
async function run(kind = "run") {
  next = kind;
  if (running) return;
  running = true;
  $("stop").hidden = false;
  $("run").ariaDisabled = "true";
  while (next) {
    const now = next;
    next = "";
    await runOnce(now).catch((error) => {
      say(error.isOfText ? "It does not compile." : "");
      if (!error.isOfText) return refuse(error.message);
      $("failures").textContent = shortened(error.message);
      mark(placesOfErrors(error.message));
    });
  }
  running = false;
  $("stop").hidden = true;
  $("run").ariaDisabled = "false";
}
/** What needs no compiler runs at once. */
const runIfBuilt = () => ((!isChanged() && !chapter.hints) || built?.key === keyOf(texts())) && run();

// An address: #chapter=..&variant=..&SIZE=..&files=.., the last the changed texts. It follows what the reader does.
let kept = 0;
async function keepAddress() {
  const now = ++kept;
  const state = new URLSearchParams({ chapter: chapter.name, variant: $("variant").value });
  chapter.sizes.forEach(({ name }, i) => state.set(name, sizes()[i]));
  if (isChanged() && canPack()) state.set("files", await packed(Object.fromEntries(changes())));
  const { length } = String(state);
  if (now === kept && length <= LONGEST_LINK) history.replaceState(null, "", `#${state}`);
  return length;
}
let soon;
function changed() {
  clearTimeout(soon);
  soon = setTimeout(keepAddress, 300);
  $("outcome").classList.toggle("stale", Boolean(shown) && shown !== keyOf(texts()));
}

async function copyLink() {
  const length = await keepAddress();
  if (isChanged() && !canPack()) return refuse("No link was made: this browser has no CompressionStream.");
  if (length > LONGEST_LINK) return refuse(`No link was made: it has ${length} letters, ${LONGEST_LINK} at most.`);
  const isCopied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  say(isCopied ? "The link with your text is copied." : "The address of this page is the link with your text.");
}

async function openAddress() {
  clearTimeout(soon);
  ++kept;
  const state = new URLSearchParams(location.hash.slice(1));
  const of = chapters.find(({ name }) => name === (state.get("chapter") ?? chapters[0].name));
  let refused = of ? "" : "This link names a chapter that is not here.";
  const given = { variant: state.get("variant"), size: Object.fromEntries(state) };
  if (of && state.has("files")) {
    const isOfChapter = ([name, text]) => Object.hasOwn(of.files, name) && typeof text === "string";
    given.files = await unpacked(state.get("files"))
      .then((texts) => Object.fromEntries(Object.entries(texts).filter(isOfChapter)))
      .catch(() => {
        refused = "The text in this link cannot be read here: this is the chapter's own.";
      });
  }
  openChapter(of?.name, given);
  if (isChanged()) say("A changed text came with this address. Nothing of it has run: Run compiles it.");
  else await runIfBuilt();
  if (refused) refuse(refused);
}

const runAndKeep = () => (changed(), runIfBuilt());
const open = (name) => (openChapter(name), say(""), runAndKeep());

/** The chapter's own text again; to undo is to have the other back. */
function restore() {
  texts();
  for (const [name, state] of Object.entries(states[chapter.name])) {
    const changes = { from: 0, to: state.doc.length, insert: chapter.files[name] };
    states[chapter.name][name] = state.update({ changes }).state;
  }
  view.setState(states[chapter.name][file]);
  clear();
  runAndKeep();
}

const kindOf = ({ hints, problem }) => (hints ? "Exercises" : problem === "program" ? "Your own" : "Chapters");
$("chapter").replaceChildren(
  ...Object.entries(Object.groupBy(chapters, kindOf)).map(([label, some]) => {
    const group = made("optgroup", { label });
    group.append(...some.map(({ name, title }) => new Option(title, name)));
    return group;
  }),
);
$("chapter").onchange = ({ target }) => open(target.value);
$("variant").onchange = runAndKeep;
$("run").onclick = () => run();
$("stop").onclick = stopWork;
$("check").onclick = () => run("check");
$("link").onclick = copyLink;
$("original").onclick = restore;
$("hint").onclick = showHint;
$("requests").ontoggle = drawRequests;
onhashchange = openAddress;
const runByKey = (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  run();
};
addEventListener("keydown", runByKey, true); // before the editor, to which Ctrl+Enter is a new line
await openAddress();
