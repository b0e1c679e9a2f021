# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""close.py ULP EXPECTED ACTUAL: are two outputs equal, numbers that %a printed
up to ULP units in the last place of a float (24 bits, names that start with
`f_`) or of a double (53 bits, all others)?"""

import math
import re
import sys

limit, expected, actual = int(sys.argv[1]), *map(open, sys.argv[2:4])
number = re.compile(r"-?0x[0-9a-f.]+p[+-]\d+|-?inf|-?nan")


def apart(left, right, bits):
    if math.isnan(left) or math.isnan(right):
        return 0 if math.isnan(left) and math.isnan(right) else math.inf
    if left == right:
        return 0
    if math.isinf(left) or math.isinf(right):
        return math.inf
    exponent = math.frexp(left)[1] if left else -1021
    return abs(left - right) / math.ldexp(1.0, exponent - bits)


lines, others = expected.read().splitlines(), actual.read().splitlines()
if len(lines) != len(others):
    sys.exit(f"{len(lines)} lines expected, {len(others)} printed")
for row, (line, other) in enumerate(zip(lines, others), 1):
    if number.sub("#", line) != number.sub("#", other):
        sys.exit(f"line {row} differs in more than numbers")
    bits = 24 if line.startswith("f_") else 53
    for left, right in zip(number.findall(line), number.findall(other)):
        distance = apart(*(float.fromhex(x) for x in (left, right)), bits)
        if distance > limit:
            sys.exit(f"line {row}: {left} and {right} are {distance:g} ulp apart")
