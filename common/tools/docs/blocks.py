"""The kinds of generated blocks. Each function turns the words of a marker into Markdown."""

import shlex
import sys
from pathlib import Path

import exchanges
import programs
from cells import NOTHING, gigabytes, plain_size, scientific, share, short_number, spread, table, time
from sources import SourceError, size_of

sys.path.append(str(Path(__file__).parents[1] / "bench"))
import results  # noqa: E402 - what bench.sh recorded

SHOWN_LANES = (0, 1, 2, 7, 8, 16, 31)


def run(sources, words):
    """run CHAPTER [OPTIONS]: what the executable prints on the emulator, but for the lines that tell the machine."""
    text = sources.run(words[0], "--device", "emulator", *words[1:])
    _, _, report = text.partition("\n\n")  # behind the device and the size
    lines = [line for line in report.rstrip().splitlines() if not line.startswith("CPU, ")]  # its time
    return "\n".join(["```", f"$ build/bin/{shlex.join(words)}", "...", *lines, "```"])


def report(sources, words):
    """report PROGRAM BEGINNING...: of what ./learn try prints of a program of docs/, the lines that begin so, each with
    the lines below it that are indented."""
    lines = sources.run(f"try_{words[0]}", may_fail=True).splitlines()
    shown = []
    for beginning in words[1:]:
        first = next((i for i, line in enumerate(lines) if line.startswith(beginning)), None)
        if first is None:
            raise SourceError(f"no line of the report on {words[0]} begins with '{beginning}'")
        last = next((i for i in range(first + 1, len(lines)) if not lines[i].startswith("  ")), len(lines))
        shown += lines[first:last]
    return "\n".join(["```", *shown, "```"])


def rungs(sources, words):
    """rungs CHAPTER...: what ./learn run prints last."""
    return "\n".join(["```", *sources.ladder(*words).rstrip().splitlines(), "```"])


def transactions(counts, kind, cost, totals=False):
    """Sectors or wavefronts of one kind of request (global_load, ..): per request, or in all."""
    requests, count = counts[f"{kind}_requests"], counts[f"{kind}_{cost}"]
    if requests == 0:
        return NOTHING
    return str(count) if totals else short_number(count / requests)


def counters(sources, words):
    """counters CHAPTER [--totals] [OPTIONS]: sectors and wavefronts of the variants, per request, or in all."""
    totals = "--totals" in words
    arguments = [word for word in words if word != "--totals"]
    columns = [(f"{cost} {'of all' if totals else 'per'} {operation}{'s' * totals}", f"{space}_{operation}", cost)
               for space, cost in (("global", "sectors"), ("shared", "wavefronts"))
               for operation in ("load", "store")]
    rows = []
    for entry in sources.results(*arguments):
        cells = [transactions(entry["counters"], kind, cost, totals) for _, kind, cost in columns]
        rows.append([f"`{entry['name'].split('/')[1]}`", entry["block"], *cells])
    head = ["variant", "block", *(words for words, _, _ in columns)]
    filled = [i for i in range(len(head)) if any(row[i] != NOTHING for row in rows)]
    return table([head[i] for i in filled], [[row[i] for i in filled] for row in rows])


# What lanes touch: the unit of their offsets and its bytes, and where it lies; what a request costs.
SPACES = {"global": ("byte", 1, "sector", "sectors"), "shared": ("word", 4, "bank", "wavefronts")}


def links(sources, words):
    """links CHAPTER [OPTIONS]: what crosses the links between devices, of each variant."""
    rows = []
    for entry in sources.results(*words):
        carried = [link["bytes"] + 32 * (link["sectors_loaded"] + link["sectors_stored"]) for link in entry.get("links", [])]
        used = [bytes_ for bytes_ in carried if bytes_]
        rows.append([f"`{entry['name'].split('/')[1]}`", str(len(used)), *(
            [str(sum(link["messages"] for link in entry["links"])), str(sum(used)), str(max(used))]
            if used else [NOTHING] * 3)])
    return table(["variant", "links used", "messages", "bytes in all", "on the busiest link"], rows)


def lanes(sources, words):
    """lanes SPACE WARP CHAPTER VARIANT [OPTIONS]: what some lanes of a warp of block 0 touch in its first load and its
    first store, and what all 32 cost. SPACE: global, or shared (of 4-byte words)."""
    if len(words) < 4 or words[0] not in SPACES:
        raise SourceError("lanes takes global or shared, a warp, a chapter and a variant")
    space, warp, chapter, variant, *options = words
    unit, size, place, cost = SPACES[space]
    first = {}  # by operation, in the order of the kernel
    for request in sources.trace(chapter, variant, *options):
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
    rows.append(["all", *(cell for words in costs for cell in ("", words))])
    return table(head, rows)


