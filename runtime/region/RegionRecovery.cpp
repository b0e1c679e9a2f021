// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionRecovery.cpp - results that only a device has are not lost ---===//
#include "region/ImageTaker.h"
#include "replay/Replay.h"
#include "site/SiteTable.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace twofold;

thread_local unsigned Regions::HeldHere = 0;

bool Regions::ImageTaker::take(const RangeSet &Of) {
  {
    Guarded Tables(All.Mutex);
    if (All.Launches.wanted(Of).empty())
      return true;
  }
  Lock.lock();
  Guarded Tables(All.Mutex);
  for (const ByteRange &Range : All.Launches.wanted(Of)) {
    LaunchLog::Entry *Image = All.Launches.image(Range);
    if (!Image) {
      Tables.unlock();
      drop();
      return false;
    }
    Taken.push_back(Image);
  }
  return true;
}

void Regions::ImageTaker::drop() {
  if (!Taken.empty()) {
    Guarded Tables(All.Mutex);
    for (LaunchLog::Entry *Image : Taken)
      All.Launches.drop(Image);
    Taken.clear();
  }
  if (Lock.owns_lock())
    Lock.unlock();
}

/// The host's bytes of Of, which can be read, are about to change.
void Regions::keepImages(const RangeSet &Of) {
  if (Of.empty())
    return;
  ImageTaker Images(*this);
  if (!Images.take(Of)) {
    checkpoint();
    return;
  }
  if (Images.empty())
    return;
  uint64_t Begin = Of.hull().Begin;
  Images.fill(Begin, reinterpret_cast<char *>(uintptr_t(Begin)), false);
  Guarded Lock(Mutex);
  Images.seal();
}

