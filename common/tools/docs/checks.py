"""Checks of the documentation's own scripts: python3 common/tools/docs/checks.py."""

import contextlib
import io
import json
import shlex
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import blocks  # noqa: E402
import docs  # noqa: E402
import links  # noqa: E402
import markdown  # noqa: E402
import sentences  # noqa: E402
from sources import SourceError, Sources  # noqa: E402

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


class Figures(FolderCase):
    def figure(self, words):
        return sentences.figure(self.sources, words.split())

    def test_of_recorded_results(self):
        self.assertEqual(self.figure("gbps a/slow 64x32"), "1260")
        self.assertEqual(self.figure("share a/slow 64x32"), "0.333")
        self.assertEqual(self.figure("time a/slow 64x32"), "1.500 ms")
        self.assertEqual(self.figure("time b/sum 2^10"), "1.5 µs")
        self.assertEqual(self.figure("times a/fast a/slow 64x32"), "2.0")
        self.assertEqual(self.figure("times a/fast a/fast 64x32"), "1.000")
        self.assertEqual(self.figure("date"), "2001-02-03")
        self.assertEqual(self.figure("device"), "A made-up GPU, 10 SMs")
        self.assertEqual(self.figure("multiprocessors"), "10")
        self.assertEqual(self.figure("clock"), "1.50")
        self.assertEqual(self.figure("wavefront_limit step9_fake_chapter/good 8x8"), "120")  # 10 * 1.5 GHz * 8 bytes

    def test_that_cannot_be_had(self):
        for words in ("gbps a/slow 32x64", "gbps a/nosuch 64x32", "gbps b/untimed 1024", "gbps b/twice 1024",
                      "share b/sum 1024", "speed a/slow 64x32", "gbps a/slow",
                      "wavefront_limit step9_fake_chapter/cudaMemcpyAsync 8x8", "clock a/slow"):
            with self.assertRaises(SourceError, msg=words):
                self.figure(words)

    def test_without_a_record(self):
        with self.assertRaisesRegex(SourceError, "nothing has been recorded"):
            sentences.figure(Sources(self.root, self.root / "nosuch.json"), ["date"])

    def test_as_a_table(self):
        self.assertEqual(blocks.measured(self.sources, ["2^10", "b/sum"]),
                         "| variant | GB/s | spread | of the read |\n| --- | --: | --: | --: |\n| `b/sum` | 3 | – | – |")
        self.assertEqual(blocks.measured(self.sources, ["64x32", "a/slow"]),
                         "| variant | GB/s | spread | of the copy |\n| --- | --: | --: | --: |\n"
                         "| `a/slow` | 1260 | 4.0 % | 0.333 |")

    def test_as_throughput(self):
        lines = blocks.throughput(self.sources, ["8x8", "step9_fake_chapter/good"]).splitlines()
        self.assertEqual(lines[-1], "| `good` | 100.0 µs | 500 | 250 | 100 % | 2031 | 12.3 % |")

    def test_as_speedups(self):
        lines = blocks.speedups(self.sources, ["64x32", "a/slow", "a/fast", "a/fast"]).splitlines()
        self.assertEqual(lines[2:], ["| `slow` | 1.500 ms | 1260 | 1.00 | 1.00 |",
                                     "| `fast` | 750.0 µs | 2520 | 2.00 | 2.00 |",
                                     "| `fast` | 750.0 µs | 2520 | 1.00 | 2.00 |"])

    def test_two_variants_differ_where_their_middle_halves_do_not_overlap(self):
        for faster, slower, words in (("a/fast", "a/slow", "differ"), ("a/slow", "a/fast", "do not differ"),
                                      ("a/slow", "a/slow", "do not differ")):
            self.assertEqual(sentences.figure(self.sources, ["differ", faster, slower, "64x32"]), words)
        self.assertEqual(sentences.figure(self.sources, ["spread", "a/slow", "64x32"]), "4.0 %")

    def test_of_experiments(self):
        with self.assertRaises(SourceError):
            self.figure("experiment loops one")
        one = {"name": "one", "real_time": 2000, "time_unit": "ns", "bytes_per_second": 3e12,
               "spread_ns": {"q1": 1990, "q3": 2010}}
        self.write("experiments.json", json.dumps({
            "times": {"loops": [one, {**one, "name": "two", "bytes_per_second": 1.5e12}]},
            "cpu": [{"name": "sum", "seconds": 0.0553}, {"name": "transpose", "seconds": 3.23}],
            "counters": {"kernel": {"sectors": 67108864}}}))
        for words, text in {"experiment loops one": "3000", "experiment_times loops one two": "2.00",
                            "counter kernel sectors": "67.1", "cpu sum": "55 ms", "cpu transpose": "3.2 s",
                            "over_cpu transpose a/slow 64x32": "2,153"}.items():
            self.assertEqual(self.figure(words), text)
        self.assertEqual(blocks.experiment(self.sources, ["loops"]).splitlines()[2], "| one | 2.0 µs | 3000 | 1.0 % |")
        for words in ("experiment loops three", "experiment nosuch one", "cpu nosuch"):
            with self.assertRaises(SourceError):
                self.figure(words)

    def test_readings_of_single_warps_are_counted(self):
        with self.assertRaises(SourceError):
            self.figure("probe patterns")
        self.write("probe.json", json.dumps({"patterns": [
            {"name": "stride 1", "readings": [["global_load_sectors", 4, 4, 4], ["shared_load_wavefronts", 4, 1, 1]]},
            {"name": "narrow, stride 1", "readings": [["shared_load_wavefronts", 1, 1, 1]]}]}))
        self.write("atomics.json", json.dumps({"atomics": [
            {"readings": [["global_atomic_requests", 4, 1, 1], ["global_atomic_sectors", 4, 30, 31]]}]}))
        self.write("copies.json", json.dumps({"variants": [{}, {}, {}]}))
        for what, count in {"patterns": 2, "narrow": 1, "wide": 1, "readings": 3, "shared": 2, "atomics": 1,
                            "readings_of_atomics": 2, "other_atomics": 1, "copies": 3}.items():
            self.assertEqual(self.figure(f"probe {what}"), str(count))
        with self.assertRaises(SourceError):
            self.figure("probe warps")

    def test_latency_of_a_load(self):
        self.write("rates.json", json.dumps({"latency": [
            {"threads_per_multiprocessor": 2048, "bytes_in_flight_per_thread": 4, "seconds": 4.163e-7}]}))
        self.assertEqual(self.figure("latency 2048 4"), "416 ns")
        with self.assertRaises(SourceError):
            self.figure("latency 2048 8")

    def test_of_limits(self):
        entry = {"name": "step9_fake_chapter/slow", "rows": 64, "cols": 32, "real_time": 2000, "useful_bytes": 3000,
                 "limited_by": "memory", "bytes_per_second": 1.5e9,
                 "limits": {"memory": {"seconds": 1e-6}, "in flight": {"seconds": 0.25e-6}}}
        fast = {**entry, "name": "step9_fake_chapter/fast", "limits": {"memory": {"seconds": 0.5e-6}}}
        self.executable("step9_fake_chapter", {"benchmarks": [entry, fast]})
        for words, text in {"at_most step9_fake_chapter/slow 64x32": "3", "explained step9_fake_chapter/slow 64x32": "0.50",
                            "of_largest step9_fake_chapter/slow 64x32 'in flight'": "0.25",
                            "times_at_most step9_fake_chapter/fast step9_fake_chapter/slow 64x32": "2.00"}.items():
            self.assertEqual(sentences.figure(self.sources, shlex.split(words)), text)
        for words in ("of_largest step9_fake_chapter/slow 64x32 blocks", "at_most step9_fake_chapter/slow 64x33"):
            with self.assertRaises(SourceError):
                self.figure(words)

    def test_as_a_ladder(self):
        self.assertEqual(blocks.ladder(self.sources, ["8x8"]).splitlines()[2:],
                         ["| [9 fake chapter](step9_fake_chapter/README.md) | `better` | 4.56 | 16 | 700 | 0.700 |"])

    def test_lane_by_lane(self):
        lines = blocks.lanes(self.sources, ["global", "3", "step9_fake_chapter", "x"]).splitlines()
        self.assertEqual([lines[i] for i in (0, 2, 3, 4, -1)],
                         ["| lane | loads byte | in sector |", "| 0 | 0 | 0 |", "| 1 | 40 | 1 |", "| 2 | – | – |",
                          "| all |  | **2 sectors** |"])
        lines = blocks.lanes(self.sources, ["shared", "3", "step9_fake_chapter", "x"]).splitlines()
        self.assertEqual(lines[-2:], ["| 31 | 33 | 1 |", "| all |  | **1 wavefront** |"])
        for words in (["texture", "3", "step9_fake_chapter", "x"], ["global", "7", "step9_fake_chapter", "x"]):
            with self.assertRaises(SourceError):
                blocks.lanes(self.sources, words)


