# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares plugin/report/Diagnostics.def with docs/use/diagnostics.md and the tests. Errors,
warnings and reasons say a way out."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
table = (root / "plugin/report/Diagnostics.def").read_text()
entry = r'^TWOFOLD_(ERROR|REASON|REMARK|MISSED|WARNING|NOTE|ANALYSIS)\((\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)'
messages = {
    name: (kind, re.sub(r'"\s*"', "", text.strip())[1:-1])
    for kind, name, text in re.findall(entry, table, re.M)
}
page = (root / "docs/use/diagnostics.md").read_text()
described = dict(re.findall(r"^### (\w+)\n\n`(.*)`$", page, re.M))
tests = "".join(
    path.read_text(errors="replace")
    for path in (root / "test").rglob("*")
    if path.suffix in (".c", ".cpp", ".test") and path.is_file()
).replace(" would run ", " run ")  # so it is told of loops that stay OpenMP's

problems = [f"{name}: no entry in the documentation" for name in messages.keys() - described.keys()]
problems += [f"{name}: documented and not printed" for name in described.keys() - messages.keys()]
for name in messages.keys() & described.keys():
    kind, text = messages[name]
    if described[name] != text:
        problems.append(f"{name}: the documentation has another text")
for name, (kind, text) in messages.items():
    # The longest piece between arguments must occur in a test.
    piece = max(re.split(r"%\d", text), key=len).split(";")[0].strip()
    if kind not in ("REMARK", "NOTE") and piece and piece not in tests:
        problems.append(f"{name}: no test expects '{piece}'")
    # What is wrong is said with what to do about it, behind a semicolon or as what is expected.
    way = r"; |, or |%\d$|\bneeds? |\btakes |expected |did you mean|no closing|must be"
    if kind in ("ERROR", "WARNING", "REASON") and not re.search(way, text):
        problems.append(f"{name}: says no way out")
for problem in sorted(problems):
    print(problem)
sys.exit(bool(problems))
