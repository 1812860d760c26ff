"""Times of variants as bars: what limits each of them, and what exchanges between GPUs take."""

from sources import results
from svg import MARGIN, WIDTH, Picture

LIMITS = {"memory": "#8c959f", "wavefronts": "#bf8700", "partial sectors": "#d1504f", "in flight": "#3b82d6",
          "blocks": "#8b6fd0"}
BAR = 10
SHOWN_SHARE = 0.04  # of the measured time, without the time around the run; shorter bars are left out


def shown(values, entry):
    """(name, seconds) of the limits that are drawn, the one that takes longest first."""
    limits = [(name, limit["seconds"]) for name, limit in entry["limits"].items()
              if name in LIMITS and limit["count"] / limit["rate"] > SHOWN_SHARE * values.seconds(entry)]
    return sorted(limits, key=lambda limit: -limit[1])


def legend(picture, names, y):
    """What the colours mean, in three columns. Returns the height below it."""
    for i, name in enumerate([*(limit for limit in LIMITS if limit in names), "measured"]):
        x, line = MARGIN + i % 3 * 224, y + i // 3 * 32
        if name == "measured":
            picture.rect(x + 7, line - 17, 4, 20, "soft")
        else:
            picture.rect(x, line - 15, 18, 16, fill=LIMITS[name])
        picture.text(x + 26, line, name)
    return line + 24


def head(picture, y, name, words):
    """What stands above an entry's bars."""
    picture.text(MARGIN, y, name.split("/")[1])
    picture.text(WIDTH - MARGIN, y, words, "soft", "end")


def limits(values, chapter, size):
    """A bar for each limit, as long as the least time that it allows, and a mark at the time that was measured."""
    entries = values.limited_of(chapter, size)
    floats = results.size_in_words(results.size_of(entries[0]))
    picture = Picture(f"{chapter}: the limits of each variant, and the time that was measured",
                      f"{chapter}, {floats} floats", "Bars: the least time that each limit allows.",
                      "Figures: measured, and what the longest bar allows.")
    y = legend(picture, {name for entry in entries for name, _ in shown(values, entry)}, 146)
    scale = (WIDTH - 2 * MARGIN - 4) / max(map(values.seconds, entries))
    for entry in entries:
        y += 24
        bars = shown(values, entry)
        head(picture, y, entry["name"], f"{values.gbps(entry)} of {entry['useful_bytes'] / bars[0][1] / 1e9:.0f} GB/s")
        y += 10
        for limit, seconds in bars:
            picture.rect(MARGIN, y, scale * seconds, BAR, fill=LIMITS[limit])
            y += BAR + 2
        height = len(bars) * (BAR + 2)
        picture.rect(MARGIN + scale * values.seconds(entry), y - height - 3, 4, height + 4, "soft")
        y += 8
    return picture.drawn(y + MARGIN - 8)


def exchanges(values, gpus, size, floats, colours):
    """A bar for the time of each variant of many_gpus, {variant: colour}, and a line where the links alone would be."""
    copies, *entries = [values.entry(f"many_gpus/{variant}", f"{gpus}x{size}") for variant in ("copies", *colours)]
    picture = Picture(f"Times of transposes of {floats} floats on {gpus} GPUs", f"{floats} floats on {gpus} GPUs",
                      f"{values.record('h100-x2/bench', 'context', 'gpu')}. The line: the bytes alone, as",
                      f"copies over the links, {values.time(copies)}.")
    scale = (WIDTH - 2 * MARGIN) / max(map(values.seconds, entries))
    y = top = 124
    for entry, colour in zip(entries, colours.values()):
        y += 26
        head(picture, y, entry["name"], values.time(entry))
        picture.rect(MARGIN, y + 8, scale * values.seconds(entry), 22, fill=colour)
        y += 42
    x = MARGIN + scale * values.seconds(copies)
    picture.line(x, top, x, y, "empty")
    return picture.drawn(y + MARGIN - 12)
