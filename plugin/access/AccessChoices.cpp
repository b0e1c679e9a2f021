// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessChoices.cpp - numbers that conditions choose, and products ---===//
//
// Where numbers in memory are followed what has no affine form is an axis that
// the call computes iteration by iteration: a block's end that is another one
// for the last block, the row of a packed triangle.
#include "access/ComputedNumbers.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace twofold;

/// 1 where all Facts hold, else 0.
std::optional<Arm> ComputedNumbers::holding(llvm::ArrayRef<Guard> Facts) {
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

/// V as one number, where it is one of two by a condition that is the same in
/// all iterations: an affine form with the number that is 0 or 1 in it.
Value ComputedNumbers::chosenByFlag(Value V) {
  if (!Recorder.Occurrences || V.size() != 2 ||
      llvm::any_of(V, [](const Arm &A) { return A.What != Arm::Integer; }))
    return V;
  for (unsigned First : {0u, 1u}) {
    const Arm &A = V[First], &Rest = V[1 - First];
    if (!A.Told || A.Facts.size() != 1 || !A.Facts[0].Checks.empty())
      continue;
    const MaybeForm Holds = sum(A.Facts[0].Form, constantForm(1));
    if (!Holds || Holds->size() != 1 || Holds->front().Constant != 1 ||
        Holds->front().Values.size() != 1 || Holds->front().Axis != -1 ||
        !Recorder.namesFlag(*Holds))
      continue;
    const MaybeForm Apart = difference(A.Form, Rest.Form);
    const MaybeForm More = Apart ? product(*Apart, *Holds) : std::nullopt;
    const MaybeForm Form = More ? sum(Rest.Form, *More) : std::nullopt;
    if (!Form)
      continue;
    Arm Out = Rest;
    Out.Form = *Form;
    Out.Facts.clear();
    Out.Told = true;
    Out.Exact &= A.Exact;
    Out.Checks.append(A.Checks.begin(), A.Checks.end());
    return {Out};
  }
  return V;
}

/// The greatest number that V may be, or the least, where nobody can tell which
/// one it is.
Value ComputedNumbers::outermost(Value V, bool Greatest) {
  if (!FollowsLoads || V.size() < 2 || Recorder.isFull() ||
      llvm::any_of(
          V, [](const Arm &A) { return A.What != Arm::Integer || !A.Exact; }))
    return V;
  Arm Out = V.front();
  for (const Arm &A : llvm::drop_begin(V)) {
    Out.Form = axisForm(Recorder.computedAxis(Greatest ? TWOFOLD_NUMBER_GREATER
                                                       : TWOFOLD_NUMBER_LESSER,
                                              Out.Form, A.Form));
    Out.Checks.append(A.Checks.begin(), A.Checks.end());
  }
  Out.Facts.clear();
  return {Out};
}

/// V as one number, where the facts of its arms tell which of them it is. Where
/// an arm may have wrapped so may that number.
Value ComputedNumbers::chosen(Value V) {
  if (!FollowsLoads || V.size() < 2 ||
      llvm::any_of(V, [](const Arm &A) { return A.What != Arm::Integer; }))
    return V;
  const bool Exact = llvm::all_of(V, [](const Arm &A) { return A.Exact; });
  // One may be what remains where no other is.
  auto *Rest = llvm::find_if(V, [](const Arm &A) { return !A.Told; });
  Rest = Rest == V.end() ? &V.back() : Rest;
  Arm Out = *Rest;
  Out.Facts.clear();
  Out.Told = true;
  Out.Exact = Exact;
  for (const Arm &A : V) {
    if (&A == Rest)
      continue;
    std::optional<Arm> Is = A.Told ? holding(A.Facts) : std::nullopt;
    MaybeForm More = Is ? difference(A.Form, Rest->Form) : std::nullopt;
    if (!More)
      return V;
    Out.Checks.append(Is->Checks.begin(), Is->Checks.end());
    Out.Checks.append(A.Checks.begin(), A.Checks.end());
    auto Constant = constantOf(*More);
    if (!Constant && (!Exact || Recorder.namesFloats(A.Form) ||
                      Recorder.namesFloats(Rest->Form))) {
      // Two of them may be too far apart.
      auto Where = [&](const AffineForm &Holds, AffineForm Number) {
        if (!Exact) // its last 64 bits, which are a number
          Number = axisForm(
              Recorder.computedAxis(TWOFOLD_NUMBER_OR, Number, AffineForm()));
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
  }
  return {Out};
}

/// Address as one place of its base, where the facts of its arms tell which.
Value ComputedNumbers::chosenPlace(Value Address) {
  if (!FollowsLoads || Address.size() < 2 ||
      llvm::any_of(Address, [&](const Arm &A) {
        return A.What != Arm::Memory || A.Wild || A.Base != Address[0].Base;
      }))
    return Address;
  Value Places = Address;
  for (Arm &A : Places)
    A.What = Arm::Integer;
  Places = chosen(std::move(Places));
  if (Places.size() != 1)
    return Address;
  Places[0].What = Arm::Memory;
  return Places;
}

/// A * B in type T, where both differ between iterations. Empty: unknown.
Value ComputedNumbers::products(const Value &A, const Value &B, IntegerType T) {
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

/// Any number from Lower to Upper.
Value ComputedNumbers::between(int64_t Lower, int64_t Upper) {
  return integerValue(axisForm(Recorder.intervalAxis(
      std::nullopt, constantForm(Lower), constantForm(Upper))));
}

/// The condition that a number in memory is not another one, as an axis of its
/// own.
Guards ComputedNumbers::differing(const Arm &L, const Arm &R) {
  MaybeForm Apart = L.What == Arm::Integer && R.What == Arm::Integer
                        ? difference(L.Form, R.Form)
                        : std::nullopt;
  if (!Apart || !namesAxes(*Apart))
    return {};
  const int Axis = Recorder.differsAxis(*Apart).value_or(-1);
  Guard G = {*difference(axisForm(Axis != -1 ? Axis
                                             : Recorder.computedAxis(
                                                   TWOFOLD_NUMBER_DIFFERS,
                                                   *Apart, AffineForm())),
                         constantForm(1)),
             L.Checks};
  G.Checks.append(R.Checks.begin(), R.Checks.end());
  return {G};
}
