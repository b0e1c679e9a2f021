// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteChoice.h - what one site has learned for the choice ------------===//
#ifndef TWOFOLD_RUNTIME_CHOICE_SITECHOICE_H
#define TWOFOLD_RUNTIME_CHOICE_SITECHOICE_H

#include "choice/Placement.h"
#include "choice/SettledCalls.h"
#include "choice/SiteModel.h"
#include "device/Ledger.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

namespace twofold {

/// Thread-safe. A thread that finds the models in use by another goes on
/// without: it neither waits nor learns.
class SiteChoice {
public:
  struct Models {
    SiteModel Native;  ///< with a team that spins
    SiteModel Device;  ///< with its data in place
    double Credit = 0; ///< nanoseconds that may be spent on trying things out
    /// With its data in place, among many that nobody waits for.
    SiteModel Passing{true};
    /// Launches that nobody waited for have kept the host busy for so long; 0:
    /// there were none.
    double Leaving = 0;
    WakeLedger Team;
    /// Of the arrays of its calls: Expected is that of an earlier run.
    StayWorth Stay;
    /// Calls in a row, by side, that were not as calls usually are.
    std::array<unsigned, 2> Unusual = {};
    /// Of a trial that has begun: a single call would find threads asleep, or a
    /// device that has to be roused.
    Side TrialOn = Side::Host;
    uint64_t TrialOps = 0;
    unsigned TrialCalls = 0;
    /// The call under way is one of it; of those before it, how many, and the
    /// shortest.
    bool Trying = false;
    unsigned Tried = 0;
    double Shortest = 0;
    /// By side: how many trials there were of what had been tried enough.
    std::array<unsigned, 2> SecondOpinions = {};
  };

private:
  static constexpr unsigned ClassCount = 64;

  /// The last launch of so much work moved nothing but what each one does.
  SettledCalls Placed;
  std::atomic<uint64_t> PlacedSent{0};
  std::atomic<uint32_t> PlacedFor{1};  ///< calls, when it began
  std::atomic<bool> PlacedStays{true}; ///< some of its arrays, on the device

  /// A moment at which no launch was under way.
  struct Mark {
    uint64_t Ops = 0, Calls = 0, Launches = 0;
    double At = 0;
  };
  Mark Idle;

  std::mutex Lock;
  Models Learned;
  std::array<std::array<std::atomic<uint32_t>, ClassCount>, 2> Calls = {};
  /// By their work alone, whatever their arrays are.
  struct ByWork {
    std::array<SettledCalls, 4> Each;
    SettledCalls &of(uint64_t Ops) {
      return Each[(Ops ^ Ops >> 7 ^ Ops >> 17) % Each.size()];
    }
  };
  ByWork Quiets, Waits;

public:
  /// For how many calls that take so long one choice may stand: a thought takes
  /// some microseconds, and what it would find out must not come too late.
  static unsigned standsFor(double Nanoseconds);
  /// How many calls may be settled with a choice for the host at most.
  unsigned mostAhead(uint64_t Ops, double Nanoseconds) const;
  /// The same, if they are to be over after so long.
  unsigned aheadWithin(double Longest, uint64_t Ops, double Nanoseconds) const {
    return unsigned(std::min(double(mostAhead(Ops, Nanoseconds)),
                             Longest / std::max(Nanoseconds, 1.0)));
  }

  /// The last answer for so much work was "native, wherever its data is", and
  /// still holds: then the calls that it holds for. Costs a few nanoseconds.
  SettledCalls *quiet(uint64_t Ops) { return Quiets.of(Ops).holding(Ops, 0); }
  /// From now on, until the next call that is to be measured. How many calls
  /// that is, this one with them.
  unsigned beQuiet(uint64_t Ops, double Nanoseconds);

  /// The last answer for so much work was to wait natively for a driver or a
  /// kernel, with nothing on a device. It holds for so many further Calls, as
  /// long as nothing arrives there (Chooser::arrivals).
  SettledCalls *waits(uint64_t Ops, uint64_t Arrivals) {
    return Waits.of(Ops).holding(Ops, Arrivals);
  }
  void wait(uint64_t Ops, uint64_t Arrivals, uint32_t Calls) {
    Waits.of(Ops).put(Ops, Arrivals, Calls);
  }

  /// The same for a device that has all of the data: the last launch moved
  /// nothing, and no other loop has wanted it elsewhere (Chooser::stirs). Or
  /// for a call that leaves nothing there, and is faster there for all that
  /// moves each time: then it does not matter if there is nothing on any
  /// device.
  SettledCalls *placed(uint64_t Ops, uint64_t Stirs, bool NothingThere) {
    if (NothingThere && PlacedStays.load(std::memory_order_relaxed))
      return nullptr;
    return Placed.holding(Ops, Stirs);
  }
  /// For how many calls a launch of so much work stands that needs thought
  /// again.
  unsigned placedSince(uint64_t Ops) const {
    return Placed.areOf(Ops) && Placed.left() == 0
               ? PlacedFor.load(std::memory_order_relaxed)
               : 1;
  }
  /// What threads would take for the calls of the last choice for a device.
  std::atomic<double> Spares{0};
  /// The next launch is to be measured: what others left behind is done with.
  std::atomic<bool> SampleNext{false};

  /// After a launch that sent so many bytes. Only those of a choice that needed
  /// thought begin it; EachTime: what any launch of it sends; Stays: some of
  /// its arrays, there. Nanoseconds: what such a call takes.
  void notePlaced(uint64_t Ops, uint64_t Stirs, uint64_t Sent, bool Thought,
                  uint64_t EachTime, bool Stays, double Nanoseconds);

  /// No launch is under way. Calls: of the site on the device until now;
  /// Launches: that nobody has waited for, of all sites. If there was nothing
  /// else since the last mark, many launches have told what one takes among
  /// others.
  void notePassing(uint64_t Ops, uint64_t Calls, uint64_t Launches, double Now);
  void markIdle(uint64_t Ops, uint64_t Calls, uint64_t Launches, double Now);

  /// Whether a call that is about to run there is worth its measurement: then
  /// it has to be waited for. Counts it.
  /// Since: it stands for so many calls, this one with them. Leaves: it would
  /// not be waited for otherwise, nor those that are under way before it.
  bool wantsSample(Side On, uint64_t Ops, unsigned Since = 1,
                   bool Leaves = false);
  /// It was not like others of its kind, and taught nothing.
  void giveBack(Side On, uint64_t Ops);

  /// The kernel has run on this machine, now or in an earlier run.
  bool knowsDevice() {
    bool Does = false;
    use([&](Models &M) { Does = !M.Device.empty(); });
    return Does;
  }

  /// Calls F(Models &) unless another thread does the same.
  template <typename Function> bool use(Function F) {
    std::unique_lock<std::mutex> Mine(Lock, std::try_to_lock);
    if (Mine)
      F(Learned);
    return bool(Mine);
  }
  /// Waits for the other thread.
  template <typename Function> void study(Function F) {
    std::lock_guard<std::mutex> Mine(Lock);
    F(Learned);
  }
};

} // namespace twofold

#endif
