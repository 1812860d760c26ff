// Builds the playground: node build.mjs BUILD OUT. BUILD: a configured build folder of the course, for the headers that
// CMake writes there; the emulator is built in BUILD/playground. OUT: the folder to be served.
import binaryen from "binaryen";
import { runClang } from "@yowasp/clang";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildPage } from "./source/bundle.mjs";
import { compile, precompiled } from "./source/compile.mjs";
import { clangOf } from "./source/native.mjs";
import { answerOf, readable } from "./source/run.mjs";

const here = path.dirname(fileURLToPath(import.meta.url)),
  root = path.join(here, "../../..");
const [build, target] = process.argv.slice(2).map((folder) => path.resolve(folder));
const out = `${target}.part`; // until all of it is there
const modules = (name) => path.join(here, "node_modules", name);
const read = (...parts) => fs.readFileSync(path.join(...parts), "utf8");
const write = (name, contents) => {
  fs.mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
  fs.writeFileSync(path.join(out, name), contents);
};

// clang for WebAssembly builds the emulator; its C++ library is that of the tab's compiler.
function buildEmulator() {
  const archive = modules("@yowasp/clang/gen/llvm-resources.tar");
  if (!fs.existsSync(path.join(sysroot, "include"))) {
    fs.mkdirSync(sysroot, { recursive: true });
    execFileSync("tar", ["-xf", archive, "-C", sysroot]);
  }
  const to = { stdio: ["ignore", "ignore", "inherit"] };
  execFileSync(
    "cmake",
    ["-S", here, "-B", folder, `-DCMAKE_TOOLCHAIN_FILE=${here}/wasm.cmake`, `-DLADDER_SYSROOT=${sysroot}`],
    to,
  );
  execFileSync("cmake", ["--build", folder, "--parallel"], to);
  return Object.fromEntries(
    ["transpose", "reduction"].map((problem) => [problem, fs.readFileSync(path.join(folder, `${problem}.o`))]),
  );
}

// A folder as a tree: names, and below them folders or texts. wanted: of a path from the root.
function tree(folder, wanted) {
  const all = {};
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      const below = tree(name, wanted);
      if (Object.keys(below).length > 0) all[entry.name] = below;
    } else if (wanted(name)) all[entry.name] = read(root, name);
  }
  return all;
}

// What kernels may include.
const isHeader = (name) =>
  /ladder\/(emulator\/cuda|engine|model|base)\/.*\.(hpp|h)$|problems\/\w+\/(kernels|variants?)\.hpp$|compiler_probe\.cu$|debuginfo\/device_code\.hpp$/.test(
    name,
  );
const headers = () => ({
  common: { ladder: tree("common/ladder", isHeader) },
  cuda_headers: tree(path.relative(root, path.join(build, "cuda_headers")), () => true),
});

// The chapters that one GPU runs, with what the page has to know of each.
function chapters() {
  return fs
    .readdirSync(root)
    .sort()
    .filter((name) => /^(step\d_\w+|reduction)$/.test(name))
    .map((name) => {
      const files = Object.fromEntries(
        fs
          .readdirSync(path.join(root, name))
          .filter((file) => /\.cuh$|^variants\.cu$/.test(file))
          .map((file) => [file, read(root, name, file)]),
      );
      const title = /^# (.*)$/m.exec(read(root, name, "README.md"))[1];
      return { name, title, problem: name === "reduction" ? name : "transpose", files };
    });
}

const folder = path.join(build, "playground"),
  sysroot = path.join(folder, "sysroot");
const emulator = buildEmulator(),
  given = headers(),
  all = chapters();
fs.rmSync(out, { recursive: true, force: true });
for (const chapter of all) {
  const contract = fs.readFileSync(path.join(folder, `contracts/${chapter.name}.o`));
  const tools = { runClang: clangOf(sysroot), binaryen, headers: given, emulator: emulator[chapter.problem], contract };
  const { module, facts } = await compile(tools, chapter);
  const question = { kind: "list" };
  const answer = await answerOf(module, readable(chapter.files, facts, question));
  Object.assign(chapter, JSON.parse(answer));
  write(`contracts/${chapter.name}.o`, contract);
  write(`chapters/${chapter.name}.wasm`, module);
  write(`chapters/${chapter.name}.json`, JSON.stringify(facts));
}
write("chapters.json", JSON.stringify(all));
write("headers.json", JSON.stringify(given));
for (const [problem, object] of Object.entries(emulator)) {
  write(`emulator/${problem}.o`, object);
  write(`emulator/${problem}.pch`, await precompiled(runClang, given, problem));
}
await buildPage(out);
fs.rmSync(target, { recursive: true, force: true });
fs.renameSync(out, target);
