// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionRepeats.cpp - the same launch, again -------------------------===//
//
// A program that steps through time makes the same launches over and over, and
// finds everything in place. What acquiring, preparing and committing one has
// found out stays right until some region has another version.
//
//===----------------------------------------------------------------------===//
#include "region/Regions.h"

using namespace twofold;

/// Leases that are resumed before somebody looks at the time again.
static constexpr unsigned MostResumed = 256;

bool Regions::rest(RegionLease &Lease) {
  Guarded Lock(Mutex);
  return restHere(Lease);
}

/// With Mutex held.
bool Regions::restHere(RegionLease &Lease) {
  if (!lazy() || scoped() || Lease.From != this || !Lease.Settled ||
      !Lease.Clean || Lease.WritesComeHome || Lease.BytesToDevice ||
      Upheavals != Lease.Upheavals)
    return false;
  for (const RegionLease::Part &Part : Lease.Locked) {
    const Region &R = *Part.Of;
    if (Part.Changed || Part.InPlace || R.Temporary ||
        (R.Pages.empty() && R.Loose.empty()) || R.Version != Part.Version)
      return false;
  }
  ++Tick;
  for (RegionLease::Part &Part : Lease.Locked) {
    Part.Of->LastUse = Tick;
    Part.Number = Part.Of->Number;
    letGo(*Part.Of, Part.Shared);
  }
  Lease.From = nullptr;
  Changed.notify_all();
  return true;
}

bool Regions::resume(RegionLease &Lease, Keep How) {
  Guarded Lock(Mutex);
  if (Alone || Lease.InScope != (How == Keep::All) ||
      Upheavals != Lease.Upheavals || !Pinned.empty() ||
      Launches.nearlyFull() || ++Resumed % MostResumed == 0)
    return false;
  for (const RegionLease::Part &Part : Lease.Locked) {
    auto At = ById.find(Part.Number);
    if (At == ById.end() || At->second->Version != Part.Version ||
        !mayHold(*At->second, Part.Shared) ||
        Turns.takes(At->second->Range, Part.Shared) ||
        ofOtherScope(*At->second))
      return false;
  }
  for (const RegionLease::Part &Part : Lease.Locked)
    lockRegion(*Part.Of, Part.Shared);
  Lease.From = this;
  Lease.Settled = Lease.Clean = false;
  Lease.IsResumed = true;
  Done.Resumed.fetch_add(1, std::memory_order_relaxed);
  Lease.Losses = Recovered;
  Lease.Pending = 0;
  Lease.Record = nullptr;
  return true;
}

/// With the log as it was, the launch is all that is new.
void Regions::enterAgain(RegionLease &Lease) {
  if (!Lease.LoggedIn)
    return;
  if (!Lease.Record) {
    Launches.markIncomplete();
    return;
  }
  if (Lease.LoggedIn == Launches.generation())
    Launches.appendAgain(*Lease.Record, Lease.LoggedTo);
  else
    Lease.LoggedTo =
        Launches.append(*Lease.Record, *Lease.Logged, LaunchLog::Clock::now());
  Lease.LoggedIn = Launches.generation();
}

bool Regions::commitToRest(RegionLease &Lease) {
  if (Lease.IsResumed)
    return commitAgain(Lease, true);
  commit(Lease);
  return rest(Lease);
}

bool Regions::commitAgain(RegionLease &Lease, bool Rests) {
  Lease.Settled = Lease.Clean = true;
  Guarded Lock(Mutex);
  enterAgain(Lease);
  for (RegionLease::Part &Part : Lease.Locked)
    if (Part.Leaves) {
      if (Lease.Pending)
        Part.On->LastLaunch = Lease.Pending;
      Part.Of->LastWriter = Lease.For;
    }
  if (Launches.complete())
    return Rests && restHere(Lease);
  Lock.unlock();
  checkpoint();
  return Rests && rest(Lease);
}
