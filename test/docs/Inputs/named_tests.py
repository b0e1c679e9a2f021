# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""named_tests.py ROOT: prints each test that security.md, reliability.md, features.md or
neighbours.md names and that is not there."""
import re
import sys
from pathlib import Path


def missing(root):
    pages = [(root / "docs/use" / name).read_text() for name in ("security.md", "reliability.md")]
    # Of the page on reliability its table; elsewhere it tells of more than these tests.
    page = "\n".join(pages[:1] + re.findall(r"^\|.*", pages[1], re.MULTILINE))
    page += (root / "docs/build/features.md").read_text()
    page += (root / "docs/build/neighbours.md").read_text()
    files = set(re.findall(r"`([a-z0-9/-]+/[\w-]+(?:\.(?:cpp|c|test))?)`", page))
    files = {each for each in files if "." in each or each.startswith("fresh/")}
    for each in sorted(files):
        if not (root / "test" / each).exists():
            yield each
    units = "".join(each.read_text() for each in root.glob("test/runtime/**/*.cpp"))
    names = set(re.findall(r"`((?:[A-Z]+[a-z]+){2,})`", page))
    for name in sorted(names):
        if not re.search(rf"TEST(?:_F)?\(\w+,\s*{name}\)", units):
            yield name
    if len(files) < 10 or len(names) < 10:
        yield "hardly a test is named"


found = list(missing(Path(sys.argv[1])))
print("\n".join(found))
sys.exit(bool(found))
