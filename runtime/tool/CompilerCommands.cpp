// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CompilerCommands.cpp - twofold flags, cc, c++ ----------------------===//
#include "tool/Commands.h"
#include "tool/Installation.h"
#include "tool/JsonLines.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

using namespace twofold::tool;

/// The plugin's arguments, by the names that a command line has for them.
/// Clang's driver takes no such names from a plugin.
static constexpr const char *Switches[] = {"--no-opencl", "--no-opencl-gpu",
                                           "--openmp", "--bounds"};

static std::string argumentOf(const std::string &Switch) {
  return "-fplugin-arg-twofold-" + Switch.substr(2);
}

static bool isSwitch(const std::string &Word) {
  return std::find(std::begin(Switches), std::end(Switches), Word) !=
         std::end(Switches);
}

/// Whether the linker and the loader look there by themselves.
static bool isSystemFolder(const std::string &Folder) {
  return Folder == "/usr/lib" || Folder == "/lib" ||
         (Folder.starts_with("/usr/lib/") &&
          Folder.find("-linux-gnu") != Folder.npos &&
          Folder.find('/', 9) == Folder.npos);
}

static Words compileFlags(const Installation &Own) {
  Words Flags = {"-fplugin=" + Own.Plugin,
                 "-Xclang=-fdepfile-entry=" + Own.Plugin,
                 "-D__TWOFOLD__=" + std::to_string(TWOFOLD_VERSION_NUMBER)};
  if (Own.Headers != "/usr/include")
    Flags.push_back("-I" + Own.Headers);
  return Flags;
}

static Words linkFlags(const Installation &Own) {
  const std::string Folder = Own.Runtime.substr(0, Own.Runtime.rfind('/'));
  if (isSystemFolder(Folder))
    return {"-ltwofold"};
  return {"-L" + Folder, "-Wl,-rpath," + Folder, "-ltwofold"};
}

int twofold::tool::flagsCommand(Words Arguments) {
  const bool Json = takeJson(Arguments);
  bool Compile = false, Link = false;
  Words Asked;
  for (const std::string &Each : Arguments) {
    if (Each == "--cflags")
      Compile = true;
    else if (Each == "--libs")
      Link = true;
    else if (isSwitch(Each))
      Asked.push_back(argumentOf(Each));
    else
      return misused("flags does not know '" + Each + "'");
  }
  const Installation Own;
  if (!Own.compiles() || Own.Runtime.empty())
    return Own.tellIncomplete();
  Words Flags;
  if (Compile || !Link) {
    Flags = compileFlags(Own);
    Flags.insert(Flags.end(), Asked.begin(), Asked.end());
  }
  if (Link || !Compile)
    for (const std::string &Each : linkFlags(Own))
      Flags.push_back(Each);
  if (Json) {
    JsonLines Lines;
    for (const std::string &Each : Flags)
      Lines.add({{"flag", Each}});
    Lines.print();
    return 0;
  }
  std::string Line;
  for (const std::string &Each : Flags)
    Line += (Line.empty() ? "" : " ") + shellWord(Each);
  std::puts(Line.c_str());
  return 0;
}

int twofold::tool::compilerCommand(bool CPlusPlus, const Words &Arguments) {
  const Installation Own;
  if (!Own.compiles())
    return Own.tellIncomplete();
  const std::string Clang = clangPath(CPlusPlus);
  if (Clang.empty()) {
    std::fprintf(stderr,
                 "twofold: %s was not found; install the package "
                 "clang-22, or add its folder to PATH\n",
                 CPlusPlus ? "clang++-22" : "clang-22");
    return 3;
  }
  // Switches may stand anywhere: build systems put what a project asks for
  // before or behind what a user does.
  Words Line = {Clang, "--config=" + Own.Config};
  for (const std::string &Each : Arguments)
    Line.push_back(isSwitch(Each) ? argumentOf(Each) : Each);
  std::vector<char *> Values;
  for (std::string &Each : Line)
    Values.push_back(Each.data());
  Values.push_back(nullptr);
  execv(Clang.c_str(), Values.data());
  std::fprintf(stderr, "twofold: %s: %s\n", Clang.c_str(), strerror(errno));
  return 3;
}