/// There may be thousands of regions, of which one after the other comes home:
/// the one that had something newer is asked first, then those behind it.
bool Regions::nothingNewer() {
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

/// Whether the log is empty now.
bool Regions::forgetLaunches(const Guarded &) {
  if (!Launches.empty() && nothingNewer())
    Launches.clear();
  return Launches.empty();
}

bool Regions::forgetLaunches() { return forgetLaunches(Guarded(Mutex)); }

/// Notes how the launch's results are made again. Called before they count as
/// newer.
void Regions::enter(RegionLease &Lease) {
  if (Losses != Durability::Replay)
    return;
  LaunchLog::Effect Effect;
  bool Leaves = false;
  for (const RegionLease::Part &Part : Lease.Locked) {
    RangeSet Needs = Part.Use.Writes.without(Part.Use.Covered);
    Needs.insert(Part.Use.Reads);
    RangeSet Hides = Part.around(Part.Use.Writes, Guard.pageBytes());
    RangeSet Carried = Hides.without(Part.Use.Covered);
    Carried.insert(Needs.intersection(Part.Kept));
    const RangeSet &Hidden = Part.Of->Hidden;
    Effect.FromHost.insert(Needs.intersection(Part.Kept).without(Hidden));
    Effect.Carried.insert(Carried.without(Hidden));
    Effect.Writes.insert(Part.Use.Writes);
    Effect.Touched.insert(Needs);
    Effect.Touched.insert(Part.Use.Writes);
    Effect.Touched.insert(Hides);
    Leaves |= !Hides.empty();
  }
  if (!Leaves)
    return;
  if (!Lease.Record)
    return Launches.markIncomplete();
  Lease.LoggedTo =
      Launches.append(*Lease.Record, Effect, LaunchLog::Clock::now());
  Lease.Logged = std::make_unique<const LaunchLog::Effect>(std::move(Effect));
  Lease.LoggedIn = Launches.generation();
}

/// Waits until this is the only thread that is at work with regions, counting
/// those that it holds. False when another thread was so instead, and is done.
bool Regions::beAlone(Guarded &Lock) {
  Waiting += HeldHere;
  Changed.notify_all();
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

void Regions::endAlone(Guarded &) {
  Alone = false;
  Waiting -= HeldHere;
  Changed.notify_all();
}

void Regions::checkpoint() {
  Guarded Lock(Mutex);
  if (Launches.empty() || !beAlone(Lock))
    return;
  Lock.unlock();
  bringAllHome();
  Lock.lock();
  Launches.clear();
  endAlone(Lock);
}

void Regions::checkpointIfDue() {
  {
    Guarded Lock(Mutex);
    if (Launches.empty())
      return;
    if (!Launches.nearlyFull()) {
      // To add it all up takes a while, where there are many regions.
      const auto Now = LaunchLog::Clock::now();
      const auto Since = Now - Launches.started();
      if (!checkpointIsDue(Since, 0) || Now < NextLook)
        return;
      NextLook = Now + std::chrono::seconds(1);
      uint64_t Newer = 0;
      for (const auto &[Number, R] : ById)
        Newer += R->Hidden.bytes();
      if (!checkpointIsDue(Since, Newer))
        return;
    }
  }
  if (Log.on(2))
    Log.line("", "results come home so that little has to be repeated if a "
                 "device fails");
  checkpoint();
}

void Regions::end(const SiteRecord *Writer, const DeviceSlot &Failed,
                  const std::string &Why) const {
  Log.line(Writer ? Writer->Place : "",
           "its results were on " + Failed.facts().Name +
               " alone, which has failed: " + Why +
               "; TWOFOLD_COHERENCE=eager would have copied them back");
  // No handlers: they could wait for the very bytes.
  std::_Exit(70);
}

/// Everything that only devices have, by repeating the launches that made it.
void Regions::makeAgain(DeviceSlot &Failed, const Error &Why) {
  Failed.Lost = true;
  bool First = !Failed.FailureTold.exchange(true);
  std::vector<NewerBlock> Blocks = newerBlocks();
  size_t Count = 0;
  if (!Blocks.empty()) {
    const SiteRecord *Writer = Blocks.front().Of->LastWriter;
    if (Losses != Durability::Replay)
      end(Writer, Failed, Why.Message);
    if (!Launches.complete())
      end(Writer, Failed, Why.Message + " while they were coming home");
    Launches.dropFinished();
    std::vector<ByteRange> Ranges;
    for (const NewerBlock &Block : Blocks)
      Ranges.push_back(Block.Range);
    ReplayedBytes Made;
    if (Status S = replay(Launches, Ranges, Guard, Made); !S)
      end(Writer, Failed, Why.Message + "; " + S.error().Message);
    const char *Bytes = Made.data();
    for (const NewerBlock &Block : Blocks) {
      install({&Block, 1}, Bytes, PageGuard::Access::All);
      Bytes += Block.Range.size();
    }
    Count = Launches.launches();
  }
  // What devices have is not what the host has, bit for bit.
  std::vector<ByteRange> Open;
  {
    Guarded Lock(Mutex);
    for (const auto &[Number, R] : ById) {
      Open.insert(Open.end(), R->ReadOnly.begin(), R->ReadOnly.end());
      R->ReadOnly = {};
      for (RegionCopy &C : R->Copies)
        C.State.markHostWritten(C.State.bounds());
    }
    ++Recovered;
    Launches.clear();
  }
  for (const ByteRange &Range : Open)
    (void)Guard.set(Range, PageGuard::Access::All);
  if (!First)
    return;
  std::string Line = Failed.facts().Name + " has failed (" + Why.Message + ")";
  if (Count)
    Line += ": " + std::to_string(Count) +
            (Count == 1 ? " launch was repeated natively"
                        : " launches were repeated natively");
  Log.line("", Line + "; the program goes on without it");
}

void Regions::recover(DeviceSlot &Failed, const Error &Why) {
  Guarded Lock(Mutex);
  if (!beAlone(Lock))
    return;
  Lock.unlock();
  makeAgain(Failed, Why);
  Lock.lock();
  endAlone(Lock);
}

bool Regions::interrupted(const RegionLease &Lease) const {
  return Lease.Losses != Recovered;
}
