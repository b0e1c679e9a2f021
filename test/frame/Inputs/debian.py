# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""debian.py CLANG CMAKE BUILD CONSUMER FOLDER: Debian packages of this build, unpacked into one
root, where a program is built in five ways. Whatever has a warning to tell fails."""
import glob
import os
import re
import shutil
import subprocess
import sys

clang, cmake, build, consumer, folder = sys.argv[1:]
os.chdir(folder)
root = os.path.abspath("root")
source = os.path.join(consumer, "saxpy.c")


def capture(*command, **variables):
    """What a command prints. One that fails or warns ends this program."""
    done = subprocess.run(command, env={**os.environ, **variables}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode or "warning" in done.stdout.lower():
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


def find(name):
    [path] = glob.glob(f"{root}/usr/**/{name}", recursive=True)
    return path


def tell(way, program):
    print(f"{way}: {capture(program)}", end="")


capture(os.path.join(os.path.dirname(cmake), "cpack"), "--config", f"{build}/CPackConfig.cmake",
        "-B", "packages", "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none")
for package in sorted(glob.glob("packages/*.deb")):
    name = capture("dpkg-deb", "--field", package, "Package").strip()
    needs = capture("dpkg-deb", "--field", package, "Depends").replace("\n", "")
    print(f"{name} needs {needs or 'nothing'}")
    capture("dpkg-deb", "--extract", package, "root")
    if not os.path.exists(f"root/usr/share/doc/{name}/copyright"):
        print("there is no licence in", name)
shutil.rmtree("packages")  # some ten times what is unpacked

libraries = os.path.dirname(find("twofold-22.so"))
capture(clang, "-O2", f"-fplugin={libraries}/twofold-22.so", f"-I{root}/usr/include", source,
        f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-ltwofold", "-o", "by-plugin")
tell("plugin", "./by-plugin")

capture(clang, "-O2", "--config=" + find("twofold.cfg"), source, "-o", "by-config")
tell("configuration file", "./by-config")

path = {"PKG_CONFIG_PATH": os.path.dirname(find("twofold.pc"))}
flags = capture("pkg-config", "--cflags", "--libs", "twofold", **path).split()
capture(clang, "-O2", source, *flags, "-o", "by-pkg-config")
tell("pkg-config", "./by-pkg-config")

os.makedirs("project")
with open("project/CMakeLists.txt", "w") as text:
    text.write(f"""cmake_minimum_required(VERSION 3.25)
project(Debian LANGUAGES C)
find_package(Twofold REQUIRED)
add_executable(saxpy "{source}")
twofold_enable(saxpy)
add_executable(static-saxpy "{source}")
twofold_enable(static-saxpy STATIC_RUNTIME)
""")
capture(cmake, "-S", "project", "-B", "by-cmake", "-G", "Ninja", f"-DCMAKE_C_COMPILER={clang}",
        f"-DCMAKE_PREFIX_PATH={root}/usr", "-DCMAKE_BUILD_TYPE=Release")
capture(cmake, "--build", "by-cmake")
tell("CMake", "by-cmake/saxpy")
tell("CMake, the static runtime", "by-cmake/static-saxpy")
if "libtwofold" in capture("ldd", "by-cmake/static-saxpy"):
    print("the static runtime is not")

shutil.copy(source, "project")
with open("project/meson.build", "w") as text:
    text.write("project('debian', 'c')\n"
               "executable('saxpy', 'saxpy.c', dependencies: dependency('twofold'))\n")
capture("meson", "setup", "--buildtype=release", "by-meson", "project", CC=clang, **path)
capture("ninja", "-C", "by-meson")
tell("Meson", "by-meson/saxpy")

tool = f"{root}/usr/bin/twofold"
print("flags:", capture(tool, "flags", "--libs"), end="")
with open(find("twofold.1")) as text:
    page = text.read().replace("\\-", "-")
words = open(f"{root}/usr/share/bash-completion/completions/twofold").read()
for line in capture(tool, "--help").splitlines():
    if line.startswith("  ") and line[2] != " ":
        command = line.split()[0]
        documented = re.search(rf'^\.BR? "?{re.escape(command)}[ "\n]', page, re.M)
        if not documented or command not in words:
            print("no page or no completion has", command)
print("completed:", capture("bash", "-c", f". {root}/usr/share/bash-completion/completions/twofold; "
                            "COMP_WORDS=(twofold cache ver) COMP_CWORD=2; _twofold; "
                            "echo ${COMPREPLY[@]}"), end="")
