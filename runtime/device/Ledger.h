// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Ledger.h - rent or buy ---------------------------------------------===//
//
// To do without something costs a little each time, and to get it costs once:
// sleeping threads that would have to be woken, a device that would have to be
// set up. Who does not know what will come adds up what is lost, and gets it
// when that would have paid for it. This takes at most twice as long as with
// the best decision in hindsight.
#ifndef TWOFOLD_RUNTIME_DEVICE_LEDGER_H
#define TWOFOLD_RUNTIME_DEVICE_LEDGER_H

#include <atomic>
#include <utility>

namespace twofold {

/// Thread-safe. Times are nanoseconds.
class Ledger {
  std::atomic<double> Lost{0};

public:
  void lose(double More) { Lost.fetch_add(More, std::memory_order_relaxed); }
  /// Whether what was lost, and More, would have paid Price.
  bool pays(double Price, double More = 0) const {
    return Lost.load(std::memory_order_relaxed) + More >= Price;
  }
  void clear() { Lost.store(0, std::memory_order_relaxed); }
};

/// Kernels are built and copies are measured while the program runs. Drivers
/// may let launches wait meanwhile, for as long as a build takes. So a call of
/// which nothing is on the device stays native until that is over: what it
/// loses is counted, and bounded, since the work may go on for ever, or may
/// hold up nobody. Of one device. Thread-safe. Times are nanoseconds.
class BuildLedger {
  std::atomic<unsigned> Jobs{0};
  Ledger SinceFirst, InAll;

public:
  /// Calls lose no more than this while there is work without a pause, and no
  /// more than that in a process. A build takes some tenths of a second.
  static constexpr double Most = 1e9, MostInAll = 4e9;

  /// One job, while it lives.
  class Job {
    BuildLedger &Of;

  public:
    explicit Job(BuildLedger &Of) : Of(Of) {
      if (Of.Jobs.fetch_add(1) == 0)
        Of.SinceFirst.clear();
    }
    ~Job() { Of.Jobs.fetch_sub(1); }
    Job(const Job &) = delete;
  };

  /// Whether a call that would be shorter on the device by Gain had better stay
  /// native. One load where there is no work.
  bool holds(double Gain) const {
    return Jobs.load(std::memory_order_relaxed) > 0 &&
           !SinceFirst.pays(Most, Gain) && !InAll.pays(MostInAll, Gain);
  }
  /// A call has stayed native, and has lost so much by that.
  void charge(double Loss) {
    SinceFirst.lose(Loss);
    InAll.lose(Loss);
  }
};

/// Threads that sleep are to a call what data is that is elsewhere: getting
/// them costs once, and calls that follow have them. What calls lose by using a
/// device instead is added up; once it would have paid for waking them, they
/// are. If that has paid before they slept again, the next calls that find them
/// asleep wake them at once: a waking on trust that does not pay has one before
/// it that did, so the bound of Ledger holds, plus one waking.
///
/// Pure and not thread-safe. Times are nanoseconds.
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
