// clang 22 of this machine in place of the one that is compiled to WebAssembly, for what is built beforehand: the same
// code, some ten times as fast.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

// The runClang of @yowasp/clang, with the C++ library in the folder `sysroot`.
export const clangOf =
  (sysroot) =>
  async (command, given, { stderr }) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "playground-"));
    const write = (below, tree) => {
      for (const [name, value] of Object.entries(tree)) {
        const at = path.join(below, name),
          isFile = typeof value === "string" || value instanceof Uint8Array;
        fs.mkdirSync(isFile ? below : at, { recursive: true });
        isFile ? fs.writeFileSync(at, value) : write(at, value);
      }
    };
    write(folder, given);
    const [tool, ...options] = command,
      result = options.at(options.indexOf("-o") + 1);
    const library = [
      `--sysroot=${sysroot}`,
      ...(result.endsWith(".wasm") ? ["-resource-dir", sysroot, "-fuse-ld=lld"] : []),
    ];
    const done = spawnSync(`${tool}-22`, [...library, ...options], { cwd: folder });
    stderr(done.stderr);
    const tree = done.status === 0 && { [result]: fs.readFileSync(path.join(folder, result)) };
    fs.rmSync(folder, { recursive: true });
    if (!tree) throw new Error(done.error?.message ?? "clang failed");
    return tree;
  };
