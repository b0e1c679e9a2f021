// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

Place BodyLowering::expressionOf(llvm::ArrayRef<const Stmt *> Rest,
                                 bool Writes) {
  for (; !Rest.empty() && !failed(); Rest = Rest.drop_front()) {
    const Stmt *S = Rest.front();
    if (Facts.isDead(S))
      continue;
    if (const auto *E = dyn_cast<Expr>(S)) {
      discard(E);
    } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
      declaration(*D);
    } else if (const auto *R = dyn_cast<ReturnStmt>(S)) {
      return R->getRetValue() ? result(R->getRetValue(), Writes) : Place();
    } else if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      return expressionOf(joined(Block, Rest.drop_front()), Writes);
    } else {
      const auto *If = cast<IfStmt>(S);
      if (auto Known = Facts.known(If->getCond()))
        return expressionOf(
            joined(*Known ? If->getThen() : If->getElse(), Rest.drop_front()),
            Writes);
      Expr *Cond = scalar(If->getCond());
      if (auto Settled = Facts.settled(Cond))
        return expressionOf(
            joined(*Settled ? If->getThen() : If->getElse(), Rest.drop_front()),
            Writes);
      ++Emit.Conditional;
      Place::Kind How = Kind::None;
      QualType T;
      auto Arm = [&](llvm::ArrayRef<const Stmt *> Part) {
        return Emit.within([&]() -> Expr * {
          Place P = expressionOf(Part, Writes);
          if (P.is(Kind::Host))
            P = atDevice(Places.lvalue(P, P.Code->getType(), false, Loop.Loc));
          bool Fits = (P.is(Kind::Value) || P.is(Kind::Device)) &&
                      (How == Kind::None || How == P.What);
          if (!Fits) {
            fail(S->getBeginLoc());
            return Emit.dummy(Ctx.IntTy, VK_PRValue);
          }
          How = P.What;
          T = P.Code->getType();
          return P.Code;
        });
      };
      Expr *Then = Arm(opened(If->getThen()));
      Expr *Else = Arm(joined(If->getElse(), Rest.drop_front()));
      --Emit.Conditional;
      if (failed())
        return {};
      auto *Choice = new (Ctx) ConditionalOperator(
          Cond, If->getIfLoc(), Then, If->getIfLoc(), Else, T,
          How == Kind::Device ? VK_LValue : VK_PRValue, OK_Ordinary);
      return How == Kind::Device ? atDevice(Choice) : made(Choice);
    }
  }
  return {};
}

/// What a function gives back.
Place BodyLowering::result(const Expr *E, bool Writes) {
  if (E->isGLValue())
    return place(E);
  Place P = value(E);
  // Whatever happens to the variables in it later.
  if (P.is(Kind::Value) && Writes && !E->getType()->isVoidType() &&
      !Derived.isStable(P.Code))
    return made(
        Make.value(Emit.temporary(P.Code->getType(), "result", P.Code)));
  return P;
}

/// Statements of a function's body; what follows a `return` under a condition
/// becomes the other branch.
void BodyLowering::statementsOf(llvm::ArrayRef<const Stmt *> Rest) {
  for (; !Rest.empty() && !failed(); Rest = Rest.drop_front()) {
    const Stmt *S = Rest.front();
    if (!exitsOf(S).Return) {
      statement(S);
      continue;
    }
    if (const auto *Return = dyn_cast<ReturnStmt>(S))
      return returned(*Return);
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      return statementsOf(joined(Block, Rest.drop_front()));
    if (returnsFrom(S)) {
      if (failed() || Rest.size() == 1)
        return;
      ++Emit.Conditional;
      Stmt *Then = Emit.block([&] { statementsOf(Rest.drop_front()); });
      --Emit.Conditional;
      return Emit.emit(
          Make.ifThen(Make.compare(BO_EQ, Make.value(Frames.back().Done),
                                   Make.integer(0, Ctx.IntTy)),
                      Then));
    }
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If || If->getInit() || If->getConditionVariable() || If->isConsteval())
      return fail(S->getBeginLoc());
    if (auto Known = Facts.known(If->getCond()))
      return statementsOf(
          joined(*Known ? If->getThen() : If->getElse(), Rest.drop_front()));
    bool ThenEnds = endsInReturn(If->getThen());
    bool ElseEnds = endsInReturn(If->getElse());
    if (!ThenEnds && !ElseEnds)
      return fail(S->getBeginLoc());
    Expr *Cond = scalar(If->getCond());
    if (auto Settled = Facts.settled(Cond))
      return statementsOf(
          joined(*Settled ? If->getThen() : If->getElse(), Rest.drop_front()));
    ++Emit.Conditional;
    auto Arm = [&](const Stmt *Part, bool Ends) {
      return Emit.block([&] {
        statementsOf(Ends ? opened(Part) : joined(Part, Rest.drop_front()));
      });
    };
    Stmt *Then = Arm(If->getThen(), ThenEnds);
    Stmt *Else = Arm(If->getElse(), ElseEnds);
    --Emit.Conditional;
    return Emit.emit(IfStmt::Create(
        Ctx, If->getIfLoc(), IfStatementKind::Ordinary, nullptr, nullptr, Cond,
        If->getLParenLoc(), If->getRParenLoc(), Then, If->getElseLoc(), Else));
  }
}

