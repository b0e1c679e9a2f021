# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtime's files as one unit: one_unit.py RUNTIME-FOLDER

Prints includes of all files that its CMakeLists.txt names, in that order. The
sanitizers' builds put several files into one unit, and each file that is added
moves where they are cut.
"""
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
lists = (folder / "CMakeLists.txt").read_text()
for kind in ("core", "opencl"):
    listed = re.search(rf"add_library\(twofold_rt_{kind} OBJECT([^)]*)\)", lists)[1]
    for name in listed.split():
        print(f'#include "{folder / name}"')
