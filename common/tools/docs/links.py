"""Every link of a document that stays in the repository leads somewhere."""

import re
from pathlib import Path
from urllib.parse import unquote

import markdown


def fault(root, document, target):
    """What is wrong with a link of a document, or None."""
    if re.match(r"[a-z][a-z0-9+.-]*:", target) or target.startswith("//"):
        return None
    path, _, anchor = target.partition("#")
    if path.startswith("/"):
        return "is not relative"
    file = (document.parent / unquote(path)).resolve() if path else document
    if root not in file.parents and file != root:
        return "leads out of the repository"
    if not file.exists():
        return "leads nowhere"
    is_page = file.suffix == ".html" or file.name == "README.md" and file.with_name("index.html").exists()
    if not anchor or is_page:  # what a page shows: the checks of the pages open these links
        return None
    if file.suffix == ".md":
        return None if unquote(anchor) in markdown.anchors(file.read_text()) else "names no heading of that file"
    lines = re.fullmatch(r"L(\d+)(?:-L(\d+))?", anchor)
    if lines is None or file.is_dir():
        return "names no place in that file"
    last = max(int(number) for number in lines.groups() if number)
    return None if last <= len(file.read_text().splitlines()) else "names a line beyond the end of that file"


def faults(root: Path, documents):
    """A line each: "file:line: link ... is wrong"."""
    for document in documents:
        for line, target in markdown.links(document.read_text()):
            if wrong := fault(root, document, target):
                yield f"{document.relative_to(root)}:{line}: the link '{target}' {wrong}"
