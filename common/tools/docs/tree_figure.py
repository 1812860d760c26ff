"""The tree in which a block of 256 threads adds: who takes part at each distance, and what it costs in wavefronts."""

from svg import MARGIN, WIDTH, Picture

WORD = 4
WARPS = 8
LABEL, WAVEFRONTS = 104, 132  # columns to the left and to the right
ROW = 58


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


def levels(requests):
    """[(distance, {warp: lanes that take part}, wavefronts of their loads)] in order, and those of other loads."""
    found, others = {}, 0
    for warp, barriers, count, loads, stored in rounds(requests):
        d = distance(loads, stored)
        if d is None:
            others += sum(load["wavefronts"] for load in loads)
            continue
        level = found.setdefault((barriers, count), [d, {}, 0])
        assert level[0] == d
        level[1][warp] = [lane["lane"] for lane in loads[0]["lanes"]]
        level[2] += sum(load["wavefronts"] for load in loads)
    return [found[key] for key in sorted(found)], others


def draw(name, requests):
    picture = Picture(f"{name}: the threads that add, at each distance of the tree")
    picture.text(MARGIN, 48, name, "title")
    picture.text(MARGIN, 78, "Lanes that add, in each warp; wavefronts of their loads", "soft")
    warp_width = (WIDTH - 2 * MARGIN - LABEL - WAVEFRONTS) / WARPS
    picture.text(WIDTH - MARGIN, 112, "wavefronts", "soft", "end")
    for warp in range(WARPS):
        picture.text(MARGIN + LABEL + (warp + 0.45) * warp_width, 112, f"{warp}", "soft", "middle")
    picture.text(MARGIN, 112, "warp", "soft")
    y, total = 126, 0
    tree, to_read_result = levels(requests)
    for d, lanes_of, wavefronts in tree:
        picture.text(MARGIN, y + 20, f"d = {d}")
        picture.text(WIDTH - MARGIN, y + 20, str(wavefronts), "", "end")
        total += wavefronts
        for warp in range(WARPS):
            left = MARGIN + LABEL + warp * warp_width
            lanes = lanes_of.get(warp, [])
            lane_width = (warp_width - 6) / 32
            if not lanes:
                picture.rect(left, y + 8, warp_width - 6, 2, "idle")
                continue
            picture.rect(left, y, warp_width - 6, 20, "idle")
            for lane in lanes:
                picture.rect(left + lane * lane_width, y, lane_width - (0.4 if len(lanes) < 32 else 0), 20, "load")
            picture.text(left + (warp_width - 6) / 2, y + 42, str(len(lanes)), "soft", "middle")
        y += ROW
    picture.text(WIDTH - MARGIN, y + 16, f"{total} + {to_read_result} to read the result" if to_read_result
                 else f"{total} in all", "title", "end")
    return picture.drawn(y + 16 + MARGIN)
