// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverOpening.h - programs do not end while drivers are loaded -----===//
//
// The main thread's exit() runs what libraries have registered for it, while
// another thread may still be in their constructors: LLVM, for one, dies of
// that, before the program's output is written. thread_local objects of the
// main thread end before all that, so one of them waits.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_DRIVEROPENING_H
#define TWOFOLD_RUNTIME_DRIVEROPENING_H

namespace twofold {

/// While drivers are opened, on any thread.
class DriverOpening {
  const bool Allowed;

public:
  DriverOpening();
  DriverOpening(const DriverOpening &) = delete;
  ~DriverOpening();
  /// False once the main thread ends.
  bool allowed() const { return Allowed; }
  /// If the calling thread is the main one, its end waits for an opening that
  /// has begun, for some seconds at most, and forbids others.
  static void holdMainThread();
};

} // namespace twofold

#endif
