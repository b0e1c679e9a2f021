# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exports.py NM LIBRARY MAP [LIST | SOURCE]...: what the library exports.

Exactly what the map lists, the list's names, one in a line, and the functions
that a source defines by SEEN and its like.
"""
import re
import subprocess
import sys

from sources import observed

nm, library, version_map = sys.argv[1:4]
with open(version_map, encoding="utf-8") as file:
    body = re.sub(r"/\*.*?\*/|#[^\n]*", "", file.read(), flags=re.DOTALL)
listed = set()
for section in re.findall(r"global:(.*?)(?:local:|\})", body, re.DOTALL):
    listed.update(name.strip() for name in section.split(";") if name.strip())
for name_list in sys.argv[4:]:
    with open(name_list, encoding="utf-8") as file:
        text = file.read()
    if name_list.endswith(".cpp"):
        listed.update(observed(text))
    else:
        listed.update(text.split())
nodes = set(re.findall(r"(\w+)\s*\{", body))

output = subprocess.run(
    [nm, "-D", "--defined-only", "--format=posix", library],
    check=True, capture_output=True, text=True,
).stdout  # fmt: skip
exported = {line.split()[0].split("@")[0] for line in output.splitlines()} - nodes

for name in sorted(exported - listed):
    print(f"exported, not in the map: {name}")
for name in sorted(listed - exported):
    print(f"in the map, not exported: {name}")
print(f"{len(exported)} exported, {len(listed)} listed")
sys.exit(exported != listed or not exported)
