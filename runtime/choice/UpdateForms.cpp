// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UpdateForms.cpp - atomic updates on threads, or one thread without -===//
#include "choice/UpdateForms.h"

#include <algorithm>

using namespace twofold;

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
  const bool Measured = Costs(Alone) > 0 && Costs(Together) > 0;
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
