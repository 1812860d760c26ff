#!/usr/bin/env python3
"""The rooms of common/: no file includes one of a room further down, nor what not every compiler brings along.

rooms.py
"""
import re
import sys
import tempfile
from pathlib import Path

# As in docs/architecture.md, from top to bottom. What a file's path begins with names its room; the longest fits.
EMULATOR = "ladder/emulator"
ROOMS = ["ladder/base", "ladder/platform", "ladder/model", "ladder/engine", "ladder/source",
         *(f"{EMULATOR}/{room}" for room in ("debuginfo", "cuda", "memory", "requests", "hazards", "order", "events.hpp",
                                             "listeners", "block")),
         "ladder/gpu", "ladder/engine/launch.hpp", f"{EMULATOR}/run", f"{EMULATOR}/runtime",
         "ladder/engine/stream_launch.hpp", "ladder/diagnose", "ladder/verification", "ladder/timing", "ladder/report",
         "ladder/app", "ladder/problems/transpose", "ladder/problems/reduction", "ladder/problems/many_gpus",
         "tools", "learn", "tests"]
NOT_EVERYWHERE = re.compile(r"^#include <(sanitizer/[^>]+)>", re.MULTILINE)  # clang has it in a package of its own
INCLUDE = re.compile(r'^#include "((?:ladder|tools|tests)/[^"]+)"', re.MULTILINE)


def row(path):
    fitting = [room for room in ROOMS if (path + "/").startswith(room + "/")]
    return ROOMS.index(max(fitting, key=len)) if fitting else None


def misplaced(common):
    """(file, what is wrong) of each include that leads further down, to no room, or to what not every compiler has."""
    for file in sorted(common.rglob("*.[ch]*")):
        if "node_modules" in file.parts or not file.is_file():  # what others wrote
            continue
        name, text = file.relative_to(common).as_posix(), file.read_text(encoding="utf-8")
        yield from ((name, f"<{included}>, which not every compiler has") for included in NOT_EVERYWHERE.findall(text))
        for included in INCLUDE.findall(text):
            here, there = row(name), row(included)
            if here is None or there is None or there > here:
                yield name, f"{included}, of a room further down in docs/architecture.md"


def check_that_it_can_fail():
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("ladder/timing/a.cpp", '#include "ladder/engine/b.hpp"\n#include "ladder/report/c.hpp"\n'),
                           ("ladder/report/c.hpp", '#include <vector>\n#include "ladder/nowhere/d.hpp"\n'),
                           ("tools/pages/node_modules/e.h", '#include "ladder/nowhere/d.hpp"\n'),
                           ("ladder/report/d.cpp", '#include <sanitizer/asan_interface.h>\n')):
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert [name for name, _ in misplaced(Path(folder))] == ["ladder/report/c.hpp", "ladder/report/d.cpp",
                                                              "ladder/timing/a.cpp"]


if __name__ == "__main__":
    check_that_it_can_fail()
    found = list(misplaced(Path(__file__).resolve().parents[1]))
    for name, wrong in found:
        print(f"common/{name} includes {wrong}")
    sys.exit(1 if found else 0)
