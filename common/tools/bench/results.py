"""What a bench.json says: its measurements, for the table and the plots."""
import json
import math
import re
from dataclasses import dataclass, field

CEILINGS = {"cudaMemcpyAsync": "copy", "copy_kernel": "copy kernel", "copy": "copy, the student's", "read_kernel": "read",
            "nccl_all_to_all": "NCCL's all-to-all", "copies": "copies over the links"}
PEERS = {
    "cuBLAS_Sgeam": "cuBLAS",
    "cub_sum": "CUB",
    "pytorch_transpose": "PyTorch",
    "pytorch_all_to_all": "PyTorch's exchange",
    "pytorch_all_reduce": "PyTorch's all-reduce",
    "pytorch_sum": "PyTorch",
    "cupy_transpose": "CuPy",
    "cupy_sum": "CuPy",
}
for of_element in ("2_bytes", "1_byte"):  # the same of small elements
    for names, of_floats in ((CEILINGS, ["cudaMemcpyAsync", "copy_kernel"]), (PEERS, ["pytorch_transpose", "cupy_transpose"])):
        names.update({f"{name}_{of_element}": f"{names[name]}, {of_element.replace('_', ' ')}" for name in of_floats})


@dataclass
class Measurement:
    """One variant at one size."""

    chapter: str
    variant: str
    problem: dict  # problem_of() its entry
    size: tuple  # (rows, cols) or (elements,)
    element_bytes: int
    gigabytes_per_second: float
    of_ceiling: float  # the share of it: of the fastest copy, or read, in the same process
    spread: float  # the distance between the quartiles, over the median
    fits_l2: bool
    above_peak: bool
    counters: dict  # of an emulated run; empty for ceilings and baselines
    counted_elements: int  # in that run

    def ceiling(self):
        """What the fastest copy, or read, reached in the same process, in GB/s."""
        return self.gigabytes_per_second / self.of_ceiling

    def per_element(self, *names):
        """The sum of these counters, for each element."""
        return sum(self.counters[name] for name in names) / self.counted_elements


@dataclass
class Results:
    context: dict
    measurements: list = field(default_factory=list)

    def problems(self):
        """Each of them, in the order of the measurements."""
        return list({m.problem["name"]: m.problem for m in self.measurements}.values())

    def of_problem(self, name):
        return [m for m in self.measurements if m.problem["name"] == name]

    def of_elements(self, name, element_bytes):
        """Those of the problem whose elements have so many bytes: floats have 4."""
        return [m for m in self.of_problem(name) if m.element_bytes == element_bytes]

    def multiprocessors(self):
        return int(re.search(r"(\d+) SMs", self.context["device"]).group(1))

    def clock(self):
        """The highest clock of the multiprocessors that was seen, in Hz."""
        return max(int(mhz) for mhz in re.findall(r"(\d+) MHz; \d+ MHz", self.context["clocks_seen"])) * 1e6

    def wavefronts_per_second(self):
        """Of shared memory, if each multiprocessor serves one in every cycle."""
        return self.multiprocessors() * self.clock()


def problem_of(entry):
    """The problem's name, its ceiling in a word, and which members of the entry are its sizes. Entries that were recorded
    before they said so are of the two problems that there were."""
    if "rows" in entry:
        recorded = {"name": "transpose", "ceiling": "copy", "sizes": ["rows", "cols"]}
    else:
        recorded = {"name": "sum", "ceiling": "read", "sizes": ["elements"]}
    return entry.get("problem", recorded)


def size_of(entry):
    return tuple(entry[name] for name in problem_of(entry)["sizes"])


def element_bytes_of(entry):
    """A copy reads and writes each element, a read only reads it."""
    accesses = 2 if problem_of(entry)["ceiling"] == "copy" else 1
    return round(entry["useful_bytes"] / entry["useful_elements"] / accesses)


def spread_of(entry):
    """The distance between the quartiles of its times, over the median: what the middle half of the runs differ by."""
    quartiles = entry["spread_ns"]
    return (quartiles["q3"] - quartiles["q1"]) / entry["real_time"]


def percent(share):
    return f"{100 * share:.1f} %"


def measurement(entry):
    chapter, variant = entry["name"].split("/")
    problem = problem_of(entry)
    counted_at = entry.get("counted_at", entry)
    return Measurement(
        chapter=chapter,
        variant=variant,
        problem=problem,
        size=size_of(entry),
        element_bytes=element_bytes_of(entry),
        gigabytes_per_second=entry["bytes_per_second"] / 1e9,
        of_ceiling=entry["fraction_of_copy"],
        spread=spread_of(entry),
        fits_l2=entry["fits_l2"],
        above_peak=entry["above_peak"],
        counters=entry.get("counters", {}),
        counted_elements=math.prod(counted_at[name] for name in problem["sizes"]),
    )


def read(path):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    return Results(report["context"], [measurement(entry) for entry in report["benchmarks"]])


def size_in_words(size):
    """16384², 1024×262144, 2²⁶ or 1000; "2 GPUs, 16384²"."""
    if len(size) == 3:
        return f"{size[0]} GPU{'s' * (size[0] > 1)}, {size_in_words(size[1:])}"
    if len(size) == 2:
        return f"{size[0]}²" if size[0] == size[1] else f"{size[0]}×{size[1]}"
    exponent = size[0].bit_length() - 1
    if size[0] != 1 << exponent:
        return str(size[0])
    return "2" + str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def is_lesson(m):
    """A variant of the course, and not what it is compared with."""
    return m.variant not in CEILINGS and m.variant not in PEERS


def step_in_words(chapter):
    """step3_padded -> step 3"""
    return re.sub(r"step(\d+)_.*", r"step \1", chapter)


def best_of_each_chapter(measurements):
    """The fastest variant of each chapter, in the order of the course."""
    best = {}
    for m in filter(is_lesson, measurements):
        if m.chapter not in best or m.gigabytes_per_second > best[m.chapter].gigabytes_per_second:
            best[m.chapter] = m
    return list(best.values())


def line_of(measurements, m):
    """The same variant at every size, from the smallest."""
    same = [n for n in measurements if (n.chapter, n.variant) == (m.chapter, m.variant)]
    return sorted(same, key=lambda n: n.size)
