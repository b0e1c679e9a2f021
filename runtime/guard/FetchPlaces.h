// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FetchPlaces.h - where the program's accesses have fetched data ----===//
//
// For who wants to know which code looks at what a device has. The thread that
// is stopped notes its callers, a thread of the guard counts what that brings
// home, and what these addresses are called is found out at the program's end.
#ifndef TWOFOLD_RUNTIME_GUARD_FETCHPLACES_H
#define TWOFOLD_RUNTIME_GUARD_FETCHPLACES_H

#include <array>
#include <cstdint>
#include <vector>

namespace twofold::fetch_places {

/// Of the instruction that made an access and of the calls that led to it,
/// innermost first; 0 behind the last.
using Callers = std::array<uintptr_t, 12>;

struct Place {
  Callers From;
  uint64_t Times = 0, Bytes = 0;
};

/// To be called before the first access is stopped.
void enable();
bool enabled();
/// The calling thread's. Async-signal-safe where it is enabled: the unwinder is
/// loaded by then.
Callers here();
/// Not in a signal handler. Beyond some thousand places no new one is kept.
void add(const Callers &From, uint64_t Bytes);
/// Those of all so far, with the most bytes first.
std::vector<Place> all();

} // namespace twofold::fetch_places

#endif
