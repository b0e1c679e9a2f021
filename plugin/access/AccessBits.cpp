// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessBits.cpp - numbers that hashes are made of -------------------===//
//
// `(i ^ i >> 3) & m`, products of 64 bits that wrap: where numbers in memory
// are followed, the call computes them iteration by iteration.
#include "access/ComputedNumbers.h"
#include "twofold/abi.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace twofold;

namespace {

/// The last bits of an integer type.
AffineForm lastBits(IntegerType T) {
  return constantForm(int64_t((uint64_t(1) << T.Width) - 1));
}

unsigned codeOf(BinaryOperatorKind Op, IntegerType T) {
  switch (Op) {
  case BO_Xor:
    return TWOFOLD_NUMBER_XOR;
  case BO_Or:
    return TWOFOLD_NUMBER_OR;
  case BO_And:
    return TWOFOLD_NUMBER_AND;
  case BO_Mul:
    return TWOFOLD_NUMBER_WRAPPED;
  case BO_Shl:
    return TWOFOLD_NUMBER_SHIFTED_UP;
  case BO_Shr:
    return T.Unsigned ? TWOFOLD_NUMBER_SHIFTED : 0;
  case BO_Div:
    return T.Unsigned ? TWOFOLD_NUMBER_DIVIDED : 0;
  case BO_Rem:
    return T.Unsigned ? TWOFOLD_NUMBER_REST : 0;
  default:
    return 0;
  }
}

} // namespace

/// A number that may well have wrapped: a product by something large, or what
/// bits have been taken of.
bool ComputedNumbers::isMixed(const AffineForm &Form, IntegerType T) const {
  return Recorder.namesBits(Form) || llvm::any_of(Form, [&](const Monomial &M) {
           return M.Axis != -1 &&
                  std::abs(M.Constant / 2) >= int64_t(1) << (T.Width / 2 - 1);
         });
}

/// A, whose last bits are right, as the number that these are in T.
Arm ComputedNumbers::settled(Arm A, IntegerType T) {
  if (A.Exact || T.Width == 64)
    return A;
  A.Form =
      axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_AND, A.Form, lastBits(T)));
  A.Exact = true;
  return A;
}

/// What is left of A, which equals it but for multiples of 2^width, in T.
Arm ComputedNumbers::wrapped(Arm A, IntegerType T) {
  if (A.What != Arm::Integer || !FollowsLoads || !Recorder.Occurrences ||
      !T.Width || T.Boolean || A.Exact || !isMixed(A.Form, T))
    return A;
  return settled(std::move(A), T);
}

/// A, whose last bits are right, as a number of the type.
Arm ComputedNumbers::cut(Arm A, IntegerType To) {
  if (To.Unsigned || To.Width == 64) {
    A.Exact = false;
    if (!To.Unsigned) {
      A.Form = axisForm(
          Recorder.computedAxis(TWOFOLD_NUMBER_OR, A.Form, AffineForm()));
      A.Exact = true;
    }
    return A;
  }
  const AffineForm Sign = constantForm(int64_t(1) << (To.Width - 1));
  const AffineForm Last =
      axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_AND, A.Form, lastBits(To)));
  A.Form = *difference(
      axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_XOR, Last, Sign)), Sign);
  A.Exact = true;
  return A;
}

/// What a narrow type keeps of a number of the loop's, which may well count
/// further; nothing: it always fits, or nobody knows.
std::optional<Arm> ComputedNumbers::narrowed(const Arm &A, IntegerType From,
                                             IntegerType To) {
  if (!Recorder.Occurrences || A.What != Arm::Integer || To.Boolean ||
      From.Boolean || To.Width > 16 || To.Width >= From.Width ||
      !namesAxes(A.Form) || Recorder.holds({A.Form, To.min(), To.max()}))
    return std::nullopt;
  const AffineForm Half =
      constantForm(To.Unsigned ? 0 : int64_t(1) << (To.Width - 1));
  Arm Of = A;
  Of.Form = sum(Of.Form, Half).value_or(AffineForm());
  Value Kept = divided(BO_And, {Of}, integerValue(lastBits(To)), From);
  const MaybeForm Form = Kept.size() == 1 && Kept[0].What == Arm::Integer
                             ? difference(Kept[0].Form, Half)
                             : std::nullopt;
  if (!Form)
    return std::nullopt;
  Kept[0].Form = *Form;
  return Kept[0];
}

