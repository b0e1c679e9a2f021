// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Installation.h - what this program was installed with --------------===//
#ifndef TWOFOLD_RUNTIME_TOOL_INSTALLATION_H
#define TWOFOLD_RUNTIME_TOOL_INSTALLATION_H

#include <string>

namespace twofold::tool {

/// Files and folders beside this program, wherever all of it was moved. Empty
/// is what is not there, as in a build, where only the libraries are.
struct Installation {
  std::string Runtime; ///< libtwofold.so
  std::string Plugin;
  std::string Headers; ///< the folder that holds twofold/
  std::string Config;  ///< twofold.cfg

  Installation();
  /// Whether programs can be compiled with it.
  bool compiles() const {
    return !Plugin.empty() && !Headers.empty() && !Config.empty();
  }
  /// What to do where it does not, in one line on stderr; returns 3.
  int tellIncomplete() const;
};

/// The compiler's program, from PATH or else from LLVM's usual folder; empty:
/// it is not there.
std::string clangPath(bool CPlusPlus);

/// The word as a shell and a makefile's recipe read it.
std::string shellWord(const std::string &Word);

} // namespace twofold::tool

#endif
