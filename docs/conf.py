# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How Sphinx makes the pages of this folder into a site:

    sphinx-build -W docs build/site

The same files are read as they are where sources are shown, so that links between
them lead to Markdown and headings are named as there. What the page on the API says
is read out of the headers by Doxygen, which writes beside the site's trees. The pages
that the package twofold-doc installs become a site in the same way, with the headers
that libtwofold-dev installs; links to sources, which are not there, lead nowhere.
"""
import subprocess
from pathlib import Path

project = "Twofold"
author = "The Twofold authors"
extensions = ["myst_parser", "breathe"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Twofold"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_theme_options = {"dark_css_variables": {
    f"color-{name}": value for name, value in {
        "foreground-primary": "#ffffffcc", "foreground-secondary": "#9ca0a5",
        "foreground-muted": "#8b9097", "foreground-border": "#666666",
        "background-primary": "#131416", "background-secondary": "#1a1c1e",
        "background-hover": "#1e2124", "background-hover--transparent": "#1e212400",
        "background-border": "#303335", "background-item": "#444444",
        "brand-primary": "#4a9df0", "brand-content": "#4a9df0", "problematic": "#ee6a6a",
        "highlighted-background": "#083563", "highlight-on-target": "#333300",
        "api-keyword": "#9ca0a5", "admonition-background": "#18181a",
        "card-background": "#18181a"}.items()}}
pygments_style = "default"
pygments_dark_style = "github-dark"
highlight_language = "none"
breathe_default_project = "twofold"
breathe_default_members = ("members", "undoc-members")
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}
breathe_show_include = False


here = Path(__file__).resolve().parent
include = here.parent / "runtime/include/twofold"
if not include.exists():
    suppress_warnings = ["ref.myst", "myst.xref_missing"]
    include = next((folder / "include/twofold" for folder in here.parents
                    if (folder / "include/twofold/twofold.h").exists()), None)
    if not include:
        raise FileNotFoundError("twofold/twofold.h: install libtwofold-dev, whose headers the "
                                "page on functions and classes is made of")

# The headers that programs include for what they call; others are how these are made.
headers = ["twofold.h", "kernel.h", "kernel.hpp", "scan.h", "sort.h", "random.h", "array.hpp", "pinned.hpp", "error.hpp", "slice.hpp"]


def read_headers(app, config):
    """Has Doxygen read the headers; what it warns of ends the build."""
    folder = Path(app.doctreedir, "headers")
    folder.mkdir(parents=True, exist_ok=True)
    config.breathe_projects = {"twofold": str(folder / "xml")}
    files = " ".join(f'"{include / name}"' for name in headers)
    subprocess.run(["doxygen", "-"], check=True, text=True, input=f"""
        INPUT = {files}
        OUTPUT_DIRECTORY = "{folder}"
        GENERATE_HTML = NO
        GENERATE_LATEX = NO
        GENERATE_XML = YES
        XML_PROGRAMLISTING = NO
        QUIET = YES
        WARN_AS_ERROR = YES
        EXTRACT_ALL = YES
        SORT_MEMBER_DOCS = NO
        EXCLUDE_SYMBOLS = twofold::detail*
        EXPAND_ONLY_PREDEF = YES
        MACRO_EXPANSION = YES
        PREDEFINED = "__attribute__(x)=" __cpp_exceptions=1 __cpp_lib_span=1 TWOFOLD_ASSIGNMENTS=
        """)


def mend_theme(app, exception):
    """Debian's furo is what its bundler was to work on: a script that names another as a
    module, and a style sheet that a web server of Debian's has."""
    static = Path(app.outdir, "_static")
    script, style = static / "scripts/furo.js", static / "styles/furo.css"
    normal = Path("/usr/share/javascript/normalize.css/normalize.css")
    if exception or not script.exists():
        return
    first, _, rest = script.read_text().partition("\n")
    if first.startswith("import Gumshoe"):
        script.write_text((static / "scripts/gumshoe-patched.js").read_text() + rest)
    first, _, rest = style.read_text().partition("\n")
    if first.startswith("@import url(/javascript/") and normal.exists():
        style.write_text(normal.read_text() + rest)


def setup(app):
    app.connect("config-inited", read_headers)
    app.connect("build-finished", mend_theme)
