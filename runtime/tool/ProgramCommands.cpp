// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramCommands.cpp - twofold warm, tune, run, cache --explain -----===//
//
// All start the program. But for run, a program that has no part of the runtime
// in it would simply run: so it is looked at first.
#include "system/Files.h"
#include "tool/Commands.h"
#include "tool/Installation.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold::tool;

extern char **environ;

/// Whether the file is a binary whose bytes have this text in them.
static bool mentions(const std::string &Path, const char *Text) {
  int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat Info;
  if (File < 0)
    return false;
  bool Found = false;
  if (fstat(File, &Info) == 0 && S_ISREG(Info.st_mode) && Info.st_size > 0) {
    void *Bytes =
        mmap(nullptr, size_t(Info.st_size), PROT_READ, MAP_PRIVATE, File, 0);
    if (Bytes != MAP_FAILED) {
      Found = Info.st_size > SELFMAG && !std::memcmp(Bytes, ELFMAG, SELFMAG) &&
              memmem(Bytes, size_t(Info.st_size), Text, std::strlen(Text));
      munmap(Bytes, size_t(Info.st_size));
    }
  }
  close(File);
  return Found;
}

/// What the loader would load, without running any of it.
static bool loadsTheRuntime(const std::string &Path) {
  // A program linked without a loader would ignore the request, and run.
  if (!mentions(Path, "ld-linux") && !mentions(Path, "/ld-"))
    return false;
  int Pipe[2];
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    return false;
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, Pipe[1], 1);
  std::vector<char *> Environment;
  for (char **Each = environ; *Each; ++Each)
    Environment.push_back(*Each);
  std::string Trace = "LD_TRACE_LOADED_OBJECTS=1";
  Environment.push_back(Trace.data());
  Environment.push_back(nullptr);
  std::string File = Path;
  char *Arguments[] = {File.data(), nullptr};
  pid_t Child;
  bool Started = posix_spawn(&Child, File.c_str(), &Actions, nullptr, Arguments,
                             Environment.data()) == 0;
  posix_spawn_file_actions_destroy(&Actions);
  close(Pipe[1]);
  std::string Said;
  char Piece[4096];
  for (ssize_t Got; Started && (Got = read(Pipe[0], Piece, sizeof(Piece))) > 0;)
    Said.append(Piece, size_t(Got));
  close(Pipe[0]);
  if (Started)
    waitpid(Child, nullptr, 0);
  return Said.find("libtwofold.so") != std::string::npos;
}

/// The runtime's own text, in a program that is linked with the static library.
static bool hasTheRuntime(const std::string &Path) {
  return mentions(Path, "TWOFOLD_WARM") || loadsTheRuntime(Path);
}

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

static std::string pathOf(const std::string &Program) {
  std::string Path =
      Program.find('/') == std::string::npos
          ? twofold::findExecutable(secure_getenv("PATH"), Program)
          : Program;
  return Path.empty() ? Program : Path;
}

/// Began: it is a program that could be started.
static int start(const std::string &Device, const Words &Program,
                 bool *Began = nullptr) {
  const std::string Path = pathOf(Program[0]);
  if (access(Path.c_str(), X_OK) != 0) {
    std::fprintf(stderr, "twofold: %s: %s\n", Path.c_str(), strerror(errno));
    return 2;
  }
  if (!hasTheRuntime(Path)) {
    std::fprintf(stderr, "twofold: %s is not a program compiled with Twofold\n",
                 Path.c_str());
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
                                  const Words &Program) {
  setenv("TWOFOLD_WARM", Task.c_str(), 1);
  return start(Device, Program);
}

/// A program with its arguments, and what is before it.
struct ProgramCall {
  Words Arguments;
  std::string Device;
};

/// Takes --device=D from the front. Nothing if something else is there, or no
/// program.
static std::optional<ProgramCall> readCall(const char *Command,
                                           const Words &Given) {
  const std::string Option = "--device=";
  ProgramCall Out = {Given, ""};
  Words &Arguments = Out.Arguments;
  while (!Arguments.empty() && Arguments[0].starts_with("-")) {
    const std::string First = Arguments[0];
    if (First != "--" &&
        (!First.starts_with(Option) || First.size() == Option.size())) {
      misused(std::string(Command) + " does not know '" + First + "'");
      return std::nullopt;
    }
    Arguments.erase(Arguments.begin());
    if (First == "--")
      break;
    Out.Device = First.substr(Option.size());
  }
  if (!Arguments.empty())
    return Out;
  misused(std::string(Command) + " needs a program");
  return std::nullopt;
}

int twofold::tool::warmCommand(const Words &Given) {
  const auto Call = readCall("warm", Given);
  return Call ? runPreparation("build", Call->Device, Call->Arguments) : 2;
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
