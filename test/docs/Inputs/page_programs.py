# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""page_programs.py PAGE DIR: writes each block of a page that begins with its file's name in a
comment into a folder, other blocks of C and C++, which are parts of programs, into part-N.c or
part-N.cpp, each block without a language, which is what something prints, into the file said-N,
and the commands of all blocks of them, one after the other, into the file commands."""
import re
import sys
from pathlib import Path

page, folder = Path(sys.argv[1]), Path(sys.argv[2])
said = parts = 0
commands = ["set -eux\n"]
for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(), re.S | re.M):
    name = re.match(r"(?:#!.*\n)?(?://|#) ([\w-]+\.[\w.]+|Makefile)\n", block)
    if name:
        (folder / name[1]).write_text(block)
    elif language == "sh":
        commands.append(block)
    elif language in ("c", "cpp"):
        (folder / f"part-{parts}.{language}").write_text(block)
        parts += 1
    elif not language:
        (folder / f"said-{said}").write_text(block)
        said += 1
(folder / "commands").write_text("".join(commands))
