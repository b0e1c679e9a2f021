// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/RegionTrials.h"
#include "choice/CallCounts.h"

#include <algorithm>
#include <bit>

using namespace twofold;

constinit thread_local CallCounts CallCounts::Own;

/// How much work a region is does not tell, and is not asked.
static constexpr uint64_t Ops = 1 << 11;
/// A start of threads saves a microsecond or two: of a loop that takes longer
/// than this nobody sees it.
static constexpr double LongLoop = 1e5;
/// One run of so many is loop by loop as long as there may be a device.
static constexpr uint32_t LookingShare = 8;
/// So many runs are loop by loop after a device was to have a loop.
static constexpr uint32_t Rest = 64;
/// A region of which runs differ by more does different work from run to run.
/// One of them may have been interrupted.
static constexpr float Even = 2;

RegionTrials::Answer RegionTrials::ask(bool MayLaunch) {
  const uint32_t Before = Runs.fetch_add(1, std::memory_order_relaxed);
  if (const uint32_t Left = Resting.load(std::memory_order_relaxed)) {
    Resting.store(Left - 1, std::memory_order_relaxed);
    return {Loops, MayLaunch};
  }
  // Runs in a row are compared: every so-manieth one may always be the same.
  if (std::has_single_bit(Before) && Before >= Rest &&
      !IsEven.load(std::memory_order_relaxed))
    Noted.store(0, std::memory_order_relaxed);
  const TeamTrials::Answer Of = Trials.ask(Ops, TeamTrials::Alone);
  const bool Looks = MayLaunch && Before % LookingShare == 0,
             Compares =
                 Before && Noted.load(std::memory_order_relaxed) < Compared;
  return {Of.To == TeamTrials::Team && !Looks ? Whole : Loops,
          Looks || Compares || Of.Measure};
}

bool RegionTrials::areEven() const {
  std::array<float, Compared> All;
  std::transform(Last.begin(), Last.end(), All.begin(), [](const auto &Took) {
    return Took.load(std::memory_order_relaxed);
  });
  std::sort(All.begin(), All.end());
  return All[Compared - 2] < Even * All[0];
}

void RegionTrials::note(Form Ran, const Run &Of) {
  if (Ran == Whole)
    return Trials.note(Ops, 2, TeamTrials::Team, Of.Nanoseconds);
  if (Of.Launches) {
    Resting.store(Rest, std::memory_order_relaxed);
    return;
  }
  const uint32_t At = Noted.load(std::memory_order_relaxed);
  if (At < Compared) {
    Last[At].store(float(Of.Nanoseconds), std::memory_order_relaxed);
    Noted.store(At + 1, std::memory_order_relaxed);
    if (At + 1 == Compared)
      IsEven.store(areEven(), std::memory_order_relaxed);
  } else if (IsEven.load(std::memory_order_relaxed) &&
             Of.Nanoseconds < LongLoop * std::max(Of.Teams, 1U)) {
    Trials.note(Ops, 2, TeamTrials::Alone, Of.Nanoseconds);
  }
}

double RegionTrials::nanoseconds(Form Of) const {
  return Trials.perOp(Ops, Of == Whole ? TeamTrials::Team : TeamTrials::Alone) *
         double(Ops);
}
