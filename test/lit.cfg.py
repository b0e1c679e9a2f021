# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The lit suite: plugin/ (generated code, diagnostics), e2e/ (programs),
# conformance/ (a program a rule), fuzz/ (random programs), faults/ (drivers that
# fail), openmp/ (OpenMP programs), cython/, docs/ (code on pages), frame/.
import atexit
import os
import shutil
import subprocess
import sys
import tempfile

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "Twofold"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Inputs", "runtime", "bench", "consumer", "unit", "bundle", "fresh", "mutation",
                   "warm", "Parsers.cpp", "Texts.cpp"]
config.test_source_root = os.path.dirname(__file__)
sys.path.insert(0, os.path.join(config.test_source_root, "warm"))
import compilers
# What all tests use of a driver is made once, also where several runs of lit go on
# at a time, each with a folder of its own for what tests write.
drivers = os.path.join(config.test_exec_root, "pocl")
os.makedirs(drivers, exist_ok=True)
config.test_exec_root = os.environ.get("TWOFOLD_TEST_ROOT", config.test_exec_root)

# Kernel caches belong to one run: a damaged entry in a driver's cache can abort
# the process, and tests must not see each other's past.
cache = tempfile.mkdtemp(prefix="twofold-lit-")
main_process = os.getpid()
atexit.register(
    lambda: os.getpid() == main_process and shutil.rmtree(cache, ignore_errors=True)
)
for variable in ("POCL_CACHE_DIR", "XDG_CACHE_HOME", "CUDA_CACHE_PATH"):
    config.environment[variable] = os.path.join(cache, variable.lower())
    os.mkdir(config.environment[variable])
