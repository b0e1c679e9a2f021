// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "model/ReductionForms.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {
namespace {

const Expr *operand(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E);
    if (!Temporary)
      return E;
    E = Temporary->getSubExpr();
  }
}

const DeclRefExpr *reference(const Expr *E, const ValueDecl *D) {
  const auto *Ref = dyn_cast<DeclRefExpr>(operand(E));
  return Ref && Ref->getDecl() == D ? Ref : nullptr;
}

/// Evaluating E twice gives the same value and does nothing else.
bool repeatable(const Stmt *S, const ASTContext &Ctx, unsigned Depth = 0) {
  if (!S)
    return true;
  if (const auto *E = dyn_cast<Expr>(S);
      E && Depth == 0 && E->HasSideEffects(Ctx, /*IncludePossible=*/false))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      return false;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    bool Plain = F->hasAttr<ConstAttr>() || F->hasAttr<PureAttr>() ||
                 F->isConstexpr() || (Method && Method->isConst()) ||
                 isa<CXXOperatorCallExpr>(Call);
    if (!Plain) {
      const FunctionDecl *Def = nullptr;
      const auto *Body =
          F->hasBody(Def) ? dyn_cast<CompoundStmt>(Def->getBody()) : nullptr;
      const auto *Return = Body && Body->size() == 1
                               ? dyn_cast<ReturnStmt>(Body->body_front())
                               : nullptr;
      if (!Return || Depth > 8 ||
          Return->getRetValue()->HasSideEffects(Ctx, false) ||
          !repeatable(Return->getRetValue(), Ctx, Depth + 1))
        return false;
    }
  }
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return repeatable(Child, Ctx, Depth + 1);
  });
}

bool sameOperand(const Expr *A, const Expr *B, const ASTContext &Ctx) {
  llvm::FoldingSetNodeID Left, Right;
  operand(A)->Profile(Left, Ctx, /*Canonical=*/true);
  operand(B)->Profile(Right, Ctx, /*Canonical=*/true);
  return Left == Right;
}

bool holds(QualType Wide, QualType Narrow, const ASTContext &Ctx) {
  if (!Wide->isIntegerType() || !Narrow->isIntegerType())
    return false;
  auto Width = [&](QualType T) {
    return T->isBooleanType() ? 1u : Ctx.getIntWidth(T);
  };
  bool Signed = Wide->isSignedIntegerOrEnumerationType();
  if (Narrow->isSignedIntegerOrEnumerationType())
    return Signed && Width(Wide) >= Width(Narrow);
  return Signed ? Width(Wide) > Width(Narrow) : Width(Wide) >= Width(Narrow);
}

/// Values of type From are ordered alike before and after they are stored in a
/// variable of type To, when they are compared with it as type Work. Rounds is
/// set when different ones may become equal.
bool keepsOrder(QualType To, QualType From, QualType Work, bool &Rounds,
                const ASTContext &Ctx) {
  if (To->isRealFloatingType() && Work->isRealFloatingType()) {
    Rounds = Ctx.getFloatingTypeOrder(To, Work) < 0;
    return From->isRealFloatingType() || From->isIntegerType();
  }
  return holds(To, From, Ctx) && holds(Work, To, Ctx);
}

/// `Value Less Variable`, or greater.
struct ExtremumTest {
  const Expr *Value = nullptr;
  const DeclRefExpr *Variable = nullptr;
  bool Greater = false; ///< true where the value is the greater one
  bool OrEqual = false;
  bool Rounds = false;
};

std::optional<ExtremumTest> compare(const Expr *E, const ValueDecl *D,
                                    const ASTContext &Ctx) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || !B->isRelationalOp())
    return std::nullopt;
  ExtremumTest C;
  BinaryOperatorKind Op = B->getOpcode();
  C.Value = B->getLHS();
  C.Variable = reference(B->getRHS(), D);
  if (!C.Variable) {
    C.Value = B->getRHS();
    C.Variable = reference(B->getLHS(), D);
    Op = BinaryOperator::reverseComparisonOp(Op);
  }
  if (!C.Variable || mentions(C.Value, D) ||
      !keepsOrder(D->getType().getNonReferenceType(),
                  operand(C.Value)->getType(), B->getLHS()->getType(), C.Rounds,
                  Ctx) ||
      !repeatable(C.Value, Ctx))
    return std::nullopt;
  C.Greater = Op == BO_GT || Op == BO_GE;
  C.OrEqual = Op == BO_GE || Op == BO_LE;
  return C;
}

