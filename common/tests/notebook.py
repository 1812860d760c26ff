"""docs/notebook.ipynb: python3 common/tests/notebook.py [--execute]

Without the option: its cells name commands, chapters and files that exist, the kernel that a cell writes is the
chapter's without its barrier, and nothing that a run printed is kept in it. With it: runs the notebook in this very
checkout, from start to end, and looks whether the cells print what they promise. That takes nbclient and ipykernel.
"""

import json
import re
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "docs/notebook.ipynb"

# What has to stand in the output of the cell that begins so.
PROMISED = {
    "!./learn run\n": "The ladder at ",
    "!./learn run step1": "each in a sector of its own: 32 sectors",
    "!./learn check step2\n": "race on shared tile[",
    "!git checkout": "step2_coalesced: all is right",
    "import html": "<iframe srcdoc=",
}


def cells_of(notebook):
    return [("".join(cell["source"]), cell) for cell in notebook["cells"]]


def stale(text, cell):
    """What is wrong with a cell of the notebook as it is kept."""
    if cell.get("outputs") or cell.get("execution_count"):
        yield "a run left its output"
    for command in re.findall(r"\./learn\W+([a-z]+)", text):
        if command != "help" and not (ROOT / f"common/learn/{command}.sh").is_file():
            yield f"there is no ./learn {command}"
    for label in re.findall(r"\bstep[0-9](?:_[a-z]+)?\b", text):
        if not list(ROOT.glob(f"{label}*/variants.cu")):
            yield f"there is no chapter {label}"
    for path in re.findall(r"(?<![\w/])(?:[a-z]\w*/)+\w+\.\w+", text):
        if not (ROOT / path).exists():
            yield f"there is no {path}"
    if text.startswith("%%writefile "):
        first, written = text.split("\n", 1)
        kernel = (ROOT / first.split()[1]).read_text()
        kernel = kernel[kernel.index("#pragma once") :].replace("  __syncthreads();", "  // __syncthreads();")
        if written.strip() != kernel.strip():
            yield "it is no longer the kernel without its barrier"


def unkept(cells):
    """The promises that the outputs of a run do not keep."""
    for begin, words in PROMISED.items():
        printed = [printed_by(cell) for text, cell in cells if (text + "\n").startswith(begin)]
        if not printed:
            yield f"no cell begins with {begin.strip()}"
        elif words not in printed[0]:
            yield f"{begin.strip()}: its output lacks '{words}': {printed[0]}"


def printed_by(cell):
    return "".join(output.get("text") or output.get("data", {}).get("text/html", "") for output in cell["outputs"])


def execute():
    """The notebook with what its cells print."""
    import nbclient
    import nbformat

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    begin = time.monotonic()
    nbclient.NotebookClient(notebook, timeout=900, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    print(f"{len(notebook.cells)} cells in {time.monotonic() - begin:.0f} s")
    return notebook


def main(*arguments):
    if arguments == ("--execute",):
        faults = list(unkept(cells_of(execute())))
    else:
        cells = cells_of(json.loads(NOTEBOOK.read_text()))
        faults = [f"cell {n}: {fault}" for n, (text, cell) in enumerate(cells, 1) for fault in stale(text, cell)]
    for fault in faults:
        print(f"docs/notebook.ipynb: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
