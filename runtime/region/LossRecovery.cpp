// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "region/LossRecovery.h"
#include "replay/Replay.h"
#include "site/SiteTable.h"

using namespace twofold;

/// Leases that are resumed before somebody looks at the time again.
static constexpr unsigned MostResumed = 256;

bool LossRecovery::Images::take(const RangeSet &Bytes) {
  {
    const Locked Tables = Of.Table.lock();
    if (Of.Launches.wanted(Bytes).empty())
      return true;
  }
  Lock.lock();
  bool Complete = true;
  {
    const Locked Tables = Of.Table.lock();
    for (const ByteRange &Range : Of.Launches.wanted(Bytes)) {
      LaunchLog::Entry *Image = Of.Launches.image(Range);
      Complete &= Image != nullptr;
      if (Image)
        Taken.push_back(Image);
    }
  }
  if (!Complete)
    drop();
  return Complete;
}

PageGuard::Saver LossRecovery::Images::saver(uint64_t Address) {
  if (empty())
    return nullptr;
  return [this, Address](char *Old, bool Aside) {
    for (LaunchLog::Entry *Image : Taken)
      ImagePages::fill(Image->Bytes, Old + (Image->Range.Begin - Address),
                       size_t(Image->Range.size()), Aside && Image->Apart);
  };
}

void LossRecovery::Images::seal() {
  for (LaunchLog::Entry *Image : Taken)
    Of.Launches.seal(Image);
  Taken.clear();
}

void LossRecovery::Images::drop() {
  if (!Taken.empty()) {
    const Locked Tables = Of.Table.lock();
    for (LaunchLog::Entry *Image : Taken)
      Of.Launches.drop(Image);
    Taken.clear();
  }
  if (Lock.owns_lock())
    Lock.unlock();
}

void LossRecovery::keepImages(const RangeSet &Of) {
  if (Of.empty())
    return;
  Images Kept(*this);
  if (!Kept.take(Of))
    return checkpoint();
  const uint64_t Begin = Of.hull().Begin;
  const PageGuard::Saver Save = Kept.saver(Begin);
  if (!Save)
    return;
  Save(host(Begin), false);
  const Locked Lock = Table.lock();
  Kept.seal();
}

bool LossRecovery::forget() {
  if (!Launches.empty() && Table.nothingNewer())
    Launches.clear();
  return Launches.empty();
}

bool LossRecovery::mayGoOn() {
  return !Launches.nearlyFull() && ++Resumed % MostResumed != 0;
}

void LossRecovery::surrendered(const Region &R) {
  if (!Launches.wanted(R.Pages).empty() || !Launches.wanted(R.Loose).empty())
    Launches.markIncomplete();
}

