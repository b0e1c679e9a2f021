// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/SourceLines.h"

#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <map>
#include <memory>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;

bool CodePlace::isSystem() const {
  return Module.rfind("/lib", 0) == 0 || Module.rfind("/usr/lib", 0) == 0;
}

static std::string readable(const char *Name) {
  int Status = 0;
  const std::unique_ptr<char, void (*)(void *)> Text(
      abi::__cxa_demangle(Name, nullptr, nullptr, &Status), std::free);
  return Text ? Text.get() : Name;
}

CodePlace twofold::codePlace(uintptr_t Instruction) {
  Dl_info Found = {}, Own = {};
  CodePlace Out;
  if (!dladdr(reinterpret_cast<void *>(Instruction), &Found) ||
      !Found.dli_fname || !Found.dli_fbase)
    return Out;
  Out.Module = Found.dli_fname;
  // The program's own name is what it was called by.
  char Self[4096];
  const ssize_t Length = readlink("/proc/self/exe", Self, sizeof Self);
  if (Out.Module.find('/') == std::string::npos && Length > 0)
    Out.Module.assign(Self, size_t(Length));
  // A program that is not moved has its addresses in its file.
  const auto *Head = static_cast<const Elf64_Ehdr *>(Found.dli_fbase);
  Out.Offset = Head->e_type == ET_EXEC
                   ? Instruction
                   : Instruction - reinterpret_cast<uintptr_t>(Found.dli_fbase);
  if (Found.dli_sname)
    Out.Function = readable(Found.dli_sname);
  Out.IsOurs = dladdr(reinterpret_cast<void *>(&codePlace), &Own) &&
               Own.dli_fbase == Found.dli_fbase;
  return Out;
}

/// What the program prints; empty where it cannot be started.
static std::string outputOf(std::vector<std::string> Words) {
  int Pipe[2];
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    return "";
  std::vector<char *> Arguments;
  for (std::string &Word : Words)
    Arguments.push_back(Word.data());
  Arguments.push_back(nullptr);
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_addopen(&Actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&Actions, Pipe[1], 1);
  posix_spawn_file_actions_addopen(&Actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t Child = 0;
  const bool Started = posix_spawnp(&Child, Arguments[0], &Actions, nullptr,
                                    Arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&Actions);
  close(Pipe[1]);
  std::string Said;
  char Piece[4096];
  for (ssize_t Got; Started && (Got = read(Pipe[0], Piece, sizeof Piece)) > 0;)
    Said.append(Piece, size_t(Got));
  close(Pipe[0]);
  if (Started)
    waitpid(Child, nullptr, 0);
  return Said;
}

void twofold::findLines(std::vector<CodePlace> &Places) {
  std::map<std::string, std::vector<CodePlace *>> ByModule;
  for (CodePlace &P : Places)
    if (!P.Module.empty())
      ByModule[P.Module].push_back(&P);
  for (auto &[Module, Of] : ByModule) {
    std::string Said;
    for (const char *Tool : {"llvm-symbolizer", "addr2line"}) {
      // Both print the function and the line of each address then.
      std::vector<std::string> Words = {Tool, "-C", "-f", "-e", Module};
      if (Tool[0] == 'l')
        Words.insert(Words.end(), {"--output-style=GNU", "--no-inlines"});
      for (const CodePlace *P : Of) {
        char Text[32];
        std::snprintf(Text, sizeof Text, "0x%llx",
                      static_cast<unsigned long long>(P->Offset));
        Words.push_back(Text);
      }
      if (!(Said = outputOf(std::move(Words))).empty())
        break;
    }
    size_t At = 0;
    for (CodePlace *P : Of) {
      const size_t Middle = Said.find('\n', At),
                   End = Middle == std::string::npos
                             ? Middle
                             : Said.find('\n', Middle + 1);
      if (End == std::string::npos)
        break;
      const std::string Function = Said.substr(At, Middle - At);
      std::string Line = Said.substr(Middle + 1, End - Middle - 1);
      At = End + 1;
      if (!Function.empty() && Function[0] != '?')
        P->Function = Function;
      if (const size_t Note = Line.find(" ("); Note != std::string::npos)
        Line.resize(Note); // of the discriminator
      if (Line[0] != '?' && Line.find(":?") == std::string::npos &&
          !Line.ends_with(":0"))
        P->Line = std::move(Line);
    }
  }
}
