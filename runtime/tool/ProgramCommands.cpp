// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramCommands.cpp - twofold warm, tune, run, cache --explain -----===//
//
// All start the program. But for run, a program that has no part of the runtime
// in it would simply run: so it is looked at first.
#include "tool/Commands.h"
#include "tool/Installation.h"
#include "tool/ProgramFile.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold::tool;

extern char **environ;

static int startAndWait(const std::string &Path, const Words &Program) {
  std::vector<char *> Arguments;
  Words Copy = Program;
  for (std::string &Each : Copy)
    Arguments.push_back(Each.data());
  Arguments.push_back(nullptr);
  pid_t Child;
  if (int Error = posix_spawn(&Child, Path.c_str(), nullptr, nullptr,
                              Arguments.data(), environ)) {
    std::fprintf(stderr, "twofold: %s: %s\n", Path.c_str(), strerror(Error));
    return 1;
  }
  // What the keyboard sends is for the program.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGQUIT, SIG_IGN);
  int How = 0;
  while (waitpid(Child, &How, 0) < 0)
    if (errno != EINTR)
      return 1;
  if (WIFEXITED(How))
    return WEXITSTATUS(How);
  std::fprintf(stderr, "twofold: %s: %s\n", Path.c_str(),
               strsignal(WTERMSIG(How)));
  return 128 + WTERMSIG(How);
}

/// Began: it is a program that could be started.
static int start(const std::string &Device, const Words &Program,
                 bool *Began = nullptr) {
  const std::string Path = pathOf(Program[0]);
  const bool Readable = access(Path.c_str(), R_OK) == 0;
  if (Readable && !hasTheRuntime(Path)) {
    std::fprintf(stderr, "twofold: %s is not a program compiled with Twofold\n",
                 Path.c_str());
    return 2;
  }
  if (!Readable || access(Path.c_str(), X_OK) != 0) {
    std::fprintf(stderr, "twofold: %s: %s\n", Path.c_str(), strerror(errno));
    return 2;
  }
  if (!Device.empty())
    setenv("TWOFOLD_DEVICE", Device.c_str(), 1);
  std::fflush(stdout);
  if (Began)
    *Began = true;
  return startAndWait(Path, Program);
}

int twofold::tool::runPreparation(const std::string &Task,
                                  const std::string &Device,
                                  const Words &Program, bool Json) {
  setenv("TWOFOLD_WARM", Task.c_str(), 1);
  if (Json)
    setenv("TWOFOLD_WARM_JSON", "1", 1);
  return start(Device, Program);
}

/// A program with its arguments, and what is before it.
struct ProgramCall {
  Words Arguments;
  std::string Device;
  bool Json = false;
};

/// What is wrong about a word before the program.
static std::string unknownOption(const std::string &Word) {
  const std::string Way = "write --device=D, as in --device=cpu";
  const std::string Bare = Word.substr(Word.find_first_not_of('-'));
  const bool Device = Bare == "device" || Bare.starts_with("device=") ||
                      Bare == "d" || Bare.starts_with("dev");
  return "does not know '" + Word + "'" +
         (Device ? "; " + Way
                 : "; what is for the program stands behind its name");
}

/// Takes --device=D, and --json where Prints, from the front. Nothing if
/// something else is there, or no program.
static std::optional<ProgramCall>
readCall(const char *Command, const Words &Given, bool Prints = false) {
  const std::string Option = "--device=";
  ProgramCall Out = {Given, "", false};
  Words &Arguments = Out.Arguments;
  while (!Arguments.empty() && Arguments[0].starts_with("-")) {
    const std::string First = Arguments[0];
    const bool Json = Prints && First == "--json";
    if (!Json && First != "--" &&
        (!First.starts_with(Option) || First.size() == Option.size())) {
      misused(std::string(Command) + " " + unknownOption(First));
      return std::nullopt;
    }
    Arguments.erase(Arguments.begin());
    if (First == "--")
      break;
    if (Json)
      Out.Json = true;
    else
      Out.Device = First.substr(Option.size());
  }
  if (!Arguments.empty())
    return Out;
  misused(std::string(Command) + " needs a program");
  return std::nullopt;
}

int twofold::tool::warmCommand(const Words &Given) {
  // The program does not run, so that nothing behind its name is for it.
  Words Ordered, Others;
  for (const std::string &Word : Given)
    (Word == "--json" || Word.starts_with("--device=") ? Ordered : Others)
        .push_back(Word);
  Ordered.insert(Ordered.end(), Others.begin(), Others.end());
  const auto Call = readCall("warm", Ordered, /*Prints=*/true);
  return Call ? runPreparation("build", Call->Device, Call->Arguments,
                               Call->Json)
              : 2;
}

int twofold::tool::tuneCommand(const Words &Given) {
  const auto Call = readCall("tune", Given);
  if (!Call)
    return 2;
  setenv("TWOFOLD_TUNE", "force", 1);
  const time_t Now = time(nullptr);
  bool Began = false;
  const int Status = start(Call->Device, Call->Arguments, &Began);
  if (Began)
    tellTuning(Now);
  return Status;
}

int twofold::tool::runCommand(const Words &Given) {
  const auto Call = readCall("run", Given);
  if (!Call)
    return 2;
  std::string Library = Installation().Runtime;
  // The loader separates names by them.
  if (Library.empty() || Library.find_first_of(" :") != std::string::npos) {
    std::fprintf(stderr, "twofold: %s\n",
                 Library.empty()
                     ? "libtwofold.so is not where this program is installed"
                     : "a library whose path has spaces or colons in it cannot "
                       "be loaded first");
    return 3;
  }
  if (const char *Others = getenv("LD_PRELOAD"); Others && *Others)
    Library += std::string(":") + Others;
  setenv("LD_PRELOAD", Library.c_str(), 1);
  if (!Call->Device.empty())
    setenv("TWOFOLD_DEVICE", Call->Device.c_str(), 1);
  std::vector<char *> Arguments;
  Words Copy = Call->Arguments;
  for (std::string &Each : Copy)
    Arguments.push_back(Each.data());
  Arguments.push_back(nullptr);
  const std::string Path = pathOf(Copy[0]);
  execv(Path.c_str(), Arguments.data());
  std::fprintf(stderr, "twofold: %s: %s\n", Path.c_str(), strerror(errno));
  return 2;
}
