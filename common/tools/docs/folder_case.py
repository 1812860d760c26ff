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
from values import Values

COUNTERS = {"global_load_requests": 2, "global_load_sectors": 8, "global_store_requests": 2, "global_store_sectors": 65,
            "shared_load_requests": 2, "shared_load_wavefronts": 62,
            "shared_store_requests": 0, "shared_store_wavefronts": 2}


def entry(name, gigabytes_per_second, microseconds, **more):
    """A recorded transpose of 8 x 8 floats, with all that bench.sh keeps of one."""
    return {"name": name, "rows": 8, "cols": 8, "useful_bytes": 512, "useful_elements": 64, "bytes_per_second": gigabytes_per_second * 1e9, "time_unit": "us",
            "real_time": microseconds, "fraction_of_copy": gigabytes_per_second / 1000,
            "spread_ns": {"q1": microseconds * 0.98, "q3": microseconds * 1.02}, "fits_l2": False, "above_peak": False,
            "counters": COUNTERS, "counted_at": {"rows": 8, "cols": 8}, **more}


MADE_UP = {"context": {"date": "2001-02-03T04:05:06", "device": "A made-up GPU, 10 SMs; with details",
                       "clocks_seen": "1500 MHz; 3000 MHz"}, "benchmarks": [
    entry("step9_fake/good", 500, 100), entry("step9_fake/better", 750, 50),
    entry("step9_fake/cudaMemcpyAsync", 1000, 25, counters={}),
    {"name": "b/sum", "elements": 1024, "bytes_per_second": 3e9, "real_time": 1500.0, "time_unit": "ns"},
    {"name": "b/untimed", "elements": 1024}, *2 * [{"name": "b/twice", "elements": 1024}]]}
RUN = dict.fromkeys(("date", "device", "driver", "toolkit", "how", "command"), "x")
TRIED = {"runs": {"old": {**RUN, "driver": "not written down"}, "bare": {"date": "2001"}},
         "tables": {"tiles": {"run": "old", "head": ["tile", "share"], "rows": [["32x8", ".97"], ["64x64", ".80"]]}},
         "figures": {"busy": {"run": "old", "value": "81 %"}, "vague": {"run": "bare", "value": "1"}}}
LIMITED = entry("step9_fake/good", 500, 2, useful_bytes=3000, limited_by="memory", block="8x8",
                limits={"memory": {"seconds": 1e-6}, "in flight": {"seconds": 0.25e-6}})
# Warp 3 loads two floats that lie 40 bytes apart, and stores one in shared memory.
TRACE = [{"warp": 3, "space": "global", "operation": "load", "sectors": 2,
          "lanes": [{"lane": 0, "offset": 0, "sector": 0}, {"lane": 1, "offset": 40, "sector": 1}]},
         {"warp": 3, "space": "global", "operation": "load", "sectors": 9, "lanes": []},
         {"warp": 3, "space": "shared", "operation": "store", "wavefronts": 1,
          "lanes": [{"lane": 31, "offset": 132, "bank": 1}]}]
REPORT = {"benchmarks": [LIMITED], "traces": [{"requests": TRACE}]}
# Writes its report where its last argument says, prints its first ones below a machine's own lines, and counts runs.
PROGRAM = """#!/bin/sh
[ "$3" = fail ] && { echo broken >&2; exit 1; }
for last; do :; done
echo run >>"$0.runs"
[ "$last" = - ] && exec cat "$0.json"
cp "$0.json" "$last"
printf '%s\\n' 'echo on 7 cores' size '' "it ran: $1 $2 $3" 'CPU, one core: 5 us'
"""


class FolderCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.record(bench=MADE_UP, tried=TRIED)
        self.program("step9_fake", PROGRAM)
        self.write("bin/step9_fake.json", json.dumps(REPORT))
        self.values = Values(Sources(self.root, self.root / "bin"))

    def record(self, **files):
        for name, record in files.items():
            self.write(f"docs/measured/h200/{name}.json", json.dumps(record))

    def program(self, name, text):
        self.write(f"bin/{name}", text).chmod(0o755)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_docs(self, *arguments):
        """Status and output of docs.py, without the figures of the real chapters."""
        output = io.StringIO()
        command = ["docs.py", "--root", str(self.root), "--executables", str(self.root / "bin"), *arguments]
        with mock.patch.object(sys, "argv", command), mock.patch.object(docs.figures, "drawings", lambda values: [
                ("drawn.svg", lambda: "<svg/>\n")]), contextlib.redirect_stdout(output):
            try:
                docs.main()
                return 0, output.getvalue()
            except SystemExit as error:
                return 1, f"{output.getvalue()}{error.code}\n"
