// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionRepeats.cpp - leases of the same launch, again ---------------===//
#include "region/RegionLease.h"

using namespace twofold;

/// With the table's lock.
bool RegionLease::restHere() {
  if (!In->lazy() || In->Guard.keepsBytes() || !Holds || !Settled || !Clean ||
      WritesComeHome || BytesToDevice || In->Table.upheavals() != Upheavals)
    return false;
  for (const Part &Part : Locked) {
    const Region &R = *Part.Of;
    if (Part.Changed || Part.InPlace || R.Temporary ||
        (R.Pages.empty() && R.Loose.empty()) || R.Version != Part.Version)
      return false;
  }
  const uint64_t Now = In->Table.tick();
  for (Part &Part : Locked) {
    Part.Of->LastUse = Now;
    Part.Number = Part.Of->Number;
    In->Table.letGo(*Part.Of, Part.Shared);
  }
  Holds.reset();
  In->Table.notify();
  return true;
}

bool RegionLease::resume(Keep How) {
  const RegionTable::Locked Lock = In->Table.lock();
  if (InScope != (How == Keep::All) || In->Table.upheavals() != Upheavals ||
      !In->Table.pinned().empty() || !In->Recovery.mayGoOn() ||
      !In->Table.lockAgain(Locked))
    return false;
  Holds.reset(In);
  IsResumed = true;
  In->Table.counters().Resumed.fetch_add(1, std::memory_order_relaxed);
  Losses = In->Recovery.losses();
  Pending = 0;
  Record = nullptr;
  return true;
}

bool RegionLease::commitToRest() {
  if (IsResumed)
    return commitAgain(true);
  commit();
  const RegionTable::Locked Lock = In->Table.lock();
  return restHere();
}

bool RegionLease::commitAgain(bool Rests) {
  Settled = Clean = true;
  RegionTable::Locked Lock = In->Table.lock();
  const bool Complete = In->Recovery.enterAgain(Record, Logged);
  for (Part &Part : Locked)
    if (Part.Leaves) {
      if (Pending)
        Part.On->LastLaunch = Pending;
      Part.Of->LastWriter = For;
    }
  if (!Complete) {
    Lock.unlock();
    In->Recovery.checkpoint();
    Lock.lock();
  }
  return Rests && restHere();
}
