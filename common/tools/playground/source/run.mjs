// Runs a module of compile.mjs, with what it asks of a system (WASI preview 1).
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

const environment = ["LADDER_TIME_LIMIT=5"]; // seconds for a block
const mostOpened = 4096, // files
  mostWritten = 2 ** 24; // bytes

// What a module can read: the texts, by name, what is known of them, and what is asked.
export const readable = (texts, facts, question) => ({
  ...texts,
  "facts.json": JSON.stringify(facts),
  "question.json": JSON.stringify(question),
});

// files: by their path from the root, what can be read. Returns what the module writes to standard output; print is
// given what goes to stderr.
export async function answerOf(module, files, print = () => {}) {
  const encoder = new TextEncoder();
  let out = "",
    written = 0,
    opened = 0;
  const limited = (take, decoder = new TextDecoder()) =>
    new ConsoleStdout((part) => {
      if ((written += part.length) > mostWritten) throw new Error("the program writes too much");
      take(decoder.decode(part, { stream: true }));
    });
  const texts = Object.entries(files).map(([name, text]) => [name, new File(encoder.encode(text), { readonly: true })]);
  const streams = [new OpenFile(new File([])), limited((text) => (out += text)), limited(print)];
  const system = new WASI([], environment, [...streams, new PreopenDirectory("/", new Map(texts))], { debug: false });
  const open = system.wasiImport.path_open;
  system.wasiImport.path_open = (...asked) => {
    if (++opened > mostOpened) throw new Error("the program opens too many files");
    return open(...asked);
  };
  const nothing = Object.create(null); // a name that objects have by themselves is no function of the system
  const imports = Object.assign(nothing, {
    wasi_snapshot_preview1: Object.assign(Object.create(null), system.wasiImport),
  });
  const { instance } = await WebAssembly.instantiate(module, imports);
  system.initialize(instance);
  instance.exports.answer();
  return out;
}
