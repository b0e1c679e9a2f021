// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/NestMapping.h"
#include "access/AffineForms.h"
#include "ast/Nodes.h"
#include "kernel/ReductionText.h"

using namespace clang;

namespace twofold {
namespace {

/// Whether neighbouring iterations of the dimension touch neighbouring bytes.
bool isUnitStride(const Access &A, unsigned Dimension, int64_t Step) {
  __int128 Bytes = __int128(strideOf(A, Dimension).value_or(0)) * Step;
  return Bytes != 0 && Bytes <= A.Size && -Bytes <= A.Size;
}

unsigned unitStrides(const ParallelLoop &Loop, const AccessModel &Model,
                     unsigned Axis) {
  unsigned Rank = Loop.Dims.size();
  int64_t Step = Axis < Rank ? Loop.Dims[Axis].StepMagnitude.value_or(1)
                             : Model.Axes[Axis - Rank].Step;
  return llvm::count_if(Model.Accesses, [&](const Access &A) {
    return !A.Unknown && isUnitStride(A, Axis, Step);
  });
}

/// E grows with D, and by as much.
bool followsFrom(const Expr *E, const ValueDecl *D, const ParallelLoop &Loop) {
  E = E->IgnoreParenImpCasts();
  if (!E->getType()->isSignedIntegerType())
    return false;
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isAdditiveOp())
    return namedIn(E) == D;
  return (followsFrom(B->getLHS(), D, Loop) && staysSame(B->getRHS(), Loop)) ||
         (B->getOpcode() == BO_Add && staysSame(B->getLHS(), Loop) &&
          followsFrom(B->getRHS(), D, Loop));
}

/// How rows' columns differ, where groups can do with that: they begin at one
/// number or end at one, and the other end moves with the row. Nothing: they
/// cannot.
std::optional<Slant> slantOf(const NestMapping &Mapping,
                             const ParallelLoop &Loop, const ASTContext &Ctx) {
  if (Mapping.isRegular())
    return Slant::None;
  const ItemLoops *Columns = Mapping.itemsOf(Mapping.Range[0]);
  const LoopDim &Rows = Loop.Dims.front();
  if (Mapping.Rank != 2 || Mapping.Items.size() != 1 || !Columns ||
      Columns->Counts.decreasing())
    return std::nullopt;
  const InnerLoop &Counts = Columns->Counts;
  const bool Begin = staysSame(Counts.Init, Loop),
             End = staysSame(Counts.Bound, Loop);
  if (Begin && End)
    return Slant::None;
  if (Begin && followsFrom(Counts.Bound, Rows.Induction, Loop))
    return Slant::Ends;
  const bool Forward =
      Rows.StepMagnitude && !Rows.Decreasing && !Rows.SubtractStep;
  // As another kind of number, a begin below zero would be behind all columns,
  // and the next row's before them.
  const QualType From = Counts.Init->IgnoreParenImpCasts()->getType();
  const bool Alike = !Counts.Type.Unsigned && !Counts.Comparison.Unsigned &&
                     From->isIntegerType() &&
                     Ctx.getIntWidth(From) <= Counts.Type.Width;
  return End && Forward && Alike && Counts.Step == 1 &&
                 followsFrom(Counts.Init, Rows.Induction, Loop)
             ? std::optional(Slant::Begins)
             : std::nullopt;
}

} // namespace

/// The innermost wins a tie: it is where programmers put the short strides.
static unsigned fastestOf(const ParallelLoop &Loop, const AccessModel &Model,
                          llvm::ArrayRef<unsigned> Axes) {
  unsigned Fastest = Axes.back();
  for (unsigned A : llvm::drop_begin(llvm::reverse(Axes)))
    if (unitStrides(Loop, Model, A) > unitStrides(Loop, Model, Fastest))
      Fastest = A;
  return Fastest;
}

NestMapping mapNest(const ParallelLoop &Loop, bool InOrder,
                    const AccessModel &Model, bool Schedules,
                    clang::ASTContext &Ctx) {
  constexpr unsigned MostDimensions = 3;
  NestMapping Mapping;
  Mapping.Keeps = Schedules && !InOrder;
  bool Reduces = llvm::any_of(Loop.Captures, [](const Capture &C) {
    return C.Kind == Sharing::Reduction;
  });
  Mapping.Linear =
      Reduces || Loop.Dims.size() > MostDimensions || hasGroupCopies(Loop, Ctx);
  if (Mapping.Linear)
    return Mapping;

  llvm::SmallVector<unsigned, 4> Axes; // outermost first
  for (unsigned D = 0; D != Loop.Dims.size(); ++D)
    Axes.push_back(D);
  if (Schedules)
    Mapping.Items = findItemLoops(Loop, InOrder, Model, Mapping.NotItems, Ctx);
  if (Schedules && !InOrder && Mapping.Items.empty())
    Mapping.Groups = findRowGroups(Loop, Model, Ctx);
  if (!Schedules)
    Mapping.Shared = inferCollapse(Loop, InOrder, Model, Ctx);
  if (Mapping.Shared)
    Axes.push_back(Mapping.Shared->Axis);
  for (const ItemLoops &I : Mapping.Items)
    Axes.push_back(I.Axis);
  unsigned Fastest = fastestOf(Loop, Model, Axes);
  while (Axes.size() > MostDimensions) {
    const unsigned Left =
        Axes.back() == Fastest ? Axes[Axes.size() - 2] : Axes.back();
    llvm::erase(Axes, Left);
    llvm::erase_if(Mapping.Items,
                   [&](const ItemLoops &I) { return I.Axis == Left; });
  }
  Mapping.Rank = Axes.size();
  Mapping.Range[0] = Fastest;
  unsigned Next = 1;
  for (unsigned A : llvm::reverse(Axes))
    if (A != Fastest)
      Mapping.Range[Next++] = A;
  const bool Pivots = llvm::any_of(
      Mapping.Items, [](const ItemLoops &I) { return I.Pivot.has_value(); });
  for (unsigned R = 0; R != Mapping.Rank; ++R)
    for (ItemLoops &I : Mapping.Items)
      if (I.Axis == Mapping.Range[R])
        I.Dimension = R;
  const auto Columns = slantOf(Mapping, Loop, Ctx);
  if (Pivots || !Columns) // of which groups know nothing
    return Mapping;
  if (Schedules && !InOrder && !Mapping.Shared)
    Mapping.Tiles = findItemTiles(Loop, Model, Mapping.Items,
                                  llvm::ArrayRef(Mapping.Range, Mapping.Rank),
                                  *Columns, Mapping.NotTiles, Ctx);
  if (Mapping.Tiles && Mapping.Tiles->Row == 2) {
    std::swap(Mapping.Range[1], Mapping.Range[2]);
    std::swap(Mapping.Tiles->Row, Mapping.Tiles->Rest);
  }
  if (Schedules && !InOrder && !Mapping.Shared && !Mapping.Tiles &&
      Mapping.isRegular())
    Mapping.Transposed =
        findTransposedLoads(Loop, Model, Mapping.Items,
                            llvm::ArrayRef(Mapping.Range, Mapping.Rank), Ctx);
  if (Mapping.Transposed && Mapping.Transposed->Row == 2) {
    std::swap(Mapping.Range[1], Mapping.Range[2]);
    std::swap(Mapping.Transposed->Row, Mapping.Transposed->Rest);
  }
  return Mapping;
}

} // namespace twofold
