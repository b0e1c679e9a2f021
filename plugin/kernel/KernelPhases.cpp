// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/KernelPhases.h"
#include "ast/Nodes.h"
#include "schedule/LoopPhases.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {
namespace {

/// What of a phase's kernel goes by numbers of the phase, in those of the whole
/// loop.
class Numbers {
  const LoopPhase &Phase;
  const AccessModel &Whole;

  std::optional<unsigned> axisOf(const Stmt *Body) const {
    for (auto [I, A] : llvm::enumerate(Whole.Axes))
      if (!A.Virtual && A.Body == Body)
        return 1 + I;
    return std::nullopt;
  }

public:
  Numbers(const LoopPhase &Phase, const AccessModel &Whole)
      : Phase(Phase), Whole(Whole) {}

  std::optional<unsigned> axis(unsigned Own) const {
    if (Own == 0)
      return Phase.Turned ? axisOf(Phase.Turned->getBody()) : 0;
    const Stmt *Body = Phase.Model.Axes[Own - 1].Body;
    if (Phase.Turned) // whose only loop has the whole loop's iterations
      return 0;
    const Stmt *Written = Phase.Written.lookup(Body);
    return axisOf(Written ? Written : Body);
  }
  std::optional<unsigned> base(unsigned Own) const {
    for (auto [I, B] : llvm::enumerate(Whole.Bases))
      if (B.Arg == Phase.Model.Bases[Own].Arg)
        return I;
    return std::nullopt;
  }
  /// False: the whole loop has no such thing.
  bool set(KernelArg &Arg) const {
    std::optional<unsigned> Index = Arg.Index;
    switch (Arg.Kind) {
    case TWOFOLD_ARG_BUFFER:
      Index = base(Arg.Index);
      break;
    case TWOFOLD_ARG_ROWS:
    case TWOFOLD_ARG_TRIPS:
      Index = axis(Arg.Index);
      break;
    case TWOFOLD_ARG_SCALAR:
      if (Phase.Turned && Arg.Index == Phase.Count) {
        Arg.Kind = TWOFOLD_ARG_TRIPS;
        Index = 0;
      }
      break;
    case TWOFOLD_ARG_LOWER:
    case TWOFOLD_ARG_STEP:
      if (Phase.Turned)
        return false;
      break;
    case TWOFOLD_ARG_FIRST:
    case TWOFOLD_ARG_WIDTH:
    case TWOFOLD_ARG_APART:
    case TWOFOLD_ARG_TILE:
    case TWOFOLD_ARG_SHARED:
    case TWOFOLD_ARG_SHARES:
    case TWOFOLD_ARG_JOINED:
      break;
    default:
      return false;
    }
    if (Index)
      Arg.Index = *Index;
    return Index.has_value();
  }
};

/// Nothing shares out an inner loop.
bool isPlain(const NestMapping &Mapping, const ParallelLoop &Loop) {
  return !Mapping.Groups && Mapping.Items.empty() && !Mapping.Shared &&
         !Mapping.Tiles && !Mapping.Transposed && holdsNode<ForStmt>(Loop.Body);
}

std::optional<KernelText> printPhase(LoopPhase &Phase, const AccessModel &Whole,
                                     ASTContext &Ctx,
                                     const KernelOptions &Options,
                                     NameTable &Names) {
  const NestMapping Mapping =
      mapNest(Phase.Loop, /*InOrder=*/false, Phase.Model, true, Ctx);
  if (isPlain(Mapping, Phase.Loop))
    return std::nullopt;
  auto Text =
      printKernel(Phase.Loop, Phase.Model, Mapping, Ctx, Options, Names);
  auto *Printed = std::get_if<KernelText>(&Text);
  if (!Printed)
    return std::nullopt;
  const Numbers To(Phase, Whole);
  for (KernelArg &Arg : Printed->Args)
    if (!To.set(Arg))
      return std::nullopt;
  for (unsigned R = 0; R != Printed->Rank; ++R) {
    const auto Axis = To.axis(Printed->Range[R]);
    if (!Axis)
      return std::nullopt;
    Printed->Range[R] = *Axis;
  }
  if (Phase.Turned)
    Printed->Flags |= TWOFOLD_KERNEL_TURNED;
  return std::move(*Printed);
}

} // namespace

void addPhases(KernelText &Kernel, const ParallelLoop &Loop,
               const AccessModel &Model, const NestMapping &Mapping,
               ASTContext &Ctx, const KernelOptions &Options,
               NameTable &Names) {
  if (!isPlain(Mapping, Loop))
    return;
  std::vector<KernelText> Phases;
  for (LoopPhase &Phase : findPhases(Loop, Model, Ctx)) {
    auto Printed = printPhase(Phase, Model, Ctx, Options, Names);
    if (!Printed)
      return;
    Phases.push_back(std::move(*Printed));
  }
  if (Phases.empty())
    return;
  Kernel.Strategies.push_back(
      {diag::Id::KernelPhases,
       Loop.Shown,
       {Phases.size() == 1
            ? "another kernel, in which an item has what several iterations "
              "update"
            : counted(Phases.size(), "kernel") +
                  " instead, one after the other, each with a part of all "
                  "iterations"}});
  Kernel.Source += "#ifdef TWOFOLD_ROWS\n";
  for (KernelText &P : Phases) {
    Kernel.Source += P.Source;
    Kernel.Flags |= (P.Flags & ~TWOFOLD_KERNEL_TURNED) | TWOFOLD_KERNEL_ROWS;
    Kernel.Strategies.append(P.Strategies);
    P.Source.clear();
  }
  Kernel.Source += "#endif\n";
  if (llvm::any_of(Phases, [](const KernelText &P) { return P.hasTiles(); }))
    Kernel.Flags &= ~TWOFOLD_KERNEL_WAITING;
  Kernel.Phases = std::move(Phases);
}

} // namespace twofold
