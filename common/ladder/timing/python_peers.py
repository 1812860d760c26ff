"""Times PyTorch's and CuPy's transpose or sum, as far as they are installed.

    python_peers.py REPEATS transpose ROWS COLS
    python_peers.py REPEATS sum ELEMENTS

Prints a line for each: the name, whether its result is right (1 or 0), and the time of each run in nanoseconds. Every run
has a cold L2 cache and CUDA events around it, as in gpu/engine.cu.
"""
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

    def transpose(self, rows, cols):
        torch = self.torch
        x = torch.randint(-(2**31), 2**31 - 1, (rows, cols), dtype=torch.int32, device="cuda").view(torch.float32)
        out = torch.empty(cols, rows, device="cuda")

        def is_right():
            return bool((out.view(torch.int32) == x.view(torch.int32).t()).all())

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

    def transpose(self, rows, cols):
        cupy = self.cupy
        x = cupy.random.randint(-(2**31), 2**31 - 1, (rows, cols), dtype=cupy.int32).view(cupy.float32)
        out = cupy.empty((cols, rows), dtype=cupy.float32)

        def run():
            out[...] = x.T

        return run, lambda: bool((out.view(cupy.int32) == x.view(cupy.int32).T).all())

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


def main(repeats, problem, *sizes):
    for kind in (PyTorch, CuPy):
        try:
            library = kind()
        except Exception as missing:  # not installed, or not able to use the GPU
            print(f"{kind.name}: {missing}", file=sys.stderr)
            continue
        run, is_right = getattr(library, problem)(*map(int, sizes))
        times = measure(library, run, int(repeats))
        print(f"{kind.name}_{problem}", int(is_right()), *times)


if __name__ == "__main__":
    main(*sys.argv[1:])
