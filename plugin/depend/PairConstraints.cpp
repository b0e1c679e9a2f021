// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/PairConstraints.h"
#include "report/Invariant.h"
#include <numeric>

using namespace twofold;

AffineForm PairConstraints::renamed(const AffineForm &Form, int Copy) const {
  AffineForm Out;
  for (Monomial M : Form) {
    if (M.Axis != -1)
      M.Axis = renamed(M.Axis, Copy);
    // Like terms stay apart and none vanishes: only their order may change.
    Out = *sum(Out, {M});
  }
  return Out;
}

void PairConstraints::axis(int Number, int Copy) {
  const IterationAxis &A = Space.Axes[Number];
  AffineForm Induction = axisForm(renamed(Number, Copy));
  MaybeForm Up, Down;
  if (A.Lower)
    atLeastZero(Up = difference(Induction, renamed(*A.Lower, Copy)));
  if (A.Upper)
    atLeastZero(Down = difference(renamed(*A.Upper, Copy), Induction));
  for (const AffineForm &Fact : A.Facts)
    atLeastZero(renamed(Fact, Copy));
  MaybeForm Moved = A.Step < 0 ? Down : Up;
  if (!Moved || A.Step == 0 || A.Step == 1 || A.Step == -1)
    return;
  zero(difference(
      *Moved, *scaled(axisForm(NextAxis++), A.Step < 0 ? -A.Step : A.Step)));
}

void PairConstraints::reference(const MemoryReference &R, int Copy) {
  llvm::SmallVector<bool, 8> Used(Space.Axes.size(), false);
  auto Mark = [&](const AffineForm &Form) {
    for (const Monomial &M : Form)
      if (M.Axis != -1) {
        invariant(M.Axis >= 0 && M.Axis < int(Used.size()),
                  "a form's axes are the space's");
        Used[M.Axis] = true;
      }
  };
  Mark(R.Offset);
  for (const AffineForm &Fact : R.Facts) {
    Mark(Fact);
    atLeastZero(renamed(Fact, Copy));
  }
  for (int Axis : R.Around)
    Used[Axis] = true;
  for (int Axis : Equal)
    Used[Axis] = true;
  if (Differs != -1)
    Used[Differs] = true;
  for (int Number = int(Space.Axes.size()); Number-- > 0;) {
    if (!Used[Number])
      continue;
    if (const MaybeForm &Lower = Space.Axes[Number].Lower)
      Mark(*Lower);
    if (const MaybeForm &Upper = Space.Axes[Number].Upper)
      Mark(*Upper);
    llvm::for_each(Space.Axes[Number].Facts, Mark);
    axis(Number, Copy);
  }
}

PairConstraints::PairConstraints(const IterationSpace &Space,
                                 const MemoryReference &A,
                                 const MemoryReference &B,
                                 llvm::ArrayRef<int> Equal, int Differs)
    : Space(Space), Equal(Equal), Differs(Differs),
      NextAxis(2 * int(Space.Axes.size())) {
  invariant(Differs >= -1 && Differs < int(Space.Axes.size()),
            "the axis that differs is one of the space's, or none");
  invariant(!llvm::is_contained(Equal, Differs),
            "an axis agrees in two iterations or differs");
  for (const AffineForm &Fact : Space.Facts)
    Rows.push_back(Fact);
  reference(A, 0);
  reference(B, 1);
  // A starts before B ends and B before A.
  if (auto Bytes = difference(renamed(A.Offset, 0), renamed(B.Offset, 1))) {
    Apart = std::move(*Bytes);
    atLeastZero(sum(Apart, constantForm(int64_t(A.Size) - 1)));
    atLeastZero(difference(constantForm(int64_t(B.Size) - 1), Apart));
  } else {
    Sound = false;
  }
}

void PairConstraints::ahead(bool Forward, std::optional<int64_t> Exactly) {
  int64_t Step = Space.Axes[Differs].Step;
  Step = Step < 0 ? -Step : Step;
  AffineForm First = axisForm(2 * Differs), Second = axisForm(2 * Differs + 1);
  AffineForm Apart =
      Forward ? *difference(Second, First) : *difference(First, Second);
  if (Exactly) {
    zero(difference(Apart, constantForm(Step * *Exactly)));
    return;
  }
  // Whatever the step is, it is not zero.
  atLeastZero(difference(Apart, constantForm(Step == 0 ? 1 : Step)));
  if (Step == 0 && Space.Axes[Differs].Stride)
    atLeastZero(difference(Apart, *Space.Axes[Differs].Stride));
  if (Step > 1)
    zero(difference(Apart, *scaled(axisForm(NextAxis++), Step)));
}

