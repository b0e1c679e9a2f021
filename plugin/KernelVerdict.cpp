// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelVerdict.h"
#include "PluginOptions.h"
#include "ast/BareLoops.h"
#include "ast/Misalignment.h"
#include "ast/Nodes.h"
#include "depend/OwnedElements.h"
#include "kernel/KernelPhases.h"
#include "slice/tree/SliceChecks.h"
#include "twofold/abi.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

KernelOptions kernelOptions(const PluginOptions &Options, ASTContext &Ctx) {
  const LangOptions &Lang = Ctx.getLangOpts();
  KernelOptions Result;
  Result.Contract = Lang.getDefaultFPContractMode();
  Result.HostFma = Ctx.getTargetInfo().hasFeature("fma");
  Result.FastMath = Lang.FastMath;
  Result.Tiles = Options.TileAlways;
  Result.CpuOnly = !Options.OpenCLGpu;
  return Result;
}

} // namespace

KernelVerdict makeKernel(ParallelLoop &Loop, const LoopOrder &Order,
                         AccessVerdict Accesses, const PluginOptions &Options,
                         ASTContext &Ctx) {
  KernelVerdict Verdict;
  if (!Options.OpenCL)
    Verdict.Reason = "OpenCL was switched off by no-opencl";
  else if (Loop.Given.Ahead)
    Verdict.Reason = "it is a part of rows that wait for each other";
  else if (Loop.Given.Device == DeviceChoice::Native)
    Verdict.Reason = "device(native) was asked for";
  else
    Verdict.Reason = Order.Reason;
  bool Wanted = Verdict.Reason.empty();

  if (!Options.DumpDirectory.empty() || Options.Records)
    Verdict.AccessReport = toString(Accesses.Model, Loop);
  if (Wanted) {
    const auto *Anywhere =
        llvm::find_if(Loop.Updates, [&](const ElementUpdate &U) {
          return isMisaligned(U.target(), Ctx);
        });
    if (Order.PackedWrite)
      Verdict.Why =
          Refusal{diag::Id::PackedBits, Order.PackedWrite->getExprLoc(), {}};
    else if (Order.InOrder && !Loop.Elements.empty())
      Verdict.Why = Refusal{diag::Id::ElementOrder,
                            Loop.Elements.front().Loc,
                            {Loop.Elements.front().Name}};
    else if (Anywhere != Loop.Updates.end())
      Verdict.Why = Refusal{diag::Id::RecordLayout,
                            Anywhere->target()->getExprLoc(),
                            {nameIn(*Anywhere->target())}};
    if (!Verdict.Why)
      Verdict.Why = sliceObstacle(Loop, Ctx);
    if (!Verdict.Why)
      Verdict.Why = checkEligibility(Loop, Ctx);
    if (!Verdict.Why)
      Verdict.Why = Accesses.Why;
    if (!Verdict.Why) {
      // A kernel has no use for what says how lanes are made.
      const BareLoops Bare(Loop.Body, [](const ForStmt &) { return true; });
      const NestMapping Mapping =
          mapNest(Loop, Order.InOrder, Accesses.Model, Options.Items, Ctx);
      const KernelOptions Kernels = kernelOptions(Options, Ctx);
      NameTable Names;
      auto Text =
          printKernel(Loop, Accesses.Model, Mapping, Ctx, Kernels, Names);
      if (auto *Printed = std::get_if<KernelText>(&Text)) {
        Verdict.Kernel = std::move(*Printed);
        if (Options.Items && !Order.InOrder)
          addPhases(*Verdict.Kernel, Loop, Accesses.Model, Mapping, Ctx,
                    Kernels, Names);
      } else
        Verdict.Why = std::move(std::get<Refusal>(Text));
    }
  }
  if (Verdict.Kernel && (Verdict.Kernel->Flags & TWOFOLD_KERNEL_FP64))
    Verdict.Accidental = accidentalDouble(Loop, Ctx);
  if (Verdict.Kernel)
    Verdict.Told.append(Verdict.Kernel->Strategies);
  Verdict.Told.append(Accesses.Blocks);
  // A lowered copy would have the slice, too.
  bool Slice = Verdict.Why && isSliceObstacle(Verdict.Why->Reason);
  if (Accesses.Model.Opaque && !Slice)
    Verdict.Obstacle = std::move(Accesses.Why);
  // Without a kernel, too: TWOFOLD_BOUNDS asks for ranges.
  Verdict.Accesses = std::move(Accesses.Model);
  return Verdict;
}

