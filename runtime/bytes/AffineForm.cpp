// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/AffineForm.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace twofold;

static bool multiplyExactly(Wide A, Wide B, Wide &Out) {
  return !__builtin_mul_overflow(A, B, &Out);
}

static bool addExactly(Wide A, Wide B, Wide &Out) {
  return !__builtin_add_overflow(A, B, &Out);
}

static AxisBounds emptyAxis() { return {Knowledge::Empty, false, 0, 0, 1, 0}; }

static AxisBounds unknownAxis() {
  return {Knowledge::Unknown, false, 0, 0, 1, IterationSpace::AssumedTrips};
}

IterationSpace::IterationSpace(const twofold_site &Site,
                               const twofold_launch &Launch)
    : Site(Site), Launch(Launch), Count(0) {
  unsigned Total = Site.rank + Site.axis_count;
  Axes = Few.data();
  if (Total > InlineAxes) {
    Many = std::make_unique<AxisBounds[]>(Total);
    Axes = Many.get();
  }
  // Count grows with the loop: a form may name only earlier axes.
  for (; Count < Site.rank; ++Count)
    Axes[Count] = dimension(Launch.dims[Count]);
  for (; Count < Total; ++Count)
    Axes[Count] = innerLoop(Site.axes[Count - Site.rank]);
}

AxisBounds IterationSpace::dimension(const twofold_dim &Dim) const {
  Wide First = Dim.lower, Last;
  if (Dim.trips == 0)
    return emptyAxis();
  if (!multiplyExactly(Wide(Dim.trips - 1), Dim.step, Last) ||
      !addExactly(First, Last, Last) || Last != Wide(int64_t(Last)))
    return unknownAxis(); // an unsigned variable beyond 2^63
  Wide Step = Dim.step < 0 ? -Wide(Dim.step) : Wide(Dim.step);
  return {Knowledge::Known,        true,
          std::min(First, Last),   std::max(First, Last),
          std::max<Wide>(Step, 1), double(Dim.trips)};
}

AxisBounds IterationSpace::innerLoop(const twofold_axis &Axis) const {
  if (Axis.flags & TWOFOLD_AXIS_UNKNOWN)
    return unknownAxis();
  Interval Lower = evaluate(Axis.lower), Upper = evaluate(Axis.upper);
  if (Lower.Is == Knowledge::Empty || Upper.Is == Knowledge::Empty)
    return emptyAxis();
  if (Lower.Is == Knowledge::Unknown || Upper.Is == Knowledge::Unknown)
    return unknownAxis();
  if (Upper.Max < Lower.Min)
    return emptyAxis();
  Wide Step = Axis.step < 0 ? -Wide(Axis.step) : Wide(Axis.step);
  Step = std::max<Wide>(Step, 1);
  bool Virtual = Axis.flags & TWOFOLD_AXIS_VIRTUAL;
  bool Constant = Lower.Min == Lower.Max && Upper.Min == Upper.Max;
  // The differences stay below 2^127 only when both ends are small; the doubles
  // serve the estimate alone.
  double Lowest = (double(Lower.Min) + double(Lower.Max)) / 2;
  double Highest = (double(Upper.Min) + double(Upper.Max)) / 2;
  double Trips = (Highest - Lowest) / double(Step);
  // Averages over outer loops need not be whole.
  Trips = std::max(0.0, (Constant ? std::floor(Trips) : Trips) + 1);
  Wide Span;
  bool Attained = !Virtual && Constant &&
                  !__builtin_sub_overflow(Upper.Max, Lower.Min, &Span) &&
                  Span % Step == 0;
  return {Knowledge::Known, Attained, Lower.Min,
          Upper.Max,        Step,     Virtual ? 1 : Trips};
}

bool IterationSpace::monomial(const twofold_term &Term, Wide &Out) const {
  Out = Term.constant;
  for (int32_t Value : Term.value) {
    if (Value == -1)
      continue;
    if (Value < 0 || uint32_t(Value) >= Site.value_count ||
        !multiplyExactly(Out, Launch.values[Value], Out))
      return false;
  }
  return true;
}

bool IterationSpace::coefficient(const twofold_form &Form, int Axis,
                                 Wide &Out) const {
  Out = 0;
  for (uint32_t I = 0; I < Form.count; ++I) {
    const twofold_term &Term = Site.terms[Form.first + I];
    Wide Product;
    if (Term.axis == Axis &&
        (!monomial(Term, Product) || !addExactly(Out, Product, Out)))
      return false;
  }
  return true;
}

Interval IterationSpace::evaluate(const twofold_form &Form) const {
  constexpr Interval Unknown = {Knowledge::Unknown};
  Interval Sum = {Knowledge::Known};
  bool Complete = coefficient(Form, -1, Sum.Min);
  Sum.Max = Sum.Min;
  for (uint32_t I = 0; I < Form.count; ++I) {
    const twofold_term *Terms = Site.terms + Form.first;
    int Axis = Terms[I].axis;
    if (Axis == -1)
      continue;
    if (Axis < 0 || unsigned(Axis) >= Count)
      return Unknown;
    // An empty loop wins over anything unknown: the form has no value then.
    if (Axes[Axis].Is == Knowledge::Empty)
      return {Knowledge::Empty};
    if (std::any_of(Terms, Terms + I,
                    [&](const twofold_term &T) { return T.axis == Axis; }))
      continue; // gathered with the first term that names the axis
    Wide Factor, AtMin, AtMax;
    if (!coefficient(Form, Axis, Factor)) {
      Complete = false;
      continue;
    }
    if (Factor == 0)
      continue;
    if (Axes[Axis].Is == Knowledge::Unknown ||
        !multiplyExactly(Factor, Axes[Axis].Min, AtMin) ||
        !multiplyExactly(Factor, Axes[Axis].Max, AtMax) ||
        !addExactly(Sum.Min, std::min(AtMin, AtMax), Sum.Min) ||
        !addExactly(Sum.Max, std::max(AtMin, AtMax), Sum.Max))
      Complete = false;
  }
  return Complete ? Sum : Unknown;
}

