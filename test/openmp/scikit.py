#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds scikit-learn's modules that use OpenMP with one flag, and tests and times them.

SOURCE is scikit-learn's unpacked source, of the version that --python has installed.
Its modules with prange are translated by Cython once, and compiled twice: by clang
with -fopenmp, and by the same with twofold-openmp.cfg of an installed Twofold. Either
set of modules is put over a copy of the installed package, in WORK/plain and WORK/flag.

Then scikit-learn's own tests of these modules run with plain OpenMP, with the flag on
threads, and on a CPU through OpenCL, in place and with copies. No test may end
otherwise than in the plain build. --times has both fit in turn, and prints ratios.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import statistics
import subprocess
import sys

HISTOGRAMS = "ensemble/_hist_gradient_boosting/"
DISTANCES = "metrics/_pairwise_distances_reduction/"
MODULES = (["_loss/_loss", "manifold/_barnes_hut_tsne", "metrics/_pairwise_fast",
            "utils/_openmp_helpers"]
           + ["cluster/_k_means_" + m for m in ("common", "elkan", "lloyd", "minibatch")]
           + [HISTOGRAMS + m for m in ("_binning", "_gradient_boosting", "_predictor",
                                       "histogram", "splitting", "utils")]
           + [DISTANCES + m for m in ("_base", "_argkmin", "_radius_neighbors")])
TESTS = ["_loss", "ensemble/_hist_gradient_boosting", "cluster/tests/test_k_means.py",
         "manifold/tests/test_t_sne.py", "metrics/tests/test_pairwise.py",
         "metrics/tests/test_pairwise_distances_reduction.py"]
WAYS = {"plain": ("plain", {}),
        "threads": ("flag", {"TWOFOLD_DEVICE": "native"}),
        "in place": ("flag", {"TWOFOLD_DEVICE": "cpu"}),
        "copies": ("flag", {"TWOFOLD_DEVICE": "cpu", "TWOFOLD_ZERO_COPY": "0"})}
DIRECTIVES = ["language_level=3", "boundscheck=False", "wraparound=False",
              "initializedcheck=False", "nonecheck=False", "cdivision=True"]
FITS = """
import json, sys, time
import numpy as np
from sklearn.cluster import KMeans
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import pairwise_distances_argmin
r = np.random.default_rng(1)
x = r.standard_normal((100000, 20))
y = (x[:, 0] * x[:, 1] + x[:, 2] > 0).astype(int)
p = r.standard_normal((200000, 10))
def boost():
    m = HistGradientBoostingClassifier(max_iter=50, random_state=0).fit(x, y)
    return float(m.predict_proba(x).sum(axis=0)[0])
def means(algorithm):
    m = KMeans(20, n_init=1, max_iter=30, tol=0, random_state=0, algorithm=algorithm)
    return float(m.fit(p).inertia_)
def nearest():
    return int(pairwise_distances_argmin(p, p[:500]).sum())
found = {}
for name, call in (("boosting", boost), ("k-means, Lloyd", lambda: means("lloyd")),
                   ("k-means, Elkan", lambda: means("elkan")), ("argmin", nearest)):
    begin = time.perf_counter(), time.process_time()
    value = call()
    found[name] = (time.perf_counter() - begin[0], time.process_time() - begin[1], value)
print(json.dumps(found))
"""


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", metavar="SOURCE")
    parser.add_argument("work", metavar="WORK", help="folder to build in; is kept")
    parser.add_argument("--twofold", required=True, help="where Twofold is installed")
    parser.add_argument("--suffix", default="22", help="of clang's name")
    parser.add_argument("--python", default="/usr/bin/python3")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--modules", default="", help="only those that this matches")
    parser.add_argument("--ways", nargs="*", default=list(WAYS), choices=WAYS)
    parser.add_argument("--tests", nargs="*", default=TESTS, help="none: only builds")
    parser.add_argument("--times", type=int, default=0, metavar="ROUNDS")
    return parser.parse_args()


def translate(options):
    """Leaves the C of all modules in WORK/c, beside the sources they include."""
    sources = f"{options.work}/c"
    if not os.path.exists(sources):
        shutil.copytree(f"{options.source}/sklearn", f"{sources}/sklearn")
        script = ("import glob, sys\nfrom Cython import Tempita\n"
                  "for name in glob.glob(sys.argv[1] + '/**/*.tp', recursive=True):\n"
                  "    text = Tempita.sub(open(name).read())\n"
                  "    open(name[:-3], 'w').write(text)\n")
        subprocess.run([options.python, "-c", script, sources], check=True)
    options_of_cython = [f for d in DIRECTIVES for f in ("-X", d)] + [
        "-E", "SKLEARN_OPENMP_PARALLELISM_ENABLED=True"]
    for module in options.chosen:
        name = f"{sources}/sklearn/{module}"
        if not os.path.exists(written(options, module)):
            plus = ["--cplus"] if module.startswith(DISTANCES) else []
            subprocess.run([options.python, "-m", "cython", *plus, *options_of_cython,
                            name + ".pyx"], cwd=sources, check=True,
                           stderr=subprocess.DEVNULL)


def written(options, module):
    ending = ".cpp" if module.startswith(DISTANCES) else ".c"
    return f"{options.work}/c/sklearn/{module}{ending}"


