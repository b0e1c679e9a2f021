// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/DriverProbe.h"

#include "system/HiddenProcess.h"

#include <cstring>
#include <sstream>
#include <string_view>
#include <sys/wait.h>

using namespace twofold;

// ProbeProgram.cpp, as it was linked.
asm(".pushsection .rodata\n"
    ".hidden twofold_probe_begin\n.globl twofold_probe_begin\n"
    ".hidden twofold_probe_end\n.globl twofold_probe_end\n"
    ".balign 16\n"
    "twofold_probe_begin: .incbin \"" TWOFOLD_PROBE_FILE "\"\n"
    "twofold_probe_end: .byte 0\n"
    ".popsection");
extern "C" __attribute__((visibility("hidden")))
const char twofold_probe_begin[],
    twofold_probe_end[];

std::string twofold::describeEnd(const HiddenOutcome &Of,
                                 std::chrono::milliseconds Limit) {
  if (!Of.InTime)
    return "it does not answer within " +
           std::to_string((Limit.count() + 500) / 1000) + " s";
  if (WIFSIGNALED(Of.Status)) {
    const char *Name = sigdescr_np(WTERMSIG(Of.Status));
    return "it ends the process with signal " +
           std::to_string(WTERMSIG(Of.Status)) +
           (Name ? std::string(" (") + Name + ")" : "");
  }
  if (WEXITSTATUS(Of.Status) == ProbeClosedFiles)
    return "it closes files that are not its own";
  if (WEXITSTATUS(Of.Status) == ProbeSetAlarm)
    return "it sets a timer whose signal ends the process";
  return "it ends the process with status " +
         std::to_string(WEXITSTATUS(Of.Status));
}

ProbeAnswer twofold::probeDriver(const std::string &Library,
                                 std::chrono::milliseconds Limit) {
  std::vector<std::string> Words = {"twofold-probe"};
  if (!Library.empty())
    Words.push_back(Library);
  HiddenOutcome Outcome =
      runHidden({twofold_probe_begin, twofold_probe_end}, Words, Limit);
  ProbeAnswer Out;
  bool Begun = false, Done = false;
  std::istringstream Lines(Outcome.Output);
  for (std::string Line; std::getline(Lines, Line);) {
    auto Rest = [&](std::string_view Word) {
      return Line.starts_with(Word) ? Line.substr(Word.size()) : "";
    };
    Begun |= Line == "begun";
    Done |= Line == "done";
    Out.HasGpu |= Line == "gpu";
    if (std::string Name = Rest("variable "); !Name.empty())
      Out.Variables.push_back(std::move(Name));
    if (std::string File = Rest("file "); !File.empty())
      Out.Files.push_back(std::move(File));
  }
  if (Done)
    Out.What = ProbeAnswer::Kind::Works;
  else if (Begun) {
    Out.What = ProbeAnswer::Kind::Fails;
    Out.Fault = describeEnd(Outcome, Limit);
  }
  return Out;
}
