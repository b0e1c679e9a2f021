// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ast/ColdPaths.h"
#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include "lower/Lowering.h"
#include "model/ControlFlow.h"

using namespace clang;

namespace twofold {

/// The only statement that S becomes, or a block of them.
Stmt *StatementLowering::single(const Stmt *S) {
  CompoundStmt *Whole = Emit.block([&] { statement(S); });
  return Whole->size() == 1 && !isa<DeclStmt>(Whole->body_front())
             ? Whole->body_front()
             : Whole;
}

void StatementLowering::statement(const Stmt *S) {
  if (failed() || !S || isa<NullStmt>(S))
    return;
  if (const ElementUpdate *U = Loop.update(S); U && !Updates.isCopied(*U))
    return Updates.update(*U);
  if (isCold(S) && Emit.Conditional) {
    // What it says and how it ends is the native variant's. What follows need
    // not run.
    ++Emit.Conditional;
    return Emit.emit(new (Ctx)
                         CXXThrowExpr(nullptr, Ctx.VoidTy, S->getBeginLoc(),
                                      /*IsThrownVariableInScope=*/false));
  }
  if (const auto *E = dyn_cast<Expr>(S))
    return discard(E);
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return statement(A->getSubStmt());
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return declaration(*D);
  if (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    Emit.emit(Emit.block([&] {
      for (const Stmt *Child : Compound->body())
        statement(Child);
    }));
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return branch(*If);
  if (Bodies.returnsFrom(S))
    return;
  if (const auto *For = dyn_cast<ForStmt>(S))
    return loop(*For);
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return rangeLoop(*Range);
  if (const auto *While = dyn_cast<WhileStmt>(S)) {
    if (While->getConditionVariable())
      return loopWhileDeclared(*While);
    ++Emit.Conditional;
    Expr *Cond = Emit.within([&] { return truth(While->getCond()); });
    Stmt *Body = single(While->getBody());
    --Emit.Conditional;
    Emit.emit(WhileStmt::Create(Ctx, nullptr, Cond, Body, S->getBeginLoc(),
                                While->getLParenLoc(), While->getRParenLoc()));
    return;
  }
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    if (Facts.isDead(Do))
      return;
    ++Emit.Conditional;
    Stmt *Body = single(Do->getBody());
    Expr *Cond = Emit.within([&] { return truth(Do->getCond()); });
    --Emit.Conditional;
    Emit.emit(new (Ctx) DoStmt(Body, Cond, Do->getDoLoc(), Do->getWhileLoc(),
                               Do->getRParenLoc()));
    return;
  }
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return choice(*Switch);
  if (const auto *Case = dyn_cast<CaseStmt>(S))
    return label(CaseStmt::Create(Ctx, const_cast<Expr *>(Case->getLHS()),
                                  const_cast<Expr *>(Case->getRHS()),
                                  Case->getCaseLoc(), Case->getEllipsisLoc(),
                                  Case->getColonLoc()),
                 *Case);
  if (const auto *Default = dyn_cast<DefaultStmt>(S))
    return label(new (Ctx) DefaultStmt(Default->getDefaultLoc(),
                                       Default->getColonLoc(), nullptr),
                 *Default);
  if (const auto *Break = dyn_cast<BreakStmt>(S);
      Break && !Break->hasLabelTarget()) {
    if (llvm::is_contained(Loop.Exits, Break))
      ++Emit.Conditional; // as below
    return Emit.emit(new (Ctx) BreakStmt(Break->getBeginLoc()));
  }
  if (const auto *Continue = dyn_cast<ContinueStmt>(S);
      Continue && !Continue->hasLabelTarget()) {
    // What follows in the body need not run, whatever is left in between.
    ++Emit.Conditional;
    return Emit.emit(new (Ctx) ContinueStmt(Continue->getBeginLoc()));
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    if (!Frames.inLoopText())
      return Bodies.returnFrom(*Return);
    if (!Loop.Exits.empty()) { // of the loop itself
      if (Return->getRetValue() &&
          !Return->getRetValue()->getType()->isVoidType())
        discard(Return->getRetValue());
      ++Emit.Conditional;
      return Emit.emit(ReturnStmt::Create(Ctx, Return->getReturnLoc(), nullptr,
                                          /*NRVOCandidate=*/nullptr));
    }
  }
  fail(S->getBeginLoc());
}

/// `while (T v = ...)`: each round has a variable of its own.
void StatementLowering::loopWhileDeclared(const WhileStmt &S) {
  ++Emit.Conditional;
  Stmt *Body = Emit.block([&] {
    declaration(*S.getConditionVariableDeclStmt());
    Expr *Cond = truth(S.getCond());
    Emit.emit(Make.ifThen(Cond, single(S.getBody()),
                          new (Ctx) BreakStmt(S.getEndLoc())));
  });
  --Emit.Conditional;
  Emit.emit(WhileStmt::Create(Ctx, nullptr, Make.integer(1, Ctx.IntTy), Body,
                              S.getBeginLoc(), S.getLParenLoc(),
                              S.getRParenLoc()));
}

/// What S, an `if` or a `switch`, declares lives in S alone.
template <typename Choice>
void StatementLowering::withDeclarations(const Choice &S,
                                         llvm::function_ref<void()> Rest) {
  auto Inner = [&] {
    if (S.getInit())
      statement(S.getInit());
    if (S.getConditionVariable())
      declaration(*S.getConditionVariableDeclStmt());
    Rest();
  };
  if (S.getInit() || S.getConditionVariable())
    Emit.emit(Emit.block(Inner));
  else
    Inner();
}

void StatementLowering::branch(const IfStmt &S) {
  if (S.isConsteval())
    return statement(runBranch(S));
  withDeclarations(S, [&] {
    if (auto Known = Facts.known(S.getCond())) {
      if (const Stmt *Taken = *Known ? S.getThen() : S.getElse())
        statement(Taken);
      return;
    }
    Expr *Cond = truth(S.getCond());
    if (auto Settled = Facts.settled(Cond)) {
      if (const Stmt *Taken = *Settled ? S.getThen() : S.getElse())
        statement(Taken);
      return;
    }
    ++Emit.Conditional;
    Stmt *Then = single(S.getThen());
    Stmt *Else = S.getElse() ? single(S.getElse()) : nullptr;
    --Emit.Conditional;
    Emit.emit(IfStmt::Create(Ctx, S.getIfLoc(), IfStatementKind::Ordinary,
                             nullptr, nullptr, Cond, S.getLParenLoc(),
                             S.getRParenLoc(), Then, S.getElseLoc(), Else));
  });
}

void StatementLowering::choice(const SwitchStmt &S) {
  withDeclarations(S, [&] {
    Expr *Cond = scalar(S.getCond());
    auto *Copy = SwitchStmt::Create(Ctx, nullptr, nullptr, Cond,
                                    S.getLParenLoc(), S.getRParenLoc());
    ++Emit.Conditional;
    Copy->setBody(single(S.getBody()));
    --Emit.Conditional;
    Emit.emit(Copy);
  });
}

void StatementLowering::label(SwitchCase *Copy, const SwitchCase &S) {
  if (isa<DeclStmt>(S.getSubStmt())) // lives on in the cases below
    return fail(S.getBeginLoc());
  Stmt *Labelled = single(S.getSubStmt());
  if (auto *Case = dyn_cast<CaseStmt>(Copy))
    Case->setSubStmt(Labelled);
  else
    cast<DefaultStmt>(Copy)->setSubStmt(Labelled);
  Emit.emit(Copy);
}

void StatementLowering::declaration(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    if (onlyNames(*D))
      continue;
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V)
      return fail(S.getBeginLoc());
    variable(*V);
  }
}