/// `x < e ? x : e` takes a NaN and then forgets all that came before it.
bool restarts(QualType T, const ASTContext &Ctx) {
  return T->isRealFloatingType() && !Ctx.getLangOpts().NoHonorNaNs;
}

ReductionOp extremum(bool Greater, bool Restarts = false) {
  if (Restarts)
    return Greater ? ReductionOp::RestartMax : ReductionOp::RestartMin;
  return Greater ? ReductionOp::Max : ReductionOp::Min;
}

const DeclRefExpr *target(const BinaryOperator *B) {
  return cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
}

void conditions(const Expr *E, SmallVectorImpl<const Expr *> &Out) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (B && B->getOpcode() == BO_LAnd) {
    conditions(B->getLHS(), Out);
    conditions(B->getRHS(), Out);
  } else {
    Out.push_back(E);
  }
}

/// A conditional operator as the value of E: picks one of two.
std::optional<ReductionUpdate> ternary(const BinaryOperator &E,
                                       const ConditionalOperator &Choice,
                                       const DeclRefExpr *X,
                                       const ASTContext &Ctx) {
  const ValueDecl *D = X->getDecl();
  auto C = compare(Choice.getCond(), D, Ctx);
  if (!C)
    return std::nullopt;
  const DeclRefExpr *Kept = reference(Choice.getFalseExpr(), D);
  const Expr *Taken = Choice.getTrueExpr();
  bool KeepsWhenTrue = !Kept;
  if (KeepsWhenTrue) {
    Kept = reference(Choice.getTrueExpr(), D);
    Taken = Choice.getFalseExpr();
  }
  if (!Kept || !sameOperand(Taken, C->Value, Ctx))
    return std::nullopt;
  QualType T = D->getType().getNonReferenceType();
  ReductionUpdate Update{
      extremum(C->Greater != KeepsWhenTrue, KeepsWhenTrue && restarts(T, Ctx)),
      &E,
      {X, C->Variable, Kept}};
  Update.Rounds = C->Rounds;
  return Update;
}

std::optional<ReductionUpdate> call(const BinaryOperator &E,
                                    const CallExpr &Call, const DeclRefExpr *X,
                                    const ASTContext &Ctx) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier() || Call.getNumArgs() != 2)
    return std::nullopt;
  const ValueDecl *D = X->getDecl();
  QualType T = D->getType().getNonReferenceType();
  const Expr *Other = Call.getArg(1);
  const DeclRefExpr *Old = reference(Call.getArg(0), D);
  bool First = Old != nullptr;
  if (!First) {
    Other = Call.getArg(0);
    Old = reference(Call.getArg(1), D);
  }
  if (!Old || mentions(Other, D))
    return std::nullopt;
  StringRef Name = F->getName();
  bool Library = F->getBuiltinID() != 0 || F->isInStdNamespace() ||
                 Ctx.getSourceManager().isInSystemHeader(F->getLocation());
  if (!Library)
    return std::nullopt;
  if (F->isInStdNamespace() && (Name == "min" || Name == "max")) {
    // std::min(e, x) is `x < e ? x : e`.
    if (!T->isArithmeticType())
      return std::nullopt;
    // Both are of one type, the variable's own unless it was given.
    if (!Ctx.hasSameUnqualifiedType(F->getReturnType().getNonReferenceType(),
                                    T))
      return std::nullopt;
    return ReductionUpdate{
        extremum(Name == "max", !First && restarts(T, Ctx)), &E, {X, Old}};
  }
  Name.consume_front("__builtin_");
  auto Op = llvm::StringSwitch<std::optional<ReductionOp>>(Name)
                .Cases({"fmin", "fminf", "fminl"}, ReductionOp::NumberMin)
                .Cases({"fmax", "fmaxf", "fmaxl"}, ReductionOp::NumberMax)
                .Default(std::nullopt);
  if (!Op || !T->isRealFloatingType() ||
      !F->getReturnType()->isRealFloatingType())
    return std::nullopt;
  return ReductionUpdate{*Op, &E, {X, Old}};
}

} // namespace

