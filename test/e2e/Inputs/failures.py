# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program whose device fails after the k-th call, for many k and in
several ways. The output must be the serial program's, the status 0, and one
line must tell of the failure.

usage: failures.py SERIAL PROGRAM LAYER [all|FIRST:END:STEP]
"""
import os
import subprocess
import sys
import tempfile

serial, program, layer = sys.argv[1:4]
which = sys.argv[4] if len(sys.argv) > 4 else "sample"
expected = subprocess.run([serial], capture_output=True, text=True, check=True).stdout
folder = tempfile.mkdtemp()
report = os.path.join(folder, "report")

modes = {
    "eager": {"TWOFOLD_COHERENCE": "eager"},
    "lazy": {"TWOFOLD_COHERENCE": "lazy", "TWOFOLD_ZERO_COPY": "0"},
    "waiting": {"TWOFOLD_COHERENCE": "lazy", "TWOFOLD_ZERO_COPY": "0", "TWOFOLD_ASYNC": "0"},
    "copying": {"TWOFOLD_COHERENCE": "eager", "TWOFOLD_ZERO_COPY": "0"},
}
CREATING = "clCreateBuffer,clCreateCommandQueue"
COMMANDS = ("clEnqueueWriteBuffer,clEnqueueReadBuffer,clEnqueueCopyBuffer,"
            "clEnqueueNDRangeKernel")
WAITING = "clFinish,clWaitForEvents"
# The kind of the faults, their code, and which of the calls go well.
WAYS = {
    # Every call says that there is no such device.
    "lost": ("lost", -2, ""),
    # Nothing can be allocated or enqueued, for want of memory.
    "memory": ("refused", -4, f"{WAITING},clFlush"),
    # Commands are refused.
    "resources": ("refused", -5, f"{CREATING},{WAITING},clFlush"),
    # Commands end with an error.
    "event": ("broken", -5, f"{CREATING},clFlush"),
    # Commands are carried out, and waiting for them is an error.
    "finish": ("done", -5, f"{CREATING},{COMMANDS},clFlush"),
}
ways = list(WAYS)


def runs():
    if which == "sample":
        yield "lazy", "lost", 10**9
        for number, after in enumerate((0, 3, 12, 40, 77, 131, 200, 333, 600, 900)):
            yield "lazy", ways[number % 5], after
            if number % 3 == 0:
                yield "eager", ways[(number + 2) % 5], after
        return
    # The first run builds the kernels, and does not fail.
    yield "lazy", "lost", 10**9
    first, end, step = (0, 201, 1) if which == "all" else map(int, which.split(":"))
    for mode in modes:
        for how in ways:
            for after in range(first, end, step):
                yield mode, how, after


bad = done = failed = repeated = 0
for mode, how, after in runs():
    if os.path.exists(report):
        os.remove(report)
    kind, code, spared = WAYS[how]
    environment = {**os.environ, **modes[mode], "TWOFOLD_DEVICE": "cpu",
                   "TWOFOLD_BUILD": "wait", "OPENCL_LAYERS": layer, "FAULT_REPORT": report,
                   "FAULT_CALL": f"{CREATING},{COMMANDS},{WAITING},clFlush", "FAULT_REST": "1",
                   "FAULT_NUMBER": str(after + 1), "FAULT_KIND": kind, "FAULT_CODE": str(code),
                   "FAULT_SPARED": spared}
    try:
        run = subprocess.run([program], capture_output=True, text=True,
                             env=environment, timeout=600)
        status, output, told = run.returncode, run.stdout, run.stderr.splitlines()
    except subprocess.TimeoutExpired:
        status, output, told = "none, it hangs", "", []
    done += 1
    happened = os.path.exists(report)
    failed += happened
    repeated += any("natively" in line for line in told)
    wrong = []
    if status != 0:
        wrong.append(f"status {status}")
    if output != expected:
        wrong.append("another output")
    # A device without memory is tried again before it is given up.
    if len(told) != happened and not (how == "memory" and not told):
        wrong.append(f"{len(told)} lines")
    if wrong:
        bad += 1
        print(f"{mode}, {how} after {after}: {', '.join(wrong)}: {told}")
print(f"{done} runs, {failed} with a failure, {repeated} with launches repeated, {bad} wrong")
sys.exit(bad != 0)
