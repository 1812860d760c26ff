"""Where the documentation's figures come from: runs of the executables, and the recorded measurements."""

import json
import os
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "bench"))
import results  # noqa: E402 - what bench.sh recorded


def on_one_core():
    """This process, which thus runs its blocks one after the other: which of them touches a sector first is no chance."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


class SourceError(Exception):
    """A figure that cannot be had, in words."""


class Sources:
    def __init__(self, executables: Path, measured: Path):
        self._executables = executables
        self._measured = measured

    @lru_cache(maxsize=None)
    def run(self, executable, *arguments, may_fail=False):
        """What build/bin/EXECUTABLE prints on standard output."""
        path = self._executables / executable
        if not path.exists():
            raise SourceError(f"there is no executable '{executable}'")
        done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False, preexec_fn=on_one_core)
        if done.returncode not in ((0, 1) if may_fail else (0,)):
            raise SourceError(f"{executable} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def results(self, chapter, *arguments):
        """The entries of the chapter's --json, on the emulator."""
        return json.loads(self.run(chapter, "--device", "emulator", *arguments, "--json", "-"))["benchmarks"]

    def ladder(self, *chapters):
        """What ./learn run ends with: the rungs of these chapters, as run on the emulator."""
        with tempfile.TemporaryDirectory() as folder:
            reports = [f"{folder}/{chapter}.json" for chapter in chapters]
            for chapter, report in zip(chapters, reports):
                self.run(chapter, "--device", "emulator", "--json", report)
            return self.run("ladder", "table", "--no-table", "--measured", self._measured.parents[1], *reports)

    def profiled_size(self, chapter):
        """The first size that the chapter is profiled at, as options."""
        lines = self.run(chapter, "--problem").splitlines()
        return next((line.split()[1:] for line in lines if line.startswith("profile ")), [])

    def trace(self, chapter, variant, *arguments):
        """The requests of the variant's --trace."""
        text = self.run(chapter, "--device", "emulator", "--variant", variant, *arguments, "--trace", "-")
        return json.loads(text)["traces"][0]["requests"]

    def page(self, name):
        """The text of a page of docs/, whose own tables are counted."""
        return (self._measured.parents[2] / name).read_text()

    @lru_cache(maxsize=None)
    def measured(self):
        """The recorded measurements: {"context": .., "benchmarks": [..]}."""
        if not self._measured.exists():
            raise SourceError(f"nothing has been recorded: there is no {self._measured}")
        return json.loads(self._measured.read_text())

    @lru_cache(maxsize=None)
    def several(self):
        """The recorded measurements of the chapter on several GPUs, as measured()."""
        path = self._measured.parents[1] / "h100-x2" / "bench.json"
        if not path.exists():
            raise SourceError(f"nothing has been recorded on several GPUs: there is no {path}")
        return json.loads(path.read_text())

    @lru_cache(maxsize=None)
    def recorded(self, name):
        """What is recorded beside them, in NAME.json: "rates" of the GPU; "experiments", single questions;
        "profiles" of kernels; what was "tried" once; and of single warps the "probe", the "atomics" and the "copies" of structs. Each is an object with a "context"."""
        path = self._measured.parent / f"{name}.json"
        if not path.exists():
            raise SourceError(f"no {name} have been recorded: there is no {path}")
        return json.loads(path.read_text())

    def tried(self, kind, name):
        """One of the "tables" or "figures" of tried.json, as it was written down; or one of its "runs": when, on what and
        how. Each of the others names its run."""
        entry = self.recorded("tried")[kind].get(name)
        if entry is None:
            raise SourceError(f"there is no '{name}' among the {kind} of tried.json")
        if kind == "runs":
            missing = [m for m in ("date", "device", "driver", "toolkit", "how", "command") if not entry.get(m)]
            if missing:
                raise SourceError(f"the run '{name}' of tried.json does not say its {missing[0]}")
        else:
            self.tried("runs", entry["run"])
        return entry

    def cpu_seconds(self, name):
        """What one core of the recorded machine takes for it, with a plain loop."""
        for entry in self.recorded("experiments")["cpu"]:
            if entry["name"] == name:
                return entry["seconds"]
        raise SourceError(f"no time of a CPU is recorded for '{name}'")

    def experiment(self, table, name):
        found = [entry for entry in self.recorded("experiments")["times"].get(table, []) if entry["name"] == name]
        if len(found) != 1:
            raise SourceError(f"{len(found)} experiments in the table '{table}' have the name '{name}'")
        return found[0]

    @lru_cache(maxsize=None)
    def limits(self, chapter):
        """The entries of the recorded measurements of a chapter, with their limits."""
        text = self.run(chapter, "--records", str(self._measured), "--json", "-")
        return json.loads(text)["benchmarks"]

    def measurement(self, name, size):
        """The one recorded entry of that name (chapter/variant) and size (ROWSxCOLS, or N elements)."""
        found = [e for e in self.measured()["benchmarks"] if e["name"] == name and size_of(e) == size]
        if len(found) != 1:
            raise SourceError(f"{len(found)} recorded results have the name {name} and the size {size}")
        if "bytes_per_second" not in found[0]:
            raise SourceError(f"{name} at {size} was not timed")
        return found[0]


def size_of(entry):
    """64x32, or 1024"""
    return "x".join(map(str, results.size_of(entry)))
