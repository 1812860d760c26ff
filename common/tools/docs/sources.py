"""Where the documentation's figures come from: runs of the executables, and the recorded measurements."""

import json
import os
import subprocess
import sys
import tempfile
import threading
from functools import lru_cache, reduce
from operator import getitem
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "bench"))
import results  # noqa: E402 - what bench.sh recorded


class SourceError(Exception):
    """A figure that cannot be had, in words."""


def once(function):
    """Keeps what was returned. A thread that asks for the same meanwhile waits for it."""
    kept, locks = lru_cache(maxsize=None)(function), {}

    def called(*arguments, **named):
        with locks.setdefault((arguments, *named.items()), threading.Lock()):
            return kept(*arguments, **named)

    return called


class Sources:
    def __init__(self, root: Path, executables: Path):
        self.root = root  # of the repository
        self._measured = root / "docs" / "measured"
        self._executables = executables

    @once
    def run(self, executable, *arguments, may_fail=False, **environment):
        """What build/bin/EXECUTABLE prints on standard output. may_fail: 42 is the status of failed Catch2 checks."""
        path = self._executables / executable
        if not path.exists():
            raise SourceError(f"there is no executable '{executable}'")
        done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False,
                              env={**os.environ, **environment})
        if done.returncode not in ((0, 1, 42) if may_fail else (0,)):
            raise SourceError(f"{executable} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    @once
    def emulated(self, chapter, *options):
        """What the chapter's executable prints on the emulator, and the text of its --json: of one run."""
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder, "report.json")
            return self.run(chapter, "--device", "emulator", *options, "--json", report), report.read_text()

    def results(self, chapter, *options):
        """The entries of the chapter's --json, on the emulator."""
        return json.loads(self.emulated(chapter, *options)[1])["benchmarks"]

    def ladder(self, *chapters):
        """What ./learn run ends with: the rungs of these chapters, as run on the emulator."""
        with tempfile.TemporaryDirectory() as folder:
            reports = [Path(folder, f"{chapter}.json") for chapter in chapters]
            for chapter, report in zip(chapters, reports):
                report.write_text(self.emulated(chapter)[1])
            return self.run("ladder", "table", "--no-table", "--measured", self._measured, *reports)

    def trace(self, chapter, variant, *arguments):
        """The requests of the variant's --trace."""
        text = self.run(chapter, "--device", "emulator", "--variant", variant, *arguments, "--trace", "-")
        return json.loads(text)["traces"][0]["requests"]

    @lru_cache(maxsize=None)
    def _read(self, path):
        if not path.exists():
            raise SourceError(f"nothing has been recorded: there is no {path}")
        return json.loads(path.read_text())

    def record(self, name, *keys):
        """What the keys lead to in docs/measured/h200/NAME.json, or docs/measured/GPU/NAME.json if the name says which."""
        return reduce(getitem, keys, self._read(self._measured / f"{name if '/' in name else 'h200/' + name}.json"))

    @once
    def limits(self, chapter):
        """The entries of the recorded measurements of a chapter beyond the L2 cache, with their limits."""
        records = self._measured / "h200" / "bench.json"
        return json.loads(self.run(chapter, "--records", records, "--json", "-"))["benchmarks"]

    def measurement(self, name, size, limits=False):
        """The one recorded entry of that name (CHAPTER/VARIANT) and size (ROWSxCOLS, or elements as 1024 or 2^10; on
        several GPUs GPUSxROWSxCOLS); with the limits of its time if they are asked for."""
        entries = self.limits(name.split("/")[0]) if limits else self.record(
            "h100-x2/bench" if name.startswith("many_gpus/") else "bench", "benchmarks")
        found = [entry for entry in entries if entry["name"] == name and size_of(entry) == plain(size)]
        if len(found) != 1 or "bytes_per_second" not in found[0]:
            raise SourceError(f"{name} at {size} was not timed, or more than once")
        return found[0]


def size_of(entry):
    """64x32, or 1024"""
    return "x".join(map(str, results.size_of(entry)))


def plain(size):
    """"2^26" as size_of() has it."""
    base, power, exponent = size.partition("^")
    return str(int(base) ** int(exponent)) if power else size
