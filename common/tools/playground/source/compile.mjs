// From the text of a chapter's kernels to a module that counts what they do: with clang and the linker, both compiled to
// WebAssembly (@yowasp/clang), and binaryen, which makes threads that can wait.
import { factsOfAssembly, factsOfCode } from "./facts.mjs";

// What the kernels are compiled with: emulator/kernel_flags.txt, and what clang has in common/cmake/Chapter.cmake.
const kernelFlags = ["@kernel_flags.txt"];
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
const mostLinked = 2 ** 26; // bytes

export class CompileError extends Error {}

const decoder = new TextDecoder();
const textOf = (file) => (typeof file === "string" ? file : decoder.decode(file));

// What every unit begins with, and a precompiled form of that: clang takes half of its time for it. problem: "exercise",
// or which one the chapter's kernels solve.
const head = (problem) => `#include "ladder/emulator/cuda/cuda_syntax.hpp"
#include "${problem === "exercise" ? "tools/exercise" : `ladder/problems/${problem}`}/kernels.hpp"
`;
export async function precompiled(runClang, headers, problem) {
  const options = [...kernelFlags, ...toCode.slice(0, -2), ...noTimes, "-x", "c++-header"];
  const given = { ...headers, "head.hpp": head(problem) };
  return (await runClang(["clang++", ...options, "head.hpp", "-o", "head.pch"], given))["head.pch"];
}

// tools: runClang of @yowasp/clang, and binaryen; headers: a tree of what kernels include; beforehand: what precompiled()
// returned, or nothing; emulator and contract: the objects that they are linked with. files: the chapter's, by name;
// given: its others. Returns { module, facts }. Throws CompileError with what clang says.
export async function compile(
  { runClang, binaryen, headers, beforehand, emulator, contract },
  { files, given = {}, problem },
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
#define EXERCISE "exercise.cuh"
#include "${problem === "exercise" ? "launch" : "variants"}.cu"
`;
  const known = beforehand ? [...noTimes, "-include-pch", "head.pch"] : [];
  const all = {
    ...headers,
    ...given,
    ...files,
    "unit.cpp": unit,
    ...(beforehand && { "head.hpp": head(problem), "head.pch": beforehand }),
  };
  const code = await run("clang", ["clang++", ...kernelFlags, ...toCode, ...known, "unit.cpp", "-o", "unit.ll"], all);
  const { kernels, variables, arrays, code: told } = factsOfCode(textOf(code), files);
  const assembly = await run("code", ["clang++", ...kernelFlags, "-S", "unit.ll", "-o", "unit.s"], {
    "unit.ll": told,
    "kernel_flags.txt": headers["kernel_flags.txt"],
  });
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
