// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessChoices.cpp - numbers that conditions choose, and products ---===//
//
// Where numbers in memory are followed what has no affine form is an axis that
// the call computes iteration by iteration: a block's end that is another one
// for the last block, the row of a packed triangle.
//
//===----------------------------------------------------------------------===//
#include "access/AccessEvaluator.h"

#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace twofold;

/// 1 where all Facts hold, else 0.
std::optional<Arm> AccessEvaluator::holding(llvm::ArrayRef<Guard> Facts) {
  auto One = [&](const AffineForm &From, const AffineForm &Than) {
    return axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_REACHED, From, Than));
  };
  Arm Out;
  Out.What = Arm::Integer;
  MaybeForm All = AffineForm();
  for (const Guard &G : Facts) {
    All = All ? sum(*All, One(G.Form, AffineForm())) : All;
    Out.Checks.append(G.Checks.begin(), G.Checks.end());
  }
  if (!All)
    return std::nullopt;
  Out.Form =
      Facts.size() == 1 ? *All : One(*All, constantForm(int64_t(Facts.size())));
  return Out;
}

/// 1 where the condition has that truth value, else 0; nothing where no fact
/// says which.
std::optional<Arm> AccessEvaluator::holding(const Expr *Condition, bool Truth) {
  PathState Before = State;
  State.Facts.clear();
  const bool Tells = assumeCondition(Condition, Truth);
  Guards Facts = std::move(State.Facts);
  State = std::move(Before);
  return Tells && !Facts.empty() ? holding(Facts) : std::nullopt;
}

/// The value of C, or of what it designates.
Value AccessEvaluator::conditional(const AbstractConditionalOperator *C) {
  Value Then, Else;
  bool TookThen = false, TookElse = false;
  const size_t Before = State.Facts.size();
  auto Take = [&](const Expr *Way, bool &Took, Value &Out) {
    Took = true;
    Out = Way->isGLValue() ? referent(Way) : rvalue(Way);
    assume(Out,
           llvm::ArrayRef(State.Facts)
               .drop_front(std::min(Before, State.Facts.size())),
           Steps.back().Whole);
  };
  branch(
      C->getCond(), [&] { Take(C->getTrueExpr(), TookThen, Then); },
      [&] { Take(C->getFalseExpr(), TookElse, Else); });
  return !TookElse ? Then : !TookThen ? Else : either(Then, Else);
}

/// V as one number, where the facts of its arms tell which of them it is.
Value AccessEvaluator::chosen(Value V) {
  if (!FollowsLoads || V.size() < 2 || llvm::any_of(V, [](const Arm &A) {
        return A.What != Arm::Integer || !A.Exact;
      }))
    return V;
  // One may be what remains where no other is.
  auto *Rest = llvm::find_if(V, [](const Arm &A) { return !A.Told; });
  Rest = Rest == V.end() ? &V.back() : Rest;
  Arm Out = *Rest;
  Out.Facts.clear();
  Out.Told = true;
  for (const Arm &A : V) {
    if (&A == Rest)
      continue;
    std::optional<Arm> Is = A.Told ? holding(A.Facts) : std::nullopt;
    MaybeForm More = Is ? difference(A.Form, Rest->Form) : std::nullopt;
    if (!More)
      return V;
    auto Constant = constantOf(*More);
    if (!Constant &&
        (Recorder.namesFloats(A.Form) || Recorder.namesFloats(Rest->Form))) {
      // Two of them may be too far apart.
      auto Where = [&](const AffineForm &Holds, const AffineForm &Number) {
        return axisForm(
            Recorder.computedAxis(TWOFOLD_NUMBER_PRODUCT, Holds, Number));
      };
      Out.Form = *sum(Where(Is->Form, A.Form),
                      Where(*difference(constantForm(1), Is->Form), Out.Form));
      continue;
    }
    MaybeForm Added = Constant ? scaled(Is->Form, *Constant)
                               : axisForm(Recorder.computedAxis(
                                     TWOFOLD_NUMBER_PRODUCT, Is->Form, *More));
    MaybeForm Sum = Added ? sum(Out.Form, *Added) : std::nullopt;
    if (!Sum)
      return V;
    Out.Form = std::move(*Sum);
    Out.Checks.append(Is->Checks.begin(), Is->Checks.end());
    Out.Checks.append(A.Checks.begin(), A.Checks.end());
  }
  return {Out};
}

/// The function comes here wherever the facts hold that it has collected.
bool AccessEvaluator::comesByFacts() const {
  const auto *Call = llvm::find_if(llvm::reverse(Steps), [](const PathStep &S) {
                       return S.What == PathStep::Call;
                     }).base();
  return FollowsLoads && !State.Untold &&
         std::all_of(Call, Steps.end(), [](const PathStep &S) {
           return S.What == PathStep::Way && S.Whole;
         });
}

/// A * B in type T, where both differ between iterations. Empty: unknown.
Value AccessEvaluator::products(const Value &A, const Value &B, IntegerType T) {
  Value Result;
  for (const Arm &X : A)
    for (const Arm &Y : B) {
      // All but the form is as that of a sum.
      Arm Product = combined(BO_Add, X, Y, T);
      if (!FollowsLoads || Product.What != Arm::Integer)
        return {};
      Product.Form = axisForm(
          Recorder.computedAxis(TWOFOLD_NUMBER_PRODUCT, X.Form, Y.Form));
      Result.push_back(std::move(Product));
    }
  return Result;
}
