// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/OwnedElements.h"
#include "model/ElementUpdate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {
namespace {

/// Counters of one function's body that it reads apart from counting them.
class SpelledDraws {
  const ASTContext &Ctx;
  struct Counting {
    const Expr *By, *Counter;
    const Expr *From; ///< what one is added to; null: the counter itself
  };
  llvm::SmallVector<Counting, 4> Countings;
  llvm::SmallVector<const Expr *, 8> Numbers; ///< of elements, and returned
  llvm::SmallVector<std::pair<const VarDecl *, const Expr *>, 8> Locals;

  static bool isElement(const Expr *E) {
    return E->getType()->isIntegerType() &&
           !isa<DeclRefExpr>(E->IgnoreParenImpCasts());
  }
  void collect(const Stmt *S);
  void targets(const Expr *E);
  /// E has the counter's value in it, perhaps by way of a variable.
  bool names(const Stmt *E, const Expr *Counter, unsigned Depth = 0) const;

public:
  explicit SpelledDraws(const ASTContext &Ctx) : Ctx(Ctx) {}

  void find(const Stmt *Body, llvm::SmallPtrSetImpl<const Expr *> &Found) {
    collect(Body);
    for (const Counting &C : Countings) {
      auto Names = [&](const Expr *E) { return names(E, C.Counter); };
      if ((!C.From || Names(C.From)) && llvm::any_of(Numbers, Names))
        Found.insert(C.By);
    }
  }
};

/// The subscripts of what is stored to.
void SpelledDraws::targets(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *At = dyn_cast<ArraySubscriptExpr>(E)) {
    Numbers.push_back(At->getIdx());
    targets(At->getBase());
  } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
    targets(M->getBase());
  } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
             Call && Call->getOperator() == OO_Subscript) {
    Numbers.append(Call->arg_begin() + 1, Call->arg_end());
    targets(Call->getArg(0));
  }
}

void SpelledDraws::collect(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp() && isElement(U->getSubExpr()))
    Countings.push_back({U, U->getSubExpr(), nullptr});
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
    const Expr *Right = B->getRHS()->IgnoreParenImpCasts();
    auto Literal = [](const Expr *E) {
      return isa<IntegerLiteral>(E->IgnoreParenImpCasts());
    };
    const auto *Sum = dyn_cast<BinaryOperator>(Right);
    if (!isElement(B->getLHS()))
      ;
    else if ((B->getOpcode() == BO_AddAssign ||
              B->getOpcode() == BO_SubAssign) &&
             Literal(Right))
      Countings.push_back({B->getLHS(), B->getLHS(), nullptr});
    else if (B->getOpcode() == BO_Assign && Sum && Sum->isAdditiveOp() &&
             (Literal(Sum->getRHS()) || Literal(Sum->getLHS())))
      Countings.push_back({B->getLHS(), B->getLHS(), Sum});
    targets(B->getLHS());
    if (const VarDecl *V = variableIn(B->getLHS()))
      Locals.push_back({V, B->getRHS()});
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(S);
      Return && Return->getRetValue())
    Numbers.push_back(Return->getRetValue());
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const VarDecl *V : variablesIn(*D))
      if (V->getInit() && V->getType()->isIntegerType())
        Locals.push_back({V, V->getInit()});
  for (const Stmt *Child : S->children())
    collect(Child);
}

bool SpelledDraws::names(const Stmt *S, const Expr *Counter,
                         unsigned Depth) const {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E || Depth > 3)
    return false;
  if (E->isGLValue() && sameExpression(E, Counter, Ctx))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return llvm::any_of(Locals, [&](const auto &Local) {
      return Local.first == Ref->getDecl() &&
             names(Local.second, Counter, Depth + 1);
    });
  // Through an element another value is meant.
  return !isa<ArraySubscriptExpr, CallExpr, MemberExpr>(E) &&
         llvm::any_of(E->children(), [&](const Stmt *Child) {
           return names(Child, Counter, Depth);
         });
}

class UpdateScan {
  const ASTContext &Ctx;
  llvm::SmallPtrSetImpl<const Expr *> &Found;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;

public:
  UpdateScan(const ASTContext &Ctx, llvm::SmallPtrSetImpl<const Expr *> &Found)
      : Ctx(Ctx), Found(Found) {}
  void body(const Stmt *S) {
    SpelledDraws(Ctx).find(S, Found);
    visit(S, true);
  }
  void visit(const Stmt *S, bool Discarded);

private:
  void called(const Expr *E) {
    const FunctionDecl *F = nullptr, *Definition = nullptr;
    if (const auto *Call = dyn_cast<CallExpr>(E))
      F = Call->getDirectCallee();
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
      F = Made->getConstructor();
    if (F && F->hasBody(Definition) && !Definition->isDependentContext() &&
        Seen.insert(Definition).second)
      body(Definition->getBody());
  }
};

void UpdateScan::visit(const Stmt *S, bool Discarded) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    called(E);
  if (const auto *B = dyn_cast<CompoundAssignOperator>(S); B && !Discarded)
    Found.insert(B->getLHS());
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp() && !Discarded) {
    Found.insert(U);
    Found.insert(U->getSubExpr());
  }
  const auto *Comma = dyn_cast<BinaryOperator>(S);
  const auto *Void = dyn_cast<CastExpr>(S);
  if (Comma && Comma->getOpcode() == BO_Comma) {
    visit(Comma->getLHS(), true);
    return visit(Comma->getRHS(), Discarded);
  }
  bool Through = isa<ParenExpr, FullExpr>(S) && Discarded;
  bool Nowhere = Void && Void->getCastKind() == CK_ToVoid;
  bool Directive = isa<OMPExecutableDirective, CapturedStmt>(S);
  for (const Stmt *Child : S->children())
    visit(Child, Nowhere || Through || Directive || discards(S, Child));
}

} // namespace

void findUsedUpdates(const Stmt *S, const ASTContext &Ctx,
                     llvm::SmallPtrSetImpl<const Expr *> &Found) {
  UpdateScan(Ctx, Found).body(S);
}

bool isTarget(const ElementUpdate &Update, const Expr *By,
              const ASTContext &Ctx) {
  if (const auto *Step = dyn_cast_or_null<UnaryOperator>(By);
      Step && Step->isIncrementDecrementOp())
    By = Step->getSubExpr();
  const Expr *Target = Update.target();
  return By && Target &&
         (By->IgnoreParens() == Target->IgnoreParens() ||
          sameExpression(By, Target, Ctx));
}

void findTargets(const ElementUpdate &Update, const ASTContext &Ctx,
                 llvm::DenseSet<SourceLocation> &Targets) {
  const Expr *Target = Update.target();
  // What a function computes is the same in one place.
  auto IsTarget = [&](const Expr *E) {
    return E->IgnoreParens() == Target->IgnoreParens() ||
           sameExpression(E, Target, Ctx);
  };
  llvm::SmallVector<const Stmt *, 16> Work = {Update.Whole};
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    // An increment is where its operator is.
    if (const auto *Step = dyn_cast_or_null<UnaryOperator>(S);
        Step && Step->isIncrementDecrementOp() && IsTarget(Step->getSubExpr()))
      Targets.insert(Step->getExprLoc());
    const auto *E = dyn_cast_or_null<Expr>(S);
    if (E && E->isGLValue() && IsTarget(E))
      Targets.insert_range(llvm::ArrayRef({E->getExprLoc(), E->getBeginLoc()}));
    else if (S)
      Work.append(S->child_begin(), S->child_end());
  }
}

} // namespace twofold
