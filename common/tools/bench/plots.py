#!/usr/bin/env python3
"""Draws the results of bench.sh.

plots.py BENCH_JSON OUT_DIR

Writes ladder.svg and limits.svg, of transposes, and a plot over the sizes of each problem: transposes.svg, sums.svg. Needs matplotlib. The same results give the same files.
"""
import math
import os
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import MultipleLocator  # noqa: E402

import results  # noqa: E402

INK, QUIET, GRID, PAPER = "#1f2328", "#59636e", "#d8dbdf", "#fbfbfa"
COLOURS = {
    "step 1": "#b3412c",
    "step 2": "#c77700",
    "step 3": "#2f7d32",
    "step 4": "#1583a5",
    "step 5": "#1d4ed8",
    "step 6": "#6b4423",
    "cuBLAS": "#8a3ffc",
    "CUB": "#8a3ffc",
    "PyTorch": "#c2307d",
    "CuPy": "#7a6a00",
}
LEADERS = ["#b3412c", "#c77700", "#2f7d32", "#1583a5", "#1d4ed8"]
ON_PAPER = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.8}  # behind text that crosses a line
WIDTH = 6.6  # inches: narrow enough that the text is still read on a phone

plt.rcParams.update(
    {
        "svg.fonttype": "none",
        "svg.hashsalt": "ladder",
        "font.family": "sans-serif",
        "font.size": 12,
        "figure.facecolor": PAPER,
        "axes.facecolor": PAPER,
        "savefig.facecolor": PAPER,
        "text.color": INK,
        "axes.edgecolor": QUIET,
        "axes.labelcolor": INK,
        "xtick.color": QUIET,
        "ytick.color": QUIET,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": GRID,
        "axes.titlelocation": "left",
        "axes.titlesize": 13,
        "axes.titleweight": "bold",
    }
)


def save(figure, folder, name):
    figure.savefig(os.path.join(folder, name), metadata={"Date": None})
    plt.close(figure)


def colour_of(m):
    return COLOURS.get(results.step_in_words(m.chapter), INK)


def spread_out(values, least):
    """Moves values that are closer than `least` apart, each as far as its neighbour: where labels go."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    places = list(values)
    for _ in range(1000):
        for low, high in zip(order, order[1:]):
            overlap = least - (places[high] - places[low])
            if overlap > 0:
                places[low] -= overlap / 2
                places[high] += overlap / 2
    return places


def label_lines(axes, ends, x, least):
    """Names lines at their right ends. ends: (y, text, colour) of each."""
    places = spread_out([y for y, _, _ in ends], least)
    for place, (y, text, colour) in zip(places, ends):
        axes.annotate(
            text,
            xy=(x, y),
            xytext=(1.05, place),
            textcoords=axes.get_yaxis_transform(),
            va="center",
            color=colour,
            arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.8, "shrinkA": 3, "shrinkB": 3,
                        "relpos": (0, 0.5)},  # from the text's left end
        )


# The ladder: how much of a copy each step reaches.


def size_of_the_ladder(transposes):
    """16384², or the largest square below that was measured."""
    squares = {m.size for m in transposes if m.size[0] == m.size[1]}
    return max((s for s in squares if s[0] <= 16384), default=max(squares))


def ladder(all_results, folder):
    transposes = all_results.of_problem("transpose")
    size = size_of_the_ladder(transposes)
    here = [m for m in transposes if m.size == size]
    first = next(m for m in here if results.is_lesson(m))
    bars = [(f"start: {first.variant}", first, colour_of(first))]
    for m in results.best_of_each_chapter(here):
        step = results.step_in_words(m.chapter)
        bars.append((f"{step}: {m.variant}", m, colour_of(m)))
    bars += [(results.PEERS[m.variant], m, QUIET) for m in here if m.variant in results.PEERS]

    figure, axes = plt.subplots(figsize=(WIDTH, 0.62 * len(bars) + 1.3))
    for row, (name, m, colour) in enumerate(bars):
        axes.barh(row, m.of_ceiling, height=0.42, color=colour)
        axes.text(0, row - 0.25, name, va="bottom", fontsize=11)
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
    axes.axvline(1, color=INK, linestyle="--", linewidth=1)
    axes.set_ylim(len(bars) - 0.5, -0.75)
    axes.set_xlim(0, 1.02)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "a copy"])
    axes.set_yticks([])
    axes.grid(axis="y", visible=False)
    axes.spines["left"].set_visible(False)
    axes.set_title(f"Transpose of {results.size_in_words(size)} floats, as a share of a copy", pad=10)
    figure.subplots_adjust(left=0.03, right=0.8, top=1 - 0.5 / figure.get_figheight(), bottom=0.06)
    save(figure, folder, "ladder.svg")


# Bandwidth over size.


def draw_line(axes, line, colour, style="-"):
    xs = [m.size[0] for m in line]
    ys = [m.gigabytes_per_second / 1000 for m in line]
    axes.plot(xs, ys, style, color=colour, linewidth=1.8, marker="o", markersize=3.5)
    return ys[-1]


def shade_l2(axes, lines):
    """Where everything fits the L2 cache, a bandwidth is not the memory's."""
    inside = [m.size[0] for m in lines if m.fits_l2]
    outside = [m.size[0] for m in lines if not m.fits_l2]
    if not inside or not outside:
        return
    edge = (max(inside) * min(outside)) ** 0.5
    axes.axvspan(axes.get_xlim()[0], edge, color=GRID, alpha=0.5, linewidth=0)
    axes.text(edge * 1.06, 0.02, "← fits the L2 cache", transform=axes.get_xaxis_transform(), color=QUIET, fontsize=10)


