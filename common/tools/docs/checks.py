"""Checks of the documentation's own scripts: python3 common/tools/docs/checks.py."""

import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import blocks  # noqa: E402
import links  # noqa: E402
from folder_case import FolderCase  # noqa: E402
from sources import SourceError  # noqa: E402
from svg import runs_of  # noqa: E402
from values import figure  # noqa: E402


class Figures(FolderCase):
    def test_of_records(self):
        good, better = "step9_fake/good 8x8", "step9_fake/better 8x8"
        self.record(probe={"patterns": [{"name": "wide"}] * 1234})
        for words, text in {
                f"gbps {good}": "500", f"share {good}": "0.500", f"time {good}": "100.0 µs", "time b/sum 2^10": "1.5 µs",
                f"spread {better}": "4.0 %", f"times step9_fake/better {good}": "2.0", f"times {good[:15]} {good}": "1.000",
                f"differ step9_fake/good {better}": "do not differ", f"differ step9_fake/better {good}": "differ",
                f"wavefront_limit {good}": "120",  # 10 * 1.5 GHz * 8 bytes
                f"at_most {good}": "3", f"explained {good}": "0.50", f"of_largest {good} 'in flight'": "0.25",
                '{len(record("probe", "patterns")):,} of {2 * 617}': "1,234 of 1234", "tried busy": "81 %",
                "tried_on old": "one x, x, x", "tried_cell tiles 32x8 share": "0.97",
                '{or_nothing(time, "b/untimed", "1024")}': "–"}.items():
            self.assertEqual(figure(self.values, words), text, words)

    def test_of_kernels_held_to_some_blocks(self):
        run = [{"8x8": [{"name": name, "blocks": blocks, "real_time": time, "time_unit": "ns", "fraction_of_copy": 0.5,
                         "spread_ns": {"min": 99, "max": most}}
                        for name, blocks, time, most in (("cudaMemcpyAsync", 0, 95, 99), ("copy_kernel", 0, copy, 99),
                                                         ("a", 2, 100, 99 + more))]}
               for copy, more in ((90, 2), (70, 3), (80, 1))]
        self.record(held={"runs": run})
        self.assertEqual(figure(self.values, '{of_copy("held", "a", 2, "8x8")}, {widest("held", "8x8", "min", "max")}'), "0.800, 3.0 %")
        self.assertEqual(figure(self.values, '{or_nothing(of_copy, "held", "a", 3, "8x8")}'), "–")

    def test_of_another_gpu(self):
        self.write("docs/measured/other/few.json", '{"a": 7}')
        self.assertEqual(figure(self.values, '{record("other/few", "a")}'), "7")

    def test_that_cannot_be_had(self):
        for words in ("gbps step9_fake/good 8x9", "gbps a/nosuch 8x8", "gbps b/untimed 1024", "gbps b/twice 1024",
                      "share b/sum 1024", "speed a/slow 64x32", "gbps", "at_most b/sum 1024", "{", "{nosuch}",
                      '{record("probe")}', '{record("bench", "nosuch")}', "tried nosuch", "tried vague", "tried_on bare",
                      "tried_cell tiles 32x8 nosuch", "tried_cell tiles 9x9 share", "of_largest step9_fake/good 8x8 x"):
            with self.assertRaises(SourceError, msg=words):
                figure(self.values, words)

    def test_outcomes_of_programs_are_counted(self):
        self.write("docs/programs.csv", "sample,repository,kind\nfirst,a,right\nlater,c,right\nlater,c,too slow\n")
        self.assertEqual([figure(self.values, words) for words in (
            "programs right", "{programs()}", '{programs("right", "later")}', '{repositories("later")}')],
            ["2", "3", "1", "1"])


