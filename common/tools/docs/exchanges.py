"""What was recorded on several GPUs, ./learn bench --links: tables, figures of sentences, and a picture."""

from cells import NOTHING, results, table, time
from sources import SourceError
from svg import MARGIN, WIDTH, Picture

CHAPTER = "many_gpus"
FLOAT_BYTES = 4


def entry_of(sources, variant, gpus, size):
    """The recorded entry of the variant on so many GPUs at a size such as 16384x16384; None where it was not timed."""
    wanted = (int(gpus), *map(int, size.split("x")))
    found = [e for e in sources.several()["benchmarks"]
             if e["name"] == f"{CHAPTER}/{variant}" and results.size_of(e) == wanted]
    return found[0] if found else None


def timed(sources, variant, gpus, size):
    entry = entry_of(sources, variant, gpus, size)
    if entry is None:
        raise SourceError(f"{variant} was not timed on {gpus} GPUs at {size}")
    return entry


def sent(entry):
    """Bytes that leave each GPU in a transpose: all of its strip but what it keeps."""
    gpus, rows, cols = results.size_of(entry)
    return FLOAT_BYTES * rows * cols * (gpus - 1) / gpus**2


def vector(entry):
    """Bytes of a vector, of which all get the sum."""
    gpus, rows, cols = results.size_of(entry)
    return FLOAT_BYTES * rows * cols / gpus


def rate(entry, bytes_):
    """GB/s, were so many bytes all that takes time."""
    return f"{bytes_ / entry['real_time']:.0f}"


def on_bus(entry):
    """2 (P - 1) / P of a vector: what the ports of a ring carry, and what libraries call the bus bandwidth."""
    gpus = results.size_of(entry)[0]
    return rate(entry, 2 * (gpus - 1) / gpus * vector(entry))


def size_in_words(size):
    return results.size_in_words(tuple(map(int, size.split("x"))))


def exchanges(sources, words):
    """exchanges GPUS SIZES VARIANT...: times of transposes, and at the last of the SIZES (with commas between) what each
    GPU sends in a second, if there are several, and how often the time of NCCL's all-to-all alone that is."""
    gpus, sizes, *variants = words
    sizes = sizes.split(",")
    rows = []
    for variant in variants:
        entries = [entry_of(sources, variant, gpus, size) for size in sizes]
        last = entries[-1]
        exchange = timed(sources, "nccl_all_to_all", gpus, sizes[-1])
        cells = [time(entry) if entry else NOTHING for entry in entries]
        if gpus != "1":
            cells.append(rate(last, sent(last)) if last else NOTHING)
        rows.append([f"`{variant}`", *cells, f"{last['real_time'] / exchange['real_time']:.2f}" if last else NOTHING])
    sending = ["GB/s sent"] if gpus != "1" else []
    return table(["variant", *map(size_in_words, sizes), *sending, "× the all-to-all"], rows)


def sums(sources, words):
    """sums GPUS SIZES VARIANT...: bus bandwidth of all-reduces, of the vectors that go with matrices of these sizes."""
    gpus, sizes, *variants = words
    sizes = sizes.split(",")
    head = [f"{vector(timed(sources, variants[0], gpus, size)) / 2**20:.0f} MiB" for size in sizes]
    rows = [[f"`{variant}`", *(on_bus(timed(sources, variant, gpus, size)) for size in sizes)] for variant in variants]
    return table(["GB/s", *head], rows)


def scaling(sources, words):
    """scaling MANY SIZE SMALL TWICE VARIANT...: on 1 and on MANY GPUs, a matrix of the same SIZE; and the SMALL one on 1
    GPU, beside one of MANY times as many elements on MANY."""
    many, size, small, large, *variants = words
    rows = []
    for variant in variants:
        pairs = [(timed(sources, variant, 1, size), timed(sources, variant, many, size)),
                 (timed(sources, variant, 1, small), timed(sources, variant, many, large))]
        cells = []
        for one, several in pairs:
            cells += [time(one), time(several), f"{one['real_time'] / several['real_time']:.2f}"]
        rows.append([f"`{variant}`", *cells])
    same, first, second = map(size_in_words, (size, small, large))
    return table(["variant", f"{same}, 1 GPU", f"{many} GPUs", "times as fast", f"{first}, 1 GPU",
                  f"{second}, {many} GPUs", "times as fast"], rows)


def several(sources, words):
    """several exchanges|sums|scaling ..."""
    kinds = {"exchanges": exchanges, "sums": sums, "scaling": scaling}
    if words[0] not in kinds:
        raise SourceError(f"several takes {', '.join(kinds)}")
    return kinds[words[0]](sources, words[1:])


def figure(sources, words):
    """several gpus: on what; several on: and when; several time|sent|bus VARIANT GPUS SIZE; several times FASTER SLOWER GPUS SIZE."""
    kind, *names = words
    if kind in ("gpus", "on") and not names:
        context = sources.several()["context"]
        gpus = f"{max(results.size_of(entry)[0] for entry in sources.several()['benchmarks'])} {context['gpu']}"
        date, toolkit = context["date"].split("T")[0], context["cuda_compiler"].split()[1]
        return gpus if kind == "gpus" else f"{gpus}, {date}, driver {context['driver']}, CUDA {toolkit}"
    if kind == "times" and len(names) == 4:
        faster, slower = (timed(sources, name, *names[2:]) for name in names[:2])
        return f"{slower['real_time'] / faster['real_time']:.2f}"
    of_one = {"time": time, "sent": lambda entry: rate(entry, sent(entry)), "bus": on_bus}
    if kind in of_one and len(names) == 3:
        return of_one[kind](timed(sources, *names))
    raise SourceError(f"unknown figure 'several {' '.join(words)}'")


# The picture: a bar for the time of each variant, and a line where the links alone would be.

BAR, GAP = 22, 12
COLOURS = {"interleaved": "#2f7d32", "nccl_all_to_all": "#8c959f", "pytorch_transpose": "#c2307d"}


def draw(sources, gpus, size, variants):
    entries = [(variant, timed(sources, variant, gpus, size)) for variant in variants]
    copies = timed(sources, "copies", gpus, size)
    picture = Picture(f"Times of transposes of {size_in_words(size)} floats on {gpus} GPUs")
    picture.text(MARGIN, 48, f"{size_in_words(size)} floats on {gpus} GPUs", "title")
    picture.text(MARGIN, 78, f"{sources.several()['context']['gpu']}. The line: the bytes alone, as", "soft")
    picture.text(MARGIN, 106, f"copies over the links, {time(copies)}.", "soft")
    scale = (WIDTH - 2 * MARGIN) / max(entry["real_time"] for _, entry in entries)
    y = top = 124
    for variant, entry in entries:
        y += 26
        picture.text(MARGIN, y, variant)
        picture.text(WIDTH - MARGIN, y, time(entry), "soft", "end")
        picture.rect(MARGIN, y + 8, scale * entry["real_time"], BAR, fill=COLOURS.get(variant, "#3b82d6"))
        y += 8 + BAR + GAP
    x = MARGIN + scale * copies["real_time"]
    picture.line(x, top, x, y, "empty")
    return picture.drawn(y + MARGIN - GAP)
