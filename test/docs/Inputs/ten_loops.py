# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The guide's ten loops: `take` writes their code into a folder as loops.c and
loops.h, `check` compares what the guide says of each with what the compiler
(compiled) and the runtime (ran) have told there."""
import pathlib
import re
import sys

mode, page, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
chapter = re.search(r"^## Ten loops$(.*?)^## ", page.read_text(), re.M | re.S).group(1)
sections = re.findall(
    r"^### \d+\. (.*?)\n\n```(c|cpp)\n(.*?)^```\n\nResult: (.*?)\n", chapter, re.M | re.S
)
if len(sections) != 10 or chapter.count("### ") != 10:
    sys.exit(f"{len(sections)} loops with code and a result, of {chapter.count('### ')}")

if mode == "take":
    for language, name in (("c", "loops.c"), ("cpp", "loops.h")):
        code = [code for _, kind, code, _ in sections if kind == language]
        (folder / name).write_text("\n".join(code))
    sys.exit()

compiled, ran = (folder / "compiled").read_text(), (folder / "ran").read_text()
wrong = False
for title, _, code, result in sections:
    function = re.search(r"(\w+)\([^()]*\) \{\n", code).group(1)
    kernel = re.search(rf"offloaded: OpenCL kernel '{function}_\d+' over (.*?) \[", compiled)
    threads = re.search(rf": {function}: (\d+) calls? in [^;]*; \1 on threads;", ran)
    seen = f"{'a kernel over ' + kernel[1] if kernel else 'no kernel'}, and "
    seen += "threads" if threads else "no threads"
    quoted = re.findall(r"`(.*?)`", result)
    if re.split("[.;]", result)[0] != seen or not all(q in compiled + ran for q in quoted):
        print(f"{title}: the guide says '{result}', and {function} had {seen}")
        wrong = True
    # All that the runtime told of the loop beside its summary is in the result.
    line = re.search(rf"twofold: (\S+): {function}: ", ran)
    for told in re.findall(rf"^twofold: {re.escape(line[1])}: (.*)", ran, re.M):
        if not told.startswith(function + ": ") and not any(q in told for q in quoted):
            print(f"{title}: the guide leaves out '{told}'")
            wrong = True
sys.exit(wrong)
