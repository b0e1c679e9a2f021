# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""page_programs.py PAGE DIR: writes each program of a page, a block of C or C++ that
begins with its file's name, into a folder, and each block without a language, which
is what something prints, into the file said-N."""
import re
import sys
from pathlib import Path

page, folder = Path(sys.argv[1]), Path(sys.argv[2])
said = 0
for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(), re.S | re.M):
    name = re.match(r"// (\S+)\n", block)
    if language in ("c", "cpp") and name:
        (folder / name[1]).write_text(block)
    elif not language:
        (folder / f"said-{said}").write_text(block)
        said += 1
