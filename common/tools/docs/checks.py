"""Checks of the documentation's own scripts: python3 common/tools/docs/checks.py."""

import json
import shlex
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import blocks  # noqa: E402
import links  # noqa: E402
import markdown  # noqa: E402
import programs  # noqa: E402
import sentences  # noqa: E402
from folder_case import FolderCase  # noqa: E402
from sources import SourceError, Sources  # noqa: E402


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

    def test_of_profiles(self):
        busy = "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed"
        self.write("profiles.json", json.dumps({
            "context": {"device": "A GPU, 3 SMs", "date": "2001-02-04", "driver": "7", "profiler": "N 1"},
            "kernels": {"a/slow": {busy: 80.6, "smsp__inst_executed_op_shared_ld.sum": 2000000,
                                   "smsp__inst_executed_op_shared_st.sum": 500000}}}))
        for words, text in {"profile a/slow data_pipe": "81 %", "profile a/slow shared_instructions": "2.5", "profiles": "1",
                            "profiles_on": "one A GPU, 2001-02-04, driver 7, N 1"}.items():
            self.assertEqual(self.figure(words), text)
        for words in ("profile a/slow speed", "profile a/fast data_pipe"):
            with self.assertRaises(SourceError, msg=words):
                self.figure(words)

    def test_of_what_was_tried(self):
        run = {"date": "2001-02-03", "device": "A GPU", "driver": "not written down", "toolkit": "CUDA 1", "how": "by hand",
               "command": "not written down"}
        tables = {"tiles": {"run": "old", "head": ["tile", "share"], "rows": [["32x8", ".97"], ["64x64", ".80"], ["9x9", "1.1"]]}}
        record = {"runs": {"old": run, "bare": {"date": "2001"}}, "tables": tables,
                  "figures": {"busy": {"run": "old", "value": "81 %"}, "lost": {"run": "nosuch", "value": "1"},
                              "vague": {"run": "bare", "value": "1"}}}
        self.write("tried.json", json.dumps(record))
        self.write("experiments.json", json.dumps({"context": {"device": "A GPU, 3 SMs", "date": "2001-02-04"}}))
        self.write("rates.json", json.dumps({"rates": {"begin": {"value": 1.587e-7, "unit": "s"}, "read": {"value": 1, "unit": "B/s"}}}))
        for words, text in {"tried busy": "81 %", "tried_on old": "one A GPU, 2001-02-03, CUDA 1", "tried_rows tiles": "3",
                            "tried_rows tiles share 0.9": "2", "tried_cell tiles 32x8 share": "0.97",
                            "experiments_on": "one A GPU, 2001-02-04", "rate begin": "159 ns"}.items():
            self.assertEqual(self.figure(words), text)
        self.assertEqual(blocks.tried(self.sources, ["tiles"]).splitlines()[1:3], ["| --- | --: |", "| 32x8 | .97 |"])
        for words in ("tried nosuch", "tried lost", "tried vague", "tried_on bare", "tried_cell tiles 32x8 nosuch",
                      "tried_cell tiles nosuch share", "tried_rows nosuch", "rate read", "rate nosuch"):
            with self.assertRaises(SourceError, msg=words):
                self.figure(words)

    def test_that_are_changed_by_hand_are_stale(self):
        self.write("tried.json", json.dumps({"figures": {"busy": {"run": "r", "value": "81 %"}}, "runs": {"r": dict.fromkeys(
            ("date", "device", "driver", "toolkit", "how", "command"), "x")}}))
        page = self.write("docs/page.md", "<!-- fig: tried busy -->81 %<!-- end -->\n")
        self.run_docs()
        self.assertEqual(self.run_docs("--check")[0], 0)
        page.write_text(page.read_text().replace("81", "82"))
        status, output = self.run_docs("--check")
        self.assertEqual(status, 1)
        self.assertIn("docs/page.md:1: <!-- fig: tried busy --> is stale", output)

    def test_of_outcomes(self):
        text = ("## The programs\n\n### a/b\n| program | given | outcome |\n| --- | --- | --- |\n"
                "| a.cu | | right; finding, true: x |\n| b.cu | `-- 3` | right: no finding |\n## The later sample\n### c/d\n"
                "| c.cu | | right; at first too slow |\n| d.cu | | its file is missing |\n")
        rows = {row[0]: row[1:] for row in programs.table(text)}
        self.assertEqual([rows["right"], rows["too slow"], rows["all"]],
                         [["2", "1", "0"], ["0", "0", "1"], ["4", "2", "2"]])
        self.assertEqual([programs.figure(text, what) for what in ("found", "repositories", "later_repositories")],
                         ["1", "2", "1"])
        with self.assertRaises(SourceError):
            programs.outcome("who knows")

    def test_as_a_report(self):
        path = self.root / "bin" / "try_fake"
        path.write_text("#!/bin/sh\necho 'a.cu:1 load'; echo '    why'; echo 'a.cu:2 store'; exit 1\n")
        path.chmod(0o755)
        self.assertEqual(blocks.report(self.sources, ["fake", "a.cu:1"]), "```\na.cu:1 load\n    why\n```")
        with self.assertRaises(SourceError):
            blocks.report(self.sources, ["fake", "b.cu"])

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