SmallVector<const BinaryOperator *, 4> assignmentsOf(const Stmt *S) {
  SmallVector<const BinaryOperator *, 4> Found;
  SmallVector<const Stmt *, 8> Work = {S};
  while (!Work.empty()) {
    S = Work.pop_back_val();
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Child : llvm::reverse(Block->body()))
        Work.push_back(Child);
      continue;
    }
    if (isa<NullStmt>(S))
      continue;
    const auto *E = dyn_cast<Expr>(S);
    const auto *B = E ? dyn_cast<BinaryOperator>(seeThrough(E)) : nullptr;
    if (B && B->getOpcode() == BO_Comma) {
      Work.push_back(B->getRHS());
      Work.push_back(B->getLHS());
      continue;
    }
    if (!B || B->getOpcode() != BO_Assign ||
        !isa<DeclRefExpr>(B->getLHS()->IgnoreParens()))
      return {};
    Found.push_back(B);
  }
  return Found;
}

std::optional<ReductionUpdate>
matchExtremum(const IfStmt &If, const BodyUses &Uses, ASTContext &Ctx) {
  if (If.getElse() || If.getInit() || If.getConditionVariable() ||
      If.isConsteval() || !If.getCond())
    return std::nullopt;
  SmallVector<const BinaryOperator *, 4> Assigned = assignmentsOf(If.getThen());
  SmallVector<const Expr *, 4> Tests;
  conditions(If.getCond(), Tests);
  for (const BinaryOperator *Key : Assigned) {
    const DeclRefExpr *X = target(Key);
    const ValueDecl *D = X->getDecl();
    std::optional<ExtremumTest> C;
    unsigned Mentions = 0;
    for (const Expr *Test : Tests) {
      Mentions += mentions(Test, D);
      if (!C)
        C = compare(Test, D, Ctx);
    }
    if (!C || Mentions != 1 || !sameOperand(Key->getRHS(), C->Value, Ctx) ||
        Uses.DeclaredInside.contains(D))
      continue;
    ReductionUpdate Update{extremum(C->Greater), Key, {C->Variable, X}, &If};
    Update.LastWins = C->OrEqual;
    Update.Rounds = C->Rounds;
    // What comes along may not come from the group itself, or stay inside the
    // iteration, where it would tell whether the branch was taken.
    for (const BinaryOperator *Other : Assigned) {
      if (Other == Key)
        continue;
      const ValueDecl *Follower = target(Other)->getDecl();
      bool Own = Uses.DeclaredInside.contains(Follower) || Follower == D;
      for (const BinaryOperator *Each : Assigned)
        Own |= mentions(Each->getRHS(), Follower);
      if (Own || mentions(Other->getRHS(), D) ||
          mentions(If.getCond(), Follower) ||
          Other->getRHS()->HasSideEffects(Ctx, false))
        return std::nullopt;
      Update.Followers.push_back(target(Other));
    }
    return Update;
  }
  return std::nullopt;
}

std::optional<ReductionUpdate>
matchExtremum(const BinaryOperator &E, const BodyUses &Uses, ASTContext &Ctx) {
  const auto *X = dyn_cast<DeclRefExpr>(E.getLHS()->IgnoreParens());
  if (!X || Uses.DeclaredInside.contains(X->getDecl()))
    return std::nullopt;
  const Expr *Right = operand(E.getRHS());
  if (const auto *Full = dyn_cast<FullExpr>(Right))
    Right = operand(Full->getSubExpr());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Right))
    return ternary(E, *Choice, X, Ctx);
  if (const auto *Call = dyn_cast<CallExpr>(Right))
    return call(E, *Call, X, Ctx);
  return std::nullopt;
}

} // namespace twofold
