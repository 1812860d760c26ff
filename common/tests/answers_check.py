#!/usr/bin/env python3
"""answers_check.py LEARN PROGRAMS: what an answer to an exercise may hold, and what is refused by name.

Each is a solution with an edit, compiled as ./learn exercise and ./learn grade do.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

root, programs = (pathlib.Path(argument).resolve() for argument in (pathlib.Path(sys.argv[1]).parent, sys.argv[2]))
folder = tempfile.TemporaryDirectory()


def commands():
    """The compiler's command for each solution, and the file that includes it."""
    found = {}
    for entry in json.loads((programs.parent / "compile_commands.json").read_text()):
        name = re.fullmatch(r"(.*)_solution_emulated\.cpp", pathlib.Path(entry["file"]).name)
        if name and not name[1].startswith("planted"):
            words = shlex.split(entry["command"])
            found[name[1]] = words[: words.index("-o")] + [entry["file"]]
    return found


COMMANDS = commands()


def said_of(name, edit):
    """What is said of the exercise's solution after the edit; nothing where it compiles."""
    command = list(COMMANDS[name])
    i = next(i for i, word in enumerate(command) if word.startswith("-DEXERCISE="))
    include = pathlib.Path(command[i].split("=")[1].strip('"')).read_text()
    solution = pathlib.Path(re.search('#include "(.*)"', include)[1])
    answer, included = (pathlib.Path(folder.name) / file for file in ("exercise.cuh", "answer.hpp"))
    answer.write_text(edit(solution.read_text(), solution))
    included.write_text(include.replace(str(solution), str(answer)))
    command[i] = f'-DEXERCISE="{included}"'
    command[-1:] = ["-MD", "-MF", folder.name + "/read.o.d", "-o", folder.name + "/kernels.o", "-c", command[-1]]
    compile, refuse = (root / "common" / file for file in ("cmake/compile_kernels.sh", "tools/exercise/refuse.sh"))
    done = subprocess.run([compile, "objcopy", "readelf", "ld", refuse, programs / "refuse", *command], capture_output=True, text=True)
    assert (done.returncode == 0) == (done.stderr == ""), (done.returncode, done.stderr)
    return done.stderr


def in_front(text):
    return lambda solution, _: solution.replace("#pragma once\n", "#pragma once\n" + text + "\n")


failures = []


def expect(words, name, edit):
    """One line with these words; None: nothing."""
    said = said_of(name, edit)
    if (said != "") if words is None else (words not in said.split("\n")[0]):
        failures.append(f"{name}: expected {words}, and there is:\n{said}")


MACROS = dict(zip("T Type count value begin end size data input width index i_ N emulator gpu ladder blocks threads alignment "
                  "fail_assertion bytes engine".split(), range(1, 99)))


def with_macros(solution, _):
    """In front of all, those whose names the solution does not have itself; behind it, all."""
    defined = {name: f"#define {name} {number}\n" for name, number in MACROS.items()}
    unused = "".join(line for name, line in defined.items() if not re.search(rf"\b{name}\b", solution))
    return in_front(unused)(solution, _) + "".join(defined.values())


for exercise in COMMANDS:
    expect(None, exercise, with_macros)

INCLUDED = "an answer is to be written, not included"
for include in ['#include "{0}"', '#define FILE "{0}"\n#include FILE', '#if __has_include("{0}")\n#include "{0}"\n#endif',
                '#ifndef LADDER_PROGRAM\n#include "{0}"\n#endif', '#include "{1}/../exercise/solution.cuh"']:
    expect(INCLUDED, "step2_coalesced", lambda _, solution: include.format(solution, solution.parent) + "\n")

