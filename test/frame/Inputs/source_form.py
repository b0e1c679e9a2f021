# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""source_form.py ROOT: the licence line in every source, files that stay short,
unit tests with names of their own, since a build file by file links them into one
program, and nothing at the top level beside the agreed names."""
import os
import re
import sys

from sources import CODE, files, text

SPDX = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
LICENSED = CODE + (".cl", ".cmake", ".py", ".sh", ".map", "CMakeLists.txt", ".py.in", ".cmake.in")
LONGEST = 400
TOP = {"plugin", "runtime", "test", "docs", "cmake", "CMakeLists.txt", "README.md",
       "CMakePresets.json", "LICENSE", "build"}  # fmt: skip
UNIT_TEST = re.compile(r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", re.MULTILINE)
RUN_LINE = re.compile(r"(^|[^A-Za-z])RUN:")


def main(root):
    wrong, count, tests = [], 0, {}
    for path in [*files(root, "plugin", "runtime", "test", "docs", "cmake"), "CMakeLists.txt"]:
        if not path.endswith(LICENSED):
            continue
        count += 1
        content = text(root, path)
        # A lit test is data of the suite: its line numbers are what it checks.
        if SPDX not in "".join(content.splitlines(True)[:4]) and not RUN_LINE.search(content):
            wrong.append(f"{path}: no SPDX line at its head")
        lines = content.count("\n")
        if path.startswith("test/"):
            for name in map(".".join, UNIT_TEST.findall(content)):
                if path != tests.setdefault(name, path):
                    wrong.append(f"{path}: the unit test {name} is in {tests[name]}, too")
        if path.split("/")[0] in ("plugin", "runtime") and lines > LONGEST:
            wrong.append(f"{path}: {lines} lines, {LONGEST} is the longest")
    for entry in sorted(os.listdir(root)):
        if entry not in TOP and not entry.startswith(("build", ".")):
            wrong.append(f"{entry}: not one of the top level's names")
    print("\n".join(wrong) or f"{count} sources are in form")
    return 1 if wrong or not count else 0


sys.exit(main(sys.argv[1]))
