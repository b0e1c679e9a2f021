# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How Sphinx makes the pages of this folder into a site:

    sphinx-build -W docs build/site

The same files are read as they are where sources are shown, so that links between
them lead to Markdown and headings are named as there.
"""

project = "Twofold"
author = "The Twofold authors"
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Twofold"
html_copy_source = False
html_show_sphinx = False
highlight_language = "none"
