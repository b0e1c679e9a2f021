// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CrashPark.h - crashes of some threads do not end the process -------===//
//
// While a process exits, libraries destroy their objects under the feet of
// threads that still run. For a thread that nobody needs any more that is no
// reason to turn the program's exit status into a crash: it stops where it is.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_CRASHPARK_H
#define TWOFOLD_RUNTIME_CRASHPARK_H

#include <csignal>

namespace twofold::crash_park {

/// What a thread gets for its own mistakes.
inline constexpr int Signals[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                  SIGABRT, SIGTRAP, SIGSYS};

/// The thread that constructs and destroys it may be stopped.
class Member {
  int Place;

public:
  Member();
  Member(const Member &) = delete;
  Member &operator=(const Member &) = delete;
  ~Member();
};

/// From now on a member that crashes stops for ever. Signals of other threads
/// go to the handlers that were there before. Not undone: for the exit alone.
void install();

} // namespace twofold::crash_park

#endif
