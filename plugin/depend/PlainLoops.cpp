// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "ast/StatementCopy.h"
#include "depend/ElementVariables.h"

using namespace clang;

namespace twofold {
namespace {

/// E asks for what it changes: `(k = next[k]) >= 0`, `*at++`, `walk.next(k)`.
/// Loops that count, `n-- > 0` or `it++ != end`, are understood as they are.
bool asksForChange(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return asksForChange(Full->getSubExpr(), Ctx);
  if (const Expr *Denied = operandOf(E, UO_LNot))
    return asksForChange(Denied, Ctx);
  const auto *B = dyn_cast<BinaryOperator>(E);
  // Lowered calls have parts of temporary objects ahead of what they give.
  if (B && B->getOpcode() == BO_Comma)
    return asksForChange(B->getRHS(), Ctx) ||
           anyNode(B->getLHS(), [](const Stmt *Part) {
             const auto *U = dyn_cast<UnaryOperator>(Part);
             return isa<CompoundAssignOperator>(Part) ||
                    (U && U->isIncrementDecrementOp());
           });
  if (B)
    return B->isAssignmentOp() || ((B->isComparisonOp() || B->isLogicalOp()) &&
                                   (asksForChange(B->getLHS(), Ctx) ||
                                    asksForChange(B->getRHS(), Ctx)));
  return !changesNothing(E, Ctx) &&
         (isa<StmtExpr, ArraySubscriptExpr, ConditionalOperator>(E) ||
          operandOf(E, UO_Deref) ||
          (isa<CallExpr>(E) && !isa<CXXOperatorCallExpr>(E)));
}

class LoopCopy : public StatementCopy {
  FunctionDecl *Owner;
  AstFactory Make;
  using Parts = llvm::SmallVector<Stmt *, 8>;

public:
  bool Any = false;

  LoopCopy(ASTContext &Ctx, FunctionDecl *Owner, SourceLocation Loc)
      : StatementCopy(Ctx, Owner), Owner(Owner), Make(Ctx, Loc) {}

private:
  Stmt *replacement(Stmt *S) override;

  /// What E is, as a variable that is declared in Out.
  Expr *kept(Expr *E, Parts &Out) {
    const QualType T = E->getType().getUnqualifiedType();
    return Make.value(Make.variable(Owner, "was", T, copy(E), Out));
  }

  /// E without its effects, which come into Out.
  Expr *plain(Expr *E, Parts &Out) {
    if (changesNothing(E, Ctx))
      return copy(E);
    if (auto *P = dyn_cast<ParenExpr>(E))
      return plain(P->getSubExpr(), Out);
    if (auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_LNot)
      return Make.unary(UO_LNot, plain(U->getSubExpr(), Out), U->getType());
    // What is not 0 holds, and only the number itself can be followed.
    if (auto *C = dyn_cast<ImplicitCastExpr>(E);
        C && (C->getCastKind() == CK_IntegralToBoolean ||
              C->getCastKind() == CK_PointerToBoolean))
      return ImplicitCastExpr::Create(Ctx, C->getType(), C->getCastKind(),
                                      plain(C->getSubExpr(), Out), nullptr,
                                      VK_PRValue, FPOptionsOverride());
    auto *B = dyn_cast<BinaryOperator>(E);
    if (B && B->getOpcode() == BO_Comma) {
      Out.push_back(copy(B->getLHS()));
      return plain(B->getRHS(), Out);
    }
    if (B && B->isComparisonOp() && B->getLHS()->getType()->isScalarType()) {
      Expr *Left = kept(B->getLHS(), Out);
      Expr *Right = changesNothing(B->getRHS(), Ctx) ? copy(B->getRHS())
                                                     : kept(B->getRHS(), Out);
      return Make.binary(B->getOpcode(), Left, Right, B->getType());
    }
    return kept(E, Out);
  }

  /// Leaves the loop unless Condition holds.
  void leave(Expr *Condition, Parts &Out) {
    auto *B = dyn_cast<BinaryOperator>(Condition->IgnoreParens());
    if (B && B->getOpcode() == BO_LAnd && !changesNothing(B, Ctx)) {
      leave(B->getLHS(), Out);
      return leave(B->getRHS(), Out);
    }
    Expr *Holds = plain(Condition, Out);
    const QualType T =
        Ctx.getLangOpts().CPlusPlus ? Ctx.BoolTy : QualType(Ctx.IntTy);
    Out.push_back(Make.ifThen(Make.unary(UO_LNot, Make.paren(Holds), T),
                              new (Ctx) BreakStmt(Condition->getExprLoc())));
  }

  Stmt *loop(Stmt *Init, Expr *Increment, Parts &Body, const Stmt &Of) {
    Any = true;
    return new (Ctx)
        ForStmt(Ctx, Init, nullptr, nullptr, Increment, Make.compound(Body),
                Of.getBeginLoc(), Of.getBeginLoc(), Of.getEndLoc());
  }
};

Stmt *LoopCopy::replacement(Stmt *S) {
  if (auto *Block = dyn_cast<StmtExpr>(S))
    return block(Block);
  Parts Body;
  if (auto *While = dyn_cast<WhileStmt>(S)) {
    if (!While->getConditionVariable() && !asksForChange(While->getCond(), Ctx))
      return nullptr;
    if (VarDecl *V = copy(While->getConditionVariable()))
      Body.push_back(Make.declare(V));
    leave(While->getCond(), Body);
    Body.push_back(copy(While->getBody()));
    return loop(nullptr, nullptr, Body, *S);
  }
  if (auto *For = dyn_cast<ForStmt>(S)) {
    if (!For->getCond() || For->getConditionVariable() ||
        !asksForChange(For->getCond(), Ctx))
      return nullptr;
    Stmt *Init = copy(For->getInit());
    leave(For->getCond(), Body);
    Body.push_back(copy(For->getBody()));
    return loop(Init, copy(For->getInc()), Body, *S);
  }
  if (auto *Do = dyn_cast<DoStmt>(S)) {
    const auto Never = constantOf(Do->getCond(), Ctx); // do { } while (0)
    if (exitsOf(Do->getBody()).Continue || (Never && *Never == 0))
      return nullptr;
    Body.push_back(copy(Do->getBody()));
    leave(Do->getCond(), Body);
    return loop(nullptr, nullptr, Body, *S);
  }
  return nullptr;
}

} // namespace

Stmt *withPlainLoops(Stmt *S, FunctionDecl &Owner, ASTContext &Ctx) {
  LoopCopy Copy(Ctx, &Owner, S->getBeginLoc());
  Stmt *New = Copy.copy(S);
  return Copy.Any && !Copy.obstacle() ? New : nullptr;
}

} // namespace twofold
