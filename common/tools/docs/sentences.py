"""The figures within a sentence: what the words of such a marker become."""

import blocks
import cells
import exchanges
import programs
from cells import results
from sources import SourceError


def wavefront_limit(recorded, entry):
    """GB/s if each multiprocessor served one wavefront in every cycle. A transpose: 8 bytes per element."""
    counted = results.measurement(entry)
    wavefronts = counted.per_element("shared_load_wavefronts", "shared_store_wavefronts") if counted.counters else 0
    if wavefronts == 0:
        raise SourceError(f"no wavefronts of shared memory were counted of {counted.chapter}/{counted.variant}")
    return f"{8 * recorded.wavefronts_per_second() / wavefronts / 1e9:.0f}"


def times(quotient):
    """How many times as much: two digits, or where they would say nothing, four."""
    return f"{quotient:.1f}" if abs(quotient - 1) > 0.1 else f"{quotient:.3f}"


def probe(sources, what):
    """Of the recorded readings of single warps: how many patterns there are, of elements of 4 bytes and more (wide) or of
    fewer (narrow); how many readings, of all, of shared memory; how many atomics, readings of them, and of these how
    many differ from the rule; how many copies of structs."""
    def narrow(pattern):
        return pattern["name"].startswith("narrow")

    def readings(file, members):
        return [reading for member in sources.recorded(file)[members] for reading in member["readings"]]

    counted = {"patterns": lambda: sources.recorded("probe")["patterns"],
               "narrow": lambda: filter(narrow, sources.recorded("probe")["patterns"]),
               "wide": lambda: filter(lambda p: not narrow(p), sources.recorded("probe")["patterns"]),
               "readings": lambda: readings("probe", "patterns"),
               "shared": lambda: (r for r in readings("probe", "patterns") if r[0].startswith("shared")),
               "atomics": lambda: sources.recorded("atomics")["atomics"],
               "readings_of_atomics": lambda: readings("atomics", "atomics"),
               "other_atomics": lambda: (r for r in readings("atomics", "atomics") if r[2] != r[3]),
               "copies": lambda: sources.recorded("copies")["variants"]}
    if what not in counted:
        raise SourceError(f"probe takes {', '.join(counted)}")
    return f"{len(list(counted[what]())):,}"


def latency(sources, threads, size):
    """In ns, of a load while so many threads of a multiprocessor read, with so many bytes in flight each."""
    for point in sources.recorded("rates")["latency"]:
        if (point["threads_per_multiprocessor"], point["bytes_in_flight_per_thread"]) == (int(threads), int(size)):
            return f"{point['seconds'] * 1e9:.0f} ns"
    raise SourceError(f"no latency was recorded of {threads} threads with {size} bytes in flight")


def run(device, date, *versions):
    """When and on what, as sentences say it; they leave out what was not written down."""
    known = [version for version in versions if "not written down" not in version]
    device = device.split(",")[0]
    return ", ".join([device if device[0].isdigit() else f"one {device}", date, *known])


def experiments_on(sources):
    context = sources.recorded("experiments")["context"]
    return run(context["device"], context["date"])


# What profiles.json has of a kernel, and how it is written: percent, millions.
PERCENT = "avg.pct_of_peak_sustained_elapsed"


def percent(busy):
    return f"{busy:.0f} %"


def millions(count):
    return f"{count / 1e6:.1f}"


PROFILED = {"schedulers": (f"smsp__issue_active.{PERCENT}", percent),
            "data_pipe": (f"l1tex__data_pipe_lsu_wavefronts.{PERCENT}", percent),
            "entrance": (f"lts__xbar2lts_cycles_active.{PERCENT}", percent),
            "misses": ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum", millions),
            "stored_sectors": ("lts__t_sectors_srcunit_tex_op_write.sum", millions),
            "fills": ("lts__d_sectors_fill_device.sum", millions)}
SHARED_INSTRUCTIONS = ("smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum")


