#!/usr/bin/env python3
"""same_runs.py ONE OTHER [CHAPTER...]: two build folders, such as one for x86-64 and one for ARM64.

Runs the same in both: all variants of the chapters, with counts, lines and the first block's requests, and the kernels of
docs/messages.md, which are wrong. Says where the outputs differ. Exit status: 0 nowhere; 1 somewhere; 2 bad usage.
"""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Odd sizes, with tiles at all edges, that an emulated processor bears.
SIZES = {"transpose": ["--rows", "99", "--cols", "131"], "reduction": ["--elements", "20011"]}
OF_THIS_RUN = ("date", "executable", "cpu_time_ns")  # not of what ran, but of when and where
TIMED = "CPU, one core, a plain loop: "  # and so a line that begins with this


def output(build, program, *options):
    """What the program writes to standard output, and its exit status."""
    done = subprocess.run([build / "bin" / program, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if not done.stdout:
        sys.exit(f"same_runs.py: {program} in {build} says nothing: {done.stderr.strip()}")
    return done.returncode, done.stdout


def results(build, chapter, sizes):
    """The JSON document of a run, as lines."""
    status, text = output(build, chapter, *sizes, "--json", "-")
    document = json.loads(text, object_hook=lambda fields: {k: v for k, v in fields.items() if k not in OF_THIS_RUN})
    return [f"exit status {status}", *json.dumps(document, indent=1).splitlines()]


def lines(build, program, *options):
    status, text = output(build, program, *options)
    return [f"exit status {status}", *(line for line in text.splitlines() if not line.startswith(TIMED))]


def first_difference(one, other):
    """The first lines that differ; None where all are the same."""
    for left, right in zip(one + [""], other + [""]):
        if left != right:
            return left, right
    return None if len(one) == len(other) else ("so many lines", "not so many lines")


def compare(what, one, other):
    """Whether both are the same, and says so."""
    different = first_difference(one, other)
    if different is None:
        print(f"{what}: the same {len(one)} lines")
        return True
    print(f"{what}: differs:\n  {different[0].strip()}\n  {different[1].strip()}")
    return False


def compare_chapter(builds, chapter):
    sizes = [*SIZES["reduction" if chapter == "reduction" else "transpose"], "--device", "emulator"]
    same = [compare(f"{chapter}, results", *(results(build, chapter, sizes) for build in builds))]
    for option in ("--explain", "--limits"):
        same.append(compare(f"{chapter} {option}", *(lines(build, chapter, *sizes, option) for build in builds)))
    same.append(compare(f"{chapter} --trace", *(lines(build, chapter, *sizes, "--trace", "-") for build in builds)))
    return all(same)


def main(arguments):
    if len(arguments) < 2 or not all((pathlib.Path(build) / "bin").is_dir() for build in arguments[:2]):
        print("same_runs.py takes two build folders: same_runs.py build build-arm64", file=sys.stderr)
        return 2
    # On one core blocks come in their order: which of two loads a sector first, and which ends last, else differs.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    builds = [pathlib.Path(build).resolve() for build in arguments[:2]]
    chapters = arguments[2:] or sorted(path.parent.name for path in ROOT.glob("*/variants.cu")) + ["wrong_chapter"]
    same = [compare_chapter(builds, chapter) for chapter in chapters]
    for table in ("hazards", "results", "contracts"):
        same.append(compare(f"message_table {table}", *(lines(build, "message_table", table) for build in builds)))
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
