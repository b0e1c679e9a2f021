// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Regions.cpp - which regions there are, and who uses them -----------===//
#include "region/Regions.h"
#include "bytes/InPlace.h"

#include <algorithm>
#include <unistd.h>

using namespace twofold;

/// What a launch's needs amount to.
struct Regions::Plan {
  struct Group {
    ByteRange Range;
    std::vector<Region *> Old; ///< regions in Range so far
    RegionLease::Part Part;
  };
  std::vector<Group> Groups;
  std::vector<unsigned> GroupOfNeed;

  RangeSet ranges() const {
    RangeSet Out;
    for (const Group &G : Groups)
      Out.insert(G.Range);
    return Out;
  }
};

static uint64_t machinePage() {
  long Bytes = sysconf(_SC_PAGESIZE);
  return Bytes > 0 ? uint64_t(Bytes) : 4096;
}

Regions::Regions(std::optional<Coherence> Copies, const Trace &Log,
                 Statistics &Counts, const GuardMaker &MakeGuard,
                 uint64_t PageBytes)
    : Log(Log), Counts(Counts),
      TellsNoGuard(Copies || (MakeGuard && Log.on(1))),
      Guard(PageBytes ? PageBytes : machinePage()) {
  if (Copies == Coherence::Eager)
    return;
  if (Copies == Coherence::Function) {
    Guard.keepBytes();
    return;
  }
  std::unique_ptr<PageGuard> Pages = MakeGuard ? MakeGuard(*this) : nullptr;
  if (Pages && Pages->working()) {
    Guard.keepPages(std::move(Pages));
    return;
  }
  tellNoGuard("function",
              Pages ? Pages->whyNot() : "this runtime has no page guard");
  Guard.keepBytes();
}

/// Once.
void Regions::tellNoGuard(const char *Instead, const std::string &WhyNot) {
  if (TellsNoGuard && !NoGuardTold.exchange(true))
    Log.line("", "TWOFOLD_COHERENCE=lazy is not possible here, results are "
                 "copied back as with TWOFOLD_COHERENCE=" +
                     std::string(Instead) + ": " + WhyNot);
}

Regions::~Regions() { touch(Everything, true, TransferReason::Ended); }

RegionLease::~RegionLease() {
  if (!From)
    return;
  if (!Settled)
    From->abort(*this, false, Clean);
  From->release(*this);
}

std::vector<Region *> Regions::overlapping(ByteRange Range) {
  std::vector<Region *> Out;
  for (const RegionMap::Region &R : Map.overlapping(Range))
    Out.push_back(ById.at(R.Number).get());
  return Out;
}

Regions::Plan Regions::place(const std::vector<RegionNeed> &Needs) {
  Plan Out;
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
        [&](const Plan::Group &G) { return G.Range.End <= Range.Begin; });
    return unsigned(I - Out.Groups.begin());
  };
  for (Region *R : Old)
    Out.Groups[GroupOf(R->Range)].Old.push_back(R);
  for (const RegionNeed &Need : Needs) {
    if (Need.Range.empty()) {
      Out.GroupOfNeed.push_back(RegionLease::NoPart);
      continue;
    }
    unsigned Number = GroupOf(Need.Range);
    Out.GroupOfNeed.push_back(Number);
    RegionLease::Part &Part = Out.Groups[Number].Part;
    Part.Use.Reads.insert(Need.Use.Reads);
    Part.Use.Writes.insert(Need.Use.Writes);
    Part.Use.Covered.insert(Need.Use.Covered);
    Part.Own.insert(Need.Own.intersection(Out.Groups[Number].Range));
    Part.Loose.insert(Need.Loose.intersection(Out.Groups[Number].Range));
  }
  return Out;
}

/// Whether the launch can share the region with others that only read it.
bool Regions::allInPlace(const RegionLease::Part &Part, const Region &R,
                         const DeviceSlot &Slot) const {
  const RegionCopy *On = const_cast<Region &>(R).wholeCopy(Slot);
  if (!On || R.Temporary || !Part.Use.Writes.empty() ||
      !Part.Own.without(R.Own).empty() || ofOtherScope(R) ||
      (Part.Loose.empty()
           ? !R.Loose.empty()
           : !Part.Loose.without(R.Pages).without(R.Loose).empty()))
    return false;
  RegionLease::Part Whole = Part;
  Whole.Kept = R.Pages;
  Whole.Kept.insert(R.Loose);
  Whole.Loose = R.Loose;
  return needed(Whole, Guard.pageBytes()).without(On->State.onDevice()).empty();
}

