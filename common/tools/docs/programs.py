"""How many of the public programs came out in which way, counted from the tables of docs/programs.md themselves."""

import re

from sources import SourceError

LATER = "## The later sample"
# How an outcome begins; the first that fits. What a program's own check says of its result comes before what was found.
OUTCOMES = {
    "right": r"right(?!.*(; finding|the race reported))",
    "ran, and prints nothing that says whether it is right": r"ran\b",
    "wrong, of a race that is reported and true": r"wrong result|wrong sums|wrong;|a result of a race",
    "ran; what was found is true": r"right|finding|two findings|wrong on purpose|as it must be|errors on purpose",
    "refused by name and line": r"refused",
    "too slow": r"too slow",
    "not a whole program as found: nvcc refuses it too, or files are missing":
        r"nvcc |it needs |not tried as a whole|.* (is|are) (missing|not in its repository)",
    "the tool errs": r"the tool errs",
}
# How an outcome ends that was another one before anything was mended.
FIRST = {"too slow": r"at first too slow", "refused by name and line": r"at first refused",
         "the tool errs": r"at first the tool erred"}


def outcome(cell):
    for name, beginning in OUTCOMES.items():
        if re.match(beginning, cell):
            return name
    raise SourceError(f"no outcome of a program begins like '{cell}'")


def first_outcome(cell):
    """Before anything was mended for the program."""
    return next((name for name, words in FIRST.items() if re.search(words, cell, re.IGNORECASE)), outcome(cell))


def cells(text):
    """The outcomes in the tables of the programs: of all, and of the later sample."""
    rows = r"^\| (?!program \||--- \|).* \| (.+) \|$"
    return [re.findall(rows, text[text.index(begin):], re.MULTILINE) for begin in ("## The programs", LATER)]


def table(text):
    """The rows of the table of outcomes: in all, in the later sample, and there at first."""
    every, later = cells(text)
    kinds = [[outcome(cell) for cell in every], [outcome(cell) for cell in later], [first_outcome(cell) for cell in later]]
    rows = [[name, *(str(kind.count(name)) for kind in kinds)] for name in OUTCOMES]
    return [*rows, ["all", *(str(len(kind)) for kind in kinds)]]


def figure(text, what):
    """all or later: how many programs; repositories or later_repositories; found: in how many something true was."""
    every, later = cells(text)
    found = ("wrong, of a race that is reported and true", "ran; what was found is true")
    counts = {"all": len(every), "later": len(later), "repositories": text.count("\n### "),
              "later_repositories": text[text.index(LATER):].count("\n### "),
              "found": sum(outcome(cell) in found for cell in every)}
    if what not in counts:
        raise SourceError(f"programs takes {', '.join(counts)}")
    return str(counts[what])
