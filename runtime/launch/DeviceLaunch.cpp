// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/DeviceLaunch.h"

#include "bytes/Residence.h"
#include "choice/Calibration.h"
#include "choice/DeviceCosts.h"
#include "host/ElementCopies.h"
#include "launch/BoundedCall.h"
#include "launch/LaunchTrace.h"

#include <algorithm>
#include <array>

using namespace twofold;

/// Of a kernel that found no index out of bounds.
static constexpr std::array<uint64_t, TWOFOLD_ERROR_WORDS> NoError = {};

/// Every element of a site is at most this large.
static size_t largestElement(const twofold_site &Site) {
  size_t Largest = 1;
  for (uint32_t I = 0; I < Site.access_count; ++I)
    Largest = std::max<size_t>(Largest, Site.accesses[I].size);
  return Largest;
}

DeviceLaunch::DeviceLaunch(const twofold_site &Site,
                           const twofold_launch &Launch, uint64_t Trips,
                           const Footprint &Touched, DeviceSlot &Slot,
                           Regions &Data, SiteRecord *Record,
                           std::optional<LaunchResults> &Results)
    : Site(Site), Launch(Launch), Trips(Trips), Touched(Touched), Slot(Slot),
      Data(Data), Record(Record), Copies(Slot.device().crew()),
      Results(Results) {}

DeviceLaunch::~DeviceLaunch() {
  if (!Completed) {
    // What the device still does must not reach memory that is used again, so
    // neither the queue nor the buffers are.
    Slot.closeCommands();
    Events.clear();
    restoreBytes();
    if (!Rows.empty())
      Slot.MovesRows = false;
    Lease.abort(Started, false);
    return;
  }
  for (std::unique_ptr<Buffer> &Memory : ResultMemory)
    Slot.Buffers.give(std::move(Memory));
  for (const auto &Each : Rows)
    if (Each)
      Slot.Buffers.give(Each->takePacked());
  Slot.Buffers.give(std::move(Nothing));
  Slot.Buffers.give(std::move(ErrorRecord));
  Runs.free(Slot.Buffers);
  Slot.Staging.release();
}

std::vector<RegionNeed> twofold::regionNeeds(const twofold_site &Site,
                                             const Footprint &Touched) {
  std::vector<RegionNeed> Out;
  for (const BaseFootprint &Base : Touched.Bases)
    Out.push_back({Base.Hull, Base.Use, Base.Own, {}, Base.Around});
  // An index out of bounds becomes 0: there must be such an element.
  for (uint32_t I = 0; I < Site.subscript_count; ++I) {
    RegionNeed &Need = Out[Site.subscripts[I].base];
    uint64_t Address = Touched.Bases[Site.subscripts[I].base].Address;
    if (!Need.Range.empty() && Address < Need.Range.Begin)
      Need.Range.Begin = Address;
  }
  return Out;
}

/// Whether nothing that the program owns is needed when the kernel runs: what
/// it writes stays, and what has to be sent is in place, or is little.
bool DeviceLaunch::leavable() const {
  for (const RegionLease::Part &Part : Lease.parts())
    if (Part.InPlace)
      return false;
  uint64_t Bytes = 0;
  for (const RegionUse &Use : Outside) {
    if (!Use.Writes.empty())
      return false;
    Bytes += Use.Reads.bytes();
  }
  return Data.lazy() && mayBeLeft(Site) && Bytes <= MostSentByLeaving &&
         (!Lease.BytesToDevice || (Lease.sentCopies() && !Bytes));
}

/// Whether what comes back goes nowhere else before the launch is over.
bool DeviceLaunch::receivesInStaging() const {
  if (!Rows.empty())
    return false;
  const std::vector<RegionLease::Part> &Parts = Lease.parts();
  return std::all_of(Outside.begin(), Outside.end(),
                     [](const RegionUse &Use) {
                       return Use.Covered.without(Use.Reads).empty();
                     }) &&
         std::none_of(Parts.begin(), Parts.end(),
                      [](const RegionLease::Part &P) { return P.InPlace; });
}

