"""The tree in which a block of 256 threads adds: which words, by which threads, and what it costs in wavefronts."""

from svg import MARGIN, WIDTH, WORD, Picture, requests_of, runs_of

WARPS = 8
LABEL, WAVEFRONTS = 104, 132  # columns to the left and to the right
WARP = (WIDTH - 2 * MARGIN - LABEL - WAVEFRONTS) / WARPS  # of a warp's 32 words or threads, with a gap behind them
ONE = (WARP - 6) / 32
LINES = 36  # from the words down to the threads


def levels(trace):
    """[[distance, {thread: its words}, wavefronts of their loads], ..] in order, and the wavefronts of other loads.

    A level begins with a warp's first load behind a store or a barrier, and adds to word w the word w + distance. Who
    loads one word adds it to the one that it has just stored.
    """
    found = {}
    for warp in range(WARPS):
        barriers, stored = None, None
        for request in requests_of(trace, launch=0, warp=warp, space="shared"):
            if request["barriers"] != barriers:
                barriers, number, loads, stored = request["barriers"], 0, [], None
            if request["operation"] == "store":
                stored, loads = request, []
                continue
            if not loads:
                number += 1
            loads.append(request)
            found[barriers, number, warp] = loads, stored
    tree, others = {}, 0
    for (barriers, number, warp), (loads, stored) in sorted(found.items(), key=lambda item: item[0]):
        wavefronts = sum(load["wavefronts"] for load in loads)
        words = [{lane["lane"]: lane["offset"] // WORD for lane in request["lanes"]}
                 for request in [*loads, *([stored] if stored and len(loads) == 1 else [])]]
        distance = max(next(iter(w.values())) for w in words) - min(next(iter(w.values())) for w in words)
        if distance == 0:  # nothing is added
            others += wavefronts
            continue
        level = tree.setdefault((barriers, number), [distance, {}, 0])
        assert level[0] == distance
        level[1].update({32 * warp + lane: {w[lane] for w in words if lane in w} for lane in words[0]})
        level[2] += wavefronts
    return list(tree.values()), others


def left(number):
    """Of a word or a thread."""
    return MARGIN + LABEL + number // 32 * WARP + number % 32 * ONE


def draw_strip(picture, y, height, numbers, style):
    """A place for each word or thread, those of `numbers` in the style."""
    for warp in range(WARPS):
        picture.rect(left(32 * warp), y, 32 * ONE, height, "idle")
    for first, count in runs_of(numbers, 32):
        picture.rect(left(first), y, count * ONE - (0.4 if count == 1 else 0), height, style)


def over_warp(picture, warp, y, words):
    picture.text(left(32 * warp) + 16 * ONE, y, words, "soft", "middle")


def draw_level(picture, y, threads):
    """The words, the lines from each two of them to the thread that adds them, and the threads; {thread: its words}."""
    draw_strip(picture, y, 6, {word for words in threads.values() for word in words}, "soft")
    picture.path([(left(word) + ONE / 2, y + 7, left(thread) + ONE / 2, y + LINES)
                  for thread, words in sorted(threads.items()) for word in sorted(words)], "load")
    draw_strip(picture, y + LINES + 1, 16, threads, "load")
    for warp in range(WARPS):
        count = sum(thread // 32 == warp for thread in threads)
        if count:
            over_warp(picture, warp, y + LINES + 37, str(count))


def draw(name, trace):
    picture = Picture(f"{name}: at each distance of the tree, the words, and the threads that add two of them", name,
                      "Above: 256 words. Below: the threads, each adds two.")
    picture.text(WIDTH - MARGIN, 112, "wavefronts", "soft", "end")
    for warp in range(WARPS):
        over_warp(picture, warp, 112, str(warp))
    picture.text(MARGIN, 112, "warp", "soft")
    y = 126
    tree, to_read_result = levels(trace)
    for distance, threads, wavefronts in tree:
        picture.text(MARGIN, y + LINES + 18, f"d = {distance}")
        picture.text(WIDTH - MARGIN, y + LINES + 18, str(wavefronts), "", "end")
        draw_level(picture, y, threads)
        y += LINES + 52
    total = sum(wavefronts for _, _, wavefronts in tree)
    picture.text(WIDTH - MARGIN, y + 16, f"{total} + {to_read_result} to read the result" if to_read_result
                 else f"{total} in all", "title", "end")
    return picture.drawn(y + 16 + MARGIN)
