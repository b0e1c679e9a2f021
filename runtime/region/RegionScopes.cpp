// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionScopes.cpp - what stays on a device, and until when ----------===//
//
// Pages that can be guarded stay until somebody looks. What else an array has
// stays until the scope of the loops that use it is emptied.
//
//===----------------------------------------------------------------------===//
#include "region/Regions.h"
#include "system/CancelHold.h"

using namespace twofold;

/// Asks the guard about memory that it was not asked about before. Whether
/// there was any.
bool Regions::findPages(RegionLease::Part &Part) {
  Region &R = *Part.Of;
  if (Part.Own.without(R.Own).empty())
    return false;
  // Some may be in one of the pages.
  endLoose(R);
  RangeSet Own = R.Own, Pages = R.Pages;
  Own.insert(Part.Own);
  for (const ByteRange &Range : Own) {
    // Widened, it begins with what an allocator keeps before the block.
    uint64_t Inside = Range.Begin + std::min<uint64_t>(16, Range.size() - 1);
    const KnownBlock Block = BlockOf ? BlockOf(Inside) : KnownBlock();
    Pages.insert(Guard.guardable(Range, {Block.Range.Begin, Block.Private}));
  }
  if (!Guard.working())
    tellNoGuard("eager", Guard.whyNot());
  Guarded Lock(Mutex);
  R.Own = std::move(Own);
  R.Pages = std::move(Pages);
  return true;
}

/// Whether what of it no page guards is there for another thread's loops.
bool Regions::ofOtherScope(const Region &R) const {
  return (scoped() || !R.Loose.empty()) &&
         R.ScopeOf != std::this_thread::get_id();
}

/// What the launch keeps: with the region locked alone.
void Regions::findLoose(const RegionLease &Lease, RegionLease::Part &Part) {
  Region &R = *Part.Of;
  const std::thread::id Me = std::this_thread::get_id();
  if (scoped() && ofOtherScope(R)) {
    // The bytes beside its own that it has sent may have been written since.
    Part.Changed = true;
    bringHome(R, R.Hidden, PageGuard::Access::All, TransferReason::Touched);
    openForHost(R, R.ReadOnly);
    Guarded Lock(Mutex);
    R.ScopeOf = Me;
  } else if (!scoped() && (!Lease.InScope || ofOtherScope(R))) {
    // Nobody says that the host does not look, or has not written.
    Part.Changed |= !R.Loose.empty();
    endLoose(R);
  }
  RangeSet Fresh = Part.Loose.without(R.Pages).without(R.Loose);
  if (!Fresh.empty()) {
    Part.Changed = true;
    Guard.keep(Fresh);
    Guarded Lock(Mutex);
    R.Loose.insert(Fresh);
    R.ScopeOf = Me;
  }
  Part.Loose = R.Loose;
  Part.Kept = R.Pages;
  Part.Kept.insert(R.Loose);
}

/// What was loose is the host's alone; with the region locked alone.
void Regions::endLoose(Region &R) {
  if (R.Loose.empty())
    return;
  const RangeSet Ended = R.Loose;
  bringHome(R, Ended, PageGuard::Access::All, TransferReason::Touched);
  openForHost(R, Ended);
  Guard.release(Ended);
  Guarded Lock(Mutex);
  R.Loose = {};
}

void Regions::endScope(const RangeSet &Touched) {
  if (scoped()) {
    for (const ByteRange &Range : Touched)
      touch(Range, true);
    return retire(Touched);
  }
  if (!Guard.keepsPages() || Guard.idle())
    return;
  const CancelHold Whole;
  Buffers Unused;
  Guarded Lock(Mutex);
  RegionTurns::Turn Mine(Turns);
  auto Find = [&]() -> Region * {
    for (const ByteRange &Range : Touched)
      for (Region *R : overlapping(Range))
        if (!R->Loose.empty())
          return R;
    return nullptr;
  };
  while (Region *Next = Find()) {
    if (!mayHold(*Next, false)) {
      waitFor(Mine, Touched, false, Lock);
      continue;
    }
    holdToChange(*Next, false);
    Lock.unlock();
    endLoose(*Next);
    Lock.lock();
    letGo(*Next, false);
    if (Next->Pages.empty())
      remove(*Next, Unused);
    Changed.notify_all();
  }
  endTurn(Mine);
  Lock.unlock();
  giveBack(std::move(Unused));
}
