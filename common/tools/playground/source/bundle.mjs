// Makes the page's files: index.html, page.js, page.css, scheme.js, worker.js, sandbox.html, requests.html, show.html.
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const { dependencies } = JSON.parse(readFileSync(join(here, "../package.json"), "utf8"));
const VERSION = JSON.stringify(`memory-ladder-clang-${dependencies["@yowasp/clang"]}`);

/** What esbuild makes of one file and all that it imports, as text. */
async function bundled(file, define = {}, format = "iife") {
  const result = await build({
    entryPoints: [join(here, file)],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: "es2022",
    charset: "utf8",
    legalComments: "inline",
    define,
    logLevel: "warning",
  });
  return result.outputFiles[0].text;
}

/** A page that is one script: by its policy no other runs in it, unless the rest of the policy says so. */
function pageOf(script, policy) {
  const hash = createHash("sha256").update(script).digest("base64");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; form-action 'none'; base-uri 'none'; ${policy.replace("SCRIPT", `'sha256-${hash}'`)}" />
    <title>The Memory Ladder: a part of the playground</title>
    <script>${script}</script>
  </head>
</html>
`;
}

// The compiler writes its text in pieces of some bytes, as files have no block size there; and @yowasp/clang copies the
// whole file for each. With room kept for more, clang takes 2 s in place of 22.
const slow = `    const newData = new Uint8Array(Math.max(this.file.data.length, offset + contents.length));
    newData.set(this.file.data);
    newData.subarray(offset).set(contents);
    this.file.data = newData;
`;
const fast = `    const { data } = this.file;
    const size = Math.max(data.length, offset + contents.length);
    let room = data.buffer;
    if (data.byteOffset !== 0 || room.byteLength < size) {
      room = new ArrayBuffer(2 * size);
      new Uint8Array(room).set(data);
    }
    this.file.data = new Uint8Array(room, 0, size);
    this.file.data.set(contents, offset);
`;

/** Copies @yowasp/clang into a folder, with this one change. */
function copyClang(folder) {
  const from = fileURLToPath(new URL(".", import.meta.resolve("@yowasp/clang")));
  cpSync(from, folder, { recursive: true });
  const parts = readFileSync(join(from, "bundle.js"), "utf8").split(slow);
  if (parts.length !== 2) throw new Error("@yowasp/clang writes files otherwise than bundle.mjs knows it");
  writeFileSync(join(folder, "bundle.js"), parts.join(fast));
}

// What others wrote and the folder brings along; @yowasp/clang has no file of its own for that.
const OF_CLANG = `== @yowasp/clang: ISC; in it LLVM, clang, lld, libc++ and compiler-rt: Apache-2.0 WITH LLVM-exception
(https://llvm.org/LICENSE.txt), wasi-libc: Apache-2.0 WITH LLVM-exception, MIT and others
(https://github.com/WebAssembly/wasi-libc/blob/main/LICENSE)
`;

/** The licences of all packages that the page is made of, and of the emulator's libraries. */
function licences() {
  const { packages } = JSON.parse(readFileSync(join(here, "../package-lock.json"), "utf8"));
  const shipped = Object.entries(packages).filter(([name, { dev }]) => name && !dev);
  const folders = shipped.map(([name]) => join(here, "..", name));
  folders.push("/usr/share/doc/libfmt-dev", "/usr/share/doc/nlohmann-json3-dev");
  const texts = folders.flatMap((folder) =>
    ["LICENSE", "LICENSE.md", "copyright"].map((name) => join(folder, name)).filter((file) => existsSync(file)),
  );
  return (
    texts
      .map((file) => `== ${file.replace(/^.*(node_modules|doc)\//, "")}\n\n${readFileSync(file, "utf8")}\n`)
      .join("") + OF_CLANG
  );
}

export async function buildPage(folder) {
  const write = (name, text) => writeFileSync(join(folder, name), text);
  mkdirSync(folder, { recursive: true });
  const lessons = process.env.LADDER_SITE_HAS_PLAYGROUND
    ? '<a href="../index.html">The Memory Ladder: the lessons</a>'
    : "";
  write("index.html", readFileSync(join(here, "page.html"), "utf8").replace("<!-- lessons -->", lessons));
  copyFileSync(join(here, "../../../learn/show.html"), join(folder, "show.html"));
  copyClang(join(folder, "clang"));
  copyFileSync(fileURLToPath(import.meta.resolve("binaryen")), join(folder, "binaryen.js"));
  write("licences.txt", licences());
  write("page.js", await bundled("page.mjs", {}, "esm"));
  write("page.css", await bundled("page.css"));
  write("scheme.js", await bundled("../../site/assets/scheme.js"));
  write("worker.js", await bundled("worker.mjs", { VERSION }, "esm"));
  const runner = await bundled("sandbox_worker.mjs");
  const sandbox = await bundled("sandbox.mjs", { RUNNER: JSON.stringify(runner) });
  write("sandbox.html", pageOf(sandbox, "script-src SCRIPT 'wasm-unsafe-eval'; worker-src blob:"));
  // The policy of show.html, which is written into it.
  const shown = "style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval'";
  write("requests.html", pageOf(await bundled("requests.mjs"), shown));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage(process.argv[2]);
