"""The way of one load, from a line of kernel.cuh to a number in the table. docs/architecture.md tells the same."""

from svg import MARGIN, WIDTH, Picture

# What happens, and the room or file where it does.
ON_THE_EMULATOR = [
    ("the host compiler", "cmake/Chapter.cmake"),
    ("calls: a load, its address", "emulator/block/callbacks.cpp"),
    ("which buffer, which array?", "emulator/block/accesses.hpp"),
    ("the lanes become a request", "emulator/requests/warp_trace.hpp"),
    ("a race? read before written?", "emulator/listeners/races/"),
    ("the request costs sectors", "model/memory_model.cpp"),
    ("summed by line, shown", "emulator/observer.cpp, report/"),
]
ON_THE_GPU = [("nvcc", "cmake/Cuda.cmake"), ("the hardware counts", "Nsight Compute"), ("read by name", "tools/profile")]
BOX, GAP = 62, 26
LEFT, RIGHT = 400, 240  # widths of the columns


def box(picture, x, y, width, words, place):
    picture.rect(x, y, width, BOX, "idle")
    picture.text(x + width / 2, y + 27, words, "", "middle")
    picture.text(x + width / 2, y + 52, place, "soft", "middle")


def column(picture, x, width, tops, steps):
    for i, (top, step) in enumerate(zip(tops, steps)):
        box(picture, x, top, width, *step)
        if i > 0:
            picture.line(x + width / 2, tops[i - 1] + BOX, x + width / 2, top, "load")


def draw():
    picture = Picture("The way of one load: compiled twice, counted twice, compared")
    picture.text(MARGIN, 48, "The way of one load", "title")
    first = 150
    picture.rect(MARGIN, 70, WIDTH - 2 * MARGIN, 50, "idle")
    picture.text(WIDTH / 2, 103, "float value = in[i];   a line of kernel.cuh", "", "middle")
    tops = [first + i * (BOX + GAP) for i in range(len(ON_THE_EMULATOR))]
    gpu_left = WIDTH - MARGIN - RIGHT
    column(picture, MARGIN, LEFT, tops, ON_THE_EMULATOR)
    column(picture, gpu_left, RIGHT, [tops[0], tops[3], tops[-1]], ON_THE_GPU)
    for middle in (MARGIN + LEFT / 2, gpu_left + RIGHT / 2):
        picture.line(middle, 120, middle, first, "load")
        picture.line(middle, tops[-1] + BOX, middle, tops[-1] + BOX + GAP, "load")
    bottom = tops[-1] + BOX + GAP
    picture.rect(MARGIN, bottom, WIDTH - 2 * MARGIN, 50, "idle")
    picture.text(WIDTH / 2, bottom + 33, "the same number: sectors, 4 a request", "", "middle")
    return picture.drawn(bottom + 50 + MARGIN)
