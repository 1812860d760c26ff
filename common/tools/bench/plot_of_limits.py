"""What limits each transpose."""

import math

import results
from picture import INK, PAPER, QUIET, WIDTH, colour_of, of_one_size, plt, save

ON_PAPER = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.8}  # behind text that crosses a line


def to_name(points):
    """The best of each step, and the slowest of all: few enough to be read."""
    slowest = min(points, key=lambda m: m.gigabytes_per_second)
    best = results.best_of_each_chapter(points)
    return best if slowest in best else best + [slowest]


def places_of(names, points, wide, tall, most):
    """Where names of that extent go, all on logarithmic scales: each right of its point, but no higher than `most`, and
    so far below that neither another point nor a name is in its way. names, points: (x, y) of each."""
    places = []
    for x, y in sorted(names, key=lambda at: -at[1]):
        place = min(y, most)
        while (any(x < at < x + wide and abs(place - other) < 0.4 * tall for at, other in points)
               or any(abs(x - at) < wide and abs(place - other) < tall for (at, _), other in places)):
            place -= tall / 8
        places.append(((x, y), place))
    return dict(places)


def limits(all_results, folder):
    size, [(_, here), *_] = of_one_size(all_results)  # floats
    points = [m for m in here if m.counters and results.is_lesson(m)]
    copy = max(points, key=lambda m: m.gigabytes_per_second).ceiling() / 1000

    figure, (top, bottom) = plt.subplots(2, 1, figsize=(WIDTH, 8.3))
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
    steps = {results.step_in_words(m.chapter): colour_of(m) for m in points}
    figure.legend([plt.Line2D([], [], color=colour, marker="o", linestyle="") for colour in steps.values()], steps,
                  loc="lower center", ncol=len(steps), frameon=False, handletextpad=0, columnspacing=1)
    figure.subplots_adjust(left=0.11, right=0.97, top=0.955, bottom=0.12, hspace=0.25)
    save(figure, folder, "limits.svg")


def panel(axes, points, x_of, copy, rate, rate_name, x_label):
    """rate: TB/s that one transaction per element allows; x transactions allow rate / x."""
    xs = sorted(map(x_of, points))
    low, high = xs[0] / 1.25, xs[-1] * 2.2
    bottom, top = 0.2, 1.5 * copy
    axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(bottom, top))
    axes.plot([low, high], [copy, copy], "--", color=INK, linewidth=1)
    axes.text(high, copy * 1.04, "a copy: DRAM, 8 bytes per element", ha="right", va="bottom",
              bbox=ON_PAPER)
    axes.plot([low, high], [rate / low, rate / high], color=QUIET, linewidth=1, label=rate_name)
    axes.legend(loc="lower left", frameon=False, labelcolor=QUIET)
    for m in points:
        axes.plot(x_of(m), m.gigabytes_per_second / 1000, "o", color=colour_of(m), markersize=6, alpha=0.85, zorder=4)
    wide, tall = 0.42 * math.log(high / low), 0.065 * math.log(top / bottom)  # a name's extent
    at = {m.variant: (math.log(x_of(m)), math.log(m.gigabytes_per_second / 1000)) for m in points}
    names = to_name(points)
    places = places_of([at[m.variant] for m in names], at.values(), wide, tall, math.log(copy) - tall / 2)
    for m in names:
        axes.text(x_of(m) * (high / low) ** 0.03, math.exp(places[at[m.variant]]), m.variant, va="center",
                  color=colour_of(m), bbox=ON_PAPER)
    ticks = [t for t in (0.03125, 0.0625, 0.125, 0.25, 0.5, 1, 2) if low <= t <= high]
    axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
    axes.set_yticks([0.5, 1, 2, 4], ["0.5", "1", "2", "4"])
    axes.minorticks_off()
    axes.set(xlabel=x_label, ylabel="TB/s")
