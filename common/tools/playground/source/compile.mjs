// From the text of a chapter's kernels to a module that counts what they do: with clang and the linker, both compiled to
// WebAssembly (@yowasp/clang), and binaryen, which makes threads that can wait.
import { factsOfAssembly, factsOfCode } from "./facts.mjs";

// As common/cmake/Chapter.cmake has them for clang++, which says what each is for.
const passes = [
  "tsan-instrument-read-before-write=1",
  "tsan-instrument-func-entry-exit=0",
  "tsan-distinguish-volatile=1",
  "simplifycfg-sink-common=false",
  "simplifycfg-hoist-common=false",
  "unroll-count=0",
  "disable-licm-promotion",
  "disable-loop-idiom-all",
  "disable-block-placement",
  "enable-tail-merge=false",
  "instcombine-code-sinking=false",
].flatMap((option) => ["-mllvm", `-${option}`]);
const told = [
  "-fsanitize=thread",
  "-fsanitize=return",
  "-fsanitize-coverage-type=2",
  "-fsanitize-coverage-trace-pc",
  "-fsanitize-coverage-trace-cmp",
  "-fsanitize-coverage-no-prune",
  "-disable-lifetime-markers",
].flatMap((option) => ["-Xclang", option]);
const kernelFlags = [
  "--target=wasm32-wasip1",
  "-msimd128",
  "-std=c++17",
  "-O1",
  "-gline-tables-only",
  "-w",
  "-UNDEBUG",
  "-fno-exceptions",
  "-fno-strict-aliasing",
  "-fno-optimize-sibling-calls",
  "-fno-finite-loops",
  "-fno-unroll-loops",
  "-fno-vectorize",
  "-fno-slp-vectorize",
  "-ftrivial-auto-var-init=pattern",
  "-ferror-limit=3",
  "-ftemplate-depth=256",
  "-DLADDER_ENGINE=emulator",
  ...told,
  ...passes,
];
const toCode = [
  "-fno-discard-value-names",
  "-Xclang",
  "-fsanitize=array-bounds",
  "-Xclang",
  "-fsanitize-recover=array-bounds",
  "-Xclang",
  "-disable-llvm-passes",
  "-S",
  "-emit-llvm",
];
const noTimes = ["-Xclang", "-fno-pch-timestamp"];
const folders = [
  "common/tools/playground/emulator",
  "common",
  "common/ladder/emulator/cuda/headers",
  "cuda_headers",
  ".",
].map((folder) => `-I${folder}`);

const mostLinked = 2 ** 26; // bytes

export class CompileError extends Error {}

const decoder = new TextDecoder();
const textOf = (file) => (typeof file === "string" ? file : decoder.decode(file));

// What every unit of a problem's chapters begins with, and a precompiled form of that: clang takes half of its time for
// it.
const head = (problem) =>
  `#include "ladder/emulator/cuda/cuda_syntax.hpp"\n#include "ladder/problems/${problem}/kernels.hpp"\n`;
export async function precompiled(runClang, headers, problem) {
  const options = [...kernelFlags, ...folders, ...toCode.slice(0, -2), ...noTimes, "-x", "c++-header"];
  const given = { ...headers, "head.hpp": head(problem) };
  return (await runClang(["clang++", ...options, "head.hpp", "-o", "head.pch"], given))["head.pch"];
}

// tools: runClang of @yowasp/clang, and binaryen; headers: a tree of what kernels include; beforehand: what precompiled()
// returned, or nothing; emulator and contract: the objects that they are linked with. files: the chapter's, by name; of
// one that solves the problem. Returns { module, facts }. Throws CompileError with what clang says.
export async function compile(
  { runClang, binaryen, headers, beforehand, emulator, contract },
  { files, problem },
  lap = () => {},
) {
  const run = async (step, command, given) => {
    let said = "";
    try {
      const stderr = (bytes) => bytes && (said += decoder.decode(bytes));
      const tree = await runClang(command, given, { stderr });
      lap(step);
      return tree[command.at(command.indexOf("-o") + 1)];
    } catch (error) {
      throw said ? new CompileError(said) : error;
    }
  };
  // With the kernel that shows whether this compiler reports every access.
  const unit = `${head(problem)}#define probe ladder_probe
#include "ladder/emulator/run/compiler_probe.cu"
#undef probe
#include "variants.cu"
`;
  const known = beforehand ? [...noTimes, "-include-pch", "head.pch"] : [];
  const given = {
    ...headers,
    ...files,
    "unit.cpp": unit,
    ...(beforehand && { "head.hpp": head(problem), "head.pch": beforehand }),
  };
  const code = await run(
    "clang",
    ["clang++", ...kernelFlags, ...folders, ...toCode, ...known, "unit.cpp", "-o", "unit.ll"],
    given,
  );
  const { kernels, variables, arrays, code: told } = factsOfCode(textOf(code), files);
  const assembly = await run("code", ["clang++", ...kernelFlags, "-S", "unit.ll", "-o", "unit.s"], { "unit.ll": told });
  const { files: paths, functions, sites, symbols, assembly: numbered } = factsOfAssembly(textOf(assembly));
  const object = await run(
    "assemble",
    ["clang", "--target=wasm32-wasip1", "-msimd128", "-c", "unit.s", "-o", "unit.o"],
    { "unit.s": numbered },
  );
  const linked = await run(
    "link",
    [
      "clang++",
      "--target=wasm32-wasip1",
      "-mexec-model=reactor",
      "-Wl,--strip-debug,-z,stack-size=1048576,--max-memory=1073741824",
      "unit.o",
      "contract.o",
      "emulator.o",
      "-lwasi-emulated-signal",
      "-lwasi-emulated-process-clocks",
      "-o",
      "unit.wasm",
    ],
    { "unit.o": object, "contract.o": contract, "emulator.o": emulator },
  );
  if (linked.length > mostLinked) throw new CompileError("the kernels come to more than 64 MB: an array with values?");
  const module = withThreads(binaryen, linked);
  lap("asyncify");
  return { module, facts: { files: paths, functions, sites, symbols, kernels, variables, arrays } };
}

const features = [
  "MutableGlobals",
  "SignExt",
  "BulkMemory",
  "BulkMemoryOpt",
  "NontrappingFPToInt",
  "Multivalue",
  "ReferenceTypes",
  "ExceptionHandling",
  "SIMD128",
  "CallIndirectOverlong",
];

// Functions on whose frames a thread of a kernel waits can leave and come back.
function withThreads(binaryen, linked) {
  const module = binaryen.readBinary(linked);
  module.setFeatures(features.reduce((all, feature) => all | (binaryen.Features[feature] ?? 0), 0));
  binaryen.setOptimizeLevel(0);
  binaryen.setPassArgument("asyncify-ignore-imports", "1");
  binaryen.setPassArgument("asyncify-ignore-indirect", "1");
  binaryen.setPassArgument(
    "asyncify-addlist",
    "ladder::emulator::Block::run_threads*,*ladder::emulator::KernelCall::call*",
  );
  module.runPasses(["asyncify"]);
  const binary = module.emitBinary();
  module.dispose();
  return binary;
}
