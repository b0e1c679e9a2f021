#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs LLVM's own tests of OpenMP with and without -fplugin-arg-twofold-openmp.

Takes folders of LLVM's sources with a lit.cfg, openmp/runtime/test or offload/test,
and has lit run them as they are: by `clang -fopenmp`, and with the flag, on threads.
Those of which a loop is taken run through OpenCL, too, in place and with copies.
Regions for other devices run on the host, as no code is made for others. Names each
test that passes without the flag alone, and each with a kernel that is refused. Tests
have no time limit without Debian's package python3-psutil.
"""
import glob
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from compare import COPIED, OPENCL, REFUSED, STAYS, TAKEN, THREADS, parser_of

# lit limits the time of tests where this is.
LIMITED = importlib.util.find_spec("psutil") is not None

# Where clang has its headers and libraries, what those have been built with, and the
# machine's kind of targets, which is what programs without -fopenmp-targets run on.
SITE = """
import lit.llvm
for name, value in {values!r}.items():
    setattr(config, name, value)
lit.llvm.initialize(lit_config, config)
lit_config.load_config(config, {config!r})
"""
LEFT_OUT = ("UNSUPPORTED", "EXCLUDED", "SKIPPED")
COMPILER = """#!/bin/sh
for each; do
  shift
  case $each in -fopenmp-targets=* | -nogpulib) ;; *) set -- "$@" "$each" ;; esac
done
"""
PLAIN = 'exec {clang} "$@"\n'
FLAG = """told=$(mktemp {folder}/told/XXXXXX)
echo "$*" >"$told"
{clang} --start-no-unused-arguments -fplugin={root}/plugin/twofold-22.so \\
  -fplugin-arg-twofold-openmp -Rpass=twofold -Rpass-missed=twofold -fno-caret-diagnostics \\
  -L{root}/runtime -Xarch_host \\
  -Wl,-rpath,{root}/runtime,--push-state,--no-as-needed,-ltwofold,--pop-state \\
  --end-no-unused-arguments "$@" 2>>"$told"
