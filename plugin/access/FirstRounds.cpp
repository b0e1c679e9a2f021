// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/FirstRounds.h"
#include "access/ComputedQuotients.h"
#include "access/KeptConditions.h"

namespace twofold {

/// A, which is loaded or computed of numbers, in the first round.
MaybeForm FirstRounds::computed(Axis A) {
  bool Changes = false;
  for (AffineForm *Of : {&A.From, &A.Than, &A.Divisor}) {
    const MaybeForm First = form(*Of);
    if (!First)
      return std::nullopt;
    Changes |= !sameForm(*Of, *First);
    *Of = *First;
  }
  if (!Changes)
    return AffineForm();
  if (!A.Divisor.empty())
    A = asNumber(A);
  Axes.push_back(std::move(A));
  return axisForm(Rank + int(Axes.size()) - 1);
}

MaybeForm FirstRounds::axis(int Number) {
  if (Number < Rank)
    return axisForm(Number);
  if (const auto It = Known.find(Number); It != Known.end())
    return It->second;
  const Axis A = Axes[Number - Rank];
  MaybeForm First;
  if ((A.Goes != -1 || !A.Virtual) && Keeps(Number)) {
    First = axisForm(Number);
  } else if (A.Goes != -1) {
    First = form(A.From);
  } else if (A.Loaded || !A.Divisor.empty()) {
    First = computed(A);
    if (First && First->empty())
      First = axisForm(Number);
  } else if (!A.Virtual && (!A.Unknown || A.Open)) {
    First = form(A.Step > 0 ? A.Lower : A.Upper);
  }
  Known[Number] = First;
  return First;
}

MaybeForm FirstRounds::form(const AffineForm &Of) {
  MaybeForm Out = Of;
  for (const Monomial &M : Of) {
    const MaybeForm First = M.Axis < Rank ? MaybeForm() : axis(M.Axis);
    if (M.Axis >= Rank && Out)
      Out = First ? withAxis(*Out, M.Axis, *First) : std::nullopt;
  }
  return Out;
}

std::optional<Occurrence> FirstRounds::of(const Occurrence &O) {
  const MaybeForm Offset = O.Unknown ? MaybeForm() : form(O.Offset);
  if (!Offset)
    return std::nullopt;
  Occurrence Out = O;
  Out.Offset = *Offset;
  llvm::erase_if(Out.Around,
                 [&](int Number) { return Number < Rank || !Keeps(Number); });
  const auto Kept =
      keptConditions(O.Conditions, [&](llvm::ArrayRef<RangeCheck> One) {
        return llvm::all_of(
            One, [&](const RangeCheck &C) { return form(C.Form).has_value(); });
      });
  Out.Conditions.clear();
  for (const RangeCheck &C : Kept)
    Out.Conditions.push_back({*form(C.Form), C.Min, C.Max});
  // Where a loop has no round nothing happens.
  for (int Number : O.Around) {
    if (Number < Rank || Keeps(Number) || Axes[Number - Rank].Unknown)
      continue;
    const Axis &A = Axes[Number - Rank];
    const MaybeForm Span = difference(A.Upper, A.Lower);
    const MaybeForm First = Span ? form(*Span) : Span;
    if (First && !constantOf(*First))
      Out.Conditions.push_back({*First, 0, INT64_MAX});
  }
  return Out;
}

} // namespace twofold
