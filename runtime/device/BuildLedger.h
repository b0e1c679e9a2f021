// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BuildLedger.h -----------------------------------------------------===//
//
// Kernels are built and copies are measured while the program runs. Drivers may
// let launches wait meanwhile, for as long as a build takes. So a call of which
// nothing is on the device stays native until that is over: what it loses is
// counted, and bounded, since the work may go on for ever, or may hold up
// nobody.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_DEVICE_BUILDLEDGER_H
#define TWOFOLD_RUNTIME_DEVICE_BUILDLEDGER_H

#include <atomic>

namespace twofold {

/// Of one device. Thread-safe. Times are nanoseconds.
class BuildLedger {
  std::atomic<unsigned> Jobs{0};
  std::atomic<double> Lost{0}, LostInAll{0};

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
        Of.Lost = 0;
    }
    ~Job() { Of.Jobs.fetch_sub(1); }
    Job(const Job &) = delete;
    Job &operator=(const Job &) = delete;
  };

  /// Whether a call that would be shorter on the device by Gain had better stay
  /// native. One load where there is no work.
  bool holds(double Gain) const {
    return Jobs.load(std::memory_order_relaxed) > 0 && Lost + Gain <= Most &&
           LostInAll + Gain <= MostInAll;
  }
  /// A call has stayed native, and has lost so much by that.
  void charge(double Loss) {
    Lost.fetch_add(Loss);
    LostInAll.fetch_add(Loss);
  }
};

} // namespace twofold

#endif