/// V, a variable of an inlined function, is only ever the literal that it
/// starts as.
bool StatementLowering::staysLiteral(const VarDecl &V, const Expr *Code) {
  if (Frames.inLoopText() || !V.getType()->isIntegralOrEnumerationType() ||
      V.getType().isVolatileQualified() ||
      !isa<IntegerLiteral>(Code->IgnoreCasts()))
    return false;
  const BodyUses Uses = collectUses(Frames.back().Function->getBody());
  // Not one of a loop that stands for a call.
  return !Uses.of(&V).References.empty() && !Uses.of(&V).mayChange();
}

void StatementLowering::variable(const VarDecl &V) {
  if (V.hasGlobalStorage()) {
    // A constant, which every kernel prints by its value.
    if (V.getType().isConstQualified() ||
        Ctx.getBaseElementType(V.getType()).isConstQualified())
      Emit.emit(Make.declare(const_cast<VarDecl *>(&V)));
    else
      fail(diag::Id::StaticLocal, V.getLocation(), V.getName());
    return;
  }
  if (V.getType()->isVariablyModifiedType())
    return fail(V.getLocation());
  StringRef Name = V.getIdentifier() ? V.getName() : StringRef();
  if (const APValue *Known = constantNumber(V);
      Known && Known->isInt() && Known->getInt().getBitWidth() <= 64) {
    const llvm::APSInt &Number = Known->getInt();
    Expr *Code =
        Make.convert(Make.integer(Number.extOrTrunc(64).getZExtValue(),
                                  Number.isSigned() ? Make.I64 : Make.U64),
                     V.getType());
    Frames.variable(&V) = staysLiteral(V, Code)
                              ? made(Code)
                              : Emit.variable(V.getType(), Name, Code);
    return;
  }
  if (!Frames.inLoopText() && V.getInit() &&
      V.getType()->isIntegralOrEnumerationType()) {
    Place Start = Facts.folded(value(V.getInit()));
    if (!Start.is(Kind::Value))
      Frames.variable(&V) = Start;
    else if (staysLiteral(V, Start.Code))
      Frames.variable(&V) = Start;
    else
      Frames.variable(&V) = Emit.variable(V.getType(), Name, Start.Code);
  } else {
    Frames.variable(&V) = Objects.initial(V.getType(), V.getInit(), Name);
  }
  if (const auto *Parts = dyn_cast<DecompositionDecl>(&V))
    for (const BindingDecl *B : Parts->bindings())
      if (const VarDecl *Holder = B->getHoldingVar())
        variable(*Holder);
}

