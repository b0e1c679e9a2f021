// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/InnerLoop.h"

#include "ast/VariableUses.h"

using namespace clang;
using namespace twofold;

static bool refersTo(const Expr *E, const VarDecl *D) {
  return variableIn(E) == D;
}

/// E is D, converted so that numbers that D counts through stay themselves.
/// A negative number may turn into a large unsigned one.
static bool readsInduction(const Expr *E, const VarDecl *D,
                           const ASTContext &Ctx) {
  E = E->IgnoreParens();
  const auto *C = dyn_cast<CastExpr>(E);
  if (!C)
    return false;
  if (C->getCastKind() == CK_LValueToRValue)
    return refersTo(C->getSubExpr(), D);
  IntegerType To = IntegerType::of(C->getType(), Ctx);
  IntegerType From = IntegerType::of(C->getSubExpr()->getType(), Ctx);
  bool Keeps = C->getCastKind() == CK_NoOp ||
               (C->getCastKind() == CK_IntegralCast && From && To &&
                (To.Width > From.Width ||
                 (To.Width == From.Width && (To.Unsigned || !From.Unsigned))));
  return Keeps && readsInduction(C->getSubExpr(), D, Ctx);
}

static std::optional<int64_t> constant(const Expr *E, const ASTContext &Ctx) {
  const auto I = constantOf(E, Ctx);
  if (!I || (I->isSigned() ? !I->isSignedIntN(62) : I->getActiveBits() > 62))
    return std::nullopt;
  return I->getExtValue();
}

/// Like readsInduction, of D + c and D - c.
static bool readsAhead(const Expr *E, const VarDecl *D, const ASTContext &Ctx,
                       int64_t &Ahead) {
  Ahead = 0;
  if (readsInduction(E, D, Ctx))
    return true;
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!B || !B->isAdditiveOp() || !readsInduction(B->getLHS(), D, Ctx))
    return false;
  std::optional<int64_t> By = constant(B->getRHS(), Ctx);
  Ahead = By.value_or(0) * (B->getOpcode() == BO_Sub ? -1 : 1);
  return By.has_value();
}

/// The step of ++ -- += -= and `D = D + c`. Added: what += adds that is no
/// constant.
static std::optional<int64_t> stepOf(const Expr *Increment, const VarDecl *D,
                                     const ASTContext &Ctx,
                                     const Expr *&Added) {
  Increment = Increment->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(Increment)) {
    if (!U->isIncrementDecrementOp() || !refersTo(U->getSubExpr(), D))
      return std::nullopt;
    return U->isIncrementOp() ? 1 : -1;
  }
  const auto *B = dyn_cast<BinaryOperator>(Increment);
  if (!B || !B->isAssignmentOp() || !refersTo(B->getLHS(), D))
    return std::nullopt;
  BinaryOperatorKind Op = B->getOpcode();
  const Expr *By = B->getRHS();
  if (Op == BO_Assign) {
    const auto *Sum =
        dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
    if (!Sum || !Sum->isAdditiveOp())
      return std::nullopt;
    Op = Sum->getOpcode() == BO_Add ? BO_AddAssign : BO_SubAssign;
    By = Sum->getRHS();
    if (!refersTo(Sum->getLHS()->IgnoreParenImpCasts(), D)) {
      if (Op == BO_SubAssign ||
          !refersTo(Sum->getRHS()->IgnoreParenImpCasts(), D))
        return std::nullopt;
      By = Sum->getLHS();
    }
  }
  std::optional<int64_t> Step = constant(By, Ctx);
  if (!Step && Op == BO_AddAssign)
    Added = By;
  if (!Step || (Op != BO_AddAssign && Op != BO_SubAssign))
    return std::nullopt;
  return Op == BO_AddAssign ? *Step : -*Step;
}

/// E may be less than 0, or more than signed numbers have.
static bool mayTurn(const Expr *E, const ParallelLoop &All,
                    const ASTContext &Ctx) {
  E = E->IgnoreParens();
  if (const auto Known = constantOf(E, Ctx))
    return Known->isNegative();
  if (const auto *C = dyn_cast<CastExpr>(E))
    return mayTurn(C->getSubExpr(), All, Ctx);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->getOpcode() == BO_Sub || mayTurn(B->getLHS(), All, Ctx) ||
           mayTurn(B->getRHS(), All, Ctx);
  if (E->getType()->isUnsignedIntegerType())
    return isa<UnaryOperator>(E);
  return !llvm::any_of(All.Dims, [&](const LoopDim &Dim) {
    const auto First = Dim.Lower ? constantOf(Dim.Lower, Ctx) : std::nullopt;
    return Dim.Induction == variableIn(E) && !Dim.Decreasing && First &&
           !First->isNegative();
  });
}

bool twofold::mayBeginBelowZero(const InnerLoop &L, const ParallelLoop &All,
                                const ASTContext &Ctx) {
  return L.Comparison.Unsigned && L.Comparison.Width > 32 &&
         mayTurn(L.decreasing() ? L.Bound : L.Init, All, Ctx);
}