status=$?
sed 1d "$told" | grep -v -E ' (remark|note): ' >&2
exit $status
"""


def arguments():
    parser = parser_of(__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="for one test")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--flags", default="", help="for all tests")
    parser.add_argument("--log", help="a folder that keeps what tests have printed")
    return parser.parse_args()


class Suite:
    """A folder of tests, and what lit needs beside it in a folder of its own."""

    def __init__(self, source, options, folder):
        self.source, self.options, self.folder = os.path.abspath(source), options, folder
        os.makedirs(os.path.join(folder, "told"))

    def compilers(self, text):
        root = os.path.abspath(self.options.build)
        for name, clang in (("cc", "clang"), ("cxx", "clang++")):
            path = os.path.join(self.folder, name)
            with open(path, "w") as file:
                file.write(COMPILER + text.format(
                    clang=f"{clang}-{self.options.suffix}", root=root, folder=self.folder))
            os.chmod(path, 0o755)

    def site(self):
        llvm = f"/usr/lib/llvm-{self.options.suffix}"
        machine = os.uname().machine
        features = ["clang", f"clang-{self.options.suffix}"]
        values = dict(
            test_c_compiler=f"{self.folder}/cc", test_cxx_compiler=f"{self.folder}/cxx",
            test_fortran_compiler="", test_compiler_features=features,
            test_compiler_has_omp_h=True, test_filecheck=f"{llvm}/bin/FileCheck",
            test_not=f"{llvm}/bin/not", test_openmp_flags="-fopenmp",
            test_extra_flags=self.options.flags, libomp_obj_root=f"{self.folder}/run",
            library_dir=f"{llvm}/lib", operating_system="Linux",
            omp_header_directory=f"{llvm}/lib/clang/{self.options.suffix}/include",
            target_triple=f"{machine}-unknown-linux-gnu", hwloc_library_dir="",
            using_hwloc=False, has_ompt=True, has_ompx_taskgraph=False, has_libm=True,
            has_libatomic=True, is_standalone_build=True, has_omit_frame_pointer_flag=True,
            target_arch=machine, compiler_frontend_variant="GNU", compiler_simulate_id="",
            llvm_tools_dir=f"{llvm}/bin", bin_llvm_tools_dir=f"{llvm}/bin", cuda_path="",
            cuda_libdir="", cuda_test_arch="", amdgpu_test_arch="",
            libomptarget_obj_root=f"{self.folder}/run", llvm_library_dir=f"{llvm}/lib",
            llvm_library_intdir=f"{llvm}/lib", omp_host_rtl_directory=f"{llvm}/lib",
            llvm_lib_directory=f"{llvm}/lib",
            libomptarget_all_targets=[f"{machine}-unknown-linux-gnu"],
            libomptarget_current_target=f"{machine}-unknown-linux-gnu",
            libomptarget_filecheck=f"{llvm}/bin/FileCheck", libomptarget_not=f"{llvm}/bin/not",
            offload_device_info="false", libomptarget_debug=False, has_libomptarget_ompt=False,
            libomptarget_has_libc=False, libomptarget_test_pgo=False, offload_tblgen="false")
        os.makedirs(f"{self.folder}/site", exist_ok=True)
        with open(f"{self.folder}/site/lit.site.cfg", "w") as file:
            file.write(SITE.format(values=values, config=f"{self.source}/lit.cfg"))

    def run(self, name, settings, tests=None):
        """What lit says of tests: their names, with how they end and what they print."""
        out = f"{self.folder}/out.json"
        own = {name: each for name, each in os.environ.items() if name.startswith("TWOFOLD_")}
        variables = {"TWOFOLD_CACHE_DIR": f"{self.folder}/cache", **own, **settings}
        shutil.rmtree(f"{self.folder}/run", ignore_errors=True)
        ran = subprocess.run(
            [f"lit-{self.options.suffix}", "-q", "-j", str(self.options.jobs), "--output", out,
             *(["--timeout", str(self.options.seconds)] if LIMITED else []),
             *(f"{self.folder}/site/{test}" for test in tests or [""])],
            capture_output=True, check=False, text=True,
            env={**os.environ, "CHECK_OPENMP_ENV":
                 " ".join(f"{key}={value}" for key, value in variables.items())})
        if not os.path.exists(out):
            sys.exit(f"llvm.py: lit has no results\n{ran.stderr}")
        with open(out) as file:
            results = {t["name"].split(" :: ")[-1]: t for t in json.load(file)["tests"]}
        if self.options.log:
            os.makedirs(self.options.log, exist_ok=True)
            shutil.copy(out, f"{self.options.log}/{name}.json")
        return results

    def told(self):
        """What the compiler has told meanwhile, and the tests of which it takes a loop."""
        told, taken = "", set()
        for path in glob.glob(f"{self.folder}/told/*"):
            with open(path, errors="replace") as file:
                command, text = file.readline(), file.read()
            os.remove(path)
            told += text
            if TAKEN.search(text):
                taken.update(re.findall(re.escape(self.source) + r"/(\S+\.\w+)", command))
        return told, taken


def passing(results):
    return {name for name, test in results.items() if test["code"] == "PASS"}


WAYS = {"threads": THREADS, "OpenCL": OPENCL, "OpenCL, copied": COPIED}


def check(suite, options):
    """How many tests differ."""
    suite.site()
    suite.compilers(PLAIN)
    without = suite.run("plain", {})
    right, tried = passing(without), [t for t in without.values() if t["code"] not in LEFT_OUT]
    print(f"{suite.source}: {len(without)} tests, {len(tried)} of them for this machine, "
          f"{len(right)} pass without the flag", flush=True)
    different, taken = set(), None
    suite.compilers(FLAG)
    for way, settings in WAYS.items():
        # Without a loop that is taken, the code is the same.
        tests = None if taken is None else sorted(taken & right)
        results = suite.run(way.replace(", ", "-"), settings, tests) if tests != [] else {}
        remarks, now = suite.told()
        taken = now if taken is None else taken
        fail = (right if tests is None else set(tests)) - passing(results)
        # Tests of threads' times fail now and then on a busy machine.
        for _ in range(3):
            fail -= passing(suite.run("again", settings, sorted(fail))) if fail else set()
        refused = sorted(n for n, t in results.items() if REFUSED.search(t["output"]))
        print(f"{way}: {len(results)} run, {len(passing(results))} pass with the flag, "
              f"{len(fail)} of those that pass without do not; {len(refused)} with a kernel "
              f"that is refused; {len(TAKEN.findall(remarks))} loops taken, "
              f"{len(STAYS.findall(remarks))} directives stay", flush=True)
        for name in sorted(fail):
            print(f"{name}: {results[name]['output'][-1500:]}", flush=True)
        for name in refused:
            print(f"{name}: {REFUSED.search(results[name]['output'])[0]}", flush=True)
        different |= fail | set(refused)
    return len(different)


def main():
    options, different = arguments(), 0
    for source in options.folders:
        with tempfile.TemporaryDirectory() as folder:
            different += check(Suite(source, options, folder), options)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