static bool mayLowerAway(const ParallelLoop &Loop,
                         const KernelVerdict &Verdict) {
  auto LowersAway = [](const std::optional<Refusal> &Why) {
    return Why && lowersAway(Why->Reason);
  };
  return LowersAway(Verdict.Why) || LowersAway(Verdict.Obstacle) ||
         (Loop.Given.Bounds && Verdict.Accesses.unchecked() != 0);
}

/// Whether the copy's reason is to be told. Of two equal ones the user's own
/// text says more, but of several moves of bytes the copy knows which one is in
/// the way; of streams the user's text says more at all times.
static bool saysMore(const std::optional<Refusal> &Copy,
                     const std::optional<Refusal> &Own) {
  return Own && Copy && Own->Reason != diag::Id::InputOutput &&
         (Copy->Reason != Own->Reason || Copy->Reason == diag::Id::RawMemory);
}

SettledLoop tryLowered(SettledLoop Own, Understanding &Known,
                       const PluginOptions &Options, Sema &S,
                       Diagnostics &Diags) {
  KernelVerdict &Verdict = Own.Verdict;
  if (!mayLowerAway(Own.Loop, Verdict))
    return Own;
  LoweringResult &Result = Known.lower(Own.Loop, S);
  if (!Result.Lowered) {
    if (!Own.Order.PackedWrite && saysMore(Result.Why, Verdict.Why))
      Verdict.Why = std::move(Result.Why);
    // Classes with a destructor are not in the way, as a rule.
    else if (Verdict.Why && Verdict.Why->Reason == diag::Id::ClassType)
      if (auto Why = checkEligibility(Own.Loop, S.Context, /*Lasting=*/true);
          Why || Result.Library)
        Verdict.Why = Why ? std::move(Why) : std::move(Result.Library);
    return Own;
  }
  LoweredLoop &Lowered = *Result.Lowered;
  // What iterations reach through rows in a block is not known ahead. Where
  // calls can be asked for the paths to it, that comes first.
  if (Lowered.RowsInBlocks && !Own.Loop.Given.Independent) {
    LoweringResult Other = lowerWithoutBlocks(Own.Loop, S);
    const bool Asks = Other.Lowered ? asksCalls(*Other.Lowered, S.Context)
                                    : !Own.Order.Conflicts.empty();
    if (Asks) {
      Known.take(std::move(Other));
      return tryLowered(std::move(Own), Known, Options, S, Diags);
    }
  }
  // Elements of objects are seen there for what they are.
  LoopOrder Order =
      settleLowered(Own.Loop, Own.Order, Lowered, S.Context, Diags);
  if (Order.InOrder && !Own.Order.InOrder) {
    Own.Order = std::move(Order);
    Own.Order.Conflicts = {}; // in the copy's terms, and not asked about
    Verdict.Kernel.reset();
    Verdict.Why.reset();
    Verdict.Reason = Own.Order.Reason;
    return Own;
  }
  KernelVerdict Again =
      makeKernel(Lowered.Loop, Order, std::move(Known.lowered(S.Context)),
                 Options, S.Context);
  if (Verdict.Kernel) {
    if (!Again.Kernel ||
        Again.Accesses.unchecked() >= Verdict.Accesses.unchecked())
      return Own;
  } else if (!Again.Kernel) {
    if (saysMore(Again.Why, Verdict.Why))
      Verdict.Why = std::move(Again.Why);
    // Ranges are worth something natively, too.
    if (!Verdict.Accesses.Opaque || Again.Accesses.Opaque)
      return Own;
    Again.Why = std::move(Verdict.Why);
    Again.Reason = std::move(Verdict.Reason);
  }
  nameSubscripts(Again.Accesses, Lowered);
  Again.Rows = std::move(Lowered.Rows);
  ParallelLoop Called = withoutElements(std::move(Own.Loop), Lowered.Owned);
  Called.Elements = Lowered.Loop.Elements;
  Called.Captures.append(Lowered.Derived);
  Called.ArgCount = Lowered.Loop.ArgCount;
  return {std::move(Called), std::move(Order), std::move(Again)};
}

void reportDouble(const KernelVerdict &Verdict, Diagnostics &Diags) {
  const auto &Double = Verdict.Accidental;
  if (Double && Diags.analysis(Double->Loc, diag::Id::AccidentalDouble,
                               {Double->Written}))
    Diags.note(Double->Loc, diag::Id::StayInFloat, {Double->Better})
        << FixItHint::CreateInsertion(Double->End, "f");
}

} // namespace twofold
