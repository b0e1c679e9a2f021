// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TeamTrials.h - whether threads pay for a short loop ----------------===//
//
// A loop of some microseconds may gain by threads or lose: that depends on what
// starting them takes, which differs by a factor of forty from process to
// process and from moment to moment, on what the loop's operations take, and on
// where its data lies. So each side is measured in the loop itself, and the one
// that is slower is tried again now and then, out of a share of the loop's
// time.
//
// Pure. Thread-safe: calls at once may cost a sample, nothing else.
#ifndef TWOFOLD_RUNTIME_CHOICE_TEAMTRIALS_H
#define TWOFOLD_RUNTIME_CHOICE_TEAMTRIALS_H

#include "choice/Calibration.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>

namespace twofold {

/// Where threads update elements together and none can have a copy of them,
/// they do it atomically, which takes up to a hundred times as long as a plain
/// update. How often they meet, and how much else an iteration does, only a
/// measurement tells: each form gets a piece of the first call, and the sooner
/// one the rest.
///
/// Of one site. Thread-safe: calls at once may cost a sample, nothing else.
class UpdateForms {
public:
  enum Form : uint8_t { Alone, Together };
  /// Runs iterations [Begin, End).
  using Piece = std::function<void(uint64_t Begin, uint64_t End)>;

private:
  /// Nanoseconds of an iteration; 0: not measured.
  std::array<std::atomic<double>, 2> Each{};
  std::atomic<uint64_t> Calls{0}, NextTry{64};
  double (*const Now)();

public:
  explicit UpdateForms(double (*Now)() = steadyNanoseconds) : Now(Now) {}
  /// Runs Trips iterations, which are Ops operations, in order of their numbers
  /// from piece to piece. Returns the form of the last one. What a piece throws
  /// passes through.
  Form run(uint64_t Trips, uint64_t Ops, const Piece &OfAlone,
           const Piece &OfTogether);
};

struct TrialLimits {
  float Convincing = 0.97F; ///< a side that takes this much is taken instead
  /// Nanoseconds of calls that threads are right for, whatever a start takes.
  double Longest = 1e6;
};

/// One loop's calls, by powers of two of their work.
class TeamTrials {
public:
  enum Side : uint8_t { Alone, Team };
  struct Answer {
    Side To;
    bool Measure; ///< note() wants to know how long the call takes
    bool Trial;   ///< of the side that is not known to be the better one
  };

private:
  static constexpr unsigned Smallest = 11, Sizes = 20;
  TrialLimits Limit;
  struct Size {
    std::array<std::atomic<float>, 2> PerOp{}; ///< ns; 0: not measured
    std::atomic<float> Saved{0};    ///< ns that may be spent on a trial
    std::atomic<uint32_t> Calls{0}; ///< of the side that is taken
    std::atomic<int32_t> Left{0};   ///< calls of the trial under way
    /// What its calls but the first have taken, ns per operation.
    std::array<std::atomic<float>, 3> Tried{};
    std::atomic<uint8_t> Taken{Alone};
    std::atomic<uint8_t> Longer{0};    ///< times the trial has gone on
    std::atomic<uint8_t> Confirmed{0}; ///< trials in a row that changed nothing
  };
  std::array<Size, Sizes> All;

  template <class Table> static auto *find(Table &All, uint64_t Ops);
  void finish(Size &S, Side Tried) const;
  double price(const Size &S, Side Taken, double Took, uint64_t Ops,
               unsigned Threads) const;

public:
  TeamTrials() = default;
  explicit TeamTrials(TrialLimits Limit) : Limit(Limit) {}

  /// Of calls whose threads update elements atomically.
  UpdateForms Updates;

  /// Which side a call takes that could have Threads, of which there are two at
  /// least. Prior is taken as long as nothing was measured.
  Answer ask(uint64_t Ops, Side Prior);
  /// A call for which the answer was to measure has run on this side.
  void note(uint64_t Ops, unsigned Threads, Side Ran, double Nanoseconds);
  /// Trials have found again and again that the calling thread is faster alone.
  bool settledAlone(uint64_t Ops);
  /// Nanoseconds of an operation; 0: not measured.
  double perOp(uint64_t Ops, Side Of) const;
};

} // namespace twofold

#endif