def over_size(lines, title, folder, name):
    """lines: (measurements by size, label, colour, style) of each."""
    figure, axes = plt.subplots(figsize=(WIDTH, 5.2))
    ends = [(draw_line(axes, line, colour, style), label, colour) for line, label, colour, style in lines]
    sizes = sorted({m.size for line, *_ in lines for m in line})
    axes.set_xscale("log", base=2)
    axes.set_xticks([s[0] for s in sizes], [results.size_in_words(s) for s in sizes], rotation=45, ha="right")
    axes.minorticks_off()
    axes.set_xlim(sizes[0][0] / 1.2, sizes[-1][0] * 1.1)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_locator(MultipleLocator(1))
    axes.set_ylabel("TB/s")
    axes.set_title(title, pad=10)
    shade_l2(axes, lines[0][0])
    label_lines(axes, ends, sizes[-1][0], 0.055 * axes.get_ylim()[1])
    figure.subplots_adjust(left=0.1, right=0.75, top=0.92, bottom=0.15)
    save(figure, folder, name)


def ceiling_and_peers(measurements, at_the_end):
    by_name = {m.variant: m for m in at_the_end}
    ceiling = [name for name in results.CEILINGS if name in by_name][:1]
    lines = [(results.line_of(measurements, by_name[name]), results.CEILINGS[name], INK, "--") for name in ceiling]
    for m in (m for m in at_the_end if results.PEERS.get(m.variant) in COLOURS):
        label = results.PEERS[m.variant]
        lines.append((results.line_of(measurements, m), label, COLOURS[label], "-"))
    return lines


def that_lead(measurements):
    """Those that are a tenth faster than all before them."""
    leaders = []
    for m in measurements:
        if not leaders or m.gigabytes_per_second > 1.1 * leaders[-1].gigabytes_per_second:
            leaders.append(m)
    return leaders


def kernels(at_the_end):
    """(measurement, label, colour): the best of each chapter, or of a single one those that lead."""
    best = results.best_of_each_chapter(at_the_end)
    if len(best) > 1:
        return [(m, f"{results.step_in_words(m.chapter)}, best", colour_of(m)) for m in best]
    leaders = that_lead(filter(results.is_lesson, at_the_end))
    return [(m, m.variant, colour) for m, colour in zip(leaders, LEADERS)]


def sizes_of_each_problem(all_results, folder):
    for problem in all_results.problems():
        measurements = [m for m in all_results.of_problem(problem["name"]) if len(set(m.size)) == 1]
        at_the_end = [m for m in measurements if m.size == max(m.size for m in measurements)]
        lines = ceiling_and_peers(measurements, at_the_end)
        lines += [(results.line_of(measurements, m), label, colour, "-") for m, label, colour in kernels(at_the_end)]
        of_what = " of square matrices" if len(problem["sizes"]) == 2 else ""
        over_size(lines, f"{problem['name'].capitalize()}s{of_what}", folder, f"{problem['name']}s.svg")


