// The playground's page: a chapter's text is edited, compiled by worker.mjs, and run in a frame (sandbox.mjs). What
// comes from a link or from a run is a stranger's: it is checked, and shown as text.
import { setDiagnostics } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { visible } from "../../pages/source/words.js";
import { stateOf } from "./editor.mjs";
import { readable } from "./run.mjs";

const MOST_SHOWN = 1e5; // letters of a text
const MOST_SECONDS = { run: 20, check: 120 };
const MOST_SILENT = 90; // seconds from one step of the compiler to the next
const MOST_ELEMENTS = 2 ** 22;
const MOST_LETTERS = 8 * 2 ** 20; // of an answer
const LONGEST_LINK = 32 * 1024;

const $ = (id) => document.getElementById(id);
const made = (tag, properties) => Object.assign(document.createElement(tag), properties);
const button = (text, onclick) => made("button", { type: "button", textContent: visible(text), onclick });
const say = (text) => ($("status").textContent = visible(text));
const shortened = (text) => visible(String(text)).slice(0, MOST_SHOWN);
const refuse = (text) => ($("refused").textContent = shortened(text));
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
async function loaded(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} is not there: ${response.status} ${response.statusText}`);
  return response;
}

// A module with a try and a catch_all: does the browser know exceptions?
const catching = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];
const missing = () => {
  if (!globalThis.WebAssembly) return "WebAssembly";
  if (!WebAssembly.validate(new Uint8Array(catching))) return "exceptions in WebAssembly";
  return globalThis.Worker ? "" : "workers";
};

const chapters = await (await loaded("chapters.json")).json();
const view = new EditorView({ parent: $("editor") });
const states = {}; // by chapter and file: the editor's
let chapter, file; // in view
let built; // {key, module, facts}: what ran last
let answer; // what is shown

function texts() {
  states[chapter.name][file] = view.state;
  return Object.fromEntries(Object.entries(states[chapter.name]).map(([name, { doc }]) => [name, doc.toString()]));
}
const changes = () => Object.entries(texts()).filter(([name, text]) => text !== chapter.files[name]);
const isChanged = () => changes().length > 0;
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
  if (chapter) texts(); // to come back to
  file = undefined;
  chapter = chapters.find((one) => one.name === name) ?? chapters[0];
  $("chapter").value = chapter.name;
  offerVariants(chapter.variants, variant);
  states[chapter.name] ??= {};
  for (const [of, text] of Object.entries({ ...chapter.files, ...files }))
    if (Object.hasOwn(files, of) || !states[chapter.name][of]) states[chapter.name][of] = stateOf(of, text);
  const labels = chapter.sizes.map(({ name, value }) => {
    const label = made("label", { textContent: `${name} ` });
    label.append(made("input", { type: "number", min: 1, value: size[name] ?? value, onchange: runIfBuilt }));
    return label;
  });
  $("sizes").replaceChildren(...labels);
  $("tabs").replaceChildren(...Object.keys(chapter.files).map((of) => button(of, () => openFile(of))));
  openFile(Object.keys({ ...files, ...chapter.files })[0]);
  for (const id of ["varied", "check", "limited", "requests"]) $(id).hidden = Boolean(chapter.hints);
  $("hint").hidden = !chapter.hints;
  $("hinted").textContent = "";
  clear();
}

/** The next hint to an exercise; after the last the first again. */
function showHint() {
  const { hints } = chapter;
  const next = (Number($("hinted").dataset.number ?? 0) % hints.length) + 1;
  $("hinted").dataset.number = next;
  $("hinted").textContent = `Hint ${next} of ${hints.length}: ${hints[next - 1]}`;
}

function clear() {
  answer = undefined;
  for (const id of ["failures", "table", "notes", "limits", "left_out", "refused", "pictures"]) $(id).replaceChildren();
  mark([]);
}

/** Marks lines in the editor, [{file, line, severity, message}], with a button for each. */
function mark(places) {
  texts();
  const known = places.filter(
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

// Where clang says that something is wrong: "./kernel.cuh:27:5: error: ..".
const placesOfErrors = (text) =>
  [...text.matchAll(/^(?:\.\/)?([\w.]+):(\d+):\d+: (?:fatal )?(error|note): (.*)$/gm)].map(
    ([, file, line, kind, message]) => ({ file, line: +line, message, severity: kind === "note" ? "info" : kind }),
  );
// A race has two lines: of the access that was found, and of the other.
const placesOf = ({ hazards }) =>
  hazards.flatMap(({ words, advice, remark, thread, other }) =>
    [thread, other].filter(Boolean).map(({ file, line }) => {
      return { file, line, message: advice ? `${words}; ${advice}` : words, severity: remark ? "warning" : "error" };
    }),
  );

let compiler;
/** What the compiler makes of the texts: {module, facts}. It stays, unless it has been silent for too long. */
function compiled(files) {
  return new Promise((resolve, reject) => {
    let silent;
    let steps = "";
    let began = performance.now();
    const end = (words) => {
      compiler.terminate();
      compiler = undefined;
      reject(new Error(words));
    };
    compiler ??= new Worker("worker.js", { type: "module" });
    compiler.onmessage = ({ data }) => {
      clearTimeout(silent);
      if (data.module) return resolve(data);
      if (data.error) {
        reject(Object.assign(new Error(data.error), { isOfText: data.isOfText }));
        if (!data.isOfText || data.error.includes("LLVM ERROR")) end(); // it has filled its memory, or broken off
        return;
      }
      silent = setTimeout(end, MOST_SILENT * 1000, `The compiler has said nothing for ${MOST_SILENT} s.`);
      if (data.step) steps += `${data.step} ${seconds(began)}, `;
      began = performance.now();
      say(data.step ? `Compiling: ${steps}..` : `Loading the compiler, once: ${Math.round(data.loaded / 1e6)} MB`);
    };
    compiler.onerror = ({ message }) => end(`The compiler does not start: ${message ?? "no workers with modules?"}`);
    say("Compiling");
    const { name, problem, given } = chapter;
    compiler.postMessage({ files, given, chapter: name, problem });
  });
}

/** A frame of no origin; message is what it gets. */
function framed(title, src, message, ports) {
  const frame = made("iframe", { title, sandbox: "allow-scripts", src });
  frame.addEventListener("load", () => frame.contentWindow.postMessage(message, "*", ports), { once: true });
  return frame;
}

/** What the module answers. Each run has its own frame, which takes the worker with it when it goes. */
function answered({ module, facts }, files, question) {
  const { port1, port2 } = new MessageChannel();
  const message = { module, files: readable(files, facts, question), most: MOST_LETTERS };
  const frame = framed("Where the kernel runs", "sandbox.html", message, [port2]);
  frame.hidden = true;
  document.body.append(frame);
  return new Promise((resolve, reject) => {
    const most = MOST_SECONDS[question.kind];
    const late = `The kernel was still running after ${most} s: does the loop end, or are the sizes too large?`;
    setTimeout(() => reject(new Error(late)), most * 1000);
    port1.onmessage = ({ data: { text, error } }) => {
      if (typeof text === "string" && text.length <= MOST_LETTERS) resolve(text);
      else reject(new Error(`The run ended without an answer. The browser says: ${String(error).slice(0, 300)}`));
    };
  })
    .then(JSON.parse)
    .finally(() => frame.remove());
}

/** The page of ./learn show, with this run in it, where the reader has asked for it. */
async function drawRequests() {
  $("pictures").replaceChildren();
  if (!$("requests").open || !answer) return;
  const data = JSON.stringify({ runs: [answer.show], recorded: {} }).replaceAll("<", "\\u003c");
  const page = (await (await loaded("show.html")).text()).replace("/* data */", () => data);
  $("pictures").replaceChildren(framed("Requests of block 0", "requests.html", page));
}

function showRun(given) {
  for (const id of ["table", "notes", "failures", "limits"]) $(id).textContent = shortened(given[id]);
  if (!$("variant").value) offerVariants(given.show.variants.map(({ name }) => name.split("/")[1]));
  mark(given.show.variants.flatMap(placesOf));
  answer = given;
  drawRequests();
}

/** What the chapter's checks say: as ./learn check, as far as a tab bears them. */
function showChecks(given) {
  for (const id of ["failures", "left_out"]) $(id).textContent = shortened(given[id]);
  mark(given.findings.map(({ file, line, words }) => ({ file, line, message: words, severity: "error" })));
}

/** What ./learn exercise says of an answer. */
function showAnswer(given) {
  $("table").textContent = shortened(given.report);
  mark(given.findings.map(({ file, line, words }) => ({ file, line, message: words, severity: "error" })));
}

/** kind: of work, "run" or "check". */
async function runOnce(kind) {
  const began = performance.now();
  const [files, asked, variant] = [texts(), sizes(), $("variant").value];
  clear();
  if (missing()) throw new Error(`This browser has no ${missing()}: nothing can run here.`);
  if (!asked.every((size) => Number.isInteger(size) && size >= 1)) throw new Error("A size is a whole number.");
  if (asked.reduce((product, size) => product * size, 1) > MOST_ELEMENTS)
    throw new Error(`A tab bears ${MOST_ELEMENTS.toLocaleString("en")} elements at most: choose smaller sizes.`);
  const key = keyOf(files);
  const isNew = isChanged() || Boolean(chapter.hints); // exercises are not there compiled
  if (built?.key !== key && isNew) built = { key, ...(await compiled(files)) };
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
  Object.assign(question, { columns: Math.max(40, Math.min(columns, 120)), ...(variant && { variants: [variant] }) });
  const given = await answered(built, files, question);
  if (keyOf(texts()) !== key) return say("The text has changed since this run began.");
  if (given.error) throw new Error(given.error);
  (chapter.hints ? showAnswer : kind === "check" ? showChecks : showRun)(given);
  say(`${given.is_good ? "Right" : "Wrong"}: ${prepared}, ${seconds(ran)} to ${kind}.`);
}

let running = false;
let next = ""; // kind of work that was asked for meanwhile
async function run(kind = "run") {
  next = kind;
  if (running) return;
  running = true;
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
  $("run").ariaDisabled = "false";
}
/** What needs no compiler runs at once. */
const runIfBuilt = () => ((!isChanged() && !chapter.hints) || built?.key === keyOf(texts())) && run();

// An address: #chapter=..&variant=..&SIZE=..&files=.., the last the changed texts, compressed.
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

async function copyLink() {
  const state = new URLSearchParams({ chapter: chapter.name, variant: $("variant").value });
  chapter.sizes.forEach(({ name }, i) => state.set(name, sizes()[i]));
  if (isChanged()) {
    if (!globalThis.CompressionStream) return refuse("No link was made: this browser has no CompressionStream.");
    const text = JSON.stringify(Object.fromEntries(changes()));
    const bytes = await through(text, new CompressionStream("deflate-raw"));
    const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    state.set("files", letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
  }
  const { length } = String(state);
  if (length > LONGEST_LINK) return refuse(`No link was made: it has ${length} letters, ${LONGEST_LINK} at most.`);
  history.replaceState(null, "", `#${state}`);
  const isCopied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  say(isCopied ? "The link with your text is copied." : "The address of this page is now the link with your text.");
}

