#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares Cython with Twofold, Cython with OpenMP, Numba and CuPy.

Builds the examples in docs/examples/cython with OpenMP and with Twofold, and calls
functions of theirs, each way in a process of its own: the first call, which may build
a kernel, compile and copy arrays to a device, and later ones. Each call ends when an
element of its result has been read. Numba (threads, CUDA) and CuPy are compared where
Python can import them. Prints milliseconds, and the median as a ratio to OpenMP's.

A machine without clang measures what another has built: --leave DIR builds modules
for each of --pythons into DIR, with the libraries they need; --modules DIR takes them.
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
WAYS = {"openmp": {},
        "twofold": {},
        "twofold-threads": {"TWOFOLD_DEVICE": "native"},
        "twofold-opencl": {"TWOFOLD_OFFLOAD": "mandatory"},
        "numba": {}, "numba-cuda": {}, "cupy": {}}
SIZES = {"apply": [10**5, 10**7], "heat": [512, 4096], "mandelbrot": [256, 2048],
         "k-means": [10**5, 4 * 10**6], "perceptron": [2000, 100000]}
# Fractals and sums of floating-point numbers may be rounded otherwise.
TOLERANCE = {"mandelbrot": 1e-3, "perceptron": 1e-6}


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/dev", help="folder of Twofold's build")
    parser.add_argument("--library", help="libtwofold.so.1, if it is another")
    parser.add_argument("--suffix", default="22", help="of clang's name")
    parser.add_argument("--arch", default="native", help="for clang's -march")
    parser.add_argument("--pythons", nargs="*", default=[sys.executable])
    parser.add_argument("--leave", metavar="DIR", help="only builds, into DIR")
    parser.add_argument("--modules", metavar="DIR", help="measures what is in DIR")
    parser.add_argument("--calls", type=int, default=9, help="after the first one")
    parser.add_argument("--largest", type=int, default=10**9, help="size")
    parser.add_argument("--ways", nargs="*", default=list(WAYS), choices=WAYS)
    parser.add_argument("--cases", nargs="*", default=list(SIZES), choices=SIZES)
    parser.add_argument("--device", default="gpu", help="for the way twofold-opencl")
    parser.add_argument("--seconds", type=int, default=10**6,
                        help="after which nothing new is begun")
    parser.add_argument("--worker", nargs="+", metavar="WAY CASE SIZE",
                        help="one measurement, in the folder of the modules")
    return parser.parse_args()


def build(folder, options):
    """Leaves modules in FOLDER/openmp and FOLDER/twofold, libraries in FOLDER/lib."""
    built = os.path.abspath(options.build)
    for part in ("c", "openmp", "twofold", "lib", "vendors"):
        os.makedirs(f"{folder}/{part}")
    sources = sorted(glob.glob(f"{ROOT}/docs/examples/cython/*.pyx"))
    for source in sources:
        shutil.copy(source, f"{folder}/c")
    subprocess.run([sys.executable, "-m", "cython", "-3", *(
        f"{folder}/c/{os.path.basename(s)}" for s in sources)], check=True, cwd=folder)
    shutil.copy(options.library or f"{built}/runtime/libtwofold.so.1",
                f"{folder}/lib/libtwofold.so.1")
    os.symlink("libtwofold.so.1", f"{folder}/lib/libtwofold.so")
    clang = f"clang-{options.suffix}"
    for library in ("libomp.so.5", "libOpenCL.so.1"):
        found = subprocess.run([clang, "-print-file-name=" + library], check=True,
                               text=True, stdout=subprocess.PIPE).stdout.strip()
        if os.path.exists(found):
            shutil.copy(found, f"{folder}/lib/{library}")
    with open(f"{folder}/vendors/nvidia.icd", "w", encoding="utf-8") as registration:
        registration.write("libnvidia-opencl.so.1\n")
    flag = [f"-fplugin={glob.glob(f'{built}/plugin/twofold-*.so')[0]}",
            "-fplugin-arg-twofold-openmp", f"-I{ROOT}/runtime/include",
            f"-L{folder}/lib", "-ltwofold"]
    for python in options.pythons:
        asked = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_paths()['include'],"
             " sysconfig.get_config_var('EXT_SUFFIX'))"],
            check=True, text=True, stdout=subprocess.PIPE)
        headers, ending = asked.stdout.split()
        for source in sources:
            name = os.path.basename(source)[:-len(".pyx")]
            for kind, flags in (("openmp", []), ("twofold", flag)):
                subprocess.run(
                    [clang, "-fopenmp", "-O3", f"-march={options.arch}", "-DNDEBUG", "-w",
                     "-shared", "-fPIC", f"-I{headers}", f"{folder}/c/{name}.c", *flags,
                     "-Wl,-rpath,$ORIGIN/../lib", "-lm", "-o",
                     f"{folder}/{kind}/{name}{ending}"], check=True)
    shutil.rmtree(f"{folder}/c")


