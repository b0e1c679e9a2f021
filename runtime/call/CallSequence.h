// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallSequence.h - calls that one decision is for --------------------===//
//
// The steps of a sort or a scan: what one of them leaves is what the next one
// reads. If each were placed for itself, data would move between them. So the
// whole is a call of a site of its own, whose arrays are those of all steps; it
// is decided on, measured and learned from, and its steps follow.
#ifndef TWOFOLD_RUNTIME_CALL_CALLSEQUENCE_H
#define TWOFOLD_RUNTIME_CALL_CALLSEQUENCE_H

#include "call/Decision.h"

namespace twofold {

/// As long as there is one, the calls of this thread are its steps.
class CallSequence {
  static thread_local CallSequence *Own;

public:
  const Decision &Whole;
  bool OnDevice = true;  ///< all steps until now
  bool Compares = false; ///< one of them
  uint64_t Sent = 0, Fetched = 0;

  explicit CallSequence(const Decision &Whole) : Whole(Whole) { Own = this; }
  CallSequence(const CallSequence &) = delete;
  ~CallSequence() { Own = nullptr; }

  /// Null: this thread's calls are decided on one by one.
  static CallSequence *current() { return Own; }

  /// A step is to run where the whole is.
  void place(Decision &Step) const {
    Step.On = Whole.On;
    Step.Waits = Whole.Waits;
    Step.Plain = Whole.Plain;
    Step.Why = Whole.Why;
    Step.AtHome = Whole.AtHome;
    Step.Grounds.Why = Whole.Grounds.Why;
  }
  void note(const Outcome &Step) {
    OnDevice &= Step.OnDevice;
    Compares |= Step.Compares;
    Sent += Step.Sent;
    Fetched += Step.Fetched;
  }
};

} // namespace twofold

#endif
