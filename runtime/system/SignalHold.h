// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SignalHold.h - no handlers while locks are held --------------------===//
//
// A handler of the program may touch guarded memory. Its thread then waits
// until the runtime has brought the bytes home, which takes locks: the handler
// must not have interrupted its own thread while that held them. So signals
// that the program handles are held back for a moment; others end the process.
#ifndef TWOFOLD_RUNTIME_SYSTEM_SIGNALHOLD_H
#define TWOFOLD_RUNTIME_SYSTEM_SIGNALHOLD_H

#include <csignal>
#include <pthread.h>

namespace twofold {

/// The signals that a thread gets for its own faults.
inline constexpr int FaultSignals[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                       SIGABRT, SIGTRAP, SIGSYS};

/// Holds back the calling thread's signals; nests. Costs two system calls in
/// programs that have set a handler, and next to nothing in others. Signals
/// that a thread raises by its own fault are not held back.
class SignalHold {
public:
  SignalHold() { begin(); }
  SignalHold(const SignalHold &) = delete;
  ~SignalHold() { end(); }

  /// For holds that begin and end in different functions of one thread.
  static void begin();
  static void end();
  /// Whether the calling thread may hold locks of the runtime, or works for one
  /// that does and waits for it. Async-signal-safe.
  static bool held();

  /// To be called when a handler of Signal has been set: by a driver where
  /// DriverHandlers::expected(), else by the program. Async-signal-safe.
  static void noteHandler(int Signal);
};

/// While one of these lives, handlers that its thread sets are a driver's: they
/// touch no memory of the program, and launches need not hold them back. They
/// do not replace those of the program, where setting them is observed. No
/// handler of the program runs on the thread meanwhile, so none can set another
/// one.
class DriverHandlers {
  const SignalHold Quiet;

public:
  DriverHandlers();
  DriverHandlers(const DriverHandlers &) = delete;
  ~DriverHandlers();

  /// Whether one of the calling thread lives. Async-signal-safe.
  static bool expected();

  /// Whether the signal's action is a driver's, as its setter says. Number: 1
  /// to 64, others are no driver's. Async-signal-safe.
  static void note(int Number, bool Theirs);
  static bool has(int Number);
};

/// While one of these lives, threads that the calling thread makes get none of
/// the program's signals: a handler would stop a driver's thread until that
/// very driver has brought memory home.
class QuietThreads {
  sigset_t Before;

public:
  QuietThreads();
  QuietThreads(const QuietThreads &) = delete;
  ~QuietThreads();
};

/// A thread that is cancelled ends at the next function of libc that waits. In
/// the runtime that would be in the middle of a launch, while the thread holds
/// locks of the runtime and of the driver, which would never be free again.
///
/// While one of these lives, pthread_cancel() has no effect on the thread that
/// made it. They nest; one costs about 10 ns.
class CancelHold {
  int Before = PTHREAD_CANCEL_ENABLE;

public:
  CancelHold() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &Before); }
  CancelHold(const CancelHold &) = delete;
  ~CancelHold() { pthread_setcancelstate(Before, nullptr); }
};

} // namespace twofold

#endif