# What limits each transpose.


def to_name(points):
    """The best of each step, and the slowest of all: few enough to be read."""
    slowest = min(points, key=lambda m: m.gigabytes_per_second)
    best = results.best_of_each_chapter(points)
    return best if slowest in best else best + [slowest]


def side_by_side(points, x_of, wide):
    """Groups of points whose names, `wide` times as far right as they begin, may run into each other."""
    groups = []
    for m in sorted(points, key=x_of):
        if groups and x_of(m) < x_of(groups[-1][-1]) * wide:
            groups[-1].append(m)
        else:
            groups.append([m])
    return groups


def limits(all_results, folder):
    measured = all_results.of_problem("transpose")
    size = size_of_the_ladder(measured)
    here = [m for m in measured if m.size == size]
    points = [m for m in here if m.counters and results.is_lesson(m)]
    copy = max(m.gigabytes_per_second for m in here if m.variant in results.CEILINGS) / 1000

    figure, (top, bottom) = plt.subplots(2, 1, figsize=(WIDTH, 9.4))
    panel(
        top,
        points,
        lambda m: m.per_element("global_load_sectors", "global_store_sectors"),
        copy,
        copy * 0.25,
        "as many sectors a second as a copy moves",
        "sectors of global memory per element",
    )
    shared = [m for m in points if m.counters["shared_load_requests"] > 0]
    panel(
        bottom,
        shared,
        lambda m: m.per_element("shared_load_wavefronts", "shared_store_wavefronts"),
        copy,
        8 * all_results.wavefronts_per_second() / 1e12,
        "a wavefront per multiprocessor in every cycle",
        "wavefronts of shared memory per element",
    )
    top.set_title(f"What limits a transpose of {results.size_in_words(size)} floats", pad=10)
    figure.subplots_adjust(left=0.11, right=0.97, top=0.955, bottom=0.06, hspace=0.22)
    save(figure, folder, "limits.svg")


def panel(axes, points, x_of, copy, rate, rate_name, x_label):
    """rate: TB/s that one transaction per element allows; x transactions allow rate / x."""
    xs = sorted(map(x_of, points))
    low, high = xs[0] / 1.5, xs[-1] * 2.6
    bottom, top = 0.3, 1.5 * copy
    axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(bottom, top))
    axes.plot([low, high], [copy, copy], "--", color=INK, linewidth=1)
    axes.text(high, copy * 1.04, "a copy: DRAM, 8 bytes per element", ha="right", va="bottom", fontsize=10.5,
              bbox=ON_PAPER)
    axes.plot([low, high], [rate / low, rate / high], color=QUIET, linewidth=1, label=rate_name)
    axes.legend(loc="lower left", frameon=False, fontsize=10.5, labelcolor=QUIET)
    for m in points:
        axes.plot(x_of(m), m.gigabytes_per_second / 1000, "o", color=colour_of(m), markersize=6, alpha=0.85, zorder=4)
    wide, tall = (high / low) ** 0.3, 0.045 * math.log(top / bottom)  # a name's extent
    for group in side_by_side(to_name(points), x_of, wide):
        places = spread_out([math.log(m.gigabytes_per_second / 1000) for m in group], tall)
        for m, place in zip(group, places):
            axes.text(x_of(m) * (high / low) ** 0.025, math.exp(place), m.variant, va="center", color=colour_of(m),
                      fontsize=10.5, bbox=ON_PAPER)
    ticks = [t for t in (0.03125, 0.0625, 0.125, 0.25, 0.5, 1, 2) if low <= t <= high]
    axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
    axes.set_yticks([0.5, 1, 2, 4], ["0.5", "1", "2", "4"])
    axes.minorticks_off()
    axes.set(xlabel=x_label, ylabel="TB/s")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    read = results.read(sys.argv[1])
    for draw in (ladder, sizes_of_each_problem, limits):
        draw(read, sys.argv[2])
