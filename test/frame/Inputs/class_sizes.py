# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""class_sizes.py ROOT [EXCEPTIONS]: prints every class that is too long.

A class is as long as its body and the definitions of its members, over all of its
files. EXCEPTIONS, a file, replaces the list below.
"""
import collections
import re
import sys

from sources import CODE, files, text

LONGEST = 600
# Classes that are longer, and how long each may be. The list only shrinks: a class
# that has become shorter asks for a smaller number, or to leave the list.
LONGER = {}
# A number may stay this far above its class, so that not every line is counted.
SLACK = 40

IGNORED = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""",
    re.DOTALL,
)
CLASS = re.compile(
    r"^(?:template\s*<[^{;]*>\s*)?(?:class|struct)\s+"
    r"(?:\[\[\w+\]\]\s*|alignas\(\w+\)\s*|[A-Z_]+\s+)*(\w+)[^;(]*\{"
)
MEMBER = re.compile(r"((?:\w+(?:<[^<>]*>)?::)+)(?:~?\w+|operator[^\w(]+)\s*\(")


def definitions(code):
    """(text, lines) of each declaration at the left margin."""
    # What is ignored keeps its line ends, and so the count of lines.
    code = IGNORED.sub(lambda found: "\n" * found[0].count("\n"), code)
    part, depth = [], 0
    for line in code.splitlines():
        if not part and (not line.strip() or re.match(r"[#\s}]|(inline )?namespace|extern", line)):
            continue
        part.append(line)
        depth += line.count("{") - line.count("}")
        if depth <= 0 and line.rstrip().endswith((";", "}")):
            yield "\n".join(part), len(part)
            part, depth = [], 0


def sizes(root):
    """Lines by (folder of the top level or file, class)."""
    bodies, members = {}, collections.Counter()
    for path in files(root, "plugin", "runtime"):
        if not path.endswith(CODE):
            continue
        for part, lines in definitions(text(root, path)):
            head = part.split("{")[0]
            if found := CLASS.match(part):
                # Other files know the classes of headers alone.
                where = path.split("/")[0] if path.endswith((".h", ".hpp")) else path
                bodies[where, found[1]] = lines
            elif found := MEMBER.search(head):
                names = re.sub(r"<[^<>]*>", "", found[1]).split("::")
                members[path, tuple(names[:-1])] += lines
    total = collections.Counter(bodies)
    for (path, names), lines in members.items():
        for where in (path, path.split("/")[0]):
            owner = next((name for name in names if (where, name) in bodies), None)
            if owner:
                total[where, owner] += lines
                break
    return total


def main(root, exceptions=None):
    longer = dict(LONGER)
    if exceptions:
        with open(exceptions, encoding="utf-8") as file:
            longer = {name: int(lines) for name, lines in map(str.split, file)}
    wrong, found = [], sizes(root)
    for (where, name), lines in sorted(found.items()):
        allowed = longer.pop(name, LONGEST)
        if lines > allowed:
            wrong.append(f"{where}: {name} has {lines} lines, {allowed} is the longest")
        elif allowed > LONGEST and lines <= LONGEST:
            wrong.append(f"{where}: {name} has {lines} lines and needs no exception")
        elif allowed > LONGEST and lines < allowed - SLACK:
            wrong.append(f"{where}: {name} has {lines} lines: its exception is to shrink")
    wrong += [f"{name}: an exception for no class" for name in longer]
    print("\n".join(wrong) or f"{len(found)} classes are short enough")
    return 1 if wrong or not found else 0


sys.exit(main(*sys.argv[1:]))
