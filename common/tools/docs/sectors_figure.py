"""A warp's 32 lanes, and the 32-byte sectors that its first load and its first store touch."""

from svg import MARGIN, WIDTH, Picture

SECTOR = 32  # bytes
INNER = WIDTH - 2 * MARGIN
GAP = 4  # between sectors that are not neighbours, beyond the line between any two


def first_request(requests, warp, operation):
    return next(r for r in requests if r["warp"] == warp and r["space"] == "global" and r["operation"] == operation)


def plural(count, word):
    return f"{count} {word}" + ("" if count == 1 else "s")


def runs_of(sectors):
    """Neighbouring sectors together: [[0, 1, 2, 3], [512, 513, 514, 515]]."""
    runs = []
    for sector in sectors:
        if runs and sector == runs[-1][-1] + 1:
            runs[-1].append(sector)
        else:
            runs.append([sector])
    return runs


def arrangement(runs):
    """How the sectors lie, in words."""
    if len(runs) == 1:
        return "side by side"
    length, distance = len(runs[0]), (runs[1][0] - runs[0][0]) * SECTOR
    apart = f"{distance} bytes apart"
    return apart if length == 1 else f"{len(runs)} groups of {length}, {apart}"


def used_pieces(lanes, bytes_per_lane):
    """(first byte, bytes) of each piece that is used without a gap and lies in one sector."""
    pieces = []
    for byte in sorted({lane["offset"] + i for lane in lanes for i in range(bytes_per_lane)}):
        if pieces and byte == sum(pieces[-1]) and byte % SECTOR:
            pieces[-1][1] += 1
        else:
            pieces.append([byte, 1])
    return pieces


def sector_places(runs):
    """{sector: x of its left end}, and the width of one."""
    count = sum(len(run) for run in runs)
    width = (INNER - GAP * (len(runs) - 1)) / count
    places, x = {}, MARGIN
    for run in runs:
        for sector in run:
            places[sector] = x
            x += width
        x += GAP
    return places, width


def draw_request(picture, y, request):
    """One panel from y on; its height."""
    operation, lanes, bytes_per_lane = request["operation"], request["lanes"], request["bytes"]
    runs = runs_of(sorted({lane["sector"] for lane in lanes}))
    places, width = sector_places(runs)
    line = min(3.0, width / 8)  # between two sectors

    def place(byte):
        return places[byte // SECTOR] + byte % SECTOR * (width - line) / SECTOR

    picture.text(MARGIN, y + 24, f"{operation}: {plural(len(lanes), 'lane')} of {bytes_per_lane} bytes", "title")
    lane_width = INNER / 32
    for lane in (0, 8, 16, 24, 31):
        picture.text(MARGIN + (lane + 0.5) * lane_width, y + 54, str(lane), "soft", "middle")
    top, bottom = y + 62, y + 150
    for left in places.values():
        picture.rect(left, bottom, width - line, 30, "idle")
    pieces = used_pieces(lanes, bytes_per_lane)
    for byte, length in pieces:
        picture.rect(place(byte), bottom, length * (width - line) / SECTOR, 30, operation)
    for lane in lanes:
        x = MARGIN + (lane["lane"] + 0.5) * lane_width
        picture.rect(MARGIN + lane["lane"] * lane_width + 1, top, lane_width - 2, 22, operation)
        picture.line(x, top + 22, place(lane["offset"] + bytes_per_lane / 2), bottom, operation)
    count = len(places)
    assert count == request["sectors"]
    picture.text(MARGIN, bottom + 58, f"{plural(count, 'sector')}, {arrangement(runs)}")
    picture.text(MARGIN, bottom + 84, f"{sum(length for _, length in pieces)} of {count * SECTOR} bytes used", "soft")
    return bottom + 98 - y


def draw(name, requests, warp=0):
    picture = Picture(f"{name}: a warp's lanes and the sectors of global memory that they touch")
    y = MARGIN
    for operation in ("load", "store"):
        y += draw_request(picture, y, first_request(requests, warp, operation)) + 16
    return picture.drawn(y - 4)
