// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweredKernel.cpp --------------------------------------------------===//

#include "LoweredKernel.h"
#include "PluginOptions.h"
#include "depend/OwnedElements.h"
#include "lower/LoweredLoop.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {

bool mayLowerAway(const ParallelLoop &Loop, const KernelVerdict &Verdict) {
  auto LowersAway = [](const std::optional<Refusal> &Why) {
    return Why && lowersAway(Why->Reason);
  };
  return LowersAway(Verdict.Why) || LowersAway(Verdict.Obstacle) ||
         (Loop.Given.Bounds && Verdict.Accesses.unchecked() != 0);
}

void lowerAndRetry(ParallelLoop &Loop, KernelVerdict &Verdict,
                   ConflictModel &Conflicts, const LoopOrder &Order,
                   const PluginOptions &Options, Sema &S, Diagnostics &Diags) {
  LoweringResult Result = lowerLoop(Loop, S);
  if (!Result.Lowered) {
    if (Verdict.Why && Result.Why && !Loop.PackedWrite &&
        Verdict.Why->Reason != diag::Id::InputOutput &&
        Result.Why->Reason != Verdict.Why->Reason)
      Verdict.Why = std::move(Result.Why);
    return;
  }
  LoweredLoop &Lowered = *Result.Lowered;
  // Elements of objects are seen there for what they are.
  ConflictModel Found;
  if (!Loop.Exit && !Loop.InOrder && !Order.Synchronised &&
      settleLowered(Loop, Lowered, Found, S.Context, Diags)) {
    Conflicts = ConflictModel();
    Verdict.Kernel.reset();
    Verdict.Why.reset();
    Verdict.Reason = Loop.OrderReason;
    return;
  }
  KernelVerdict Again = makeKernel(Lowered.Loop, Options, S.Context);
  if (Verdict.Kernel) {
    if (!Again.Kernel ||
        Again.Accesses.unchecked() >= Verdict.Accesses.unchecked())
      return;
  } else if (!Again.Kernel) {
    // Of two equal reasons the user's own text says more.
    if (Verdict.Why && Again.Why && Again.Why->Reason != Verdict.Why->Reason)
      Verdict.Why = std::move(Again.Why);
    // Ranges are worth something natively, too.
    if (!Verdict.Accesses.Opaque || Again.Accesses.Opaque)
      return;
    Again.Why = std::move(Verdict.Why);
    Again.Reason = std::move(Verdict.Reason);
  }
  nameSubscripts(Again.Accesses, Lowered);
  dropElements(Loop, Lowered.Owned);
  Loop.Elements = Lowered.Loop.Elements;
  Loop.Captures.append(Lowered.Derived);
  Loop.ArgCount = Lowered.Loop.ArgCount;
  Verdict = std::move(Again);
  Verdict.Rows = std::move(Lowered.Rows);
  Conflicts = std::move(Found);
}

} // namespace twofold
