"""The tree in which a block of 256 threads adds: which words, by which threads, and what it costs in wavefronts."""

from svg import MARGIN, WIDTH, Picture

WORD = 4
WARPS = 8
LABEL, WAVEFRONTS = 104, 132  # columns to the left and to the right
LINES = 36  # from the words down to the threads
ROW = LINES + 52


def rounds(requests):
    """Per warp, its shared loads and what it stored before: [(barriers, number within, loads, distance), ..].

    A round begins with the first load behind a store or a barrier. It adds to word w the word w + distance.
    """
    found = []
    for warp in range(WARPS):
        barriers, count, loads, stored = None, 0, [], None
        for request in (r for r in requests if r["launch"] == 0 and r["warp"] == warp and r["space"] == "shared"):
            if request["barriers"] != barriers:
                barriers, count, loads, stored = request["barriers"], 0, [], None
            if request["operation"] == "store":
                stored, loads = request, []
                continue
            if not loads:
                loads = [request]
                found.append((warp, barriers, count, loads, stored))
                count += 1
            else:
                loads.append(request)
    return found


def distance(loads, stored):
    """In words, from the word that is added to, to the one that is added; None where nothing is added."""
    offsets = {r["lanes"][0]["offset"] for r in [*loads, *([stored] if stored else [])]}
    return (max(offsets) - min(offsets)) // WORD or None


def added(loads, stored):
    """{lane: its words}: those that it loads, and where it loads but one, the one that it has just stored."""
    words = {}
    for request in [*loads, *([stored] if stored and len(loads) == 1 else [])]:
        for lane in request["lanes"]:
            words.setdefault(lane["lane"], set()).add(lane["offset"] // WORD)
    return {lane: found for lane, found in words.items() if lane in {entry["lane"] for entry in loads[0]["lanes"]}}


def levels(requests):
    """[(distance, {warp: {lane: its words}}, wavefronts of their loads)] in order, and those of other loads."""
    found, others = {}, 0
    for warp, barriers, count, loads, stored in rounds(requests):
        d = distance(loads, stored)
        if d is None:
            others += sum(load["wavefronts"] for load in loads)
            continue
        level = found.setdefault((barriers, count), [d, {}, 0])
        assert level[0] == d
        level[1][warp] = added(loads, stored)
        level[2] += sum(load["wavefronts"] for load in loads)
    return [found[key] for key in sorted(found)], others


class Columns:
    """Where words and threads stand, by their numbers: 32 to a warp, and a gap."""

    GAP = 6
    WARP = (WIDTH - 2 * MARGIN - LABEL - WAVEFRONTS) / WARPS
    ONE = (WARP - GAP) / 32

    @classmethod
    def left(cls, number):
        return MARGIN + LABEL + number // 32 * cls.WARP + number % 32 * cls.ONE


def runs_of(numbers):
    """[first, count] of neighbours of one warp."""
    runs = []
    for number in sorted(numbers):
        if runs and number == sum(runs[-1]) and number % 32:
            runs[-1][1] += 1
        else:
            runs.append([number, 1])
    return runs


def draw_strip(picture, y, height, numbers, style):
    """A place for each word or thread, those of `numbers` in the style."""
    for warp in range(WARPS):
        picture.rect(Columns.left(32 * warp), y, 32 * Columns.ONE, height, "idle")
    for first, count in runs_of(numbers):
        picture.rect(Columns.left(first), y, count * Columns.ONE - (0.4 if count == 1 else 0), height, style)


def draw_level(picture, y, threads):
    """The words, the lines from each two of them to the thread that adds them, and the threads; {thread: its words}."""
    draw_strip(picture, y, 6, {word for words in threads.values() for word in words}, "soft")
    middle = Columns.ONE / 2
    picture.path([(Columns.left(word) + middle, y + 7, Columns.left(thread) + middle, y + LINES)
                  for thread, words in sorted(threads.items()) for word in sorted(words)], "load")
    draw_strip(picture, y + LINES + 1, 16, threads, "load")
    for warp in range(WARPS):
        count = sum(thread // 32 == warp for thread in threads)
        if count:
            picture.text(Columns.left(32 * warp) + 16 * Columns.ONE, y + LINES + 37, str(count), "soft", "middle")


def draw(name, requests):
    picture = Picture(f"{name}: at each distance of the tree, the words, and the threads that add two of them")
    picture.text(MARGIN, 48, name, "title")
    picture.text(MARGIN, 78, "Above: 256 words. Below: the threads, each adds two.", "soft")
    picture.text(WIDTH - MARGIN, 112, "wavefronts", "soft", "end")
    for warp in range(WARPS):
        picture.text(Columns.left(32 * warp) + 16 * Columns.ONE, 112, f"{warp}", "soft", "middle")
    picture.text(MARGIN, 112, "warp", "soft")
    y, total = 126, 0
    tree, to_read_result = levels(requests)
    for d, lanes_of, wavefronts in tree:
        picture.text(MARGIN, y + LINES + 18, f"d = {d}")
        picture.text(WIDTH - MARGIN, y + LINES + 18, str(wavefronts), "", "end")
        total += wavefronts
        draw_level(picture, y, {32 * warp + lane: words for warp, lanes in lanes_of.items()
                                for lane, words in lanes.items()})
        y += ROW
    picture.text(WIDTH - MARGIN, y + 16, f"{total} + {to_read_result} to read the result" if to_read_result
                 else f"{total} in all", "title", "end")
    return picture.drawn(y + 16 + MARGIN)
