"""What all plots have in common: colours, and where labels go."""

import math
import os

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

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
WIDTH = 5.625  # inches, 540 pixels: on a phone of 360, no text is below 11

plt.rcParams.update(
    {
        "svg.fonttype": "none",
        "svg.hashsalt": "ladder",
        "font.family": "sans-serif",
        "font.size": 12.5,
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


# Light and dark change places where the page is dark; colours stay.
DARK = "@media (prefers-color-scheme: dark){svg{filter: invert(0.93) hue-rotate(180deg)}}"


def save(figure, folder, name):
    path = os.path.join(folder, name)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("</style>", DARK + "</style>", 1))


def colour_of(m):
    return COLOURS.get(results.step_in_words(m.chapter), INK)


def spread_out(values, least, most=math.inf):
    """Where labels go: moves values that are closer than `least` apart, each as far as its neighbour, and none above
    `most`."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    places = list(values)
    for _ in range(1000):
        places[order[-1]] = min(places[order[-1]], most)
        for low, high in zip(order, order[1:]):
            overlap = least - (places[high] - places[low])
            if overlap > 0:
                places[low] -= overlap / 2
                places[high] += overlap / 2
    return places


def size_of_the_ladder(transposes):
    """16384², or the largest square below that was measured."""
    squares = {m.size for m in transposes if m.size[0] == m.size[1]}
    return max((s for s in squares if s[0] <= 16384), default=max(squares))


def of_one_size(all_results):
    """The size, and the transposes of it: those of floats first, then by the bytes of an element."""
    size = size_of_the_ladder(all_results.of_elements("transpose", 4))
    here = [m for m in all_results.of_problem("transpose") if m.size == size]
    return size, [(wanted, [m for m in here if m.element_bytes == wanted]) for wanted in (4, 2, 1)]