class Blocks(FolderCase):
    def last(self, words):
        return blocks.block(self.values, words).splitlines()[-1]

    def test_of_records(self):
        self.assertEqual(blocks.block(self.values, "measured 2^10 b/sum"),
                         "| variant | GB/s | spread | of the read |\n| --- | --: | --: | --: |\n| `b/sum` | 3 | – | – |")
        both = "8x8 step9_fake/good step9_fake/better"
        for words, line in {
                f"measured {both}": "| `step9_fake/better` | 750 | 4.0 % | 0.750 |",
                f"throughput {both}": "| `better` | 50.0 µs | 750 | 375 | 100 % | 3047 | 12.3 % |",
                f"speedups {both}": "| `better` | 50.0 µs | 750 | 2.00 | 2.00 |",
                'rows limited_of("step9_fake", "8x8") | a: {at_most(row)}': "| 3 |", "tried tiles": "| 64x64 | .80 |",
        }.items():
            self.assertEqual(self.last(words), line, words)

    def test_of_runs(self):
        self.assertEqual(self.last("counters step9_fake 'a b'"), "| `good` | 8x8 | 4 | 32.5 | 31 |")
        self.assertEqual(blocks.block(self.values, "run step9_fake 'a b'"),
                         "```\n$ build/bin/step9_fake 'a b'\n...\nit ran: --device emulator a b\n```")
        self.assertEqual((self.root / "bin/step9_fake.runs").read_text(), "run\n")  # one for all three

    def test_of_what_is_said_of_programs(self):
        self.program("try_fake", "#!/bin/sh\necho 'a.cu:1 load'; echo '    why'; echo 'a.cu:2 store'; exit 1\n")
        self.assertEqual(blocks.block(self.values, "report fake a.cu:1"), "```\na.cu:1 load\n    why\n```")
        self.program("message_table", "#!/bin/sh\nprintf '%s\\tb\\n1\\tx\\n' $1\n")
        self.assertEqual(blocks.block(self.values, "messages a"), "| a | b |\n| --: | --- |\n| 1 | x |")

    def test_of_requests(self):
        self.program("request_cost", "#!/bin/sh\n[ \"$*\" = 'shared store 8 0 2' ] && echo 7 || echo 5\n")
        self.assertEqual(self.last('rows [2] | a: {cost("shared", [0, row], 8, "store")} | b: {cost("global", range(row))}'),
                         "| 7 | 5 |")

    def test_lane_by_lane(self):
        lines = blocks.block(self.values, "lanes global 3 step9_fake x").splitlines()
        self.assertEqual([*lines[:1], *lines[3:5], lines[-1]], [
            "| lane | loads byte | in sector |", "| 1 | 40 | 1 |", "| 2 | – | – |", "| all |  | **2 sectors** |"])
        lines = blocks.block(self.values, "lanes shared 3 step9_fake x").splitlines()
        self.assertEqual(lines[-2:], ["| 31 | 33 | 1 |", "| all |  | **1 wavefront** |"])

    def test_that_cannot_be_had(self):
        for words in ("nonsense x", "run", "run nosuch", "report fake x", "lanes texture 3 step9_fake x",
                      "lanes global 7 step9_fake x", "tried nosuch", "measured 8x8 a/nosuch",
                      "rows [] | a: b", "rows nosuch | a: b", "measured 8x8"):
            with self.assertRaises(SourceError, msg=words):
                blocks.block(self.values, words)

    def test_neighbours_of_pictures(self):
        self.assertEqual(runs_of({1, 3, 2, 4, 9}, 4), [[1, 3], [4, 1], [9, 1]])


