"""Where a block's tile lies in both matrices, and where one warp is: in the input, in the tile, in the output."""

from svg import MARGIN, WIDTH, WORD, Picture, requests_of

TILE = 32
WARP = 5
# What stands below each: what the warp does there, in order.
PANELS = (("in", 216, [("global", "load")], ["1. load a row"]),
          ("tile", 216, [("shared", "store"), ("shared", "load")], ["2. store it as a row", "3. load a column"]),
          ("out", 144, [("global", "store")], ["4. store it", "as a row"]))
GAP = (WIDTH - 2 * MARGIN - sum(width for _, width, *_ in PANELS)) / (len(PANELS) - 1)
TOP, BOTTOM = 134, 350


def draw_lanes(picture, x, one, lanes, style):
    """The lanes, and the numbers of the first and the last."""
    for row, column in lanes:
        picture.rect(x + column * one, TOP + row * one, max(one - 0.4, 3), max(one - 0.4, 3), style)
    (row, column), (last_row, last_column) = lanes[0], lanes[-1]
    if last_row > row:  # beside them
        picture.text(x + column * one + one + 5, TOP + row * one + 18, "0")
        picture.text(x + column * one + one + 5, TOP + last_row * one + one, "31")
    else:  # below them
        picture.text(x + column * one, TOP + row * one + one + 20, "0")
        picture.text(x + last_column * one + one, TOP + row * one + one + 20, "31", anchor="end")


def draw(name, trace, rows, columns):
    """`rows` and `columns`: of the input."""
    sizes = {"in": (rows, columns), "tile": (TILE, TILE), "out": (columns, rows)}
    picture = Picture(f"{name}: block 0 and lanes 0 to 31 of warp {WARP}, in the input, the tile and the output",
                      f"{name}: block 0, warp {WARP}", "Grey: the block's tile. Blue: lanes load. Orange: lanes store.")
    x = MARGIN
    for array, width, shown, words in PANELS:
        height, one = sizes[array][0], width / sizes[array][1]
        picture.text(x, TOP - 12, f"{array}, {height} x {sizes[array][1]}")
        for row in range(0, height, TILE):
            for column in range(0, sizes[array][1], TILE):
                picture.rect(x + column * one + 0.5, TOP + row * one + 0.5, TILE * one - 1, TILE * one - 1,
                             "idle" if row == column == 0 else "empty")
        for space, operation in shown:
            request = requests_of(trace, warp=WARP, space=space, operation=operation)[0]
            places = [divmod(lane["offset"] // WORD, sizes[array][1]) for lane in request["lanes"]]
            draw_lanes(picture, x, one, places, operation)
        for i, line in enumerate(words):
            picture.text(x, BOTTOM + 36 + 28 * i, line)
        x += width + GAP
        if x < WIDTH:
            picture.text(x - GAP / 2, TOP + 46, "→", "title", "middle")
    return picture.drawn(BOTTOM + 36 + 28 + MARGIN)