bool LossRecovery::enter(const std::vector<LeasePart> &Parts,
                         const LaunchRecord *Record, Entry &As) {
  if (Losses != Durability::Replay)
    return Launches.complete();
  LaunchLog::Effect Effect;
  bool Leaves = false;
  for (const LeasePart &Part : Parts) {
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
  if (Leaves && !Record)
    Launches.markIncomplete();
  else if (Leaves) {
    As.To = Launches.append(*Record, Effect, Now());
    As.Of = std::make_unique<const LaunchLog::Effect>(std::move(Effect));
    As.In = Launches.generation();
  }
  return Launches.complete();
}

bool LossRecovery::enterAgain(const LaunchRecord *Record, Entry &As) {
  if (As.In && !Record)
    Launches.markIncomplete();
  else if (As.In) {
    if (As.In == Launches.generation())
      Launches.appendAgain(*Record, As.To);
    else
      As.To = Launches.append(*Record, *As.Of, Now());
    As.In = Launches.generation();
  }
  return Launches.complete();
}

/// Whether Range has all that is newer on devices of what Group's launches have
/// made.
bool LossRecovery::isLastOf(LaunchLog::Group Group, ByteRange Range) {
  const RangeSet Bytes = Launches.touchedBy(Group);
  for (const ByteRange &Each : Bytes)
    for (const Region *R : Table.overlapping(Each))
      if (!R->Hidden.intersection(Each).without(Range).empty())
        return false;
  return !Bytes.empty();
}

/// What launches have read needs no image where they are done with.
RangeSet LossRecovery::stillRead(NewerBlocks Beside, Groups &Ended) {
  RangeSet Read = hull(Beside);
  if (Launches.empty())
    return Read;
  for (const NewerBlock &Block : Beside) {
    const LaunchLog::Group MadeBy = Launches.groupOf(Block.Range);
    if ((Ended.empty() || Ended.back() != MadeBy) &&
        isLastOf(MadeBy, hull(Beside))) {
      Ended.push_back(MadeBy);
      Read.erase(Launches.touchedBy(MadeBy));
    }
  }
  return Read;
}

bool LossRecovery::finish(const Groups &Ended, ByteRange Home) {
  // A launch that only reads these bytes may have joined the group meanwhile.
  const bool Late =
      !std::all_of(Ended.begin(), Ended.end(), [&](LaunchLog::Group Group) {
        return isLastOf(Group, Home);
      });
  if (Late)
    Launches.markIncomplete();
  else if (!Ended.empty())
    Launches.finish(Ended);
  forget();
  return !Late;
}

void LossRecovery::checkpoint() {
  Locked Lock = Table.lock();
  if (Launches.empty() || !Table.beAlone(Lock))
    return;
  Lock.unlock();
  bringAllHome();
  Lock.lock();
  Launches.clear();
  Table.endAlone();
}

void LossRecovery::checkpointIfDue() {
  if (Losses != Durability::Replay)
    return;
  {
    const Locked Lock = Table.lock();
    if (Launches.empty())
      return;
    if (!Launches.nearlyFull()) {
      // To add it all up takes a while, where there are many regions.
      const auto Time = Now();
      const auto Since = Time - Launches.started();
      if (!checkpointIsDue(Since, 0) || Time < NextLook)
        return;
      NextLook = Time + std::chrono::seconds(1);
      uint64_t Newer = 0;
      for (const auto &[Number, R] : Table.all())
        Newer += R->Hidden.bytes();
      if (!checkpointIsDue(Since, Newer))
        return;
    }
  }
  if (Log.on(Topic::Transfers))
    Log.line("", "results come home so that little has to be repeated if a "
                 "device fails");
  checkpoint();
}

void LossRecovery::end(const SiteRecord *Writer, const DeviceSlot &Failed,
                       const std::string &Why) const {
  Log.line(Writer ? Writer->Place : "",
           "its results were on " + Failed.facts().Name +
               " alone, which has failed: " + Why +
               "; TWOFOLD_COHERENCE=eager would have copied them back");
  // No handlers: they could wait for the very bytes.
  std::_Exit(70);
}

/// Everything that only devices have, by repeating the launches that made it.
void LossRecovery::makeAgain(DeviceSlot &Failed, const Error &Why) {
  Failed.Lost = true;
  bool First = !Failed.FailureTold.exchange(true);
  std::vector<NewerBlock> Blocks = newerBlocks();
  size_t Count = 0;
  if (!Blocks.empty()) {
    const SiteRecord *Writer = Blocks.front().Of->LastWriter;
    std::vector<ByteRange> Ranges;
    for (const NewerBlock &Block : Blocks)
      Ranges.push_back(Block.Range);
    ReplayedBytes Made;
    std::vector<char> Given;
    if (Makes) {
      Given = Makes(Ranges);
    } else if (Losses != Durability::Replay) {
      end(Writer, Failed, Why.Message);
    } else if (!Launches.complete()) {
      end(Writer, Failed, Why.Message + " while they were coming home");
    } else {
      Launches.dropFinished();
      if (Status S = replay(Launches, Ranges, Guard, Made); !S)
        end(Writer, Failed, Why.Message + "; " + S.error().Message);
    }
    const char *Bytes = Makes ? Given.data() : Made.data();
    for (const NewerBlock &Block : Blocks) {
      install({&Block, 1}, Bytes, PageGuard::Access::All);
      Bytes += Block.Range.size();
    }
    Count = Launches.launches();
  }
  // What devices have is not what the host has, bit for bit.
  std::vector<ByteRange> Open;
  {
    const Locked Lock = Table.lock();
    for (const auto &[Number, R] : Table.all()) {
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

void LossRecovery::recover(DeviceSlot &Failed, const Error &Why) {
  Locked Lock = Table.lock();
  if (!Table.beAlone(Lock))
    return;
  Lock.unlock();
  makeAgain(Failed, Why);
  Lock.lock();
  Table.endAlone();
}
