#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares OpenMP programs with what -fplugin-arg-twofold-openmp makes of them.

Takes folders of C and C++ sources with one program per file. Each is built by
`clang -fopenmp` and once more with the flag, and by `clang` without OpenMP and
once more with the flag. The outputs of the programs with the flag, on threads
and through OpenCL in place and with copies (which come home as --coherence says),
are compared with those of the programs without it. A kernel that the driver does not build or launch is a fault,
too: threads run the loop then, and nothing differs. Programs whose own output
differs between runs, or from one number of threads to another, are compared by
their status alone. Those of which no loop is taken have the same code with the
flag, and do not run.

At the end it counts directives that were taken and those that stay, by reason.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import tempfile

THREADS = {"TWOFOLD_DEVICE": "native", "TWOFOLD_INLINE_OPS": "0"}
OPENCL = {"TWOFOLD_DEVICE": "cpu"}
COPIED = {**OPENCL, "TWOFOLD_ZERO_COPY": "0"}
# What the library says of a kernel that a driver does not build or launch.
REFUSED = re.compile(r"twofold: .*; threads run it instead")
TAKEN = re.compile(r"remark: offloaded: OpenCL kernel")
STAYS = re.compile(r"remark: OpenMP's '([^']*)' stays as it is: (.*?)(?: \[-R|$)")


