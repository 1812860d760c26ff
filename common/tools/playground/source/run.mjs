// Runs a module of compile.mjs, with what it asks of a system (WASI preview 1).
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

const environment = ["LADDER_TIME_LIMIT=5"]; // seconds for a block
// What the emulator asks for. Others would have a stranger's program fill the memory: they are refused.
const allowed =
  /^(clock_time_get|environ_(sizes_)?get|fd_(close|fdstat_get|prestat_(dir_name|get)|read|write)|path_open|proc_exit)$/;
const notSupported = 58,
  creates = 1; // a flag of path_open
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
  const streams = [new OpenFile(new File([], { readonly: true })), limited((text) => (out += text)), limited(print)];
  const folder = new PreopenDirectory("/", new Map(texts));
  const system = new WASI([], environment, [...streams, folder], { debug: false });
  const open = system.wasiImport.path_open;
  system.wasiImport.path_open = (...asked) => {
    if (++opened > mostOpened) throw new Error("the program opens too many files");
    return asked[4] & creates ? notSupported : open(...asked);
  };
  const compiled = await WebAssembly.compile(module);
  const functions = Object.create(null); // a name that objects have by themselves is none of these
  for (const { name } of WebAssembly.Module.imports(compiled))
    functions[name] = allowed.test(name) ? system.wasiImport[name] : () => notSupported;
  const imports = Object.assign(Object.create(null), { wasi_snapshot_preview1: functions });
  const instance = await WebAssembly.instantiate(compiled, imports);
  system.initialize(instance);
  instance.exports.answer();
  return out;
}