void StatementLowering::loop(const ForStmt &S) {
  if (S.getConditionVariable())
    return fail(S.getBeginLoc());
  CompoundStmt *Before = Emit.block([&] {
    if (S.getInit())
      statement(S.getInit());
    ++Emit.Conditional;
    Expr *Cond =
        S.getCond() ? Emit.within([&] { return truth(S.getCond()); }) : nullptr;
    // Its value is not wanted; `(void)0` where nothing is left.
    Expr *Inc =
        S.getInc() ? Emit.effects([&] { discard(S.getInc()); }) : nullptr;
    const ValueDecl *Counter = Ranges.noteRange(S);
    Stmt *Body = single(S.getBody());
    if (Counter)
      Ranges.forget(Counter);
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

/// The loop with what the elements are named and done with.
void StatementLowering::finishRange(const CXXForRangeStmt &S, Stmt *Init,
                                    Expr *Cond, Expr *Inc) {
  Stmt *Body = Emit.block([&] {
    declaration(*cast<DeclStmt>(S.getLoopVarStmt()));
    statement(S.getBody());
  });
  --Emit.Conditional;
  Emit.emit(new (Ctx) ForStmt(Ctx, Init, Cond, nullptr, Inc, Body,
                              S.getForLoc(), S.getForLoc(), S.getRParenLoc()));
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
    Expr *Cond = Emit.within([&] { return truth(S.getCond()); });
    Expr *Inc = Emit.effects([&] { discard(S.getInc()); });
    finishRange(S, nullptr, Cond, Inc);
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
  finishRange(S, Init, Cond, Inc);
  return true;
}

} // namespace twofold
