#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cpu_kernels.py BUILD [ROUNDS]: kernels on an OpenCL CPU device by native variants.

Builds CpuKernels.c with BUILD's plugin and without, compares the results of the serial
program, of native variants and of kernels, and only then times the latter two, processes
in turn: processor time, so that other programs on the machine count little, of one core,
as a process does not see at once what its threads on others take. Prints the least, the
median and the largest of the rounds' ratios, and the least time of both.
"""
import os
import statistics
import subprocess
import sys
import tempfile

CLANG = os.environ.get("CLANG", "clang-22")
FLAGS = ["-O3", "-march=native", "-w"]


def figures(program, device, times):
    """(what results are told by, milliseconds) of each loop."""
    environment = {**os.environ, "TWOFOLD_DEVICE": device, "TWOFOLD_BUILD": "wait",
                   "TWOFOLD_OFFLOAD": "mandatory" if device == "cpu" else "default"}
    core = {max(os.sched_getaffinity(0))}
    lines = subprocess.run([program, str(times)], env=environment, check=True, text=True,
                           preexec_fn=lambda: os.sched_setaffinity(0, core),
                           stdout=subprocess.PIPE).stdout.splitlines()
    return {name: (told, float(took)) for name, told, took in map(str.split, lines)}


def main():
    build = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "CpuKernels.c")
    library = os.path.join(build, "runtime")
    with tempfile.TemporaryDirectory() as folder:
        serial, program = os.path.join(folder, "serial"), os.path.join(folder, "program")
        subprocess.run([CLANG, *FLAGS, source, "-o", serial], check=True)
        subprocess.run(
            [CLANG, *FLAGS, f"-fplugin={build}/plugin/twofold-22.so", source, "-o", program,
             f"-L{library}", "-ltwofold", f"-Wl,-rpath,{library}"], check=True)
        expected = figures(serial, "native", 0)
        for device in ("native", "cpu"):
            for name, (told, _) in figures(program, device, 0).items():
                if told != expected[name][0]:
                    sys.exit(f"{name}: {device} gives other results than the serial program")
        taken = [(figures(program, "native", 4), figures(program, "cpu", 4))
                 for _ in range(rounds)]
    print("loop             min  median     max   native      cpu  (ratios; least, ms)")
    for name in expected:
        native, cpu = ([one[side][name][1] for one in taken] for side in (0, 1))
        ratios = [ours / theirs for theirs, ours in zip(native, cpu)]
        print(f"{name:14} {min(ratios):5.2f}   {statistics.median(ratios):5.2f}   "
              f"{max(ratios):5.2f} {min(native):8.3f} {min(cpu):8.3f}")


if __name__ == "__main__":
    main()
