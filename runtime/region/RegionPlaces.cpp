// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionPlaces.cpp - where a call's data is, before the call ---------===//
#include "region/Regions.h"

using namespace twofold;

std::vector<Regions::NeedPlace>
Regions::places(const std::vector<RegionNeed> &Needs, const DeviceSlot *Slot,
                Keep How) const {
  std::vector<NeedPlace> Out(Needs.size());
  for (size_t I = 0; I < Needs.size(); ++I) {
    const RegionNeed &Need = Needs[I];
    NeedPlace &Place = Out[I];
    RangeSet Sent = Need.Use.Writes.without(Need.Use.Covered);
    Sent.insert(Need.Use.Reads);
    Place.Written = Need.Use.Writes.bytes();
    Place.Sent = Sent.bytes();
    Sent.insert(Need.Use.Writes);
    Place.Touched = Sent.bytes();
    if (!lazy()) {
      Place.SentEachTime = Place.Sent;
      Place.FetchedEachTime = Place.Written;
      continue;
    }
    // Whole pages of the array may stay; all else moves with every call. Of one
    // that has a region, what launches have said.
    RangeSet MayStay =
        How == Keep::All ? Need.Own : Need.Own.inner(Guard.pageBytes());
    if (!idle()) {
      Guarded Lock(Mutex);
      for (const RegionMap::Region &In : Map.overlapping(Need.Range))
        MayStay.insert(ById.at(In.Number)->Own.inner(Guard.pageBytes()));
    }
    Place.FetchedEachTime = Need.Use.Writes.without(MayStay).bytes();
    RangeSet Each = Need.Use.Reads.without(MayStay);
    Each.insert(Need.Use.Writes.without(Need.Use.Covered).without(MayStay));
    Place.SentEachTime = Each.bytes();
  }
  if (idle())
    return Out;
  Guarded Lock(Mutex);
  for (size_t I = 0; I < Needs.size(); ++I) {
    const RegionNeed &Need = Needs[I];
    RangeSet Touched = Need.Use.Writes;
    Touched.insert(Need.Use.Reads);
    for (const RegionMap::Region &In : Map.overlapping(Need.Range)) {
      const Region &R = *ById.at(In.Number);
      Out[I].Hidden += Touched.intersection(R.Hidden).bytes();
      for (const RegionCopy &C : R.Copies)
        if (C.Slot == Slot)
          Out[I].OnDevice += C.State.onDevice().intersection(Touched).bytes();
    }
  }
  return Out;
}

/// What of Own is in blocks whose end will be seen.
RangeSet Regions::known(const RangeSet &Own) const {
  if (!BlockOf)
    return Own;
  RangeSet Out;
  for (ByteRange Range : Own)
    while (!Range.empty()) {
      ByteRange Part = BlockOf(Range.Begin).Range.intersection(Range);
      if (Part.empty())
        break;
      Out.insert(Part);
      Range.Begin = Part.End;
    }
  return Out;
}

/// An array seldom begins and ends with a page. Where the rest of the page is
/// its own block's, it can stay on a device nevertheless.
std::vector<RegionNeed> Regions::widen(std::vector<RegionNeed> Needs) {
  if (scoped() || !PagesOf)
    return Needs;
  auto Known = [&](ByteRange Range, const RangeSet &Own) {
    Guarded Lock(Mutex);
    std::vector<Region *> In = overlapping(Range);
    return In.size() == 1 && In[0]->Range.contains(Range) &&
           Own.without(In[0]->Own).empty();
  };
  for (RegionNeed &Need : Needs) {
    RangeSet Own = Need.Own;
    Own.insert(Need.Around.intersection(Need.Range));
    if (Own.empty() || Known(Need.Range, Own))
      continue;
    // The guard sees who else uses a block. Not so the program's data, in which
    // there is anything.
    const bool IsSeen = Need.Around.empty() || !BlockOf ||
                        !BlockOf(Need.Around.Begin).Private.empty();
    Need.Own = known(IsSeen ? Own : Need.Own);
    Own = Need.Own;
    for (const ByteRange &Range : Need.Own) {
      ByteRange Whole = RangeSet(Range).outer(Guard.pageBytes()).hull();
      ByteRange Pages = PagesOf(Range.Begin).intersection(Whole);
      if (!Pages.empty() && Pages.overlaps(Range))
        Own.insert(Pages);
    }
    Need.Range = Need.Range.hull(Own.hull());
    Need.Own = std::move(Own);
  }
  return Needs;
}
