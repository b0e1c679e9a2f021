// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopLowering.cpp - loops inside the body --------------------------===//

#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

void StatementLowering::loop(const ForStmt &S) {
  if (S.getConditionVariable())
    return fail(S.getBeginLoc());
  CompoundStmt *Before = Emit.block([&] {
    if (S.getInit())
      statement(S.getInit());
    ++Emit.Conditional;
    Expr *Cond = S.getCond() ? Emit.within([&] { return scalar(S.getCond()); })
                             : nullptr;
    // Its value is not wanted; `(void)0` where nothing is left.
    Expr *Inc =
        S.getInc() ? Emit.effects([&] { discard(S.getInc()); }) : nullptr;
    const ValueDecl *Counter = All.Ranges.noteRange(S);
    Stmt *Body = single(S.getBody());
    if (Counter)
      All.Ranges.forget(Counter);
    --Emit.Conditional;
    Emitter::Scope &Own = Emit.innermost();
    // One variable stays in the head, where inner loops are recognised.
    Stmt *Init = nullptr;
    if (Own.Items.size() == 1 && isa<DeclStmt, Expr>(Own.Items.front()))
      Init = Own.Items.pop_back_val();
    Emit.emit(new (Ctx)
                  ForStmt(Ctx, Init, Cond, nullptr, Inc, Body, S.getForLoc(),
                          S.getLParenLoc(), S.getRParenLoc()));
  });
  if (failed())
    return;
  if (Before->size() == 1)
    Emit.emit(Before->body_front());
  else
    Emit.emit(Before);
}

/// As the language defines it.
void StatementLowering::rangeLoop(const CXXForRangeStmt &S) {
  CompoundStmt *Whole = Emit.block([&] {
    if (S.getInit())
      statement(S.getInit());
    declaration(*S.getRangeStmt());
    if (countedRange(S))
      return;
    declaration(*S.getBeginStmt());
    declaration(*S.getEndStmt());
    ++Emit.Conditional;
    Expr *Cond = Emit.within([&] { return scalar(S.getCond()); });
    Expr *Inc = Emit.effects([&] { discard(S.getInc()); });
    Stmt *Body = Emit.block([&] {
      declaration(*cast<DeclStmt>(S.getLoopVarStmt()));
      statement(S.getBody());
    });
    --Emit.Conditional;
    Emit.emit(new (Ctx)
                  ForStmt(Ctx, nullptr, Cond, nullptr, Inc, Body, S.getForLoc(),
                          S.getForLoc(), S.getRParenLoc()));
  });
  if (!failed())
    Emit.emit(Whole);
}

/// A range between two pointers of which the count is known beforehand becomes
/// `for (k = 0; k < count; ++k)` over `first[k]`.
bool StatementLowering::countedRange(const CXXForRangeStmt &S) {
  const auto *Begin = cast<VarDecl>(S.getBeginStmt()->getSingleDecl());
  const auto *End = cast<VarDecl>(S.getEndStmt()->getSingleDecl());
  if (failed() || !Begin->getInit() || !End->getInit())
    return false;
  unsigned Since = Emit.made();
  Place First = value(Begin->getInit()), Last = value(End->getInit());
  Place *From = DimensionLowering::onlyPointer(First),
        *To = DimensionLowering::onlyPointer(Last);
  if (failed() || !From || !To)
    return false;
  auto Loaded = [&](Expr *E) { return E->isGLValue() ? Make.load(E) : E; };
  QualType Difference = Ctx.getPointerDiffType();
  Expr *Start = Emit.initialOf(From->Code, Since);
  Expr *Stop = Emit.initialOf(To->Code, Since);
  Expr *Count = nullptr;
  if (auto *Sum = dyn_cast<BinaryOperator>(Stop->IgnoreParenImpCasts());
      Sum && Sum->getOpcode() == BO_Add &&
      Sum->getLHS()->getType()->isPointerType() &&
      Derived.identity(Sum->getLHS()->IgnoreParenImpCasts()) ==
          Derived.identity(Start->IgnoreParenImpCasts())) {
    Count = Make.convert(Sum->getRHS(), Difference);
  } else if (Derived.isInvariant(Loaded(Start)) &&
             Derived.isInvariant(Loaded(Stop))) {
    Count = Make.value(Derived.computed(
        Make.binary(BO_Sub, Loaded(Stop), Loaded(Start), Difference), "count"));
  }
  if (!Count)
    return false;
  Expr *Base = From->is(Kind::Device) ? Make.load(From->Code) : From->Code;
  if (!Derived.isStable(Base))
    Base = Make.value(Emit.temporary(Base->getType(), "first", Base));
  if (!Derived.isInvariant(Count) && !isa<IntegerLiteral>(Count->IgnoreCasts()))
    Count = Make.value(Emit.temporary(Difference, "count", Count));
  VarDecl *Index = Make.variable(Loop.Function, Emit.unique("k"), Difference,
                                 Make.integer(0, Difference));
  Stmt *Init = Make.declare(Index);
  Expr *Cond = Make.compare(BO_LT, Make.value(Index), Count);
  Expr *Inc = Make.step(UO_PreInc, Index);
  // The element is read through an iterator at first[k].
  Expr *At = Make.binary(BO_Add, Base, Make.value(Index), Base->getType());
  *From = made(At);
  Frames.variable(Begin) = First;
  ++Emit.Conditional;
  Stmt *Body = Emit.block([&] {
    declaration(*cast<DeclStmt>(S.getLoopVarStmt()));
    statement(S.getBody());
  });
  --Emit.Conditional;
  Emit.emit(new (Ctx) ForStmt(Ctx, Init, Cond, nullptr, Inc, Body,
                              S.getForLoc(), S.getForLoc(), S.getRParenLoc()));
  return true;
}

} // namespace twofold
