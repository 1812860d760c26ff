"""Which threads of a block form a warp, for two shapes of a block, and where one of its threads is."""

from svg import MARGIN, WIDTH, Picture

LANES = 32
CELL = 16


def draw_block(picture, x, y, width, height):
    """Its threads, with a colour for every other warp."""
    for number in range(width * height):
        picture.rect(x + number % width * CELL, y + number // width * CELL, CELL - 2, CELL - 2,
                     "load" if number // LANES % 2 == 0 else "soft")


def draw(thread, wide, high):
    """The thread (x, y) in both of these blocks, (width, height) each; there is room for text below the first."""
    picture = Picture("Two blocks of 256 threads: a warp is one row of the wide block, and four "
                      "rows of the narrow one", "Two blocks of 256 threads",
                      "Each square is a thread; warps (32) have two colours in turn.")
    top, left, right = 150, MARGIN, WIDTH - MARGIN - high[0] * CELL
    for x, shape in ((left, wide), (right, high)):
        picture.text(x, top - 16, f"{shape[0]}x{shape[1]}")
        draw_block(picture, x, top, *shape)
        picture.dot(x + thread[0] * CELL + CELL / 2 - 1, top + thread[1] * CELL + CELL / 2 - 1, 5)
    y = top + wide[1] * CELL + 44
    picture.text(left, y, f"Thread ({thread[0]}, {thread[1]}) of the block of")
    for shape in (wide, high):
        number = thread[1] * shape[0] + thread[0]
        y += 44
        picture.text(left, y, f"{shape[0]}x{shape[1]}: {thread[1]} · {shape[0]} + {thread[0]} = {number}")
        picture.text(left, y + 30, f"warp {number // LANES}, lane {number % LANES}", "soft")
        y += 30
    return picture.drawn(top + high[1] * CELL + MARGIN)