def measured(sources, words):
    """measured SIZE CHAPTER/VARIANT...: GB/s, its spread, and the share of the copy (of a sum: of the read) in the same
    run."""
    size, names = plain_size(words[0]), words[1:]
    entries = [sources.measurement(name, size) for name in names]
    rows = [[f"`{entry['name']}`", gigabytes(entry), spread(entry),
             share(entry) if "fraction_of_copy" in entry else NOTHING] for entry in entries]
    return table(["variant", "GB/s", "spread", f"of the {results.problem_of(entries[0])['ceiling']}"], rows)


def throughput(sources, words):
    """throughput SIZE CHAPTER/VARIANT...: the bytes that a kernel asks global memory for in a second, in whole sectors,
    beside those that it uses of them, as profilers show them; of transposes."""
    size, names = plain_size(words[0]), words[1:]
    rows = []
    for name in names:
        entry = sources.measurement(name, size)
        counted = results.measurement(entry)
        useful = entry["bytes_per_second"] / 2  # each way
        cells = [f"`{name.split('/')[1]}`", time(entry), gigabytes(entry)]
        for operation in ("load", "store"):
            asked = 32 * counted.per_element(f"global_{operation}_sectors") / 4  # times the useful bytes
            cells += [f"{useful * asked / 1e9:.0f}", f"{100 / asked:.3g} %"]
        rows.append(cells)
    return table(["variant", "time", "useful GB/s", "asked to load, GB/s", "of it used", "asked to store, GB/s",
                  "of it used"], rows)


def speedups(sources, words):
    """speedups SIZE CHAPTER/VARIANT...: each version's time, and how many times as fast it is as the one before it and as
    the first."""
    size, names = plain_size(words[0]), words[1:]
    entries = [sources.measurement(name, size) for name in names]
    rows = []
    for before, entry in zip(entries[:1] + entries, entries):
        steps = [entry["bytes_per_second"] / other["bytes_per_second"] for other in (before, entries[0])]
        rows.append([f"`{entry['name'].split('/')[1]}`", time(entry), gigabytes(entry), *(f"{s:.2f}" for s in steps)])
    return table(["version", "time", "GB/s", "times the one before", "times the first"], rows)


def ladder(sources, words):
    """ladder SIZE: the fastest variant of each step, what its requests cost, and what it reached at that size."""
    size = plain_size(words[0])
    here = [results.measurement(e) for e in sources.measured()["benchmarks"] if size_of(e) == size]
    rows = []
    for best in results.best_of_each_chapter(here):
        size_options = sources.profiled_size(best.chapter)
        emulated = sources.results(best.chapter, *size_options, "--variant", best.variant)
        counts = emulated[0]["counters"]
        step = best.chapter.replace("step", "").replace("_", " ")
        rows.append([f"[{step}]({best.chapter}/README.md)", f"`{best.variant}`",
                     of_least(counts, emulated[0], "global", "sectors", 32),
                     of_least(counts, emulated[0], "shared", "wavefronts", 128),
                     f"{best.gigabytes_per_second:.0f}", f"{best.of_ceiling:.3f}"])
    head = ["step", "fastest variant", "sectors, × the least", "wavefronts, × the least", "GB/s", "of a copy"]
    return table(head, rows)


def of_least(counts, entry, space, cost, most_bytes):
    """How many times the transactions that a transpose's bytes, 8 for each element, would fill."""
    count = sum(counts[f"{space}_{operation}_{cost}"] for operation in ("load", "store"))
    return short_number(count * most_bytes / (8 * entry["rows"] * entry["cols"])) if count else NOTHING


def experiment(sources, words):
    """experiment TABLE...: what was tried once, beside what is recorded of the course's kernels."""
    entries = [entry for name in words for entry in sources.recorded("experiments")["times"].get(name, [])]
    if not entries:
        raise SourceError(f"no experiment was recorded in {words}")
    return table(["kernel", "time", "GB/s", "spread"],
                 [[entry["name"], time(entry), gigabytes(entry), spread(entry)] for entry in entries])


def tried(sources, words):
    """tried TABLE: what was tried once, as it was written down."""
    recorded = sources.tried("tables", " ".join(words))
    return table(recorded["head"], recorded["rows"])


def outcomes(sources, words):
    """outcomes PAGE: how many of its programs came out in which way."""
    return table(["outcome", "all", "of them the later sample", "its first outcomes"], programs.table(sources.page(words[0])))