/** The texts of a link that are a chapter's. */
async function textsOf(letters, { files }) {
  if (letters.length > LONGEST_LINK) throw new Error("too long");
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  const isOfChapter = ([name, text]) => Object.hasOwn(files, name) && typeof text === "string";
  return Object.fromEntries(Object.entries(JSON.parse(text)).filter(isOfChapter));
}

async function openAddress() {
  const state = new URLSearchParams(location.hash.slice(1));
  const of = chapters.find(({ name }) => name === (state.get("chapter") ?? chapters[0].name));
  let refused = of ? "" : "This link names a chapter that is not here.";
  const given = { variant: state.get("variant"), size: Object.fromEntries(state) };
  if (of && state.has("files"))
    given.files = await textsOf(state.get("files"), of).catch(() => {
      refused = "The text in this link cannot be read here: this is the chapter's own.";
    });
  openChapter(of?.name, given);
  next = ""; // nor does it run because another was to
  if (isChanged()) say("This text came with the link. Nothing of it has run: Run compiles it.");
  else await runIfBuilt();
  if (refused) refuse(refused);
}

const open = (...asked) => (openChapter(...asked), say(""), runIfBuilt());
const group = (label, some) => {
  const all = made("optgroup", { label });
  all.append(...some.map(({ name, title }) => new Option(title, name)));
  return all;
};
$("chapter").replaceChildren(
  group(
    "Chapters",
    chapters.filter(({ hints }) => !hints),
  ),
  group(
    "Exercises",
    chapters.filter(({ hints }) => hints),
  ),
);
$("chapter").onchange = ({ target }) => open(target.value);
$("variant").onchange = runIfBuilt;
$("run").onclick = () => run();
$("check").onclick = () => run("check");
$("link").onclick = copyLink;
$("original").onclick = () => open(chapter.name, { variant: $("variant").value, files: chapter.files });
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
