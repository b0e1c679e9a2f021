# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtime's files as one unit: one_unit.py RUNTIME-FOLDER

Prints includes of all files that the CMakeLists.txt of its folders name. The
sanitizers' builds put several files into one unit, and each file that is added
moves where they are cut.
"""
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
for kind in ("core", "opencl"):
    for lists in [folder / "CMakeLists.txt", *sorted(folder.glob("*/CMakeLists.txt"))]:
        for listed in re.findall(
            rf"(?:add_library\(twofold_rt_{kind} OBJECT|target_sources\(\s*twofold_rt_{kind}\s+PRIVATE)([^)]*)\)",
            lists.read_text(),
        ):
            for name in listed.split():
                print(f'#include "{lists.parent / name}"')
