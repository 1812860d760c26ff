"""The cells of the documentation's tables, and the figures of its sentences: how a number is written."""

import re
import sys
from pathlib import Path

from sources import SourceError, size_of

sys.path.append(str(Path(__file__).parents[1] / "bench"))
import results  # noqa: E402 - what bench.sh recorded

NOTHING = "–"


def table(head, rows):
    """A Markdown table; columns that hold figures are aligned to the right."""
    def is_figure(cell):
        return cell in ("", NOTHING) or re.fullmatch(r"\d*(\.?\d+)( %)?|\*\*\d+ \w+\*\*", cell)

    rules = ["--:" if all(is_figure(row[i]) for row in rows) else "---" for i in range(len(head))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rules, *rows])


def short_number(value):
    """4, 4.03, 32: two decimals where they are not zero."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def gigabytes(entry):
    return f"{entry['bytes_per_second'] / 1e9:.0f}"


def share(entry):
    if "fraction_of_copy" not in entry:
        raise SourceError(f"{entry['name']} at {size_of(entry)} was not compared with a copy")
    return f"{entry['fraction_of_copy']:.3f}"


def time(entry):
    microseconds = entry["real_time"] / {"ns": 1e3, "us": 1, "ms": 1e-3}[entry["time_unit"]]
    return f"{microseconds:.1f} µs" if microseconds < 1000 else f"{microseconds / 1000:.3f} ms"


def plain_size(size):
    """"2^26" as the recorded results have it."""
    base, power, exponent = size.partition("^")
    return str(int(base) ** int(exponent)) if power else size


def spread(entry):
    return results.percent(results.spread_of(entry)) if "spread_ns" in entry else NOTHING


def scientific(value):
    """4.70e+12 as 4.70·10¹²"""
    digits, exponent = f"{value:.2e}".split("e")
    return f"{digits}·10{str(int(exponent)).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"
