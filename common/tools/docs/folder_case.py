"""A folder with made-up records and executables, for the checks of the documentation's scripts."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import docs
from sources import Sources

COUNTERS = {"global_load_requests": 2, "global_load_sectors": 8, "global_store_requests": 2, "global_store_sectors": 65,
            "shared_load_requests": 2, "shared_load_wavefronts": 62,
            "shared_store_requests": 2, "shared_store_wavefronts": 2}


def step(name, gigabytes_per_second):
    """A recorded transpose of 8 x 8 floats, with all that bench.sh keeps of one."""
    return {"name": name, "rows": 8, "cols": 8, "bytes_per_second": gigabytes_per_second * 1e9, "real_time": 1e5,
            "time_unit": "ns", "fraction_of_copy": gigabytes_per_second / 1000, "spread_ns": {"q1": 99, "q3": 101},
            "fits_l2": False, "above_peak": False, "counters": COUNTERS, "counted_at": {"rows": 8, "cols": 8}}


MADE_UP = {"context": {"date": "2001-02-03T04:05:06", "device": "A made-up GPU, 10 SMs; with details",
                       "clocks_seen": "1500 MHz; 3000 MHz"}, "benchmarks": [
    step("step9_fake_chapter/good", 500), step("step9_fake_chapter/better", 700),
    {**step("step9_fake_chapter/cudaMemcpyAsync", 1000), "counters": {}},
    {"name": "a/slow", "rows": 64, "cols": 32, "bytes_per_second": 1.26e12, "fraction_of_copy": 0.3333,
     "real_time": 1500000.0, "time_unit": "ns", "spread_ns": {"q1": 1470000, "q3": 1530000}},
    {"name": "a/fast", "rows": 64, "cols": 32, "bytes_per_second": 2.52e12, "fraction_of_copy": 0.6666,
     "real_time": 750000.0, "time_unit": "ns", "spread_ns": {"q1": 749000, "q3": 751000}},
    {"name": "b/sum", "elements": 1024, "bytes_per_second": 3e9, "real_time": 1500.0, "time_unit": "ns"},
    {"name": "b/untimed", "elements": 1024},
    {"name": "b/twice", "elements": 1024, "bytes_per_second": 1.0},
    {"name": "b/twice", "elements": 1024, "bytes_per_second": 2.0}]}


def request(warp, space, operation, **more):
    return {"warp": warp, "space": space, "operation": operation, **more}


class FolderCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        (self.root / "bench.json").write_text(json.dumps(MADE_UP))
        # An executable that shows its arguments below two lines of a machine's own.
        (self.root / "bin").mkdir()
        echo = self.root / "bin" / "echo_chapter"
        echo.write_text('#!/bin/sh\n[ "$3" = fail ] && { echo broken >&2; exit 1; }\n'
                        'echo "echo on 7 cores"; echo "size"; echo; echo "it ran: $*"; echo "CPU, one core: 5 us"\n')
        echo.chmod(0o755)
        # A chapter whose warp 3 loads two floats that lie 40 bytes apart, and stores one in shared memory.
        self.executable("step9_fake_chapter", {"benchmarks": [{"rows": 8, "cols": 8, "counters": COUNTERS}], "traces": [{"requests": [
            request(3, "global", "load", sectors=2, lanes=[{"lane": 0, "offset": 0, "sector": 0},
                                                           {"lane": 1, "offset": 40, "sector": 1}]),
            request(3, "global", "load", sectors=9, lanes=[]),
            request(2, "global", "store", sectors=9, lanes=[]),
            request(3, "shared", "store", wavefronts=1, lanes=[{"lane": 31, "offset": 132, "bank": 1}])]}]})
        self.sources = Sources(self.root / "bin", self.root / "bench.json")

    def executable(self, name, report):
        """One that prints the report as JSON, whatever its arguments."""
        (self.root / f"{name}.json").write_text(json.dumps(report))
        path = self.root / "bin" / name
        path.write_text(f'#!/bin/sh\ncat "{self.root}/{name}.json"\n')
        path.chmod(0o755)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_docs(self, *arguments):
        """Status and output of docs.py, without the figures of the real chapters."""
        output = io.StringIO()
        command = ["docs.py", "--root", str(self.root), "--executables", str(self.root / "bin"),
                   "--measured", str(self.root / "bench.json"), *arguments]
        with mock.patch.object(sys, "argv", command), mock.patch.object(docs.figures, "drawn", lambda sources: [
                ("drawn.svg", "<svg/>\n")]), contextlib.redirect_stdout(output):
            try:
                docs.main()
                status = 0
            except SystemExit as error:
                status = 1
                print(error.code, file=output)
        return status, output.getvalue()
