# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the checks of the source tree share: its files and their includes."""
import os
import re

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
CODE = (".c", ".cpp", ".h", ".hpp", ".def")


def files(root, *tops):
    """Paths relative to root of all files under the given directories."""
    for top in tops:
        for directory, names, entries in os.walk(os.path.join(root, top)):
            names[:] = sorted(n for n in names if n != "__pycache__")
            for entry in sorted(entries):
                yield os.path.relpath(os.path.join(directory, entry), root)


def text(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def includes(root, path):
    """(quote, target) of each include in the file: quote is < or \"."""
    return INCLUDE.findall(text(root, path))


def observed(code):
    """The functions that a source of observe/libc defines by SEEN and its like."""
    names = re.findall(r"^SEEN(?:_WITH)?\(\d, (\w+),", code, re.MULTILINE)
    for uses in re.findall(r"^SEEN_EACH\(\d, (.*?)\);$", code, re.MULTILINE | re.DOTALL):
        while "(" in uses:
            uses = re.sub(r"\w*\([^()]*\)", "", uses)
        names += re.findall(r"\w+", uses)
    return names
