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
    ["transpose", "reduction", "exercise", "program"].map((problem) => [
      problem,
      fs.readFileSync(path.join(folder, `${problem}.o`)),
    ]),
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
  /exercise\/(kernels|answer)\.hpp$|ladder\/(emulator\/cuda|engine|model|base)\/.*\.(hpp|h)$|problems\/\w+\/(kernels|variants?)\.hpp$|compiler_probe\.cu$|debuginfo\/device_code\.hpp$/.test(
    name,
  );
const headers = () => ({
  common: { ladder: tree("common/ladder", isHeader), tools: { exercise: tree("common/tools/exercise", isHeader) } },
  "program_flags.txt": read(here, "emulator/program_flags.txt"),
  "kernel_flags.txt": read(here, "emulator/kernel_flags.txt") + read(root, "common/cmake/kernel_flags_of_clang.txt"),
  cuda_headers: tree(path.relative(root, path.join(build, "cuda_headers")), () => true),
});

const namesIn = (folder, wanted) =>
  fs
    .readdirSync(path.join(root, folder))
    .filter((name) => wanted.test(name))
    .sort();
const ofOneGpu = /^(step\d_\w+|reduction)$/;

// The chapters that one GPU runs, with what the page has to know of each.
const chapters = () =>
  namesIn(".", ofOneGpu).map((name) => {
    const names = namesIn(name, /\.cuh$|^variants\.cu$/);
    const files = Object.fromEntries(names.map((file) => [file, read(root, name, file)]));
    const title = /^# (.*)$/m.exec(read(root, name, "README.md"))[1];
    return { name, title, problem: name === "reduction" ? name : "transpose", files };
  });

// The exercises, each as a chapter with hints; "launch.cu" is not the student's.
const exercises = () =>
  ["docs/first_steps", ...namesIn(".", ofOneGpu)]
    .flatMap((name) => namesIn(name, /^exercise/).map((exercise) => path.join(name, exercise)))
    .map((folder) => {
      const text = read(root, folder, "exercise.cuh");
      const hints = read(root, folder, "hints.md").split(/^## Hint \d\n/m);
      return {
        name: folder.replace("docs/", "").replace("/", "_"),
        title: /^\/\/ (.*)\.$/m.exec(text)[1],
        problem: "exercise",
        files: { "exercise.cuh": text },
        given: { "launch.cu": read(root, folder, "launch.cu") },
        hints: hints.slice(1).map((hint) => hint.trim()),
        variants: [],
        sizes: [],
      };
    });

// A whole program: one to begin with.
const program = {
  name: "program",
  title: "A whole program, with main()",
  problem: "program",
  files: { "program.cu": read(root, "docs/examples/tutorials/a.cu") },
  variants: [],
  sizes: [],
};

const folder = path.join(build, "playground"),
  sysroot = path.join(folder, "sysroot");
const emulator = buildEmulator(),
  given = headers(),
  translator = fs.readFileSync(path.join(folder, "cuda_to_cpp.wasm")),
  all = [...chapters(), ...exercises(), program];
fs.rmSync(out, { recursive: true, force: true });
for (const chapter of all) {
  const isProgram = chapter === program;
  const contract = !isProgram && fs.readFileSync(path.join(folder, `contracts/${chapter.name}.o`));
  if (contract) write(`contracts/${chapter.name}.o`, contract);
  if (chapter.hints) continue; // compiled in the tab alone
  const tools = { runClang: clangOf(sysroot), binaryen, headers: given, emulator: emulator[chapter.problem], contract };
  const { module, facts } = await compile({ ...tools, translator }, chapter);
  if (!isProgram)
    Object.assign(chapter, JSON.parse(await answerOf(module, readable(chapter.files, facts, { kind: "list" }))));
  write(`chapters/${chapter.name}.wasm`, module);
  write(`chapters/${chapter.name}.json`, JSON.stringify(facts));
}
write("chapters.json", JSON.stringify(all));
write("headers.json", JSON.stringify(given));
for (const [problem, object] of Object.entries(emulator)) {
  write(`emulator/${problem}.o`, object);
  if (problem !== program.problem) write(`emulator/${problem}.pch`, await precompiled(runClang, given, problem));
}
write("emulator/cuda_to_cpp.wasm", translator);
await buildPage(out);
fs.rmSync(target, { recursive: true, force: true });
fs.renameSync(out, target);
