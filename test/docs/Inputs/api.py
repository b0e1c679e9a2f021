# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""api.py ROOT SITE: prints each function, struct and class of the headers that programs
include which the site's page on them does not describe."""
import re
import sys
from pathlib import Path

root, site = Path(sys.argv[1]), Path(sys.argv[2])
include = root / "runtime/include/twofold"
page = (site / "use/api.html").read_text()
described = set(re.findall(r'id="(?:_CPPv4\w*?|c\.)([A-Za-z_0-9.]+)"', page))
header = re.sub(r"/\*.*?\*/", "", (include / "twofold.h").read_text(), flags=re.S)
header = header[header.index('extern "C"'):]
names = set(re.findall(r"\b(twofold_\w+)\(", header)) | set(
    re.findall(r"^struct (\w+) {", header, re.M))
names.discard("twofold_slice_without_plugin")
assert len(names) > 20
missing = sorted(name for name in names if name not in described)
classes = ["array", "pinned", "bounds_error", "error_scope", "slice"]
missing += [name for name in classes
            if not re.search(rf'id="_CPPv4\S*N7twofold{len(name)}{name}E"', page)]
print("\n".join(missing))
sys.exit(bool(missing))
