#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times OpenMP programs beside what -fplugin-arg-twofold-openmp makes of them.

Takes commands, each in one argument: the words of one are a program, which is
built without the flag, and its arguments; the one with the flag has the same name
and ".twofold" behind it. Or takes folders of C and C++ sources with one program
per file, and builds each of them both ways (--build, --flags, --level).

The two run in turn, each first as often as the other, so that what else the
machine does meets both. A line for each program tells the times with the flag
divided by those without it: of the shortest runs, and of pairs that ran after
each other the least ratio, the median, and the largest.
"""
import argparse
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from compare import Program


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs="+", help="commands, or folders of sources")
    parser.add_argument("--runs", type=int, default=5, help="of each of the two")
    parser.add_argument("--threads", default="", help="OMP_NUM_THREADS; default: all")
    parser.add_argument("--seconds", type=float, default=300, help="for one run")
    parser.add_argument("--build", default="build/dev", help="folder of Twofold's build")
    parser.add_argument("--suffix", default="22", help="of clang's name")
    parser.add_argument("--flags", default="", help="for all builds")
    parser.add_argument("--level", default="-O3")
    return parser.parse_args()


def built(folder, options, into):
    """Commands for the sources in folder that build both ways."""
    for where, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if not name.endswith((".c", ".cpp", ".cc")):
                continue
            program = Program(os.path.join(where, name), options, into)
            if program.build("", "-fopenmp")[0]:
                right, error = program.build(".twofold", "-fopenmp")
                if right:
                    yield [program.base], program.path
                else:
                    print(f"{program.path}: {error[-2000:]}", file=sys.stderr)


def seconds(command, options, environment):
    """Of a run; none: it failed, or took too long."""
    begin = time.perf_counter()
    try:
        started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=environment)
    except OSError:
        return None
    # To wait with a time limit is to look each 50 ms.
    late = threading.Timer(options.seconds, started.kill)
    late.start()
    status = started.wait()
    taken = time.perf_counter() - begin
    late.cancel()
    return taken if status == 0 else None


def measure(command, options):
    """Pairs of times, without the flag and with it."""
    environment = {**os.environ, "TWOFOLD_DEVICE": "native"}
    if options.threads:
        environment["OMP_NUM_THREADS"] = options.threads
    ways = [command, [command[0] + ".twofold", *command[1:]]]
    pairs = []
    for run in range(options.runs):
        pair = [0.0, 0.0]
        for way in (0, 1) if run % 2 == 0 else (1, 0):
            taken = seconds(ways[way], options, environment)
            if taken is None:
                return f"fails or takes too long {'with' if way else 'without'} the flag"
            pair[way] = taken
        pairs.append(pair)
    return pairs


def main():
    options = arguments()
    failed = False
    print(f"{'shortest':>8} {'least':>6} {'median':>6} {'largest':>7} {'seconds':>8}  program")
    with tempfile.TemporaryDirectory() as folder:
        for given in options.programs:
            commands = (built(given, options, folder) if os.path.isdir(given)
                        else [(shlex.split(given), given)])
            for command, name in commands:
                pairs = measure(command, options)
                if isinstance(pairs, str):
                    failed = True
                    print(f"{name}: {pairs}", flush=True)
                    continue
                ratios = [after / before for before, after in pairs]
                shortest = [min(times) for times in zip(*pairs)]
                print(f"{shortest[1] / shortest[0]:8.2f} {min(ratios):6.2f} "
                      f"{statistics.median(ratios):6.2f} {max(ratios):7.2f} "
                      f"{shortest[0]:8.3f}  {name}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
