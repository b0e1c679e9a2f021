# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""links.py ROOT: prints each link between pages that leads nowhere."""
import os
import re
import sys
from pathlib import Path


def anchors(page):
    """The names by which a page's headings are reached."""
    for heading in re.findall(r"^#+ (.*)$", page.read_text(), re.M):
        text = re.sub(r"[^\w\- ]", "", heading.lower())
        yield text.strip().replace(" ", "-")


def broken(root):
    for page in [root / "README.md", *sorted(root.glob("docs/**/*.md"))]:
        text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if link.startswith(("http:", "https:")):
                continue
            path, _, anchor = link.partition("#")
            target = Path(os.path.normpath(page.parent / path)) if path else page
            known = target.exists() and (
                not anchor or target.suffix != ".md" or anchor in anchors(target))
            if not known:
                yield f"{page.relative_to(root)}: {link}"


found = list(broken(Path(sys.argv[1]).resolve()))
print("\n".join(found))
sys.exit(bool(found))
