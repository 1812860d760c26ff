"""Bandwidth over the size of a problem."""

from dataclasses import replace

from matplotlib.ticker import MultipleLocator

import results
from picture import COLOURS, GRID, INK, QUIET, WIDTH, colour_of, plt, save, spread_out

LEADERS = ["#b3412c", "#c77700", "#2f7d32", "#1583a5", "#1d4ed8"]


def label_lines(axes, ends, x, least):
    """Names lines at their right ends. ends: (y, text, colour) of each."""
    places = spread_out([y for y, _, _ in ends], least, axes.get_ylim()[1])
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
    axes.text(edge * 1.06, 0.02, "← fits the L2 cache", transform=axes.get_xaxis_transform(), color=QUIET)


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
    label_lines(axes, ends, sizes[-1][0], 0.06 * axes.get_ylim()[1])
    figure.subplots_adjust(left=0.1, right=0.75, top=0.92, bottom=0.15)
    save(figure, folder, name)


def ceiling_of(line, label):
    """What the copies, or reads, reached that were timed beside the kernel of the line."""
    return [replace(m, gigabytes_per_second=m.ceiling()) for m in line], label, INK, "--"


def peers(measurements, at_the_end):
    labels = [(m, results.PEERS[m.variant]) for m in at_the_end if m.variant in results.PEERS]
    return [(results.line_of(measurements, m), label, COLOURS[label], "-") for m, label in labels]


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
        measurements = [m for m in all_results.of_elements(problem["name"], 4) if len(set(m.size)) == 1]
        at_the_end = [m for m in measurements if m.size == max(m.size for m in measurements)]
        lines = [(results.line_of(measurements, m), label, colour, "-") for m, label, colour in kernels(at_the_end)]
        lines.insert(0, ceiling_of(lines[-1][0], problem["ceiling"]))
        lines += peers(measurements, at_the_end)
        of_what = " of square matrices of floats" if len(problem["sizes"]) == 2 else ", over the number of floats"
        over_size(lines, f"{problem['name'].capitalize()}s{of_what}", folder, f"{problem['name']}s.svg")