def inputs(case, size):
    import numpy as np
    random = np.random.default_rng(5)
    if case == "apply":
        return np.linspace(-3, 3, size), np.zeros(size)
    if case == "heat":
        plate = np.zeros((size, size))
        plate[size // 4:size // 2] = 100
        return plate, plate.copy()
    if case == "mandelbrot":
        return (np.zeros((size, size, 3), np.uint8),)
    if case == "k-means":
        return (random.integers(0, 256, (size, 3), np.uint8),
                random.uniform(0, 255, (8, 3)), np.full(size, -1, np.int32))
    # The weights are those that the module's class begins with.
    first, second = random.standard_normal((24, 3)), random.standard_normal(24)
    x = random.uniform(-1, 1, (size, 3))
    return x, (x[:, 0] ** 2 + x[:, 1] ** 2 < 0.5).astype(float), first, second


def cython(case, arrays):
    sys.path.insert(0, os.getcwd())
    if case == "apply":
        import loops
        x, y = arrays
        return lambda: (loops.apply(x, y), y[0]), lambda: y
    if case == "heat":
        import heat
        plate, other = arrays
        return lambda: (heat.run(plate, other, 5), plate[0, 0]), lambda: plate
    if case == "mandelbrot":
        import mandelbrot
        picture, = arrays
        return lambda: (mandelbrot.draw(picture, -2.2, 1.6, 3.2, 200),
                        picture[0, 0, 0]), lambda: picture
    if case == "k-means":
        import kmeans
        pixels, colours, nearest = arrays

        def round_of_all():
            kmeans.assign(pixels, colours, nearest)
            for k in range(len(colours)):
                count, *channels = kmeans.sums(pixels, nearest, k)
                if count:
                    colours[k] = [channel / count for channel in channels]
        return round_of_all, lambda: colours
    import perceptron
    x, right, first, second = arrays
    network = perceptron.Perceptron(x.shape[1], len(second), len(x))

    def learn():
        learn.error = network.learn(x, right)
    return learn, lambda: learn.error


def work(way, case, sizes, calls):
    """Measures all sizes in one process: only the first one's first call compiles."""
    prepare, found = cython, {}
    if not way.startswith(("openmp", "twofold")):
        import cython_rivals
        prepare = {"numba": cython_rivals.numba_threads,
                   "numba-cuda": cython_rivals.numba_cuda,
                   "cupy": cython_rivals.cupy_arrays}[way]
        __import__(way.split("-", maxsplit=1)[0])
    for size in sizes:
        arrays, times = inputs(case, size), []
        begin = time.perf_counter()
        functions = prepare(case, arrays)
        if not functions:
            return None
        call, result = functions
        for _ in range(calls + 1):
            call()
            times.append(1000 * (time.perf_counter() - begin))
            begin = time.perf_counter()
        whole = result()
        found[size] = {"times": times,
                       "result": float(whole if case == "perceptron" else whole.sum())}
    return found


def measure(way, case, sizes, folder, options):
    settings = {**os.environ, **WAYS[way]}
    if way.startswith("twofold"):
        settings["LD_PRELOAD"] = f"{folder}/lib/libtwofold.so.1"
        settings["LD_LIBRARY_PATH"] = ":".join(
            [p for p in [os.environ.get("LD_LIBRARY_PATH")] if p] + [f"{folder}/lib"])
        if not glob.glob("/etc/OpenCL/vendors/*.icd"):
            settings.setdefault("OCL_ICD_VENDORS", f"{folder}/vendors")
    if way == "twofold-opencl":
        settings["TWOFOLD_DEVICE"] = options.device
    done = subprocess.run(
        [sys.executable, os.path.abspath(__file__), "--calls", str(options.calls),
         "--worker", way, case, *map(str, sizes)],
        cwd=f"{folder}/{'twofold' if way.startswith('twofold') else 'openmp'}",
        text=True, env=settings, capture_output=True)
    if done.returncode:
        why = " ".join((done.stderr.strip() or "?").splitlines()[-2:])
        print(f"{case:10} {'':9} {way:16} {why}", flush=True)
        return {}
    return json.loads(done.stdout.splitlines()[-1]) or {}


def compare(case, options, folder, end):
    """Prints how long one case takes each way. Gives how many results were wrong."""
    bases, wrong = {}, 0
    for way in options.ways:
        if time.monotonic() > end:
            print(f"{case:10} {'':9} {way:16} not begun")
            continue
        sizes = [s for s in SIZES[case] if s <= options.largest]
        for size, found in measure(way, case, sizes, folder, options).items():
            first, *later = found["times"]
            median = statistics.median(later)
            base = bases.setdefault(size, (median, found["result"]))
            right = (abs(found["result"] - base[1])
                     <= TOLERANCE.get(case, 1e-9) * abs(base[1]))
            wrong += not right
            print(f"{case:10} {size:>9} {way:16} {first:9.3f} {min(later):9.3f} "
                  f"{median:9.3f} {max(later):9.3f} {median / base[0]:8.2f}"
                  f"{'' if right else '  another result'}", flush=True)
    return wrong


def main():
    options = arguments()
    if options.worker:
        way, case, *sizes = options.worker
        print(json.dumps(work(way, case, [int(s) for s in sizes], options.calls)))
        return 0
    if options.leave:
        build(os.path.abspath(options.leave), options)
        return 0
    end = time.monotonic() + options.seconds
    with tempfile.TemporaryDirectory() as made:
        folder = os.path.abspath(options.modules or f"{made}/modules")
        if not options.modules:
            build(folder, options)
        print(f"{'case':10} {'size':>9} {'way':16} {'first':>9} {'min':>9} {'median':>9} "
              f"{'max':>9} {'/ OpenMP':>8}")
        wrong = sum(compare(case, options, folder, end) for case in options.cases)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
