// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conflict/OwnElements.h"
#include "bytes/Footprint.h"
#include "conflict/PlaceSum.h"
#include "observe/KnownBlocks.h"
#include "system/LoadedObjects.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

using namespace twofold;

namespace {

/// Less work is done sooner than its places are computed.
constexpr uint64_t LeastPerIteration = 8;
/// So much that to sort places is little beside it.
constexpr uint64_t PerSortedIteration = 512;
constexpr uint64_t MostSorted = uint64_t(1) << 24; ///< iterations
constexpr uint64_t MostMemory = uint64_t(1) << 25; ///< bytes of an entry

/// Both included, if Is says that there are any.
struct PlaceEnds {
  Knowledge Is = Knowledge::Unknown;
  int64_t Min = 0, Max = 0;
};

struct SeenAxis : PlaceAxis {
  using PlaceAxis::PlaceAxis;
  ByteRange Read;    ///< all that was loaded
  uint64_t Seen = 0; ///< 1 + the iteration that Now is of
  PlaceEnds Now;
};

struct PlaceCheck {
  PlaceSum Sum;
  int64_t Min, Max;
};

struct PlaceUpdate {
  PlaceSum Address;
  uint64_t Size;
  struct Fact {
    PlaceSum Sum; ///< not negative where it happens and Checks hold
    std::vector<PlaceCheck> Checks;
  };
  std::vector<Fact> Facts;
  std::vector<PlaceCheck> Checks; ///< where they hold it is at Address
};

/// Of one base: what each iteration updates.
class UpdateRanges {
  const twofold_site &Site;
  const twofold_launch &Launch;
  std::vector<int64_t> At; ///< parallel dimensions
  std::vector<SeenAxis> Axes;
  std::vector<PlaceUpdate> Updates;
  uint64_t Iteration = 0;
  ByteRange Page; ///< that can be read