class Documents(FolderCase):
    TEXT = ("Before <!-- fig: gbps a/slow 64x32 -->1<!-- end --> behind.\n\n"
            "<!-- generated: run echo_chapter 'a b' -->\n<!-- end -->\n\n"
            "```\n<!-- generated: nonsense -->\n```\n\nAnd `<!-- fig: nonsense -->`.\n")

    def test_are_renewed_once_and_then_stay(self):
        path = self.write("docs/page.md", self.TEXT)
        status, output = self.run_docs("--check")
        self.assertEqual(status, 1)
        self.assertIn("docs/page.md:1: <!-- fig: gbps a/slow 64x32 --> is stale", output)
        self.assertIn("-1\n+1260", output)
        self.assertIn("docs/page.md:3: <!-- generated: run", output)
        self.assertIn("docs/figures/drawn.svg: the figure does not exist", output)
        self.assertEqual(path.read_text(), self.TEXT)

        self.assertEqual(self.run_docs()[0], 0)
        text = path.read_text()
        self.assertIn("Before <!-- fig: gbps a/slow 64x32 -->1260<!-- end --> behind.", text)
        self.assertIn("```\n$ build/bin/echo_chapter 'a b'\n...\nit ran: --device emulator a b\n```\n\n<!-- end -->", text)
        self.assertIn("```\n<!-- generated: nonsense -->\n```\n\nAnd `<!-- fig: nonsense -->`.", text)
        self.assertNotIn("cores", text)
        self.assertNotIn("CPU", text)
        self.assertEqual(self.run_docs("--check")[0], 0)

    def test_figures_that_nobody_draws_go(self):
        stray = self.write("docs/x.md", "").parent / "figures" / "old.svg"
        stray.parent.mkdir()
        stray.write_text("<svg/>")
        status, output = self.run_docs("--check")
        self.assertEqual(status, 1)
        self.assertIn("docs/figures/old.svg: the figure is not one of figures.py", output)
        self.run_docs()
        self.assertFalse(stray.exists())

    def test_nothing_is_written_where_one_block_fails(self):
        good = self.write("docs/a.md", self.TEXT)
        for wrong in ("<!-- generated: run echo_chapter fail -->\n<!-- end -->",
                      "<!-- generated: run nosuch -->\n<!-- end -->", "<!-- generated: nonsense x -->\n<!-- end -->",
                      "<!-- generated: run -->\n<!-- end -->", "<!-- generated: run echo_chapter x -->", "<!-- end -->"):
            self.write("docs/b.md", "\n" + wrong)
            status, output = self.run_docs()
            self.assertEqual(status, 1)
            self.assertIn("docs/b.md:2: ", output)
            self.assertEqual(good.read_text(), self.TEXT)

    def test_of_other_folders_are_left_alone(self):
        self.write("build-x/page.md", "[x](nosuch)")
        self.write("pages/node_modules/library/README.md", "[x](nosuch)")
        self.run_docs()
        self.assertEqual(self.run_docs("--check")[0], 0)


