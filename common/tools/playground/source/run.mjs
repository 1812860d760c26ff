// Runs a module of compile.mjs, with what it asks of a system (WASI preview 1).
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

const environment = ["LADDER_TIME_LIMIT=5"]; // seconds for a block
// What the emulator asks for. Others would have a stranger's program fill the memory: they are refused.
const allowed =
  /^(args_(sizes_)?get|clock_time_get|environ_(sizes_)?get|fd_(close|fdstat_get|prestat_(dir_name|get)|read|write)|path_open|proc_exit)$/;
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

// A module, ready to begin: files: by their path from the root, what it can read; print is given what it prints.
async function ready(module, args, files, print) {
  const encoder = new TextEncoder();
  let written = 0,
    opened = 0;
  const limited = (isError, decoder = new TextDecoder()) =>
    new ConsoleStdout((part) => {
      if ((written += part.length) > mostWritten) throw new Error("the program writes too much");
      print(decoder.decode(part, { stream: true }), isError);
    });
  const texts = Object.entries(files).map(([name, text]) => {
    return [name, new File(typeof text === "string" ? encoder.encode(text) : text, { readonly: true })];
  });
  const streams = [new OpenFile(new File([], { readonly: true })), limited(false), limited(true)];
  const folder = new PreopenDirectory("/", new Map(texts));
  const system = new WASI(args, environment, [...streams, folder], { debug: false });
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
  return { system, instance };
}

// How a program was ended, as emulator/programs/program.cpp numbers the ways, by what browsers say.
const ways = [/divi(de|sion)|remainder/, /out of bounds/, /call stack|recursion/, /Exception/];
const wayOf = (error) => ways.findIndex((way) => way.test(String(error))) + 1;

// Returns the answer of a module of the emulator.
export async function answerOf(module, files, print = () => {}) {
  const { system, instance } = await ready(module, ["program"], files, print);
  system.initialize(instance);
  const { run, ended, answer, text, memory } = instance.exports;
  const answered = () => {
    const bytes = new Uint8Array(memory.buffer, text()).subarray(0, mostWritten);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  if (!run) answer();
  else
    try {
      run(); // a whole program, which ends by exit(): it has answered then
    } catch (error) {
      if (!answered()) ended(wayOf(error));
    }
  return answered();
}

// Runs a module that is a command.
export async function ran(module, args, files) {
  let out = "",
    said = "";
  const { system, instance } = await ready(module, args, files, (part, isError) =>
    isError ? (said += part) : (out += part),
  );
  return { status: system.start(instance), out, said };
}
