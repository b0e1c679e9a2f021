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

UpdateForms::Form UpdateForms::run(const void *Site, uint64_t Trips,
                                   uint64_t Ops, const Piece &Alone,
                                   const Piece &Together) {
  Costs C;
  // In a forked child it may never be free.
  if (std::unique_lock Hold(Lock, std::try_to_lock); Hold) {
    Costs &Known = BySite[Site];
    ++Known.Calls;
    C = Known;
  } else {
    Together(0, Trips);
    return Form::Together;
  }
  uint64_t Done = 0;
  auto Run = [&](Form F, uint64_t Count) {
    const double Start = Now();
    (F == Form::Alone ? Alone : Together)(Done, Done + Count);
    Done += Count;
    const double Each = std::max(Now() - Start, 1.0) / double(Count);
    C.of(F) = Each;
    if (std::unique_lock Hold(Lock, std::try_to_lock); Hold)
      BySite[Site].of(F) = Each;
    return F;
  };
  const Form Best = C.best(),
             Other = Best == Form::Alone ? Form::Together : Form::Alone;
  const bool Measured = C.Alone > 0 && C.Together > 0;
  const bool Again = Measured && C.Calls >= C.NextTry;
  if (std::unique_lock Hold(Lock, std::try_to_lock); Again && Hold)
    BySite[Site].NextTry = C.NextTry * 4;
  if (!Measured || (Again && C.of(Other) < HopelesslySlower * C.of(Best))) {
    if (Trips < 4 * TriedShare || Ops < LeastSplitOps)
      return Run(Measured      ? Other
                 : C.Alone > 0 ? Form::Together
                               : Form::Alone,
                 Trips);
    Run(Form::Alone, Trips / TriedShare);
    Run(Form::Together, Trips / TriedShare);
  }
  return Run(C.best(), Trips - Done);
}
