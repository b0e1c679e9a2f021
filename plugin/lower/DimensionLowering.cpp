// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DimensionLowering.cpp - iterators as parallel dimensions ----------===//
//
// An iterator over memory in one piece becomes the pointer that it holds. One
// that holds a number, or moves backwards, becomes what it starts as plus or
// minus the number of the iteration.

#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

Place *DimensionLowering::onlyPointer(Place &P) {
  if (P.is(Kind::Value) || P.is(Kind::Device))
    return P.Code->getType()->isPointerType() ? &P : nullptr;
  if (!P.is(Kind::Object))
    return nullptr;
  Place *Found = nullptr;
  for (auto &[D, Part] : P.Object->Parts) {
    if (Part.is(Kind::Object) && Part.Object->Parts.empty())
      continue;
    if (Found || !(Found = onlyPointer(Part)))
      return nullptr;
  }
  return Found;
}

/// The numbers and pointers that P consists of; false: and other things.
static bool leaves(Place &P, llvm::SmallVectorImpl<Place *> &Out) {
  if (P.is(Place::Kind::Object)) {
    for (auto &[D, Part] : P.Object->Parts)
      if (!leaves(Part, Out))
        return false;
    return true;
  }
  QualType T = P.Code ? P.Code->getType() : QualType();
  if (const auto *R = P.Code ? T->getAsCXXRecordDecl() : nullptr;
      R && R->isEmpty())
    return true;
  if (!P.is(Place::Kind::Value) && !P.is(Place::Kind::Device))
    return false;
  Out.push_back(&P);
  return T->isPointerType() || T->isIntegerType();
}

/// The statements are `At += step` or the like, for a constant step, with
/// copies of the old or new value besides. Gives the step.
std::optional<int64_t> DimensionLowering::stepOf(llvm::ArrayRef<Stmt *> Moves,
                                                 const VarDecl *At) {
  std::optional<int64_t> Step;
  for (const Stmt *Item : Moves) {
    const auto *E = dyn_cast<Expr>(Item);
    if (const auto *Declared = dyn_cast<DeclStmt>(Item)) {
      const auto *V = dyn_cast<VarDecl>(Declared->getSingleDecl());
      E = V ? V->getInit() : nullptr;
      if (!E || !Facts.writesIn(E))
        continue;
    }
    if (Step || !E)
      return std::nullopt;
    E = E->IgnoreParenImpCasts();
    auto IsAt = [&](const Expr *L) {
      return namedIn(L->IgnoreParenImpCasts()) == At;
    };
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (!U->isIncrementDecrementOp() || !IsAt(U->getSubExpr()))
        return std::nullopt;
      Step = U->isIncrementOp() ? 1 : -1;
      continue;
    }
    const auto *B = dyn_cast<CompoundAssignOperator>(E);
    if (!B || !IsAt(B->getLHS()) ||
        (B->getOpcode() != BO_AddAssign && B->getOpcode() != BO_SubAssign))
      return std::nullopt;
    auto By =
        constantOf(Emit.initialOf(const_cast<Expr *>(B->getRHS()), 0), Ctx);
    if (!By)
      return std::nullopt;
    int64_t Amount = By->getExtValue();
    Step = B->getOpcode() == BO_SubAssign ? -Amount : Amount;
  }
  return Step;
}

/// The step of the loop, where the increment moves At so, or the opposite where
/// the iterator counts backwards; 0: neither.
int DimensionLowering::directionOf(llvm::ArrayRef<Stmt *> Moves,
                                   const VarDecl *At, const LoopDim &Dim) {
  std::optional<int64_t> Step = stepOf(Moves, At);
  if (!Step || !Dim.StepMagnitude)
    return 0;
  int64_t Given = Dim.Decreasing ? -*Dim.StepMagnitude : *Dim.StepMagnitude;
  return *Step == Given ? 1 : *Step == -Given ? -1 : 0;
}

