// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelVerdict.cpp --------------------------------------------------===//

#include "KernelVerdict.h"
#include "PluginOptions.h"
#include "access/AccessAnalysis.h"
#include "access/AccessReport.h"
#include "kernel/Eligibility.h"
#include "kernel/NestMapping.h"
#include "kernel/OpenCLPrinter.h"
#include "slice/tree/LoopSplitter.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace twofold {
namespace {

KernelOptions kernelOptions(const PluginOptions &Options, ASTContext &Ctx) {
  const LangOptions &Lang = Ctx.getLangOpts();
  KernelOptions Result;
  Result.Contract = Lang.getDefaultFPContractMode();
  Result.HostFma = Ctx.getTargetInfo().hasFeature("fma");
  Result.FastMath = Lang.FastMath;
  Result.CpuOnly = !Options.OpenCLGpu;
  return Result;
}

} // namespace

KernelVerdict makeKernel(const ParallelLoop &Loop, const PluginOptions &Options,
                         ASTContext &Ctx) {
  KernelVerdict Verdict;
  if (!Options.OpenCL)
    Verdict.Reason = "OpenCL was switched off by no-opencl";
  else if (Loop.Given.Device == DeviceChoice::Native)
    Verdict.Reason = "device(native) was asked for";
  else
    Verdict.Reason = Loop.OrderReason;
  bool Wanted = Verdict.Reason.empty();

  AccessVerdict Accesses = analyzeAccesses(Loop, Ctx);
  Verdict.AccessReport = toString(Accesses.Model, Loop);
  if (Wanted) {
    if (Loop.PackedWrite)
      Verdict.Why =
          Refusal{diag::Id::PackedBits, Loop.PackedWrite->getExprLoc(), {}};
    else if (Loop.InOrder && !Loop.Elements.empty())
      Verdict.Why = Refusal{diag::Id::ElementOrder,
                            Loop.Elements.front().Loc,
                            {Loop.Elements.front().Name}};
    if (!Verdict.Why)
      Verdict.Why = sliceObstacle(Loop, Ctx);
    if (!Verdict.Why)
      Verdict.Why = checkEligibility(Loop, Ctx);
    if (!Verdict.Why)
      Verdict.Why = Accesses.Why;
    if (!Verdict.Why) {
      auto Text =
          printKernel(Loop, Accesses.Model, mapNest(Loop, Accesses.Model, Ctx),
                      Ctx, kernelOptions(Options, Ctx));
      if (auto *Printed = std::get_if<KernelText>(&Text))
        Verdict.Kernel = std::move(*Printed);
      else
        Verdict.Why = std::move(std::get<Refusal>(Text));
    }
  }
  if (Verdict.Kernel && (Verdict.Kernel->Flags & TWOFOLD_KERNEL_FP64))
    Verdict.Accidental = accidentalDouble(Loop, Ctx);
  Verdict.Blocks = std::move(Accesses.Blocks);
  // A lowered copy would have the slice, too.
  bool Slice = Verdict.Why && isSliceObstacle(Verdict.Why->Reason);
  if (Accesses.Model.Opaque && !Slice)
    Verdict.Obstacle = std::move(Accesses.Why);
  // Without a kernel, too: TWOFOLD_BOUNDS asks for ranges.
  Verdict.Accesses = std::move(Accesses.Model);
  return Verdict;
}

void reportDouble(const KernelVerdict &Verdict, Diagnostics &Diags) {
  const auto &Double = Verdict.Accidental;
  if (Double && Diags.analysis(Double->Loc, diag::Id::AccidentalDouble,
                               {Double->Written}))
    Diags.note(Double->Loc, diag::Id::StayInFloat, {Double->Better})
        << FixItHint::CreateInsertion(Double->End, "f");
}

} // namespace twofold