std::optional<InnerLoop>
twofold::matchInnerLoop(const ForStmt *F, ASTContext &Ctx, bool AnyStep) {
  if (!F->getInit() || !F->getCond() || !F->getInc() ||
      F->getConditionVariable())
    return std::nullopt;
  InnerLoop L;
  if (const auto *S = dyn_cast<DeclStmt>(F->getInit())) {
    if (!S->isSingleDecl())
      return std::nullopt;
    L.Induction = dyn_cast<VarDecl>(S->getSingleDecl());
    L.Init = L.Induction ? L.Induction->getInit() : nullptr;
  } else if (const auto *B = dyn_cast<BinaryOperator>(F->getInit());
             B && B->getOpcode() == BO_Assign) {
    L.Induction = variableIn(B->getLHS());
    L.Init = B->getRHS();
  }
  if (!L.Induction || !L.Init || L.Induction->getType().isVolatileQualified())
    return std::nullopt;
  L.Type = IntegerType::of(L.Induction->getType(), Ctx);
  if (!L.Type || L.Type.Boolean || L.Induction->getType()->isReferenceType())
    return std::nullopt;

  const auto *Test =
      dyn_cast<BinaryOperator>(F->getCond()->IgnoreParenImpCasts());
  if (!Test || !Test->isComparisonOp())
    return std::nullopt;
  L.Relation = Test->getOpcode();
  L.Bound = Test->getRHS();
  if (!readsAhead(Test->getLHS(), L.Induction, Ctx, L.Ahead)) {
    if (!readsAhead(Test->getRHS(), L.Induction, Ctx, L.Ahead))
      return std::nullopt;
    L.Bound = Test->getLHS();
    L.Relation = BinaryOperator::reverseComparisonOp(L.Relation);
  }
  L.Comparison = IntegerType::of(L.Bound->getType(), Ctx);

  const Expr *Added = nullptr;
  std::optional<int64_t> Step = stepOf(F->getInc(), L.Induction, Ctx, Added);
  const VarDecl *AddedTo =
      AnyStep && Added ? variableIn(Added->IgnoreParenImpCasts()) : nullptr;
  if (AddedTo && AddedTo->hasLocalStorage() && L.Ahead == 0 &&
      !AddedTo->getType()->isReferenceType() &&
      !AddedTo->getType().isVolatileQualified() && L.Relation != BO_NE) {
    L.By = Added;
    Step = 1;
  }
  if (!L.Comparison || !Step || *Step == 0)
    return std::nullopt;
  L.Step = *Step;
  bool Toward = L.decreasing() ? L.Relation == BO_GT || L.Relation == BO_GE
                               : L.Relation == BO_LT || L.Relation == BO_LE;
  if (L.Relation == BO_NE)
    Toward = L.Step == 1 || L.Step == -1;
  // Below zero a decreasing number would look large.
  bool Turns = L.Comparison.Unsigned && !L.Type.Unsigned;
  if (L.Ahead != 0 && (L.decreasing() || Turns || L.Relation == BO_NE))
    return std::nullopt;
  if (!Toward || (Turns && (L.decreasing() || L.Relation == BO_NE)))
    return std::nullopt;

  for (const Stmt *Part :
       {F->getBody(), static_cast<const Stmt *>(F->getCond())}) {
    BodyUses Uses = collectUses(Part);
    for (const VarDecl *D : {L.Induction, L.By ? AddedTo : L.Induction})
      if (Uses.of(D).mayChange())
        return std::nullopt;
  }
  return L;
}

std::optional<Arm> twofold::boundOf(const Value &V, bool Upper, Value &Others) {
  std::optional<Arm> Found;
  for (const Arm &Candidate : V) {
    Arm Bound = Candidate;
    bool Bounds = llvm::all_of(V, [&](const Arm &Other) {
      if (Other.What != Arm::Integer || Candidate.What != Arm::Integer)
        return false;
      if (&Other == &Candidate)
        return true;
      MaybeForm Distance = Upper ? difference(Candidate.Form, Other.Form)
                                 : difference(Other.Form, Candidate.Form);
      const Guard *Fact = llvm::find_if(Other.Facts, [&](const Guard &G) {
        MaybeForm More = Distance ? difference(*Distance, G.Form) : Distance;
        auto C = More ? constantOf(*More) : std::nullopt;
        return C && *C >= 0;
      });
      if (Fact == Other.Facts.end())
        return false;
      Bound.Checks.append(Other.Checks.begin(), Other.Checks.end());
      Bound.Checks.append(Fact->Checks.begin(), Fact->Checks.end());
      return true;
    });
    if (Bounds)
      Others.push_back(Bound);
    if (Bounds && (!Found || namesAxes(Found->Form)))
      Found = std::move(Bound);
  }
  return Found;
}
