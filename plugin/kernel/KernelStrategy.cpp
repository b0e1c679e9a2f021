// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/KernelStrategy.h"
#include "kernel/GroupPrinter.h"
#include "kernel/PivotText.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

/// `'i', 'j' and 'k'`
static std::string listed(ArrayRef<const VarDecl *> Counters) {
  std::string Out;
  for (auto [Number, D] : llvm::enumerate(Counters))
    Out += (Number == 0                     ? "'"
            : Number + 1 == Counters.size() ? " and '"
                                            : ", '") +
           D->getNameAsString() + "'";
  return Out;
}

SmallVector<Refusal, 3> strategiesOf(const ParallelLoop &Loop,
                                     const NestMapping &Mapping,
                                     const KernelText &Kernel, unsigned Ahead,
                                     const std::optional<Refusal> &NotWide) {
  SmallVector<Refusal, 3> Out;
  SmallVector<const VarDecl *, 3> Own, Inner, InPlace;
  for (const LoopDim &Dim : Loop.Dims)
    Own.push_back(Dim.Induction);
  auto Tell = [&](diag::Id What, SmallVector<std::string, 2> Arguments) {
    Out.push_back({What, Loop.Shown, std::move(Arguments)});
  };
  auto Not = [&](const std::optional<Refusal> &Why, StringRef What) {
    if (!Why)
      return;
    Out.push_back(*Why);
    Out.back().Arguments.insert(Out.back().Arguments.begin(),
                                "in the kernel " + What.str());
  };
  if (Mapping.Linear) {
    Tell(diag::Id::KernelLine, {listed(Own)});
    if (Ahead)
      Tell(diag::Id::KernelAhead, {counted(Ahead, "iteration")});
    for (const KernelArg &A : Kernel.Args)
      if (A.Kind == TWOFOLD_ARG_COPY)
        Tell(diag::Id::KernelCopies, {Loop.Elements[A.Index].Name});
    return Out;
  }
  for (unsigned R = Mapping.Rank; R-- > 0;)
    if (Mapping.Range[R] >= Loop.Dims.size()) {
      const ItemLoops *Items = Mapping.itemsOf(Mapping.Range[R]);
      (Items && Items->InPlace ? InPlace : Inner)
          .push_back(Mapping.counterOf(Loop, R));
    }
  if (Inner.empty() && InPlace.empty())
    Tell(diag::Id::KernelItems, {listed(Own)});
  if (!Inner.empty())
    Tell(diag::Id::KernelLanes, {listed(Own), listed(Inner)});
  if (!InPlace.empty())
    Tell(diag::Id::KernelStrides, {listed(Own), listed(InPlace)});
  auto Find = [&](unsigned Kind) {
    return llvm::find_if(Kernel.Args,
                         [&](const KernelArg &A) { return A.Kind == Kind; });
  };
  auto Name = [&](unsigned R) {
    return Mapping.counterOf(Loop, R)->getNameAsString();
  };
  if (Find(TWOFOLD_ARG_ROWS) != Kernel.Args.end()) {
    const bool Trees = Mapping.Groups->Trees,
               Kept = !Mapping.Groups->Kept.empty();
    Tell(
        diag::Id::KernelRows,
        {Trees || Kept
             ? "few iterations"
             : counted(GroupPrinter::manyRows(*Mapping.Groups), "iteration"),
         Name(0),
         Find(TWOFOLD_ARG_SHARED) != Kernel.Args.end()
             ? "in parts, as its order is free; several groups share one where "
               "there are few and long ones"
         : Trees ? "in parts, as its order is free"
         : Kept && Mapping.Groups->Combines
             ? "in order, while rows that fit stay in local memory; annotate "
               "the inner loops to have it added up in parts"
         : Kept ? "in order, while rows that fit stay in local memory"
         : Mapping.Groups->Across
             ? "in order, where they are too few for an item each"
         : Mapping.Groups->Combines
             ? "in order; annotate the inner loops to have it added up in parts"
             : "in order"});
    return Out;
  }
  if (Find(TWOFOLD_ARG_TILE) != Kernel.Args.end()) {
    if (Mapping.Tiles)
      Tell(diag::Id::KernelTiles, {Name(1), Name(0)});
    else if (!Mapping.Transposed)
      Tell(diag::Id::KernelPivot,
           {counted(PivotText::Each, "iteration"), Name(1)});
    else
      Tell(diag::Id::KernelTransposed, {Name(Mapping.Transposed->Along),
                                        Name(1 - Mapping.Transposed->Along)});
    return Out;
  }
  if (Mapping.NotTiles)
    Not(Mapping.NotTiles, "groups compute no tiles");
  else
    Not(Mapping.NotItems, "no inner loop is shared out among items");
  if (const auto *Wide = Find(TWOFOLD_ARG_WIDTH); Wide != Kernel.Args.end())
    Tell(diag::Id::KernelVectors,
         {counted(Wide->Index, "iteration"), Name(Wide->Size)});
  else
    Not(NotWide, "an item runs one iteration at a time");
  return Out;
}

} // namespace twofold
