// What the emulator has to know of kernels, from what clang makes of them: in place of debug information, which a tab
// could not read, and of return addresses, which WebAssembly does not have.

// "[32 x [33 x float]]" -> [32, 33] and "float"
function array(type) {
  const extents = [];
  for (let found; (found = /^\[(\d+) x (.*)\]$/.exec(type)); type = found[2]) extents.push(+found[1]);
  return { extents, element: type };
}
const bytes = { i8: 1, i16: 2, half: 2, i32: 4, float: 4, ptr: 4, i64: 8, double: 8, i128: 16 };

// Bytes of a type; 0 where that is not known. structs: their members, by name; known: the sizes of some of them.
function size(type, structs, known = new Map()) {
  const { extents, element } = array(type);
  const vector = /^<(\d+) x (\w+)>$/.exec(element);
  let one = vector ? vector[1] * bytes[vector[2]] : (bytes[element] ?? 0);
  if (element[0] === "%" && !known.has(element)) {
    const members = structs[element] ?? [];
    known.set(
      element,
      members.reduce((sum, member) => sum + size(member, structs, known), 0),
    );
  }
  one = known.get(element) ?? one;
  return extents.reduce((product, extent) => product * extent, one);
}

// "i32, [2 x float], %struct.a", at the commas that are in no bracket
function split(members) {
  const all = [""];
  let depth = 0;
  for (const c of members) {
    depth += "[<{(".includes(c) - "]>})".includes(c);
    if (c === "," && depth === 0) all.push("");
    else all[all.length - 1] += c;
  }
  return all.map((member) => member.trim()).filter(Boolean);
}

// By the tag that a chapter's have, or by the name that the rewriting of a program gives them.
const isKernel = (name) => /^_Z(?!Z|N6ladder)\w*(B6kernel|__device_code)/.test(name);

