// Compiles what the page gives it. It stays between runs, with all that it has loaded.
import { compile, CompileError } from "./compile.mjs";

const at = (name) => new URL(name, import.meta.url).href;
const load = globalThis.fetch;
let bytes = 0;

// The compiler's files never change under their version, so the browser keeps them under it: some are too large for
// its cache of HTTP. The compiler's own code fetches them, by this function.
globalThis.fetch = async (address) => {
  const kept = String(address).includes("/clang/") ? await globalThis.caches?.open(VERSION) : undefined;
  const found = await kept?.match(address);
  if (found) return found;
  const response = await load(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  kept?.put(address, response.clone()).catch(() => {}); // there may be no room for it
  const counted = new TransformStream({
    transform(part, rest) {
      bytes += part.length;
      postMessage({ loaded: bytes });
      rest.enqueue(part);
    },
  });
  return new Response(response.body.pipeThrough(counted), response);
};

async function toolsOf() {
  const headers = fetch(at("headers.json")).then((response) => response.json());
  const [{ runClang }, { default: binaryen }] = await Promise.all(
    ["clang/bundle.js", "binaryen.js"].map((name) => import(at(name))),
  );
  await runClang(null, {}, { fetchProgress() {} }); // without a command it loads
  for (const name of (await globalThis.caches?.keys()) ?? [])
    if (name.startsWith("memory-ladder-clang-") && name !== VERSION) caches.delete(name);
  return { runClang, binaryen, headers: await headers };
}
let tools;
const objects = {};
const objectOf = async (name) =>
  (objects[name] ??= new Uint8Array(await fetch(at(name)).then((response) => response.arrayBuffer())));

onmessage = async ({ data: { files, given, chapter, problem } }) => {
  try {
    const names = { emulator: `emulator/${problem}.o` };
    if (problem === "program") names.translator = "emulator/cuda_to_cpp.wasm";
    else Object.assign(names, { contract: `contracts/${chapter}.o`, beforehand: `emulator/${problem}.pch` });
    const fetched = Object.entries(names).map(async ([of, name]) => [of, await objectOf(name)]);
    const all = { ...(await (tools ??= toolsOf())), ...Object.fromEntries(await Promise.all(fetched)) };
    const { module, facts } = await compile(all, { files, given, problem }, (step) => postMessage({ step }));
    postMessage({ module, facts });
  } catch (error) {
    postMessage({ error: error.message, isOfText: error instanceof CompileError });
  }
};
