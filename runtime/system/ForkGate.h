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
  /// What is done around forks while nobody has a gate: End in the parent,
  /// InChild in the child. A fork that had begun before act() has no Begin and
  /// no End, and its child is told so.
  struct Actions {
    void (*Begin)(), (*End)(), (*InChild)(bool AfterBegin);
  };

  /// Waits for forks under way; those that come later wait for its end.
  ForkGate();
  ForkGate(const ForkGate &) = delete;
  ~ForkGate();

  /// To be called by who has a gate, once for each of two parts: the second one
  /// begins first and ends last. Handlers of forks that are registered later
  /// begin before both, and end after them.
  static void act(const Actions &Of);

  /// To be called when the library is loaded, where it can be: what began
  /// before act() is not in the midst of a child either.
  static void watch();
};

} // namespace twofold

#endif