Status DeviceLaunch::allocate() {
  auto Take = [&](std::unique_ptr<Buffer> &Into, size_t Bytes) -> Status {
    auto Taken = Data.allocate(Slot, Bytes);
    if (!Taken)
      return Taken.takeError();
    Into = std::move(*Taken);
    return Unit();
  };
  // Snapshots of partly written bytes, and everything that is received but for
  // what goes straight to its place.
  uint64_t StagingBytes = 0, SentBytes = 0;
  for (const RegionUse &Use : Outside) {
    SentBytes += Use.Reads.bytes();
    StagingBytes += 2 * Use.Writes.without(Use.Covered).bytes() +
                    Use.Covered.intersection(Use.Reads).bytes();
  }
  for (const RegionLease::Part &Part : Lease.parts())
    if (Part.InPlace)
      StagingBytes += spoiledBy(Part.Use).bytes();
  for (const auto &Each : Rows)
    if (Each) {
      StagingBytes += Each->stagingBytes();
      std::unique_ptr<Buffer> Packed;
      if (Each->packedBytes())
        if (Status S = Take(Packed, Each->packedBytes()); !S)
          return S;
      Each->setPacked(std::move(Packed));
    }
  ResultMemory.resize(Site.result_count);
  for (uint32_t I = 0; I < Site.result_count; ++I)
    if (Status S = Take(ResultMemory[I], Results->size(I)); !S)
      return S;
  for (uint32_t B = 0; B < Site.base_count && !Nothing; ++B)
    if (!Lease.partOf(B))
      if (Status S = Take(Nothing, largestElement(Site)); !S)
        return S;
  if (Status S = Runs.each([&](KernelRun &Run) -> Status {
        return Run.Shape.SharedBytes ? Take(Run.Shared, Run.Shape.SharedBytes)
                                     : Unit();
      });
      !S)
    return S;
  const twofold_kernel &Kernel = *Site.kernel;
  if (std::any_of(Kernel.args, Kernel.args + Kernel.arg_count,
                  [](const twofold_kernel_arg &Arg) {
                    return Arg.kind == TWOFOLD_ARG_ERROR;
                  }))
    if (Status S = Take(ErrorRecord, sizeof NoError); !S)
      return S;
  // A launch that sends nothing needs no event to tell when it has.
  bool HasStaging = true;
  if (!Leaves) {
    FreeStaging = Slot.Staging.take(StagingBytes);
    HasStaging = FreeStaging;
  } else if (Lease.BytesToDevice) {
    Sent = Lease.takeCopies();
  } else if (SentBytes) {
    Sent.reset(new (std::nothrow) char[SentBytes]);
    FreeStaging = Sent.get();
    HasStaging = FreeStaging;
  }
  if (!HasStaging || !Results->valid())
    return Error{ErrorCode::OutOfMemory, "no host memory for staging", ""};
  return Unit();
}

Status DeviceLaunch::enqueue() {
  if (ErrorRecord)
    if (Status S = Slot.Commands->write(*ErrorRecord, 0, NoError.data(),
                                        sizeof NoError);
        !S)
      return S;
  return Runs.each([&](KernelRun &Run) { return enqueue(Run); });
}

Status DeviceLaunch::enqueue(KernelRun &Run) {
  KernelArguments &Arguments = Run.Arguments;
  for (uint32_t B = 0; B < Site.base_count; ++B)
    if (const RegionLease::Part *Part = Lease.partOf(B))
      Arguments.setBase(B, Part->memory(),
                        int64_t(Touched.Bases[B].Address - Part->origin()));
    else
      Arguments.setBase(B, *Nothing, 0);
  for (uint32_t I = 0; I < Site.result_count; ++I)
    Arguments.setResult(I, *ResultMemory[I]);
  if (Run.Shared)
    Arguments.setShared(*Run.Shared);
  if (ErrorRecord)
    Arguments.setErrorRecord(*ErrorRecord);
  // Events cost as much as half a launch.
  const bool Unseen =
      Leaves ? !Sent && !Slot.Launches.wantsEvents() : Slot.facts().ErrorsLast;
  for (const LaunchShape::Piece &Piece : Run.Shape.Pieces) {
    Tried = true;
    if (Unseen) {
      if (Status S = Slot.Commands->launchUnseen(Run.Kernel, Piece.Range,
                                                 Arguments.make(Piece));
          !S)
        return S;
      Started = true;
      continue;
    }
    auto Enqueued =
        Slot.Commands->launch(Run.Kernel, Piece.Range, Arguments.make(Piece));
    if (!Enqueued)
      return Enqueued.takeError();
    Started = true;
    Events.push_back(std::move(*Enqueued));
  }
  return Unit();
}

