"""The kinds of generated blocks. Each function turns the words of a marker into Markdown."""

import shlex

from sources import SourceError, size_of

NOTHING = "–"


def table(head, rows):
    """A Markdown table; columns that hold figures are aligned to the right."""
    def is_figure(cell):
        return cell == NOTHING or cell.replace(" %", "").replace(".", "", 1).isdigit()

    rules = ["--:" if all(is_figure(row[i]) for row in rows) else "---" for i in range(len(head))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rules, *rows])


def short_number(value):
    """4, 4.03, 32: two decimals where they are not zero."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def run(sources, words):
    """run CHAPTER [OPTIONS]: what the executable prints on the emulator, but for the lines that tell the machine."""
    text = sources.run(words[0], "--device", "emulator", *words[1:])
    _, _, report = text.partition("\n\n")  # behind the device and the size
    return f"```\n$ build/bin/{shlex.join(words)}\n...\n{report.rstrip()}\n```"


def counters(sources, words):
    """counters CHAPTER [--totals] [OPTIONS]: sectors and passes of the variants, per request, or in all."""
    totals = "--totals" in words
    arguments = [word for word in words if word != "--totals"]

    def cell(counts, kind, cost):
        requests, transactions = counts[f"{kind}_requests"], counts[f"{kind}_{cost}"]
        if requests == 0:
            return NOTHING
        return str(transactions) if totals else short_number(transactions / requests)

    columns = [(f"{words} {'of all' if totals else 'per'} {operation}{'s' * totals}", f"{space}_{operation}", cost)
               for words, space, cost in (("sectors", "global", "sectors"), ("passes", "shared", "wavefronts"))
               for operation in ("load", "store")]
    rows = []
    for entry in sources.results(*arguments):
        cells = [cell(entry["counters"], kind, cost) for _, kind, cost in columns]
        rows.append([f"`{entry['name'].split('/')[1]}`", entry["block"], *cells])
    head = ["variant", "block", *(words for words, _, _ in columns)]
    filled = [i for i in range(len(head)) if any(row[i] != NOTHING for row in rows)]
    return table([head[i] for i in filled], [[row[i] for i in filled] for row in rows])


def gigabytes(entry):
    return f"{entry['bytes_per_second'] / 1e9:.0f}"


def share(entry):
    if "fraction_of_copy" not in entry:
        raise SourceError(f"{entry['name']} at {size_of(entry)} was not compared with a copy")
    return f"{entry['fraction_of_copy']:.3f}"


def time(entry):
    microseconds = entry["real_time"] / {"ns": 1e3, "us": 1, "ms": 1e-3}[entry["time_unit"]]
    return f"{microseconds:.1f} µs" if microseconds < 1000 else f"{microseconds / 1000:.3f} ms"


def plain_size(size):
    """"2^26" as the recorded results have it."""
    base, power, exponent = size.partition("^")
    return str(int(base) ** int(exponent)) if power else size


def measured(sources, words):
    """measured SIZE CHAPTER/VARIANT...: GB/s, and the share of the copy in the same run."""
    size, names = plain_size(words[0]), words[1:]
    rows = []
    for name in names:
        entry = sources.measurement(name, size)
        rows.append([f"`{name}`", gigabytes(entry), share(entry) if "fraction_of_copy" in entry else NOTHING])
    return table(["variant", "GB/s", "of the copy"], rows)


def model(sources, words):
    """model TABLE: a table that model_tables works out with common/memory_model."""
    head, *rows = (line.split("\t") for line in sources.run("model_tables", *words).splitlines())
    return table(head, rows)


def figure(sources, words):
    """The figure of a sentence: gbps, share or time NAME SIZE; times FASTER SLOWER SIZE; date; device."""
    kind, *names = words
    if kind in ("date", "device") and not names:
        return sources.measured()["context"][kind].split("T" if kind == "date" else ";")[0]
    if kind in ("gbps", "share", "time") and len(names) == 2:
        return {"gbps": gigabytes, "share": share, "time": time}[kind](
            sources.measurement(names[0], plain_size(names[1])))
    if kind == "times" and len(names) == 3:
        faster, slower = (sources.measurement(name, plain_size(names[2])) for name in names[:2])
        return f"{faster['bytes_per_second'] / slower['bytes_per_second']:.1f}"
    raise SourceError(f"unknown figure '{' '.join(words)}'")


KINDS = {"run": run, "counters": counters, "measured": measured, "model": model}


def content(sources, block):
    """What has to stand between the block's markers."""
    words = shlex.split(block.words)
    if block.inline:
        return figure(sources, words)
    if words[0] not in KINDS or len(words) < 2:
        raise SourceError(f"unknown block '{block.words}'; there are {', '.join(KINDS)}, each with more words")
    return f"\n\n{KINDS[words[0]](sources, words[1:])}\n\n"
