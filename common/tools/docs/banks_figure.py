"""A shared tile, each word in the colour of its bank, and the words that one load of a warp reads."""

import json
from collections import Counter
from pathlib import Path

from svg import MARGIN, WIDTH, Picture

BANKS = 32
WORD = 4
WARP = 5  # whose load is shown: one that reads column 5
CELL = 20
NUMBERED = (0, 8, 16, 24, 31)  # rows, columns and banks

# From dark to light, so that nobody needs a sense of hue to tell them apart. The pages have the same.
COLOURS = json.loads((Path(__file__).parents[1] / "pages" / "source" / "bank_colours.json").read_text())


def shared(requests, warp, operation):
    return [r for r in requests if r["warp"] == warp and r["space"] == "shared" and r["operation"] == operation]


def first_word(request):
    return min(lane["offset"] for lane in request["lanes"]) // WORD


def draw(name, requests):
    load = shared(requests, WARP, "load")[0]
    # Warp 0 stores row 0 of the tile first, warp 1 row 1.
    pitch = first_word(shared(requests, 1, "store")[0]) - first_word(shared(requests, 0, "store")[0])
    stored = {lane["offset"] // WORD for r in requests if r["space"] == "shared" and r["operation"] == "store"
              for lane in r["lanes"]}
    read = {lane["offset"] // WORD for lane in load["lanes"]}
    rows = max(stored) // pitch + 1

    picture = Picture(f"{name}: the tile's words by bank, and the words that one load of a warp reads")
    wavefronts = load["wavefronts"]
    picture.text(MARGIN, 48, f"tile: {rows} rows of {pitch} words", "title")
    picture.text(MARGIN, 78, f"Colour: the bank. Dot: read by one load of warp {WARP}.", "soft")
    left, top = WIDTH - pitch * CELL - 16, 132  # beside and above it, the numbers of rows and columns
    for i in NUMBERED:
        picture.text(left + (i + 0.5) * CELL, top - 10, str(i), "soft", "middle")
        picture.text(left - 8, top + (i + 0.5) * CELL + 8, str(i), "soft", "end")
    for word in range(rows * pitch):
        x, y = left + word % pitch * CELL, top + word // pitch * CELL
        if word not in stored:
            picture.rect(x + 1.5, y + 1.5, CELL - 3, CELL - 3, "empty")
            continue
        picture.rect(x + 0.5, y + 0.5, CELL - 1, CELL - 1, fill=COLOURS[word % BANKS])
        if word in read:
            picture.dot(x + CELL / 2, y + CELL / 2, 5)

    per_bank = Counter(word % BANKS for word in read)
    y = top + rows * CELL + 44
    picture.text(left, y, "Words read in each bank:")
    for bank in NUMBERED:
        picture.text(left + (bank + 0.5) * CELL, y + 34, str(bank), "soft", "middle")
    y += 26
    for bank in range(BANKS):
        x = left + bank * CELL
        picture.rect(x + 0.5, y + 16, CELL - 1, 26, fill=COLOURS[bank])
        if per_bank[bank]:
            picture.text(x + CELL / 2, y + 66, str(per_bank[bank]), anchor="middle")
    assert wavefronts == max(per_bank.values())
    picture.text(left, y + 100, f"{wavefronts} in one bank: {wavefronts} wavefronts" if wavefronts > 1 else
                 "1 in every bank: 1 wavefront", "title")
    return picture.drawn(y + 100 + MARGIN)
