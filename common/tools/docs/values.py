"""What figures in sentences and cells of tables say: numbers of the records, written as the pages write them.

The words of a figure are a method of Values and its arguments, such as `gbps step2_coalesced/tile_32x8 16384x16384`; or
a text with expressions in braces, a Python f-string, such as `{len(record("probe", "patterns"))}`: the methods are its
names.
"""

import csv
import shlex
from statistics import median

from sources import SourceError, plain, results, size_of

NOTHING = "–"


class Values:
    """`*entry` is a recorded measurement; or its name CHAPTER/VARIANT and its size (Sources.measurement()); or a file of
    records whose times stand in tables, a table, and a kernel."""

    def __init__(self, sources):
        self.sources = sources
        self.record, self.results = sources.record, sources.results

    def entry(self, *entry, limits=False):
        """With the limits of its time if they are asked for."""
        if len(entry) == 3:
            file, table, kernel = entry
            return {row["name"]: row for row in self.record(file, "times", table)}[kernel]
        return entry[0] if len(entry) == 1 else self.sources.measurement(*entry, limits)

    def cost(self, space, elements, size=4, operation="load"):
        """Sectors (of global memory) or wavefronts of a request, by memory_model: of lanes with an element each, of so
        many bytes."""
        return int(self.sources.run("request_cost", space, operation, str(size), *map(str, elements)))

    def limited_of(self, chapter, size):
        """All of the chapter at that size."""
        return [entry for entry in self.sources.limits(chapter) if size_of(entry) == plain(size)]

    def seconds(self, *entry):
        entry = self.entry(*entry)
        return entry["real_time"] / {"ns": 1e9, "us": 1e6, "ms": 1e3}[entry["time_unit"]]

    def time(self, *entry):
        microseconds = self.seconds(*entry) * 1e6
        return f"{microseconds:.1f} µs" if microseconds < 1000 else f"{microseconds / 1000:.3f} ms"

    def gbps(self, *entry):
        return f"{self.entry(*entry)['bytes_per_second'] / 1e9:.0f}"

    def share(self, *entry):
        """Of the copy (of a sum: of the read) in the same run."""
        entry = self.entry(*entry)
        return f"{entry['fraction_of_read' if 'fraction_of_read' in entry else 'fraction_of_copy']:.3f}"

    def spread(self, *entry):
        """What the middle half of the runs differ by, over the median."""
        return results.percent(results.spread_of(self.entry(*entry)))

    def or_nothing(self, function, *arguments):
        """What the function says; a dash of what was not measured."""
        try:
            return function(*arguments)
        except (KeyError, SourceError):
            return NOTHING

    def times(self, faster, slower, *size):
        """How many times as fast: two digits, or where they would say nothing, four."""
        quotient = self.seconds(slower, *size) / self.seconds(faster, *size)
        return f"{quotient:.1f}" if abs(quotient - 1) > 0.1 else f"{quotient:.3f}"

    def differ(self, faster, slower, *size):
        """By the course's rule: the slowest quarter of the one is before the fastest quarter of the other."""
        last, first = self.entry(faster, *size)["spread_ns"]["q3"], self.entry(slower, *size)["spread_ns"]["q1"]
        return "differ" if last < first else "do not differ"

    def at_most(self, *entry):
        """GB/s that the largest limit allows."""
        entry = self.entry(*entry, limits=True)
        return f"{entry['useful_bytes'] / entry['limits'][entry['limited_by']]['seconds'] / 1e9:.0f}"

    def explained(self, *entry):
        """The share of its time that the largest limit explains."""
        entry = self.entry(*entry, limits=True)
        return f"{entry['limits'][entry['limited_by']]['seconds'] / self.seconds(entry):.2f}"

    def of_largest(self, name, size, limit):
        """The time of that limit, as a share of the largest one's."""
        entry = self.entry(name, size, limits=True)
        return f"{entry['limits'][limit]['seconds'] / entry['limits'][entry['limited_by']]['seconds']:.2f}"

    def wavefront_limit(self, *entry):
        """GB/s of a transpose, 8 bytes for each element, if each multiprocessor served one wavefront in every cycle."""
        wavefronts = self.counted(self.entry(*entry), "shared_load_wavefronts", "shared_store_wavefronts")
        return f"{8 * self.machine().wavefronts_per_second() / wavefronts / 1e9:.0f}"

    def counted(self, entry, *counters):
        """Their sum, for each element."""
        return results.measurement(entry).per_element(*counters)

    def machine(self):
        return results.Results(self.record("bench", "context"))

    def several_on(self):
        """On what GPUs many_gpus was timed, and when."""
        gpus = max(results.size_of(entry)[0] for entry in self.record("h100-x2/bench", "benchmarks"))
        context = self.record("h100-x2/bench", "context")
        date, toolkit = context["date"].split("T")[0], context["cuda_compiler"].split()[1]
        return f"{gpus} {context['gpu']}, {date}, driver {context['driver']}, CUDA {toolkit}"

    def of_copy(self, record, name, blocks, size):
        """The share of the copy, of a kernel that is held to so many blocks in a multiprocessor (asynchronous.cu): the
        median of the recorded runs."""
        shares = [min(copy["real_time"] for copy in run[size] if copy["blocks"] == 0) / entry["real_time"]
                  for run in self.record(record, "runs") for entry in run[size]
                  if (entry["name"], entry["blocks"]) == (name, blocks)]
        if not shares:
            raise SourceError(f"{name} was not timed with {blocks} blocks")
        return f"{median(shares):.3f}"

    def widest(self, record, size, first, last):
        """The most that two of "min", "q1", "q3", "max" of a kernel lie apart there, over its median."""
        return results.percent(max((entry["spread_ns"][last] - entry["spread_ns"][first]) / entry["real_time"]
                                   for run in self.record(record, "runs") for entry in run[size]))

    def cpu(self, name):
        """Seconds that one core of the recorded machine takes, with a plain loop."""
        return {entry["name"]: entry["seconds"] for entry in self.record("experiments", "cpu")}[name]

    def tried(self, name):
        """A figure of what was tried once, as it was written down."""
        figure = self.record("tried", "figures", name)
        self.tried_on(figure["run"])
        return figure["value"]

    def tried_table(self, name):
        table = self.record("tried", "tables", name)
        self.tried_on(table["run"])
        return table

    def tried_cell(self, table, row, column):
        table = self.tried_table(table)
        found, = (cells[table["head"].index(column)] for cells in table["rows"] if cells[0] == row)
        return f"0{found}" if found.startswith(".") else found

    def tried_on(self, name):
        """When and on what, but for what was not written down. Each run has to say all of it."""
        run = self.record("tried", "runs", name)
        if not all(run.get(member) for member in ("date", "device", "driver", "toolkit", "how", "command")):
            raise SourceError(f"the run '{name}' of tried.json does not say when, on what and how")
        device = run["device"].split(",")[0]
        known = [text for text in (f"driver {run['driver']}", run["toolkit"]) if "not written down" not in text]
        return ", ".join([device if device[0].isdigit() else f"one {device}", run["date"], *known])

    def programs(self, kind=None, sample=None):
        """How many rows of docs/programs.csv are of that kind and sample."""
        return len([row for row in self._programs if kind in (None, row["kind"]) and sample in (None, row["sample"])])

    def repositories(self, sample=None):
        """Of how many the programs of that sample are."""
        return len({row["repository"] for row in self._programs if sample in (None, row["sample"])})

    @property
    def _programs(self):
        return list(csv.DictReader((self.sources.root / "docs/programs.csv").read_text().splitlines()))


def short_number(value):
    """4, 4.03, 32: two decimals where they are not zero."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def scientific(value):
    """4.70e+12 as 4.70·10¹²"""
    digits, exponent = f"{value:.2e}".split("e")
    return f"{digits}·10{str(int(exponent)).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def said(values, words, **more):
    """The text of an f-string of one line, whose names are the methods of Values and `more`."""
    names = {name: getattr(values, name) for name in dir(values) if not name.startswith("_")}
    names.update(scientific=scientific, problem_of=results.problem_of, **more)
    try:
        return eval(f"f'''{words}'''", names)  # noqa: S307 - they are the repository's own pages
    except (ArithmeticError, AttributeError, LookupError, NameError, SyntaxError, TypeError, ValueError) as error:
        raise SourceError(f"'{words}': {type(error).__name__}: {error}") from error


def figure(values, words):
    """The text of a figure in a sentence, from the words of its marker."""
    if "{" in words:
        return said(values, words)
    name, *arguments = shlex.split(words)
    return said(values, f"{{{name}{tuple(arguments)!r}}}")
