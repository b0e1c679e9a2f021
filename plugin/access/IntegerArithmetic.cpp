// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/IntegerArithmetic.h"

using namespace clang;
using namespace twofold;

IntegerType IntegerType::of(QualType T, const ASTContext &Ctx) {
  T = T.getNonReferenceType();
  if (!T->isIntegralOrEnumerationType() || T->isDependentType() ||
      T->isIncompleteType() || Ctx.getIntWidth(T) > 64)
    return {};
  return {Ctx.getIntWidth(T), !T->isSignedIntegerOrEnumerationType(),
          bool(T->isBooleanType())};
}

int64_t IntegerType::min() const {
  return Unsigned ? 0 : -int64_t((uint64_t(1) << (Width - 1)) - 1) - 1;
}

int64_t IntegerType::max() const {
  unsigned Bits = std::min(Unsigned ? Width : Width - 1, 63u);
  return int64_t((uint64_t(1) << Bits) - 1);
}

/// A, a constant, is what T keeps of it. False: it is none.
static bool fold(Arm &A, IntegerType T) {
  const auto C = constantOf(A.Form);
  if (!C || T.Width >= 64)
    return false;
  const llvm::APInt Kept(T.Width, uint64_t(*C), false, true);
  A.Form = constantForm(T.Unsigned ? int64_t(Kept.getZExtValue())
                                   : Kept.getSExtValue());
  return A.Exact = true;
}

static void require(Arm &A, IntegerType T) {
  if (auto C = constantOf(A.Form); !C || *C < T.min() || *C > T.max())
    A.Checks.push_back({A.Form, T.min(), T.max()});
}

Arm twofold::exact(Arm A, IntegerType T) {
  if (A.What == Arm::Integer && !A.Exact && !fold(A, T)) {
    require(A, T);
    A.Exact = true;
  }
  return A;
}

Arm twofold::subscript(Arm A, IntegerType T) {
  return T.Width < 64 ? exact(std::move(A), T) : A;
}

Arm twofold::converted(Arm A, IntegerType From, IntegerType To) {
  if (A.What != Arm::Integer)
    return A;
  if (!From || !To)
    return Arm();
  if (To.Boolean) // != 0, not a remainder
    return From.Boolean ? A : Arm();
  if (To.Width > From.Width ? !A.Exact && fold(A, From) && !To.Unsigned
                            : fold(A, To))
    return A;
  if (To.Width > From.Width) {
    A = exact(std::move(A), From);
    A.Exact = From.Unsigned || !To.Unsigned;
  } else if (To.Unsigned) {
    // Still the same number modulo the smaller power of two.
    A.Exact = A.Exact && From.Unsigned && To.Width == From.Width;
  } else {
    if (To.Width < From.Width || (From.Unsigned && To.Width < 64))
      require(A, To);
    A.Exact = true;
  }
  if (auto C = constantOf(A.Form); C && *C >= To.min() && *C <= To.max())
    A.Exact = true;
  return A;
}

/// Numbers that are computed step by step, each from several before it, would
/// have twice as many conditions with every step.
constexpr size_t MostConditions = 64;

template <typename List> static void addNew(List &To, const List &More) {
  for (const auto &New : More)
    if (llvm::none_of(To, [&](const auto &Old) { return same(Old, New); }))
      To.push_back(New);
}

static Arm withConditionsOf(Arm Result, const Arm &A, const Arm &B) {
  for (const Arm *From : {&A, &B}) {
    addNew(Result.Checks, From->Checks);
    addNew(Result.Facts, From->Facts);
    Result.Told &= From->Told;
    Result.Stowed |= From->Stowed;
  }
  return Result;
}

Arm twofold::combined(BinaryOperatorKind Op, const Arm &A, const Arm &B,
                      IntegerType T) {
  if (A.What != Arm::Integer || B.What != Arm::Integer || !T)
    return Arm();
  MaybeForm Form;
  if (Op == BO_Add)
    Form = sum(A.Form, B.Form);
  else if (Op == BO_Sub)
    Form = difference(A.Form, B.Form);
  else if (Op == BO_Mul)
    Form = product(A.Form, B.Form);
  else if (auto Bits = constantOf(B.Form);
           Op == BO_Shl && Bits && *Bits >= 0 && *Bits < 63)
    Form = scaled(A.Form, int64_t(1) << *Bits);
  if (!Form)
    return Arm();
  Arm Result;
  Result.What = Arm::Integer;
  Result.Form = std::move(*Form);
  Result = withConditionsOf(std::move(Result), A, B);
  if (Result.Checks.size() + Result.Facts.size() > MostConditions)
    return Arm();
  Result.Exact = !T.Unsigned;
  if (Op == BO_Shl && !T.Unsigned && T.Width < 64)
    require(Result, T); // wraps in C++20
  return Result;
}

using Proof = llvm::function_ref<bool(const AffineForm &)>;

/// Makes A fit for a comparison in type T; false when facts about it would need
/// a check that may well fail, like `(unsigned)(i - 1) < n` for i from 0.
static bool comparable(Arm &A, IntegerType T, Proof NeverNegative) {
  if (A.What != Arm::Integer)
    return false;
  if (!T.Unsigned)
    return true;
  auto C = constantOf(A.Form);
  if (C)
    return *C >= 0 && *C <= T.max();
  if (!A.Exact && !NeverNegative(A.Form))
    return false;
  if (!A.Exact || T.Width == 64)
    require(A, T);
  return true;
}

Guards twofold::factsOf(BinaryOperatorKind Op, const Arm &X, const Arm &Y,
                        IntegerType T, Proof NeverNegative) {
  Arm A = X, B = Y;
  if (!T || !comparable(A, T, NeverNegative) ||
      !comparable(B, T, NeverNegative))
    return {};
  Guards Facts;
  auto Add = [&](const Arm &Less, const Arm &More, int64_t Apart) {
    MaybeForm Distance = difference(More.Form, Less.Form);
    if (Distance)
      Distance = difference(*Distance, constantForm(Apart));
    if (!Distance)
      return;
    Arm Checks = withConditionsOf(Arm(), A, B);
    Facts.push_back({std::move(*Distance), std::move(Checks.Checks)});
  };
  if (Op == BO_LT || Op == BO_LE || Op == BO_EQ)
    Add(A, B, Op == BO_LT);
  if (Op == BO_GT || Op == BO_GE || Op == BO_EQ)
    Add(B, A, Op == BO_GT);
  if (Op == BO_NE) { // at an end of what it can be
    MaybeForm Distance = difference(B.Form, A.Form);
    if (Distance && NeverNegative(*Distance))
      Add(A, B, 1);
    else if ((Distance = difference(A.Form, B.Form)) &&
             NeverNegative(*Distance))
      Add(B, A, 1);
  }
  return Facts;
}
