// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BoundedStates.cpp - BoundedPaths from statement to statement -------===//

#include "annotation/BoundedPaths.h"
#include "ast/Nodes.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

bool BoundedPaths::run(const ForStmt &Loop, Jumps::Statements &Known) {
  if (holdsNode<CXXTryStmt, IndirectGotoStmt, AsmStmt, StmtExpr, LambdaExpr>(
          &Loop))
    return false;
  LeftOut = Known;
  llvm::DenseSet<const LabelDecl *> Before;
  eachNode(&Loop, [&](const Stmt *S) {
    if (const auto *Label = dyn_cast<LabelStmt>(S))
      Before.insert(Label->getDecl());
    const auto *Jump = dyn_cast<GotoStmt>(S);
    if (Jump && Before.contains(Jump->getLabel()))
      Backward.insert(Jump->getLabel());
    return true;
  });
  Here.emplace();
  visitFor(Loop);
  if (Useful)
    Known = std::move(LeftOut);
  else
    Table.dropClaims();
  return Useful;
}

void BoundedPaths::join(const Place &Other) {
  if (!Here || !Other) {
    if (!Here)
      Here = Other;
    return;
  }
  State Both;
  for (const auto &[V, B] : Here->Of)
    if (const auto Same = Other->Of.find(V);
        Same != Other->Of.end() && Same->second == B)
      Both.Of.insert({V, B});
  for (const auto &[V, Result] : Here->Results)
    if (Other->Results.lookup(V) == Result)
      Both.Results.insert({V, Result});
  Here = std::move(Both);
}

void BoundedPaths::set(const VarDecl *V, std::optional<Bounds> Value) {
  if (!Here)
    return;
  Here->Of.erase(V);
  if (Value)
    Here->Of.insert({V, std::move(*Value)});
}

/// Of variables that S changes.
void BoundedPaths::forget(const Stmt *S) {
  if (!S || !Here)
    return;
  eachNode(S, [&](const Stmt *Part) {
    const Expr *Place = assignedBy(Part);
    const VarDecl *V = Place ? variableIn(Place) : nullptr;
    if (!V)
      return true;
    Here->Of.erase(V);
    Here->Results.erase(V);
    for (auto &[Result, Of] : Here->Results)
      if (Of && mentions(Of, V))
        Of = nullptr;
    return true;
  });
}

void BoundedPaths::expression(const Expr *E) {
  E = E->IgnoreParens();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->getOpcode() == BO_Comma) {
    expression(B->getLHS());
    return expression(B->getRHS());
  }
  const Expr *Target = B && B->isAssignmentOp() ? B->getLHS() : nullptr;
  const VarDecl *V = Target ? variableIn(Target) : nullptr;
  if (!V || !isPlain(*V) ||
      anyNode(B->getRHS(), [](const Stmt *S) { return assignedBy(S); }))
    return forget(E);
  const auto *Compound = dyn_cast<CompoundAssignOperator>(B);
  auto Value = boundsOf(B->getRHS());
  if (Compound) {
    const bool Adds = B->getOpcode() == BO_AddAssign;
    const bool Sums = Here && Here->Of.contains(V) && Value &&
                      (Adds || B->getOpcode() == BO_SubAssign) &&
                      Ctx.hasSameType(Compound->getComputationLHSType(),
                                      V->getType().getUnqualifiedType());
    Value = Sums ? sum(Here->Of[V], Adds ? 1 : -1, *Value) : std::nullopt;
  }
  forget(E);
  set(V, std::move(Value));
  const auto *Result =
      dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
  if (Here && !Compound && Result && Result->isComparisonOp() &&
      !mentions(Result, V))
    Here->Results[V] = Result;
}

