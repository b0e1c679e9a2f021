// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- InstallationFindings.cpp - versions of what belongs together -------===//
#include "tool/Findings.h"
#include "tool/Installation.h"
#include "tool/ProgramFile.h"

using namespace twofold::tool;

static std::string firstLine(const std::string &Text) {
  return Text.substr(0, Text.find('\n'));
}

/// Clang is asked, which also says why it would not load the plugin.
static void lookAtCompiler(Findings &Into, const Installation &Own) {
  if (!Own.compiles()) {
    Into.note("plugin", "it is not installed beside this program",
              "to compile programs, install the package twofold-22");
    return;
  }
  const std::string Clang = clangPath(false);
  if (Clang.empty()) {
    Into.wrong("plugin", "clang-22, which would load it, was not found",
               "install the package clang-22, or add its folder to PATH");
    return;
  }
  const std::string Version = firstLine(outputOf({Clang, "--version"}).Text);
  const Output Tried = outputOf({Clang, "--config=" + Own.Config, "-x", "c",
                                 "-fsyntax-only", "/dev/null"},
                                {}, true);
  if (Tried.Status == 0 && Tried.Text.empty())
    Into.fine("plugin", Own.Plugin + ", loaded by " + Version);
  else
    Into.wrong("plugin",
               Version + " does not load it: " + firstLine(Tried.Text),
               "install clang and Twofold for the same major version of LLVM");
}

void twofold::tool::lookAtInstallation(Findings &Into) {
  Into.fine("version", "twofold " TWOFOLD_VERSION);
  const Installation Own;
  const std::string Version = "." TWOFOLD_VERSION;
  if (Own.Runtime.empty())
    Into.note("runtime", "libtwofold.so is not beside this program",
              "for programs that load it, install the package libtwofold1");
  else if (!Own.Runtime.ends_with(Version))
    Into.wrong("runtime",
               Own.Runtime + " is of another version than this program",
               "install both from one build");
  else
    Into.fine("runtime", Own.Runtime);
  lookAtCompiler(Into, Own);
}
