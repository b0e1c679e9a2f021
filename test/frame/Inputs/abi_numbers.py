# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""abi_numbers.py HEADER...: every number of a group of macros is used once."""

import collections
import re
import sys

groups = collections.defaultdict(dict)
for name, number in re.findall(
    r"^#define (TWOFOLD_[A-Z0-9_]+) (\d+)u\b",
    "".join(open(header).read() for header in sys.argv[1:]),
    re.M,
):
    group = re.match(r"TWOFOLD_(?:AXIS|BASE|ACCESS|RESULT|ARG|KERNEL|SITE)_", name)
    if not group:
        continue
    other = groups[group[0]].setdefault(int(number), name)
    if other != name:
        sys.exit(f"{name} and {other} are both {number}")
if len(groups) < 7:
    sys.exit(f"only {len(groups)} groups found")
