// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExitPark.h - threads that a process's exit leaves behind ----------===//
//
// While a process exits, libraries destroy their objects although threads still
// run in them. Such threads must not turn the program's exit status into a
// crash: they are stopped, and one that crashes all the same stays stopped.
#ifndef TWOFOLD_RUNTIME_SYSTEM_EXITPARK_H
#define TWOFOLD_RUNTIME_SYSTEM_EXITPARK_H

namespace twofold::crash_park {

/// While one of these lives, the thread that made it may be stopped. The thread
/// must not block FaultSignals.
class Member {
  int Place;

public:
  Member();
  Member(const Member &) = delete;
  Member &operator=(const Member &) = delete;
  ~Member();
};

/// Stops the members, wherever they are, for the rest of the process's life. A
/// member that holds a lock (of malloc, of its library) would stop the exit as
/// well. So while the process has not ended the members go on for a moment now
/// and then. A member that crashes stops for good; signals of other threads go
/// to the handlers that were installed until then. Thread-safe.
void install();

} // namespace twofold::crash_park

#endif