/// Tells the call of what the kernel found.
Status DeviceLaunch::readErrorRecord() {
  std::array<uint64_t, TWOFOLD_ERROR_WORDS> Record = NoError;
  if (Status S =
          Slot.Commands->read(Record.data(), *ErrorRecord, 0, sizeof Record);
      !S)
    return S;
  if (Status S = waitForAll(); !S)
    return S;
  if (uint32_t(Record[0]) != 0 && Record[1] == TWOFOLD_ERROR_DECLINED) {
    Completed = true;
    restoreBytes();
    Lease.abort(Started, true);
    return Error{ErrorCode::Declined,
                 "an iteration came to what only the host can do", ""};
  }
  BoundedCall *Call = boundedCall(Site, Launch);
  LeftBounds = uint32_t(Record[0]) != 0 && Call &&
               Call->found(uint32_t(Record[1]), int64_t(Record[2]),
                           TWOFOLD_FOUND_ON_DEVICE);
  return Unit();
}

Status DeviceLaunch::waitForAll() {
  if (Status S = Slot.Commands->finish(); !S)
    return S;
  for (std::unique_ptr<Event> &E : Events)
    if (Status S = E->wait(); !S)
      return S;
  Events.clear();
  return Unit();
}

/// What of the leased memory does not stay on the device, where nothing is in
/// place.
static std::vector<RegionUse> outside(const RegionLease &Lease) {
  std::vector<RegionUse> Out;
  for (const RegionLease::Part &Part : Lease.parts())
    Out.push_back(Part.InPlace
                      ? RegionUse()
                      : RegionUse{Part.Use.Reads.without(Part.Kept),
                                  Part.Use.Writes.without(Part.Kept),
                                  Part.Use.Covered.without(Part.Kept)});
  return Out;
}

/// Locks the regions and has the device get what is to stay there.
Status DeviceLaunch::acquire(Program &Kernel, Regions::Keep How,
                             bool MayLeave) {
  std::shared_ptr<LaunchMemo> Memo;
  auto Largest = KernelRuns::largestGroup(Site, Kernel, Slot.facts());
  if (!Largest)
    return Largest.takeError();
  MaxGroup = *Largest;
  if (Known && How != Regions::Keep::Nothing)
    Memo = Known->takeLaunch();
  if (Memo &&
      (Memo->On != &Slot || Memo->Wish != Wish || Memo->MaxGroup != MaxGroup))
    Memo.reset();
  const DeviceFacts &Facts = Slot.facts();
  Shape = Memo ? std::move(Memo->Shape)
               : LaunchShape::make(
                     Site, Launch, Trips, Facts, MaxGroup, Touched.basesApart(),
                     LaunchShape::MaxItems,
                     localCopies(Site, Launch, IterationSpace(Site, Launch),
                                 Trips, Touched.Bases, Facts.LocalMemory,
                                 Facts.ComputeUnits),
                     Wish);
  Results.emplace(Site, Launch, Shape.Groups);
  // Before anything is locked: scalars may be in memory that is guarded.
  if (Status S = Runs.make(Site, Launch, Shape, Kernel); !S)
    return S;
  bool Logged = Data.lazy() && How != Regions::Keep::Nothing &&
                Data.durability() == Durability::Replay;
  if (Logged && (Site.flags & TWOFOLD_SITE_REPEATABLE))
    Repeatable.emplace(Site, Launch, Trips);
  const bool Resumed = Memo && Memo->Lease.resume(How);
  if (Resumed) {
    Lease = std::move(Memo->Lease);
    Outside = std::move(Memo->Outside);
  } else {
    auto Acquired = Data.acquire(regionNeeds(Site, Touched), Slot, Record, How);
    if (!Acquired)
      return Acquired.takeError();
    Lease = std::move(*Acquired);
  }
  Lease.MayLeave = MayLeave && mayBeLeft(Site);
  Lease.Record = Repeatable ? &*Repeatable : nullptr;
  Lease.WritesComeHome =
      Data.durability() == Durability::Eager || (Logged && !Repeatable);
  if (Resumed)
    return Unit();
  // Element 0 of a base may be used even where that is not there
  // (TWOFOLD_ARG_ERROR); then the loop is to have had no effect.
  bool Checked = Site.subscript_count != 0;
  Status Ready =
      Lease.prepare(*Slot.Commands, Checked ? largestElement(Site) : 0,
                    Checked                              ? Regions::Undo::All
                    : Site.flags & TWOFOLD_SITE_DECLINES ? Regions::Undo::Repeat
                                                         : Regions::Undo::None);
  BytesToDevice += Lease.BytesToDevice;
  if (Ready)
    Outside = outside(Lease);
  return Ready;
}