std::optional<Bounds> BoundedPaths::inLoop(const ForStmt &Loop,
                                           const VarDecl *&V) {
  const VarDecl *Declared = onlyVariable(Loop.getInit());
  const auto *Init = dyn_cast_or_null<BinaryOperator>(Loop.getInit());
  const Expr *First = Declared ? Declared->getInit()
                      : Init && Init->getOpcode() == BO_Assign ? Init->getRHS()
                                                               : nullptr;
  const auto Start = First ? settled(First) : std::nullopt;
  for (const Stmt *Part :
       {static_cast<const Stmt *>(Loop.getInit()),
        static_cast<const Stmt *>(Loop.getCond()),
        static_cast<const Stmt *>(Loop.getInc()), Loop.getBody()})
    forget(Part);
  V = Declared ? Declared : First ? variableIn(Init->getLHS()) : nullptr;
  const auto *Cond = dyn_cast_or_null<BinaryOperator>(Loop.getCond());
  const Expr *Next = Loop.getInc();
  const Expr *Moved = Next ? assignedBy(Next->IgnoreParens()) : nullptr;
  if (!V || !Start || !Cond || !Cond->isRelationalOp() || !Moved ||
      variableIn(Moved) != V ||
      variableIn(Cond->getLHS()->IgnoreParenImpCasts()) != V ||
      anyNode(Loop.getBody(), [&](const Stmt *S) {
        const Expr *Place = assignedBy(S);
        return Place && namedIn(Place) == V;
      }))
    return std::nullopt;
  const auto *Unary = dyn_cast<UnaryOperator>(Next->IgnoreParens());
  const auto *Step = dyn_cast<CompoundAssignOperator>(Next->IgnoreParens());
  const auto Size = Step ? constantOf(Step->getRHS(), Ctx) : std::nullopt;
  if (!Unary && (!Size || Size->getSignificantBits() > 32 ||
                 (Step->getOpcode() != BO_AddAssign &&
                  Step->getOpcode() != BO_SubAssign)))
    return std::nullopt;
  Wide By = Unary ? 1 : Wide(Size->getExtValue());
  if (Unary ? Unary->isDecrementOp() : Step->getOpcode() == BO_SubAssign)
    By = -By;
  const BinaryOperatorKind Op = Cond->getOpcode();
  const bool Up = Op == BO_LT || Op == BO_LE;
  const auto End = settled(Cond->getRHS());
  if (!End || By == 0 || Up != (By > 0))
    return std::nullopt;
  const Polynomial &Limit = Up ? End->Greatest : End->Least;
  const int Before = Op == BO_LT ? -1 : Op == BO_GT ? 1 : 0;
  const auto Last = Polynomial::sum(Limit, Before, Polynomial(1));
  if (!Last)
    return std::nullopt;
  Bounds Out = {Up ? Start->Least : *Last, Up ? *Last : Start->Greatest,
                Start->Needs, true};
  Out.Needs.append(End->Needs);
  // No step overflows, and it is what it is compared as.
  const QualType Type = V->getType();
  const Wide Most = Up ? BoundsTable::greatest(Type, Ctx) - By
                       : BoundsTable::least(Type, Ctx) - By;
  const auto Room = Polynomial::sum(Up ? Polynomial(Most) : *Last, -1,
                                    Up ? *Last : Polynomial(Most));
  if (!Room)
    return std::nullopt;
  if (!Table.surely(*Room, 1))
    Out.Needs.push_back(*Room);
  return settled(std::move(Out), Type, Cond->getLHS()->getType());
}

void BoundedPaths::visitFor(const ForStmt &Loop) {
  const VarDecl *V = nullptr;
  auto Inside = inLoop(Loop, V);
  const Place Outside = Here;
  if (Inside && isPlain(*V))
    set(V, std::move(Inside));
  visit(Loop.getBody());
  Here = Outside;
}

void BoundedPaths::visitIf(const IfStmt &If) {
  const bool Plain = Here && !If.hasInitStorage() && !If.hasVarStorage() &&
                     !If.getCond()->HasSideEffects(Ctx) && !hasEntry(&If);
  if (LeftOut.contains(&If))
    return visit(If.getElse());
  if (Here && !Plain) {
    visit(If.getInit());
    forget(&If);
  }
  const auto Known = Plain ? known(If.getCond()) : std::nullopt;
  if (Known == true)
    return visit(If.getThen());
  if (Known == false || (Plain && neverHolds(If.getCond(), If))) {
    LeftOut.insert(&If);
    Useful |= Fails(If.getThen());
    return visit(If.getElse());
  }
  const Place Before = Here;
  if (Plain)
    refine(If.getCond(), true);
  visit(If.getThen());
  const Place Then = Here;
  Here = Before;
  if (Plain)
    refine(If.getCond(), false);
  visit(If.getElse());
  join(Then);
  if (!Here || !Before)
    return;
  // What the condition says does not hold any more.
  State After = *Before;
  std::swap(*Here, After);
  forget(&If);
  for (auto &[V, B] : After.Of)
    Here->Of.insert({V, std::move(B)});
  for (const auto &[V, Result] : After.Results)
    Here->Results.insert({V, Result});
}

void BoundedPaths::visit(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return expression(E);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return visitIf(*If);
  if (const auto *Loop = dyn_cast<ForStmt>(S))
    return visitFor(*Loop);
  if (const auto *Jump = dyn_cast<GotoStmt>(S)) {
    const Place From = Here;
    Here = Jumped.lookup(Jump->getLabel());
    join(From);
    Jumped[Jump->getLabel()] = Here;
    Here.reset();
    return;
  }
  if (isa<BreakStmt, ContinueStmt, ReturnStmt>(S)) {
    Here.reset();
    return;
  }
  if (const auto *Label = dyn_cast<LabelStmt>(S)) {
    if (Backward.contains(Label->getDecl()))
      Here.emplace();
    else
      join(Jumped.lookup(Label->getDecl()));
    return visit(Label->getSubStmt());
  }
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const VarDecl *V : variablesIn(*Declared)) {
      forget(V->getInit());
      set(V,
          V->getInit() && isPlain(*V) ? boundsOf(V->getInit()) : std::nullopt);
    }
    return;
  }
  if (isa<OMPFlushDirective>(S))
    return;
  if (isa<CompoundStmt, AttributedStmt>(S)) {
    for (const Stmt *Child : S->children())
      visit(Child);
    return;
  }
  if (const auto *Case = dyn_cast<SwitchCase>(S)) {
    Here = Cases;
    return visit(Case->getSubStmt());
  }
  // Control may come to a part of it again, or not at all.
  forget(S);
  const Place Entry = Here;
  llvm::SaveAndRestore Begins(Cases, isa<SwitchStmt>(S) ? Here : Cases);
  for (const Stmt *Child : S->children()) {
    Here = Entry;
    visit(Child);
  }
  Here = Entry;
}

} // namespace twofold
