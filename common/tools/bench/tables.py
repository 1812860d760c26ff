#!/usr/bin/env python3
"""The results of bench.sh as a page of Markdown.

tables.py BENCH_JSON RESULTS_MD
"""
import sys

import results

HEAD = """# {gpu}

| | |
| --- | --- |
| date | {date} |
| command | `{executable}` |
| device | {device} |
| driver | {driver} |
| compilers | {cuda_compiler}; {compiler} |
| clocks (multiprocessors; memory), before | {clocks_before} |
| after each size | {clocks_seen} |
| highest | {highest_clocks} |
"""
LEGEND = """
GB/s (10⁹ bytes a second, median with a cold L2 cache), and in brackets the share of the fastest {ceiling} in the same
process.
"""
SPREADS = """
Spread of the same figures: the distance between the quartiles of the times over the median, in percent. Two variants
differ at a size where their middle halves do not overlap: as a rule of thumb, where their medians are further apart than
half the sum of both spreads.

"""
MARKS = {"*": "everything fits the L2 cache", "!": "above the memory's theoretical peak; do not believe it"}


def mark_of(m):
    return "!" if m.above_peak else "*" if m.fits_l2 else ""


def cell(m):
    return f"{m.gigabytes_per_second:.0f}{mark_of(m)} ({m.of_ceiling:.3f})" if m else ""


def spread(m):
    return f"{100 * m.spread:.1f}" if m else ""


def table(measurements, cell):
    """A row for each variant, a column for each size."""
    sizes = list(dict.fromkeys(m.size for m in measurements))
    rows = {}
    for m in measurements:
        rows.setdefault((m.chapter, m.variant), {})[m.size] = m
    lines = [
        "| variant | " + " | ".join(map(results.size_in_words, sizes)) + " |",
        "| --- |" + " --- |" * len(sizes),
    ]
    for (chapter, variant), by_size in rows.items():
        is_lesson = all(map(results.is_lesson, by_size.values()))
        name = f"{chapter} `{variant}`" if is_lesson else f"`{variant}`"
        lines.append(f"| {name} | " + " | ".join(cell(by_size.get(size)) for size in sizes) + " |")
    return "\n".join(lines) + "\n"


def section(title, ceiling, measurements):
    marks = set(map(mark_of, measurements))
    legend = LEGEND.format(ceiling=ceiling) + "".join(f"{m}: {MARKS[m]}. " for m in MARKS if m in marks)
    return f"\n## {title}\n{legend.rstrip()}\n\n{table(measurements, cell)}{SPREADS}{table(measurements, spread)}"


def page(all_results):
    sections = [
        section(f"{problem['name'].capitalize()}s", problem["ceiling"], all_results.of_problem(problem["name"]))
        for problem in all_results.problems()
    ]
    later = [
        f"| {key.removeprefix('later: ')} | {words} |\n"
        for key, words in all_results.context.items()
        if key.startswith("later: ")
    ]
    return HEAD.format(**all_results.context) + "".join(later + sections)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    text = page(results.read(sys.argv[1]))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(text)
