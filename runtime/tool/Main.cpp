// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Main.cpp - the program `twofold` -----------------------------------===//
#include "tool/Commands.h"
#include "tool/Help.h"

#include <cstdio>
#include <exception>

using namespace twofold::tool;

int twofold::tool::misused(const std::string &Why) {
  std::fprintf(stderr, "twofold: %s; see twofold --help\n", Why.c_str());
  return 2;
}

static int run(int Count, char **Values) {
  if (Count < 2)
    return misused("a command is missing");
  std::string Command = Values[1];
  const auto AsksForHelp = [](const std::string &Word) {
    return Word == "--help" || Word == "-h";
  };
  const bool Help = AsksForHelp(Command) || Command == "help";
  if (Help || (Count == 3 && AsksForHelp(Values[2]))) {
    const std::string Of = !Help ? Command : Count > 2 ? Values[2] : "";
    const std::string Text = helpText(Of);
    if (Text.empty())
      return misused(unknownCommand(Of));
    std::fputs(Text.c_str(), stdout);
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
  return misused(unknownCommand(Command));
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
