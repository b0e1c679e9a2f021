# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""observed_calls.py OBSERVE TESTS: what is observed and no test's program calls.

Those that are not looked for tell of memory that goes, or of handlers; the
runtime's unit tests call them.
"""
import glob
import os
import re
import sys

from sources import observed

observe, tests = sys.argv[1:3]
names = set()
for source in glob.glob(os.path.join(observe, "*.cpp")):
    with open(source, encoding="utf-8") as file:
        names.update(observed(file.read()))
with open(os.path.join(observe, "functions.txt"), encoding="utf-8") as file:
    names.update(file.read().split())
names -= set("""aligned_alloc calloc free madvise malloc memalign mmap mmap64 mprotect
    mremap munmap posix_memalign pthread_attr_setsigmask_np pvalloc realloc
    reallocarray signal valloc""".split())

called = set()
for program in glob.glob(os.path.join(tests, "calls-*.c")):
    with open(program, encoding="utf-8") as file:
        called.update(re.findall(r"\b\w+\b", file.read().split("#ifndef LOOPS")[1]))
for name in sorted(names - called):
    print(name, "is not called")
print(len(names), "functions")
sys.exit(names > called)
