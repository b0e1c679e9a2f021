// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProcessEnd.h - what loops and drivers may do while exit() runs -----===//
//
// exit() calls the handlers of the program, of drivers and of the compilers in
// them, the last registered first, and ends the libraries, while all other
// threads go on. Those that are in a driver or in a team of OpenMP's then do
// not survive it. So at the first moment of it no thread gets there any more,
// and exit() goes on when those that were there are back and what devices had
// is home. From then on loops run natively, each on the thread that calls it;
// the one that ends the process may have others help it as ever.
//
// That moment is the first that can be had: exit() itself where the program
// calls it, the end of the main thread's thread_local objects where main
// returns, and a handler of exit() in any case. quick_exit and _exit end no
// library, so they need nothing of this.
#ifndef TWOFOLD_RUNTIME_SYSTEM_PROCESSEND_H
#define TWOFOLD_RUNTIME_SYSTEM_PROCESSEND_H

#include <chrono>

namespace twofold {

/// Of this process. All functions are thread-safe.
class ProcessEnd {
public:
  /// The parts of the end, in their order. They run on a thread of their own,
  /// which is there by then: exit() may have been called by a handler of a
  /// signal, on a thread that holds any lock, also of the allocator's.
  struct Parts {
    /// No more work for threads of the runtime's; who waits for it goes on.
    void (*Close)();
    /// No thread uses a driver, if it could be helped: what devices do comes to
    /// an end, and what they have comes home.
    void (*Settle)();
    /// Threads of the runtime's that use drivers stop.
    void (*Stop)();
  };

  /// How long exit() waits for all of that: a driver may hang.
  static constexpr std::chrono::seconds Longest{5};
  /// How long for teams. One that takes longer is hardly just about to end when
  /// OpenMP's library does, and the process need not wait for its loop.
  static constexpr std::chrono::milliseconds LongestForTeams{500};

  /// Whether the end of the process has begun.
  static bool begun();

  /// While the calling thread uses a driver, or may. Nests.
  class DriverUse {
    const bool Allowed;

  public:
    DriverUse();
    DriverUse(const DriverUse &) = delete;
    ~DriverUse();
    /// False once the end has begun, unless the thread has been using one.
    bool allowed() const { return Allowed; }
  };

  /// While the calling thread is the first of a team of OpenMP's. Nests.
  class TeamUse {
    const bool Allowed;

  public:
    explicit TeamUse(bool Wanted = true);
    TeamUse(const TeamUse &) = delete;
    ~TeamUse();
    /// False where a LibraryCall is not allowed, or no team is wanted.
    bool allowed() const { return Allowed; }
  };
  /// While a thread of a team does the program's work. Otherwise it is in
  /// OpenMP's library, and may hold its locks.
  class TeamWork {
  public:
    TeamWork();
    TeamWork(const TeamWork &) = delete;
    ~TeamWork();
  };
  /// While a thread asks something of OpenMP's library. Nests, also in a team.
  class LibraryCall {
    const bool Before, Allowed;

  public:
    LibraryCall();
    LibraryCall(const LibraryCall &) = delete;
    ~LibraryCall();
    /// False where the process ends, by another thread: the library may be gone
    /// by then, and would begin anew.
    bool allowed() const { return Allowed; }
  };

  /// There will be a thread of the runtime's that the end has to stop.
  static void expectThreads();

  /// To be set once, before anything that they are for.
  static void set(const Parts &To);
  /// exit(Status) was called. A handler may do so on a thread that is in
  /// OpenMP's library, whose end would then wait for that thread: the process
  /// ends before that library does, when all handlers have run. Does not return
  /// where another thread has called exit() before: one alone runs handlers.
  static void begin(int Status);
  /// The end begins before the handlers of exit() that are registered so far.
  /// To be called whenever a driver may have registered some.
  static void watch();
  /// As watch(); besides, an end of the process that the main thread brings
  /// about, if it is the calling one, begins before all handlers. For the
  /// beginning of the process, and of the runtime.
  static void watchAll();
  /// The process ends. Returns when all parts are over, after Longest at most;
  /// at once in the child of a fork. Further calls wait for the first.
  static void begin();
};

} // namespace twofold

#endif