/// Of numbers that are converted: those that may have wrapped are what is left.
Arm ComputedNumbers::mixed(Arm A, IntegerType From, IntegerType To) {
  const bool Cuts =
      In.InCondition && Recorder.namesLoad(A.Form) &&
      (To.Width < From.Width || (To.Width == From.Width && !A.Exact));
  if (A.What != Arm::Integer || !FollowsLoads || !Recorder.Occurrences || !To ||
      !From || To.Boolean || From.Boolean || !(Cuts || isMixed(A.Form, From)))
    return converted(std::move(A), From, To);
  if (To.Width > From.Width)
    return converted(wrapped(std::move(A), From), From, To);
  if (!To.Unsigned && (To.Width < From.Width || From.Unsigned))
    return cut(std::move(A), To);
  return converted(std::move(A), From, To);
}

/// A loaded number that has been checked to fit into T is what T keeps of it.
void ComputedNumbers::uncheck(Arm &A, IntegerType T) {
  if (!FollowsLoads || A.What != Arm::Integer || T.Unsigned || T.Width >= 64 ||
      Recorder.isFull() || !Recorder.namesLoad(A.Form))
    return;
  auto *Own = llvm::find_if(A.Checks, [&](const RangeCheck &C) {
    return C.Min == T.min() && C.Max == T.max() && sameForm(C.Form, A.Form);
  });
  if (Own == A.Checks.end())
    return;
  A.Checks.erase(Own);
  A = cut(std::move(A), T);
}

/// Makes of numbers without a sign, of which some are loaded, those that
/// compare like them: what narrow types have wrapped is cut off, and of 64 bits
/// the first is turned around (true), since they may hold more than forms.
bool ComputedNumbers::compareLoaded(Arm &L, Arm &R, IntegerType T) {
  if (!FollowsLoads || !T.Unsigned || T.Boolean || Recorder.isFull() ||
      L.What != Arm::Integer || R.What != Arm::Integer ||
      !(Recorder.namesLoad(L.Form) || Recorder.namesLoad(R.Form)) ||
      (Recorder.neverNegative(L.Form) && Recorder.neverNegative(R.Form)))
    return false;
  for (Arm *A : {&L, &R})
    if (T.Width == 64)
      A->Form = axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_XOR, A->Form,
                                               constantForm(INT64_MIN)));
    else
      *A = settled(*A, T);
  return T.Width == 64;
}

/// Left Op Right as a number that calls compute. Empty: they cannot.
Value ComputedNumbers::bits(BinaryOperatorKind Op, const Value &Left,
                            const Value &Right, IntegerType T) {
  // `0 | bound`, by which slices have it that only integers are bounds.
  if (Op == BO_Or && Left.size() == 1 && Left[0].What == Arm::Integer &&
      constantOf(Left[0].Form) == 0)
    return Right;
  if (!FollowsLoads || !Recorder.Occurrences || In.InClause || T.Boolean)
    return {};
  const Value L = chosen(Left), R = chosen(Right);
  // Signed numbers go down as quotients by powers of two do.
  const bool Divides = Op == BO_Shr && !T.Unsigned;
  unsigned Code = Divides ? TWOFOLD_NUMBER_QUOTIENT : codeOf(Op, T);
  if (!Code || L.size() != 1 || R.size() != 1 || L[0].What != Arm::Integer ||
      R[0].What != Arm::Integer || Recorder.isFull())
    return {};
  const bool Shifts = Op == BO_Shl || Op == BO_Shr;
  // What goes down is right only if all of it is.
  const bool Whole = Op == BO_Shr || Op == BO_Div || Op == BO_Rem;
  const Arm A = Whole ? settled(L[0], T) : L[0],
            B = Shifts || Whole ? settled(R[0], T) : R[0];
  // All but the form is as that of a sum.
  Arm Out = combined(BO_Add, A, B, T);
  if (Out.What != Arm::Integer)
    return {};
  const AffineForm Than =
      Divides ? axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_SHIFTED_UP,
                                               constantForm(1), B.Form))
              : B.Form;
  Out.Form = axisForm(Recorder.computedAxis(Code, A.Form, Than));
  auto Masks = [&](const Arm &X) {
    auto C = constantOf(X.Form);
    return Op == BO_And && C && *C >= 0;
  };
  auto Bits = constantOf(B.Form);
  Out.Exact = Masks(A) || Masks(B) || !T.Unsigned || (Whole && T.Width < 64) ||
              (Op == BO_Shr && Bits && *Bits > 0) || Op == BO_Rem ||
              (T.Width < 64 && A.Exact && B.Exact && !Shifts && Op != BO_Mul);
  if (!T.Unsigned && (Op == BO_Shl || Op == BO_Mul) && T.Width < 64)
    return {cut(std::move(Out), T)};
  return {Out};
}
