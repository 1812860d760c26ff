"""The kinds of generated blocks. Each function turns the words of a marker into Markdown."""

import re
import shlex
from functools import partial
from itertools import takewhile

from sources import SourceError
from values import NOTHING, said, short_number

SHOWN_LANES = (0, 1, 2, 7, 8, 16, 31)


def code(lines):
    return "\n".join(["```", *lines, "```"])


def table(head, rows):
    """A Markdown table; columns that hold figures are aligned to the right."""
    def is_figure(cell):
        return cell in ("", NOTHING) or re.fullmatch(r"\d*(\.?\d+)( %)?|\*\*\d+ \w+\*\*", cell)

    rules = ["--:" if all(is_figure(row[i]) for row in rows) else "---" for i in range(len(head))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rules, *rows])


def run(values, chapter, *options):
    """What the executable prints on the emulator, but for the lines that tell the machine."""
    text, _ = values.sources.emulated(chapter, *options)
    _, _, report = text.partition("\n\n")  # behind the device and the size
    lines = [line for line in report.rstrip().splitlines() if not line.startswith("CPU, ")]  # its time
    return code([f"$ build/bin/{shlex.join([chapter, *options])}", "...", *lines])


def rungs(values, *chapters):
    """What ./learn run prints last."""
    return code(values.sources.ladder(*chapters).rstrip().splitlines())


def report(values, program, *beginnings):
    """Of what ./learn try prints of a program of docs/, the lines that begin so, each with the lines below it that are
    indented."""
    lines = values.sources.run(f"try_{program}", may_fail=True).splitlines()
    shown = []
    for beginning in beginnings:
        found = [i for i, line in enumerate(lines) if line.startswith(beginning)]
        if not found:
            raise SourceError(f"no line of the report on {program} begins with '{beginning}'")
        shown += [lines[found[0]], *takewhile(lambda line: line.startswith("  "), lines[found[0] + 1:])]
    return code(shown)


def finding(values, program, folder):
    """The first thing that ./learn check says of a program at a terminal of 80 columns, without the variants that show
    it."""
    first, *more = values.sources.run(program, "--reporter", f"findings::Xfolder={folder}", may_fail=True,
                                      LADDER_COLUMNS="80", NO_COLOR="1").splitlines()
    lines = [first, *takewhile(lambda line: line.startswith(" "), more)]
    return code(re.sub(r"\s+\([^()]*\)$", "", "\n".join(lines)).splitlines())


def printed(program, values, name):
    """A table that a program prints, with tabs between its cells."""
    head, *rows = (line.split("\t") for line in values.sources.run(program, name).splitlines())
    return table(head, rows)


def tried(values, *name):
    """A table of what was tried once, as it was written down."""
    recorded = values.tried_table(" ".join(name))
    return table(recorded["head"], recorded["rows"])


def counters(values, chapter, *options):
    """Sectors and wavefronts of the variants, per request."""
    columns = {f"{cost} per {operation}": (f"{space}_{operation}", cost)
               for space, cost in (("global", "sectors"), ("shared", "wavefronts")) for operation in ("load", "store")}

    def cell(counts, kind, cost):
        requests, count = counts[f"{kind}_requests"], counts[f"{kind}_{cost}"]
        return NOTHING if requests == 0 else short_number(count / requests)

    entries = values.results(chapter, *options)
    rows = [[f"`{entry['name'].split('/')[1]}`", entry["block"],
             *(cell(entry["counters"], *column) for column in columns.values())] for entry in entries]
    filled = [i for i in range(2 + len(columns)) if any(row[i] != NOTHING for row in rows)]
    return table([["variant", "block", *columns][i] for i in filled], [[row[i] for i in filled] for row in rows])


# What lanes touch: the unit of their offsets and its bytes, and where it lies; what a request costs.
SPACES = {"global": ("byte", 1, "sector", "sectors"), "shared": ("word", 4, "bank", "wavefronts")}


