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
time; what a program took is printed as soon as it has run. No round begins that
would not end within --seconds. In the first one each program has an equal share
of that time, whose ways then run in the order of their weight: caches are filled
by one run instead of three, and ways that would take too long are left out, as is
said. Results must agree with OpenMP's; status 1 where one does not, or a run
fails. Other TWOFOLD_ variables reach the programs.

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
    ("transpose", "transpose", "4096 100", "2048 20", 1e-9),
    ("rows", "rows", "8192 4096 40", "2048 1024 20", 1e-3),
    ("rows-short", "rows", "262144 128 40", "16384 128 20", 1e-3),
    ("rows-few", "rows", "64 524288 40", "64 32768 20", 1e-3),
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
WEIGHT = ["openmp", "gpu", "cuda", "warm", "threads", "cold", "gpu-cold"]
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


def run(program, arguments, way, caches, limit=LIMIT, **more):
    """What a run printed, as numbers; a text that says why there is none."""
    binary = HERE / f"{program}-{BUILD.get(way, 'twofold')}"
    start = time.monotonic()
    try:
        done = subprocess.run([binary, *arguments.split()], text=True,
                              env=dict(environment(way, caches), **more),
                              capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return f"took more than {limit:.0f} s"
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


class Share:
    """The time that one program has in a round; without end where it has all."""

    def __init__(self, seconds):
        self.end = time.monotonic() + seconds
        self.took = {}  # by way, and the longest run of all

    def left(self):
        return self.end - time.monotonic()

    def allows(self, way):
        """Whether a run would end in time, as far as that is known."""
        return not self.took or self.took.get(way, 1) < self.left()

    def run(self, program, arguments, way, caches):
        """What run() gives; None where its time is up."""
        began = time.monotonic()
        limit = min(LIMIT, max(self.left(), 1)) if self.took else LIMIT
        result = run(program, arguments, way, caches, limit)
        self.took[way] = time.monotonic() - began
        late = self.took[way] >= limit and limit < LIMIT
        return None if late and isinstance(result, str) else result


def fill_caches(program, arguments, way, home, share):
    """Three runs where there is time, at least one."""
    for number in range(1 if way == "gpu" else 3):
        # Its own run, and another one in each of the other ways.
        if number and share.left() < 6 * max(share.took.values()):
            break
        share.run(program, arguments, way, home / way)


class Rounds:
    """The runs, and what they printed."""

    def __init__(self, folder, ways, log):
        self.folder, self.ways, self.log = folder, ways, log
        self.results, self.checks, self.failures = {}, {}, []

    def note(self, number, name, way, result, tolerance):
        if self.log:
            self.log.write(json.dumps([number, name, way, result]) + "\n")
            self.log.flush()
        if isinstance(result, str):
            self.failures.append(f"{name}, {way}: {result}")
            return
        self.results.setdefault((name, way), []).append(result)
        self.checks.setdefault(name, []).append(
            (way, result["check"], tolerance))

    def program(self, number, chosen, arguments, share):
        """Once in each way, and a line that says what it took."""
        name, program, tolerance = chosen[0], chosen[1], chosen[4]
        ways = [way for way in (WEIGHT if number == 0 else self.ways)
                if way in self.ways and
                (way != "gpu-cold" or name.startswith("long"))]
        first = number % len(ways) if number else 0
        home, said, left_out = self.folder / name, [], []
        for way in ways[first:] + ways[:first]:
            if number == 0 and way in ("warm", "gpu") and share.allows(way):
                fill_caches(program, arguments, way, home, share)
            if number == 0 and not share.allows(way):
                left_out.append(way)
                continue
            cold = way in ("cold", "gpu-cold")
            caches = home / (f"{way}-{number}" if cold else way)
            result = share.run(program, arguments, way, caches)
            if cold:
                shutil.rmtree(caches, ignore_errors=True)
            if result is None:
                left_out.append(way)
                continue
            self.note(number, name, way, result, tolerance)
            said.append(f"{way} -" if isinstance(result, str)
                        else f"{way} {result['seconds']:.3f}")
        print(f"{name}: {', '.join(said)}" + (
            f"; no time for {', '.join(left_out)}" if left_out else ""),
            flush=True)

    def compare(self):
        for name, all_of in self.checks.items():
            right = next((c for way, c, _ in all_of if way == "openmp"), None)
            for way, check, tolerance in all_of:
                if right is None or not near(check, right, tolerance):
                    self.failures.append(
                        f"{name}, {way}: result {check}, not {right}")


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
    over = threading.Event()
    try:
        ways = possible_ways(folder)
        if given.beside:
            threading.Thread(target=keep_running,
                             args=(given.beside, over)).start()
        done = Rounds(folder, ways, log)
        longest = rounds = 0
        for number in range(given.rounds):
            began = time.monotonic()
            left = start + given.seconds - began
            if number and longest > left:
                break
            for place, p in enumerate(chosen):
                left = start + given.seconds - time.monotonic()
                if left <= 0:
                    print(f"{p[0]} is not run in round {number + 1}: "
                          "time is up", flush=True)
                    continue
                share = Share(left / (len(chosen) - place) if number == 0
                              else max(left, LIMIT))
                done.program(number, p, p[2] if cores >= 8 else p[3], share)
            rounds += 1
            longest = max(longest, time.monotonic() - began)
    finally:
        over.set()
        shutil.rmtree(folder, ignore_errors=True)

    done.compare()
    counted = "1 round" if rounds == 1 else f"{rounds} rounds"
    print(f"{cores} cores, {counted}, {time.monotonic() - start:.0f} s; "
          "seconds: least, median, greatest; best: the better median of openmp "
          "and gpu, for cold gpu-cold where there is one; ratios of medians, and "
          "of minima")
    print("GPU calls, first and moved: of " + ", ".join(
        way for way in ways if way in ("cold", "warm", "gpu", "cuda"))
        + " (calls and first: without cuda)")
    print_table([row(p[0], ways, done.results) for p in chosen
                 if p[0] in done.checks])
    for failure in done.failures:
        print("FAILED", failure)
    return 1 if done.failures else 0


if __name__ == "__main__":
    sys.exit(main())
