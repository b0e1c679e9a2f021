// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Installation.cpp - what this program was installed with ------------===//
#include "tool/Installation.h"

#include "system/Files.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>

using namespace twofold::tool;
namespace fs = std::filesystem;

static std::string findBeside(const fs::path &Program,
                              std::initializer_list<const char *> Candidates) {
  for (const char *Each : Candidates) {
    std::error_code Error;
    const fs::path Found = fs::canonical(Program.parent_path() / Each, Error);
    if (!Error)
      return Found;
  }
  return "";
}

Installation::Installation() {
  std::error_code Error;
  const fs::path Self = fs::read_symlink("/proc/self/exe", Error);
  if (Error)
    return;
  // Behind each the place in a build.
  Runtime = findBeside(Self, {TWOFOLD_LIBRARIES "/libtwofold.so",
                              TWOFOLD_LIBRARIES "/libtwofold.so.1",
                              "../runtime/libtwofold.so"});
  Plugin = findBeside(
      Self, {TWOFOLD_LIBRARIES "/twofold-22.so", "../plugin/twofold-22.so"});
  Headers = findBeside(Self, {TWOFOLD_HEADERS "/twofold/.."});
  Config = findBeside(Self, {TWOFOLD_DATA "/twofold/twofold.cfg"});
}

int Installation::tellIncomplete() const {
  const char *Missing = Plugin.empty()    ? "the plugin twofold-22.so"
                        : Headers.empty() ? "the headers twofold/*.h"
                                          : "the file twofold.cfg";
  std::fprintf(stderr,
               "twofold: not installed beside this program: %s; install the "
               "package twofold-22, or run 'cmake --install' and then the "
               "program that it has installed\n",
               Missing);
  return 3;
}

std::string twofold::tool::clangPath(bool CPlusPlus) {
  std::string Found = twofold::findExecutable(
      std::getenv("PATH"), CPlusPlus ? "clang++-22" : "clang-22");
  return !Found.empty()
             ? Found
             : twofold::findExecutable(TWOFOLD_LLVM_ROOT "/bin",
                                       CPlusPlus ? "clang++" : "clang");
}

std::string twofold::tool::shellWord(const std::string &Word) {
  const char *Plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                      "0123456789-_=+./,:@%";
  if (!Word.empty() && Word.find_first_not_of(Plain) == std::string::npos)
    return Word;
  std::string Quoted = "'";
  for (char Each : Word)
    Quoted += Each == '\'' ? std::string("'\\''") : std::string(1, Each);
  return Quoted + "'";
}
