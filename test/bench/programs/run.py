#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py [--rounds N] [--seconds N] [--beside PROGRAM] [--log FILE] [--list]
       [NAME]...

Runs whole programs (those whose names begin with a NAME, or all) in every way
that this machine has, in turn, and prints a table with the worst ratio first:

  cold     Twofold's default with empty caches
  warm     the same with the caches of at least three runs before it
  threads  TWOFOLD_DEVICE=native
  gpu      TWOFOLD_DEVICE=gpu, with the caches of a run before it
  gpu-cold the same with empty caches; of programs whose names begin with long
  openmp   the same source with OpenMP's pragmas
  cuda     the program written by hand in CUDA

A round runs each program once in each way, and begins with another way each
time. No round begins that would not end within --seconds, and what is left of
the first one then is not run. Results must agree with OpenMP's; status 1 where
one does not, or a run fails. Other TWOFOLD_ variables reach the programs.

--beside n-body-openmp (or n-body-cuda, "jacobi-cuda 8192 1000", ...) keeps that
program running all the time: cores or a GPU that others use, too."""

import argparse
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 40  # seconds that one run may take

# Name, program, arguments for 16 cores, for fewer than 8, and how far results
# may be apart by the greater one: sums are added in any order, and GPUs contract
# other operations than the compiler.
PROGRAMS = [
    ("cg", "conjugate-gradient", "1500 500", "1000 100", 1e-7),
    ("sparse-solver", "sparse-solver", "2000000 8 30", "1000000 6 10", 1e-5),
    ("image", "image-pipeline", "4000 3000 40", "2000 1500 20", 1e-4),
    ("k-means", "k-means", "3000000 30", "500000 20", 1e-3),
    ("perceptron-128", "perceptron", "128 4000", "128 500", 1e-3),
    ("perceptron-512", "perceptron", "512 400", "512 40", 1e-3),
    ("perceptron-1024", "perceptron", "1024 100", "1024 10", 1e-3),
    ("perceptron-4096", "perceptron", "4096 10", "4096 1", 1e-3),
    ("n-body-1024", "n-body", "1024 4000", "1024 500", 1e-3),
    ("n-body-16384", "n-body", "16384 40", "16384 4", 1e-3),
    ("jacobi-10", "jacobi", "8192 10", "4096 10", 1e-9),
    ("jacobi-100", "jacobi", "4096 100", "2048 100", 1e-9),
    ("jacobi-1000", "jacobi", "2048 1000", "512 1000", 1e-9),
    ("jacobi-3000", "jacobi", "1000 3000", "256 3000", 1e-9),
    ("lattice-boltzmann", "lattice-boltzmann", "1024 1024 400", "512 512 100",
     1e-4),
    ("monte-carlo", "monte-carlo", "1000000 5", "100000 3", 1e-9),
    ("wave", "wave", "320 150", "160 60", 1e-4),
    ("particle-grid", "particle-grid", "10000000 4096 40", "2000000 4096 20",
     1e-4),
    ("matrix-product", "matrix-product", "1536 8", "768 4", 1e-9),
    ("small-products", "small-products", "512 400", "256 50", 1e-3),
    ("transpose", "transpose", "4096 400", "2048 20", 1e-9),
    ("shortest-paths", "shortest-paths", "2048", "512", 1e-9),
    ("escape", "escape", "2000 3", "600 3", 1e-3),
    ("alternation-ends", "alternation", "8000000 200 0", "4000000 40 0", 1e-9),
    ("alternation-half", "alternation", "8000000 40 2", "4000000 10 2", 1e-9),
    ("alternation-all", "alternation", "8000000 20 1", "4000000 10 1", 1e-9),
    # Of 2 s and more with OpenMP: what opening a driver costs is little then.
    ("long-cg", "conjugate-gradient", "1500 1200", "1000 500", 1e-7),
    ("long-sparse", "sparse-solver", "2000000 8 120", "1000000 6 60", 1e-5),
    ("long-image", "image-pipeline", "4000 3000 180", "2000 1500 300", 1e-4),
    ("long-k-means", "k-means", "3000000 150", "500000 180", 1e-3),
    ("long-perceptron", "perceptron", "4096 30", "4096 5", 1e-3),
    ("long-n-body", "n-body", "16384 160", "16384 40", 1e-3),
    ("long-jacobi", "jacobi", "8192 120", "4096 160", 1e-9),
    ("long-lattice", "lattice-boltzmann", "2048 2048 1000", "512 512 1200",
     1e-4),
    ("long-monte-carlo", "monte-carlo", "1000000 10", "100000 16", 1e-9),
    ("long-wave", "wave", "320 500", "160 1200", 1e-4),
    ("long-product", "matrix-product", "1536 24", "768 50", 1e-9),
    ("long-escape", "escape", "2000 7", "600 11", 1e-3),
]

BUILD = {"openmp": "openmp", "cuda": "cuda"}  # of a way; otherwise twofold
SETTING = {"threads": "native", "gpu": "gpu", "gpu-cold": "gpu"}  # of TWOFOLD_DEVICE


def environment(way, caches):
    """Variables of a run whose caches are in the folder `caches`."""
    own = dict(os.environ, TWOFOLD_CACHE_DIR=str(caches / "twofold"),
               CUDA_CACHE_PATH=str(caches / "cuda"),
               POCL_CACHE_DIR=str(caches / "pocl"))
    own.pop("TWOFOLD_DEVICE", None)
    if way in SETTING:
        own["TWOFOLD_DEVICE"] = SETTING[way]
    for folder in ("twofold", "cuda", "pocl"):
        (caches / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    return own


def prepare_libraries():
    """Where the machine has no C++ library, OpenCL loader or registration of
    a driver, those that were carried here."""
    paths = [str(HERE / "lib")]
    some = next(HERE.glob("*-twofold"), None)
    if some and "not found" in subprocess.run(
            ["ldd", some], capture_output=True, text=True).stdout:
        paths.append(str(HERE / "spare"))
    known = shutil.which("ldconfig") or "/sbin/ldconfig"
    if "libOpenCL.so.1" not in subprocess.run(
            [known, "-p"], capture_output=True, text=True).stdout:
        paths.append(str(HERE / "loader"))
    if os.environ.get("LD_LIBRARY_PATH"):
        paths.append(os.environ["LD_LIBRARY_PATH"])
    os.environ["LD_LIBRARY_PATH"] = ":".join(paths)
    if not list(pathlib.Path("/etc/OpenCL/vendors").glob("*.icd")):
        os.environ.setdefault("OCL_ICD_VENDORS", str(HERE / "vendors"))


def run(program, arguments, way, caches, **more):
    """What a run printed, as numbers; a text that says why there is none."""
    binary = HERE / f"{program}-{BUILD.get(way, 'twofold')}"
    start = time.monotonic()
    try:
        done = subprocess.run([binary, *arguments.split()], text=True,
                              env=dict(environment(way, caches), **more),
                              capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"took more than {LIMIT} s"
    except OSError as error:
        return str(error)
    if done.returncode != 0:
        return f"status {done.returncode}: {done.stderr.strip()[-300:]}"
    result = dict(pair.split("=") for pair in done.stdout.split())
    result = {name: float(value) for name, value in result.items()}
    result["process"] = time.monotonic() - start
    return result


def keep_running(command, over):
    """Runs the command again and again, until `over` is set."""
    name, *arguments = command.split()
    while not over.is_set():
        with subprocess.Popen([HERE / name, *arguments],
                              stdout=subprocess.DEVNULL) as beside:
            while beside.poll() is None:
                if over.wait(0.05):
                    beside.kill()


def possible_ways(folder):
    """The ways that this machine has, and a line for each that it lacks."""
    ways = ["cold", "warm", "threads", "gpu", "gpu-cold", "openmp", "cuda"]
    gpu = run("jacobi", "64 2", "gpu", folder / "probe",
              TWOFOLD_OFFLOAD="mandatory")
    if isinstance(gpu, str):
        ways.remove("gpu")
        ways.remove("gpu-cold")
        print("No GPU that OpenCL knows: the way gpu is left out.")
    cuda = run("jacobi", "64 2", "cuda", folder / "probe")
    if isinstance(cuda, str):
        ways.remove("cuda")
        print(f"No CUDA: the way cuda is left out ({cuda.splitlines()[-1]}).")
    return ways


def near(one, other, tolerance):
    return abs(one - other) <= tolerance * max(abs(one), abs(other))


def cell(values):
    """Least, median and greatest."""
    if not values:
        return "-"
    return " ".join(f"{v:.3f}" for v in (
        min(values), statistics.median(values), max(values)))


def row(name, ways, results):
    """One line of the table, with the ratio that it is sorted by."""
    seconds = {way: [r["seconds"] for r in results.get((name, way), [])]
               for way in ways}
    peers = [way for way in ("openmp", "gpu") if seconds.get(way)]
    line = {"program": name, "warm/best": "-", "minima": "-", "cold/best": "-",
            "best": "-"}
    worst = math.inf  # what has no ratio has failed, and comes first
    if peers and seconds["warm"]:
        middle = {way: statistics.median(seconds[way]) for way in peers}
        best = min(peers, key=middle.get)
        worst = statistics.median(seconds["warm"]) / middle[best]
        line["warm/best"], line["best"] = f"{worst:.2f}", best
        line["minima"] = "%.2f" % (
            min(seconds["warm"]) / min(min(seconds[way]) for way in peers))
        if seconds["cold"]:
            if seconds.get("gpu-cold"):
                middle["gpu"] = statistics.median(seconds["gpu-cold"])
            line["cold/best"] = "%.2f" % (
                statistics.median(seconds["cold"]) / min(middle.values()))
    for way in ways:
        line[way] = cell(seconds[way])

    def middle_of(way, what):
        values = [r[what] for r in results.get((name, way), [])]
        return statistics.median(values) if values else -1

    def listed(what, over, form, scale=1.0):
        return " ".join("-" if middle_of(way, what) < 0 else
                        form % (middle_of(way, what) * scale) for way in over)

    told = [way for way in ways if way in ("cold", "warm", "gpu")]
    line["GPU calls"] = listed("gpu", told, "%.0f")
    line["first GPU call s"] = listed("first", told, "%.2f")
    line["moved MB"] = listed(
        "bytes", told + [way for way in ways if way == "cuda"], "%.0f", 1e-6)
    return worst, line


def print_table(rows):
    if not rows:
        return
    names = list(rows[0][1])
    widths = {n: max(len(n), *(len(line[n]) for _, line in rows))
              for n in names}
    print("  ".join(n.ljust(widths[n]) for n in names).rstrip())
    for _, line in sorted(rows, key=lambda r: -r[0]):
        print("  ".join(line[n].ljust(widths[n]) for n in names).rstrip())


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--beside", metavar="PROGRAM")
    parser.add_argument("--log", help="a JSON object a line for each run")
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    chosen = [p for p in PROGRAMS if not given.names or
              any(p[0].startswith(name) for name in given.names)]
    if given.list or not chosen:
        print("\n".join(f"{p[0]}: {p[1]} {p[2]}" for p in PROGRAMS))
        return 0 if given.list else 2

    start = time.monotonic()
    cores = len(os.sched_getaffinity(0))
    prepare_libraries()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="twofold-programs-"))
    log = open(given.log, "w", encoding="utf-8") if given.log else None
    results, failures, checks, over = {}, [], {}, threading.Event()
    try:
        ways = possible_ways(folder)
        if given.beside:
            threading.Thread(target=keep_running,
                             args=(given.beside, over)).start()
        longest = rounds = 0
        for number in range(given.rounds):
            began = time.monotonic()
            if number and began - start + longest > given.seconds:
                break
            for name, program, many, few, tolerance in chosen:
                if time.monotonic() - start > given.seconds:
                    print(f"{name} is not run in round {number + 1}: time is up")
                    continue
                arguments = many if cores >= 8 else few
                order = ways[number % len(ways):] + ways[:number % len(ways)]
                home = folder / name
                if number == 0:  # fills caches; not in the table
                    for _ in range(3):
                        run(program, arguments, "warm", home / "warm")
                    if "gpu" in ways:
                        run(program, arguments, "gpu", home / "gpu")
                for way in order:
                    if way == "gpu-cold" and not name.startswith("long"):
                        continue
                    cold = way in ("cold", "gpu-cold")
                    caches = home / (f"{way}-{number}" if cold else way)
                    result = run(program, arguments, way, caches)
                    if cold:
                        shutil.rmtree(caches, ignore_errors=True)
                    if log:
                        log.write(json.dumps([number, name, way, result]) + "\n")
                        log.flush()
                    if isinstance(result, str):
                        failures.append(f"{name}, {way}: {result}")
                        continue
                    results.setdefault((name, way), []).append(result)
                    checks.setdefault(name, []).append(
                        (way, result["check"], tolerance))
            rounds += 1
            longest = max(longest, time.monotonic() - began)
    finally:
        over.set()
        shutil.rmtree(folder, ignore_errors=True)

    for name, all_of in checks.items():
        right = next((c for way, c, _ in all_of if way == "openmp"), None)
        for way, check, tolerance in all_of:
            if right is None or not near(check, right, tolerance):
                failures.append(f"{name}, {way}: result {check}, not {right}")
    counted = "1 round" if rounds == 1 else f"{rounds} rounds"
    print(f"{cores} cores, {counted}, {time.monotonic() - start:.0f} s; "
          "seconds: least, median, greatest; best: the better median of openmp "
          "and gpu, for cold gpu-cold where there is one; ratios of medians, and "
          "of minima")
    print("GPU calls, first and moved: of " + ", ".join(
        way for way in ways if way in ("cold", "warm", "gpu", "cuda"))
        + " (calls and first: without cuda)")
    print_table([row(p[0], ways, results) for p in chosen if p[0] in checks])
    for failure in failures:
        print("FAILED", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
