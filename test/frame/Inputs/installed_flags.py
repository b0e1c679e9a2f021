# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""installed_flags.py CLANG CMAKE PREFIX SOURCES: each way into the package."""
import glob
import os
import shlex
import subprocess
import sys

clang, cmake, prefix, sources = sys.argv[1:]
os.chdir(sources)


def find(name):
    """The one installed file of that name, wherever the library directory is."""
    [path] = glob.glob(os.path.join(glob.escape(prefix), "**", name), recursive=True)
    return path


def capture(*command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode or result.stderr:
        sys.exit(f"{shlex.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


config = "--config=" + find("twofold.cfg")

capture(clang, config, "-Werror", "-O2", "saxpy.c", "-o", "a program")
print("config file:", capture("./a program"), end="")
capture(clang, config, "-Wl,--as-needed", "-O2", "saxpy.c", "-o", "a program")
print("with --as-needed:", capture("./a program"), end="")

capture(clang, "--config=" + find("twofold-openmp.cfg"), "-Werror", "-O2", "openmp.c",
        "-o", "a program")
report = subprocess.run("./a program", capture_output=True, text=True,
                        env={**os.environ, "TWOFOLD_INFO": "1"})
print("OpenMP:", report.stdout.strip(), len(report.stderr.splitlines()), "loop")

capture(clang, config, "-Werror", "-x", "c-header", "one.h")
capture(clang, config, "-Werror", "-x", "c++-header", "one.h", "-o", "one.hpp.pch")
print("headers are precompiled")

for stage in ["-E"], ["-S"], ["-c"], ["-fsyntax-only"], ["-c", "-emit-llvm"]:
    capture(clang, config, "-Werror", *stage, "saxpy.c", "-o", "nothing")
print("compilations say nothing")
if "#define __TWOFOLD__ " in capture(clang, config, "-E", "-dM", "saxpy.c"):
    print("-E knows of the plugin")

capture(clang, config, "-c", "saxpy.c", "-o", "saxpy.o", "-MD", "-MF", "saxpy.d")
with open("saxpy.d") as text:
    if "twofold-22.so" in text.read():
        print("objects depend on the plugin")

environment = {**os.environ, "PKG_CONFIG_PATH": os.path.dirname(find("twofold.pc"))}
flags = shlex.split(capture("pkg-config", "--cflags", "--libs", "twofold", env=environment))
capture(clang, "-O2", "saxpy.c", *flags, "-o", "a program")
print("pkg-config:", capture("./a program"), end="")

with open("CMakeLists.txt", "w") as text:
    text.write(
        "cmake_minimum_required(VERSION 3.25)\nproject(Blank LANGUAGES C)\n"
        "find_package(Twofold REQUIRED)\nadd_executable(saxpy saxpy.c)\n"
        "target_link_libraries(saxpy PRIVATE Twofold::twofold)\n"
    )
subprocess.run(
    [cmake, "-S", ".", "-B", "the build", "-G", "Ninja", "-DCMAKE_C_COMPILER=" + clang,
     "-DCMAKE_PREFIX_PATH=" + prefix], check=True, stdout=subprocess.DEVNULL)
subprocess.run([cmake, "--build", "the build"], check=True, stdout=subprocess.DEVNULL)
print("CMake:", capture("./the build/saxpy"), end="")
