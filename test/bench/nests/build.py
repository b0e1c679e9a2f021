#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""build.py --out FOLDER --plugin FILE --runtime FOLDER [--march CPU]
         [--clang C --clangxx C++ --gcc GCC] [--sizes small,medium,large]
         [--types float,double] [--peers NAME,...] [--compile-times ROUNDS]
         [--archive]

Compiles the nests once for each peer, into FOLDER/nests, which runs as it is on
another machine without compilers if that one understands --march:
python3 nests/run.py. Only what changed is compiled again. With --archive the
folder is packed as FOLDER/nests.tar.gz, too. With --compile-times how long the
compilers take is measured here, for the table that run.py prints."""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

import compile_times

HERE = pathlib.Path(__file__).resolve().parent
SIZES = ["small", "medium", "large"]
POLYBENCH = ["PolyBenchProducts.c", "PolyBenchVectors.c", "PolyBenchSolvers.c",
             "PolyBenchGrids.c"]
LOOPS = ["Streams.c", "Vectors.c", "Tables.c", "Fields.c"]
QUIET = "-Wall -Wno-unknown-pragmas -Wno-unused-function"


def peers(options):
    """Name of a peer -> compiler, its flags, those of the linker, whether it is
    a library that has the products alone."""
    clang, gcc = options.clang, options.gcc
    no_openmp = "-Wno-source-uses-openmp"
    plugin = (f"-fplugin={options.plugin} -I{options.include} -DWITH_TWOFOLD "
              f"-Rpass-missed=twofold {no_openmp}")
    polly = f"-mllvm -polly {no_openmp}"
    return {
        "serial": (clang, no_openmp, "", False),
        "twofold": (clang, plugin, f"-L{options.runtime} -ltwofold", False),
        "openmp": (clang, "-fopenmp", "-fopenmp", False),
        "gcc": (gcc, "-fopenmp", "-fopenmp", False),
        "polly": (clang, polly, "", False),
        "polly-parallel": (clang, polly + " -mllvm -polly-parallel", "-fopenmp", False),
        "openblas": (clang, "-fveclib=libmvec -fno-math-errno", "-lopenblas -lmvec", True),
        "eigen": (options.clangxx, "-fopenmp -isystem /usr/include/eigen3", "-fopenmp", True),
    }


class Ninja:
    """What ninja is told to build, in the folder `out`."""

    def __init__(self, options):
        self.options, self.out, self.known = options, options.out, set()
        self.text = [
            "rule cc\n  command = $compiler -O3 -march=" + options.march + " $flags -MMD -MF "
            "$out.d -c $in -o $out 2>$out.log || (cat $out.log; exit 1)\n"
            "  depfile = $out.d\n  deps = gcc\n  description = $out\n"
            "rule link\n  command = $compiler $in -o $out $flags -lm -s -Wl,-rpath,'$$ORIGIN/../lib' "
            "-Wl,--disable-new-dtags\n  description = $out\n"]

    def compiled(self, source, folder, compiler, flags, needs=""):
        target = f"objects/{folder}/{source}.o"
        if target not in self.known:
            self.known.add(target)
            self.text.append(f"build {target}: cc {HERE / source} | {needs}\n"
                             f"  compiler = {compiler}\n  flags = {QUIET} {flags}\n")
        return target

    def program(self, name, objects, compiler, flags, needs=""):
        self.text.append(f"build nests/bin/{name}: link {' '.join(objects)} | {needs}\n"
                         f"  compiler = {compiler}\n  flags = {flags}\n")

    def peer(self, name, kind):
        compiler, flags, link, library = peers(self.options)[name]
        kind_flag = "-DNEST_FLOAT" if kind == "float" else ""
        flags = f"{flags} {kind_flag}"
        # All peers are measured by the same code.
        worker = self.compiled("Worker.c", kind, self.options.clang, kind_flag)
        needs = self.options.plugin if name == "twofold" else ""
        library_needs = f"{self.options.runtime}/libtwofold.so" if name == "twofold" else ""
        where = f"{name}-{kind}"
        cases = self.compiled("Products.c", kind, self.options.clang, kind_flag)
        if library:
            source = "Blas.c" if name == "openblas" else "Eigen.cpp"
            objects = [worker, cases, self.compiled(source, where, compiler, flags)]
            self.program(where, objects, compiler, link)
            return
        objects = [worker, cases] + [self.compiled(source, where, compiler, flags, needs)
                                     for source in ["Textbook.c", *LOOPS]]
        self.program(where, objects, compiler, link, library_needs)
        for size in self.options.sizes:
            flag = f"{flags} -DNEST_SIZE={SIZES.index(size)}"
            objects = [worker] + [self.compiled(source, f"{where}-{size}", compiler, flag, needs)
                                  for source in POLYBENCH]
            self.program(f"{where}-{size}", objects, compiler, link, library_needs)


def libraries(folder):
    """Everything that the programs link, the C library left out."""
    found = set()
    for program in (folder / "bin").iterdir():
        answer = subprocess.run(["ldd", program], capture_output=True, text=True)
        for line in answer.stdout.splitlines():
            if " => /" in line:
                found.add(line.split(" => ")[1].split(" (")[0])
    return [path for path in found
            if pathlib.Path(path).name.split(".")[0] not in
            ("libc", "libm", "libmvec", "libdl", "libpthread", "librt", "ld-linux-x86-64")]


def parsed():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--runtime", required=True)
    parser.add_argument("--include", default=HERE.parents[2] / "runtime" / "include")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--clangxx", default="clang++-22")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--march", default="native")
    parser.add_argument("--sizes", default="small,medium,large")
    parser.add_argument("--types", default="float,double")
    parser.add_argument("--peers", default="")
    parser.add_argument("--jobs", default="")
    parser.add_argument("--compile-times", type=int, default=0)
    parser.add_argument("--archive", action="store_true")
    options = parser.parse_args()
    options.sizes, options.types = options.sizes.split(","), options.types.split(",")
    options.out = options.out.resolve()
    if not os.path.isdir(options.runtime):  # The library's file does, too.
        options.runtime = os.path.dirname(options.runtime)
    return options


def main():
    options = parsed()
    folder = options.out / "nests"
    folder.mkdir(parents=True, exist_ok=True)
    ninja = Ninja(options)
    for kind in options.types:
        for name in options.peers.split(",") if options.peers else peers(options):
            ninja.peer(name, kind)
    (options.out / "build.ninja").write_text("".join(ninja.text))
    jobs = ["-j", options.jobs] if options.jobs else []
    # What cannot be compiled is missing in the table; the rest goes on.
    done = subprocess.run(["ninja", "-C", options.out, "-k", "0", *jobs])
    shutil.rmtree(folder / "lib", ignore_errors=True)
    (folder / "lib").mkdir()
    shutil.copy(pathlib.Path(options.runtime) / "libtwofold.so.1", folder / "lib")
    for path in libraries(folder):
        if not (folder / "lib" / pathlib.Path(path).name).exists():
            shutil.copy(path, folder / "lib")
    for script in ("run.py", "report.py"):
        shutil.copy(HERE / script, folder)
    # What the plugin said of loops that do not run as they might.
    said = sorted({line for log in (options.out / "objects").glob("twofold-*/*.log")
                   for line in log.read_text().splitlines()
                   if "warning:" in line or "remark:" in line})
    (folder / "said.txt").write_text("\n".join(said).replace(f"{HERE}/", "") + "\n")
    if options.compile_times:
        times = compile_times.measured(options, options.compile_times)
        (folder / "compile.json").write_text(json.dumps(times, indent=1) + "\n")
    if options.archive:
        subprocess.run(["tar", "-C", options.out, "-czf", options.out / "nests.tar.gz", "nests"],
                       check=True)
        print(options.out / "nests.tar.gz")
    return done.returncode


sys.exit(main())
