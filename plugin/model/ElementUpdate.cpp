// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/ElementUpdate.h"
#include "ast/Nodes.h"
#include "model/LoopModel.h"
#include "model/ReductionForms.h"
#include "model/SumForms.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace twofold {
namespace {

template <typename T> T *bare(T *E) { return const_cast<T *>(seeThrough(E)); }

/// The value that is stored, without the conversions to the target's type.
Expr *stored(BinaryOperator *Assign) {
  Expr *E = bare(Assign->getRHS());
  QualType T = Assign->getLHS()->getType();
  for (;;) {
    auto *Cast = dyn_cast<CastExpr>(E);
    bool Removable =
        Cast && (isa<ImplicitCastExpr>(Cast) ||
                 Cast->getType().getCanonicalType().getUnqualifiedType() ==
                     T.getCanonicalType().getUnqualifiedType());
    if (!Removable)
      return E;
    E = bare(Cast->getSubExpr());
  }
}

/// Evaluating E once more changes nothing. Of calls only those of elements are
/// taken to be so.
bool isRepeatable(const Expr *E, const ASTContext &Ctx) {
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    const auto *Method =
        dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
    bool Element = Operator && (Operator->getOperator() == OO_Subscript ||
                                Operator->getOperator() == OO_Call);
    bool Asks = isa<CXXMemberCallExpr>(Call) && Method &&
                (Method->isConst() || Method->getName() == "at");
    if (!Element && !Asks && !Call->isUnevaluatedBuiltinCall(Ctx) &&
        Call->HasSideEffects(Ctx))
      return false;
  } else if (isa<StmtExpr, LambdaExpr, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr,
                 AtomicExpr, VAArgExpr>(E)) {
    return false;
  } else if (assignedBy(E)) {
    return false;
  }
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child);
        Part && !isRepeatable(Part, Ctx))
      return false;
  return true;
}

/// The assignment in an `if` without more.
BinaryOperator *assignmentIn(IfStmt *If) {
  Stmt *Then = If->getThen();
  if (auto *Compound = dyn_cast<CompoundStmt>(Then);
      Compound && Compound->size() == 1)
    Then = Compound->body_front();
  auto *E = dyn_cast<Expr>(Then);
  auto *Assign = E ? dyn_cast<BinaryOperator>(bare(E)) : nullptr;
  return Assign && Assign->getOpcode() == BO_Assign ? Assign : nullptr;
}

/// fmin and its like; std::min and std::max of two.
struct Extremum {
  ReductionOp Op;
  bool SkipsNan;
};
std::optional<Extremum> extremumOf(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier() || Call->getNumArgs() != 2)
    return std::nullopt;
  StringRef Name = F->getName();
  if (F->isInStdNamespace() && (Name == "min" || Name == "max"))
    return Extremum{Name == "min" ? ReductionOp::Min : ReductionOp::Max, false};
  Name.consume_front("__builtin_");
  bool Known = llvm::StringSwitch<bool>(Name)
                   .Cases({"fmin", "fminf", "fmax", "fmaxf"}, true)
                   .Default(false);
  if (!Known ||
      (!F->getBuiltinID() && !F->isInStdNamespace() && !F->isExternC()))
    return std::nullopt;
  return Extremum{
      Name.starts_with("fmin") ? ReductionOp::Min : ReductionOp::Max, true};
}

/// `A < B` where one is Target: whether it holds for a smaller Other, which
/// does not depend on the target.
struct Comparison {
  Expr *Other;
  bool OtherIsLess;
};
std::optional<Comparison> comparisonWith(Expr *Cond, const Expr *Target,
                                         const ASTContext &Ctx) {
  auto *B = dyn_cast<BinaryOperator>(bare(Cond)->IgnoreParenImpCasts());
  if (!B || !B->isRelationalOp())
    return std::nullopt;
  bool Less = B->getOpcode() == BO_LT || B->getOpcode() == BO_LE;
  Comparison C{B->getLHS(), Less};
  if (!sameExpression(B->getRHS(), Target, Ctx)) {
    if (!sameExpression(B->getLHS(), Target, Ctx))
      return std::nullopt;
    C = {B->getRHS(), !Less};
  }
  return mentions(C.Other, Target, Ctx) ? std::nullopt : std::optional(C);
}