def compile_module(options, module, way, headers, ending):
    source = written(options, module)
    compiler = "clang++-" if source.endswith(".cpp") else "clang-"
    flags = ["-std=c++11"] if source.endswith(".cpp") else []
    if way == "flag":
        flags += [f"--config={options.twofold}/share/twofold/twofold-openmp.cfg",
                  "-Rpass=twofold", "-Rpass-missed=twofold"]
    done = subprocess.run(
        [compiler + options.suffix, *flags, "-fopenmp", "-O2", "-DNDEBUG", "-w",
         "-shared", "-fPIC", *headers, source, "-lm", "-o",
         f"{options.work}/{way}/sklearn/{module}{ending}"],
        text=True, capture_output=True)
    with open(f"{options.work}/{way}/remarks/{module.replace('/', '.')}", "w",
              encoding="utf-8") as log:
        log.write(done.stderr)
    return "" if done.returncode == 0 else f"{module} ({way}): {done.stderr[-2000:]}"


def build(options):
    asked = subprocess.run(
        [options.python, "-c", "import json, numpy, sysconfig\n"
         "import importlib.util as u\n"
         "print(json.dumps([sysconfig.get_config_var('EXT_SUFFIX'),"
         " sysconfig.get_paths()['include'], numpy.get_include(),"
         " u.find_spec('sklearn').submodule_search_locations[0]]))"],
        check=True, text=True, stdout=subprocess.PIPE)
    ending, *headers, package = json.loads(asked.stdout)
    translate(options)
    headers = ["-I" + folder for folder in headers]
    for way in ("plain", "flag"):
        os.makedirs(f"{options.work}/{way}/remarks", exist_ok=True)
        if not os.path.exists(f"{options.work}/{way}/sklearn"):
            shutil.copytree(package, f"{options.work}/{way}/sklearn")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        failed = [f for f in pool.map(
            lambda job: compile_module(options, *job, headers, ending),
            [(m, w) for m in options.chosen for w in ("plain", "flag")]) if f]
    print(*failed, sep="\n", end="")
    return failed


def count(options):
    """Says how many loops with directives were taken, and why others were not."""
    taken, reasons = 0, {}
    for module in options.chosen:
        with open(f"{options.work}/flag/remarks/{module.replace('/', '.')}",
                  encoding="utf-8") as log:
            text = log.read()
        kernels = text.count("offloaded: OpenCL kernel")
        taken += kernels
        stays = re.findall(r"remark: (.*stays as it is.*)", text)
        for reason in stays:
            reasons[reason] = reasons.get(reason, 0) + 1
        print(f"{module:50} {kernels:3} taken, {len(stays):3} stay")
    print(f"loops taken: {taken}, that stay: {sum(reasons.values())}")
    for reason, number in sorted(reasons.items(), key=lambda r: -r[1]):
        print(f"{number:4} {reason}")


def run(options, way, command):
    folder, settings = WAYS[way]
    if folder == "flag":
        command = [f"{options.twofold}/bin/twofold", "run", *command]
    return subprocess.run(
        command, text=True, capture_output=True, cwd=f"{options.work}/{folder}",
        env={**os.environ, "PYTHONPATH": f"{options.work}/{folder}",
             "TWOFOLD_DISABLE_UPDATE": "1", **settings})


def test(options, way):
    """Gives how each test has ended."""
    folder = WAYS[way][0]
    done = run(options, way, [
        options.python, "-m", "pytest", "-q", "-rA", "--tb=short", "-p",
        "no:cacheprovider", *(f"sklearn/{t}" for t in options.tests)])
    with open(f"{options.work}/{way.replace(' ', '-')}.log", "w", encoding="utf-8") as log:
        log.write(done.stdout + done.stderr)
    ends = dict(reversed(r.split(" ", 1)) for r in re.findall(
        r"^((?:PASSED|FAILED|ERROR|XFAIL|XPASS) sklearn/\S+)", done.stdout, re.M))
    numbers = {e: list(ends.values()).count(e) for e in sorted(set(ends.values()))}
    print(f"{way} ({folder}): {numbers}, status {done.returncode}", flush=True)
    return ends, done.returncode


def compare(options):
    wrong = 0
    base, status = test(options, "plain")
    for way in options.ways:
        if way == "plain":
            continue
        ends, other = test(options, way)
        differ = sorted(t for t in base.keys() | ends.keys() if base.get(t) != ends.get(t))
        for name in differ:
            print(f"  {name}: {ends.get(name)}, plain {base.get(name)}")
        wrong += len(differ) + (other != status)
    return wrong


def times(options):
    found = {"plain": [], "threads": []}
    for _ in range(options.times):
        for way, all_of_it in found.items():
            done = run(options, way, [options.python, "-c", FITS])
            if done.returncode:
                print(done.stderr[-2000:])
                return 1
            all_of_it.append(json.loads(done.stdout.splitlines()[-1]))
    for name in found["plain"][0]:
        pairs = [(p[name], t[name]) for p, t in zip(found["plain"], found["threads"])]
        differ = max(abs(t[2] - p[2]) / abs(p[2]) for p, t in pairs)
        for what, k in (("time", 0), ("processors' time", 1)):
            ratios = [t[k] / p[k] for p, t in pairs]
            print(f"{name:16} {what:16} plain {statistics.median(p[k] for p, _ in pairs):7.3f}"
                  f" s, flag {statistics.median(t[k] for _, t in pairs):7.3f} s, ratios "
                  f"{min(ratios):.2f} {statistics.median(ratios):.2f} {max(ratios):.2f}")
        print(f"{name:16} results differ by {differ:.1e}")
    return 0


def main():
    options = arguments()
    for name in ("source", "work", "twofold"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    options.chosen = [m for m in MODULES if re.search(options.modules, m)]
    os.makedirs(options.work, exist_ok=True)
    if build(options):
        return 1
    count(options)
    wrong = compare(options) if options.tests else 0
    wrong += times(options) if options.times else 0
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