/// With numbers for the values, of axes alone.
LinearSystem PairConstraints::linear(const Numbers *Sample) const {
  FormSystem System;
  for (AffineForm Form : Rows) {
    bool Fits = true;
    for (Monomial &M : Form) {
      if (!Sample)
        break;
      for (unsigned V : M.Values) {
        invariant(V < Sample->size(), "each value has a number");
        Fits &= !__builtin_mul_overflow(M.Constant, (*Sample)[V], &M.Constant);
      }
      M.Values.clear();
    }
    Fits ? System.atLeastZero(Form) : System.setIncomplete();
  }
  return System;
}

/// Rows with a product of values that is known not to be negative multiply to
/// new rows: of n * i and n * j, `i > j` alone says nothing.
void PairConstraints::multiply() {
  llvm::SmallVector<llvm::SmallVector<unsigned, 3>, 4> Factors;
  for (const AffineForm &Row : Rows)
    for (const Monomial &M : Row)
      if (M.Axis != -1 && !M.Values.empty() &&
          !llvm::is_contained(Factors, M.Values))
        Factors.push_back(M.Values);
  llvm::sort(Factors, [](const auto &A, const auto &B) {
    return A.size() != B.size() ? A.size() < B.size() : A < B;
  });
  constexpr unsigned MaxFactors = 6, MaxProducts = 80;
  if (Factors.size() > MaxFactors)
    Factors.truncate(MaxFactors);
  const llvm::SmallVector<AffineForm, 32> Plain = Rows;
  for (const auto &Values : Factors) {
    AffineForm Factor = {{1, Values, -1}};
    // It cannot be -1 or less.
    Rows.push_back(*difference(constantForm(-1), Factor));
    bool Negative = !linear(nullptr).isImpossible();
    Rows.pop_back();
    if (Negative)
      continue;
    for (const AffineForm &Row : Plain)
      if (auto Product = product(Row, Factor);
          Product && Rows.size() < MaxProducts)
        Rows.push_back(std::move(*Product));
  }
}

bool PairConstraints::impossibleAtOnce() const {
  if (linear(nullptr).isImpossible())
    return true;
  if (isNumeric())
    return false;
  PairConstraints Multiplied = *this;
  Multiplied.multiply();
  return Multiplied.linear(nullptr).isImpossible();
}

/// What may tell apart where the whole does not: by how many rows of unknown
/// length the two are apart, as the products with each length say.
llvm::SmallVector<AffineForm, 4> PairConstraints::splits() const {
  llvm::SmallVector<AffineForm, 4> Out;
  for (const Monomial &First : Apart) {
    if (First.Values.empty() || First.Axis == -1)
      continue;
    AffineForm Rows;
    int64_t Divisor = 0;
    for (const Monomial &M : Apart)
      if (M.Values == First.Values) {
        Rows = *sum(Rows, {{M.Constant, {}, M.Axis}});
        Divisor = std::gcd(Divisor, M.Constant);
      }
    for (Monomial &M : Rows)
      M.Constant /= Divisor;
    if (llvm::none_of(Out, [&](const AffineForm &Known) {
          return sameForm(Known, Rows);
        }))
      Out.push_back(std::move(Rows));
  }
  return Out;
}

/// Impossible wherever one of Splits is zero, more and less.
bool PairConstraints::impossibleInParts(llvm::ArrayRef<AffineForm> Splits,
                                        unsigned Depth) const {
  if (impossibleAtOnce())
    return true;
  if (Depth == 0 || isNumeric())
    return false;
  for (unsigned I = 0; I != Splits.size(); ++I) {
    auto Part = [&](int Sign) {
      PairConstraints C = *this;
      if (Sign == 0)
        C.zero(Splits[I]);
      else if (MaybeForm Signed = scaled(Splits[I], Sign))
        C.atLeastZero(difference(*Signed, constantForm(1)));
      return C.impossibleInParts(Splits.drop_front(I + 1), Depth - 1);
    };
    if (Part(0) && Part(1) && Part(-1))
      return true;
  }
  return false;
}

LinearSystem::Search PairConstraints::search(const Numbers &Sample,
                                             unsigned &Steps) const {
  auto System = linear(&Sample);
  // Where no point is, looking at each takes long.
  if (System.isImpossible())
    return LinearSystem::Search::None;
  constexpr unsigned MostSteps = 2000; // of one search
  unsigned Own = std::min(Steps, MostSteps);
  Steps -= Own;
  auto Outcome = System.search(Own);
  Steps += Own;
  return Outcome == LinearSystem::Search::Found && !Sound
             ? LinearSystem::Search::GaveUp
             : Outcome;
}
