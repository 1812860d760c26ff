// From the text of a chapter's kernels to a module that counts what they do: with clang and the linker, both compiled to
// WebAssembly (@yowasp/clang), and binaryen, which makes threads that can wait.
import { factsOfAssembly, factsOfCode, ofItsOwn } from "./facts.mjs";
import { withFunclets } from "./funclets.mjs";
import { ran } from "./run.mjs";

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

// A chapter's kernels as LLVM's code, with the one that shows whether this compiler reports every access.
function codeOfKernels(run, { headers, beforehand }, { files, given = {}, problem }) {
  const unit = `${head(problem)}#define probe ladder_probe
#include "ladder/emulator/run/compiler_probe.cu"
#undef probe
#define EXERCISE "exercise.cuh"
#include "${problem === "exercise" ? "launch" : "variants"}.cu"
`;
  const known = beforehand ? [...noTimes, "-include-pch", "head.pch"] : [];
  return run("clang", ["clang++", ...kernelFlags, ...toCode, ...known, "unit.cpp", "-o", "unit.ll"], {
    ...headers,
    ...given,
    ...files,
    "unit.cpp": unit,
    ...(beforehand && { "head.hpp": head(problem), "head.pch": beforehand }),
  });
}

const exceptions = ["-fexceptions", "-fcxx-exceptions", "-fwasm-exceptions", "-mllvm", "-wasm-use-legacy-eh=true"];

// A whole program as LLVM's code: preprocessed for both sides and rewritten as ./learn try does it (its compile.sh).
async function codeOfProgram(run, { headers, translator }, { files }, lap) {
  const [[name, text]] = Object.entries(files);
  const [before, call] =
    /^([^]*?)\b(cudaLaunch(?:Cooperative)?Kernel|cudaGraphAddKernelNode)\s*\(/.exec(text)?.slice(1) ?? [];
  if (call) {
    // It calls a kernel's function without arguments, which WebAssembly refuses.
    const line = before.split("\n").length;
    throw new CompileError(`${name}:${line}: ${call}() is not there in a tab; ./learn try has it, and a tab <<<>>>`);
  }
  const own = { ...headers.common.ladder.emulator.cuda.headers, ...headers.cuda_headers };
  const used = [...text.matchAll(/^\s*#\s*include\s*[<"]([^>"]*)[>"]/gm)].map(([, header]) => header);
  const first = used.filter((header) => header.split("/").reduce((at, part) => at?.[part], own));
  const included = first.flatMap((header) => ["-include", header]);
  const options = ["-E", "@program_flags.txt", ...exceptions, ...included, "-x", "c++", name];
  const preprocess = (step, ...side) =>
    run(step, ["clang++", ...options, ...side, "-o", "side.ii"], { ...headers, ...files });
  const device = await preprocess("read");
  const isForBoth = !text.includes("__CUDA_ARCH__"); // the same text for both sides
  const host = isForBoth ? device : await preprocess("read again", "-DLADDER_HOST_SIDE");
  const { status, out, said } = await ran(translator, ["cuda_to_cpp", "1", "/device", "/host"], { device, host });
  lap("rewrite");
  if (status !== 0) throw new CompileError(said);
  const unit = { "unit.ii": out, "kernel_flags.txt": headers["kernel_flags.txt"] };
  return run("clang", ["clang++", ...kernelFlags, ...exceptions, ...toCode, "unit.ii", "-o", "unit.ll"], unit);
}

// tools: runClang of @yowasp/clang, and binaryen; headers: a tree of what kernels include; beforehand: what precompiled()
// returned, or nothing; translator: cuda_to_cpp, as a module; emulator and contract: the objects that they are linked
// with. files: the chapter's, by name, or a program's one; given: its others. Returns { module, facts }. Throws
// CompileError with what clang says.
export async function compile(tools, chapter, lap = () => {}) {
  const { runClang, binaryen, headers, emulator, contract } = tools;
  const isProgram = chapter.problem === "program";
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
  const code = await (isProgram ? codeOfProgram : codeOfKernels)(run, tools, chapter, lap);
  const { kernels, variables, arrays, code: told } = factsOfCode(textOf(code), chapter.files);
  const flags = [...kernelFlags, ...(isProgram ? exceptions : []), "-S", "unit.ll", "-o"];
  const made = (text, ...options) =>
    run("code", ["clang++", ...flags, ...options], {
      "unit.ll": text,
      "kernel_flags.txt": headers["kernel_flags.txt"],
    });
  const assembly = isProgram
    ? await made(
        withFunclets(textOf(await made(told, "seen.ll", "-emit-llvm"))),
        ...["unit.s", "-Xclang", "-disable-llvm-passes"],
      )
    : await made(told, "unit.s");
  if (isProgram && !/^__main_(void|argc_argv)\b/m.test(textOf(assembly)))
    throw new CompileError(
      `${Object.keys(chapter.files)[0]}: no main() or main(int, char**): a whole program is wanted`,
    );
  const {
    files: paths,
    functions,
    sites,
    symbols,
    assembly: numbered,
  } = factsOfAssembly(isProgram ? ofItsOwn(textOf(assembly)) : textOf(assembly));
  const object = await run(
    "assemble",
    [
      "clang",
      "--target=wasm32-wasip1",
      "-msimd128",
      "-mexception-handling",
      "-Wa,--no-type-check",
      "-c",
      "unit.s",
      "-o",
      "unit.o",
    ],
    { "unit.s": numbered },
  );
  const linked = await run(
    "link",
    [
      "clang++",
      "--target=wasm32-wasip1",
      "-mexec-model=reactor",
      "-Wl,--strip-debug,-z,stack-size=1048576,--max-memory=1073741824",
      ...(isProgram
        ? ["-Wl,--wrap=printf,--wrap=puts,--wrap=putchar,--wrap=exit,--wrap=abort,--wrap=__cxa_atexit"]
        : ["contract.o"]),
      "unit.o",
      "emulator.o",
      "-lwasi-emulated-signal",
      "-lwasi-emulated-process-clocks",
      "-o",
      "unit.wasm",
    ],
    { "unit.o": object, "emulator.o": emulator, ...(contract && { "contract.o": contract }) },
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
