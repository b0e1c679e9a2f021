// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conflict/PairPlaces.h"
#include "bytes/Footprint.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

using namespace twofold;

/// Places that are kept at a time.
static constexpr size_t MostKept = size_t(1) << 22;

PlaceAccess PairPlaces::access(const twofold_reference &R) const {
  PlaceAccess Out;
  Out.Anywhere = R.base == TWOFOLD_NO_BASE;
  Out.Address = placeSumFrom(Site, Launch, R.offset, R.base);
  Out.Size = R.size;
  uint64_t Mask = R.axes;
  addLoops(Out.Address, Mask);
  std::vector<PlaceCheck> Right;
  unsigned Behind = 0;
  for (uint32_t I = 0; I < R.fact_count; ++I) {
    const twofold_check &C = All.facts[R.first_fact + I];
    PlaceSum Of = placeSum(Site, Launch, C.form);
    addLoops(Of, Mask);
    if (C.min == INT64_MAX && C.max == INT64_MIN) {
      Out.Stored = std::move(Of);
      continue;
    }
    Behind = std::max(Behind, lastLoop(Of));
    if (C.min > C.max)
      Right.push_back({std::move(Of), C.max, C.min});
    else
      Out.Facts.push_back({{std::move(Of), C.min, C.max},
                           std::exchange(Behind, 0),
                           std::exchange(Right, {})});
  }
  for (unsigned Number = unsigned(Axes.size()); Number-- > 0;)
    if (Mask >> Number & 1) {
      addLoops(Axes[Number].Lower, Mask);
      addLoops(Axes[Number].Upper, Mask);
      Out.Loops.insert(Out.Loops.begin(), Number);
    }
  return Out;
}

PairPlaces::PairPlaces(const twofold_site &Site, const twofold_launch &Launch,
                       const twofold_conflict &Pair,
                       const ReadPermission &MayRead)
    : AxisNumbers(Site, Launch, MayRead),
      Count(Pair.first == Pair.second ? 1 : 2) {
  if (Axes.size() != All.axis_count) {
    Left = 0;
    return;
  }
  Accesses[0] = access(All.references[Pair.first]);
  Accesses[1] = access(All.references[Pair.second]);
  // All places are multiples of it, where pointers in memory are.
  for (const PlaceAccess &A : Accesses) {
    Grain = std::gcd(Grain, std::gcd(A.Size, uint64_t(A.Address.Constant)));
    for (const PlaceSum::Part &P : A.Address.Parts)
      if (!A.Anywhere || P.Factor != 1)
        Grain = std::gcd(Grain, uint64_t(P.Factor));
  }
}

bool PairPlaces::mustMeet(uint64_t Trips) const {
  const PlaceAccess &A = Accesses[0];
  int64_t Low, High;
  return Count == 1 && A.Facts.empty() && A.Loops.empty() && !A.Stored &&
         range(A.Address, Low, High) && Low <= High && Grain != 0 &&
         (uint64_t(High) - uint64_t(Low)) / Grain < Trips - 1;
}

bool PairPlaces::liesApart() const {
  if (Left == 0)
    return true;
  // Of the call's own numbers.
  for (const PlaceAccess &A : Accesses)
    for (const PlaceFact &F : A.Facts)
      if (F.Right.empty() && F.Of.Parts.empty() && F.Of.Fits &&
          (F.Of.Constant < F.Min || F.Of.Constant > F.Max))
        return true;
  int64_t Low[2], High[2];
  if (!range(Accesses[0].Address, Low[0], High[0]) ||
      !range(Accesses[1].Address, Low[1], High[1]))
    return false;
  // A number that may be anything has ends below address 0.
  return High[0] + Wide(Accesses[0].Size) <= Low[1] ||
         High[1] + Wide(Accesses[1].Size) <= Low[0];
}

void PairPlaces::touch(unsigned Which) {
  int64_t Address;
  Touched = true;
  if (!value(Accesses[Which].Address, Address) ||
      uint64_t(Address) % Grain != 0)
    return;
  const uint64_t First = uint64_t(Address) / Grain;
  const bool Compares = Accesses[0].Stored && Accesses[Count - 1].Stored;
  int64_t Number;
  if (!Compares || !value(*Accesses[Which].Stored, Number)) {
    for (uint64_t I = 0; I < Accesses[Which].Size / Grain; ++I)
      Met |= Table->meets(First + I, Iteration, Which, Count == 1);
    return;
  }
  // Each part of one number is another one.
  for (uint64_t I = 0; I < Accesses[Which].Size / Grain; ++I) {
    const uint64_t Part =
        (uint64_t(Number) ^ I << 56) * uint64_t(0x9e3779b97f4a7c15);
    Met |= Table->meets(First + I, Iteration, Which, Count == 1,
                        uint32_t(Part >> 32));
  }
}

