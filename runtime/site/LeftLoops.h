// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LeftLoops.h - loops whose calls OpenMP's directives run ------------===//
#ifndef TWOFOLD_RUNTIME_SITE_LEFTLOOPS_H
#define TWOFOLD_RUNTIME_SITE_LEFTLOOPS_H

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace twofold {

/// How often, and why. Texts are copied: libraries may be unloaded before the
/// program's exit. Thread-safe.
class LeftLoops {
  mutable std::mutex Lock;
  /// By place, and what is said before the number and behind it.
  std::map<std::array<std::string, 3>, uint64_t> Counts;

public:
  void add(const char *File, uint32_t Line, const char *Function,
           const char *Directive, const char *Reason);
  /// A line for each loop and reason.
  void summarize(const class Trace &To) const;
};

} // namespace twofold

#endif
