# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ccache_config.py CLANG CMAKE BUILD FOLDER: ccache where a plugin is replaced.

Another plugin is the build's own with a byte behind it, which the loader passes
over, installed by the build's own rules."""
import glob
import itertools
import os
import re
import shutil
import subprocess
import sys

clang, cmake, build, folder = sys.argv[1:]
os.chdir(folder)
with open(os.path.join(build, "cmake_install.cmake")) as text:
    rules = text.read()
seconds = itertools.count()  # CMake installs a file where its time is another one
[built] = re.findall(r'FILES "(.*/twofold-22\.so)"', rules)


def install(behind):
    """Installs the plugin with these bytes behind it."""
    os.makedirs("other", exist_ok=True)
    other = os.path.abspath("other/twofold-22.so")
    shutil.copyfile(built, other)
    with open(other, "ab") as plugin:
        plugin.write(behind)
    os.utime(other, 2 * (next(seconds),))
    with open("install.cmake", "w") as text:
        text.write(rules.replace(built, other))
    subprocess.run([cmake, "-DCMAKE_INSTALL_PREFIX=" + os.path.abspath("prefix"),
                    "-P", "install.cmake"], check=True, stdout=subprocess.DEVNULL)


def outcome(environment):
    """What ccache made of one compilation: a hit or a miss."""
    subprocess.run(["ccache", "--zero-stats"], env=environment, check=True,
                   stdout=subprocess.DEVNULL)
    [config] = glob.glob("prefix/**/twofold.cfg", recursive=True)
    subprocess.run(["ccache", clang, "--config=" + os.path.abspath(config), "-O1", "-MD",
                    "-c", "saxpy.c"], env=environment, check=True)
    stats = subprocess.run(["ccache", "--print-stats"], env=environment, check=True,
                           capture_output=True, text=True).stdout
    counts = dict(line.split() for line in stats.splitlines())
    hits = int(counts["direct_cache_hit"]) + int(counts["preprocessed_cache_hit"])
    return "hit" if hits else "miss"


for mode, setting in ("direct", {}), ("preprocessed", {"CCACHE_NODIRECT": "1"}):
    environment = {**os.environ, **setting, "CCACHE_NOREMOTE": "1",
                   "CCACHE_DIR": os.path.abspath("cache-" + mode)}
    for name, behind in ("first", b""), ("another", b"x"), ("first again", b""):
        install(behind)
        print(f"{mode}, {name}: {outcome(environment)}, then {outcome(environment)}")
