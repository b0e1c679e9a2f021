// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "region/RegionTable.h"

#include <algorithm>

using namespace twofold;

thread_local unsigned RegionTable::HeldHere = 0;

std::vector<Region *> RegionTable::overlapping(ByteRange Range) const {
  std::vector<Region *> Out;
  for (const RegionMap::Region &R : Map.overlapping(Range))
    Out.push_back(ById.at(R.Number).get());
  return Out;
}

LeasePlan RegionTable::place(const std::vector<RegionNeed> &Needs) const {
  LeasePlan Out;
  RegionMap Local;
  std::vector<Region *> Old;
  for (const RegionNeed &Need : Needs) {
    if (Need.Range.empty())
      continue;
    Local.insert(Need.Range);
    if (!Map.size())
      continue;
    for (Region *R : overlapping(Need.Range)) {
      Local.insert(R->Range);
      if (std::find(Old.begin(), Old.end(), R) == Old.end())
        Old.push_back(R);
    }
  }
  for (const RegionMap::Region &R : Local.overlapping(Everything))
    Out.Groups.push_back({R.Range, {}, {}});
  auto GroupOf = [&](ByteRange Range) {
    auto I = std::partition_point(
        Out.Groups.begin(), Out.Groups.end(),
        [&](const LeasePlan::Group &G) { return G.Range.End <= Range.Begin; });
    return unsigned(I - Out.Groups.begin());
  };
  for (Region *R : Old)
    Out.Groups[GroupOf(R->Range)].Old.push_back(R);
  for (const RegionNeed &Need : Needs) {
    if (Need.Range.empty()) {
      Out.GroupOfNeed.push_back(LeasePlan::NoPart);
      continue;
    }
    unsigned Number = GroupOf(Need.Range);
    Out.GroupOfNeed.push_back(Number);
    LeasePart &Part = Out.Groups[Number].Part;
    Part.Use.Reads.insert(Need.Use.Reads);
    Part.Use.Writes.insert(Need.Use.Writes);
    Part.Use.Covered.insert(Need.Use.Covered);
    Part.Own.insert(Need.Own.intersection(Out.Groups[Number].Range));
    Part.Loose.insert(Need.Loose.intersection(Out.Groups[Number].Range));
  }
  return Out;
}

/// Whether the launch can share the region with others that only read it.
bool RegionTable::allInPlace(const LeasePart &Part, const Region &R,
                             const DeviceSlot &Slot) const {
  const RegionCopy *On = const_cast<Region &>(R).wholeCopy(Slot);
  if (!On || R.Temporary || !Part.Use.Writes.empty() ||
      !Part.Own.without(R.Own).empty() || ofOtherScope(R) ||
      (Part.Loose.empty()
           ? !R.Loose.empty()
           : !Part.Loose.without(R.Pages).without(R.Loose).empty()))
    return false;
  LeasePart Whole = Part;
  Whole.keepAll(R);
  return Whole.needed(Guard.pageBytes()).without(On->State.onDevice()).empty();
}

/// The region of Range, with everything that the regions in it had. Locked.
Region &RegionTable::merge(ByteRange Range, bool Temporary) {
  auto Fresh = std::make_unique<Region>();
  RegionMap::Insertion In = Map.insert(Range);
  if (!In.Fresh) {
    // The same range: it is replaced.
    Map.erase(In.Holder.Number);
    In.Absorbed.push_back(In.Holder.Number);
    In.Holder = Map.insert(Range).Holder;
  }
  Fresh->Number = In.Holder.Number;
  Fresh->Range = In.Holder.Range;
  Fresh->Temporary = Temporary;
  Fresh->ScopeOf = std::this_thread::get_id();
  lockRegion(*Fresh, false);
  for (RegionMap::Id Number : In.Absorbed) {
    Region &Old = *ById.at(Number);
    if (!Old.Copies.empty() && Old.Range != Range)
      Done.Merges.fetch_add(1, std::memory_order_relaxed);
    std::move(Old.Copies.begin(), Old.Copies.end(),
              std::back_inserter(Fresh->Copies));
    Fresh->Own.insert(Old.Own);
    Fresh->Pages.insert(Old.Pages);
    // With what another thread's scope has sent it is nobody's.
    if ((Guard.keepsBytes() || !Old.Loose.empty()) &&
        Old.ScopeOf != Fresh->ScopeOf)
      Fresh->ScopeOf = std::thread::id();
    Fresh->Loose.insert(Old.Loose);
    Fresh->Hidden.insert(Old.Hidden);
    Fresh->ReadOnly.insert(Old.ReadOnly);
    if (Old.LastWriter)
      Fresh->LastWriter = Old.LastWriter;
    ById.erase(Number);
  }
  Region &Out = *Fresh;
  ById.emplace(Out.Number, std::move(Fresh));
  Resident.store(ById.size(), std::memory_order_release);
  return Out;
}

