// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ForkGate.h - forks and what must be whole in their children --------===//
//
// A child has one thread. What another thread was making when the fork came
// stays as it was then, for ever. So a fork waits for that, and that for a
// fork.
#ifndef TWOFOLD_RUNTIME_SYSTEM_FORKGATE_H
#define TWOFOLD_RUNTIME_SYSTEM_FORKGATE_H

#include "system/SignalHold.h"

namespace twofold {

class ForkGate {
  /// No handler of the program runs meanwhile: it might fork.
  const SignalHold Quiet;

public:
  /// What is done around forks while nobody has a gate. Each may be called
  /// without the others, but for Begin and End.
  struct Actions {
    void (*Begin)(), (*End)(), (*InChild)();
  };

  /// Waits for forks under way; those that come later wait for its end.
  ForkGate();
  ForkGate(const ForkGate &) = delete;
  ~ForkGate();

  /// To be called by who has a gate, once. Handlers that are registered later
  /// come first before a fork, and last after it.
  static void act(const Actions &Of);

  /// To be called when the library is loaded, where it can be: what began
  /// before act() is not in the midst of a child either.
  static void watch();
};

} // namespace twofold

#endif
