// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessDivisions.cpp - quotients, remainders, shifts and masks ------===//
#include "access/ComputedNumbers.h"
#include "twofold/abi.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace twofold;

llvm::SmallVector<AffineForm, 2> twofold::divisionFacts(const Axis &A,
                                                        int Number) {
  const int Quotient = A.Quotient == -1 ? Number : A.Quotient;
  MaybeForm Whole = product(A.Divisor, axisForm(Quotient));
  MaybeForm Rest = Whole ? difference(A.From, *Whole) : std::nullopt;
  if (!Rest)
    return {};
  if (A.Quotient != -1) { // they are one number
    AffineForm Other = axisForm(Number);
    return {*difference(*Rest, Other), *difference(Other, *Rest)};
  }
  return {*Rest, *difference(*difference(A.Divisor, constantForm(1)), *Rest)};
}

int RecordedAxes::quotientAxis(const AffineForm &Of, const AffineForm &Divisor,
                               bool NeverNegative) {
  for (auto [I, A] : llvm::enumerate(Model.Axes))
    if (!A.Divisor.empty() && A.Quotient == -1 &&
        sameForm(A.Divisor, Divisor) && sameForm(A.From, Of))
      return rank() + int(I);
  constexpr int64_t Far = int64_t(1) << 40;
  Axis A;
  A.Virtual = true;
  A.Lower = constantForm(NeverNegative ? 0 : -Far);
  A.Upper = NeverNegative ? Of : constantForm(Far);
  A.From = Of;
  A.Divisor = Divisor;
  return addAxis(std::move(A));
}

int RecordedAxes::remainderAxis(int Quotient) {
  for (auto [I, A] : llvm::enumerate(Model.Axes))
    if (A.Quotient == Quotient)
      return rank() + int(I);
  Axis A = innerAxis(Quotient);
  A.Lower = AffineForm();
  A.Upper = *difference(A.Divisor, constantForm(1));
  A.Quotient = Quotient;
  return addAxis(std::move(A));
}

/// Of is not negative where Divisor is one, so that both roundings are the
/// same.
static bool isRoundedDown(const AffineForm &Of, const AffineForm &Divisor,
                          const AccessRecorder &Recorder) {
  MaybeForm Least = Recorder.leastOf(Of);
  // i + n - 1 is at least n - 1, which is not negative if n is a divisor.
  MaybeForm Rest = Least ? difference(*Least, Divisor) : std::nullopt;
  if (Rest)
    Rest = sum(*Rest, constantForm(1));
  return (Least && Recorder.neverNegative(*Least)) ||
         (Rest && Recorder.neverNegative(*Rest));
}

/// The number itself. What wraps is a remainder where numbers in memory are
/// looked at, and else a number that is checked not to.
Arm ComputedNumbers::dividend(Arm A, IntegerType T) {
  if (A.Exact || !FollowsLoads || !T.Unsigned || T.Width > 32)
    return exact(std::move(A), T);
  A.Form = axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_REMAINDER, A.Form,
                                          constantForm(int64_t(1) << T.Width)));
  A.Exact = true;
  return A;
}

/// A, or -A where that is greater.
Arm ComputedNumbers::magnitude(Arm A) {
  A.Form = axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_GREATER, A.Form,
                                          *difference(AffineForm(), A.Form)));
  return A;
}

