// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringLoops.cpp - loops inside the body --------------------------===//

#include "lower/Lowering.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

void Lowering::loop(const ForStmt &S) {
  if (S.getConditionVariable())
    return fail(S.getBeginLoc());
  CompoundStmt *Before = block([&] {
    if (S.getInit())
      statement(S.getInit());
    ++Conditional;
    Expr *Cond =
        S.getCond() ? within([&] { return scalar(S.getCond()); }) : nullptr;
    // Its value is not wanted; `(void)0` where nothing is left.
    Expr *Inc = nullptr;
    if (S.getInc()) {
      Scope Own;
      Own.Statements = false;
      Scopes.push_back(&Own);
      discard(S.getInc());
      Scopes.pop_back();
      for (Stmt *Item : llvm::reverse(Own.Items))
        Inc = Inc ? comma(cast<Expr>(Item), Inc) : cast<Expr>(Item);
    }
    const ValueDecl *Counter = noteRange(S);
    Stmt *Body = single(S.getBody());
    if (Counter)
      Ranges.erase(Counter);
    --Conditional;
    Scope &Own = *Scopes.back();
    // One variable stays in the head, where inner loops are recognised.
    Stmt *Init = nullptr;
    if (Own.Items.size() == 1 && isa<DeclStmt, Expr>(Own.Items.front()))
      Init = Own.Items.pop_back_val();
    emit(new (Ctx) ForStmt(Ctx, Init, Cond, nullptr, Inc, Body, S.getForLoc(),
                           S.getLParenLoc(), S.getRParenLoc()));
  });
  if (Failed)
    return;
  if (Before->size() == 1)
    emit(Before->body_front());
  else
    emit(Before);
}

/// As the language defines it.
void Lowering::rangeLoop(const CXXForRangeStmt &S) {
  CompoundStmt *All = block([&] {
    if (S.getInit())
      statement(S.getInit());
    declaration(*S.getRangeStmt());
    if (countedRange(S))
      return;
    declaration(*S.getBeginStmt());
    declaration(*S.getEndStmt());
    ++Conditional;
    Expr *Cond = within([&] { return scalar(S.getCond()); });
    Scope Own;
    Own.Statements = false;
    Scopes.push_back(&Own);
    discard(S.getInc());
    Scopes.pop_back();
    Expr *Inc = nullptr;
    for (Stmt *Item : llvm::reverse(Own.Items))
      Inc = Inc ? comma(cast<Expr>(Item), Inc) : cast<Expr>(Item);
    Stmt *Body = block([&] {
      declaration(*cast<DeclStmt>(S.getLoopVarStmt()));
      statement(S.getBody());
    });
    --Conditional;
    emit(new (Ctx) ForStmt(Ctx, nullptr, Cond, nullptr, Inc, Body,
                           S.getForLoc(), S.getForLoc(), S.getRParenLoc()));
  });
  if (!Failed)
    emit(All);
}

/// A range between two pointers of which the count is known beforehand becomes
/// `for (k = 0; k < count; ++k)` over `first[k]`.
bool Lowering::countedRange(const CXXForRangeStmt &S) {
  const auto *Begin = cast<VarDecl>(S.getBeginStmt()->getSingleDecl());
  const auto *End = cast<VarDecl>(S.getEndStmt()->getSingleDecl());
  if (Failed || !Begin->getInit() || !End->getInit())
    return false;
  unsigned Since = Made;
  Place First = value(Begin->getInit()), Last = value(End->getInit());
  Place *From = onlyPointer(First), *To = onlyPointer(Last);
  if (Failed || !From || !To)
    return false;
  auto Loaded = [&](Expr *E) { return E->isGLValue() ? Make.load(E) : E; };
  QualType Difference = Ctx.getPointerDiffType();
  Expr *Start = initialOf(From->Code, Since);
  Expr *Stop = initialOf(To->Code, Since);
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
  if (!isStable(Base))
    Base = Make.value(temporary(Base->getType(), "first", Base));
  if (!Derived.isInvariant(Count) && !isa<IntegerLiteral>(Count->IgnoreCasts()))
    Count = Make.value(temporary(Difference, "count", Count));
  VarDecl *Index = Make.variable(Loop.Function, unique("k"), Difference,
                                 Make.integer(0, Difference));
  Stmt *Init = Make.declare(Index);
  Expr *Cond = Make.compare(BO_LT, Make.value(Index), Count);
  Expr *Inc = UnaryOperator::Create(
      Ctx, Make.lvalue(Index), UO_PreInc, Difference,
      Ctx.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, OK_Ordinary,
      Make.location(), false, FPOptionsOverride());
  // The element is read through an iterator at first[k].
  Expr *At = Make.binary(BO_Add, Base, Make.value(Index), Base->getType());
  *From = made(At);
  Variables[Begin] = First;
  ++Conditional;
  Stmt *Body = block([&] {
    declaration(*cast<DeclStmt>(S.getLoopVarStmt()));
    statement(S.getBody());
  });
  --Conditional;
  emit(new (Ctx) ForStmt(Ctx, Init, Cond, nullptr, Inc, Body, S.getForLoc(),
                         S.getForLoc(), S.getRParenLoc()));
  return true;
}

static bool isLoop(const Stmt *S) {
  return isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(S);
}

/// S, a loop or switch of an inlined function, has been lowered: a `return` in
/// it sets a flag and leaves it.
bool Lowering::returnsFrom(const Stmt *S) {
  Frame &Own = Frames.back();
  if (Frames.size() == 1 || Own.Inside == S ||
      !(isLoop(S) || isa<SwitchStmt>(S)) || !returnsInside(S))
    return false;
  if (!Scopes.back()->Statements) {
    fail(S->getBeginLoc());
    return true;
  }
  if (!Own.Done) {
    Own.Done = temporary(Ctx.IntTy, "done", Make.integer(0, Ctx.IntTy));
    Initial.erase(Own.Done);
  }
  const Stmt *Around = Own.Inside;
  Own.Inside = S;
  statement(S);
  Own.Inside = Around;
  if (Around && !Failed)
    emit(Make.ifThen(Make.value(Own.Done),
                     new (Ctx) BreakStmt(Make.location())));
  return true;
}

void Lowering::returnFrom(const ReturnStmt &S) {
  returned(S);
  const Frame &Own = Frames.back();
  if (Failed || !Own.Inside)
    return;
  emit(Make.assign(Make.lvalue(Own.Done), Make.integer(1, Ctx.IntTy)));
  emit(new (Ctx) BreakStmt(S.getReturnLoc()));
}

} // namespace twofold