void BodyLowering::returned(const ReturnStmt &S) {
  const Expr *E = S.getRetValue();
  const Place Target = Frames.back().Result;
  if (!E || E->getType()->isVoidType()) {
    if (E)
      discard(E);
    return;
  }
  if (Target.is(Kind::Object))
    return Places.assignObject(Target, value(E), E->getType(),
                               S.getReturnLoc());
  if (!Target.is(Kind::Device))
    return fail(S.getReturnLoc());
  Emit.emit(Make.assign(Target.Code, scalar(E)));
}

Place BodyLowering::body(const FunctionDecl &F, bool Writes) {
  StatementList Body = opened(F.getBody());
  if (Facts.isExpression(Body))
    return expressionOf(Body, Writes);
  SourceLocation Loc = F.getLocation();
  QualType T = F.getReturnType();
  if (!Emit.takesStatements())
    return noPlace(Loc);
  // Only the last statement returns: what it gives needs no variable.
  bool Last = isa<ReturnStmt>(Body.back()) &&
              llvm::none_of(llvm::ArrayRef(Body).drop_back(),
                            [&](const Stmt *S) { return exitsOf(S).Return; });
  if (Last) {
    statementsOf(llvm::ArrayRef(Body).drop_back());
    const Expr *E = cast<ReturnStmt>(Body.back())->getRetValue();
    return E && !failed() ? result(E, Writes) : Place();
  }
  if (T->isVoidType() || isa<CXXConstructorDecl>(F)) {
    statementsOf(Body);
    return {};
  }
  if (T->isReferenceType())
    return noPlace(Loc);
  Place Result = Places.uninitialised(T, "result", Loc);
  Frames.back().Result = Result;
  statementsOf(Body);
  return Result.is(Kind::Device) ? made(Make.load(Result.Code)) : Result;
}

/// S, a loop or switch of an inlined function, has been lowered: a `return` in
/// it sets a flag and leaves it.
bool BodyLowering::returnsFrom(const Stmt *S) {
  FrameStack::Frame &Own = Frames.back();
  if (Frames.inLoopText() || Own.Inside == S ||
      !(isLoop(*S) || isa<SwitchStmt>(S)) || !exitsOf(S).Return)
    return false;
  if (!Emit.takesStatements()) {
    fail(S->getBeginLoc());
    return true;
  }
  if (!Own.Done) {
    Own.Done = Emit.temporary(Ctx.IntTy, "done", Make.integer(0, Ctx.IntTy));
    Emit.forget(Make.lvalue(Own.Done));
  }
  const Stmt *Around = Own.Inside;
  Own.Inside = S;
  statement(S);
  Own.Inside = Around;
  if (Around && !failed())
    Emit.emit(Make.ifThen(Make.value(Own.Done),
                          new (Ctx) BreakStmt(Make.location())));
  return true;
}

void BodyLowering::returnFrom(const ReturnStmt &S) {
  returned(S);
  const FrameStack::Frame &Own = Frames.back();
  if (failed() || !Own.Inside)
    return;
  Emit.emit(Make.assign(Make.lvalue(Own.Done), Make.integer(1, Ctx.IntTy)));
  Emit.emit(new (Ctx) BreakStmt(S.getReturnLoc()));
}

} // namespace twofold