for variable in ("OCL_ICD_VENDORS", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE", "MUTANT",
                 "MUTANTS_ENTERED"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

# A compiler that has started already, for the scripts, and for %clang where a folder's
# lit.local.cfg takes it.
servers, (warm_clang, warm_clangxx) = compilers.start(
    os.path.join(cache, "compilers"), [config.clang, config.clangxx], config.plugin_file)
atexit.register(lambda: servers) # they end when their standard inputs are closed
config.warm_compilers = {r"%clang\b": warm_clang, r"%clangxx\b": warm_clangxx}

# Threads that wait for work leave the cores to other tests.
config.environment["OMP_WAIT_POLICY"] = "passive"

runtime_dir = os.path.dirname(config.runtime_file)
include_dir = os.path.join(config.source_root, "runtime", "include")
config.substitutions += [
    (r"%clangxx\b", config.clangxx),
    (r"%clang\b", config.clang),
    (r"%cmake\b", config.cmake),
    (r"%python\b", sys.executable),
    (r"%plugin_file\b", config.plugin_file),
    (r"%plugin\b", "-fplugin=" + config.plugin_file),
    (r"%runtime_file\b", config.runtime_file),
    (r"%twofold_tool\b", os.path.join(config.build_root, "bin", "twofold")),
    (r"%runtime_flags\b", f"-L{runtime_dir} -ltwofold -Wl,-rpath,{runtime_dir}"),
    (r"%include\b", "-I" + include_dir),
    (r"%source_root\b", config.source_root),
    (r"%build_root\b", config.build_root),
    (r"%llvm_tools\b", config.llvm_tools_dir),
    (r"%private_programs\b", os.environ.get("TWOFOLD_PRIVATE_PROGRAMS", "3")),
    (r"%failures\b", os.environ.get("TWOFOLD_FAILURES", "sample")),
    (r"%exits\b", os.environ.get("TWOFOLD_EXITS", "sample")),
]
# One RUN line a program: see e2e/Inputs/e2e.sh.
e2e = os.path.join(config.test_source_root, "e2e", "Inputs", "e2e.sh")
config.substitutions.append((r"%e2e\b", "sh " + e2e))
openmp = os.path.join(config.test_source_root, "openmp", "Inputs", "openmp.sh")
config.substitutions.append((r"%openmp\b", "sh " + openmp))
conform = os.path.join(config.test_source_root, "conformance", "Inputs", "conform.sh")
config.substitutions.append((r"%conform\b", "sh " + conform))
config.environment.update(
    E2E_PYTHON=sys.executable,
    E2E_CLANG=warm_clang, E2E_CLANGXX=warm_clangxx,
    E2E_PLUGIN=config.plugin_file, E2E_RUNTIME=runtime_dir, E2E_INCLUDE=include_dir,
)
# Of two linkers the one that takes a third of the other's time, for programs and
# for PoCL, which links each kernel.
config.quick_linker = {} # for a folder's lit.local.cfg
if gold := shutil.which("ld.gold"):
    config.environment["E2E_LINKER"] = os.path.join(cache, "linker")
    os.mkdir(config.environment["E2E_LINKER"])
    linker = os.path.join(config.environment["E2E_LINKER"], "ld")
    if subprocess.run([config.clang, "-O1", "-static", f'-DLINKER="{gold}"', "-o", linker,
                       os.path.join(config.test_source_root, "warm", "Linker.c")],
                      capture_output=True).returncode != 0:
        os.symlink(gold, linker)
    config.quick_linker["COMPILER_PATH"] = config.environment["E2E_LINKER"]
# Serial programs of conformance/ with slices and algorithms take a third of the time
# with their header compiled ahead. The compiler tells whether it is still that header.
headers = os.path.join(drivers, "twofold.pch")
command = [config.clangxx, "-O0", "-std=c++17", "-I" + include_dir]
fresh = f"{headers}-{os.getpid()}"
if subprocess.run([*command, "-include-pch", headers, "-fsyntax-only", "-x", "c++", os.devnull],
                  capture_output=True).returncode == 0:
    config.environment["E2E_HEADERS"] = headers
elif subprocess.run([*command, "-x", "c++-header", "-o", fresh,
                     os.path.join(include_dir, "twofold", "twofold.hpp")]).returncode == 0:
    os.replace(fresh, headers)
    config.environment["E2E_HEADERS"] = headers
# Those with the plugin, too, whose objects are the same. The plugin may have changed.
with_plugin = os.path.join(cache, "plugin.pch")
if subprocess.run([config.clangxx, "-O1", "-std=c++17", "-I" + include_dir,
                   "-fplugin=" + config.plugin_file, "-DWITH_PLUGIN", "-x", "c++-header", "-o",
                   with_plugin, os.path.join(include_dir, "twofold", "twofold.hpp")]).returncode == 0:
    config.environment["E2E_PLUGIN_HEADERS"] = with_plugin
# Those of random programs, once for all that are built in one way.
config.environment["E2E_AHEAD"] = os.path.join(cache, "ahead")
os.mkdir(config.environment["E2E_AHEAD"])
fuzz = os.path.join(config.test_source_root, "fuzz")
for name in ("campaign", "identity", "annotations", "foreign", "record"):
    config.substitutions.append((rf"%{name}\b", f"{sys.executable} {fuzz}/{name} --jobs 1"
        f" --build {config.build_root} --clang {warm_clang} --clangxx {warm_clangxx}"))
config.substitutions.append(
    (r"%parsers\b", f"{sys.executable} {fuzz}/parsers --build {config.build_root}"))
faults = os.path.join(config.test_source_root, "faults")
for name, file in {"faults": "campaign", "files": "files", "forks": "forks",
                   "memory": "memory"}.items():
    config.substitutions.append((rf"%{name}\b", f"{sys.executable} {faults}/{file} --jobs 2"
        f" --build {config.build_root} --clang {warm_clang}"))
llvm_config.add_tool_substitutions(
    ["not", "split-file", "count", ToolSubst("%FileCheck", "FileCheck"), "FileCheck"],
    [config.llvm_tools_dir],
)

# In a process of its own: a broken driver must cost a feature, not the run.
probe = """import ctypes
cl, n = ctypes.CDLL("libOpenCL.so.1"), ctypes.c_uint()
ids = (ctypes.c_void_p * 16)()
assert cl.clGetPlatformIDs(16, ids, ctypes.byref(n)) == 0
cpu = ctypes.c_ulong(2)
assert any(cl.clGetDeviceIDs(ctypes.c_void_p(p), cpu, 0, None, ctypes.byref(n)) == 0
           for p in ids[:n.value])"""
environment = {**os.environ, **config.environment}
answer = subprocess.run([sys.executable, "-c", probe], env=environment, capture_output=True)
if answer.returncode == 0:
    config.available_features.add("pocl")
    config.environment["E2E_POCL"] = "1"
    small = subprocess.run(
        [sys.executable, os.path.join(config.test_source_root, "small_pocl.py"),
         drivers],
        env=environment, capture_output=True, text=True)
    if small.returncode == 0:
        config.environment["E2E_SMALL_POCL"] = small.stdout.strip()
for tool in ("oclgrind", "csmith", "ccache", "pkg-config", "gdb", "gcc", "meson"):
    if tool == "csmith" and not os.path.exists("/usr/include/csmith/csmith.h"):
        continue  # the generator without the header of its programs
    if shutil.which(tool):
        config.available_features.add(tool)
if shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps"):
    config.available_features.add("debian")
if os.path.exists(os.path.join(config.build_root, "test/fuzz/twofold_fuzz_slices")):
    config.available_features.add("fuzzers")
for tool in ("clang-tidy", "clangd"):
    if os.path.exists(os.path.join(config.llvm_tools_dir, tool)):
        config.available_features.add(tool)
if os.path.exists(os.path.join(config.llvm_tools_dir, "../include/c++/v1/vector")):
    config.available_features.add("libcxx")
# Debian's Python has Debian's Cython; lit's own may be another one.
for python in (sys.executable, "/usr/bin/python3"):
    asked = ("import importlib.util, os, sysconfig; "
             "assert all(map(importlib.util.find_spec, ['Cython', 'numpy'])); "
             "open(os.path.join(sysconfig.get_paths()['include'], 'Python.h'))")
    if (os.path.exists(python) and
            subprocess.run([python, "-c", asked], capture_output=True).returncode == 0):
        config.available_features.add("cython")
        config.substitutions.append((r"%cython_python\b", python))
        break
for python in (sys.executable, "/usr/bin/python3"):
    asked = [python, "-c", "import importlib.util; assert all(map(importlib.util.find_spec, "
             "['sphinx', 'myst_parser', 'furo', 'breathe']))"]
    if (os.path.exists(python) and shutil.which("doxygen") and
            subprocess.run(asked, capture_output=True).returncode == 0):
        config.available_features.add("sphinx")
        config.substitutions.append((r"%sphinx\b", f"{python} -m sphinx"))
        break
if chromium := shutil.which("chromium"):
    config.available_features.add("chromium")
    config.substitutions.append((r"%chromium\b", chromium))
# Root can start programs as another user, with rights that this one does not have. Where
# lines are counted (test/coverage), such a program cannot open its counts, and differs.
if (os.geteuid() == 0 and "LLVM_PROFILE_FILE" not in os.environ
        and not os.statvfs(config.test_exec_root).f_flag & os.ST_NOSUID
        and "NoNewPrivs:\t0" in open("/proc/self/status").read()
        and subprocess.run(["test", "-r", config.runtime_file], user=65534, group=65534,
                           extra_groups=[]).returncode == 0):
    config.available_features.add("set-uid")
if os.environ.get("TWOFOLD_HUGE"):
    config.available_features.add("huge")
if os.access("/dev/shm", os.W_OK):
    config.available_features.add("shared-memory")
if "oclgrind" in config.available_features:
    config.environment["E2E_OCLGRIND"] = os.path.join(cache, "oclgrind")
    os.mkdir(config.environment["E2E_OCLGRIND"])
    with open(os.path.join(cache, "oclgrind", "oclgrind.icd"), "w") as icd:
        icd.write("/usr/lib/oclgrind/liboclgrind-rt-icd.so\n")
