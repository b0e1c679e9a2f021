# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the loops of a source are, and the source with annotations before them."""

import re

# What no text inside stands for code.
OPAQUE = re.compile(r'//(?:\\\n|[^\n])*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
                    r"|^[ \t]*#(?:/\*.*?\*/|\\\n|[^\n])*", re.DOTALL | re.MULTILINE)
FOR = re.compile(r"(?<![\w.])for(?=\s*\()")


def loops(text):
    """Where the word `for` begins a loop, and the text without comments and the like."""
    bare = OPAQUE.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)
    return [match.start() for match in FOR.finditer(bare)], bare


def with_lines(text, edits):
    """The text with the second of each edit on a line of its own, and these lines'
    numbers."""
    parts, lines, behind, count = [], [], 0, 1
    for place, line, *_ in edits:
        count += text.count("\n", behind, place) + 1
        lines.append(count)
        count += 1
        parts += [text[behind:place], "\n", line, "\n"]
        behind = place
    return "".join([*parts, text[behind:]]), lines


def errors(told):
    return [(int(line), text) for line, text in
            re.findall(r"^[^\n:]*:(\d+):\d+: (?:fatal )?error: (.*)$", told, re.MULTILINE)]


def place_of(numbers, line):
    """The annotation that an error is about: the last one before it."""
    return max(sum(number <= line + 1 for number in numbers) - 1, 0)
