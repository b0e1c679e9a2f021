# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program in which one OpenCL call fails: of every function, for every
kind of launch, the n-th call, until there is none. The output must be the serial
program's and the status 0, and whatever fails, no object may be lost.

usage: one_call.py SERIAL PROGRAM LAYER sample|all|DENOMINATOR
"""
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

serial, program, layer, which = sys.argv[1:5]
folder = tempfile.mkdtemp()
# One run in so many.
share = {"all": 1, "sample": 499}.get(which) or int(which)

kinds = "update sum some column stencil count find small host free".split()
modes = {
    "in place": {},
    "copies": {"TWOFOLD_ZERO_COPY": "0"},
    "waiting": {"TWOFOLD_ZERO_COPY": "0", "TWOFOLD_ASYNC": "0"},
    "eager": {"TWOFOLD_ZERO_COPY": "0", "TWOFOLD_COHERENCE": "eager"},
}
# Lost; no memory; refused; a code of the driver's own.
codes = (-5, -4, -30, -9999)
ways = [{}, {"FAIL_STICKY": "1"}, {"FAIL_DO": "1"}]
objects = "contexts queues buffers programs kernels events maps".split()

expected = {kind: subprocess.run([serial, kind], capture_output=True, text=True, check=True).stdout
            for kind in kinds}
number = 0


def start(kind, mode, settings, name):
    """Status, output, lines of stderr, and the layer's figures."""
    file = os.path.join(folder, name)
    environment = {**os.environ, "TWOFOLD_DEVICE": "cpu", "TWOFOLD_BUILD": "wait",
                   "OPENCL_LAYERS": layer, "CALLS_FILE": file, **modes[mode], **settings}
    figures = {}
    try:
        run = subprocess.run([program, kind], capture_output=True, text=True, env=environment,
                             timeout=120)
        status, output, told = run.returncode, run.stdout, run.stderr.splitlines()
    except subprocess.TimeoutExpired:
        status, output, told = "none, it hangs", "", []
    if os.path.exists(file):
        with open(file, encoding="utf-8") as lines:
            words = lines.read().split()
        figures = dict(zip(words[::2], map(int, words[1::2])))
        os.remove(file)
    return status, output, told, figures


def judge(case):
    """What is wrong with a run; empty: nothing. And whether something failed."""
    kind, mode, settings, usual, name = case
    status, output, told, figures = start(kind, mode, settings, name)
    wrong = []
    if status != 0:
        wrong.append(f"status {status}")
    if output != expected[kind]:
        wrong.append("another output")
    if len(told) > 1:
        wrong.append(f"{len(told)} lines")
    # What the driver refuses to take back stays. A few buffers are kept for the
    # next launch; how many depends on which launches there were.
    if not ("FAIL_STICKY" in settings or "FAIL_DO" in settings
            or re.search("Release|Unmap", settings["FAIL_FN"])):
        wrong += [f"{figures[each] - usual[each]} more {each}" for each in objects
                  if figures and figures[each] > usual[each] + 6 * (each == "buffers")]
    return wrong, told, bool(figures.get("failures"))


def cases():
    global number
    for kind in kinds:
        for mode in modes:
            start(kind, mode, {}, "cold")
            status, output, told, usual = start(kind, mode, {}, "usual")
            if status != 0 or output != expected[kind] or told or not usual:
                sys.exit(f"{kind}, {mode}: without a failure: {status} {output} {told}")
            for function in [name for name in usual if name.startswith("cl")]:
                for call in range(1, usual[function] + 1):
                    for code in codes:
                        for way in ways:
                            number += 1
                            if number % share == 0:
                                yield kind, mode, {"FAIL_FN": function, "FAIL_N": str(call),
                                                   "FAIL_CODE": str(code), **way}, usual, f"{number}"


done = failed = bad = 0
with ThreadPoolExecutor(2) as pool:
    waiting = []

    def look(job):
        global done, failed, bad
        case, result = job
        wrong, told, happened = result.result()
        done += 1
        failed += happened
        if wrong:
            bad += 1
            settings = " ".join(f"{name}={value}" for name, value in case[2].items())
            print(f"{case[0]}, {case[1]}, {settings}: {', '.join(wrong)}: {told}", flush=True)

    for case in cases():
        waiting.append((case, pool.submit(judge, case)))
        if len(waiting) > 16:
            look(waiting.pop(0))
    for job in waiting:
        look(job)
print(f"{done} runs, {failed} with a failure, {bad} wrong")
sys.exit(bad != 0)
