// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WakeLedger.h - when sleeping threads are woken: rent or buy -------===//
//
// Threads that sleep are to a call what data is that is elsewhere: getting them
// costs once, and calls that follow have them. What calls lose by using a
// device instead is added up; once it would have paid for waking them, they
// are. If that has paid before they slept again, the next calls that find them
// asleep wake them at once: a waking on trust that does not pay has one before
// it that did, so the bound of Ledger.h holds, plus one waking.
//
// Pure and not thread-safe. Times are nanoseconds.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_CHOICE_WAKELEDGER_H
#define TWOFOLD_RUNTIME_CHOICE_WAKELEDGER_H

#include "device/Ledger.h"

#include <utility>

namespace twofold {

class WakeLedger {
  Ledger Asleep;     ///< what was lost by using a device since they sleep
  double Gained = 0; ///< by threads since they were woken
  double Hoped = 0;  ///< what calls will gain that are settled
  bool Woken = false, Trusted = false;

public:
  /// Calls find the threads asleep, and lose so much on a device. Whether they
  /// are worth waking, which costs Price.
  bool wakes(double Loss, double Price) {
    if (std::exchange(Woken, false))
      Trusted = Gained >= Price;
    Gained = Hoped = 0;
    Asleep.lose(Loss);
    if (Loss <= 0 || !(Trusted || Asleep.pays(Price)))
      return false;
    Asleep.clear();
    return Woken = true;
  }

  /// They are awake, and calls from now on will gain so much; those before have
  /// gained what was said then.
  void awake(double Gain) {
    Gained += std::exchange(Hoped, Gain);
    Asleep.clear();
  }
};

} // namespace twofold

#endif
