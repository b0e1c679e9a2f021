// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BuildMarker.h - which process is building, and whether it lives ---===//
//
// The text of a .pending file of the cache, in one line or two:
//
//   marker := pid ' ' start ' ' boot ' ' namespace ' ' host '\n' again?
//   again  := "again\n", where a process died in an earlier try
//
// start: when the process started, in clock ticks since boot; boot: the
// kernel's id of this boot; namespace: of process ids. Together they tell a
// process from a later one with the same id.
#ifndef TWOFOLD_RUNTIME_CACHE_BUILDMARKER_H
#define TWOFOLD_RUNTIME_CACHE_BUILDMARKER_H

#include <string>
#include <string_view>

namespace twofold {

/// The last line of a marker that is not of the first try.
inline constexpr std::string_view AgainLine = "again\n";

std::string describeThisProcess();

enum class BuildOwner {
  Alive,
  Dead,
  Unknown, ///< of another machine or container, or the text is damaged
};

BuildOwner buildOwner(const std::string &Marker);

} // namespace twofold

#endif
