"""A shared tile, each word in the colour of its bank, and the words that one load of a warp reads."""

import json
from collections import Counter
from pathlib import Path

from svg import MARGIN, WIDTH, WORD, Picture, requests_of

BANKS = 32
WARP = 5  # whose load is shown: one that reads column 5
CELL = 20
NUMBERED = (0, 8, 16, 24, 31)  # rows, columns and banks

# From dark to light, so that nobody needs a sense of hue to tell them apart. The pages have the same.
COLOURS = json.loads((Path(__file__).parents[1] / "pages" / "source" / "bank_colours.json").read_text())


def words_of(requests):
    return {lane["offset"] // WORD for request in requests for lane in request["lanes"]}


def draw(name, trace):
    load = requests_of(trace, warp=WARP, space="shared", operation="load")[0]
    read, stored = words_of([load]), words_of(requests_of(trace, space="shared", operation="store"))
    # Warp 0 stores row 0 of the tile first, warp 1 row 1.
    stores = [requests_of(trace, warp=warp, space="shared", operation="store") for warp in (0, 1)]
    pitch = min(words_of(stores[1][:1])) - min(words_of(stores[0][:1]))
    rows = max(stored) // pitch + 1

    picture = Picture(f"{name}: the tile's words by bank, and the words that one load of a warp reads",
                      f"tile: {rows} rows of {pitch} words", f"Colour: the bank. Dot: read by one load of warp {WARP}.")
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
    wavefronts = load["wavefronts"]
    assert wavefronts == max(per_bank.values())
    picture.text(left, y + 100, f"{wavefronts} in one bank: {wavefronts} wavefronts" if wavefronts > 1 else
                 "1 in every bank: 1 wavefront", "title")
    return picture.drawn(y + 100 + MARGIN)