class Documents(FolderCase):
    TEXT = ("Before <!-- fig: gbps step9_fake/good 8x8 -->1<!-- end --> behind.\n\n"
            "<!-- generated: run step9_fake 'a b' -->\n<!-- end -->\n\n"
            "<!-- generated: rows [7] | `a`: [{row}](x) -->\n<!-- end -->\n\n"
            "```\n<!-- generated: nonsense -->\n```\n\nAnd `<!-- fig: nonsense -->`.\n")

    def test_are_renewed_once_and_then_stay(self):
        path = self.write("docs/page.md", self.TEXT)
        for name in ("docs/x", "build-x/page.md", "pages/node_modules/library/README.md"):
            self.write(name, "[x](nosuch)")
        status, output = self.run_docs("--check")
        self.assertEqual(status, 1)
        for words in ("docs/page.md:1: <!-- fig: gbps step9_fake/good 8x8 --> is stale", "-1\n+500",
                      "docs/page.md:3: <!-- generated: run", "docs/figures/drawn.svg: the figure does not exist"):
            self.assertIn(words, output)
        self.assertEqual(path.read_text(), self.TEXT)

        self.assertEqual(self.run_docs()[0], 0)
        text = path.read_text()
        for words in ("Before <!-- fig: gbps step9_fake/good 8x8 -->500<!-- end --> behind.",
                      "| `a` |\n| --- |\n| [7](x) |",
                      "```\n$ build/bin/step9_fake 'a b'\n...\nit ran: --device emulator a b\n```\n\n<!-- end -->",
                      "```\n<!-- generated: nonsense -->\n```\n\nAnd `<!-- fig: nonsense -->`."):
            self.assertIn(words, text)
        self.assertNotIn("cores", text)
        self.assertNotIn("CPU", text)
        self.assertEqual(self.run_docs("--check")[0], 0)
        path.write_text(text.replace("500", "501"))  # by hand
        self.assertEqual(self.run_docs("--check")[0], 1)

    def test_figures_that_nobody_draws_go(self):
        stray = self.write("docs/figures/old.svg", "<svg/>")
        self.assertIn("docs/figures/old.svg: the figure is not one of figures.py", self.run_docs("--check")[1])
        self.run_docs()
        self.assertFalse(stray.exists())

    def test_nothing_is_written_where_one_block_fails(self):
        good = self.write("docs/a.md", self.TEXT)
        for wrong in ("<!-- generated: run step9_fake fail -->\n<!-- end -->", "<!-- fig: tried x --><!-- end -->",
                      "<!-- generated: run step9_fake x -->", "<!-- end -->", "<!-- fig: date --><!-- fig: date -->"):
            self.write("docs/b.md", "\n" + wrong)
            status, output = self.run_docs()
            self.assertEqual(status, 1)
            self.assertIn("docs/b.md:2: ", output)
            self.assertEqual(good.read_text(), self.TEXT)


class Links(FolderCase):
    def problems(self, text):
        self.write("other.md", "# A `title`, with *signs*\n## Twice\n## Twice\n")
        self.write("code.cu", "one\ntwo\n")
        self.write("page.html", "")
        self.write("page/README.md", "# How to open it\n")
        self.write("page/index.html", "")
        return list(links.faults(self.root, [self.write("docs/page.md", text)]))

    def test_that_lead_somewhere(self):
        self.assertEqual(self.problems(
            "# Here\n[a](../other.md) [b](../other.md#a-title-with-signs) [c](../other.md#twice-1) [d](#here)\n"
            "[e](../code.cu#L2) ![f](../code.cu) [g](https://example.org/nosuch) [`h[0]`](..) `[x](nosuch)`\n"
            '<img src="../code.cu"> [i](../page.html#pitch=33&pad=1) [j](../page/README.md#pad=1)\n```\n[y](nosuch)\n```\n[z]: ../code.cu\n'), [])

    def test_that_lead_nowhere(self):
        for wrong in ("[a](nosuch.md)", "[a](../other.md#nosuch)", "[a](#nosuch)", "[a](../code.cu#L3)", "[a](/x.md)",
                      "[a](../nosuch.html#pad=1)", "![a](nosuch.svg)", '<img src="nosuch.svg">', "[a]: nosuch.md",
                      "[a](../../outside.md)", "[![a](nosuch.svg)](../other.md)"):
            problems = self.problems(wrong)
            self.assertEqual(len(problems), 1, wrong)
            self.assertTrue(problems[0].startswith("docs/page.md:1: "))


if __name__ == "__main__":
    unittest.main()