def model(sources, words):
    """model TABLE: a table that model_tables works out with common/memory_model."""
    head, *rows = (line.split("\t") for line in sources.run("model_tables", *words).splitlines())
    return table(head, rows)


def messages(sources, words):
    """messages hazards|results|contracts: what is said of small wrong kernels, of wrong results, or of right ones that cost
    too much, a row each."""
    head, *rows = (line.split("\t") for line in sources.run("message_table", *words).splitlines())
    return table(head, [[what, f"`{said}`"] for what, said in rows])


def rates(sources, words):
    """rates all|CURVE|lookups: the recorded rates of the GPU, and how they were measured; the latency of a load while
    the memory is so busy, reading or copying, or of the last that a block waits for, for which a CURVE is latency,
    latency_copying, latency_at_once or latency_at_once_copying; the cycles that a load takes that hits the L1 cache."""
    recorded = sources.recorded("rates")
    if words in (["latency"], ["latency_copying"], ["latency_at_once"], ["latency_at_once_copying"]):
        return table(["threads per block", "threads per multiprocessor", "bytes in flight per thread", "GB/s read",
                      "latency"],
                     [[str(p["threads_per_block"]), str(p["threads_per_multiprocessor"]),
                       str(p["bytes_in_flight_per_thread"]), f"{p['bytes_per_second'] / 1e9:.0f}",
                       f"{p['seconds'] * 1e9:.0f} ns"]
                      for p in recorded[words[0]]])
    if words == ["lookups"]:
        return table(["bytes from lane to lane", "cycles"],
                     [[str(p["bytes_from_lane_to_lane"]), f"{p['cycles']:.1f}"] for p in recorded["lookups"]])
    if words != ["all"]:
        raise SourceError("rates takes all, a curve of latencies, or lookups")
    return table(["rate", "median", "slowest to fastest run", "measured by"],
                 [[name.replace("_", " "), f"{scientific(r['value'])} {r['unit']}",
                   f"{scientific(r['least'])} to {scientific(r['most'])}", r["measured_by"]]
                  for name, r in recorded["rates"].items()])


def limited(sources, name, size):
    """The recorded entry of that name and size, with its limits."""
    found = [e for e in sources.limits(name.split("/")[0]) if e["name"] == name and size_of(e) == size]
    if not found:
        raise SourceError(f"no recorded result beyond the L2 cache has the name {name} and the size {size}")
    return found[0]


def explained(entry):
    """The share of its time that the largest limit explains."""
    return f"{entry['limits'][entry['limited_by']]['seconds'] / (entry['real_time'] / 1e9):.2f}"


def at_most(entry):
    """GB/s that the largest limit allows."""
    return f"{entry['useful_bytes'] / entry['limits'][entry['limited_by']]['seconds'] / 1e9:.0f}"


def shares(sources, words):
    """shares SIZE CHAPTER...: what the limits allow each variant, beside what was measured at that size."""
    size = plain_size(words[0])
    rows = []
    for chapter in words[1:]:
        for entry in sources.limits(chapter):
            if size_of(entry) != size:
                continue
            rows.append([f"`{entry['name'].split('/')[1]}`", at_most(entry), entry["limited_by"], gigabytes(entry),
                         explained(entry)])
    return table(["variant", "at most, GB/s", "limited by", "measured", "share of its time"], rows)


def limits(sources, words):
    """limits SIZE CHAPTER/VARIANT...: the largest limit of each with its arithmetic, beside what was measured."""
    size, names = plain_size(words[0]), words[1:]
    rows = []
    for name in names:
        entry = limited(sources, name, size)
        rows.append([f"`{name.split('/')[1]}`", at_most(entry), entry["limited_by"],
                     entry["limits"][entry["limited_by"]]["words"], gigabytes(entry), explained(entry)])
    return table(["variant", "at most, GB/s", "limited by", "the arithmetic", "measured", "share of its time"], rows)


KINDS = {"run": run, "report": report, "counters": counters, "links": links, "several": exchanges.several, "lanes": lanes, "measured": measured, "ladder": ladder, "rungs": rungs,
         "model": model, "messages": messages, "rates": rates, "shares": shares, "limits": limits,
         "throughput": throughput, "speedups": speedups, "experiment": experiment, "tried": tried, "outcomes": outcomes}


def block(sources, words):
    """What has to stand between the markers of a block of its own."""
    if words[0] not in KINDS or len(words) < 2:
        raise SourceError(f"unknown block '{' '.join(words)}'; there are {', '.join(KINDS)}, each with more words")
    return KINDS[words[0]](sources, words[1:])