def parser_of(text):
    """Arguments of scripts that go through folders of sources."""
    parser = argparse.ArgumentParser(description=text.split("\n")[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--build", default="build/dev", help="folder of Twofold's build")
    parser.add_argument("--suffix", default="22", help="of clang's name")
    parser.add_argument("--only", default="", help="a regular expression for paths")
    parser.add_argument("--skip", default="$^", help="another one")
    return parser


def arguments():
    parser = parser_of(__doc__)
    parser.add_argument("--flags", default="", help="for all builds")
    parser.add_argument("--level", default="-O2")
    parser.add_argument("--threads", default="1,4", help="numbers of threads")
    parser.add_argument("--coherence", default="lazy",
                        help="when copies come home: some of lazy,function,eager, or all")
    parser.add_argument("--seconds", type=float, default=60, help="for one run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--serial-too", action="store_true", help="builds without -fopenmp, too")
    options = parser.parse_args()
    if options.coherence == "all":
        options.coherence = "lazy,function,eager"
    return options


def ended(command, seconds, **more):
    """As subprocess.run: what still runs after the time, started by others or not, is killed."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, start_new_session=True, **more) as started:
        try:
            out, error = started.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(started.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, started.returncode, out, error)


class Program:
    def __init__(self, path, options, folder):
        self.path, self.options = path, options
        self.base = os.path.join(folder, re.sub(r"\W", "_", path))
        self.remarks, self.faults = "", []
        self.failing = self.unsteady = False

    def compiler(self):
        plus = "" if self.path.endswith(".c") else "++"
        return f"clang{plus}-{self.options.suffix}"

    def build(self, name, *flags):
        root = os.path.abspath(self.options.build)
        command = [self.compiler(), self.options.level, *flags, self.path, "-o",
                   self.base + name, f"-I{os.path.dirname(self.path)}",
                   *self.options.flags.split(), "-lm"]
        if name.endswith(".twofold"):
            source = os.path.join(os.path.dirname(__file__), "..", "..")
            command += [f"-fplugin={root}/plugin/twofold-22.so",
                        "-fplugin-arg-twofold-openmp", "-Rpass=twofold",
                        "-Rpass-missed=twofold", f"-I{source}/runtime/include",
                        f"-L{root}/runtime", "-ltwofold", f"-Wl,-rpath,{root}/runtime"]
        else:
            command.append("-w")
        try:
            done = ended(command, 10 * self.options.seconds, text=True, errors="replace")
        except subprocess.TimeoutExpired:
            return False, "the compiler takes too long"
        if name.endswith(".twofold"):
            self.remarks += done.stderr
        return done.returncode == 0, done.stderr

    def run(self, name, **settings):
        self.refused = None
        settings.setdefault("OMP_NUM_THREADS", "4")
        try:
            done = ended([self.base + name], self.options.seconds,
                         env={**os.environ, **settings})
        except subprocess.TimeoutExpired:
            return "too long", b""
        self.refused = REFUSED.search(done.stderr.decode(errors="replace"))
        return done.returncode, done.stdout

    def compare(self, name, *flags):
        """False: the program is none without the flag."""
        if not self.build(name, *flags)[0]:
            return False
        right, error = self.build(name + ".twofold", *flags)
        if not right:
            self.faults.append(f"{' '.join(flags) or 'plain'}: {error[-2000:]}")
            return True
        if not TAKEN.search(error):
            return True  # the object code is the same
        threads = self.options.threads.split(",")
        runs = {n: self.run(name, OMP_NUM_THREADS=n) for n in [*threads, "4"]}
        self.failing = runs["4"][0] != 0
        if runs["4"][0] == "too long":
            return True
        steady = all(runs["4"] == other for other in [*runs.values(), self.run(name)])
        self.unsteady = not steady
        ways = {f"{n} threads": {**THREADS, "OMP_NUM_THREADS": n} for n in threads}
        ways["OpenCL"] = OPENCL
        for mode in self.options.coherence.split(","):
            ways[f"OpenCL, copied, {mode}"] = {**COPIED, "TWOFOLD_COHERENCE": mode}
        for way, settings in ways.items():
            expected = runs[settings.get("OMP_NUM_THREADS", "4")]
            actual = self.run(name + ".twofold", **settings)
            if actual[0] != expected[0] or (steady and not alike(expected, actual)):
                self.faults.append(f"{' '.join(flags) or 'plain'}, {way}: expected "
                                   f"{str(expected)[-300:]}, got {str(actual)[-300:]}")
            if self.refused:
                self.faults.append(f"{' '.join(flags) or 'plain'}, {way}: {self.refused[0]}")
        return True

    def check(self):
        if not self.compare("", "-fopenmp"):
            return None
        remarks = self.remarks
        if self.options.serial_too:
            self.compare(".serial")
        self.remarks = remarks
        for name in ("", ".twofold", ".serial", ".serial.twofold"):
            if os.path.exists(self.base + name):
                os.remove(self.base + name)
        return self


NUMBER = re.compile(rb"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")


def alike(expected, actual):
    """Sums of floating-point numbers have no order."""
    def close(a, b):
        return abs(a - b) <= 1e-5 * max(abs(a), abs(b))
    return (expected[0] == actual[0] and
            NUMBER.sub(b"#", expected[1]) == NUMBER.sub(b"#", actual[1]) and
            all(a == b or (b"." in a + b and close(float(a), float(b)))
                for a, b in zip(NUMBER.findall(expected[1]), NUMBER.findall(actual[1]))))


def reason(text):
    """Without what differs from program to program."""
    return re.sub(r"\d+", "N", re.sub(r"(?<!clause )'[^']*'", "'...'", text))[:90]


def main():
    options = arguments()
    paths = sorted(os.path.join(where, name) for folder in options.folders
                   for where, _, names in os.walk(folder) for name in names
                   if name.endswith((".c", ".cpp", ".cc")))
    paths = [p for p in paths if re.search(options.only, p)
             and not re.search(options.skip, p)]
    stays, taken, failed, left_out = collections.Counter(), 0, [], 0
    plain = collections.Counter()
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for program in pool.map(lambda p: Program(p, options, folder).check(), paths):
            if program is None:
                left_out += 1
                continue
            plain["same"] += not program.faults and not TAKEN.search(program.remarks)
            plain["fail"] += program.failing
            plain["unsteady"] += program.unsteady and not program.failing
            taken += len(TAKEN.findall(program.remarks))
            for directive, why in STAYS.findall(program.remarks):
                stays[f"{directive}: {reason(why)}"] += 1
            for fault in program.faults:
                print(f"{program.path}: {fault}", flush=True)
            if program.faults:
                failed.append(program.path)
    print(f"{len(paths) - left_out} programs, {left_out} left out since they do not "
          f"build without the flag; no loop of {plain['same']} is taken; {plain['fail']} "
          f"of the others fail or take too long without the flag, the output of "
          f"{plain['unsteady']} differs between runs; {len(failed)} differ with the flag")
    print(f"{taken} loops taken, {sum(stays.values())} directives stay:")
    for why, count in stays.most_common():
        print(f"{count:5} {why}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
