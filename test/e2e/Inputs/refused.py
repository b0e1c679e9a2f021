#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""refused.py REFUSED OPENMP PROGRAM FOLDER [CALL...]

Runs the program where one system call after the other is refused, by EPERM and by
ENOSYS, natively and on a device, there with empty caches and with full ones: it must
end well and print what the same program with OpenMP prints, unless that one does not
end well there either. CALLs are the names of those to try; none: all.
"""
import collections
import os
import pathlib
import shutil
import subprocess
import sys

# What a program with threads, a cache and drivers asks for, beyond what every
# program needs to begin. clone3 has a successor: clone.
NUMBERS = {
    "process_vm_readv": 310, "sched_setaffinity": 203, "sched_getaffinity": 204, "sysinfo": 99,
    "ftruncate": 77, "getrandom": 318, "memfd_create": 319, "execveat": 322, "close_range": 436,
    "pipe2": 293, "setsid": 112, "prctl": 157, "clone3": 435, "wait4": 61, "renameat": 264,
    "unlinkat": 263, "mremap": 25, "madvise": 28, "getitimer": 36, "rt_sigpending": 127,
    "sigaltstack": 131, "mkdir": 83, "mkdirat": 258, "fcntl": 72, "prlimit64": 302,
    "getdents64": 217, "readlink": 89, "getcwd": 79, "rename": 82, "chmod": 90, "umask": 95,
    "faccessat2": 439, "unlink": 87, "uname": 63, "gettid": 186, "fdatasync": 75, "poll": 7,
    "getrusage": 98, "lseek": 8, "access": 21, "geteuid": 107, "ioctl": 16, "utimensat": 280,
    "sched_yield": 24, "set_robust_list": 273, "membarrier": 324, "userfaultfd": 323,
    "rt_sigtimedwait": 128, "flock": 73, "tgkill": 234, "dup3": 292,
}
ERRORS = {"EPERM": 1, "ENOSYS": 38}


def run(command, environment):
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              env=environment, timeout=100)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return "none, it hangs", "", ""


def main():
    refused, openmp, program, folder, *some = sys.argv[1:]
    folder = pathlib.Path(folder)
    wrong = collections.Counter()
    runs = 0
    alike = []
    pocl = {"POCL_WORK_GROUP_SPECIALIZATION": "0", "POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable"}
    if small := os.environ.get("E2E_SMALL_POCL"):
        pocl["OCL_ICD_VENDORS"] = small
    right = run([openmp], os.environ)[:2]
    for name, number in NUMBERS.items():
        if some and name not in some:
            continue
        for error, code in ERRORS.items():
            under = [refused, str(number), str(code)]
            alone = run(under + [openmp], os.environ)[:2]
            if alone[0] == 77:
                print("no filters here")
                return 0
            if alone != right:
                alike.append(f"{name} {error}")
                continue
            for device in ["native", "cpu"]:
                for cache in ("full", "empty"):
                    if device == "native" and cache == "empty":
                        continue
                    caches = folder / f"{device}-{cache}"
                    if cache == "empty":
                        shutil.rmtree(caches, ignore_errors=True)
                    (caches / "pocl").mkdir(parents=True, exist_ok=True)
                    environment = {**os.environ, **pocl, "TWOFOLD_DEVICE": device,
                                   "TWOFOLD_BUILD": "wait", "XDG_CACHE_HOME": str(caches),
                                   "POCL_CACHE_DIR": str(caches / "pocl"),
                                   "TWOFOLD_ZERO_COPY": "0"}
                    status, output, told = run(under + [program], environment)
                    runs += 1
                    if (status, output) != right:
                        wrong[name] += 1
                        print(f"{name} {error} on {device}, cache {cache}: status {status}, "
                              f"{'right' if output == right[1] else 'wrong'} output: "
                              f"{told[-300:]}", flush=True)
    print("OpenMP's library alone ends there:", ", ".join(alike) or "never")
    print(f"{runs} runs, {sum(wrong.values())} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
