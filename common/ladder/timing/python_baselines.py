"""Times PyTorch's and CuPy's transpose or sum, as far as they are installed.

    python_baselines.py REPEATS transpose ROWS COLS ELEMENT_BYTES
    python_baselines.py REPEATS sum ELEMENTS
    python_baselines.py REPEATS exchange GPUS ROWS COLS     (PyTorch alone)

Prints a line for each: the name, whether its result is right (1 or 0), and the time of each run in nanoseconds. Every run
has a cold L2 cache and CUDA events around it, as in gpu/engine.cu.
"""
import os
import sys

WARM_UPS = 3


class PyTorch:
    name = "pytorch"

    def __init__(self):
        import torch

        if not torch.cuda.is_available():
            raise ImportError("no GPU")
        self.torch = torch
        l2_bytes = torch.cuda.get_device_properties(0).L2_cache_size
        self.scratch = torch.empty(2 * l2_bytes, dtype=torch.uint8, device="cuda")

    def event(self):
        return self.torch.cuda.Event(enable_timing=True)

    def nanoseconds(self, start, end):
        end.synchronize()
        return start.elapsed_time(end) * 1e6

    def flush(self):
        self.scratch.zero_()

    def transpose(self, rows, cols, element_bytes):
        torch = self.torch
        kind, bits = {4: (torch.float32, torch.int32), 2: (torch.float16, torch.int16),
                      1: (torch.uint8, torch.int8)}[element_bytes]
        limit = 2 ** (8 * element_bytes - 1)
        x = torch.randint(-limit, limit - 1, (rows, cols), dtype=bits, device="cuda").view(kind)
        out = torch.empty(cols, rows, dtype=kind, device="cuda")

        def is_right():
            return bool((out.view(bits) == x.view(bits).t()).all())

        return lambda: out.copy_(x.t()), is_right

    def sum(self, elements):
        x = self.torch.rand(elements, device="cuda")
        exact = sum(float(part.double().sum()) for part in x.split(2**28))
        return x.sum, lambda: abs(float(x.sum()) - exact) <= 1e-5 * max(exact, 1)


class CuPy:
    name = "cupy"

    def __init__(self):
        import cupy

        self.cupy = cupy
        l2_bytes = cupy.cuda.runtime.getDeviceProperties(0)["l2CacheSize"]
        self.scratch = cupy.empty(2 * l2_bytes, dtype=cupy.uint8)

    def event(self):
        return self.cupy.cuda.Event()

    def nanoseconds(self, start, end):
        end.synchronize()
        return self.cupy.cuda.get_elapsed_time(start, end) * 1e6

    def flush(self):
        self.scratch.fill(0)

    def transpose(self, rows, cols, element_bytes):
        cupy = self.cupy
        kind, bits = {4: (cupy.float32, cupy.int32), 2: (cupy.float16, cupy.int16),
                      1: (cupy.uint8, cupy.int8)}[element_bytes]
        limit = 2 ** (8 * element_bytes - 1)
        x = cupy.random.randint(-limit, limit - 1, (rows, cols), dtype=bits).view(kind)
        out = cupy.empty((cols, rows), dtype=kind)

        def run():
            out[...] = x.T

        return run, lambda: bool((out.view(bits) == x.view(bits).T).all())

    def sum(self, elements):
        x = self.cupy.random.random(elements, dtype=self.cupy.float32)
        exact = float(x.sum(dtype=self.cupy.float64))
        return x.sum, lambda: abs(float(x.sum()) - exact) <= 1e-5 * max(exact, 1)


def measure(library, run, repeats):
    times = []
    for i in range(-WARM_UPS, repeats):
        library.flush()
        start, end = library.event(), library.event()
        start.record()
        run()
        end.record()
        elapsed = library.nanoseconds(start, end)
        if i >= 0:
            times.append(elapsed)
    return times


def report(name, is_right, times):
    print(name, int(is_right), *times, flush=True)


def exchange_of_rank(rank, port, gpus, rows, cols, repeats):
    """One process for each GPU: a strip of the matrix is packed, exchanged and unpacked; the exchange alone; and an
    all-reduce of a vector as large. Each is checked first. Rank 0 reports its own times."""
    import torch
    import torch.distributed as dist

    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", rank=rank, world_size=gpus)
    library = PyTorch()
    height, width = rows // gpus, cols // gpus
    strip = torch.empty(height, cols, device="cuda")
    sent = torch.empty(gpus, height, width, device="cuda")
    received, out = torch.empty_like(sent), torch.empty(width, rows, device="cuda")

    def elements(row, col):
        return ((row * cols + col) * 2654435761 & 0x3FFFFF).float()

    every_row, every_col = torch.arange(rows, device="cuda"), torch.arange(cols, device="cuda")
    for row in range(height):
        strip[row] = elements(rank * height + row, every_col)

    def transpose():
        sent.copy_(strip.view(height, gpus, width).transpose(0, 1))
        dist.all_to_all_single(received, sent)
        out.view(width, gpus, height).copy_(received.permute(2, 0, 1))

    def transposed():
        return all(bool((out[col] == elements(every_row, rank * width + col)).all()) for col in range(width))

    def all_to_all():
        dist.all_to_all_single(received, sent)

    def exchanged():  # behind a transpose: what has come is what was unpacked
        return bool((out.view(width, gpus, height) == received.permute(2, 0, 1)).all())

    def all_reduce():
        dist.all_reduce(strip)

    def added():
        return bool((strip == gpus * (gpus + 1) / 2).all())

    checked = [(transpose, transposed), (all_to_all, exchanged)]
    if gpus > 1:  # else there is nothing to add
        checked.append((all_reduce, added))
    for run, is_right in checked:
        if run is all_reduce:
            strip.fill_(rank + 1)
        run()
        right = torch.tensor(int(is_right()), device="cuda")
        dist.all_reduce(right, op=dist.ReduceOp.MIN)
        times = measure(library, run, repeats)
        if rank == 0:
            report(f"pytorch_{run.__name__}", bool(right), times)
    dist.destroy_process_group()


def exchange(gpus, rows, cols, repeats):
    """Started again once for each GPU: a process has one."""
    import socket
    import subprocess

    if rows % gpus or cols % gpus:
        sys.exit(f"PyTorch's blocks are equal: {gpus} do not divide {rows} and {cols}")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = sys.orig_argv[2]  # python3 -c SCRIPT
    ranks = [subprocess.Popen([sys.executable, "-c", script, *map(str, (repeats, "rank", rank, port, gpus, rows, cols))])
             for rank in range(gpus)]
    sys.exit(max(rank.wait() for rank in ranks))


def main(repeats, problem, *sizes):
    repeats, sizes = int(repeats), [int(size) for size in sizes]
    if problem == "exchange":
        exchange(*sizes, repeats)
    if problem == "rank":
        return exchange_of_rank(*sizes, repeats)
    for kind in (PyTorch, CuPy):
        try:
            library = kind()
        except Exception as missing:  # not installed, or not able to use the GPU
            print(f"{kind.name}: {missing}", file=sys.stderr)
            continue
        run, is_right = getattr(library, problem)(*sizes)
        times = measure(library, run, repeats)
        sized = {1: "_1_byte", 2: "_2_bytes"}.get(sizes[2], "") if problem == "transpose" else ""
        report(f"{kind.name}_{problem}{sized}", is_right(), times)


if __name__ == "__main__":
    main(*sys.argv[1:])