class Links(FolderCase):
    def problems(self, text):
        page = self.write("docs/page.md", text)
        return list(links.faults(self.root, [page]))

    def test_that_lead_somewhere(self):
        self.write("other.md", "# A `title`, with *signs*\n## Twice\n## Twice\n")
        self.write("code.cu", "one\ntwo\n")
        self.write("page.html", "")
        self.assertEqual(self.problems(
            "# Here\n[a](../other.md) [b](../other.md#a-title-with-signs) [c](../other.md#twice-1) [d](#here)\n"
            "[e](../code.cu#L2) ![f](../code.cu) [g](https://example.org/nosuch) [`h[0]`](..)\n"
            '<img src="../code.cu"> [i](../page.html#pitch=33&pad=1) `[x](nosuch)`\n```\n[y](nosuch)\n```\n[z]: ../code.cu\n'), [])

    def test_that_lead_nowhere(self):
        self.write("other.md", "# Title\n")
        self.write("code.cu", "one\n")
        for wrong in ("[a](nosuch.md)", "[a](../other.md#nosuch)", "[a](#nosuch)", "[a](../code.cu#L2)", "[a](/other.md)",
                      "[a](../nosuch.html#pad=1)", "![a](nosuch.svg)", '<img src="nosuch.svg">', "[a]: nosuch.md", "[a](../../outside.md)",
                      "[![a](nosuch.svg)](../other.md)"):
            self.assertEqual(len(self.problems(wrong)), 1, wrong)
            self.assertTrue(self.problems(wrong)[0].startswith("docs/page.md:1: "))


class Markers(unittest.TestCase):
    def test_lines_and_kinds(self):
        found = markdown.blocks("x\n<!-- generated: run a -->\nb\n<!-- end -->\n<!-- fig: date --><!-- end -->", "f")
        self.assertEqual([(b.words, b.inline, b.line) for b in found], [("run a", False, 2), ("date", True, 5)])


if __name__ == "__main__":
    unittest.main()
