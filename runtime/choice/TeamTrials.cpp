// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/TeamTrials.h"

#include <algorithm>
#include <bit>

using namespace twofold;

/// Calls of a trial, the first of which has caches to fill and threads to wake.
static constexpr int32_t TrialCalls = 4;
/// Of the calls outside of trials one of so many is measured; of the first ones
/// each but the very first.
static constexpr uint32_t MeasuredShare = 16, MeasuredFirst = 8;
/// Of the loop's time that trials may cost.
static constexpr double TrialShare = 0.02;
/// What a trial costs beyond the difference: data moves to other cores, and
/// threads may have to be woken.
static constexpr double TrialNanoseconds = 20000;
/// What a start of threads takes as long as it was not measured.
static constexpr double GuessedStart = 2000;
/// Calls below it are too short for threads.
static constexpr double ShortNanoseconds = 1000;
/// A trial's last call by its first one, and how often it may go on.
static constexpr float GettingFaster = 0.8F;
static constexpr unsigned MostLonger = 8;
static constexpr uint8_t Settled = 3, MostConfirmed = 3;

template <class Table> auto *TeamTrials::find(Table &All, uint64_t Ops) {
  // Little is what loops of unknown length seem to be, too.
  const unsigned Log = std::max(unsigned(std::bit_width(Ops)), Smallest);
  return Log >= Smallest + Sizes ? nullptr : &All[Log - Smallest];
}

TeamTrials::Answer TeamTrials::ask(uint64_t Ops, Side Prior) {
  Size *S = find(All, Ops);
  if (!S)
    return {Prior, false, false};
  const uint32_t Before = S->Calls.fetch_add(1, std::memory_order_relaxed);
  if (Before == 0)
    S->Taken.store(Prior, std::memory_order_relaxed);
  const Side Taken = Side(S->Taken.load(std::memory_order_relaxed));
  if (S->Left.load(std::memory_order_relaxed) > 0)
    return {Taken == Alone ? Team : Alone, true, true};
  const bool Measure =
      Before < MeasuredFirst ? Before > 0 : Before % MeasuredShare == 0;
  return {Taken, Measure, false};
}

/// What a trial of the other side may cost, or less than 0 for none.
double TeamTrials::price(const Size &S, Side Taken, double Took, uint64_t Ops,
                         unsigned Threads) const {
  if (Taken == Alone ? Took < ShortNanoseconds : Took > Limit.Longest)
    return -1;
  const float Known =
      S.PerOp[Taken == Alone ? Team : Alone].load(std::memory_order_relaxed);
  double Other = double(Known) * double(Ops);
  if (Known == 0)
    Other = Taken == Alone ? Took / Threads + GuessedStart : Took * Threads;
  const unsigned Again = S.Confirmed.load(std::memory_order_relaxed);
  return (TrialNanoseconds + TrialCalls * std::max(Other - Took, 0.0)) *
         (1U << Again);
}

/// The trial's last call has run. It goes on as long as calls are getting
/// faster: threads that slept are in each other's way at first.
void TeamTrials::finish(Size &S, Side Tried) const {
  const float First = S.Tried[2].load(std::memory_order_relaxed),
              Second = S.Tried[1].load(std::memory_order_relaxed),
              Last = S.Tried[0].load(std::memory_order_relaxed);
  // One of them may have been interrupted.
  const float PerOp = std::max(std::min(First, Second),
                               std::min(std::max(First, Second), Last));
  const unsigned Longer = S.Longer.load(std::memory_order_relaxed);
  if (Last < GettingFaster * First && Longer < MostLonger) {
    S.Longer.store(uint8_t(Longer + 1), std::memory_order_relaxed);
    S.Left.store(TrialCalls - 1, std::memory_order_relaxed);
    return;
  }
  S.Longer.store(0, std::memory_order_relaxed);
  S.PerOp[Tried].store(PerOp, std::memory_order_relaxed);
  const float Other =
      S.PerOp[Tried == Alone ? Team : Alone].load(std::memory_order_relaxed);
  const uint8_t Again = S.Confirmed.load(std::memory_order_relaxed);
  const bool Changes = PerOp < Limit.Convincing * Other;
  if (Changes)
    S.Taken.store(Tried, std::memory_order_relaxed);
  S.Confirmed.store(
      Changes ? 0 : std::min<uint8_t>(uint8_t(Again + 1), MostConfirmed),
      std::memory_order_relaxed);
  S.Saved.store(0, std::memory_order_relaxed);
}

