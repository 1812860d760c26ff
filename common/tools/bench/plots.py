#!/usr/bin/env python3
"""Draws the results of bench.sh.

plots.py BENCH_JSON OUT_DIR

Writes ladder.svg and small_elements.svg, which show what share of a copy each transpose reaches; limits.svg; and a plot
over the sizes of each problem, transposes.svg and sums.svg. The last three tell of floats. Needs matplotlib. The same
results give the same files.
"""
import sys

import results
from picture import INK, PAPER, QUIET, WIDTH, colour_of, of_one_size, plt, save
from plot_of_limits import limits
from plot_of_sizes import sizes_of_each_problem

ROW_INCHES, HEADING_ROWS = 0.465, 0.75  # of bars


def libraries(measurements, element_bytes):
    """(name, measurement, colour) of each. Of small elements PyTorch stands for all that do the same."""
    named = [(results.PEERS[m.variant].partition(",")[0], m, QUIET) for m in measurements if m.variant in results.PEERS]
    return [bar for bar in named if element_bytes == 4 or bar[0] == "PyTorch"]


def heading(element_bytes):
    return {4: "floats, 4 bytes", 2: "elements of 2 bytes", 1: "elements of 1 byte"}[element_bytes]


def ladder(all_results, folder):
    size, by_bytes = of_one_size(all_results)
    groups = []
    for element_bytes, here in by_bytes:
        bars = [(f"{results.step_in_words(m.chapter)}: {m.variant}", m, colour_of(m))
                for m in results.best_of_each_chapter(here)]
        if element_bytes == 4:
            first = next(m for m in here if results.is_lesson(m))
            bars.insert(0, (f"start: {first.variant}", first, colour_of(first)))
        groups.append((heading(element_bytes), bars + libraries(here, element_bytes)))
    draw_bars(groups, f"Transpose of {results.size_in_words(size)}, as a share of a copy", folder, "ladder.svg")


def small_elements(all_results, folder):
    size, by_bytes = of_one_size(all_results)
    groups = []
    for element_bytes, here in by_bytes:
        bars = [(m.variant, m, colour_of(m)) for m in here if results.is_lesson(m)]
        if bars and element_bytes < 4:
            groups.append((heading(element_bytes), bars + libraries(here, element_bytes)))
    if groups:
        draw_bars(groups, f"Transpose of {results.size_in_words(size)}, as a share of a copy", folder,
                  "small_elements.svg")


def draw_bars(groups, title, folder, name):
    """groups: (heading, bars), bars: (name, measurement, colour) of each."""
    groups = [(heading, bars) for heading, bars in groups if bars]
    rows = sum(len(bars) + HEADING_ROWS for _, bars in groups)
    figure, axes = plt.subplots(figsize=(WIDTH, ROW_INCHES * rows + 1.2))
    row = -1
    for heading, bars in groups:
        row += HEADING_ROWS
        axes.text(0, row + 0.2, heading, va="bottom", color=QUIET, fontweight="bold")
        for label, m, colour in bars:
            row += 1
            draw_bar(axes, row, label, m, colour)
    axes.axvline(1, color=INK, linestyle="--", linewidth=1)
    axes.set_ylim(row + 0.5, -0.55)
    axes.set_xlim(0, 1.02)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "a copy"])
    axes.set_yticks([])
    axes.grid(axis="y", visible=False)
    axes.spines["left"].set_visible(False)
    axes.set_title(title, pad=10)
    tall = figure.get_figheight()
    figure.subplots_adjust(left=0.03, right=0.78, top=1 - 0.5 / tall, bottom=0.45 / tall)
    save(figure, folder, name)


def draw_bar(axes, row, label, m, colour):
    axes.barh(row, m.of_ceiling, height=0.4, color=colour)
    axes.text(0, row - 0.25, label, va="bottom")
    inside = m.of_ceiling > 0.2
    axes.text(
        m.of_ceiling + (-0.012 if inside else 0.012),
        row,
        f"{m.of_ceiling:.3f}",
        va="center",
        ha="right" if inside else "left",
        color=PAPER if inside else INK,
        fontweight="bold",
    )
    axes.text(1.03, row, f"{m.gigabytes_per_second:.0f} GB/s", va="center", color=QUIET)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    read = results.read(sys.argv[1])
    for draw in (ladder, small_elements, sizes_of_each_problem, limits):
        draw(read, sys.argv[2])