  PlaceEnds evaluate(const PlaceSum &Of);
  const PlaceEnds &axis(unsigned Number);
  PlaceEnds load(SeenAxis &Axis);
  bool readable(uint64_t Address, uint64_t Bytes);
  bool hold(const std::vector<PlaceCheck> &Checks);
  bool touched(ByteRange &Out);

public:
  ByteRange All; ///< what all iterations update
  UpdateRanges(const twofold_site &Site, const twofold_launch &Launch,
               uint32_t Base);
  bool apart(uint64_t Trips, bool MaySort);
  void addRead(std::vector<ByteRange> &To) const;
};

UpdateRanges::UpdateRanges(const twofold_site &Site,
                           const twofold_launch &Launch, uint32_t Base)
    : Site(Site), Launch(Launch), At(Site.rank) {
  const twofold_conflicts &All = *Site.conflicts;
  for (uint32_t I = 0; I < All.axis_count; ++I)
    Axes.emplace_back(Site, Launch, All.axes[I]);
  for (uint32_t I = 0; I < All.reference_count; ++I) {
    const twofold_reference &R = All.references[I];
    if (!(R.flags & TWOFOLD_REFERENCE_UPDATE) || R.base != Base)
      continue;
    PlaceUpdate U{placeSumFrom(Site, Launch, R.offset, Base), R.size, {}, {}};
    for (uint32_t F = 0; F < R.fact_count; ++F) {
      const twofold_check &Fact = All.facts[R.first_fact + F];
      PlaceSum Sum = placeSum(Site, Launch, Fact.form);
      if (Fact.min > Fact.max)
        U.Checks.push_back({std::move(Sum), Fact.max, Fact.min});
      else
        U.Facts.push_back({std::move(Sum), std::exchange(U.Checks, {})});
    }
    Updates.push_back(std::move(U));
  }
}

bool UpdateRanges::readable(uint64_t Address, uint64_t Bytes) {
  if (Page.contains({Address, Address + Bytes}))
    return true;
  const uint64_t Begin = Address / SmallestPage * SmallestPage,
                 End = (Address + Bytes + SmallestPage - 1) / SmallestPage *
                       SmallestPage;
  // Where a page ends another may not begin: arrays do not end with pages.
  if (!isReadable(reinterpret_cast<const void *>(Begin), End - Begin))
    return isReadable(reinterpret_cast<const void *>(Address), Bytes);
  Page = {Begin, End};
  return true;
}

/// What the axis stands for in this iteration.
PlaceEnds UpdateRanges::load(SeenAxis &Axis) {
  const PlaceEnds From = evaluate(Axis.Lower);
  if (From.Is != Knowledge::Known)
    return From;
  PlaceRange First = {From.Min, From.Max};
  if (const auto Address = uint64_t(From.Min); Axis.Bytes != 0) {
    if (From.Min != From.Max || !readable(Address, Axis.Bytes))
      return {};
    const std::optional<int64_t> Number = Axis.numberAt(Address);
    if (!Number)
      return {};
    First = {*Number, *Number};
    Axis.Read = Axis.Read.hull({Address, Address + Axis.Bytes});
  }
  const PlaceEnds Other = evaluate(Axis.Upper);
  if (Other.Is != Knowledge::Known)
    return Other;
  const auto Made = Axis.combine(First, {Other.Min, Other.Max});
  return Made ? PlaceEnds{Knowledge::Known, Made->Min, Made->Max} : PlaceEnds();
}

const PlaceEnds &UpdateRanges::axis(unsigned Number) {
  SeenAxis &A = Axes[Number];
  if (A.Seen == Iteration + 1)
    return A.Now;
  A.Seen = Iteration + 1;
  A.Now = {};
  if (A.Loaded) {
    A.Now = load(A);
  } else if (A.Bounded) {
    const PlaceEnds Low = evaluate(A.Lower), High = evaluate(A.Upper);
    if (Low.Is == Knowledge::Empty || High.Is == Knowledge::Empty)
      A.Now.Is = Knowledge::Empty;
    else if (Low.Is == Knowledge::Known && High.Is == Knowledge::Known)
      A.Now = {Low.Min > High.Max ? Knowledge::Empty : Knowledge::Known,
               Low.Min, High.Max};
  }
  return A.Now;
}

PlaceEnds UpdateRanges::evaluate(const PlaceSum &Of) {
  PlaceEnds Out{Of.Fits ? Knowledge::Known : Knowledge::Unknown, Of.Constant,
                Of.Constant};
  for (const PlaceSum::Part &P : Of.Parts) {
    PlaceEnds Axis;
    if (P.Axis < Site.rank)
      Axis = {Knowledge::Known, At[P.Axis], At[P.Axis]};
    else
      Axis = axis(P.Axis - Site.rank);
    if (Axis.Is == Knowledge::Empty)
      return Axis;
    int64_t A, B;
    if (Axis.Is != Knowledge::Known ||
        __builtin_mul_overflow(P.Factor, Axis.Min, &A) ||
        __builtin_mul_overflow(P.Factor, Axis.Max, &B) ||
        __builtin_add_overflow(Out.Min, std::min(A, B), &Out.Min) ||
        __builtin_add_overflow(Out.Max, std::max(A, B), &Out.Max))
      Out.Is = Knowledge::Unknown;
  }
  return Out;
}

/// They are known to hold in this iteration.
bool UpdateRanges::hold(const std::vector<PlaceCheck> &Checks) {
  return std::all_of(Checks.begin(), Checks.end(), [&](const PlaceCheck &C) {
    const PlaceEnds Value = evaluate(C.Sum);
    return Value.Is == Knowledge::Empty ||
           (Value.Is == Knowledge::Known && Value.Min >= C.Min &&
            Value.Max <= C.Max);
  });
}

/// What the iteration updates lies in Out. False: not known.
bool UpdateRanges::touched(ByteRange &Out) {
  Out = {};
  for (const PlaceUpdate &U : Updates) {
    const bool Happens =
        std::none_of(U.Facts.begin(), U.Facts.end(), [&](const auto &Fact) {
          const PlaceEnds Value = evaluate(Fact.Sum);
          return Value.Is == Knowledge::Empty ||
                 (Value.Is == Knowledge::Known && Value.Max < 0 &&
                  hold(Fact.Checks));
        });
    if (!Happens)
      continue;
    if (!hold(U.Checks))
      return false;
    const PlaceEnds Place = evaluate(U.Address);
    if (Place.Is == Knowledge::Empty)
      continue;
    const ByteRange Here = {uint64_t(Place.Min), uint64_t(Place.Max) + U.Size};
    if (Place.Is != Knowledge::Known || Here.empty())
      return false;
    Out = Out.hull(Here);
  }
  return true;
}

/// Rows that ascend or descend need not be kept.
bool UpdateRanges::apart(uint64_t Trips, bool MaySort) {
  bool Up = true, Down = true;
  std::vector<ByteRange> Kept;
  ByteRange Last;
  for (Iteration = 0; Iteration < Trips; ++Iteration) {
    placeIteration(Site, Launch, Iteration,
                   [this](unsigned D, int64_t Is) { At[D] = Is; });
    ByteRange Here;
    if (!touched(Here))
      return false;
    if (Here.empty())
      continue;
    if (!Last.empty()) {
      Up = Up && Here.Begin >= Last.End;
      Down = Down && Here.End <= Last.Begin;
    }
    if (!Up && !Down && !MaySort)
      return false;
    if (MaySort)
      Kept.push_back(Here);
    Last = Here;
    All = All.hull(Here);
  }
  if (Up || Down)
    return true;
  std::sort(Kept.begin(), Kept.end(),
            [](ByteRange A, ByteRange B) { return A.Begin < B.Begin; });
  return std::adjacent_find(Kept.begin(), Kept.end(),
                            [](ByteRange A, ByteRange B) {
                              return B.Begin < A.End;
                            }) == Kept.end();
}

void UpdateRanges::addRead(std::vector<ByteRange> &To) const {
  for (const SeenAxis &A : Axes)
    if (!A.Read.empty())
      To.push_back(A.Read);
}

/// What the loop may write through one base; nothing: anywhere.
std::optional<ByteRange> writtenThrough(const twofold_site &Site,
                                        const twofold_launch &Launch,
                                        const IterationSpace &Space,
                                        uint32_t Base) {
  if (auto Known = computeBaseFootprint(Site, Launch, Space, Base))
    return Known->Hull;
  // A correct program does not leave the block.
  const KnownBlock Block = knownBlock(addressOf(Site.bases[Base], Launch));
  if (Block.Range.empty())
    return std::nullopt;
  return Block.Range;
}

} // namespace

