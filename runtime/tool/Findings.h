// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Findings.h - what `twofold doctor` has found -----------------------===//
#ifndef TWOFOLD_RUNTIME_TOOL_FINDINGS_H
#define TWOFOLD_RUNTIME_TOOL_FINDINGS_H

#include <string>
#include <vector>

namespace twofold::tool {

struct Finding {
  enum class Kind {
    Fine,
    Note, ///< as it may well be meant to be
    Wrong
  } What;
  std::string Topic;
  std::string Text;
  std::string Remedy; ///< what to do; empty where nothing is to be done
};

class Findings {
  std::vector<Finding> All;

public:
  void fine(const std::string &Topic, const std::string &Text) {
    All.push_back({Finding::Kind::Fine, Topic, Text, ""});
  }
  void note(const std::string &Topic, const std::string &Text,
            const std::string &Remedy) {
    All.push_back({Finding::Kind::Note, Topic, Text, Remedy});
  }
  void wrong(const std::string &Topic, const std::string &Text,
             const std::string &Remedy) {
    All.push_back({Finding::Kind::Wrong, Topic, Text, Remedy});
  }
  const std::vector<Finding> &all() const { return All; }
};

/// Versions of what belongs together, and whether clang loads the plugin.
void lookAtInstallation(Findings &Into);
/// OpenCL's loader, its drivers, the files of devices, and the devices.
void lookAtDrivers(Findings &Into);
/// The cache, the page guard, and variables of the environment.
void lookAtMachine(Findings &Into);
/// Kernels, runtime and allocators of a program.
void lookAtProgram(Findings &Into, const std::string &Path);

} // namespace twofold::tool

#endif
