// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionPlaces.cpp - where a call's data is, before the call ---------===//
#include "region/Regions.h"

using namespace twofold;

std::vector<NeedPlace> Regions::places(const std::vector<RegionNeed> &Needs,
                                       const DeviceSlot *Slot, Keep How) const {
  std::vector<NeedPlace> Out(Needs.size());
  const uint64_t PageBytes = Parts.Guard.pageBytes();
  for (size_t I = 0; I < Needs.size(); ++I) {
    const RegionNeed &Need = Needs[I];
    NeedPlace &Place = Out[I];
    RangeSet Sent = Need.Use.Writes.without(Need.Use.Covered);
    Sent.insert(Need.Use.Reads);
    RangeSet Touched = Need.Use.Writes;
    Touched.insert(Need.Use.Reads);
    // Whole pages of the array may stay; all else moves with every call. Of one
    // that has a region, what launches have said.
    RangeSet MayStay;
    if (lazy())
      MayStay = How == Keep::All ? Need.Own : Need.Own.inner(PageBytes);
    if (!idle()) {
      const RegionTable::Locked Lock = Parts.Table.lock();
      for (const Region *R : Parts.Table.overlapping(Need.Range)) {
        MayStay.insert(R->Own.inner(PageBytes));
        Place.Hidden += Touched.intersection(R->Hidden).bytes();
        for (const RegionCopy &C : R->Copies)
          if (C.Slot == Slot)
            Place.OnDevice += C.State.onDevice().intersection(Touched).bytes();
      }
    }
    Place.Written = Need.Use.Writes.bytes();
    Place.Sent = Sent.bytes();
    Place.Touched = Touched.bytes();
    Place.FetchedEachTime = Need.Use.Writes.without(MayStay).bytes();
    Place.SentEachTime = Sent.without(MayStay).bytes();
  }
  return Out;
}

/// What of Own is in blocks whose end will be seen.
RangeSet Regions::known(const RangeSet &Own) const {
  const BlockFinder &BlockOf = Parts.BlockOf;
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
std::vector<RegionNeed> Regions::widen(std::vector<RegionNeed> Needs) const {
  if (Parts.Guard.keepsBytes() || !PagesOf)
    return Needs;
  auto Known = [&](ByteRange Range, const RangeSet &Own) {
    const RegionTable::Locked Lock = Parts.Table.lock();
    std::vector<Region *> In = Parts.Table.overlapping(Range);
    return In.size() == 1 && In[0]->Range.contains(Range) &&
           Own.without(In[0]->Own).empty();
  };
  for (RegionNeed &Need : Needs) {
    if (Need.Range.empty())
      continue; // nothing of it is touched
    RangeSet Own = Need.Own;
    Own.insert(Need.Around.intersection(Need.Range));
    if (Own.empty() || Known(Need.Range, Own))
      continue;
    // The guard sees who else uses a block. Not so the program's data, in which
    // there is anything.
    const bool IsSeen = Need.Around.empty() || !Parts.BlockOf ||
                        !Parts.BlockOf(Need.Around.Begin).Private.empty();
    Need.Own = known(IsSeen ? Own : Need.Own);
    Own = Need.Own;
    for (const ByteRange &Range : Need.Own) {
      ByteRange Whole = RangeSet(Range).outer(Parts.Guard.pageBytes()).hull();
      ByteRange Pages = PagesOf(Range.Begin).intersection(Whole);
      if (!Pages.empty() && Pages.overlaps(Range))
        Own.insert(Pages);
    }
    Need.Range = Need.Range.hull(Own.hull());
    Need.Own = std::move(Own);
  }
  return Needs;
}

Whereabouts Regions::where(ByteRange Range) const {
  Whereabouts Out;
  const RegionTable::Locked Lock = Parts.Table.lock();
  RangeSet OnHost(Range);
  for (const Region *R : Parts.Table.overlapping(Range)) {
    OnHost.erase(R->Hidden);
    for (const RegionCopy &C : R->Copies)
      if (uint64_t Bytes = C.State.onDevice().intersection(Range).bytes())
        Out.Devices[C.Slot->Number] += Bytes;
  }
  Out.Host = OnHost.bytes();
  return Out;
}