LeasePlan RegionTable::lockAll(const std::vector<RegionNeed> &Needs,
                               const DeviceSlot &Slot, bool Keeps,
                               Locked &Lock) {
  LeasePlan Out;
  Turn Mine(*this);
  auto IsThere = [&](const LeasePlan::Group &G) {
    return Keeps && G.Old.size() == 1 && G.Old[0]->Range == G.Range;
  };
  while (true) {
    Out = place(Needs);
    bool Busy = Alone;
    for (LeasePlan::Group &G : Out.Groups) {
      G.Part.Shared = IsThere(G) && allInPlace(G.Part, *G.Old[0], Slot);
      Busy |= Turns.takes(G.Range, G.Part.Shared, &Mine.Mine);
      for (Region *R : G.Old)
        Busy |= !mayHold(*R, G.Part.Shared);
    }
    if (!Busy)
      break;
    RangeSet All;
    for (const LeasePlan::Group &G : Out.Groups)
      All.insert(G.Range);
    Mine.wait(All, false, Lock);
  }
  Mine.end();
  for (LeasePlan::Group &G : Out.Groups) {
    LeasePart &Part = G.Part;
    Part.Changed = !IsThere(G);
    if (!Part.Changed)
      lockRegion(*G.Old[0], Part.Shared);
    Part.Of = Part.Changed ? &merge(G.Range, !Keeps) : G.Old[0];
    Part.Version = Part.Of->Version;
    if (Part.Shared) {
      Part.keepAll(*Part.Of);
      Part.On = Part.Of->wholeCopy(Slot);
    }
  }
  return Out;
}

bool RegionTable::lockAgain(const std::vector<LeasePart> &Parts) {
  if (Alone)
    return false;
  for (const LeasePart &Part : Parts) {
    auto At = ById.find(Part.Number);
    if (At == ById.end() || At->second->Version != Part.Version ||
        !mayHold(*At->second, Part.Shared) ||
        Turns.takes(At->second->Range, Part.Shared) ||
        ofOtherScope(*At->second))
      return false;
  }
  for (const LeasePart &Part : Parts)
    lockRegion(*Part.Of, Part.Shared);
  return true;
}

bool RegionTable::beAlone(Locked &Lock) {
  Waiting += HeldHere;
  notify();
  if (Alone) {
    while (Alone)
      Changed.wait(Lock);
    Waiting -= HeldHere;
    return false;
  }
  Alone = true;
  ++Upheavals;
  while (Holds != Waiting)
    Changed.wait(Lock);
  return true;
}

void RegionTable::endAlone() {
  Alone = false;
  Waiting -= HeldHere;
  notify();
}

void RegionTable::shrink(Region &R, ByteRange To) {
  if (To == R.Range)
    return;
  Map.shrink(R.Number, To);
  R.Range = To;
  for (RegionCopy &C : R.Copies) {
    Residence Narrow(To.intersection(C.State.bounds()));
    Narrow.absorb(C.State);
    C.State = std::move(Narrow);
  }
}

void RegionTable::remove(Region &R, Buffers &Unused) {
  Guard.release(R.Loose);
  for (RegionCopy &C : R.Copies)
    Unused.emplace_back(C.Slot, std::move(C.Memory));
  RegionMap::Id Number = R.Number;
  Map.erase(Number);
  ById.erase(Number);
  Resident.store(ById.size(), std::memory_order_release);
}

void RegionTable::giveBack(Buffers Unused) {
  for (auto &[Slot, Memory] : Unused)
    Slot->Buffers.give(std::move(Memory));
}

bool RegionTable::nothingNewer() {
  const auto HasNewer = [&](const auto &Each) {
    if (Each.second->Hidden.empty())
      return false;
    NewerRegion = Each.first;
    return true;
  };
  const auto From = ById.lower_bound(NewerRegion);
  return std::none_of(From, ById.end(), HasNewer) &&
         std::none_of(ById.begin(), From, HasNewer);
}

void RegionTable::countPins() {
  Pinned = {};
  for (ByteRange Pin : Pins)
    Pinned.insert(Pin);
  HasPins.store(!Pins.empty(), std::memory_order_relaxed);
}

void RegionTable::pin(ByteRange Range) {
  Pins.push_back(Range);
  Pinned.insert(Range);
  HasPins.store(true, std::memory_order_relaxed);
}

bool RegionTable::unpin(ByteRange Range) {
  auto Found = std::find(Pins.begin(), Pins.end(), Range);
  if (Found == Pins.end())
    return false;
  Pins.erase(Found);
  countPins();
  return true;
}

void RegionTable::endPins(ByteRange Range) {
  if (std::erase_if(Pins, [&](ByteRange Pin) { return Range.contains(Pin); }))
    countPins();
}

uint64_t RegionTable::deviceBytes(const DeviceSlot *On) const {
  uint64_t Sum = 0;
  for (const auto &[Number, R] : ById)
    for (const RegionCopy &C : R->Copies)
      if (C.Memory && (!On || (C.Slot == On && !C.Memory->wrapsHost())))
        Sum += C.Memory->size();
  return Sum;
}
