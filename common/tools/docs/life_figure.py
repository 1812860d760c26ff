"""The lives of the blocks that a multiprocessor holds, one after the other, and what they have in flight meanwhile."""

from math import prod

from svg import MARGIN, WIDTH, WORD, Picture

PARTS = {"begin": ("#8c959f", "begins"), "loads": ("#3b82d6", "waits for its loads"),
         "tile": ("#bf8700", "tile, barrier")}
RESIDENT_THREADS = 2048
SHOWN = 2.5e-6  # seconds
BAR = 20


def lives(picture, y, scale, life, delay):
    """One place for a block in a multiprocessor, from a block that has begun `delay` before."""
    at = -delay
    while at < SHOWN:
        for part, (colour, _) in PARTS.items():
            begin, end = max(at, 0), min(at + life[part], SHOWN)
            if end > begin:
                picture.rect(MARGIN + scale * begin, y, max(scale * (end - begin) - 1, 0.5), BAR, fill=colour)
            at += life[part]


def draw(values, size, *names):
    """The blocks of each of these variants begin evenly spread over a life."""
    picture = Picture("The blocks that a multiprocessor holds, as a timeline: " + " and ".join(names),
                      f"One multiprocessor, {SHOWN * 1e6:.1f} µs",
                      "A row is a place for a block, one block after the other.")
    scale = (WIDTH - 2 * MARGIN) / SHOWN
    for x, (colour, words) in zip((MARGIN, 160, 440), PARTS.values()):
        picture.rect(x, 99, 18, 16, fill=colour)
        picture.text(x + 26, 114, words)
    y = 166
    for name in names:
        entry = values.entry(name, size, limits=True)
        limit, threads = entry["limits"]["in flight"], prod(map(int, entry["block"].split("x")))
        places = RESIDENT_THREADS // threads
        blocks = limit["count"] * values.machine().multiprocessors() * places
        loads = prod(int(part) for part in size.split("x")) / blocks / threads
        picture.text(MARGIN, y, name.split("/")[1])
        picture.text(WIDTH - MARGIN, y, f"a life: {sum(limit['life'].values()) * 1e6:.2f} µs", "soft", "end")
        picture.text(MARGIN, y + 28, f"{places} · {threads} threads · {loads:.0f} · {WORD} bytes = "
                     f"{places * threads * loads * WORD / 1024:.0f} KiB in flight", "soft")
        y += 42
        for i in range(places):
            lives(picture, y, scale, limit["life"], sum(limit["life"].values()) * i / places)
            y += BAR + 4
        y += 42
    return picture.drawn(y - 42 + MARGIN - 4)
