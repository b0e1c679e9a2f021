// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramFindings.cpp - kernels, runtime, allocators of a program ----===//
#include "tool/Findings.h"
#include "tool/ProgramFile.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace twofold::tool;

/// Libraries with an allocator of their own, by their file's name.
static constexpr const char *Allocators[] = {
    "libjemalloc", "libtcmalloc", "libmimalloc", "libtbbmalloc", "libhoard"};

static void lookAtOrder(Findings &Into, const Words &Libraries) {
  for (const std::string &Each : Libraries) {
    if (Each.find("libtwofold.so") != Each.npos) {
      Into.fine("allocator", "the runtime sees the program's blocks");
      return;
    }
    for (const char *Name : Allocators)
      if (Each.find(Name) != Each.npos) {
        Into.wrong("allocator",
                   Each.substr(0, Each.find(' ')) +
                       " stands before the runtime, which does not see its "
                       "blocks: results come home after each function",
                   "link the runtime before it, or run `twofold run PROGRAM`");
        return;
      }
  }
}

void twofold::tool::lookAtProgram(Findings &Into, const std::string &Program) {
  const std::string Path = pathOf(Program);
  if (access(Path.c_str(), R_OK) != 0) {
    Into.wrong("program", Path + ": " + strerror(errno), "name another file");
    return;
  }
  if (!mentions(Path, "\177ELF")) {
    Into.wrong("program", Path + " is no program, library or object",
               "name what the compiler or the linker has made");
    return;
  }
  const Words Libraries = loadedLibraries(Path);
  for (const std::string &Each : Libraries)
    if (Each.find("not found") != Each.npos)
      Into.wrong("program", Each,
                 "install the library, or add its folder to LD_LIBRARY_PATH");
  if (!hasTheRuntime(Path)) {
    Into.wrong("program",
               Path + " has 0 kernels, no annotated loops and no runtime: it "
                      "was compiled without the plugin",
               "compile it with `twofold cc`, or with clang-22 "
               "--config=.../twofold.cfg; -fplugin-arg-twofold-... alone loads "
               "no plugin, and clang says nothing");
    return;
  }
  // The runtime's functions, as names that are looked up.
  constexpr std::string_view Called("\0twofold_", 9);
  // Text that each kernel has, and the runtime has not.
  if (mentions(Path, "get_global_id"))
    Into.fine("program", Path + " has kernels");
  else if (!mentions(Path, Called))
    Into.note("program",
              Path + " has the runtime and no annotated loops: they are in "
                     "libraries, or it was compiled without the plugin and "
                     "only linked with it",
              "compile it with `twofold cc`, or with clang-22 "
              "--config=.../twofold.cfg, or ask about the libraries");
  else
    Into.note("program",
              Path + " has 0 kernels in it: its loops run on threads, or are "
                     "in libraries",
              "-Rpass-missed=twofold says why, where it was not compiled with "
              "--no-opencl");
  if (mentions(Path, "TWOFOLD_WARM"))
    Into.note("allocator",
              "the static runtime does not see the program's blocks: results "
              "come home after each function",
              "link the shared runtime where data is to stay on a GPU");
  else
    lookAtOrder(Into, Libraries);
}
