"""Variants as bars: how fast each is and what limits it, and what exchanges between GPUs take."""

from sources import results
from svg import MARGIN, WIDTH, Picture

LIMITS = {"memory": "#8c959f", "wavefronts": "#bf8700", "partial sectors": "#d1504f", "in flight": "#3b82d6",
          "blocks": "#8b6fd0", "requests": "#c42d7e"}
MAKERS = {"this chapter": "#3b82d6", "the fastest": "#2f7d32", "NCCL": "#8c959f", "PyTorch": "#c2307d"}


def legend(picture, colours, y):
    """What the colours, {name: colour}, mean, in three columns. Returns the height below it."""
    for i, (name, colour) in enumerate(colours.items()):
        x, line = MARGIN + i % 3 * 224, y + i // 3 * 32
        picture.rect(x, line - 15, 18, 16, fill=colour)
        picture.text(x + 26, line, name)
    return y + (len(colours) - 1) // 3 * 32 + 24


def head(picture, y, name, words):
    """What stands above an entry's bar."""
    picture.text(MARGIN, y, name.split("/")[1])
    picture.text(WIDTH - MARGIN, y, words, "soft", "end")


def limits(values, chapter, size):
    """A bar as long as the measured speed, in the colour of what limits it, and above it a line as long as that limit."""
    entries = values.limited_of(chapter, size)
    floats = results.size_in_words(results.size_of(entries[0]))
    picture = Picture(f"{chapter}: the measured speed of each variant, and what limits it",
                      f"{chapter}, {floats} floats", "Bar: the measured speed. Line above it: no kernel",
                      "with these counts is faster. Colour: what limits it.")
    firsts = [max(entry["limits"].items(), key=lambda limit: limit[1]["seconds"]) for entry in entries]
    at_most = [entry["useful_bytes"] / limit["seconds"] / 1e9 for entry, (_, limit) in zip(entries, firsts)]
    y = legend(picture, {name: LIMITS[name] for name in LIMITS if name in dict(firsts)}, 146)
    scale = (WIDTH - 2 * MARGIN) / max(at_most)
    for entry, (limit, _), most in zip(entries, firsts, at_most):
        head(picture, y + 24, entry["name"], f"{values.gbps(entry)} of {most:.0f} GB/s")
        picture.rect(MARGIN, y + 34, scale * most, 4, fill=LIMITS[limit])
        picture.rect(MARGIN, y + 40, scale * entry["useful_bytes"] / values.seconds(entry) / 1e9, 18,
                     fill=LIMITS[limit])
        y += 66
    return picture.drawn(y + MARGIN - 8)


def exchanges(values, gpus, size, floats, makers):
    """A bar for the time of each variant of many_gpus, {variant: maker}, and a line where the links alone would be."""
    copies, *entries = [values.entry(f"many_gpus/{variant}", f"{gpus}x{size}") for variant in ("copies", *makers)]
    picture = Picture(f"Times of transposes of {floats} floats on {gpus} GPUs", f"{floats} floats on {gpus} GPUs",
                      f"{values.record('h100-x2/bench', 'context', 'gpu')}. The line: the bytes alone, as",
                      f"copies over the links, {values.time(copies)}.")
    scale = (WIDTH - 2 * MARGIN) / max(map(values.seconds, entries))
    x = MARGIN + scale * values.seconds(copies)
    y = legend(picture, MAKERS, 146)
    for entry, maker in zip(entries, makers.values()):
        y += 26
        head(picture, y, entry["name"], values.time(entry))
        picture.rect(MARGIN, y + 8, scale * values.seconds(entry), 22, fill=MAKERS[maker])
        picture.line(x, y + 4, x, y + 34, "empty")  # no further than the bar: it crosses no name
        y += 42
    return picture.drawn(y + MARGIN - 12)
