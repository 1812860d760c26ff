"""Rewrites what is generated in the documentation, or checks that it is up to date. Called by ./learn docs.

Generated are the figures in docs/figures (figures.py), and in every Markdown file what stands between two markers:

    <!-- generated: KIND WORDS -->      a block of its own: blocks.py has the kinds
    <!-- end -->
    <!-- fig: gbps NAME SIZE -->4124<!-- end -->      a figure in a sentence: values.py has them

Everything is generated before anything is written. Needs Python 3.8 and nothing beyond its standard library.
"""

import argparse
import difflib
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import blocks
import figures
import links
import markdown
from sources import SourceError, Sources
from values import Values, figure


def documents(root):
    """Every Markdown file but for those in build folders and in packages."""
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "build", "results", "node_modules")))
        yield from (Path(folder) / file for file in sorted(files) if file.endswith(".md"))


def content(values, name, block):
    """What has to stand between the block's markers, in a document of that name."""
    try:
        return figure(values, block.words) if block.inline else f"\n\n{blocks.block(values, block.words)}\n\n"
    except SourceError as error:
        raise markdown.DocumentError(f"{name}:{block.line}: {error}") from error


def renewed(text, name, contents):
    """The document with every block renewed, from the futures of their contents; and a text for each that was stale."""
    stale, pieces, done = [], [], 0
    for block, content in contents:
        new, old = content.result(), text[block.begin:block.end]
        if old != new:
            lines = [piece.splitlines() for piece in (old, new)]
            difference = difflib.unified_diff(*lines, "as it is", "as it has to be", n=0, lineterm="")
            stale.append("\n".join([f"{name}:{block.line}: {block.marker} is stale", *difference]))
        pieces += [text[done:block.begin], new]
        done = block.end
    return "".join(pieces) + text[done:], stale


def threads():
    """One for each core, which stays on it, and so do the programs that it starts: each runs its blocks one after the
    other, and which of them touches a sector first is no chance."""
    cores = os.sched_getaffinity(0)
    return ThreadPoolExecutor(len(cores), initializer=lambda left=iter(cores): os.sched_setaffinity(0, {next(left)}))


def renewed_files(root, values):
    """{path: (text that it has to have, what is stale in it)}; None as text: the file has to go."""
    folder = root / "docs" / "figures"
    with threads() as pool:
        drawn = {folder / name: pool.submit(draw) for name, draw in figures.drawings(values)}
        pages = []
        for path in documents(root):
            text, name = path.read_text(), str(path.relative_to(root))
            pages.append((path, text, name, [(block, pool.submit(content, values, name, block))
                                             for block in markdown.blocks(text, name)]))
    files = {path: renewed(*page) for path, *page in pages}
    for path in sorted({*drawn, *folder.glob("*")}):
        text, old = drawn[path].result() if path in drawn else None, path.read_text() if path.exists() else None
        reason = "does not exist" if old is None else "is not one of figures.py" if text is None else "is stale"
        files[path] = text, [] if text == old else [f"{path.relative_to(root)}: the figure {reason}"]
    return files


def main():
    parser = argparse.ArgumentParser(prog="./learn docs", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail where something is stale")
    parser.add_argument("--root", type=Path, required=True, help="the repository")
    parser.add_argument("--executables", type=Path, required=True, help="the folder of the chapters' executables")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    try:
        files = renewed_files(root, Values(Sources(root, arguments.executables)))
    except (markdown.DocumentError, SourceError) as error:
        sys.exit(f"learn: {error}")
    stale = []
    for path, (text, faults) in files.items():
        if arguments.check:
            stale += faults
        elif faults:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink() if text is None else path.write_text(text)
            print(f"renewed {path.relative_to(root)}")
    broken = list(links.faults(root, documents(root)))
    for fault in [*stale, *broken]:
        print(fault)
    if stale or broken:
        sys.exit(f"learn: {len(broken)} broken links, {len(stale)} stale places")
    print(f"{len(files)} files, all links lead somewhere" + (", nothing is stale" if arguments.check else ""))


if __name__ == "__main__":
    main()
