#!/usr/bin/env python3
"""The rooms of common/: no file includes one of a room above its own.

rooms.py
"""
import re
import sys
import tempfile
from pathlib import Path

# From the ground up. What a file's path begins with names its room; the longest that fits does.
EMULATOR = "ladder/engine/emulator"
ROOMS = ["ladder/base", "ladder/model", "ladder/engine",
         *(f"{EMULATOR}/{room}" for room in ("executable", "language", "memory", "requests", "checks", "block")),
         "ladder/engine/gpu", "ladder/engine/launch.hpp", EMULATOR,
         "ladder/verification", "ladder/timing", "ladder/report",
         "ladder/chapter", "ladder/chapter/transpose", "ladder/chapter/reduction", "tools", "learn", "tests"]
INCLUDE = re.compile(r'^#include "((?:ladder|tools|tests)/[^"]+)"', re.MULTILINE)


def height(path):
    fitting = [room for room in ROOMS if (path + "/").startswith(room + "/")]
    return ROOMS.index(max(fitting, key=len)) if fitting else None


def upward(common):
    """(file, what it includes) of each include that leads up, or to no room."""
    for file in sorted(common.rglob("*.[ch]*")):
        name = file.relative_to(common).as_posix()
        for included in INCLUDE.findall(file.read_text(encoding="utf-8")):
            here, there = height(name), height(included)
            if here is None or there is None or there > here:
                yield name, included


def check_that_it_can_fail():
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("ladder/timing/a.cpp", '#include "ladder/engine/b.hpp"\n#include "ladder/report/c.hpp"\n'),
                           ("ladder/report/c.hpp", '#include <vector>\n#include "ladder/nowhere/d.hpp"\n')):
            path = Path(folder) / name
            path.parent.mkdir(parents=True)
            path.write_text(text, encoding="utf-8")
        assert list(upward(Path(folder))) == [("ladder/report/c.hpp", "ladder/nowhere/d.hpp"),
                                              ("ladder/timing/a.cpp", "ladder/report/c.hpp")]


if __name__ == "__main__":
    check_that_it_can_fail()
    found = list(upward(Path(__file__).resolve().parents[1]))
    for name, included in found:
        print(f"common/{name} includes {included}, which stands above it")
    sys.exit(1 if found else 0)
