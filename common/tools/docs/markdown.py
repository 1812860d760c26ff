"""What of Markdown the documentation's own checks need: marked blocks, headings, links."""

import re
from itertools import zip_longest
from typing import NamedTuple


class DocumentError(Exception):
    """Something in a document that its author has to mend: "file:line: what is wrong"."""


class Block(NamedTuple):
    """A marked piece of a document: text[begin:end] is what stands between its two markers."""

    marker: str  # the text of the first one
    inline: bool  # a figure in a sentence
    words: str  # what the marker asks for
    line: int
    begin: int
    end: int


FENCE = re.compile(r"^ {0,3}(```+|~~~+).*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
MARKER = re.compile(r"<!-- (?:(generated|fig): (.+?)|(end)) -->")
HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$", re.MULTILINE)
LINK = re.compile(r"\]\(\s*<?([^\s)>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?\s*$", re.MULTILINE)
ATTRIBUTE = re.compile(r"<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)=\"([^\"]+)\"")
ANCHOR = re.compile(r"<[a-z]+\b[^>]*?\b(?:id|name)=\"([^\"]+)\"")


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def without_code(text):
    """The text with fenced and inline code blanked out: the same length, the same lines."""
    return CODE.sub(blank, FENCE.sub(blank, text))


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def blocks(text, name):
    """The marked blocks of a document, in order. Throws DocumentError where a marker has no partner."""
    found = []
    markers = list(MARKER.finditer(without_code(text)))
    for first, last in zip_longest(markers[::2], markers[1::2]):
        marker, words = (text[slice(*first.span(group))] for group in (0, 2))
        line = line_of(text, first.start())
        if first.group(3) or last is None or not last.group(3):
            raise DocumentError(f"{name}:{line}: {marker} has no partner")
        found.append(Block(marker, first.group(1) == "fig", words, line, first.end(), last.start()))
    return found


def anchors(text):
    """What "#..." may follow the document's name: its headings as GitHub names them, and explicit ids."""
    names = set(ANCHOR.findall(text))
    seen = {}
    for match in HEADING.finditer(FENCE.sub(blank, text)):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", match.group(2)).replace("`", "").lower()
        slug = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        names.add(slug if count == 0 else f"{slug}-{count}")
    return names


def links(text):
    """(line, target) of every link and image."""
    plain = MARKER.sub(blank, without_code(text))
    for pattern in (LINK, REFERENCE, ATTRIBUTE):
        for match in pattern.finditer(plain):
            yield line_of(text, match.start()), match.group(1)
