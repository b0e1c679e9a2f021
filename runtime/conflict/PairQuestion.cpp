// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conflict/PairQuestion.h"

#include <algorithm>
#include <utility>

using namespace twofold;

/// A number of the call, by its place among a key's words.
LinearSum PairQuestion::number(unsigned Word, Wide OfLaunch) const {
  LinearSum Sum = constant(varies(Word) ? Series->first(Word) : OfLaunch);
  if (varies(Word))
    Sum.Factors[Call] = Series->step(Word);
  return Sum;
}

/// 0 <= Sum <= Last.
void PairQuestion::inRange(const LinearSum &Sum, const LinearSum &Last) {
  Search.notNegative(Sum);
  LinearSum Left = Last;
  add(Left, Sum, -1);
  Search.notNegative(Left);
}

void PairQuestion::dimension(unsigned Number, unsigned Differs, bool Ahead) {
  const twofold_dim &Dim = Launch.dims[Number];
  const unsigned Word = CallKey::ofDimension(Number);
  LinearSum Last = number(Word + 2, Wide(Dim.trips));
  Last.Constant -= 1;
  const Wide Most = Search.greatest(Last);
  if (varies(Word + 1))
    Search.giveUp();
  LinearSum First = number(Word, Dim.lower);
  unsigned Iteration = Search.unknown(0, Most);
  if (varies(Word + 2))
    inRange(one(Iteration), Last);
  add(First, one(Iteration), Dim.step);
  LinearSum Second = First;
  if (Number >= Differs) {
    const bool Free = Number > Differs;
    if (!Free && Most == 0)
      Runs = false;
    unsigned Distance =
        Search.unknown(Free || !Ahead ? -Most : 1, Free || Ahead ? Most : -1);
    add(Second, one(Distance), Dim.step);
    LinearSum Other = one(Iteration);
    add(Other, one(Distance), 1);
    inRange(Other, Last);
  }
  Inductions[0][Number] = First;
  Inductions[1][Number] = Second;
  Known[0][Number] = Known[1][Number] = true;
}

/// The induction variable of an inner axis, with those that its ends name.
void PairQuestion::axis(unsigned Number, unsigned Side) {
  if (Number >= MostAxes || Number >= Site.rank + All.axis_count)
    return Search.giveUp();
  if (Known[Side][Number])
    return;
  const twofold_axis &Axis = All.axes[Number - Site.rank];
  const LinearSum Lower = evaluate(Axis.lower, Side),
                  Upper = evaluate(Axis.upper, Side);
  const Wide Step = Axis.step < 0 ? -Wide(Axis.step) : Wide(Axis.step);
  LinearSum Length = Upper;
  add(Length, Lower, -1);
  if (Step == 0)
    return Search.giveUp();
  const Wide Span = Search.greatest(Length);
  if (Span < 0)
    Runs = false;
  const Wide Most = std::max<Wide>(Span, 0) / Step;
  LinearSum Round;
  if (Side == 1 && Known[0][Number]) {
    // Where both go through the loop alike, their distance is what counts.
    const Wide Other = Search.highOf(Rounds[Number]);
    Round = one(Rounds[Number]);
    add(Round, one(Search.unknown(-Other, Most)), 1);
    Search.between(Round, 0, Most);
  } else {
    unsigned Unknown = Search.unknown(0, Most);
    Round = one(Unknown);
    Rounds[Number] = Unknown;
  }
  // From one end in steps, as long as the other is not passed.
  const bool Down = Axis.step < 0;
  LinearSum Left = Length;
  add(Left, Round, -Step);
  Search.notNegative(Left);
  LinearSum Value = Down ? Upper : Lower;
  add(Value, Round, Down ? -Step : Step);
  Inductions[Side][Number] = Value;
  Known[Side][Number] = true;
}

/// One factor at most may be another number from call to call, or an induction
/// variable: what is left is linear then.
void PairQuestion::addTerm(LinearSum &Sum, const twofold_term &Term,
                           unsigned Side) {
  Wide Product = Term.constant;
  LinearSum Varying = constant(1);
  bool Varies = false;
  for (int32_t Value : Term.value) {
    if (Value == -1)
      continue;
    if (Value < 0 || uint32_t(Value) >= Site.value_count)
      return Search.giveUp();
    const unsigned Word = CallKey::ofValue(Site, uint32_t(Value));
    const Wide Number = Launch.values[Value];
    if (varies(Word)) {
      if (Varies)
        return Search.giveUp();
      Varies = true;
      Varying = number(Word, Number);
    } else if (__builtin_mul_overflow(Product, Number, &Product)) {
      return Search.giveUp();
    }
  }
  if (Term.axis == -1)
    return add(Sum, Varying, Product);
  if (Varies || Term.axis < 0 || unsigned(Term.axis) >= MostAxes)
    return Search.giveUp();
  axis(unsigned(Term.axis), Side);
  add(Sum, Inductions[Side][Term.axis], Product);
}

LinearSum PairQuestion::evaluate(const twofold_form &Form, unsigned Side) {
  LinearSum Sum;
  for (uint32_t I = 0; I < Form.count; ++I)
    addTerm(Sum, Site.terms[Form.first + I], Side);
  return Sum;
}

LinearSum PairQuestion::address(const twofold_reference &R, unsigned Side) {
  LinearSum Sum = evaluate(R.offset, Side);
  if (R.base != TWOFOLD_NO_BASE) // otherwise the offset has the pointer
    add(Sum,
        number(CallKey::ofBase(Site, R.base),
               Wide(addressOf(Site.bases[R.base], Launch))),
        1);
  for (uint32_t I = 0; I < All.axis_count && I < 64; ++I)
    if (R.axes >> I & 1)
      axis(Site.rank + I, Side);
  constexpr Wide End = IntegerSearch::Limit;
  bool Right = true; // the next fact
  for (uint32_t I = 0; I < R.fact_count; ++I) {
    const twofold_check &Fact = All.facts[R.first_fact + I];
    const bool Tells = Fact.min <= Fact.max;
    if (Tells && !std::exchange(Right, true))
      continue; // nor are the axes that it names what they should be
    const auto [Low, High] = std::minmax(Fact.min, Fact.max);
    const LinearSum Of = evaluate(Fact.form, Side);
    const bool Varies = std::any_of(Of.Factors.begin(), Of.Factors.end(),
                                    [](Wide Factor) { return Factor != 0; });
    if (!Tells) // where it differs it is not told of each iteration
      Right &= !Varies && Of.Constant >= Low && Of.Constant <= High;
    else
      Search.between(Of, std::max<Wide>(Low, -End), std::min<Wide>(High, End));
  }
  return Sum;
}

IntegerSearch::Outcome PairQuestion::meet(const twofold_conflict &Pair,
                                          unsigned Differs, bool Ahead,
                                          unsigned Steps) {
  const twofold_reference &A = All.references[Pair.first],
                          &B = All.references[Pair.second];
  if (Site.rank > MostAxes)
    return IntegerSearch::Outcome::GaveUp;
  Search.clear();
  Known = {};
  Runs = true;
  if (Series)
    Call = Search.unknown(0, Wide(Series->length()));
  for (unsigned Number = 0; Number < Site.rank; ++Number)
    dimension(Number, Differs, Ahead);
  LinearSum Apart = address(A, 0);
  add(Apart, address(B, 1), -1);
  // Each begins before the other ends.
  Search.between(Apart, 1 - Wide(A.size), Wide(B.size) - 1);
  return Runs ? Search.solve(Steps) : IntegerSearch::Outcome::None;
}
