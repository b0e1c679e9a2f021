# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""include_direction.py ROOT: prints every include that points the wrong way.

The plugin and the runtime share twofold/abi.h and nothing else; the files that
weigh devices know none; OpenCL's headers belong to opencl/. rooms.py holds the
order of the folders.
"""
import os
import re
import sys

from sources import CODE, files, includes

PURE = ("DeviceCosts", "SiteModel", "Placement", "Chooser")
DEVICE = "runtime/device/Device.h"


def resolve(root, path, target):
    """The project's file that an include names, or None for a foreign one."""
    for base in (os.path.dirname(path), "plugin", "runtime", "runtime/include", ""):
        candidate = os.path.normpath(os.path.join(base, target))
        if os.path.isfile(os.path.join(root, candidate)):
            return candidate
    return None


def verdict(path, target, file):
    """Why this include is wrong, or None."""
    inside = path.split("/")[0]
    if inside == "plugin" and file and file.startswith("runtime/"):
        if file != "runtime/include/twofold/abi.h":
            return "the plugin knows of the runtime only twofold/abi.h"
    if inside == "runtime":
        if file and file.startswith("plugin/"):
            return "the runtime knows nothing of the plugin"
        if re.match(r"(clang|llvm)(-c)?/", target):
            return "the runtime links no LLVM"
        if target.startswith("CL/") and not path.startswith("runtime/opencl/"):
            return "OpenCL's headers belong to runtime/opencl/"
        if path.startswith("runtime/include/") and file:
            if not file.startswith("runtime/include/"):
                return "installed headers include only installed headers"
    return None


def reaches(graph, start, goal):
    seen, queue = set(), [start]
    while queue:
        path = queue.pop()
        if path == goal:
            return True
        if path not in seen:
            seen.add(path)
            queue += graph.get(path, [])
    return False


def main(root):
    wrong, graph = [], {}
    for path in files(root, "plugin", "runtime"):
        if not path.endswith(CODE):
            continue
        for _, target in includes(root, path):
            file = resolve(root, path, target)
            why = verdict(path, target, file)
            if why:
                wrong.append(f"{path}: includes {target}: {why}")
            if file:
                graph.setdefault(path, []).append(file)
    for path in list(graph):
        if os.path.splitext(os.path.basename(path))[0] in PURE:
            if path.startswith("runtime/") and reaches(graph, path, DEVICE):
                wrong.append(f"{path}: reaches Device.h: it is tested without a device")
    print("\n".join(wrong) or f"{len(graph)} files point the right way")
    return 1 if wrong or not graph else 0


sys.exit(main(sys.argv[1]))