/// The region of Range, with everything that the regions in it had. Locked.
Region &Regions::merge(ByteRange Range, bool Temporary) {
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
    if ((scoped() || !Old.Loose.empty()) && Old.ScopeOf != Fresh->ScopeOf)
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

/// Nothing of it is guarded any more. Its memory serves the next launch; it is
/// to be given back without Mutex.
void Regions::remove(Region &R, Buffers &Unused) {
  Guard.release(R.Loose);
  for (RegionCopy &C : R.Copies)
    Unused.emplace_back(C.Slot, std::move(C.Memory));
  RegionMap::Id Number = R.Number;
  Map.erase(Number);
  ById.erase(Number);
  Resident.store(ById.size(), std::memory_order_release);
}

void Regions::giveBack(Buffers Unused) {
  for (auto &[Slot, Memory] : Unused)
    Slot->Buffers.give(std::move(Memory));
}

Result<RegionLease> Regions::acquire(std::vector<RegionNeed> Needs,
                                     DeviceSlot &Slot, SiteRecord *For,
                                     Keep How) {
  RegionLease Out;
  Out.From = this;
  Out.Slot = &Slot;
  Out.For = For;
  auto TakeOver = [&](Plan &Chosen) {
    Out.PartOfNeed = std::move(Chosen.GroupOfNeed);
    for (Plan::Group &G : Chosen.Groups)
      Out.Locked.push_back(std::move(G.Part));
  };
  Out.InScope = How == Keep::All && Guard.keepsPages();
  if (Out.InScope)
    for (RegionNeed &Need : Needs)
      Need.Loose = Need.Own.intersection(Need.Range);
  if (lazy() && How != Keep::Nothing)
    Needs = widen(std::move(Needs));
  if (Losses == Durability::Replay && lazy())
    checkpointIfDue();
  Guarded Lock(Mutex);
  Out.Losses = Recovered;
  Out.Upheavals = Upheavals;
  for (const RegionNeed &Need : Needs)
    if (Pinned.overlaps(Need.Range)) {
      Out.From = nullptr;
      return Error{ErrorCode::Unsupported,
                   "data that it touches is pinned to main memory", ""};
    }
  if (!lazy()) {
    Lock.unlock();
    Plan Chosen = place(Needs);
    for (Plan::Group &G : Chosen.Groups) {
      Out.Private.push_back(std::make_unique<Region>());
      Out.Private.back()->Range = G.Range;
      Out.Private.back()->Temporary = true;
      G.Part.Of = Out.Private.back().get();
    }
    TakeOver(Chosen);
    return Out;
  }
  // All regions at once, or none: so no two launches wait for each other.
  Plan Chosen;
  RegionTurns::Turn Mine(Turns);
  while (true) {
    Chosen = place(Needs);
    bool Busy = Alone;
    for (Plan::Group &G : Chosen.Groups) {
      G.Part.Shared = How != Keep::Nothing && G.Old.size() == 1 &&
                      G.Old[0]->Range == G.Range &&
                      allInPlace(G.Part, *G.Old[0], Slot);
      Busy |= Turns.takes(G.Range, G.Part.Shared, &Mine);
      for (Region *R : G.Old)
        Busy |= !mayHold(*R, G.Part.Shared);
    }
    if (!Busy)
      break;
    waitFor(Mine, Chosen.ranges(), false, Lock);
  }
  endTurn(Mine);
  for (Plan::Group &G : Chosen.Groups) {
    bool Same =
        How != Keep::Nothing && G.Old.size() == 1 && G.Old[0]->Range == G.Range;
    if (Same)
      lockRegion(*G.Old[0], G.Part.Shared);
    G.Part.Of = Same ? G.Old[0] : &merge(G.Range, How == Keep::Nothing);
    G.Part.Changed = !Same;
    G.Part.Version = G.Part.Of->Version;
    if (G.Part.Shared) {
      G.Part.Loose = G.Part.Of->Loose;
      G.Part.Kept = G.Part.Of->Pages;
      G.Part.Kept.insert(G.Part.Loose);
      G.Part.On = G.Part.Of->wholeCopy(Slot);
    }
  }
  TakeOver(Chosen);
  Lock.unlock();
  for (RegionLease::Part &Part : Out.Locked)
    if (Part.Of->Temporary) {
      endLoose(*Part.Of);
      bringHome(*Part.Of, Part.Of->Hidden, PageGuard::Access::All,
                TransferReason::NoRoom);
      dropCopies(*Part.Of, nullptr);
    }
  return Out;
}

void Regions::release(RegionLease &Lease) {
  auto Discard = [&](Region &R) {
    // What a device may still be using is not used again.
    if (!Lease.Clean)
      for (RegionCopy &C : R.Copies)
        C.Memory.reset();
  };
  if (!lazy()) {
    for (std::unique_ptr<Region> &R : Lease.Private) {
      Discard(*R);
      for (RegionCopy &C : R->Copies)
        C.Slot->Buffers.give(std::move(C.Memory));
    }
    return;
  }
  Buffers Unused;
  Guarded Lock(Mutex);
  ++Tick;
  for (RegionLease::Part &Part : Lease.Locked) {
    Region &R = *Part.Of;
    R.LastUse = Tick;
    letGo(R, Part.Shared);
    // Small arrays have no whole page: nobody would see them being freed.
    bool Empty = R.Pages.empty() && R.Loose.empty();
    if (!Part.Shared && (Empty || R.Temporary)) {
      Discard(R);
      remove(R, Unused);
    }
  }
  Changed.notify_all();
  Lock.unlock();
  giveBack(std::move(Unused));
}

Whereabouts Regions::where(ByteRange Range) const {
  Whereabouts Out;
  Guarded Lock(Mutex);
  RangeSet OnHost(Range);
  for (const RegionMap::Region &In : Map.overlapping(Range)) {
    const Region &R = *ById.at(In.Number);
    OnHost.erase(R.Hidden);
    for (const RegionCopy &C : R.Copies)
      if (uint64_t Bytes = C.State.onDevice().intersection(Range).bytes())
        Out.Devices[C.Slot->Number] += Bytes;
  }
  Out.Host = OnHost.bytes();
  return Out;
}

Regions::Missing Regions::missing(const std::vector<RegionNeed> &Needs,
                                  const DeviceSlot &Slot) const {
  Missing Out;
  const bool InPlace = worksInPlace(Slot);
  Guarded Lock(Mutex);
  for (const RegionNeed &Need : Needs) {
    RangeSet Send = Need.Use.Writes.without(Need.Use.Covered);
    Send.insert(Need.Use.Reads);
    RangeSet Fetch = Send;
    Fetch.insert(Need.Use.Writes);
    for (const RegionMap::Region &In : Map.overlapping(Need.Range)) {
      const Region &R = *ById.at(In.Number);
      Out.ToHost += Fetch.intersection(R.Hidden).bytes();
      for (const RegionCopy &C : R.Copies)
        if (C.Slot == &Slot)
          Send.erase(C.State.onDevice());
    }
    if (!InPlace || !mayWorkInPlace(Need.Use))
      Out.ToDevice += Send.bytes();
  }
  return Out;
}

bool Regions::pinned(ByteRange Range) const {
  if (!HasPins.load(std::memory_order_relaxed))
    return false;
  Guarded Lock(Mutex);
  return Pinned.overlaps(Range);
}

uint64_t Regions::deviceBytes() const {
  if (idle())
    return 0;
  Guarded Lock(Mutex);
  uint64_t Sum = 0;
  for (const auto &[Number, R] : ById)
    for (const RegionCopy &C : R->Copies)
      if (C.Memory)
        Sum += C.Memory->size();
  return Sum;
}

uint64_t Regions::pinnedBytes() const {
  if (!HasPins.load(std::memory_order_relaxed))
    return 0;
  Guarded Lock(Mutex);
  return Pinned.bytes();
}
