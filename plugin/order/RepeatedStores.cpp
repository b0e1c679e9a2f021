// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "order/RepeatedStores.h"

using namespace clang;

namespace twofold {
namespace {

const Expr *bare(const Expr *E) { return E->IgnoreParenImpCasts(); }

using Predicate = llvm::function_ref<bool(const Expr *)>;

/// E is a variable that differs between iterations, perhaps a constant away:
/// each may have a value of its own.
bool isOwnNumber(const Expr *E, Predicate Varies) {
  const Expr *Inner = bare(E);
  if (const auto *B = dyn_cast<BinaryOperator>(Inner); B && B->isAdditiveOp())
    return isOwnNumber(B->getLHS(), Varies) || isOwnNumber(B->getRHS(), Varies);
  return isa<DeclRefExpr>(Inner) && Inner->getType()->isIntegerType() &&
         Varies(E);
}

bool isFixed(const ParallelLoop &Loop, const Expr *E) {
  llvm::SmallVector<const Stmt *, 8> Work = {E};
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (Ref ? !isa<EnumConstantDecl>(Ref->getDecl()) &&
                  !Loop.hasValue(Ref->getDecl())
            : !isa<ParenExpr, ImplicitCastExpr, IntegerLiteral, BinaryOperator>(
                  S))
      return false;
    Work.append(S->child_begin(), S->child_end());
  }
  return true;
}

} // namespace

Selects selects(const Expr *Cond, Predicate Varies) {
  const Expr *E = bare(Cond);
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot)
    return selects(Not->getSubExpr(), Varies);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->isLogicalOp())
    return std::max(selects(B->getLHS(), Varies), selects(B->getRHS(), Varies));
  if (!B || !B->isComparisonOp())
    return Selects::Any;
  bool Literal = isa<IntegerLiteral>(bare(B->getLHS())) ||
                 isa<IntegerLiteral>(bare(B->getRHS()));
  bool Own =
      isOwnNumber(B->getLHS(), Varies) || isOwnNumber(B->getRHS(), Varies);
  if (!B->isEqualityOp())
    return Own ? Selects::Perhaps : Selects::Any;
  if (Own && !Literal)
    return Selects::One;
  return Varies(B) ? Selects::Perhaps : Selects::Any;
}

bool isOneIteration(const ParallelLoop &Loop, const Expr *Cond) {
  const auto *B = dyn_cast<BinaryOperator>(bare(Cond));
  if (!B)
    return false;
  if (B->getOpcode() == BO_LAnd)
    return isOneIteration(Loop, B->getLHS()) ||
           isOneIteration(Loop, B->getRHS());
  if (B->getOpcode() != BO_EQ || Loop.Dims.size() != 1)
    return false;
  auto Induction = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(bare(E));
    return Ref && Loop.dimOf(Ref->getDecl());
  };
  return (Induction(B->getLHS()) && isFixed(Loop, B->getRHS())) ||
         (Induction(B->getRHS()) && isFixed(Loop, B->getLHS()));
}

void RepeatedStores::store(const StorePlace &P, Selects Iterations,
                           const Expr *Target, const Expr *Value,
                           SourceLocation Loc) {
  constexpr unsigned Most = 64;
  if (!P.isCounted() || Iterations == Selects::One || Candidates.size() == Most)
    return;
  Candidate C;
  C.Place = P;
  C.Store.Name = P.name(/*OfMember=*/true).str();
  C.Store.Loc = Loc;
  C.Store.Target = Target->getExprLoc();
  C.Store.Copyable = P.Variable && P.Path.empty() &&
                     P.Variable->getType()->isConstantArrayType();
  auto Overlaps = [&](const StorePlace &Other) { return Other.overlaps(P); };
  auto Before = llvm::find_if(Candidates, [&](const Candidate &Other) {
    return Overlaps(Other.Place);
  });
  C.Store.ReadFirst = Before != Candidates.end() ? Before->Store.ReadFirst
                                                 : llvm::any_of(Read, Overlaps);
  C.Perhaps = Iterations == Selects::Perhaps;
  C.Constant = Value && !Value->isValueDependent() && Value->isEvaluatable(Ctx);
  if (C.Constant)
    Value->IgnoreParenImpCasts()->Profile(C.Value, Ctx, /*Canonical=*/true);
  Candidates.push_back(std::move(C));
}

void RepeatedStores::read(const StorePlace &P) {
  if (P.Root != StorePlace::Of::Variable && P.Root != StorePlace::Of::This)
    return;
  if (llvm::none_of(Read, [&](const StorePlace &Known) {
        return Known.Path == P.Path && Known.overlaps(P);
      }))
    Read.push_back(P);
}

std::optional<RepeatedStore> RepeatedStores::find() const {
  for (const Candidate &C : Candidates) {
    bool IsRead = llvm::any_of(
        Read, [&](const StorePlace &P) { return P.overlaps(C.Place); });
    bool OneValue = C.Constant && llvm::all_of(Candidates, [&](auto &Other) {
                      return !Other.Place.overlaps(C.Place) ||
                             (Other.Constant && Other.Value == C.Value);
                    });
    if (!IsRead && (C.Perhaps || OneValue))
      continue;
    RepeatedStore Found = C.Store;
    Found.Read = IsRead;
    return Found;
  }
  return std::nullopt;
}

bool isFlag(const Expr *Target, const Expr *Value, const ParallelLoop &Loop) {
  return Value && Loop.Given.Independent && !namedIn(Target) &&
         Target->getType()->isArithmeticType() &&
         Value->isEvaluatable(Loop.Function->getASTContext());
}

} // namespace twofold
