# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program where an OpenCL driver dies or hangs when it is opened.

usage: drivers.py SERIAL PROGRAM BAD_DRIVER TOOL LAYER
"""
import os
import signal
import subprocess
import sys
import tempfile
import time

serial, program, bad, tool, layer = sys.argv[1:]
expected = subprocess.run([serial], capture_output=True, text=True, check=True).stdout
folder = tempfile.mkdtemp()
alone, beside = os.path.join(folder, "alone"), os.path.join(folder, "beside")
for vendors in (alone, beside):
    os.mkdir(vendors)
    with open(os.path.join(vendors, "bad.icd"), "w", encoding="utf-8") as icd:
        icd.write(bad + "\n")
installed = os.environ.get("OCL_ICD_VENDORS") or "/etc/OpenCL/vendors"
for name in os.listdir(installed):
    os.symlink(os.path.join(installed, name), os.path.join(beside, name))
wrong = 0


def environment(vendors, how, **more):
    return {**os.environ, "OCL_ICD_VENDORS": vendors, "BAD_DRIVER": how, "TWOFOLD_DEVICE": "cpu",
            "XDG_CACHE_HOME": os.path.join(folder, "cache"), **more}


def check(what, true):
    global wrong
    if not true:
        wrong += 1
        print(what)


def told(run):
    """What is said of drivers: a device is asked for, and may not be there."""
    return [line for line in run.stderr.splitlines() if "asks for a device" not in line]


for vendors in (alone, beside):
    for how in ("abort", "exit", "fault", "close", "alarm", "late"):
        offload = "mandatory" if vendors == beside else "default"
        for number in range(3):
            run = subprocess.run([program], capture_output=True, text=True, timeout=100,
                                 env=environment(vendors, how, TWOFOLD_OFFLOAD=offload))
            lines = told(run)
            what = f"{os.path.basename(vendors)}, {how}, {number}: {run}"
            output = run.stdout
            if vendors == beside:  # PoCL starts a linker
                output = output.split(",")[0] + expected[expected.index(","):]
            check(what, run.returncode == 0 and output == expected and len(lines) == 1
                  and "bad.icd is not used" in lines[0]
                  and ("--again" in lines[0]) == (number > 0))
    # The driver is as good as any without the variable.
    run = subprocess.run([program], capture_output=True, text=True, timeout=100,
                         env=environment(vendors, "none"))
    check(f"none: {run}", run.returncode == 0 and not told(run))

# The last verdict is remembered until somebody asks for another.
environment_bad = environment(beside, "late")
for number in range(2):
    subprocess.run([program], capture_output=True, timeout=100, env=environment_bad)
run = subprocess.run([tool, "info"], capture_output=True, text=True, timeout=100,
                     env=environment_bad)
check(f"info: {run}", run.returncode == 0 and "--again" in run.stdout)
run = subprocess.run([tool, "info", "--again"], capture_output=True, text=True, timeout=100,
                     env=environment_bad)
check(f"info --again: {run}", run.returncode == 0 and "--again" not in run.stdout
      and "not used: " in run.stdout)

# Nobody waits for a driver that hangs, if he does not want to.
for number in (signal.SIGTERM, signal.SIGINT):
    waiting = subprocess.Popen([program], env=environment(alone, "hang"), stdout=subprocess.DEVNULL,
                               preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
    time.sleep(0.5)
    waiting.send_signal(number)
    check(f"signal {number}", waiting.wait(100) == -number)
# Nor in the middle of the program, in an access to what a device has, or in a
# loop's call. It handles another signal. That the driver can be opened is known from
# a run in which nothing hangs.
reading = environment(installed, "none", OPENCL_LAYERS=layer, TWOFOLD_ZERO_COPY="0",
                      TWOFOLD_BUILD="wait")
run = subprocess.run([program], capture_output=True, text=True, timeout=100, env=reading)
check(f"reading: {run}", run.stdout == expected and not run.stderr)
for number, coherence in ((signal.SIGTERM, "lazy"), (signal.SIGINT, "lazy"),
                          (signal.SIGTERM, "eager")):
    report = os.path.join(folder, f"reads-{number}-{coherence}")
    waiting = subprocess.Popen(
        [program], stdout=subprocess.DEVNULL,
        env={**reading, "FAULT_CALL": "clEnqueueReadBuffer", "FAULT_KIND": "hang",
             "FAULT_REPORT": report, "TWOFOLD_COHERENCE": coherence},
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
    while not os.path.exists(report) and waiting.poll() is None:
        time.sleep(0.1)
    time.sleep(0.5)
    waiting.send_signal(number)
    try:
        ended = waiting.wait(60)
    except subprocess.TimeoutExpired:
        waiting.kill()
        ended = waiting.wait()
    check(f"signal {number} while a driver hangs: {ended}", ended == -number)
run = subprocess.run([program], capture_output=True, text=True, timeout=100,
                     env={**environment(alone, "hang"), "TWOFOLD_DEVICE": "gpu",
                          "TWOFOLD_OFFLOAD": "disabled"})
check(f"disabled: {run}", run.stdout == expected and not run.stderr)
print(f"{wrong} wrong")
sys.exit(wrong != 0)
