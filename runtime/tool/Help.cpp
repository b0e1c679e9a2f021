// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Help.cpp - what `twofold --help` prints ----------------------------===//
//
// One text, of which a command's own help is what concerns it.
#include "tool/Help.h"

#include <algorithm>
#include <sstream>
#include <vector>

using namespace twofold::tool;

/// Lines of commands begin with two blanks, what goes on with more.
static constexpr char Usages[] =
    R"(  info [--again]            the OpenCL devices, and what loops use them for;
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
                            a page of sources with their loops, and of a run;
                            --html in place of -o prints it
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
)";

/// A paragraph, and the words of Usages, at the ends of lists the names of
/// commands, that it is about.
struct Paragraph {
  const char *Text;
  std::vector<const char *> About;
};

static const std::vector<Paragraph> Paragraphs = {
    {R"(PROGRAM is a program compiled with Twofold, of run any; warm and --explain stop
it before its main(). D is what TWOFOLD_DEVICE may be: auto, native, cpu, gpu, *,
a device's number or a part of its name, or a list of these such as gpu,cpu.
)",
     {"PROGRAM"}},
    {R"(The cache is the one that programs use: TWOFOLD_CACHE_DIR, else
$XDG_CACHE_HOME/twofold, else $HOME/.cache/twofold.
)",
     {"  cache", "  warm", "  tune"}},
    {R"(SWITCH is --no-opencl: no kernels, loops run on the CPU's threads; --no-opencl-gpu:
kernels for OpenCL devices that are CPUs only; --openmp: loops of OpenMP's
directives are taken; --bounds: subscripts are checked. All other words of cc and
c++ are clang's, which `clang-22 --help` explains.
)",
     {"SWITCH"}},
    {R"(PATH is a program, or a folder with what was compiled, best with the switch
-fsave-optimization-record; FILE was written by TWOFOLD_TRACE or, behind
--receipts, TWOFOLD_RECEIPTS. Sources are looked for from there upwards, and
below --source-dir DIR.
)",
     {"PATH"}},
    {R"(LOOP is a place such as heat.c:40, or a function.
)",
     {"LOOP"}},
    {R"(With --json before a program, info, doctor, warm, report, dump, cache and flags
print an array of objects, report of loops and instead of the page. What tune,
run, cc and c++ print is the program's, and clang's.
)",
     {"  info", "  doctor", "  warm", "  report", "  dump", "  cache",
      "  flags"}},
    {R"(Status: 0 done; 1 something is wrong or missing; 2 wrong arguments; 3 there is
no device, no cache, no loop or no compiler to work with; tune and run: the
program's; cc and c++: clang's.
)",
     {""}}};

/// The lines of Usages that a command has.
static std::string usageOf(const std::string &Command) {
  std::istringstream Lines(Usages);
  std::string Out;
  bool Its = false;
  for (std::string Line; std::getline(Lines, Line);) {
    if (Line.compare(0, 3, "   ") != 0)
      Its = Line.starts_with("  " + Command + " ");
    if (Its)
      Out += Line + "\n";
  }
  return Out;
}

std::string twofold::tool::helpText(const std::string &Command) {
  const std::string Usage = Command.empty() ? Usages : usageOf(Command);
  if (Usage.empty())
    return "";
  std::string Out = Command.empty() ? "usage: twofold COMMAND [ARGUMENTS]\n\n"
                                    : "usage: twofold " + Command + " ...\n\n";
  Out += Usage;
  for (const Paragraph &Each : Paragraphs)
    for (const char *Word : Each.About)
      if (Usage.find(Word) != Usage.npos) {
        Out += std::string("\n") + Each.Text;
        break;
      }
  if (Command.empty())
    Out += "\n`twofold COMMAND --help` has what concerns one command.\n";
  return Out;
}

/// How many letters have to be put in, left out or changed.
static size_t distance(const std::string &A, const std::string &B) {
  std::vector<size_t> Row(B.size() + 1);
  for (size_t J = 0; J <= B.size(); ++J)
    Row[J] = J;
  for (size_t I = 1; I <= A.size(); ++I) {
    size_t Diagonal = Row[0];
    Row[0] = I;
    for (size_t J = 1; J <= B.size(); ++J) {
      const size_t Change = Diagonal + (A[I - 1] != B[J - 1]);
      Diagonal = Row[J];
      Row[J] = std::min({Change, Row[J] + 1, Row[J - 1] + 1});
    }
  }
  return Row.back();
}

std::string twofold::tool::unknownCommand(const std::string &Command) {
  std::istringstream Lines(Usages);
  std::string Nearest;
  size_t Best = 3;
  for (std::string Line; std::getline(Lines, Line);) {
    if (Line.compare(0, 3, "   ") == 0)
      continue;
    const std::string Name = Line.substr(2, Line.find(' ', 2) - 2);
    if (const size_t Away = distance(Command, Name);
        Away < Best && Away < Name.size()) {
      Best = Away;
      Nearest = Name;
    }
  }
  return "there is no command '" + Command + "'" +
         (Nearest.empty() ? "" : ", perhaps '" + Nearest + "'");
}