// Of LLVM's intermediate code, before any pass, the variables and kernels; and the code with each index of an array
// told to the emulator, as common/cmake/tell_indices.sh does it.
export function factsOfCode(code, texts) {
  const structs = {},
    kernels = {},
    variables = [],
    arrays = new Set(),
    files = {},
    functions = {};
  for (const [, name, members] of code.matchAll(/^(%[\w.:"]+) = type <?\{(.*)\}>?$/gm)) structs[name] = split(members);
  for (const [, number, name] of code.matchAll(/^!(\d+) = !DIFile\(filename: "([^"]*)"/gm)) files[number] = name;
  for (const [, number, name, file, line] of code.matchAll(
    /^!(\d+) = .*!DISubprogram\(name: "([^"]*)",.* file: !(\d+), line: (\d+)/gm,
  ))
    functions[number] = { name, file: path(files[file]), line: +line };
  for (const [, name, type] of code.matchAll(/^@(\S+) = .*?\b(?:global|constant) (\[.*\]|<.*>|[%\w.]+)[ ,]/gm)) {
    const { extents, element } = array(type);
    for (let i = 0; i < extents.length; ++i)
      arrays.add(
        extents
          .slice(i)
          .map((extent) => `[${extent}]`)
          .join(""),
      );
    const local = /^_ZZ(.*)E\d+(\w+?)B6shared/.exec(name);
    const own = /B(6shared|8emulated|8constant)/.test(name) && !isKernel(name);
    if (!own) continue;
    variables.push({
      name: local ? local[2] : (/^_Z\w*?\d([A-Za-z_]\w*?)B/.exec(name)?.[1] ?? name),
      function: local ? `_Z${local[1]}` : "",
      extents,
      element_bytes: size(element, structs),
      bytes: size(type, structs),
      is_dynamic: new RegExp(`^@${name} = external`, "m").test(code),
    });
  }
  const declared = []; // of device functions
  for (const [, name, parameters, more, body] of code.matchAll(/^define [^@]*@(\w+)\((.*)\)(.*)\{\n([^]*?)^\}/gm)) {
    const known = functions[/!dbg !(\d+)/.exec(more)?.[1]];
    const locals = [...body.matchAll(/^  %(\w+) = alloca (.*?)(?:, align \d+)?$/gm)].map(([, local, type]) => {
      return { name: local, extents: array(type).extents, bytes: size(type, structs), is_shared: false };
    });
    const shared = variables.filter((one) => one.function === name).map((one) => ({ ...one, is_shared: true }));
    const own = withLines([...shared, ...locals], known, texts);
    if (!isKernel(name)) declared.push(...own);
    else {
      const all = split(parameters);
      kernels[name] = {
        ...known,
        constants: constantsOf(known, texts),
        parameters: all.map((one) => one.slice(one.lastIndexOf("%") + 1)),
        restricts: all.some((one) => one.includes(" noalias ")),
        declared: own,
      };
    }
  }
  for (const kernel of Object.values(kernels)) kernel.declared.push(...declared);
  // A store is kept, though nothing reads what it wrote.
  const kept = [...code.matchAll(/^(@\S*B6shared\S*) = /gm)].map(([, name]) => `ptr ${name}`);
  const list = `@llvm.compiler.used = appending global [${kept.length} x ptr] [${kept}], section "llvm.metadata"\n`;
  const seen = withIndices(withoutAsking(code));
  return { kernels, variables, arrays: [...arrays], code: seen + (kept.length > 0 ? list : "") };
}

// At each use of an array of dynamic shared memory clang asks whether it is set up, as it may be elsewhere; what was
// loaded before would be loaded again.
const withoutAsking = (code) =>
  code.replace(/= call [^@\n]*@_ZTW(\w+B6shared)\(\)[^,\n]*/g, "= getelementptr i8, ptr @_Z$1, i32 0");

// Of variables of a function those that a text declares: where its name stands first.
function withLines(all, known, texts) {
  const lines = (texts[known?.file.slice(1)] ?? "").split("\n").slice(known?.line);
  const lineOf = (name) => lines.findIndex((line) => new RegExp(`\\b${name}\\b`).test(line.replace(/\/\/.*/, "")));
  return all
    .map((one) => ({ ...one, file: known?.file.slice(1), line: known?.line + 1 + lineOf(one.name) }))
    .filter(({ line }) => line > known?.line);
}

// What the parameters of a kernel's template are: {TILE: 32}, of "transpose<32U>" and the text.
function constantsOf({ name, file }, texts) {
  const [, own, given] = /^(\w+)<(.*)>$/.exec(name) ?? [];
  const written = own && new RegExp(`template\\s*<([^<>]*)>[^;{}]*\\b${own}\\s*\\(`).exec(texts[file.slice(1)] ?? "");
  const values = split(given ?? "").map((value) => parseInt(value));
  const names = split(written?.[1] ?? "").map((parameter) => /\w+$/.exec(parameter.split("=")[0].trim())?.[0]);
  return Object.fromEntries(names.map((parameter, i) => [parameter, values[i]]).filter(([, value]) => value > 0));
}

// The compiler's check of an index is a branch around a call; here the call is made for each index, with the bound: no
// basic block is added, and no comparison.
function withIndices(code) {
  const bounds = {};
  let told = null;
  return code
    .split("\n")
    .map((line) => {
      let found;
      if ((found = /^  (%\S+) = icmp (ult|ule) i32 (\S+), (\d+),.*!nosanitize/.exec(line)))
        bounds[found[1]] = { index: found[3], bound: +found[4] + (found[2] === "ule") };
      else if (
        (found = /^  br i1 (%\S+), label (%\S+), label %handler\.out_of_bounds/.exec(line)) &&
        bounds[found[1]]
      ) {
        told = bounds[found[1]];
        return line.replace(/br i1 [^,]*, label [^,]*, label/, "br label").replace(/, !prof !\d+/, "");
      } else if (told && line.includes("call void @__ubsan_handle_out_of_bounds(")) {
        const { index, bound } = told;
        told = null;
        return line.replace(
          /@__ubsan_handle_out_of_bounds\((ptr [^,]*), .*?\)/,
          `@ladder_tell_index($1, i32 ${index}, i32 ${bound})`,
        );
      } else if (line.startsWith("declare void @__ubsan_handle_out_of_bounds("))
        return `${line}\ndeclare void @ladder_tell_index(ptr, i32, i32) memory(inaccessiblemem: readwrite) nounwind willreturn`;
      else if (line === "}") for (const name in bounds) delete bounds[name];
      return line;
    })
    .join("\n");
}

// As the emulator knows its own headers: by the folder that they are in.
function path(name) {
  return "/" + name.replace(/^(\.\/)+/, "").replace(/^\//, "");
}

// "-nan:0x7fffff", "0x1.8p3" as the bits of a float, or of a double
function bitsOf(text, is32) {
  const view = new DataView(new ArrayBuffer(8));
  const nan = /^(-?)nan:(0x\w+)$/.exec(text);
  if (nan) {
    const bits = (is32 ? 0x7f800000n : 0x7ff0000000000000n) + BigInt(nan[2]);
    return BigInt.asIntN(is32 ? 32 : 64, nan[1] ? bits + (1n << (is32 ? 31n : 63n)) : bits);
  }
  const [, sign, whole, digits = "", power = "0"] = /^(-?)0x(\w+?)(?:\.(\w+?))?(?:p([-+]?\d+))?$/.exec(text);
  const value = (sign ? -1 : 1) * parseInt(whole + digits, 16) * 2 ** (+power - 4 * digits.length);
  is32 ? view.setFloat32(0, value) : view.setFloat64(0, value);
  return is32 ? view.getInt32(0) : view.getBigInt64(0);
}

// The assembler does not read the NaNs that the compiler writes (of variables that have no value): integers it does.
function withoutNans(line) {
  const [, type, values] = /^\s*(f32|f64|v128)\.const\s+(.*)$/.exec(line),
    all = values.split(", ");
  const is32 = type === "f32" || all.length === 4,
    integer = is32 ? "i32" : "i64";
  const bits = all.map((one) => bitsOf(one, is32)).join(", ");
  return type === "v128" ? `\tv128.const\t${bits}` : `\t${integer}.const\t${bits}\n\t${type}.reinterpret_${integer}`;
}

// A program's functions are its own, but for main(): of those that the emulator has too, such as a vector's, both keep
// theirs, as the program's tell what they load and store. And what it has for its end, the emulator does not hold back.
export function ofItsOwn(assembly) {
  const defined = new Set([...assembly.matchAll(/^\s*\.type\s+(\S+),@/gm)].map(([, name]) => name));
  const isShared = (name) => !defined.has(name) || /^(__main_void|main|__main_argc_argv)$/.test(name);
  return assembly
    .replace(/^\s*\.(?:weak|globl|hidden|protected)\s+(\S+)\n/gm, (line, name) => (isShared(name) ? line : ""))
    .replace(/^(\s*\.section\s+[^,\n]+,")[^"\n]*G[^"\n]*("\s*,@),[^,\n]*,comdat/gm, "$1$2")
    .replace(/\b__cxa_atexit\b/g, "__real___cxa_atexit");
}

const kinds = { kernel: 0, variable: 2, shared: 4 }; // as ladder::emulator::SymbolKind numbers them

// Of the assembly: the lines of calls that leave the kernels' code, each of which leaves its number in ladder_site; and
// the symbols, with a table of where they lie.
export function factsOfAssembly(assembly) {
  const lines = assembly.split("\n");
  const defined = new Set();
  for (const line of lines) {
    const found = /^\s*\.type\s+(\S+),@(function|object)/.exec(line);
    if (found) defined.add(found[1]);
  }
  const files = [],
    numbers = new Map(),
    sites = [[]],
    symbols = [];
  const place = (text) => {
    const [, file, line, column] = /^(.*?):(\d+)(?::(\d+))?$/.exec(text);
    const name = path(file);
    if (!numbers.has(name)) numbers.set(name, files.push(name) - 1);
    return [numbers.get(name), +line, +(column ?? 0)];
  };
  let at = [],
    functions = [];
  const out = lines.map((line) => {
    let found;
    if ((found = /^\s*\.loc\s+\d+ (\d+) .*?# (.*)$/.exec(line))) {
      // A line that the compiler adds is of no line: it belongs to the one before.
      if (found[1] !== "0") at = found[2].replaceAll(" ]", "").trim().split(" @[ ").map(place);
    } else if ((found = /^\s*\.type\s+(\S+),@function/.exec(line))) {
      functions.push(found[1]);
      at = [];
      if (isKernel(found[1])) symbols.push([kinds.kernel, found[1], 1]);
    } else if ((found = /^\s*\.size\s+(\S+), (\d+)/.exec(line))) {
      if (found[1].includes("B6shared") && defined.has(found[1])) symbols.push([kinds.shared, found[1], +found[2]]);
      else if (/^_Z(?!Z)\w*B8(emulated|constant)/.test(found[1])) symbols.push([kinds.variable, found[1], +found[2]]);
    } else if ((found = /^\s*call\s+(\S+)\s*$/.exec(line)) && !defined.has(found[1])) {
      sites.push([functions.length, ...at]);
      const call = line.replace(/\b(memcpy|memmove|memset)$/, "__tsan_$1");
      return `\ti32.const\t0\n\ti32.const\t${sites.length - 1}\n\ti32.store\tladder_site\n${call}`;
    } else if (/\bnan:0x/.test(line)) return withoutNans(line);
    return line;
  });
  // Arrays of dynamic shared memory, which are declared here and defined nowhere, are all one.
  const text = out
    .join("\n")
    .replace(/\b_Z(?!T)\w*B6shared\b/g, (name) => (defined.has(name) ? name : "dynamic_shared"));
  const table = symbols.map(([, name]) => `\t.int32\t${name}\n`).join("");
  return {
    files,
    functions,
    sites,
    symbols,
    assembly:
      `\t.globaltype\t__stack_pointer, i32\n${text}\n\t.section\t.rodata.ladder_symbols,"",@\n\t.globl\tladder_symbols\n` +
      `\t.p2align\t2\nladder_symbols:\n${table}\t.int32\t0\n\t.size\tladder_symbols, ${4 * symbols.length + 4}\n`,
  };
}