def lanes(values, space, warp, chapter, variant, *options):
    """What some lanes of a warp of block 0 touch in its first load and its first store, and what all 32 cost. SPACE:
    global, or shared (of 4-byte words)."""
    unit, size, place, cost = SPACES[space]
    first = {}  # by operation, in the order of the kernel
    for request in values.sources.trace(chapter, variant, *options):
        if request["space"] == space and str(request["warp"]) == warp:
            first.setdefault(request["operation"], request)
    if not first:
        raise SourceError(f"warp {warp} of {chapter}/{variant} has no request of {space} memory")

    def cells(request, number):
        lane = next((lane for lane in request["lanes"] if lane["lane"] == number), None)
        return [str(lane["offset"] // size), str(lane[place])] if lane else [NOTHING, NOTHING]

    head = ["lane", *(cell for operation in first for cell in (f"{operation}s {unit}", f"in {place}"))]
    rows = [[str(number), *(cell for request in first.values() for cell in cells(request, number))]
            for number in SHOWN_LANES]
    costs = [f"**{request[cost]} {cost[:-1] if request[cost] == 1 else cost}**" for request in first.values()]
    return table(head, [*rows, ["all", *(cell for words in costs for cell in ("", words))]])


def of_rows(values, entries, columns):
    """A table with a row for each entry. A column is "HEAD: CELL", " | " stands between two, and a cell is a text with
    expressions in braces (values.py), of the entry's members and of the entries `row`, `before` and `first`."""
    if not entries:
        raise SourceError("the table has no rows")
    columns = [column.partition(": ") for column in columns.split(" | ")]

    def cells(row, before, which):
        more = {**(row if isinstance(row, dict) else {}), "row": row, "before": before, "first": entries[0]}
        return [said(values, column[which], **more) for column in columns]

    return table(cells(entries[0], entries[0], 0),
                 [cells(row, before, 2) for before, row in zip([entries[0], *entries], entries)])


VARIANT = "variant: `{name.split('/')[1]}`"
# Tables of recorded results: KIND SIZE CHAPTER/VARIANT...
COLUMNS = {
    "measured": "variant: `{name}` | GB/s: {gbps(row)} | spread: {or_nothing(spread, row)} | "
                "of the {problem_of(row)['ceiling']}: {or_nothing(share, row)}",
    "throughput": f"{VARIANT} | time: {{time(row)}} | useful GB/s: {{gbps(row)}} | " + " | ".join(
        # A sector has 8 floats; half of the useful bytes are loaded, half are stored.
        f"asked to {operation}, GB/s: {{8 * counted(row, 'global_{operation}_sectors') * bytes_per_second / 2e9:.0f}} | "
        f"of it used: {{100 / 8 / counted(row, 'global_{operation}_sectors'):.3g}} %" for operation in ("load", "store")),
    "speedups": f"{VARIANT.replace('variant', 'version')} | time: {{time(row)}} | GB/s: {{gbps(row)}} | "
                "times the one before: {seconds(before) / seconds(row):.2f} | "
                "times the first: {seconds(first) / seconds(row):.2f}",
    "limits": VARIANT + " | at most, GB/s: {at_most(row)} | limited by: {limited_by} | the arithmetic: "
              "{limits[limited_by]['words']} | measured: {gbps(row)} | share of its time: {explained(row)}",
}


def of_results(kind, values, size, *names):
    return of_rows(values, [values.entry(name, size, limits=kind == "limits") for name in names], COLUMNS[kind])


KINDS = {"run": run, "rungs": rungs, "report": report, "finding": finding, "counters": counters, "lanes": lanes, "tried": tried,
         "messages": partial(printed, "message_table"), **{kind: partial(of_results, kind) for kind in COLUMNS}}


def block(values, words):
    """What has to stand between the markers of a block of its own."""
    kind, _, rest = words.partition(" ")
    if kind == "rows":  # ENTRIES | COLUMNS: of any records
        entries, _, columns = rest.partition(" | ")
        found = []
        said(values, f"{{found.extend({entries})}}", found=found)
        return of_rows(values, found, columns)
    if kind not in KINDS:
        raise SourceError(f"unknown block '{kind}'; there are rows, {', '.join(KINDS)}")
    try:
        return KINDS[kind](values, *shlex.split(rest))
    except (LookupError, TypeError) as error:
        raise SourceError(f"'{words}': {type(error).__name__}: {error}") from error