std::optional<ElementUpdate> matchAssignment(BinaryOperator *B, Stmt *Whole,
                                             ASTContext &Ctx) {
  ElementUpdate U;
  U.Whole = Whole;
  Expr *Target = B->getLHS(), *Value = stored(B);
  auto IsTarget = [&](const Expr *E) { return sameExpression(E, Target, Ctx); };
  if (auto *Inner = dyn_cast<BinaryOperator>(Value)) {
    auto Op = reductionOf(Inner->getOpcode());
    if (!Op)
      return std::nullopt;
    U.Form = UpdateForm::Spelled;
    U.Op = *Op;
    U.Negated = Inner->getOpcode() == BO_Sub;
    if (IsTarget(Inner->getLHS()))
      return mentions(Inner->getRHS(), Target, Ctx) ? std::nullopt
                                                    : std::optional(U);
    U.TargetSecond = true;
    if (!U.Negated && IsTarget(Inner->getRHS()))
      return mentions(Inner->getLHS(), Target, Ctx) ? std::nullopt
                                                    : std::optional(U);
    auto Chain = matchChain(*Inner, Target, *Op, Ctx);
    if (!Chain)
      return std::nullopt;
    U.Negated = Chain->Negated;
    U.Chain = Chain->Operand;
    return U;
  }
  if (auto *C = dyn_cast<ConditionalOperator>(Value)) {
    U.Form = UpdateForm::Conditional;
    U.TargetSecond = IsTarget(C->getFalseExpr());
    if (!U.TargetSecond && !IsTarget(C->getTrueExpr()))
      return std::nullopt;
    auto Test = comparisonWith(C->getCond(), Target, Ctx);
    Expr *Other = U.TargetSecond ? C->getTrueExpr() : C->getFalseExpr();
    if (!Test || !sameExpression(Test->Other, Other, Ctx))
      return std::nullopt;
    // A smaller other is taken: a minimum.
    U.Op = Test->OtherIsLess == U.TargetSecond ? ReductionOp::Min
                                               : ReductionOp::Max;
    return U;
  }
  if (auto *Call = dyn_cast<CallExpr>(Value)) {
    auto Which = extremumOf(Call);
    if (!Which)
      return std::nullopt;
    U.Form = UpdateForm::Call;
    U.Op = Which->Op;
    U.SkipsNan = Which->SkipsNan;
    U.TargetSecond = IsTarget(Call->getArg(1));
    if (!U.TargetSecond && !IsTarget(Call->getArg(0)))
      return std::nullopt;
    return mentions(Call->getArg(U.TargetSecond ? 0 : 1), Target, Ctx)
               ? std::nullopt
               : std::optional(U);
  }
  return std::nullopt;
}

std::optional<ElementUpdate> matchIf(IfStmt *If, ASTContext &Ctx) {
  if (If->getElse() || If->getInit() || If->getConditionVariable() ||
      If->isConstexpr() || If->isConsteval())
    return std::nullopt;
  BinaryOperator *Assign = assignmentIn(If);
  if (!Assign)
    return std::nullopt;
  auto Test = comparisonWith(If->getCond(), Assign->getLHS(), Ctx);
  if (!Test || !sameExpression(Test->Other, Assign->getRHS(), Ctx))
    return std::nullopt;
  ElementUpdate U;
  U.Whole = If;
  U.Form = UpdateForm::If;
  U.Op = Test->OtherIsLess ? ReductionOp::Min : ReductionOp::Max;
  return U;
}

} // namespace

bool sameExpression(const Expr *A, const Expr *B, const ASTContext &Ctx) {
  // Conversions are implied by the types, which the whole update has in common.
  auto Peel = [](const Expr *E) {
    const Expr *Plain = bare(E);
    for (;;) {
      if (const auto *C = dyn_cast<ImplicitCastExpr>(Plain))
        Plain = bare(C->getSubExpr());
      else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Plain))
        Plain = bare(M->getSubExpr());
      else
        return Plain;
    }
  };
  A = Peel(A);
  B = Peel(B);
  if (!Ctx.hasSameUnqualifiedType(A->getType(), B->getType()) ||
      !isRepeatable(A, Ctx) || !isRepeatable(B, Ctx))
    return false;
  llvm::FoldingSetNodeID IdA, IdB;
  A->Profile(IdA, Ctx, /*Canonical=*/true);
  B->Profile(IdB, Ctx, /*Canonical=*/true);
  return IdA == IdB;
}

Expr *ElementUpdate::target() const {
  if (Form == UpdateForm::If)
    return assignmentIn(cast<IfStmt>(Whole))->getLHS();
  Expr *E = bare(cast<Expr>(Whole));
  if (Form == UpdateForm::Step)
    return cast<UnaryOperator>(E)->getSubExpr();
  return cast<BinaryOperator>(E)->getLHS();
}