void TeamTrials::note(uint64_t Ops, unsigned Threads, Side Ran,
                      double Nanoseconds) {
  Size *S = find(All, Ops);
  if (!S || !(Nanoseconds > 0))
    return;
  const float PerOp = float(Nanoseconds / double(Ops));
  const Side Taken = Side(S->Taken.load(std::memory_order_relaxed));
  if (Ran != Taken) {
    const int32_t Left = S->Left.load(std::memory_order_relaxed);
    if (Left <= 0)
      return;
    S->Left.store(Left - 1, std::memory_order_relaxed);
    if (Left == TrialCalls) // tells nothing
      return;
    S->Tried[unsigned(Left - 1) % S->Tried.size()].store(
        PerOp, std::memory_order_relaxed);
    if (Left == 1)
      finish(*S, Ran);
    return;
  }
  std::atomic<float> &Mine = S->PerOp[Ran];
  float Known = Mine.load(std::memory_order_relaxed);
  // One that was interrupted tells less than that many were.
  if (Known == 0)
    Known = PerOp;
  else if (PerOp < Known)
    Known += (PerOp - Known) / 4;
  else
    Known += (std::min(PerOp, 4 * Known) - Known) / 8;
  Mine.store(Known, std::memory_order_relaxed);
  const Side Other = Ran == Alone ? Team : Alone;
  const float There = S->PerOp[Other].load(std::memory_order_relaxed);
  const uint32_t Calls = S->Calls.load(std::memory_order_relaxed);
  const double Took = double(Known) * double(Ops);
  const double Saved =
      double(S->Saved.load(std::memory_order_relaxed)) +
      TrialShare * Took * (Calls <= MeasuredFirst ? 1 : MeasuredShare);
  S->Saved.store(float(Saved), std::memory_order_relaxed);
  const double Price = price(*S, Ran, Took, Ops, Threads);
  // Where the other side has become the better one, it is tried at once.
  const bool Worse = There > 0 && There < Limit.Convincing * Known;
  if (Price >= 0 && (Saved >= Price || (Worse && Saved >= TrialNanoseconds)))
    S->Left.store(TrialCalls, std::memory_order_relaxed);
}

bool TeamTrials::settledAlone(uint64_t Ops) {
  const Size *S = find(All, Ops);
  return S && S->Taken.load(std::memory_order_relaxed) == Alone &&
         S->Confirmed.load(std::memory_order_relaxed) >= Settled;
}

double TeamTrials::perOp(uint64_t Ops, Side Of) const {
  const Size *S = find(All, Ops);
  return S ? double(S->PerOp[Of].load(std::memory_order_relaxed)) : 0;
}

/// Of less work a piece is over before threads have come; then the form of a
/// whole call is measured.
static constexpr uint64_t LeastSplitOps = uint64_t(1) << 22;
/// Of a call that is split, each form gets this share.
static constexpr uint64_t TriedShare = 16;
/// A form that is so many times slower is not tried again.
static constexpr double HopelesslySlower = 3;

UpdateForms::Form UpdateForms::run(uint64_t Trips, uint64_t Ops,
                                   const Piece &OfAlone,
                                   const Piece &OfTogether) {
  const uint64_t Call = Calls.fetch_add(1, std::memory_order_relaxed) + 1;
  const auto Costs = [&](Form F) {
    return Each[F].load(std::memory_order_relaxed);
  };
  const auto Best = [&] {
    return Costs(Alone) < Costs(Together) ? Alone : Together;
  };
  uint64_t Done = 0;
  const auto Run = [&](Form F, uint64_t Count) {
    const double Start = Now();
    (F == Alone ? OfAlone : OfTogether)(Done, Done + Count);
    Done += Count;
    Each[F].store(std::max(Now() - Start, 1.0) / double(Count),
                  std::memory_order_relaxed);
    return F;
  };
  const Form Other = Best() == Alone ? Together : Alone;
  const bool Measured = Costs(Together) > 0; // and Alone, which is before it
  uint64_t Due = NextTry.load(std::memory_order_relaxed);
  const bool Again =
      Measured && Call >= Due && NextTry.compare_exchange_strong(Due, Due * 4);
  if (!Measured || (Again && Costs(Other) < HopelesslySlower * Costs(Best()))) {
    if (Trips < 4 * TriedShare || Ops < LeastSplitOps)
      return Run(Measured ? Other : Costs(Alone) > 0 ? Together : Alone, Trips);
    Run(Alone, Trips / TriedShare);
    Run(Together, Trips / TriedShare);
  }
  return Run(Best(), Trips - Done);
}
