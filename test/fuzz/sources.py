# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sources that others wrote, and how each is compiled without its build system."""

import argparse
import os
import pathlib
import subprocess

SUFFIXES = {".c": "c", ".cpp": "c++", ".cc": "c++", ".cxx": "c++"}
HEADERS = (".h", ".hpp", ".hh", ".hxx", ".inc")
LIMIT = 120  # seconds that a compiler may take


class Tree:
    """A folder of sources. Its headers are found wherever they lie in it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        self.sources, holders = [], set()
        for place, folders, names in os.walk(self.folder):
            folders[:] = sorted(set(folders) - {".git", ".pc"})
            for name in sorted(names):
                path = pathlib.Path(place, name)
                if path.suffix in SUFFIXES and path.is_file():
                    self.sources.append(path)
                elif path.suffix in HEADERS:
                    # A header may be named with the folders that it lies in.
                    holders.update([path.parent, path.parent.parent])
        # Behind the system's, of which some may have the name.
        self.flags = [f"-idirafter{each}" for each in sorted(holders)
                      if each.is_relative_to(self.folder)]
        if next(self.folder.rglob("config.h"), None):
            self.flags.append("-DHAVE_CONFIG_H")


class Compilers:
    def __init__(self, options):
        self.options = options

    def call(self, source, flags, output, plugin, warnings=("-w",)):
        """Status, which is None after the limit, and what was said."""
        cxx = SUFFIXES[source.suffix] == "c++"
        command = [self.options.clangxx if cxx else self.options.clang, *warnings, "-fno-caret-diagnostics",
                   "-ferror-limit=0", *flags, "-c", source.name, "-o", str(output)]
        if plugin:
            command.insert(1, f"-fplugin={self.options.plugin}")
        try:
            done = subprocess.run(command, cwd=source.parent, capture_output=True, text=True,
                                  errors="replace", timeout=LIMIT)
            return done.returncode, done.stderr
        except subprocess.TimeoutExpired:
            return None, f"took more than {LIMIT} s"


def arguments(usage):
    """The arguments that the programs of this folder share."""
    parser = argparse.ArgumentParser(usage=usage)
    here = pathlib.Path(__file__).resolve()
    parser.add_argument("--build", type=pathlib.Path, default=here.parents[2] / "build/whole")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--clangxx", default="clang++-22")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    return parser


def parsed(parser):
    options = parser.parse_args()
    options.plugin = next((options.build / "plugin").resolve().glob("twofold-*.so"))
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    return options
