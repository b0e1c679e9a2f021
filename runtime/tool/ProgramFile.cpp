// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramFile.cpp - a program on disk, and what a process prints -----===//
#include "tool/ProgramFile.h"

#include "system/Files.h"

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <spawn.h>
#include <sstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold::tool;

extern char **environ;

std::string twofold::tool::pathOf(const std::string &Program) {
  std::string Path =
      Program.find('/') == std::string::npos
          ? twofold::findExecutable(secure_getenv("PATH"), Program)
          : Program;
  return Path.empty() ? Program : Path;
}

bool twofold::tool::mentions(const std::string &Path, std::string_view Text) {
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
              memmem(Bytes, size_t(Info.st_size), Text.data(), Text.size());
      munmap(Bytes, size_t(Info.st_size));
    }
  }
  close(File);
  return Found;
}

Output twofold::tool::outputOf(const Words &Command, const Words &Variables,
                               bool Errors) {
  Output Out;
  int Pipe[2];
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    return Out;
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, Pipe[1], 1);
  if (Errors)
    posix_spawn_file_actions_adddup2(&Actions, Pipe[1], 2);
  Words Copy = Command, Added = Variables;
  std::vector<char *> Environment, Arguments;
  for (char **Each = environ; *Each; ++Each)
    Environment.push_back(*Each);
  for (std::string &Each : Added)
    Environment.push_back(Each.data());
  Environment.push_back(nullptr);
  for (std::string &Each : Copy)
    Arguments.push_back(Each.data());
  Arguments.push_back(nullptr);
  pid_t Child;
  const bool Started =
      posix_spawn(&Child, Command[0].c_str(), &Actions, nullptr,
                  Arguments.data(), Environment.data()) == 0;
  posix_spawn_file_actions_destroy(&Actions);
  close(Pipe[1]);
  char Piece[4096];
  for (ssize_t Got; Started && (Got = read(Pipe[0], Piece, sizeof(Piece))) > 0;)
    Out.Text.append(Piece, size_t(Got));
  close(Pipe[0]);
  if (Started)
    waitpid(Child, &Out.Status, 0);
  return Out;
}

Words twofold::tool::loadedLibraries(const std::string &Path) {
  Words Out;
  // A program linked without a loader would ignore the request, and run.
  if (!mentions(Path, "ld-linux") && !mentions(Path, "/ld-"))
    return Out;
  std::istringstream Lines(
      outputOf({Path}, {"LD_TRACE_LOADED_OBJECTS=1"}).Text);
  for (std::string Line; std::getline(Lines, Line);) {
    const size_t Start = Line.find_first_not_of(" \t");
    if (Start != Line.npos)
      Out.push_back(Line.substr(Start));
  }
  return Out;
}

bool twofold::tool::hasTheRuntime(const std::string &Path) {
  // The runtime's own text, in a program that has the static library in it, and
  // what objects, and libraries that nobody can start, call of it.
  if (mentions(Path, "TWOFOLD_WARM") || mentions(Path, "twofold_run"))
    return true;
  for (const std::string &Each : loadedLibraries(Path))
    if (Each.find("libtwofold.so") != Each.npos)
      return true;
  return false;
}
