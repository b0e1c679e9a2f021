# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""blocks.py ROOT: prints each block of code of the pages that no test takes out of its page.
page_programs.py names what it writes of a block; a test that reads the page says that name."""
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
tests = {path: path.read_text() for path in (root / "test").rglob("*.test")}
# Whole builds and measurements take a machine for hours. Who runs these, and the tests
# that have the same commands with what is built already.
commands_elsewhere = {
    "README.md": "test/fresh/first-steps",
    "docs/use/start.md": "test/fresh/first-steps",
    "docs/use/install.md": "test/frame/debian.test",
    "docs/use/performance.md": "test/bench/charts.py",
    "docs/examples/README.md": "cmake/demo.sh",
    "docs/examples/cython/README.md": "docs/examples/cython/run.py",
}
files_elsewhere = {"README.md": "test/frame/consumer.test"}
# A test with a reader of its own for the page's blocks.
read_elsewhere = {
    "docs/use/guide.md": "test/docs/Inputs/ten_loops.py",
    "docs/use/diagnostics.md": "test/docs/Inputs/messages.py",
    "docs/use/api.md": "docs/conf.py",
    "docs/use/refusals.md": "test/docs/Inputs/refusals.py",
}


def pieces(text):
    """What page_programs.py writes of each block."""
    parts = 0
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M):
        name = re.match(r"(?:#!.*\n)?(?://|#) ([\w-]+\.[\w.]+|Makefile)\n", block)
        if name:
            yield name[1]
        elif language in ("c", "cpp"):
            yield f"part-{parts}.{language}"
            parts += 1
        elif language in ("sh", "bash"):
            yield "commands"
        elif language:
            yield f"a block of {language}"


def untaken():
    for path in [root / "README.md", *sorted(root.glob("docs/use/*.md")),
                 *sorted(root.glob("docs/examples/**/*.md"))]:
        page = str(path.relative_to(root))
        if page in read_elsewhere:
            assert (root / read_elsewhere[page]).exists(), read_elsewhere[page]
            continue
        readers = "".join(text for text in tests.values() if page in text)
        for piece in sorted(set(pieces(path.read_text()))):
            elsewhere = (commands_elsewhere if piece == "commands" else
                         files_elsewhere if piece.startswith("a block") else {}).get(page)
            if elsewhere:
                assert (root / elsewhere).exists(), elsewhere
            elif not re.search(rf"\b{re.escape(piece.rsplit('.', 1)[0])}\b", readers):
                yield f"{page}: no test takes {piece}"


found = list(untaken())
print("\n".join(found))
sys.exit(bool(found))
