"""What limits each variant of a chapter: a bar for each limit, as long as the least time that it allows, and a mark at
the time that was measured."""

from svg import MARGIN, WIDTH, Picture

COLOURS = {"memory": "#8c959f", "wavefronts": "#bf8700", "partial sectors": "#d1504f", "in flight": "#3b82d6",
           "blocks": "#8b6fd0"}
BAR = 10
SHOWN_SHARE = 0.04  # of the measured time, without the time around the run; shorter bars are left out


def seconds_of(entry):
    return entry["real_time"] / 1e9


def shown(entry):
    """(name, seconds) of the limits that are drawn, the one that takes longest first."""
    limits = [(name, limit["seconds"]) for name, limit in entry["limits"].items()
              if limit["count"] / limit["rate"] > SHOWN_SHARE * seconds_of(entry)]
    return sorted(limits, key=lambda limit: -limit[1])


def legend(picture, entries, y):
    """What the colours mean, in three columns. Returns the height below it."""
    names = [name for name in COLOURS if any(name in dict(shown(entry)) for entry in entries)] + ["measured"]
    for i, name in enumerate(names):
        x, line = MARGIN + i % 3 * 224, y + i // 3 * 32
        if name == "measured":
            picture.rect(x + 7, line - 17, 4, 20, "soft")
        else:
            picture.rect(x, line - 15, 18, 16, fill=COLOURS[name])
        picture.text(x + 26, line, name)
    return line + 24


def draw(name, size, entries):
    picture = Picture(f"{name}: the limits of each variant, and the time that was measured")
    picture.text(MARGIN, 48, f"{name}, {size} floats", "title")
    picture.text(MARGIN, 78, "Bars: the least time that each limit allows.", "soft")
    picture.text(MARGIN, 106, "Figures: measured, and what the longest bar allows.", "soft")
    y = legend(picture, entries, 146)
    scale = (WIDTH - 2 * MARGIN - 4) / max(map(seconds_of, entries))
    for entry in entries:
        y += 24
        bars = shown(entry)
        bytes_per_second = entry["bytes_per_second"] / 1e9
        at_most = entry["useful_bytes"] / bars[0][1] / 1e9
        picture.text(MARGIN, y, entry["name"].split("/")[1])
        picture.text(WIDTH - MARGIN, y, f"{bytes_per_second:.0f} of {at_most:.0f} GB/s", "soft", "end")
        y += 10
        for limit, seconds in bars:
            picture.rect(MARGIN, y, scale * seconds, BAR, fill=COLOURS[limit])
            y += BAR + 2
        picture.rect(MARGIN + scale * seconds_of(entry), y - len(bars) * (BAR + 2) - 3, 4, len(bars) * (BAR + 2) + 4,
                     "soft")
        y += 8
    return picture.drawn(y + MARGIN - 8)
