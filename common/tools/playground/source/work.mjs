// What the page has done elsewhere: by the compiler's worker (worker.mjs), and in frames of no origin (sandbox.mjs).
import { loaded } from "./dom.mjs";
import { readable } from "./run.mjs";

const MOST_SECONDS = { run: 20, check: 120, program: 60 };
const MOST_SILENT = 90; // seconds from one step of the compiler to the next
const MOST_LETTERS = 8 * 2 ** 20; // of an answer

// A module with a try and a catch_all: does the browser know exceptions?
const catching = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];

/** What the browser lacks, or "". */
export function missing() {
  if (!globalThis.WebAssembly) return "WebAssembly";
  if (!WebAssembly.validate(new Uint8Array(catching))) return "exceptions in WebAssembly";
  return globalThis.Worker ? "" : "workers";
}

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

let stop = () => {};
/** Ends what is under way. */
export const stopWork = () => stop("Stopped.");

let compiler;
/** What the compiler makes of a chapter's texts: {module, facts}. It stays, unless it has been silent for too long. */
export function compiled({ name, problem, given }, files, say) {
  return new Promise((resolve, reject) => {
    let steps = "";
    let began = performance.now();
    const end = (stop = (words) => {
      clearTimeout(silent);
      compiler?.terminate();
      compiler = undefined;
      reject(new Error(words));
    });
    const wait = () => setTimeout(end, MOST_SILENT * 1000, `The compiler has said nothing for ${MOST_SILENT} s.`);
    let silent = wait();
    compiler ??= new Worker("worker.js", { type: "module" });
    compiler.onmessage = ({ data }) => {
      clearTimeout(silent);
      if (data.module) return resolve(data);
      if (data.error) {
        reject(Object.assign(new Error(data.error), { isOfText: data.isOfText }));
        if (!data.isOfText || data.error.includes("LLVM ERROR")) end(); // it has filled its memory, or broken off
        return;
      }
      silent = wait();
      if (data.step) steps += `${data.step} ${seconds(began)}, `;
      began = performance.now();
      say(
        data.step ? `Compiling: ${steps}..` : `Loading the compiler, once: ${Math.round(data.loaded / 1e6)} MB of 127`,
      );
    };
    compiler.onerror = ({ message }) => end(`The compiler does not start: ${message ?? "no workers with modules?"}`);
    say("Compiling");
    compiler.postMessage({ files, given, chapter: name, problem });
  });
}

/** A frame of no origin; message is what it gets. */
function framed(title, src, message, ports) {
  const frame = Object.assign(document.createElement("iframe"), { title, src });
  frame.sandbox = "allow-scripts";
  frame.addEventListener("load", () => frame.contentWindow.postMessage(message, "*", ports), { once: true });
  return frame;
}

/** The page of ./learn show, with this run in it. */
export async function drawn(show) {
  const data = JSON.stringify({ runs: [show], recorded: {} }).replaceAll("<", "\\u003c");
  const page = (await (await loaded("show.html")).text()).replace("/* data */", () => data);
  return framed("Requests of block 0", "requests.html", page);
}

/** What the module answers, and what it printed. Each run has its own frame, which takes the worker with it when it goes. */
export function answered({ module, facts }, files, question) {
  const { port1, port2 } = new MessageChannel();
  const message = { module, files: readable(files, facts, question), most: MOST_LETTERS };
  const frame = framed("Where the kernel runs", "sandbox.html", message, [port2]);
  frame.hidden = true;
  document.body.append(frame);
  return new Promise((resolve, reject) => {
    stop = (words) => reject(new Error(words));
    const most = MOST_SECONDS[question.kind];
    const late = `The kernel was still running after ${most} s: does the loop end, or are the sizes too large?`;
    setTimeout(() => reject(new Error(late)), most * 1000);
    port1.onmessage = ({ data: { text, printed, error } }) => {
      if (typeof text === "string" && text.length <= MOST_LETTERS) resolve([text, printed]);
      else reject(new Error(`The run ended without an answer. The browser says: ${String(error).slice(0, 300)}`));
    };
  })
    .then(([text, printed]) => ({ ...JSON.parse(text), printed: String(printed) }))
    .finally(() => frame.remove());
}
