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
    done = subprocess.run([compile, "objcopy", "readelf", refuse, programs / "refuse", *command], capture_output=True, text=True)
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


MACROS = dict(zip("T Type count value begin end size data input width index i_ N".split(), range(1, 99)))


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
for text, words in {
    'struct S { int* p; __attribute__((no_sanitize("thread"))) operator int() const { return *p; } };': HIDES,
    'auto f = [](int* p) __attribute__((target_clones("avx2", "default"))) { return *p; };': HIDES,
    "inline int f(int* p) { return __atomic_load_n(p, 0); }": HIDES,
    'asm(".globl f");': "no PTX",
    "namespace ladder::emulator { inline void launch(int) {} }": "ladder: a name of the course's own",
    "#include <string_view>\nvoid (*f)(wchar_t*, std::wstring_view) = [](auto* p, auto s) { s.copy(p, 2); };": "wmemcpy: " + HIDES,
    "#ifdef LADDER_PROGRAM\n#else\nasm(\".globl f\");\n#endif": "no PTX",
    "#ifdef __global__\nasm(\".globl f\");\n#endif": "no PTX",
    "__device__ int f(int n) { thread_local int a; return a += n; }": "thread_local: no variable of device code",
    "#if 1 __host__\n#endif": "its directives ask who reads them",
    "#pragma GCC system_header": HIDES,
    "_Pragma(\"GCC system_header\")": HIDES,
    '/**/ # line 1 "/usr/include/x.h"': "#line is not taken",
    '#\\\nline 7 "/usr/include/x.h"': "#line is not taken",
    '%: 1 "/usr/include/x.h" 3': "#line is not taken",
    "#include <sys/random.h>\n__device__ void f(int* p) { getrandom(p, 4, 0); }\nvoid (*g)(int*) = f;": HIDES,
    "#include <immintrin.h>\n__device__ void f(unsigned* p) { _addcarry_u32(0, 5, 0, p); }": HIDES,
}.items():
    expect(words, "step2_coalesced", in_front(text))

# A launch() of the answer's own is not what its kernels are handed to.
launch = "void launch(void (*)(const float*, float*, unsigned, unsigned), dim3, dim3, const float*, float*, unsigned, unsigned)"
expect(None, "step2_coalesced", in_front(launch + " = delete;"))

print("\n".join(failures))
sys.exit(bool(failures) or len(COMMANDS) < 17)
