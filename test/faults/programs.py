# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that are built and run in a folder that goes away."""
import argparse
import collections
import os
import pathlib
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
RUNTIME = HERE.parents[1] / "runtime"


def options_of(usage):
    parser = argparse.ArgumentParser(usage=usage)
    parser.add_argument("--share", type=int)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parents[1] / "build/whole")
    parser.add_argument("--clang", default="clang-22")
    return parser


class Programs:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="twofold-faults-"))
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("TWOFOLD_")}
        if linker := os.environ.get("E2E_LINKER"):  # a fast one, for kernels
            self.environment["COMPILER_PATH"] = linker
        if small := os.environ.get("E2E_SMALL_POCL"):
            self.environment["OCL_ICD_VENDORS"] = small
        self.environment["POCL_CACHE_DIR"] = str(self.cache("pocl"))

    def compile(self, name, source, *arguments):
        path = self.folder / name
        subprocess.run([self.options.clang, *map(str, arguments), str(HERE / "Inputs" / source),
                        "-o", str(path)], check=True)
        return path

    def compile_loops(self, name, source, *arguments):
        """With the plugin and the runtime."""
        build = self.options.build
        plugin = next((build / "plugin").glob("twofold-*.so"))
        return self.compile(name, source, "-O2", "-w", "-DWITH_TWOFOLD", f"-fplugin={plugin}",
                            f"-I{RUNTIME / 'include'}", f"-L{build / 'runtime'}", "-ltwofold",
                            f"-Wl,-rpath,{build / 'runtime'}", *arguments)

    def cache(self, name):
        path = self.folder / "caches" / name
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        return path

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def judge_all(programs, judge, cases):
    """Runs judge(case) for each, which gives what is wrong, whether the fault was met,
    and a name. The status of the whole."""
    found = collections.Counter()
    try:
        with ThreadPoolExecutor(programs.options.jobs) as pool:
            for wrong, met, name in pool.map(judge, cases):
                found["runs"] += 1
                found["with a fault"] += met
                found["wrong"] += bool(wrong)
                if wrong:
                    print(f"{name}: {'; '.join(wrong)}", flush=True)
    finally:
        programs.remove()
    print(", ".join(f"{found[each]} {each}" for each in ("runs", "with a fault", "wrong")))
    return int(found["wrong"] != 0)