/// F holds, or nobody knows since it is not right here, or its number is lost.
bool PairPlaces::holds(const PlaceFact &F) {
  Wide V;
  const auto Outside = [&](const PlaceCheck &C) {
    return V < C.Min || V > C.Max;
  };
  for (const PlaceCheck &C : F.Right)
    if (value(C.Of, V) ? Outside(C) : Lost)
      return true;
  return value(F.Of, V) ? !Outside(F) : Lost;
}

/// Goes through the inner loops from number Next of the access on. The last
/// round comes first: blocks that overlap do so at their ends.
void PairPlaces::rounds(unsigned Which, size_t Next) {
  const PlaceAccess &A = Accesses[Which];
  const unsigned Known = Next == 0 ? 0 : A.Loops[Next - 1] + 1,
                 Before = Next < 2 ? 0 : A.Loops[Next - 2] + 1;
  Left -= std::min(Left, Rejected);
  Taken += Rejected;
  --Here;
  for (const PlaceFact &F : A.Facts)
    if (F.Behind <= Known && (Next == 0 || F.Behind > Before) && !holds(F))
      return;
  if (Next == A.Loops.size())
    return touch(Which);
  const PlaceAxis &Axis = Axes[A.Loops[Next]];
  int64_t Low, High;
  if (!value(Axis.Lower, Low) || !value(Axis.Upper, High) || Axis.Step == 0 ||
      Low > High)
    return;
  const Wide First = Axis.Step < 0 ? High : Low,
             Last = (Wide(High) - Low) /
                    (Wide(Axis.Step) * (Axis.Step < 0 ? -1 : 1));
  for (Wide R = 0; R <= Last && goesOn(); ++R) {
    set(Site.rank + A.Loops[Next],
        int64_t(First + (R == 0 ? Last : R - 1) * Axis.Step));
    rounds(Which, Next + 1);
  }
}

void PairPlaces::run(uint64_t Begin, uint64_t End) {
  Here = Longest;
  for (Iteration = Begin; Iteration < End && goesOn(); ++Iteration, ++Seen) {
    enter(Iteration);
    for (unsigned Which = 0; Which < Count && goesOn(); ++Which) {
      const uint64_t Before = Left, TakenBefore = Taken;
      rounds(Which, 0);
      const uint64_t Searching = std::exchange(Replayed, 0);
      Searches -= std::min(Searches, Searching);
      Taken += Searching * Rejected;
      if (Longest - Here == 1 && !Touched && Searching == 0) {
        Left = Before - 1;
        Taken = TakenBefore + 1;
      }
      Touched = false;
      Here = Longest;
    }
  }
}

bool PairPlaces::meet(uint64_t Trips) {
  for (uint64_t Shares = 1;; Shares *= 2)
    for (uint64_t Share = 0;; ++Share) {
      if (Share == Shares)
        return false;
      Table.emplace(MostKept, Share, Shares);
      run(0, Trips);
      if (Met)
        return true;
      if (Table->full())
        break;
    }
}

/// Long runs of iterations show what repeats soon; those at the beginning, in
/// the middle and at the end are the first. Many short ones anywhere show what
/// repeats much later. Every other sample looks at the first rounds of inner
/// loops alone, in more iterations.
bool PairPlaces::meet(uint64_t Trips, uint64_t Sample, uint64_t Steps,
                      uint64_t Rounds) {
  constexpr uint64_t Short = 4, FirstRounds = 16;
  // Searches may take longer than there is time for all iterations.
  const bool Searching = std::any_of(
      Axes.begin(), Axes.end(), [](const PlaceAxis &A) { return A.State; });
  const uint64_t Long = std::min(Steps / 3, Trips / 4);
  if (std::bit_width(Sample) % 2 == 0)
    Longest = std::max(FirstRounds, Steps / Trips);
  Table.emplace(MostKept, 0, 1);
  Left = 2 * Steps * Count * Rejected;
  if (Trips <= 2 * Steps && !(Searching && Trips > 4 * Short)) {
    // Few iterations may be long: each has a share before the first has all.
    const uint64_t Deepest = Longest;
    if (Trips <= Steps / (2 * FirstRounds))
      Longest = std::min(Deepest, Steps / Trips);
    run(0, Trips);
    if (std::exchange(Longest, Deepest) != Deepest)
      run(0, Trips);
    return Met;
  }
  uint64_t Seed = Sample;
  const auto Anywhere = [&](uint64_t Length) {
    Seed = Seed * 6364136223846793005 + 1442695040888963407;
    return (Seed >> 20) % (Trips - Length);
  };
  for (uint64_t W = 0; W < 3; ++W) {
    Left = Long * Count * Rejected;
    Searches = Rounds / 8;
    run(Sample == 0 ? (Trips - Long) / 2 * W : Anywhere(Long), Trips);
  }
  Left = Steps * Count * Rejected;
  Searches = Rounds / 8 * 5;
  Seen = 0;
  // Short loops should not take longer to look at than to run.
  while (goesOn() && Seen < std::max(Trips / Rejected, 2 * Steps)) {
    const uint64_t Begin = Anywhere(Short);
    run(Begin, Begin + Short);
  }
  return Met;
}
