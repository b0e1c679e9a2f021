// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/WideItems.h"
#include "access/AffineForms.h"
#include "ast/Nodes.h"
#include "model/CountedNumbers.h"
#include "schedule/NestSchedule.h"
#include "schedule/SharedValues.h"

using namespace clang;

namespace twofold {
namespace {

constexpr unsigned MostAccesses = 8, MostOps = 48;

/// Side by side, or the same for all.
bool isNear(const Access &A, unsigned Dimension) {
  std::optional<int64_t> Stride = strideOf(A, Dimension);
  return !A.Unknown && Stride && (*Stride == 0 || *Stride == int64_t(A.Size));
}

/// What the last statement of an iteration loads, which is to be a store.
bool findIn(LoadFinder &To, ArrayRef<const Expr *> Before, const Expr *Last) {
  for (const Expr *E : Before)
    To.find(E, true);
  const auto *Assign = dyn_cast<BinaryOperator>(Last);
  if (!Assign || !Assign->isAssignmentOp() ||
      !isElement(Assign->getLHS()->IgnoreParens()))
    return false;
  To.find(Assign->getLHS(), true);
  To.find(Assign->getRHS(), true);
  return true;
}

/// Grids that read their neighbours in three dimensions: those of an item that
/// has several planes are neighbours of each other, and no more lines of memory
/// are asked for at once than one plane has.
std::optional<WideItems> planes(const ParallelLoop &Loop,
                                const NestMapping &Mapping,
                                ArrayRef<const Expr *> Before, const Expr *Last,
                                unsigned Width, ASTContext &Ctx) {
  constexpr unsigned Least = 5, Most = 8; // elements of the grid, and all
  WideItems Out;
  auto IsOwn = [&](const ValueDecl *D) {
    return llvm::is_contained(Out.Own, D);
  };
  LoadFinder Finder(Loop, Mapping, Ctx, IsOwn);
  const BodyUses Uses = collectUses(Loop.Body);
  for (const Expr *E : Before)
    for (const ValueDecl *D : Uses.DeclaredInside) {
      const auto *V = dyn_cast<VarDecl>(D);
      if (V && V->getInit() == E && V->getType()->isIntegerType() &&
          !V->getType().isVolatileQualified() && !Uses.of(V).mayChange() &&
          Finder.isKnown(E))
        Out.Own.push_back(V);
    }
  if (Mapping.Rank != 3 || !findIn(Finder, Before, Last) || !Finder.Fits)
    return std::nullopt;
  SmallVector<const Expr *, 8> Places;
  llvm::DenseMap<const ValueDecl *, unsigned> Each;
  unsigned Largest = 0;
  for (const Expr *E : Finder.Loads)
    if (llvm::none_of(Places, [&](const Expr *Known) {
          return sameExpression(E, Known, Ctx);
        })) {
      Places.push_back(E);
      const auto *Place = dyn_cast<ArraySubscriptExpr>(
          operandOf(E, CK_LValueToRValue)->IgnoreParens());
      const ValueDecl *Base =
          Place ? namedIn(Place->getBase()->IgnoreParenImpCasts()) : nullptr;
      if (Base)
        Largest = std::max(Largest, ++Each[Base]);
    }
  if (Largest < Least || Places.size() > Most)
    return std::nullopt;
  Out.Width = Width;
  Out.Along = Mapping.Rank - 1;
  Out.Loads = std::move(Finder.Loads);
  return Out;
}

} // namespace

std::optional<WideItems> wideItems(const ParallelLoop &Loop,
                                   const AccessModel &Model,
                                   const NestMapping &Mapping,
                                   std::optional<Refusal> &Why,
                                   ASTContext &Ctx) {
  unsigned Fastest = Mapping.Range[0];
  if (Mapping.Linear || Mapping.Shared || !Mapping.isRegular() || Loop.Exit ||
      Loop.Iteration || !Loop.Elements.empty() || Loop.Given.Atomics ||
      Model.Axes.size() != Mapping.Items.size() || !Model.Subscripts.empty() ||
      Model.Opaque)
    return std::nullopt;
  auto Busy = [&] {
    refuse(Why, diag::Id::ItemBusy, Loop.Shown);
    return std::nullopt;
  };
  if (Model.Accesses.size() > MostAccesses || Model.Ops > MostOps)
    return Busy();
  if (const ItemLoops *Inner = Mapping.itemsOf(Fastest)) {
    if (Inner->Counts.Step != 1)
      return std::nullopt;
  } else if (const LoopDim &Dim = Loop.Dims[Fastest];
             Dim.What != LoopDim::Kind::Integer || Dim.StepMagnitude != 1 ||
             Dim.Decreasing || Dim.SubtractStep) {
    return std::nullopt;
  }
  if (!llvm::all_of(Mapping.Items,
                    [](const ItemLoops &I) { return I.Perfect && !I.Pivot; }))
    return std::nullopt;
  for (const Capture &C : Loop.Captures)
    if (C.Kind != Sharing::Value && C.Kind != Sharing::Reference &&
        !Mapping.isCounter(C.Decl))
      return std::nullopt;
  const Access *Written = nullptr;
  for (const Access &A : Model.Accesses) {
    if (!isNear(A, Fastest)) {
      refuse(Why, diag::Id::NestFar, A.Loc,
             {Model.Bases[A.Base].Decl, Mapping.counterOf(Loop, 0)});
      return std::nullopt;
    }
    if (A.Writes && Written)
      return Busy();
    if (A.Writes)
      Written = &A;
  }
  if (!Written || !Written->Always || Written->Size > 8 ||
      strideOf(*Written, Fastest) != int64_t(Written->Size))
    return std::nullopt;

  SmallVector<const Expr *, 4> Before;
  const Expr *Last = lastStatement(Loop.Body, Mapping, Before);
  if (!Last)
    return Busy();
  Last = seeThrough(Last);
  const unsigned Width = Written->Size == 8 ? 2 : 4;
  if (auto Of = planes(Loop, Mapping, Before, Last, Width, Ctx))
    return Of;
  LoadFinder Finder(Loop, Mapping, Ctx);
  if (!findIn(Finder, Before, Last)) {
    const auto *Call = dyn_cast<CallExpr>(Last);
    if (!Call)
      return Busy();
    // It is what stores: other calls that do make Finder give up.
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call))
      Finder.find(Method->getImplicitObjectArgument(), true);
    for (const Expr *A : Call->arguments())
      Finder.find(A, true);
  }
  if (Finder.Loads.empty())
    return std::nullopt;
  if (!Finder.Fits || Finder.Loads.size() > LoadFinder::Most)
    return Busy();
  WideItems Out;
  Out.Width = Width;
  Out.Loads = std::move(Finder.Loads);
  return Out;
}