/// What a part of the iterator starts as, computed at the call; null: it cannot
/// be.
VarDecl *DimensionLowering::startOf(const Place &Part, StringRef Name) {
  Expr *First = Emit.initialOf(Part.Code, 0);
  if (First->isGLValue())
    First = Make.load(First);
  if (!Derived.isInvariant(First))
    return nullptr;
  const auto *Read = dyn_cast<CastExpr>(First->IgnoreParens());
  const VarDecl *V = Read ? variableIn(Read->getSubExpr()) : nullptr;
  return V && Derived.isDerived(V) ? const_cast<VarDecl *>(V)
                                   : Derived.computed(First, Name);
}

bool DimensionLowering::iteratorDimension(LoopDim &Dim) {
  SourceLocation Loc = Dim.Loop->getBeginLoc();
  Place Start;
  const Expr *Increment;
  const auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop);
  StringRef Name = Dim.Induction->getName();
  if (Range) {
    // The call has evaluated these variables by then.
    Start = Dim.Type->isRecordType()
                ? Places.copied(atHost(Make.lvalue(Dim.First)), Dim.Type, Loc)
                : made(Make.value(Derived.read(Make.lvalue(Dim.First))));
    Increment = Range->getInc();
    Name = Range->getLoopVariable()->getIdentifier()
               ? Range->getLoopVariable()->getName()
               : "element";
  } else {
    Start = value(Dim.Lower);
    Increment = cast<ForStmt>(Dim.Loop)->getInc();
  }
  llvm::SmallVector<Place *, 2> Parts;
  if (failed() || !leaves(Start, Parts) || Parts.empty() || Parts.size() > 3)
    return false;
  const VarDecl *Original = Dim.Induction;
  struct Leaf {
    Place *Part;
    VarDecl *Begin, *At;
  };
  llvm::SmallVector<Leaf, 2> Leaves;
  for (Place *Part : Parts) {
    QualType T = Part->Code->getType().getUnqualifiedType();
    if (T->isPointerType() && T->getPointeeType()->isVoidType())
      return false;
    VarDecl *Begin = startOf(*Part, Name);
    if (!Begin)
      return false;
    VarDecl *At = Make.variable(
        Loop.Function, Emit.unique(Range ? Name.str() + "_at" : Name.str()), T,
        nullptr);
    *Part = atDevice(Make.lvalue(At));
    Leaves.push_back({Part, Begin, At});
  }
  Frames.variable(Original) = Start;
  // The increment moves one of them, by the step.
  Emitter::Scope Moves =
      Emit.collected(/*Statements=*/true, [&] { discard(Increment); });
  Leaf *Moved = nullptr;
  int Direction = 0;
  for (Leaf &L : Leaves)
    if (!failed() && !Moved &&
        (Direction = directionOf(Moves.Items, L.At, Dim)))
      Moved = &L;
  if (!Moved)
    return false;
  for (Leaf &L : Leaves)
    if (&L != Moved)
      *L.Part = made(Make.value(L.Begin));
  const QualType Walked = Moved->At->getType();
  // No pointer walks over objects that a kernel does not know.
  if (Direction > 0 && Walked->isPointerType() &&
      !Facts.isLowered(Walked->getPointeeType())) {
    Dim.What = LoopDim::Kind::Pointer;
    Dim.Type = Walked;
    Dim.Induction = Moved->At;
    Starts.push_back({&Dim, Moved->Begin});
  } else {
    // The dimension counts from 0 by the step.
    const QualType Count = Make.I64;
    QualType T = Walked;
    Dim.What = LoopDim::Kind::Integer;
    Dim.Type = Count;
    Dim.Induction =
        Make.variable(Loop.Function, Emit.unique("k"), Count, nullptr);
    Expr *From = Make.value(Moved->Begin), *By = Make.value(Dim.Induction);
    if (T->isIntegerType()) {
      // Narrow numbers are added as wide ones.
      QualType Sum = Ctx.getIntWidth(T) < 32 ? Count : T;
      From = Make.convert(From, Sum);
      By = Make.convert(By, Sum);
    }
    Expr *Now = Make.paren(Make.binary(Direction > 0 ? BO_Add : BO_Sub, From,
                                       By, From->getType()));
    *Moved->Part = made(T->isIntegerType() ? Make.convert(Now, T) : Now);
  }
  Dim.Lower = nullptr;
  Dim.Bound = nullptr;
  return true;
}

} // namespace twofold
