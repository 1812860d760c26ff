// Runs a module of compile.mjs: with the few functions of the system that it asks for (WASI preview 1).

const success = 0,
  badDescriptor = 8,
  noFile = 44,
  notSupported = 58;
const mostOpen = 64, // files at once
  mostWritten = 2 ** 24; // letters

// What a module can read: the texts, by name, what is known of them, and what is asked.
export function readable(texts, facts, question) {
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [`/${name}`, text]));
  return { ...files, "/facts.json": JSON.stringify(facts), "/question.json": JSON.stringify(question) };
}

// files: by their path from the root, what can be read. Returns what the module writes to standard output; print is
// given what goes to stderr.
export async function answerOf(module, files, print = () => {}) {
  const encoder = new TextEncoder(),
    decoder = new TextDecoder();
  const open = new Map(),
    root = 3;
  let exports,
    out = "",
    next = 4;
  const view = () => new DataView(exports.memory.buffer);
  const at = (begin, bytes) => new Uint8Array(exports.memory.buffer, begin, bytes);
  const pieces = (list, count) =>
    Array.from({ length: count }, (_, i) => [
      view().getUint32(list + 8 * i, true),
      view().getUint32(list + 8 * i + 4, true),
    ]);
  const system = {
    fd_write(fd, list, count, written) {
      let bytes = 0;
      for (const [begin, size] of pieces(list, count)) {
        const text = decoder.decode(at(begin, size), { stream: true });
        if (fd === 1) out += text;
        else print(text);
        if (out.length > mostWritten) throw new Error("the program writes too much");
        bytes += size;
      }
      view().setUint32(written, bytes, true);
      return success;
    },
    fd_prestat_get(fd, result) {
      if (fd !== root) return badDescriptor;
      view().setUint32(result, 0, true);
      view().setUint32(result + 4, 1, true);
      return success;
    },
    fd_prestat_dir_name(fd, path) {
      at(path, 1)[0] = "/".charCodeAt(0);
      return success;
    },
    fd_fdstat_get(fd, result) {
      at(result, 24).fill(0);
      view().setUint8(result, fd === root ? 3 : fd < root ? 2 : 4); // a folder, a terminal, a file
      view().setBigUint64(result + 8, ~0n, true);
      view().setBigUint64(result + 16, ~0n, true);
      return success;
    },
    path_open(fd, flags, path, length, how, rights, inherited, more, result) {
      const name = "/" + decoder.decode(at(path, length));
      if (!Object.hasOwn(files, name) || open.size >= mostOpen) return noFile;
      const text = files[name];
      open.set(next, { bytes: encoder.encode(text), read: 0 });
      view().setUint32(result, next++, true);
      return success;
    },
    fd_read(fd, list, count, result) {
      const file = open.get(fd);
      if (!file) return badDescriptor;
      let bytes = 0;
      for (const [begin, size] of pieces(list, count)) {
        const part = file.bytes.subarray(file.read, file.read + size);
        at(begin, part.length).set(part);
        file.read += part.length;
        bytes += part.length;
      }
      view().setUint32(result, bytes, true);
      return success;
    },
    fd_close(fd) {
      open.delete(fd);
      return success;
    },
    clock_time_get(clock, precision, result) {
      view().setBigUint64(result, BigInt(Math.round(performance.now() * 1e6)), true);
      return success;
    },
    environ_sizes_get(count, bytes) {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return success;
    },
    environ_get: () => success,
    proc_exit(status) {
      throw new Error(`the program ended with status ${status}`);
    },
  };
  const compiled = await WebAssembly.compile(module),
    imports = Object.create(null);
  for (const { module: from, name } of WebAssembly.Module.imports(compiled)) {
    if (from !== "wasi_snapshot_preview1") throw new Error(`the program asks for ${from}.${name}, which is not there`);
    imports[from] ??= Object.create(null);
    imports[from][name] = Object.hasOwn(system, name) ? system[name] : () => notSupported;
  }
  exports = (await WebAssembly.instantiate(compiled, imports)).exports;
  exports._initialize();
  exports.answer();
  return out;
}
