"""Rewrites what is generated in the documentation, or checks that it is up to date. Called by ./learn docs.

Generated are the figures in docs/figures (figures.py), and in every Markdown file what stands between two markers:

    <!-- generated: KIND WORDS -->      a block of its own: blocks.py has the kinds
    <!-- end -->
    <!-- fig: gbps NAME SIZE -->4124<!-- end -->      a figure in a sentence

Everything is generated before anything is written. Needs Python 3.8 and nothing beyond its standard library.
"""

import argparse
import difflib
import os
import shlex
import sys
from pathlib import Path

import blocks
import figures
import links
import markdown
import sentences
from sources import SourceError, Sources


def documents(root):
    """Every Markdown file but for those in build folders and in packages."""
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "build")) and f not in ("results", "node_modules"))
        yield from (Path(folder) / file for file in sorted(files) if file.endswith(".md"))


def difference(old, new, name):
    return "\n".join(difflib.unified_diff(old.splitlines(), new.splitlines(), f"{name}, as it is",
                                          f"{name}, as it has to be", n=0, lineterm=""))


def content(sources, block):
    """What has to stand between the block's markers."""
    words = shlex.split(block.words)
    return sentences.figure(sources, words) if block.inline else f"\n\n{blocks.block(sources, words)}\n\n"


def renewed(text, name, sources):
    """The document with every block renewed, and what was stale in it, a text each."""
    stale, pieces, done = [], [], 0
    for block in markdown.blocks(text, name):
        try:
            new = content(sources, block)
        except SourceError as error:
            raise markdown.DocumentError(f"{name}:{block.line}: {error}") from error
        old = text[block.begin:block.end]
        if old != new:
            stale.append(f"{name}:{block.line}: {block.marker} is stale\n{difference(old, new, name)}")
        pieces += [text[done:block.begin], new]
        done = block.end
    return "".join(pieces) + text[done:], stale


def renewed_files(root, sources):
    """{path: (text that it has to have, what is stale in it)}; None as text: the file has to go."""
    files = {}
    for path in documents(root):
        files[path] = renewed(path.read_text(), str(path.relative_to(root)), sources)
    folder = root / "docs" / "figures"
    drawn = {folder / name: text for name, text in figures.drawn(sources)}
    for path in sorted({*drawn, *folder.glob("*")}):
        name = path.relative_to(root)
        text, old = drawn.get(path), path.read_text() if path.exists() else None
        reason = "does not exist" if old is None else "is not one of figures.py" if text is None else "is stale"
        files[path] = text, [] if text == old else [f"{name}: the figure {reason}"]
    return files


def write(path, text):
    if text is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(text)
    part.replace(path)


def main():
    parser = argparse.ArgumentParser(prog="./learn docs", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail where something is stale")
    parser.add_argument("--root", type=Path, required=True, help="the repository")
    parser.add_argument("--executables", type=Path, required=True, help="the folder of the chapters' executables")
    parser.add_argument("--measured", type=Path, help="the recorded measurements (docs/measured/h200/bench.json)")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    sources = Sources(arguments.executables, arguments.measured or root / "docs/measured/h200/bench.json")
    try:
        files = renewed_files(root, sources)
    except (markdown.DocumentError, SourceError) as error:
        sys.exit(f"learn: {error}")
    stale = [text for _, texts in files.values() for text in texts]
    if arguments.check:
        print(*stale, sep="\n\n", end="\n" if stale else "")
    else:
        for path, (text, texts) in files.items():
            if texts:
                write(path, text)
                print(f"renewed {path.relative_to(root)}")
    broken = list(links.faults(root, documents(root)))
    print(*broken, sep="\n", end="\n" if broken else "")
    wrong = len(broken) + (len(stale) if arguments.check else 0)
    if wrong:
        sys.exit(f"learn: {len(broken)} broken links" + (f", {len(stale)} stale places" if arguments.check else ""))
    print(f"{len(files)} files, all links lead somewhere" + (", nothing is stale" if arguments.check else ""))


if __name__ == "__main__":
    main()
