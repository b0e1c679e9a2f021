// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramFile.h - a program on disk, and what a process prints -------===//
#ifndef TWOFOLD_RUNTIME_TOOL_PROGRAMFILE_H
#define TWOFOLD_RUNTIME_TOOL_PROGRAMFILE_H

#include "tool/Commands.h"

#include <string_view>

namespace twofold::tool {

/// Where the shell would find it.
std::string pathOf(const std::string &Program);

/// Whether the file is a binary whose bytes have this text in them.
bool mentions(const std::string &Path, std::string_view Text);

/// The files that the loader would load, in its order, without running any of
/// the program. Empty where the program has no loader.
Words loadedLibraries(const std::string &Path);

/// Whether the runtime is in the program, would be loaded with it, or is
/// called.
bool hasTheRuntime(const std::string &Path);

struct Output {
  int Status = -1; ///< as waitpid gives it; -1: it could not be started
  std::string Text;
};
/// Runs a program, Command[0] being its path, with these variables on top of
/// the environment. What it writes on stderr counts as well if Errors is set.
Output outputOf(const Words &Command, const Words &Variables = {},
                bool Errors = false);

} // namespace twofold::tool

#endif
