# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""refusals.py PAGE SAID CLANG CLANGXX FLAG...: holds the page of refusals to what the compiler
says. In each numbered chapter the first program has exactly the messages that follow it,
and the second one a kernel and no warning; of the last program all loops have kernels; and the
texts of the table are in the file SAID."""
import re
import subprocess
import sys
from pathlib import Path

page, said = Path(sys.argv[1]).read_text(), Path(sys.argv[2]).read_text(errors="replace")
compilers, flags = {"c": sys.argv[3], "cpp": sys.argv[4]}, sys.argv[5:]
problems = []


def compile(language, code, *more):
    name = f"loop.{language}"
    Path(name).write_text(code)
    done = subprocess.run([compilers[language], "-O1", *flags, "-fno-caret-diagnostics", *more,
                           "-c", name, "-o", "loop.o"], capture_output=True, text=True)
    lines = [re.sub(r" \[-[WR][\w,=-]*\]$", "", line) for line in done.stderr.splitlines()
             if line.startswith(name)]
    return done.returncode, lines


chapters = re.split(r"^## ", page, flags=re.M)[1:]
numbered = [chapter for chapter in chapters if re.match(r"\d+\. ", chapter)]
if len(numbered) < 20:
    problems.append(f"{len(numbered)} mistakes are too few")
for number, chapter in enumerate(numbered, 1):
    title = chapter.split("\n")[0]
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", chapter, re.S | re.M)
    if not title.startswith(f"{number}. ") or [bool(kind) for kind, _ in blocks] != [1, 0, 1]:
        problems.append(f"{title}: not a program, what is said, and a program")
        continue
    (language, wrong), (_, messages), (other, right) = blocks
    told = compile(language, wrong)[1]
    if told != messages.splitlines():
        problems.append(f"{title}: the compiler says\n" + "\n".join(told))
    status, told = compile(other, right, "-Rpass=twofold", "-Werror")
    if status or not any("remark: offloaded: " in line for line in told):
        problems.append(f"{title}: what to write instead has\n" + "\n".join(told))

[none] = [chapter for chapter in chapters if chapter.startswith("What is no mistake\n")]
[code] = re.findall(r"^```c\n(.*?)^```$", none, re.S | re.M)
for level in "-O0", "-O1":
    status, told = compile("c", code, level, "-Rpass=twofold", "-Werror")
    places = {line.split(": ")[0] for line in told if "remark: offloaded: " in line}
    if status or len(places) != code.count("#pragma"):
        problems.append(f"What is no mistake, {level}:\n" + "\n".join(told))

rows = re.findall(r"^\| .+? \| (`+)(.+?)\1 \| .+ \|$", page, re.M)
if len(rows) < 10:
    problems.append(f"{len(rows)} rows are too few")
problems += [f"nobody says '{text}'" for _, text in rows if text not in said]
print("\n".join(problems), end="")
sys.exit(bool(problems))
