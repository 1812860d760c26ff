"""Which sectors of the first rows of an output a block stores, where rows do not begin with a sector."""

from svg import MARGIN, WIDTH, WORD, Picture, requests_of

SECTOR = 8  # floats
ROWS = 8
LEFT = MARGIN + 78
FLOATS = 76  # of each row
ONE = (WIDTH - MARGIN - LEFT) / FLOATS
HEIGHT = 22


def draw_row(picture, y, first, stored):
    """The row that begins at element `first`, by its sectors; those floats before its first whole one in blue."""
    skip = -first % SECTOR
    for sector in range(first // SECTOR, (first + FLOATS) // SECTOR + 1):
        begin, end = max(sector * SECTOR, first), min((sector + 1) * SECTOR, first + FLOATS)
        picture.rect(LEFT + (begin - first) * ONE, y, (end - begin) * ONE - 2, HEIGHT, "idle")
        of_it = [element for element in stored if begin <= element < end]
        if of_it:
            style = "load" if len(stored) > 64 and of_it[0] < first + skip else "store"
            picture.rect(LEFT + (of_it[0] - first) * ONE, y, len(of_it) * ONE - 2, HEIGHT, style)


def draw(about, panels, rows):
    """`panels`: (title, trace) each. `rows`: of the input, so as many floats has a row of the output."""
    picture = Picture(about, about, "Each box is a sector, 8 floats; rows do not begin with one.",
                      "Orange: stored by the first block. Blue: by one more request.")
    y = 134
    for title, trace in panels:
        picture.text(MARGIN, y + 20, title)
        y += 34
        stored = sorted({lane["offset"] // WORD
                         for request in requests_of(trace, space="global", operation="store")
                         for lane in request["lanes"]})
        for row in range(ROWS):
            first = row * rows
            picture.text(MARGIN, y + 19, f"row {row}", "soft")
            draw_row(picture, y, first, [element for element in stored if first <= element < first + FLOATS])
            y += HEIGHT + 4
        y += 20
    return picture.drawn(y)
