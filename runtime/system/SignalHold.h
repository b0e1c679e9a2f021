// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SignalHold.h - no handlers while locks are held --------------------===//
//
// A handler of the program may touch guarded memory. Its thread then waits
// until the runtime has brought the bytes home, which takes locks: it must not
// have interrupted itself while it held them. So signals wait for a moment, in
// programs that handle any.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_SYSTEM_SIGNALHOLD_H
#define TWOFOLD_RUNTIME_SYSTEM_SIGNALHOLD_H

#include <csignal>

namespace twofold {

/// Of the calling thread; nests. Costs two system calls in programs that have
/// set a handler, and nothing to speak of in others. Signals that a thread
/// raises by its own fault are not held back.
class SignalHold {
public:
  SignalHold() { begin(); }
  SignalHold(const SignalHold &) = delete;
  ~SignalHold() { end(); }

  /// Where the two ends are in different functions, of one thread.
  static void begin();
  static void end();
  /// The calling thread may hold locks of the runtime. Async-signal-safe.
  static bool held();

  /// A handler has been set, by the program unless DriverHandlers are expected.
  /// Async-signal-safe.
  static void noteHandler();
};

/// While one of a thread lives, what sets handlers on it is a driver: those
/// touch no memory of the program, and launches need not hold them back. They
/// do not replace those of the program, where setting them is observed. No
/// handler of the program runs on the thread meanwhile, and none could set
/// another one.
class DriverHandlers {
  const SignalHold Quiet;

public:
  DriverHandlers();
  DriverHandlers(const DriverHandlers &) = delete;
  ~DriverHandlers();

  /// One of the calling thread lives. Async-signal-safe.
  static bool expected();
};

/// Threads that are made meanwhile, by whomever, get none of the program's
/// signals: a handler would stop a driver's thread until that very driver has
/// brought memory home.
class QuietThreads {
  sigset_t Before;

public:
  QuietThreads();
  QuietThreads(const QuietThreads &) = delete;
  ~QuietThreads();
};

} // namespace twofold

#endif