std::optional<uint64_t> IterationSpace::mostTrips(unsigned Number) const {
  const twofold_axis &Axis = Site.axes[Number - Site.rank];
  if (Axes[Number].Is == Knowledge::Empty)
    return 0;
  if (Axes[Number].Is == Knowledge::Unknown)
    return std::nullopt;
  // Of both ends' difference, in which what moves both is gone.
  Wide Span = 0;
  for (int Name = -1; Name != int(Number); ++Name) {
    Wide Up, Down;
    if (!coefficient(Axis.upper, Name, Up) ||
        !coefficient(Axis.lower, Name, Down) ||
        __builtin_sub_overflow(Up, Down, &Up))
      return std::nullopt;
    if (Name != -1 && Up != 0 &&
        (Axes[Name].Is != Knowledge::Known ||
         !multiplyExactly(Up, Up > 0 ? Axes[Name].Max : Axes[Name].Min, Up)))
      return std::nullopt;
    if (!addExactly(Span, Up, Span))
      return std::nullopt;
  }
  const Wide Trips = Span < 0 ? 0 : Span / Axes[Number].Step + 1;
  if (Trips != Wide(uint64_t(Trips)))
    return std::nullopt;
  return uint64_t(Trips);
}

bool IterationSpace::checksHold() const {
  return std::all_of(Site.checks, Site.checks + Site.check_count,
                     [&](const twofold_check &Check) {
                       const Interval Value = evaluate(Check.form);
                       return Value.Is == Knowledge::Empty ||
                              (Value.Is == Knowledge::Known &&
                               Value.Min >= Check.min &&
                               Value.Max <= Check.max);
                     });
}

bool IterationSpace::attained(const twofold_form &Form) const {
  const twofold_term *Terms = Site.terms + Form.first;
  return std::all_of(Terms, Terms + Form.count, [&](const twofold_term &T) {
    return T.axis < 0 || Axes[T.axis].Attained;
  });
}

double IterationSpace::workOfIteration() const {
  double Work = Site.ops;
  for (uint32_t I = 0; I < Site.axis_count; ++I) {
    const twofold_axis &Axis = Site.axes[I];
    if (Axis.flags & TWOFOLD_AXIS_VIRTUAL)
      continue;
    double Trips = 1;
    // Parents come before their children, so the chain ends.
    for (int A = int(Site.rank + I), Last = A + 1;
         A >= int(Site.rank) && A < Last;
         Last = A, A = Site.axes[A - Site.rank].parent)
      Trips *= Axes[A].AverageTrips;
    Work += Trips * Axis.ops;
  }
  return Work;
}

uint64_t twofold::estimateWork(const IterationSpace &Space, uint64_t Trips) {
  double Work = Space.workOfIteration() * double(Trips);
  return Work < 0x1p63 ? uint64_t(Work) : UINT64_MAX;
}

/// Of terms that name no axis.
static bool sum(const twofold_site &Site, const twofold_launch &Launch,
                const twofold_form &Form, int64_t &Out) {
  Out = 0;
  for (uint32_t I = 0; I < Form.count; ++I) {
    const twofold_term &Term = Site.terms[Form.first + I];
    int64_t Product = Term.constant;
    if (Term.axis != -1)
      return false;
    for (int32_t Value : Term.value)
      if (Value != -1 &&
          (Value < 0 || uint32_t(Value) >= Site.value_count ||
           __builtin_mul_overflow(Product, Launch.values[Value], &Product)))
        return false;
    if (__builtin_add_overflow(Out, Product, &Out))
      return false;
  }
  return true;
}

std::optional<uint64_t> twofold::simpleWork(const twofold_site &Site,
                                            const twofold_launch &Launch,
                                            uint64_t Trips) {
  constexpr uint32_t Most = 4;
  if (Site.axis_count > Most)
    return std::nullopt;
  uint64_t Each = Site.ops, All[Most];
  for (uint32_t I = 0; I < Site.axis_count; ++I) {
    const twofold_axis &Axis = Site.axes[I];
    const int64_t Parent = int64_t(Axis.parent) - Site.rank;
    All[I] = 1;
    if (Axis.flags & TWOFOLD_AXIS_VIRTUAL)
      continue;
    int64_t Lower, Upper, Span;
    if ((Axis.flags & TWOFOLD_AXIS_UNKNOWN) || Axis.step == INT64_MIN ||
        Parent >= int64_t(I) || !sum(Site, Launch, Axis.lower, Lower) ||
        !sum(Site, Launch, Axis.upper, Upper) ||
        __builtin_sub_overflow(Upper, Lower, &Span))
      return std::nullopt;
    const uint64_t Step = uint64_t(std::max<int64_t>(std::abs(Axis.step), 1));
    uint64_t Work;
    All[I] = Span < 0 ? 0 : uint64_t(Span) / Step + 1;
    if ((Parent >= 0 && __builtin_mul_overflow(All[I], All[Parent], &All[I])) ||
        __builtin_mul_overflow(All[I], Axis.ops, &Work) ||
        __builtin_add_overflow(Each, Work, &Each))
      return std::nullopt;
  }
  if (__builtin_mul_overflow(Trips, Each, &Each))
    return std::nullopt;
  return Each;
}
