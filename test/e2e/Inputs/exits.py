# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program that ends in many ways while its threads run loops, and tells
how often it hung, died, computed something else or had another status.

usage: exits.py PROGRAM OPENMP_PROGRAM sample|RUNS[,COLD_RUNS[,OPENMP_RUNS]] [KIND...]

sample: each kind once, the ways in turn; else RUNS of each kind and way, as many
with cold caches or COLD_RUNS, as many of the OpenMP program or OPENMP_RUNS, and a
table. PROGRAM.so and OPENMP_PROGRAM.so are the libraries that the programs open. Of
the environment, EXITS_DEVICE is the TWOFOLD_DEVICE of most runs, `cpu` where it is
not set; EXITS_GDB names a folder for the stacks of what hung; EXITS_FIRST is the
number of the first round, where several share the work, and EXITS_SECONDS how long
rounds may begin.
"""
import collections
import concurrent.futures
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

program, openmp, runs = sys.argv[1:4]
STATUS = {"signal": -signal.SIGTERM, "abort": -signal.SIGABRT, "terminate": -signal.SIGABRT}
KINDS = sys.argv[4:] or [
    "return", "thread", "quick_exit", "pthread_exit", "signal", "handler-exit",
    "handler-_exit", "dlclose", "destructor", "atexit", "abort", "terminate", "_exit",
    "exec", "fork"]  # fmt: skip
WAYS = ["lazy", "function", "eager"]
CACHES = ["warm", "cold"]
LONGEST = 60  # seconds: the machine may be busy
device = os.environ.get("EXITS_DEVICE", "cpu")
first = int(os.environ.get("EXITS_FIRST", "0"))
end = time.monotonic() + float(os.environ.get("EXITS_SECONDS", "inf"))
base = tempfile.mkdtemp(prefix="twofold-exits-")


def environment(way, number, cache):
    """Mostly a device with memory of its own; at times one in place, one that is
    opened and has its kernels built in the background, or calls that are waited
    for."""
    new = {**os.environ, "XDG_CACHE_HOME": cache, "POCL_CACHE_DIR": cache + "/pocl",
           "TWOFOLD_COHERENCE": way}  # fmt: skip
    if number % 8 != 6:
        new["TWOFOLD_DEVICE"] = device
    if number % 4 != 3:
        new["TWOFOLD_ZERO_COPY"] = "0"
    if number % 8 == 4:
        new["TWOFOLD_BUILD"] = "wait"
    os.makedirs(new["POCL_CACHE_DIR"], exist_ok=True)
    return new


def stacks(process, name):
    if folder := os.environ.get("EXITS_GDB"):
        with open(os.path.join(folder, name), "w") as out:
            subprocess.run(["gdb", "-p", str(process.pid), "-batch", "-ex", "thread apply all bt"],
                           stdout=out, stderr=subprocess.STDOUT)  # fmt: skip


def run(kind, way, cache, number):
    """What went wrong; empty if nothing did."""
    file = openmp if way == "OpenMP" else program
    folder = os.path.join(base, "warm")
    if cache == "cold":
        folder = tempfile.mkdtemp(dir=base)
    process = subprocess.Popen(
        [file, kind, str(number), file + ".so"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        env=os.environ if way == "OpenMP" else environment(way, number, folder))  # fmt: skip
    try:
        _, told = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        stacks(process, f"{kind}-{way}-{cache}-{number}")
        process.kill()
        process.communicate()
        return "hung"
    finally:
        if cache == "cold":
            shutil.rmtree(folder, ignore_errors=True)
    # Assertions of libraries may come too late for the status.
    lines = told.decode(errors="replace").strip().splitlines() if kind != "terminate" else []
    if process.returncode == STATUS.get(kind, 42) and not lines:
        return ""
    return f"status {process.returncode}" + (f": {lines[0]}" if lines else "")


def jobs():
    if runs == "sample":
        for number, (kind, way) in enumerate(zip(KINDS, itertools.cycle(WAYS))):
            yield kind, way, "warm", number
        for number, kind in enumerate(("return", "thread", "destructor")):
            yield kind, WAYS[number], "cold", number
        return
    warm, *others = map(int, runs.split(","))
    cold, plain = (others + [warm] * 2)[:2]
    most = {"warm": warm, "cold": cold}
    # Rounds over everything: one that is cut short has tried all.
    for number in range(max(warm, cold, plain)):
        for kind in KINDS:
            if time.monotonic() > end:
                return
            if number < plain:
                yield kind, "OpenMP", "warm", first + number
            for way, cache in itertools.product(WAYS, CACHES):
                if number < most[cache]:
                    yield kind, way, cache, first + number


def table(done, wrong):
    columns = [("OpenMP", "warm"), *itertools.product(WAYS, CACHES)]
    print("| kind | " + " | ".join(f"{w}, {c}" if w != "OpenMP" else w for w, c in columns) + " |")
    print("| --- |" + " --- |" * len(columns))
    for kind in KINDS:
        cells = (f"{wrong[kind, w, c]} of {done[kind, w, c]}" for w, c in columns)
        print(f"| {kind} | " + " | ".join(cells) + " |", flush=True)


def main():
    done, wrong = collections.Counter(), collections.Counter()
    # Kernels are there before those runs that find them.
    for number in (0, 1, 7):
        run("dlclose", "lazy", "warm", number)
    todo = jobs()
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        while batch := list(itertools.islice(todo, 64)):
            for job, outcome in zip(batch, pool.map(lambda job: run(*job), batch)):
                done[job[:3]] += 1
                if outcome:
                    wrong[job[:3]] += 1
                    print(*job, outcome, flush=True)
            if runs != "sample" and sum(done.values()) % 6720 < 64:
                table(done, wrong)
    if runs != "sample":
        table(done, wrong)
    ours = [sum(of[job] for job in done if job[1] != "OpenMP") for of in (done, wrong)]
    print(f"{ours[0]} exits, {ours[1]} of them wrong")
    shutil.rmtree(base, ignore_errors=True)
    return 1 if ours[1] else 0


sys.exit(main())