Expr *ElementUpdate::operand() const {
  if (Chain)
    return Chain;
  if (Form == UpdateForm::If)
    return assignmentIn(cast<IfStmt>(Whole))->getRHS();
  if (Form == UpdateForm::Step)
    return nullptr;
  auto *B = cast<BinaryOperator>(bare(cast<Expr>(Whole)));
  if (Form == UpdateForm::Compound)
    return B->getRHS();
  Expr *Value = stored(B);
  if (Form == UpdateForm::Spelled) {
    auto *Inner = cast<BinaryOperator>(Value);
    return TargetSecond ? Inner->getLHS() : Inner->getRHS();
  }
  if (Form == UpdateForm::Conditional) {
    auto *C = cast<ConditionalOperator>(Value);
    return TargetSecond ? C->getTrueExpr() : C->getFalseExpr();
  }
  return cast<CallExpr>(Value)->getArg(TargetSecond ? 0 : 1);
}

std::optional<ElementUpdate> matchUpdate(Stmt *S, ASTContext &Ctx) {
  if (auto *If = dyn_cast<IfStmt>(S))
    return matchIf(If, Ctx);
  auto *Whole = dyn_cast<Expr>(S);
  if (!Whole)
    return std::nullopt;
  Expr *E = bare(Whole);
  ElementUpdate U;
  U.Whole = Whole;
  if (auto *Compound = dyn_cast<CompoundAssignOperator>(E)) {
    auto Kind =
        BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode());
    auto Op = reductionOf(Kind);
    if (!Op)
      return std::nullopt;
    U.Op = *Op;
    U.Negated = Kind == BO_Sub;
    return U;
  }
  if (auto *Step = dyn_cast<UnaryOperator>(E);
      Step && Step->isIncrementDecrementOp()) {
    U.Form = UpdateForm::Step;
    U.Op = ReductionOp::Add;
    U.Negated = Step->isDecrementOp();
    return U;
  }
  if (auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Assign)
    return matchAssignment(B, Whole, Ctx);
  return std::nullopt;
}

bool isElement(QualType T, const ASTContext &Ctx) {
  return T->isArithmeticType() && !T->isAnyComplexType() &&
         !T.isVolatileQualified() && !T.isConstQualified() &&
         !T->isAtomicType();
}

/// A NaN is taken and loses against what comes next, and with it all that came
/// before: `t = std::max(e, t)`, `t = e < t ? t : e`.
static bool restarts(const ElementUpdate &U) {
  return (U.Form == UpdateForm::Call && !U.SkipsNan && U.TargetSecond) ||
         (U.Form == UpdateForm::Conditional && !U.TargetSecond);
}

bool needsOrder(const ElementUpdate &U, bool Free, const ASTContext &Ctx) {
  QualType T = U.target()->getType().getUnqualifiedType();
  const Expr *Operand = U.operand();
  QualType By = Operand ? Operand->getType().getNonReferenceType() : T;
  if (U.target()->getObjectKind() != OK_Ordinary)
    return true; // a bit-field
  if (T->isRealFloatingType() && restarts(U) && !Free &&
      !Ctx.getLangOpts().NoHonorNaNs)
    return true;
  if (T->isRealFloatingType())
    return !T->isSpecificBuiltinType(BuiltinType::Float) &&
           !T->isSpecificBuiltinType(BuiltinType::Double);
  if (T->isBitIntType() || Ctx.getIntWidth(T) > 64)
    return true;
  ReductionOp Op = U.Op;
  bool Logical = Op == ReductionOp::LogicalAnd || Op == ReductionOp::LogicalOr;
  if (Logical)
    return false;
  if (T->isBooleanType()) {
    bool Truth =
        Operand && Operand->IgnoreParenImpCasts()->isKnownToHaveBooleanValue(
                       /*Semantic=*/false);
    return !Truth || Op == ReductionOp::Add || Op == ReductionOp::Mul;
  }
  if (By->isRealFloatingType())
    return Op != ReductionOp::Min && Op != ReductionOp::Max;
  if (Op == ReductionOp::Min || Op == ReductionOp::Max) {
    // Compared as another type than it is kept in.
    if (By->isBooleanType() || !By->isIntegralOrEnumerationType())
      return true;
    Operand = Operand->IgnoreParenImpCasts();
    QualType Own = Operand->getType();
    if (!Own->isIntegralOrEnumerationType())
      return !Own->isRealFloatingType();
    bool Narrow = Ctx.getIntWidth(Own) < Ctx.getIntWidth(T) ||
                  (Ctx.getIntWidth(Own) == Ctx.getIntWidth(T) &&
                   Own->isSignedIntegerOrEnumerationType() ==
                       T->isSignedIntegerOrEnumerationType());
    bool SignLost = Own->isSignedIntegerOrEnumerationType() &&
                    !T->isSignedIntegerOrEnumerationType();
    Expr::EvalResult R;
    bool Fits = !Operand->isValueDependent() &&
                Operand->EvaluateAsInt(R, Ctx) &&
                R.Val.getInt().isNonNegative() &&
                R.Val.getInt().getActiveBits() < Ctx.getIntWidth(T);
    return !Fits && (!Narrow || SignLost);
  }
  return false;
}

} // namespace twofold
