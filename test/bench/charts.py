#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""charts.py PAGE FOLDER

Draws the charts of docs/use/performance.md into FOLDER, from the page's tables:
a bar for each row that has the chart's column, in the chapter of its machine,
or two bars for its two columns.
Texts and lines have colours of their own in dark surroundings."""

import html
import pathlib
import re
import sys

# File, heading of the chapter, column, title.
CHARTS = [
    (
        "performance-h200.svg",
        "NVIDIA H200",
        "warm / better",
        "Time by default / by the better of OpenMP and the GPU",
    ),
    (
        "performance-two-cores.svg",
        "On two cores",
        "warm / OpenMP",
        "Time by default / by OpenMP, two cores without a GPU",
    ),
]
# The same for seconds, with two columns and what they are called.
PAIRS = [
    (
        "first-call-h200.svg",
        "NVIDIA H200",
        {"cold": "first call, cold, s", "warm": "first call, warm, s"},
        "Seconds to the first call on the GPU, cold and warm",
    ),
]
LABELS, SCALE, ROW, HEAD = 150, 320, 16, 44  # pixels; SCALE is a ratio of 1

STYLE = """
text { font-family: sans-serif; font-size: 11px; fill: #1f2328 }
.title { font-weight: bold }
.bar { fill: #4c8bc9 }
.slower { fill: #d08a3c }
.one { stroke: #59636e }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .one { stroke: #9198a1 }
}
"""


def rows(page, heading, column):
    """(name, ratio) of each row of the tables with that column."""
    chapter = re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", page, re.M | re.S).group(1)
    at, seen = None, []
    for line in chapter.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            at = None
        elif column in cells:
            at = cells.index(column)
        elif at is not None and not cells[at].startswith("---"):
            seen.append((cells[0], float(cells[at])))
    return seen


def draw(title, bars):
    width = LABELS + round(1.25 * SCALE) + 48
    height = HEAD + ROW * len(bars) + 8
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{html.escape(title)}">',
        f"<style>{STYLE}</style>",
        f'<text class="title" x="8" y="16">{html.escape(title)}</text>',
        f'<text x="{LABELS + SCALE}" y="{HEAD - 10}" text-anchor="middle">as long</text>',
    ]
    for row, (name, ratio) in enumerate(bars):
        y = HEAD + ROW * row
        kind = "bar slower" if ratio > 1.05 else "bar"
        out += [
            f'<text x="{LABELS - 8}" y="{y + 12}" text-anchor="end">{html.escape(name)}</text>',
            f'<rect class="{kind}" x="{LABELS}" y="{y + 2}" width="{SCALE * ratio:.1f}" height="{ROW - 4}"/>',
            f'<text x="{width - 8}" y="{y + 12}" text-anchor="end">{ratio:.2f}</text>',
        ]
    one = LABELS + SCALE
    out.append(
        f'<line class="one" x1="{one}" y1="{HEAD - 6}" x2="{one}" y2="{height - 6}" stroke-dasharray="3 3"/>'
    )
    return "\n".join(out + ["</svg>", ""])


def draw_pairs(title, pairs):
    """pairs: (name, {what: seconds})"""
    most = max(max(seconds.values()) for _, seconds in pairs)
    width = LABELS + SCALE + 48
    height = HEAD + 2 * ROW * len(pairs) + 8
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{html.escape(title)}">',
        f"<style>{STYLE}</style>",
        f'<text class="title" x="8" y="16">{html.escape(title)}</text>',
    ]
    for row, (name, seconds) in enumerate(pairs):
        for part, (what, value) in enumerate(seconds.items()):
            y = HEAD + ROW * (2 * row + part)
            label = f"{name}, {what}" if part == 0 else what
            kind = "bar slower" if part == 0 else "bar"
            out += [
                f'<text x="{LABELS - 8}" y="{y + 12}" text-anchor="end">{html.escape(label)}</text>',
                f'<rect class="{kind}" x="{LABELS}" y="{y + 2}" '
                f'width="{SCALE * value / most:.1f}" height="{ROW - 4}"/>',
                f'<text x="{width - 8}" y="{y + 12}" text-anchor="end">{value:.2f}</text>',
            ]
    return "\n".join(out + ["</svg>", ""])


def main():
    page, folder = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
    for file, heading, column, title in CHARTS:
        bars = sorted(rows(page, heading, column), key=lambda row: -row[1])
        (folder / file).write_text(draw(title, bars))
    for file, heading, columns, title in PAIRS:
        found = [(what, rows(page, heading, column)) for what, column in columns.items()]
        pairs = [
            (name, {what: bars[row][1] for what, bars in found})
            for row, (name, _) in enumerate(found[0][1])
        ]
        (folder / file).write_text(draw_pairs(title, pairs))


main()
