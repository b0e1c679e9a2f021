// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Main.cpp - the program `twofold` -----------------------------------===//
#include "tool/Commands.h"

#include <cstdio>
#include <exception>

using namespace twofold::tool;

static constexpr char Help[] =
    R"(usage: twofold COMMAND [ARGUMENTS]

  info [--again]            the OpenCL devices, and what loops use them for;
                            again: also of drivers that have crashed or hung
  doctor [PROGRAM]          what hinders loops, and what to do about it
  warm [--device=D] PROGRAM build all kernels of a program before it runs
  tune [--device=D] PROGRAM [ARGUMENTS]
                            run a program and keep the group sizes that were
                            fastest
  run [--device=D] PROGRAM [ARGUMENTS]
                            run any program with the runtime loaded first, for
                            modules that it opens later, as Python's are
  report PATH... [--trace FILE] -o PAGE.html
                            a page of sources with their loops, and of a run
  dump PROGRAM [LOOP]       the kernels in a program, library or object
  cache [list]              what the kernel cache holds
  cache --explain [PROGRAM] why kernels are not, or no longer, taken from it
  cache verify              read every entry, remove damaged ones
  cache trim [MIB]          remove what was used longest ago
  cache clear               remove everything
  flags [--cflags|--libs] [SWITCH...]
                            what clang 22 is to be given to compile and link
  cc [SWITCH...] WORD...    clang-22 with these flags, for C
  c++ [SWITCH...] WORD...   clang++-22 with these flags, for C++

PROGRAM is a program compiled with Twofold, of run any; warm and --explain stop
it before its main(). D is what TWOFOLD_DEVICE may be. The cache is the one that
programs use: TWOFOLD_CACHE_DIR, else $XDG_CACHE_HOME/twofold, else
$HOME/.cache/twofold.

SWITCH is --no-opencl: no kernels, loops run on the CPU's threads; --no-opencl-gpu:
kernels for OpenCL devices that are CPUs only; --openmp: loops of OpenMP's
directives are taken; --bounds: subscripts are checked.

PATH is a program, or a folder with what was compiled, best with the switch
-fsave-optimization-record; FILE was written by TWOFOLD_TRACE or, behind
--receipts, TWOFOLD_RECEIPTS. Sources are looked for from there upwards, and
below --source-dir DIR. LOOP is a place such as heat.c:40, or a function.

With --json, info, doctor, cache, dump and flags print an array of objects.

Status: 0 done; 1 something is wrong or missing; 2 wrong arguments; 3 there is
no device, no cache, no loop or no compiler to work with; tune and run: the
program's; cc and c++: clang's.
)";

int twofold::tool::misused(const std::string &Why) {
  std::fprintf(stderr, "twofold: %s; see twofold --help\n", Why.c_str());
  return 2;
}

static int run(int Count, char **Values) {
  if (Count < 2)
    return misused("a command is missing");
  std::string Command = Values[1];
  if (Command == "--help" || Command == "-h" || Command == "help") {
    std::fputs(Help, stdout);
    return 0;
  }
  if (Command == "--version") {
    std::puts("twofold " TWOFOLD_VERSION);
    return 0;
  }
  Words Arguments(Values + 2, Values + Count);
  if (Command == "cache")
    return cacheCommand(Arguments);
  if (Command == "info")
    return infoCommand(Arguments);
  if (Command == "doctor")
    return doctorCommand(Arguments);
  if (Command == "warm")
    return warmCommand(Arguments);
  if (Command == "tune")
    return tuneCommand(Arguments);
  if (Command == "run")
    return runCommand(Arguments);
  if (Command == "flags")
    return flagsCommand(Arguments);
  if (Command == "report")
    return reportCommand(Arguments);
  if (Command == "dump")
    return dumpCommand(Arguments);
  if (Command == "cc" || Command == "c++")
    return compilerCommand(Command == "c++", Arguments);
  return misused("there is no command '" + Command + "'");
}

int main(int Count, char **Values) {
  try {
    int Status = run(Count, Values);
    if (std::fflush(stdout) == 0)
      return Status;
    std::perror("twofold");
  } catch (const std::exception &Thrown) {
    std::fprintf(stderr, "twofold: %s\n", Thrown.what());
  }
  return 1;
}
