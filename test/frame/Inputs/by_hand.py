# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""by_hand.py CLANG SOURCE PREFIX OUTPUT: builds without CMake, in two ways."""
import glob
import os
import subprocess
import sys

clang, source, prefix, output = sys.argv[1:]


def find(name):
    """The one installed file of that name, wherever the library directory is."""
    [path] = glob.glob(os.path.join(prefix, "**", name), recursive=True)
    return path


def capture(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode or result.stderr:
        sys.exit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


environment = {**os.environ, "PKG_CONFIG_PATH": os.path.dirname(find("twofold.pc"))}
flags = capture(["pkg-config", "--cflags", "--libs", "twofold"], env=environment).split()
config = "--config=" + find("twofold.cfg")

program = os.path.join(output, "by-hand")
capture([clang, "-O2", source, *flags, "-o", program])
print("pkg-config:", capture([program]), end="")

# In two steps: the file's link options must not disturb a compilation.
capture([clang, config, "-Werror", "-O2", "-c", source, "-o", program + ".o"])
capture([clang, config, program + ".o", "-o", program])
print("config file:", capture([program]), end="")
