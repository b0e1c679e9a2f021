# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rules.py ROOT: prints what is wrong with the table of the guide's rules.

Each section of the guide has a row in architecture.md, and the files that the
table names are there.
"""
import os
import re
import sys

HEADING = "## Where the guide's rules are"


def wrong(root):
    guide = open(os.path.join(root, "docs/use/guide.md")).read()
    page = open(os.path.join(root, "docs/build/architecture.md")).read()
    rows = re.findall(r"^\| (.*?) \| (.*?) \| (.*?) ?\|$",
                      page.split(HEADING)[1], re.M)[2:]
    sections = set(re.findall(r"^## (.*)$", guide, re.M)) - {"Ten loops"}
    for name in sorted(sections ^ {row[0] for row in rows}):
        yield f"'{name}' is a section of the guide or a row of the table alone"
    for row in rows:
        for half, cell in zip(("plugin", "runtime"), row[1:]):
            for name in re.findall(r"`((?:[a-z]+/)?[A-Z]\w+)`", cell):
                if not os.path.exists(os.path.join(root, half, name + ".cpp")):
                    yield f"{half}/{name}.cpp is not there"


found = list(wrong(sys.argv[1]))
print("\n".join(found))
sys.exit(bool(found))
