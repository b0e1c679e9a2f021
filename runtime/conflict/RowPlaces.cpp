// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowPlaces.cpp - places that are one range in each iteration --------===//
//
// `for (j = begin[b]; j < end[b]; j++) a[j] = ...`: what an iteration touches
// is known by its ends, which are compared instead of all places between them.
#include "conflict/PairPlaces.h"

#include <algorithm>

using namespace twofold;

namespace {

/// What one iteration touches. Iterations of one Key do not meet.
struct Row {
  Wide Begin, End;
  uint64_t Key;
  unsigned Side;
};

/// Of the rows of a side that have begun, those that end last.
class LastRows {
  Row First{0, 0, 0, 0}, Second{0, 0, 0, 0};

public:
  bool reach(const Row &R) const {
    return (First.End > R.Begin && First.Key != R.Key) ||
           (Second.End > R.Begin && Second.Key != R.Key);
  }
  void add(const Row &R) {
    if (R.Key == First.Key) {
      First.End = std::max(First.End, R.End);
    } else if (R.End > First.End) {
      Second = First;
      First = R;
    } else if (R.End > Second.End) {
      Second = R;
    }
  }
};

bool anyMeet(std::vector<Row> &Rows, bool Alone) {
  std::sort(Rows.begin(), Rows.end(),
            [](const Row &A, const Row &B) { return A.Begin < B.Begin; });
  std::array<LastRows, 2> Last;
  for (const Row &R : Rows) {
    if (Last[Alone ? R.Side : 1 - R.Side].reach(R))
      return true;
    Last[R.Side].add(R);
  }
  return false;
}

} // namespace

bool PairPlaces::isOfLoop(const PlaceSum &Of) const {
  uint64_t Mask = 0;
  addLoops(Of, Mask);
  return Mask != 0;
}

bool PairPlaces::areRows() const {
  const auto IsRow = [&](const PlaceAccess &A) {
    if (A.Loops.size() != 1 || (A.Stored && isOfLoop(*A.Stored)))
      return false;
    const PlaceAxis &Axis = Axes[A.Loops[0]];
    PlaceSum Rest = A.Address;
    int64_t Factor = 0;
    std::erase_if(Rest.Parts, [&](const PlaceSum::Part &P) {
      const bool Own = P.Axis == Site.rank + A.Loops[0];
      Factor = Own ? P.Factor : Factor;
      return Own;
    });
    const Wide Step = Wide(Factor) * Axis.Step;
    return Step != 0 && (Step < 0 ? -Step : Step) <= Wide(A.Size) &&
           !isOfLoop(Rest) && !isOfLoop(Axis.Lower) && !isOfLoop(Axis.Upper) &&
           std::all_of(A.Facts.begin(), A.Facts.end(),
                       [](const PlaceFact &F) { return F.Behind == 0; });
  };
  return Left != 0 && IsRow(Accesses[0]) && IsRow(Accesses[Count - 1]);
}

bool PairPlaces::rowsMeet(uint64_t Trips, uint64_t Sample, uint64_t Most) {
  std::vector<Row> Rows;
  Rows.reserve(std::min(Trips, Most) * Count);
  const bool Compares = Accesses[0].Stored && Accesses[Count - 1].Stored;
  const auto Add = [&](uint64_t Number) {
    enter(Number);
    for (unsigned Which = 0; Which < Count; ++Which) {
      const PlaceAccess &A = Accesses[Which];
      const PlaceAxis &Axis = Axes[A.Loops[0]];
      Taken += Rejected;
      int64_t Low, High, Stored;
      const bool Comes =
          std::all_of(A.Facts.begin(), A.Facts.end(),
                      [&](const PlaceFact &F) { return holds(F); });
      if (!Comes || !value(Axis.Lower, Low) || !value(Axis.Upper, High) ||
          Low > High)
        continue;
      const Wide Step = Axis.Step < 0 ? -Wide(Axis.Step) : Wide(Axis.Step),
                 Span = (Wide(High) - Low) / Step * Step;
      Wide Ends[2];
      set(Site.rank + A.Loops[0], Axis.Step < 0 ? High : Low);
      bool Known = value(A.Address, Ends[0]);
      set(Site.rank + A.Loops[0],
          int64_t(Axis.Step < 0 ? High - Span : Low + Span));
      Known &= value(A.Address, Ends[1]);
      uint64_t Key = Number + 1;
      if (Compares && value(*A.Stored, Stored))
        Key = uint64_t(Stored) * 0x9e3779b97f4a7c15;
      if (Known)
        Rows.push_back({std::min(Ends[0], Ends[1]),
                        std::max(Ends[0], Ends[1]) + Wide(A.Size), Key, Which});
    }
  };
  if (Trips <= Most) {
    for (uint64_t I = 0; I < Trips; ++I)
      Add(I);
    return anyMeet(Rows, Count == 1);
  }
  // Neighbours first, then iterations anywhere.
  uint64_t Seed = Sample;
  const uint64_t Run = Most / 4;
  const auto Anywhere = [&](uint64_t Length) {
    Seed = Seed * 6364136223846793005 + 1442695040888963407;
    return (Seed >> 20) % (Trips - Length);
  };
  const uint64_t Begin = Sample == 0 ? 0 : Anywhere(Run);
  for (uint64_t I = 0; I < Run; ++I)
    Add(Begin + I);
  for (uint64_t I = Run; I < Most; ++I)
    Add(Anywhere(1));
  return anyMeet(Rows, Count == 1);
}