OwnElementsFound twofold::findOwnElements(const twofold_site &Site,
                                          const twofold_launch &Launch,
                                          uint64_t Trips,
                                          uint64_t PerIteration) {
  OwnElementsFound Out;
  std::vector<std::optional<ByteRange>> Updated(Site.base_count);
  for (uint32_t I = 0; I < Site.element_count && I < 64; ++I) {
    const twofold_element &E = Site.elements[I];
    if (!(E.flags & TWOFOLD_ELEMENT_TESTED))
      continue;
    UpdateRanges Ranges(Site, Launch, E.base);
    const bool Apart = Ranges.apart(Trips, PerIteration >= PerSortedIteration &&
                                               Trips <= MostSorted);
    Ranges.addRead(Out.Read);
    if (!Apart)
      continue;
    Out.Own |= ElementMask(1) << I;
    Updated[E.base] = Ranges.All;
  }
  if (!Out.Own)
    return Out;
  // What was read must be what all iterations will read, and what is updated
  // by another name is nobody's own.
  const IterationSpace Space(Site, Launch);
  const auto Has = [&](uint32_t Base, uint32_t Flag) {
    return std::any_of(Site.accesses, Site.accesses + Site.access_count,
                       [&](const twofold_access &A) {
                         return A.base == Base && (A.flags & Flag);
                       });
  };
  for (uint32_t B = 0; B < Site.base_count; ++B) {
    const bool Element =
        std::any_of(Site.elements, Site.elements + Site.element_count,
                    [&](const twofold_element &E) { return E.base == B; });
    const bool Others = Element && Site.element_count > 1;
    if (!Has(B, TWOFOLD_ACCESS_WRITE) || (Out.Read.empty() && !Others))
      continue;
    const auto Range =
        Updated[B] ? Updated[B] : writtenThrough(Site, Launch, Space, B);
    bool Meets =
        !Range || std::any_of(Out.Read.begin(), Out.Read.end(),
                              [&](ByteRange R) { return R.overlaps(*Range); });
    for (uint32_t Other = 0; Range && Others && Other < Site.base_count;
         ++Other)
      Meets |= Other != B && Updated[Other] && Updated[Other]->overlaps(*Range);
    if (Meets) {
      Out.Own = 0;
      break;
    }
  }
  return Out;
}

