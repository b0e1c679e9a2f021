#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares Cython with Twofold, Cython with OpenMP, Numba and CuPy.

Builds the examples in docs/examples/cython with OpenMP and with Twofold, and calls
functions of theirs, each way in a process of its own: the first call, which may build
a kernel or compile, and later ones. Numba (threads, CUDA) and CuPy are compared where
Python can import them. Prints milliseconds, and the median as a ratio to OpenMP's.
"""
import argparse
import glob
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
WAYS = ["openmp", "twofold", "twofold-threads", "numba", "numba-cuda", "cupy"]
SIZES = {"apply": [10**4, 10**6, 10**7], "heat": [128, 1024, 4096],
         "mandelbrot": [64, 512, 2048]}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build/dev", help="folder of Twofold's build")
    parser.add_argument("--suffix", default="22", help="of clang's name")
    parser.add_argument("--calls", type=int, default=9, help="after the first one")
    parser.add_argument("--largest", type=int, default=10**9, help="size")
    parser.add_argument("--ways", nargs="*", default=WAYS, choices=WAYS)
    parser.add_argument("--worker", nargs=3, metavar=("WAY", "CASE", "SIZE"),
                        help="one measurement, in the folder of the modules")
    return parser.parse_args()


def build(folder, options, twofold):
    for module in ("loops", "heat", "mandelbrot"):
        shutil.copy(f"{ROOT}/docs/examples/cython/{module}.pyx", folder)
    built = os.path.abspath(options.build)
    compiler = f"clang-{options.suffix} -fopenmp"
    if twofold:
        plugin = glob.glob(f"{built}/plugin/twofold-*.so")[0]
        compiler += (f" -fplugin={plugin} -fplugin-arg-twofold-openmp"
                     f" -I{ROOT}/runtime/include -L{built}/runtime -ltwofold"
                     f" -Wl,-rpath,{built}/runtime")
    subprocess.run([sys.executable, "-m", "Cython.Build.Cythonize", "-i",
                    *sorted(glob.glob(f"{folder}/*.pyx"))], check=True, cwd=folder,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env={**os.environ, "CC": compiler, "CFLAGS": "-O3 -march=native"})


def inputs(case, size):
    import numpy as np
    if case == "apply":
        return np.linspace(-3, 3, size), np.zeros(size)
    if case == "heat":
        plate = np.zeros((size, size))
        plate[size // 4:size // 2] = 100
        return plate, plate.copy()
    return (np.zeros((size, size, 3), np.uint8),)


def cython(case):
    sys.path.insert(0, os.getcwd())
    if case == "apply":
        import loops
        return loops.apply
    if case == "heat":
        import heat
        return lambda plate, other: heat.run(plate, other, 5)
    import mandelbrot
    return lambda picture: mandelbrot.draw(picture, -2.2, 1.6, 3.2, 200)


def numba_threads(case):
    import math
    import numba

    @numba.njit(parallel=True)
    def apply(x, y):
        for i in numba.prange(len(x)):
            y[i] = math.exp(-x[i] * x[i]) * (1 + math.sin(3 * x[i]))

    @numba.njit(parallel=True)
    def step(now, then):
        for i in numba.prange(1, now.shape[0] - 1):
            for j in range(1, now.shape[1] - 1):
                then[i, j] = now[i, j] + 0.2 * (now[i - 1, j] + now[i + 1, j]
                                                + now[i, j - 1] + now[i, j + 1]
                                                - 4 * now[i, j])

    @numba.njit(parallel=True)
    def draw(picture):
        size = 3.2 / picture.shape[1]
        for row in numba.prange(picture.shape[0]):
            for column in range(picture.shape[1]):
                a = b = 0.0
                k = 0
                while k < 200 and a * a + b * b < 4:
                    both = a * b
                    a = a * a - b * b - 2.2 + column * size
                    b = both + both + 1.6 - row * size
                    k += 1
                picture[row, column, 0] = 0 if k == 200 else 9 * k & 255
                picture[row, column, 1] = 0 if k == 200 else 5 * k & 255
                picture[row, column, 2] = 0 if k == 200 else 64 + (3 * k & 127)

    def heat(plate, other):
        for _ in range(5):
            step(plate, other)
            step(other, plate)
    return {"apply": apply, "heat": heat, "mandelbrot": draw}[case]


def numba_cuda(case):
    import math
    from numba import cuda

    @cuda.jit
    def apply_all(x, y):
        i = cuda.grid(1)
        if i < len(x):
            y[i] = math.exp(-x[i] * x[i]) * (1 + math.sin(3 * x[i]))

    def apply(x, y):
        there = cuda.to_device(y)
        apply_all[(len(x) + 255) // 256, 256](cuda.to_device(x), there)
        there.copy_to_host(y)
    return {"apply": apply}.get(case)


def cupy_arrays(case):
    import cupy

    def apply(x, y):
        there = cupy.asarray(x)
        y[:] = cupy.asnumpy(cupy.exp(-there * there) * (1 + cupy.sin(3 * there)))

    def heat(plate, other):
        now, then = cupy.asarray(plate), cupy.asarray(other)
        for _ in range(10):
            then[1:-1, 1:-1] = now[1:-1, 1:-1] + 0.2 * (
                now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:]
                - 4 * now[1:-1, 1:-1])
            now, then = then, now
        plate[:] = cupy.asnumpy(now)
    return {"apply": apply, "heat": heat}.get(case)


def work(way, case, size, calls):
    function = {"numba": numba_threads, "numba-cuda": numba_cuda,
                "cupy": cupy_arrays}.get(way, cython)(case)
    if not function:
        return None
    arrays, times = inputs(case, size), []
    for _ in range(calls + 1):
        begin = time.perf_counter()
        function(*arrays)
        times.append(1000 * (time.perf_counter() - begin))
    result = float(arrays[-1].sum() if case == "apply" else arrays[0].sum())
    return {"times": times, "result": result}


def measure(way, case, size, folder, options):
    settings = {"TWOFOLD_DEVICE": "native"} if way == "twofold-threads" else {}
    done = subprocess.run(
        [sys.executable, os.path.abspath(__file__), "--calls", str(options.calls),
         "--worker", way, case, str(size)], cwd=folder, text=True,
        env={**os.environ, **settings}, capture_output=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def main():
    options = arguments()
    if options.worker:
        way, case, size = options.worker
        print(json.dumps(work(way, case, int(size), options.calls)))
        return 0
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("openmp", "twofold"):
            os.mkdir(f"{folder}/{kind}")
            build(f"{folder}/{kind}", options, kind == "twofold")
        print(f"{'case':10} {'size':>9} {'way':16} {'first':>9} {'min':>9} {'median':>9} "
              f"{'max':>9} {'/ OpenMP':>8}")
        for case, sizes in SIZES.items():
            for size in (s for s in sizes if s <= options.largest):
                base = None
                for way in options.ways:
                    kind = "twofold" if way.startswith("twofold") else "openmp"
                    found = measure(way, case, size, f"{folder}/{kind}", options)
                    if not found:
                        continue
                    first, *later = found["times"]
                    base = base or (statistics.median(later), found["result"])
                    right = abs(found["result"] - base[1]) <= 1e-6 * abs(base[1])
                    wrong += not right
                    median = statistics.median(later)
                    print(f"{case:10} {size:9} {way:16} {first:9.3f} {min(later):9.3f} "
                          f"{median:9.3f} {max(later):9.3f} {median / base[0]:8.2f}"
                          f"{'' if right else '  another result'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