std::optional<uint64_t> greatestOf(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParens();
  const QualType T = E->getType();
  if (!T->isIntegerType())
    return std::nullopt;
  if (auto Known = constantOf(E, Ctx))
    return Known->isNegative() || Known->getActiveBits() > 32
               ? std::nullopt
               : std::optional(Known->getZExtValue());
  const unsigned Bits = Ctx.getIntWidth(T);
  const bool Narrow = T->isUnsignedIntegerType() && Bits <= 16;
  const uint64_t OfType = Narrow ? (1u << Bits) - 1 : ~uint64_t(0);
  std::optional<uint64_t> Found;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_IntegralCast ||
        Cast->getCastKind() == CK_NoOp)
      Found = greatestOf(Cast->getSubExpr(), Ctx);
    // What does not fit wraps around.
    if (Found && Bits <= 32 &&
        *Found >= uint64_t(1) << (Bits - T->isSignedIntegerType()))
      Found.reset();
  } else if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    const auto Left = greatestOf(B->getLHS(), Ctx),
               Right = greatestOf(B->getRHS(), Ctx);
    if (B->getOpcode() == BO_And)
      Found = Left && Right ? std::min(*Left, *Right) : Left ? Left : Right;
    else if (B->getOpcode() == BO_Rem && Right && *Right != 0 &&
             (Left || T->isUnsignedIntegerType()))
      Found = *Right - 1;
    else if (B->getOpcode() == BO_Shr && Left)
      Found = Left;
  }
  if (!Found)
    return Narrow ? std::optional(OfType) : std::nullopt;
  return std::min(*Found, OfType);
}

std::optional<WideItems> wideLine(const ParallelLoop &Loop,
                                  const AccessModel &Model,
                                  const NestMapping &Mapping, ASTContext &Ctx) {
  if (!Mapping.Linear || Loop.Dims.size() != 1 || Loop.Exit ||
      Loop.Given.Atomics || Loop.Updates.size() > 1 ||
      !Model.Subscripts.empty() || Model.Opaque || Model.Ops > MostOps)
    return std::nullopt;
  for (const Access &A : Model.Accesses)
    if (A.Writes && (Loop.Elements.empty() ||
                     Model.Bases[A.Base].Decl != Loop.Elements[0].Base))
      return std::nullopt;
  LoadFinder Finder(Loop, Mapping, Ctx);
  if (Loop.Elements.empty()) {
    Finder.findIn(Loop.Body);
  } else {
    SmallVector<const Expr *, 4> Before;
    const Expr *Last = lastStatement(Loop.Body, Mapping, Before);
    const ElementUpdate *U = Loop.Updates.empty() ? nullptr : &Loop.Updates[0];
    if (!Last || !U || seeThrough(Last) != seeThrough(cast<Expr>(U->Whole)))
      return std::nullopt;
    for (const Expr *E : Before)
      Finder.find(E, true);
    Finder.find(U->target(), true);
    if (U->operand())
      Finder.find(U->operand(), true);
  }
  if (Finder.Loads.empty() || !Finder.Fits ||
      Finder.Loads.size() > LoadFinder::Most)
    return std::nullopt;
  const bool Narrow = llvm::all_of(Finder.Loads, [&](const Expr *E) {
    return Ctx.getTypeSize(E->getType()) <= 16;
  });
  const LoopDim &Dim = Loop.Dims[0];
  const bool Near =
      Narrow && !Loop.Elements.empty() && Dim.What == LoopDim::Kind::Integer &&
      Dim.StepMagnitude == 1 && !Dim.Decreasing && !Dim.SubtractStep &&
      // Addresses wrap as numbers of 64 bits do.
      (!mayWrap(Dim, Ctx) || Ctx.getIntWidth(Dim.Type) == 64) &&
      llvm::all_of(Finder.Loads, [&](const Expr *E) {
        const Expr *Read = operandOf(E, CK_LValueToRValue);
        const auto *Place = dyn_cast_if_present<ArraySubscriptExpr>(
            Read ? Read->IgnoreParens() : nullptr);
        return Place && !mentions(Place->getBase(), Dim.Induction) &&
               variableIn(Place->getIdx()->IgnoreParenImpCasts()) ==
                   Dim.Induction;
      });
  WideItems Out;
  Out.Width = Narrow ? 8 : 4;
  Out.Loads = std::move(Finder.Loads);
  Out.Near = Near;
  return Out;
}

} // namespace twofold
