"""A warp's 32 lanes, and the 32-byte sectors that its first load and its first store touch."""

from svg import MARGIN, WIDTH, Picture, requests_of, runs_of

SECTOR = 32  # bytes
INNER = WIDTH - 2 * MARGIN
LANE = INNER / 32
GAP = 4  # between sectors that are not neighbours, beyond the line between any two


def plural(count, word):
    return f"{count} {word}" + ("" if count == 1 else "s")


def arrangement(runs):
    """How the sectors lie, in words."""
    if len(runs) == 1:
        return "side by side"
    apart = f"{(runs[1][0] - runs[0][0]) * SECTOR} bytes apart"
    return apart if runs[0][1] == 1 else f"{len(runs)} groups of {runs[0][1]}, {apart}"


def sector_places(runs):
    """{sector: x of its left end}, and the width of one."""
    width = (INNER - GAP * (len(runs) - 1)) / sum(count for _, count in runs)
    places, x = {}, MARGIN
    for first, count in runs:
        for sector in range(first, first + count):
            places[sector] = x
            x += width
        x += GAP
    return places, width


def draw_request(picture, y, request):
    """One panel from y on; its height."""
    operation, lanes, bytes_per_lane = request["operation"], request["lanes"], request["bytes"]
    runs = runs_of({lane["sector"] for lane in lanes})
    places, width = sector_places(runs)
    inner = width - min(3.0, width / 8)  # without the line between two sectors

    def place(byte):
        return places[byte // SECTOR] + byte % SECTOR * inner / SECTOR

    picture.text(MARGIN, y + 24, f"{operation}: {plural(len(lanes), 'lane')} of {bytes_per_lane} bytes", "title")
    for lane in (0, 8, 16, 24, 31):
        picture.text(MARGIN + (lane + 0.5) * LANE, y + 54, str(lane), "soft", "middle")
    top, bottom = y + 62, y + 150
    for left in places.values():
        picture.rect(left, bottom, inner, 30, "idle")
    used = {lane["offset"] + i for lane in lanes for i in range(bytes_per_lane)}
    for byte, length in runs_of(used, SECTOR):
        picture.rect(place(byte), bottom, length * inner / SECTOR, 30, operation)
    for lane in lanes:
        x = MARGIN + (lane["lane"] + 0.5) * LANE
        picture.rect(MARGIN + lane["lane"] * LANE + 1, top, LANE - 2, 22, operation)
        picture.line(x, top + 22, place(lane["offset"] + bytes_per_lane / 2), bottom, operation)
    assert len(places) == request["sectors"]
    picture.text(MARGIN, bottom + 58, f"{plural(len(places), 'sector')}, {arrangement(runs)}")
    picture.text(MARGIN, bottom + 84, f"{len(used)} of {len(places) * SECTOR} bytes used", "soft")
    return bottom + 98 - y


def draw(name, trace, warp=0):
    picture = Picture(f"{name}: a warp's lanes and the sectors of global memory that they touch")
    y = MARGIN
    for operation in ("load", "store"):
        y += draw_request(picture, y, requests_of(trace, warp=warp, space="global", operation=operation)[0]) + 16
    return picture.drawn(y - 4)
