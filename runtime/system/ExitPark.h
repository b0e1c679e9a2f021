// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExitPark.h - threads that a process's exit leaves behind ----------===//
//
// While a process exits, libraries destroy their objects under the feet of
// threads that still run in them. Threads that nobody needs any more must not
// turn the program's exit status into a crash: they are stopped, and one that
// crashes all the same stays stopped.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_SYSTEM_EXITPARK_H
#define TWOFOLD_RUNTIME_SYSTEM_EXITPARK_H

#include <csignal>

namespace twofold::crash_park {

/// What a thread gets for its own mistakes.
inline constexpr int Signals[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                  SIGABRT, SIGTRAP, SIGSYS};

/// The thread that constructs and destroys it may be stopped. It must not block
/// Signals.
class Member {
  int Place;

public:
  Member();
  Member(const Member &) = delete;
  Member &operator=(const Member &) = delete;
  ~Member();
};

/// Stops the members, wherever they are. One that holds a lock (of malloc, of
/// its library) would stop the exit too; so should the process still be there a
/// little later, they go on now and then for a moment, until it is gone. A
/// member that crashes stops for good; signals of other threads go to the
/// handlers that were there before. Not undone: for the exit alone.
/// Thread-safe.
void install();

} // namespace twofold::crash_park

#endif