ElementMask OwnElements::find(const twofold_site &Site,
                              const twofold_launch &Launch, uint64_t Trips,
                              uint64_t Ops) {
  const uint64_t PerIteration = Ops / Trips;
  constexpr uint32_t Unlisted = TWOFOLD_SITE_OPAQUE | TWOFOLD_SITE_DECLINES;
  if ((Site.flags & Unlisted) || !Site.conflicts ||
      PerIteration < LeastPerIteration ||
      Stopped.load(std::memory_order_relaxed) ||
      std::none_of(
          Site.elements, Site.elements + Site.element_count,
          [](const twofold_element &E) {
            return E.flags & TWOFOLD_ELEMENT_TESTED;
          }))
    return 0;
  // Who would have to wait for it tests without it.
  std::unique_lock<std::mutex> Hold(Lock, std::try_to_lock);
  std::unique_ptr<Entry> None;
  const unsigned Number = CallKey::slot(Site, Launch, KeptBits);
  std::unique_ptr<Entry> &Slot = Hold.owns_lock() ? Entries[Number] : None;
  const uint64_t Unloads = unloadsBefore(&Site);
  const auto IsOf = [&](const std::unique_ptr<Entry> &E) {
    return E && E->Site == &Site && E->Unloads == Unloads &&
           E->Of.isOf(Site, Launch);
  };
  if (Hold.owns_lock() && !IsOf(Slot))
    std::swap(Slot, Entries[CallKey::secondSlot(Number)]);
  if (IsOf(Slot)) {
    const char *Then = Slot->Bytes.data();
    bool Same = true;
    for (ByteRange R : Slot->Found.Read) {
      const auto *Now = reinterpret_cast<const char *>(uintptr_t(R.Begin));
      Same = Same && isReadable(Now, R.size()) &&
             std::memcmp(Now, Then, R.size()) == 0;
      Then += R.size();
    }
    if (Same)
      return Slot->Found.Own;
  }
  OwnElementsFound Found = findOwnElements(Site, Launch, Trips, PerIteration);
  uint64_t Bytes = 0;
  for (ByteRange R : Found.Read)
    Bytes += R.size();
  if (!Hold.owns_lock() || Bytes > MostMemory || !CallKey(Site, Launch).fits())
    return Found.Own;
  auto New = std::make_unique<Entry>();
  for (ByteRange R : Found.Read) {
    const auto *Now = reinterpret_cast<const char *>(uintptr_t(R.Begin));
    if (!isReadable(Now, R.size()))
      return Found.Own;
    New->Bytes.insert(New->Bytes.end(), Now, Now + R.size());
  }
  New->Of = CallKey(Site, Launch);
  New->Found = std::move(Found);
  New->Site = &Site;
  New->Unloads = Unloads;
  Slot = std::move(New);
  return Slot->Found.Own;
}