/// Left / Right, Left % Right, or what shifts and masks of them are, by an axis
/// for the quotient. Empty where dependences are not tested, or where what is
/// divided may be negative and is then rounded up.
Value ComputedNumbers::divided(BinaryOperatorKind Op, const Value &Left,
                               const Value &Right, IntegerType T) {
  if (!Recorder.Occurrences || Left.size() != 1 || Right.size() != 1 ||
      Left[0].What != Arm::Integer || Right[0].What != Arm::Integer)
    return {};
  bool Swapped = Op == BO_And && constantOf(Left[0].Form).has_value();
  if (const Arm &Of = Swapped ? Right[0] : Left[0];
      FollowsLoads && !(Of.Exact && T.Unsigned) && isMixed(Of.Form, T))
    if (Value Computed = bits(Op, Left, Right, T); !Computed.empty())
      return Computed;
  Arm Of = dividend(Swapped ? Right[0] : Left[0], T);
  Arm Divisor = exact(Swapped ? Left[0] : Right[0], T);
  auto C = constantOf(Divisor.Form);
  // What wraps in 64 bits is not checked: to a mask that makes no difference.
  const bool AtLeastZero = Recorder.neverNegative(Of.Form);
  const bool Wraps =
      T.Unsigned && T.Width == 64 && !AtLeastZero &&
      (Op == BO_And || !isRoundedDown(Of.Form, Divisor.Form, Recorder));
  if (Wraps && Op != BO_And && Op != BO_Shr)
    return {};
  bool Positive = !Wraps && (T.Unsigned || AtLeastZero);
  bool RoundsUp = false; // below 0
  bool AnySign = false;  // calls divide by what it is
  if (Op == BO_And || Op == BO_Shr) {
    const bool Masks = Op == BO_And;
    if (!C || *C < (Masks ? 1 : 0) || *C > (Masks ? int64_t(1) << 40 : 40) ||
        (Masks && (*C & (*C + 1))))
      return {};
    Divisor.Form = constantForm(Masks ? *C + 1 : int64_t(1) << *C);
  } else {
    if ((namesAxes(Divisor.Form) && !FollowsLoads) || (C && *C < 1))
      return {};
    if (!Positive && !isRoundedDown(Of.Form, Divisor.Form, Recorder)) {
      if (!FollowsLoads || Recorder.isFull())
        return {};
      RoundsUp = true;
    }
    Positive = true;
    const RangeCheck Positively = {Divisor.Form, 1, INT64_MAX};
    AnySign = FollowsLoads && !T.Unsigned && !C &&
              (In.InCondition || namesAxes(Divisor.Form)) &&
              !Recorder.holds(Positively);
    if (!C && !AnySign)
      Divisor.Checks.push_back(Positively);
  }
  const bool Remains = Op == BO_Rem || Op == BO_And;
  int Axis;
  if (RoundsUp) {
    // As of the magnitude, with the sign of what is divided.
    const AffineForm Sign =
        *difference(*scaled(axisForm(Recorder.computedAxis(
                                TWOFOLD_NUMBER_REACHED, Of.Form, AffineForm())),
                            2),
                    constantForm(1));
    const int Least = Recorder.computedAxis(Remains ? TWOFOLD_NUMBER_REMAINDER
                                                    : TWOFOLD_NUMBER_QUOTIENT,
                                            magnitude(Of).Form, Divisor.Form);
    Axis = Recorder.computedAxis(TWOFOLD_NUMBER_PRODUCT, axisForm(Least), Sign);
  } else if (AnySign || namesAxes(Divisor.Form)) {
    Axis = Recorder.computedAxis(Remains ? TWOFOLD_NUMBER_REMAINDER
                                         : TWOFOLD_NUMBER_QUOTIENT,
                                 Of.Form, Divisor.Form);
  } else {
    Axis = Recorder.quotientAxis(Of.Form, Divisor.Form, Positive);
    if (Remains)
      Axis = Recorder.remainderAxis(Axis);
  }
  Of.Form = axisForm(Axis);
  Of.Checks.append(Divisor.Checks.begin(), Divisor.Checks.end());
  Of.Facts.append(Divisor.Facts.begin(), Divisor.Facts.end());
  Of.Told &= Divisor.Told;
  Of.Exact = true;
  return {Of};
}

/// x % c lies in [0, c-1], or [-(c-1), c-1] where x may be negative.
Value ComputedNumbers::remainder(const Value &A, const Value &B,
                                 IntegerType Type) {
  if (B.size() != 1 || B[0].What != Arm::Integer || namesAxes(B[0].Form))
    return unknownValue();
  Arm Divisor = exact(B[0], Type);
  MaybeForm Upper = difference(Divisor.Form, constantForm(1));
  MaybeForm Lower = Upper ? scaled(*Upper, -1) : std::nullopt;
  if (!Lower)
    return unknownValue();
  Arm Result;
  Result.What = Arm::Integer;
  Result.Checks = Divisor.Checks;
  Result.Checks.push_back({Divisor.Form, 1, INT64_MAX});
  Result.Facts = Divisor.Facts;
  bool Known = A.size() == 1 && A[0].What == Arm::Integer;
  bool Positive = Type.Unsigned;
  if (!Positive && Known) {
    Positive = isRoundedDown(A[0].Form, Divisor.Form, Recorder);
    if (Positive)
      Result.Checks.append(A[0].Checks.begin(), A[0].Checks.end());
  }
  Result.Form =
      axisForm(Positive ? Recorder.foldedAxis(*Upper)
                        : Recorder.intervalAxis(std::nullopt, *Lower, *Upper));
  return {Result};
}

/// x & c lies in [0, c] for c not negative.
Value ComputedNumbers::masked(const Value &A, const Value &B, IntegerType T) {
  const Value *Mask = nullptr;
  for (const Value *V : {&A, &B})
    if (V->size() == 1 && (*V)[0].What == Arm::Integer &&
        !namesAxes((*V)[0].Form) && (!Mask || constantOf((*V)[0].Form)))
      Mask = V;
  if (!Mask)
    return unknownValue();
  Arm Result = exact((*Mask)[0], T);
  auto C = constantOf(Result.Form);
  if (C && *C < 0)
    return unknownValue();
  if (!C)
    Result.Checks.push_back({Result.Form, 0, INT64_MAX});
  Result.Form = axisForm(Recorder.foldedAxis(Result.Form));
  Result.Exact = true;
  return {Result};
}

/// What is left of an unsigned number that nobody knows, shifted down.
Value ComputedNumbers::shiftedDown(const Value &By, IntegerType T) {
  auto C = By.size() == 1 && By[0].What == Arm::Integer ? constantOf(By[0].Form)
                                                        : std::nullopt;
  if (!T.Unsigned || !C || *C < 1 || *C >= T.Width)
    return unknownValue();
  return integerValue(axisForm(Recorder.foldedAxis(
      constantForm(int64_t(~uint64_t(0) >> (64 - T.Width + *C))))));
}