Status DeviceLaunch::execute(Program &Kernel, Regions::Keep How, bool MayLeave,
                             GroupTrial *Trial) {
  if (Slot.Lost)
    return Error{ErrorCode::DeviceLost, "the device has failed before", ""};
  if (Status S = Slot.openCommands(); !S)
    return S;
  if (Data.worksInPlace(Slot))
    How = Regions::Keep::Nothing;
  if (Trial)
    Wish = Trial->Shape;
  const bool Measured = Trial && Trial->Measure;
  MayLeave &= !Measured;
  LaunchTrace Told(Slot, Site);
  if (Status S = acquire(Kernel, How, MayLeave); !S)
    return S;
  Leaves = MayLeave && leavable();
  planRows();
  if (Status S = allocate(); !S)
    return S;
  if (Lease.interrupted())
    return Error{ErrorCode::DeviceLost, "a device has failed meanwhile", ""};
  for (unsigned Part = 0; Part < Outside.size(); ++Part)
    if (Status S = send(Part); !S)
      return S;
  // The kernel alone: nothing is under way before it.
  if (Measured || (Told.on() && !Leaves))
    if (Status S = waitForAll(); !S)
      return S;
  Told.sent(BytesToDevice);
  const double Start = steadyNanoseconds();
  if (Status S = Site.flags & TWOFOLD_SITE_SEARCH ? search() : enqueue(); !S)
    return S;
  if (Leaves) {
    Lease.Pending = Slot.Launches.add(std::move(Events), std::move(Sent));
    Told.left(Lease.Pending);
    Completed = true;
    return Unit();
  }
  for (const RegionLease::Part &Part : Lease.parts())
    if (ByteRange Written = Part.Use.Writes.hull(); Part.InPlace)
      if (Status S = Slot.Commands->showHost(
              Part.memory(), Written.Begin - Part.origin(), Written.size());
          !S)
        return S;
  // Nothing is received in place from a kernel that failed.
  if (Measured || Told.on() || ErrorRecord || !receivesInStaging())
    if (Status S = waitForAll(); !S)
      return S;
  Told.ran();
  if (Measured)
    Trial->Nanoseconds = steadyNanoseconds() - Start;
  if (ErrorRecord)
    if (Status S = readErrorRecord(); !S)
      return S;
  if (LeftBounds) {
    Completed = true;
    Lease.abort(Started, true);
    return Unit();
  }
  for (unsigned Part = 0; Part < Outside.size(); ++Part)
    if (Status S = receive(Part); !S)
      return S;
  for (uint32_t I = 0; I < Site.result_count; ++I) {
    if (!Results->size(I))
      continue;
    moved(TransferReason::Result, Results->size(I));
    if (Status S = Slot.Commands->read(Results->bytes(I), *ResultMemory[I], 0,
                                       Results->size(I));
        !S)
      return S;
  }
  if (Status S = waitForAll(); !S)
    return S;
  Told.received(BytesToHost);
  Completed = true;
  if (How == Regions::Keep::Nothing && !Data.worksInPlace(Slot))
    Data.noteMoved(BytesToDevice + BytesToHost);
  return Unit();
}