HIDES = "hides accesses from the emulator"
LIBRARY = "of the host's library, which no kernel can use"
for text, words in {
    'struct S { int* p; __attribute__((no_sanitize("thread"))) operator int() const { return *p; } };': HIDES,
    'auto f = [](int* p) __attribute__((target_clones("avx2", "default"))) { return *p; };': HIDES,
    "inline int f(int* p) { return __atomic_load_n(p, 0); }": HIDES,
    'asm(".globl f");': "no PTX",
    "namespace ladder::emulator { inline void launch(int) {} }": "ladder: a name of the course's own",
    "#include <cmath>\n#undef frexpf\nstruct S { float operator()(int* p) { return frexpf(1, p); } };": HIDES,
    "#ifdef LADDER_PROGRAM\n#else\nasm(\".globl f\");\n#endif": "no PTX",
    "#ifdef __global__\nasm(\".globl f\");\n#endif": "no PTX",
    "__device__ int f(int n) { thread_local int a; return a += n; }": "thread_local: no variable of device code",
    "#if 1 __host__\n#endif": "its directives ask who reads them",
    "#pragma GCC system_header\nasm(\".globl f\");": "no PTX",
    "_Pragma(\"GCC system_header\") asm(\".globl f\");": "no PTX",
    "_Pragma(\"GCC system_header\")": None,
    "__device__ float f(float* p) { float sum; for (int i = 0; i < 3; ++i) sum += p[i]; return sum; }": "sum: is updated",
    '/**/ # line 1 "/usr/include/x.h"': "#line is not taken",
    '#\\\nline 7 "/usr/include/x.h"': "#line is not taken",
    '%: 1 "/usr/include/x.h" 3': "#line is not taken",
    "#include <immintrin.h>\n__device__ void f(unsigned* p) { _addcarry_u32(0, 5, 0, p); }": HIDES,
}.items():
    expect(words, "step2_coalesced", in_front(text))

# What a kernel calls, by whatever way.
def by_kernel(call, declared=""):
    return lambda solution, _: in_front(declared)(solution, _).replace("cols) {\n", "cols) {\n" + call + ";\n", 1)


for call, declared, refused in [
    ("getrandom(out, 4, 0)", "#include <sys/random.h>", "getrandom"),
    ("f(out)", "#include <ctime>\n__device__ void f(float* p) { time((time_t*)p); }", "time"),
    ("f(out, in, 4)", "static void* (*const f)(void*, const void*, size_t) = mempcpy;", "mempcpy"),
    ("f(out)", "#include <unistd.h>\nstruct { void operator()(float* p) const { readlink(\"a\", (char*)p, 9); } } f;", "readlink"),
    ("S s; const B& b = s; b + out", "#include <arpa/inet.h>\nstruct B { virtual int operator+(float*) const = 0; };\n"
     "struct S : B { int operator+(float* p) const override { return inet_pton(AF_INET, \"1.2.3.4\", p); } };", "inet_pton"),
    ("f((wchar_t*)out, L\"abc\")", "#include <string_view>\nstatic void (*const f)(wchar_t*, std::wstring_view) = "
     "[](auto* p, auto s) { s.copy(p, 2); };", "wmemcpy"),
    ("out[0] = lgammaf_r(in[0], (int*)out)", "", "lgammaf_r"),
    ("out[0] = sinf(in[0]) + std::pow(in[1], 2.0f) + hypot(in[2], 1.0) + erfcf(in[3]) + lrintf(in[4]) + fmaf(1, 2, in[5])", "", ""),
    ("int n; out[0] = frexpf(in[0], &n) + __popcll(n) + (double)(__int128(n) / in[1]); float s[9] = {in[0]}; memcpy(out, s, 36)", "", ""),
    ('printf("%d\\n", 1); printf("one\\n"); assert(cols > 0); out[0] = clock()', "#include <cassert>\n#include <iostream>", ""),
    ("out[0] = cooperative_groups::this_thread_block().size() + float(half(2))", "#define value 4\n#define lane 5\n#define N 3\n"
     "#include <cooperative_groups.h>\n#include <cuda_fp16.h>", ""),
    ("out[0] = std::numeric_limits<float>::lowest()", "#include <limits>", "std::numeric_limits"),
    ("out[0] = -cuda::std::numeric_limits<float>::infinity(); cuda::std::array<float, 2> v{in[0]}; out[1] = v[0]",
     "#include <cuda/std/array>\n#include <cuda/std/limits>", ""),
    ("std::array<float, 2> v; out[0] = v[0]", "#include <array>", "std::array"),
    ("std::pair p(1, 2); out[0] = p.first", "#include <utility>", "std::pair"),
    ("out[0] = std::bit_xor<unsigned>()(cols, rows)", "#include <functional>", "std::bit_xor"),
    ("f(std::make_integer_sequence<int, 4>{}, out); std::integer_sequence<int, 1, 2> s; g(s)", "#include <utility>\n"
     "template <int... i> __device__ void f(std::integer_sequence<int, i...>, float* p) { ((p[i] = i), ...); }\n"
     "template <class T> __device__ void g(const T&) {}\ntemplate <class... T> __device__ void h(T... t) { "
     "[](std::index_sequence<0>) {}(std::index_sequence_for<int>()); }", ""),
    ("out[0] = std::make_index_sequence<4>::size()", "#include <utility>", "std::make_index_sequence"),
    ("std::uint32_t a = std::is_same_v<int, long> + std::is_same<int, int>::value; auto b = std::move(a); out[0] = b", "#include <cstdint>\n"
     "#include <utility>", ""),
    ("float a = 1; out[0] = [&] { return min(a, 2.0f); }()", "#include <string>\n#include <vector>\n"
     "void print(std::vector<int> v) { v.push_back(rand()); for (int i : v) puts(std::to_string(i).c_str()); }", ""),
]:
    expect(f"{refused}: {LIBRARY}" if refused else None, "step2_coalesced", by_kernel(call, declared))

