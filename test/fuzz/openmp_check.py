# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with OpenMP, as the flag -fplugin-arg-twofold-openmp has them taken.

Right is what the serial program prints, and the one with OpenMP alone. With the
flag a program is built with and without -fopenmp, run in several ways, and must
print the same. No warning may be new, and each directive with a loop must be told
of: that it is taken, or why it stays."""

import collections
import re

from openmp_steps import OpenMPSteps
from program import Program

BUILDS = ["-fopenmp -O0", "-fopenmp -O2", "-O0", "-O2"]
NATIVE = {"TWOFOLD_DEVICE": "native", "TWOFOLD_INLINE_OPS": "1"}
POCL = {"TWOFOLD_DEVICE": "cpu", "TWOFOLD_BUILD": "wait", "OMP_NUM_THREADS": "2"}
WAYS = {
    "native-1": {
        **NATIVE, "OMP_NUM_THREADS": "1"
    },
    "native-2": {
        **NATIVE, "OMP_NUM_THREADS": "2"
    },
    "native-4": {
        **NATIVE, "OMP_NUM_THREADS": "4"
    },
    "pocl": POCL,
    "pocl-copies": {
        **POCL, "TWOFOLD_ZERO_COPY": "0"
    },
}
SHARES = re.compile(r"#pragma omp .*\b(for|loop|distribute|taskloop)\b|#pragma omp target simd")
REMARK = re.compile(r"^[^:]+:(\d+):\d+: remark: (.*?)(?: \[-R.*)?$", re.MULTILINE)
# Whether lanes are used depends on the optimizer, of which clang tells without a place, too.
WARNING = re.compile(r"^[^:]+:(\d+):\d+: warning: (?!loop not vectorized)(.*)$", re.MULTILINE)


class OpenMPBench:
    """A program of a seed and what is known of it."""

    def __init__(self, bench, seed):
        self.bench = bench
        self.program = Program(seed, make_loops=OpenMPSteps)

    def build(self, name, flags, keep=None, plugin=False):
        bench, program = self.bench, self.program
        source = bench.folder / (name + program.suffix)
        source.write_text(program.text(keep))
        compiler = bench.options.clangxx if program.cxx else bench.options.clang
        command = [
            compiler, *flags.split(),
            str(source), "-o",
            str(bench.folder / name), "-lpthread", "-lm", "-fno-caret-diagnostics", "-Wno-unknown-pragmas",
            "-Wno-deprecated-openmp"
        ]
        command += ["-std=c++20"] if program.cxx else []
        if plugin:
            command += [
                f"-fplugin={bench.options.plugin}", "-fplugin-arg-twofold-openmp", "-Rpass=twofold",
                "-Rpass-missed=twofold", *bench.library()
            ]
        return bench.call(command, {})

    def right(self, keep=None):
        """What the program prints; null: clang cannot compile it, or OpenMP itself
        prints something else, of which `why` tells."""
        self.why, self.warned = "", {}
        outputs = []
        for flags, threads in (("-O0", "1"), ("-fopenmp -O0", "1"), ("-fopenmp -O0", "4")):
            if threads == "1":
                status, _, told = self.build("plain", flags, keep)
                if status != 0:
                    self.why = "clang refuses"
                    return None
                self.warned["-fopenmp" in flags] = {what for _, what in WARNING.findall(told)}
            status, out, told = self.run("plain", {"OMP_NUM_THREADS": threads})
            if status != 0:
                self.why = f"clang alone: status {status} ({flags}): {told[-200:]}"
                return None
            outputs.append(out)
        if len(set(outputs)) != 1:
            self.why = "OpenMP alone prints something else than the serial program"
            return None
        return outputs[0]

    def run(self, name, settings):
        return self.bench.call([str(self.bench.folder / name), "2"], settings)

    def differs(self, flags, way, keep, right=None):
        """Whether the program with these steps alone still fails."""
        right = self.right(keep)
        if right is None:
            return False
        status, _, told = self.build("reduced", flags, keep, True)
        if status != 0 or way is None:
            return (status != 0 and way is None)
        return any(self.run("reduced", WAYS[way])[:2] != (0, right) for _ in range(4))

    def reduce(self, fails):
        keep = list(range(len(self.program.steps)))
        size = len(keep) // 2
        while size >= 1:
            at = 0
            while at < len(keep):
                fewer = keep[:at] + keep[at + size:]
                if fewer and fails(fewer):
                    keep = fewer
                else:
                    at += size
            size //= 2
        return keep

    def report(self, seed, flags, way, what):
        line = f"seed {seed}: {what} ({flags}{', ' + way if way else ''})"
        if self.bench.options.keep:
            keep = self.reduce(lambda fewer: self.differs(flags, way, fewer))
            path = self.bench.options.keep / f"{seed}{self.program.suffix}"
            path.write_text(f"// {line}\n// steps: {keep}\n" + self.program.text(keep))
            line += f": {path}"
        return line

    def untold(self, told, found):
        """Steps with a shared loop of which no remark tells. Counts the others."""
        remarks = [(int(line), what) for line, what in REMARK.findall(told)]
        step, begun, shares, out = None, 0, False, []
        lines = self.program.text().splitlines()
        functions, name = {}, None  # in which a reason may lie
        for number, line in enumerate(lines, 1):
            if match := re.match(r"\w.*\b(\w+)\(.*\) \{$", line):
                name = match.group(1)
                functions[name] = [number, number]
            elif name:
                functions[name][1] = number
                name = None if line == "}" else name
        for number, line in enumerate(lines, 1):
            if match := re.match(r"static void step_(\d+)\(void\) \{", line):
                step, begun, shares = match.group(1), number, False
            shares |= bool(SHARES.search(line))
            if line == "}" and step:
                text = "\n".join(lines[begun:number])
                places = [(begun, number)
                          ] + [place for name, place in functions.items() if re.search(rf"\b{name}\(", text)]
                here = [what for at, what in remarks if any(low <= at <= high for low, high in places)]
                region = any(
                    re.search(r"#pragma omp (parallel|target)( |$)(?!.*\b(for|loop|taskloop|simd)\b)", each)
                    for each in lines[begun:number])
                stays = any("stays as it is" in what for what in here)
                kind = "regions" if region else "loops"
                if shares:
                    found[f"{kind} {'that stay' if stays else 'taken' if here else 'untold'}"] += 1
                    if not here:
                        out.append(f"step {step}")
                step = None
        for _, what in remarks:
            if "stays as it is" in what:
                found["stays: " +
                      re.sub(r"(?<=')[^' ]*(?=')", "...", re.sub(r"\d+", "N",
                                                                 what.split(" as it is: ")[1]))[:90]] += 1
        return out


def check_openmp(options, seed, bench):
    """Lines on what is wrong with a program, and counts."""
    found, lines = collections.Counter(), []
    checked = OpenMPBench(bench, seed)
    right = checked.right()
    if right is None:
        found[checked.why.split(":")[0]] += 1
        if "clang refuses" not in checked.why:
            lines.append(f"seed {seed}: {checked.why}")
            if options.keep:
                (options.keep / f"{seed}-plain{checked.program.suffix}").write_text(checked.program.text())
        return lines, found
    found["programs"] += 1
    builds = [BUILDS[seed % 4]] if options.quick else BUILDS
    for flags in builds:
        status, _, told = checked.build("program", flags, None, True)
        if status != 0:
            lines.append(checked.report(seed, flags, None, "the compiler fails"))
            continue
        for what in sorted({what for _, what in WARNING.findall(told)} - checked.warned["-fopenmp" in flags]):
            lines.append(f"seed {seed}: a new warning ({flags}): {what}")
        for step in checked.untold(told, found):
            lines.append(f"seed {seed}: nothing is told of {step} ({flags})")
        ways = options.ways or list(WAYS)
        if options.quick and not options.ways:
            ways = ["native-4", ["native-1", "native-2"][seed // 4 % 2]] + \
                ([["pocl", "pocl-copies"][seed // 32 % 2]] if seed // 4 % 8 == 0 else [])
        for way in ways:
            status, out, told = checked.run("program", WAYS[way])
            found["runs"] += 1
            if (status, out) != (0, right):
                what = "another result" if status == 0 else f"status {status}: {told[-200:]}"
                lines.append(checked.report(seed, flags, way, what))
                break
    return lines, found