def profile(sources, name, what):
    """profile CHAPTER/VARIANT WHAT, as Nsight Compute read it: one of PROFILED, or shared_instructions."""
    counters = sources.recorded("profiles")["kernels"].get(name)
    if counters is None or what not in (*PROFILED, "shared_instructions"):
        raise SourceError(f"no '{what}' of {name} is in profiles.json")
    if what == "shared_instructions":
        return millions(sum(counters[metric] for metric in SHARED_INSTRUCTIONS))
    metric, written = PROFILED[what]
    return written(counters[metric])


def profiles(sources):
    """How many kernels were profiled; when and on what."""
    recorded = sources.recorded("profiles")
    context = recorded["context"]
    return {"profiles": str(len(recorded["kernels"])),
            "profiles_on": run(context["device"], context["date"], f"driver {context['driver']}", context["profiler"])}


def column(sources, table, name):
    """Of each row of a table of tried.json: what it is called, and its cell in that column."""
    recorded = sources.tried("tables", table)
    if name not in recorded["head"]:
        raise SourceError(f"the table '{table}' has the columns {', '.join(recorded['head'])}, and no '{name}'")
    at = recorded["head"].index(name)
    return [(row[0], row[at]) for row in recorded["rows"]]


def of_tried(sources, kind, words):
    """tried NAME: as it was written down; tried_on RUN: when and on what; tried_cell TABLE ROW COLUMN: what stands there;
    tried_rows TABLE: how many rows it has, tried_rows TABLE COLUMN LEAST: how many have at least that there."""
    if kind == "tried":
        return sources.tried("figures", words[0])["value"]
    if kind == "tried_on":
        of = sources.tried("runs", words[0])
        return run(of["device"], of["date"], f"driver {of['driver']}", of["toolkit"])
    if len(words) == 1:
        return str(len(sources.tried("tables", words[0])["rows"]))
    if kind == "tried_rows":
        return str(sum(float(cell) >= float(words[2]) for _, cell in column(sources, words[0], words[1])))
    found = [cell for row, cell in column(sources, words[0], words[2]) if row == words[1]]
    if len(found) != 1:
        raise SourceError(f"{len(found)} rows of the table '{words[0]}' are called '{words[1]}'")
    return f"0{found[0]}" if found[0].startswith(".") else found[0]


OF_TRIED = {"tried": (1,), "tried_on": (1,), "tried_cell": (3,), "tried_rows": (1, 3)}  # the words of each


def of_experiments(sources, kind, words):
    """experiment TABLE NAME: its GB/s; experiment_times TABLE FASTER SLOWER; counter KERNEL METRIC: in millions; cpu NAME:
    how long one core takes; over_cpu NAME CHAPTER/VARIANT SIZE: how many times as fast the variant is."""
    if kind == "counter":
        return f"{sources.recorded('experiments')['counters'][words[0]][words[1]] / 1e6:.1f}"
    if kind == "cpu":
        seconds = sources.cpu_seconds(words[0])
        return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1e3:.0f} ms"
    if kind == "over_cpu":
        entry = sources.measurement(words[1], cells.plain_size(words[2]))
        return f"{sources.cpu_seconds(words[0]) / (entry['real_time'] / 1e9):,.0f}"
    entries = [sources.experiment(words[0], name) for name in words[1:]]
    if kind == "experiment":
        return cells.gigabytes(entries[0])
    times = entries[0]["bytes_per_second"] / entries[1]["bytes_per_second"]
    return f"{times:.2f}" if times > 1.1 else f"{times:.3f}"


OF_EXPERIMENTS = {"experiment": 2, "experiment_times": 3, "counter": 2, "cpu": 1, "over_cpu": 3}  # the words of each


def rate(sources, name):
    """A recorded rate of the GPU, where it is a time: in ns."""
    found = sources.recorded("rates")["rates"].get(name, {})
    if found.get("unit") != "s":
        raise SourceError(f"no time '{name}' is recorded among the rates")
    return f"{found['value'] * 1e9:.0f} ns"