# What the host's compiler takes, and nvcc does not.
NOT_OF_DEVICE = {
    "float v[cols / 2 + 1]; v[0] = 1": "v: the length of an array is a constant",
    "const unsigned n = blockDim.x / 2; float v[n]; v[0] = 1": "v: the length of an array is a constant",
    "auto f = [](int m) { float v[m]; v[0] = 1; return v[0]; }; out[0] = f(2)": "v: the length of an array is a constant",
    "__constant__ unsigned one = 1; out[0] = one": "__constant__: no variable of a function is",
    "__device__ int n; out[0] = n": "__device__: no variable of a function is",
    "typedef unsigned V __attribute__((vector_size(8))); V v = {1, 2}; out[0] = v[0]": "vector_size: code for the device has no such",
    "_Float16 h = 1; out[0] = h": "_Float16: a type that code for the device does not have",
    "const __float128 h = 1; out[0] = h": "__float128: a type that code for the device does not have",
    "void* p = &&end; goto *p; end:": "&&: the address of a label",
    "__builtin_memset(out, 0, 4)": "__builtin_memset: " + HIDES,
    "out[0] = __builtin_bswap32(cols)": "__builtin_bswap32: of the host's compiler",
    "constexpr int T = 8; const unsigned at = threadIdx.x * T, vector_size = 2; float v[T]; v[0] = at + vector_size": None,
    "const int n = 2 * sizeof(out); float v[n], w[sizeof cols]; v[0] = w[0] = 1; auto&& r = v; out[0] = rows && r[0]": None,
    "float a[2]; float* b = a; b[cols] * out[rows]; __device__ auto f = [] {}": "__device__: no variable of a function is",
    "struct S { int n; __device__ void f() { n = 1; } } s; s.f(); auto f = [=] __device__ { return cols; }; out[0] = f()": None,
}
for text, words in NOT_OF_DEVICE.items():
    expect(words, "step2_coalesced", by_kernel(text))
# Variables of the host that the compiler makes constants of.
HOST = "a variable of the host; a kernel has what __device__ or __constant__ declares"
for declared, call, words in [
    ("constexpr float factors[2] = {2, 2};", "out[0] = factors[threadIdx.x % 2]", "factors: " + HOST),
    ("struct S { static constexpr int at[2] = {0, 1}; };", "out[S::at[cols % 2]] = 1", "at: " + HOST),
    ("static float factor = 2;", "out[0] = factor", "factor: " + HOST),
    ("static const int offsets[] = {0, 1};", "for (int k : offsets) out[k] = 1", "offsets: " + HOST),
    ("constexpr int widths[2] = {1, 2}; const float factor = 2; constexpr unsigned N = widths[1];",
     "float v[N]; v[0] = factor * widths[1]; out[0] = v[0] + sizeof(widths)", None),
    ("__constant__ float factors[2] = {2, 2}; static int n;", "int n = cols; out[0] = factors[n % 2]", None),
]:
    expect(words, "step2_coalesced", by_kernel(call, declared))
# What the host does before main() is no kernel's.
expect(None, "step2_coalesced", in_front("struct Registry { Registry() { n = rand(); } int n; };\nstatic Registry registry;"))

# A launch() of the answer's own is not what its kernels are handed to.
launch = "void launch(void (*)(const float*, float*, unsigned, unsigned), dim3, dim3, const float*, float*, unsigned, unsigned)"
expect(None, "step2_coalesced", in_front(launch + " = delete;"))

print("\n".join(failures))
sys.exit(bool(failures) or len(COMMANDS) < 17)
