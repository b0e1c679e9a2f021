// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BuildMarker.h - which process is building, and whether it lives ---===//
//
// The text of a .pending file of the cache, in one line or two:
//
//   marker := pid ' ' start ' ' boot ' ' namespace ' ' host '\n' again?
//   again  := "again\n", where a process died in the first try
//
// start: when the process started, in clock ticks since boot; boot: the
// kernel's id of this boot; namespace: of process ids. Together they tell a
// process from a later one with the same id.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_BUILDMARKER_H
#define TWOFOLD_RUNTIME_BUILDMARKER_H

#include <string>

namespace twofold {

std::string describeThisProcess();

enum class BuildOwner {
  Alive,
  Dead,
  Unknown, ///< of another machine or container, or the text is damaged
};

BuildOwner buildOwner(const std::string &Marker);

} // namespace twofold

#endif