def of_limits(sources, kind, names):
    """explained or at_most NAME SIZE; times_at_most HIGHER LOWER SIZE; of_largest NAME SIZE LIMIT: the time of that limit as
    a share of the largest one's."""
    if kind == "times_at_most":
        higher, lower = (float(blocks.at_most(blocks.limited(sources, name, cells.plain_size(names[2]))))
                         for name in names[:2])
        return f"{higher / lower:.2f}"
    entry = blocks.limited(sources, names[0], cells.plain_size(names[1]))
    if kind == "of_largest":
        limits = entry["limits"]
        if names[2] not in limits:
            raise SourceError(f"{names[0]} has no limit {names[2]}; there are {', '.join(limits)}")
        return f"{limits[names[2]]['seconds'] / limits[entry['limited_by']]['seconds']:.2f}"
    return blocks.explained(entry) if kind == "explained" else blocks.at_most(entry)


OF_LIMITS = {"explained": 2, "at_most": 2, "times_at_most": 3, "of_largest": 3}  # the words of each


def differ(faster, slower):
    """Whether two variants differ by the course's rule: the slowest quarter of the one is before the fastest quarter of
    the other."""
    return "differ" if faster["spread_ns"]["q3"] < slower["spread_ns"]["q1"] else "do not differ"


def figure(sources, words):
    """The figure of a sentence: gbps, share, spread, time or wavefront_limit NAME SIZE; times or differ FASTER SLOWER SIZE;
    probe WHAT; latency THREADS BYTES; rate NAME; date; device; multiprocessors; clock; experiments_on: when and on what;
    programs WHAT; several WHAT..; profile NAME WHAT; profiles: how many, profiles_on: when and on what; and of_experiments(), of_tried() and of_limits()."""
    kind, *names = words
    context = sources.measured()["context"]
    recorded = results.Results(context)
    of_all = {"date": lambda: context["date"].split("T")[0], "device": lambda: context["device"].split(";")[0],
              "multiprocessors": lambda: str(recorded.multiprocessors()),
              "clock": lambda: f"{recorded.clock() / 1e9:.2f}", "experiments_on": lambda: experiments_on(sources)}
    of_one = {"gbps": cells.gigabytes, "share": cells.share, "time": cells.time, "spread": cells.spread,
              "wavefront_limit": lambda entry: wavefront_limit(recorded, entry)}
    if kind in of_all and not names:
        return of_all[kind]()
    if kind in of_one and len(names) == 2:
        return of_one[kind](sources.measurement(names[0], cells.plain_size(names[1])))
    if OF_LIMITS.get(kind) == len(names):
        return of_limits(sources, kind, names)
    if OF_EXPERIMENTS.get(kind) == len(names):
        return of_experiments(sources, kind, names)
    if len(names) in OF_TRIED.get(kind, ()):
        return of_tried(sources, kind, names)
    if kind == "profile" and len(names) == 2:
        return profile(sources, *names)
    if kind in ("profiles", "profiles_on") and not names:
        return profiles(sources)[kind]
    if kind == "several" and names:
        return exchanges.figure(sources, names)
    if kind == "programs" and len(names) == 1:
        return programs.figure(sources.page("programs.md"), names[0])
    if kind == "rate" and len(names) == 1:
        return rate(sources, names[0])
    if kind == "probe" and len(names) == 1:
        return probe(sources, names[0])
    if kind == "latency" and len(names) == 2:
        return latency(sources, *names)
    if kind in ("times", "differ") and len(names) == 3:
        faster, slower = (sources.measurement(name, cells.plain_size(names[2])) for name in names[:2])
        return differ(faster, slower) if kind == "differ" else times(
            faster["bytes_per_second"] / slower["bytes_per_second"])
    raise SourceError(f"unknown figure '{' '.join(words)}'")
