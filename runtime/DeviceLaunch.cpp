// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceLaunch.cpp - one call, carried out on a device ---------------===//
#include "DeviceLaunch.h"
#include "BoundedCall.h"
#include "KernelArguments.h"
#include "LocalCopies.h"
#include "RegionMap.h"

#include <algorithm>
#include <array>
#include <cstring>

using namespace twofold;

/// A buffer starts at a host address that is a multiple of this, so that every
/// element is aligned on the device as it is on the host.
static constexpr uint64_t Alignment = 128;

/// Of a kernel that found no index out of bounds.
static constexpr std::array<uint64_t, TWOFOLD_ERROR_WORDS> NoError = {};
/// Iterations of each work-item in the first slice of a search, and how much
/// longer the next one is.
static constexpr uint64_t FirstSliceTrips = 16;
static constexpr uint64_t SliceGrowth = 4;

static char *host(uint64_t Address) {
  return reinterpret_cast<char *>(uintptr_t(Address));
}

DeviceLaunch::DeviceLaunch(const twofold_site &Site,
                           const twofold_launch &Launch, uint64_t Trips,
                           const Footprint &Touched, DeviceSlot &Slot)
    : Site(Site), Launch(Launch), Trips(Trips), Touched(Touched), Slot(Slot) {}

DeviceLaunch::~DeviceLaunch() {
  if (!Completed) {
    // What the device still does must not reach memory that is used again, so
    // neither the queue nor the buffers are.
    if (Slot.Commands)
      (void)Slot.Commands->finish();
    Events.clear();
    Slot.Commands.reset();
    return;
  }
  for (Region &R : Regions)
    Slot.Buffers.give(std::move(R.Memory));
  for (ResultBuffer &R : Results)
    Slot.Buffers.give(std::move(R.Memory));
  Slot.Buffers.give(std::move(Nothing));
  Slot.Buffers.give(std::move(ErrorRecord));
  Slot.Staging.release();
}

/// Bases whose bytes overlap share a region.
void DeviceLaunch::placeRegions() {
  RegionMap Map;
  for (const BaseFootprint &Base : Touched.Bases)
    if (!Base.Hull.empty())
      Map.insert(Base.Hull);
  // An index out of bounds becomes 0: there must be such an element.
  for (uint32_t I = 0; I < Site.subscript_count; ++I) {
    uint32_t Number = Site.subscripts[I].base;
    const BaseFootprint &Base = Touched.Bases[Number];
    if (!Base.Hull.empty() && Base.Address < Base.Hull.Begin)
      Map.insert({Base.Address, Base.Hull.End});
  }
  std::vector<RegionMap::Region> Placed = Map.overlapping({0, UINT64_MAX});
  for (const RegionMap::Region &R : Placed)
    Regions.push_back({Residence(R.Range),
                       {},
                       R.Range.Begin / Alignment * Alignment,
                       nullptr});
  for (const BaseFootprint &Base : Touched.Bases) {
    unsigned Number = NoRegion;
    for (unsigned R = 0; R < Regions.size() && !Base.Hull.empty(); ++R)
      if (Regions[R].State.bounds().contains(Base.Hull))
        Number = R;
    RegionOfBase.push_back(Number);
    if (Number == NoRegion)
      continue;
    RegionUse &Use = Regions[Number].Use;
    Use.Reads.insert(Base.Use.Reads);
    Use.Writes.insert(Base.Use.Writes);
    Use.Covered.insert(Base.Use.Covered);
  }
}

Status DeviceLaunch::allocate(const LaunchShape &Shape) {
  auto Take = [&](std::unique_ptr<Buffer> &Into, size_t Bytes) -> Status {
    auto Taken = Slot.Buffers.take(Bytes);
    if (!Taken)
      return Taken.takeError();
    Into = std::move(*Taken);
    return Unit();
  };
  // Element 0 of a base may be used even where that is not there
  // (TWOFOLD_ARG_ERROR).
  size_t Largest = 1;
  for (uint32_t I = 0; I < Site.access_count; ++I)
    Largest = std::max<size_t>(Largest, Site.accesses[I].size);
  size_t Spare = Site.subscript_count == 0 ? 0 : Largest;
  // Snapshots of partly written bytes, and everything that is received but for
  // what goes straight to its place.
  uint64_t StagingBytes = 0;
  for (Region &R : Regions) {
    if (Status S = Take(R.Memory, R.State.bounds().End - R.Origin + Spare); !S)
      return S;
    StagingBytes += 2 * R.Use.Writes.without(R.Use.Covered).bytes() +
                    R.Use.Covered.intersection(R.Use.Reads).bytes();
  }
  for (uint32_t I = 0; I < Site.result_count; ++I) {
    const twofold_result &Result = Site.results[I];
    bool Reduction = Result.kind == TWOFOLD_RESULT_REDUCTION;
    size_t Bytes = Result.size * (Reduction ? Shape.Groups : 1);
    Results.push_back({&Result, nullptr, Bytes, nullptr});
    if (Status S = Take(Results.back().Memory, Bytes); !S)
      return S;
    StagingBytes += Bytes;
  }
  if (std::find(RegionOfBase.begin(), RegionOfBase.end(), NoRegion) !=
      RegionOfBase.end())
    if (Status S = Take(Nothing, Largest); !S)
      return S;
  const twofold_kernel &Kernel = *Site.kernel;
  if (std::any_of(Kernel.args, Kernel.args + Kernel.arg_count,
                  [](const twofold_kernel_arg &Arg) {
                    return Arg.kind == TWOFOLD_ARG_ERROR;
                  }))
    if (Status S = Take(ErrorRecord, sizeof NoError); !S)
      return S;
  if (PrivateArgs::hasReduction(Site))
    Partials.emplace(Site, Launch.args, 2);
  FreeStaging = Slot.Staging.take(StagingBytes);
  if (!FreeStaging || (Partials && !Partials->valid()))
    return Error{ErrorCode::OutOfMemory, "no host memory for staging", ""};
  return Unit();
}

Status DeviceLaunch::send(Region &R) {
  RangeSet Partly = R.Use.Writes.without(R.Use.Covered);
  // The snapshot is what is sent, so that both are the same bytes even while
  // other threads write between them.
  for (const ByteRange &Range : Partly) {
    std::memcpy(FreeStaging, host(Range.Begin), Range.size());
    Staged.push_back({Range, nullptr, FreeStaging});
    FreeStaging += Range.size();
    if (Status S = Slot.Commands->write(*R.Memory, Range.Begin - R.Origin,
                                        Staged.back().Before, Range.size());
        !S)
      return S;
    BytesToDevice += Range.size();
    R.State.markTransferred({Transfer::Direction::ToDevice, Range});
  }
  for (const Transfer &T : R.State.planUse(R.Use)) {
    if (Status S = Slot.Commands->write(*R.Memory, T.Range.Begin - R.Origin,
                                        host(T.Range.Begin), T.Range.size());
        !S)
      return S;
    BytesToDevice += T.Range.size();
    R.State.markTransferred(T);
  }
  return Unit();
}

Status DeviceLaunch::enqueue(Program &Kernel, const LaunchShape &Shape) {
  KernelArguments Arguments(Site, Launch, Shape);
  for (uint32_t B = 0; B < Site.base_count; ++B) {
    unsigned Number = RegionOfBase[B];
    if (Number == NoRegion)
      Arguments.setBase(B, *Nothing, 0);
    else
      Arguments.setBase(
          B, *Regions[Number].Memory,
          int64_t(Touched.Bases[B].Address - Regions[Number].Origin));
  }
  for (uint32_t I = 0; I < Site.result_count; ++I)
    Arguments.setResult(I, *Results[I].Memory);
  if (ErrorRecord) {
    if (Status S = Slot.Commands->write(*ErrorRecord, 0, NoError.data(),
                                        sizeof NoError);
        !S)
      return S;
    Arguments.setErrorRecord(*ErrorRecord);
  }
  for (const LaunchShape::Piece &Piece : Shape.Pieces) {
    auto Started =
        Slot.Commands->launch(Kernel, Piece.Range, Arguments.make(Piece.First));
    if (!Started)
      return Started.takeError();
    Events.push_back(std::move(*Started));
  }
  for (Region &R : Regions)
    R.State.markWritten(R.Use.Writes);
  return Unit();
}

/// Slice by slice, each several times as long as the one before, up to the
/// first in which something is found.
Status DeviceLaunch::search(Program &Kernel, LaunchShape &Shape) {
  Lowest.resize(Results.front().Bytes / sizeof(uint64_t));
  uint64_t Slice = Shape.Groups * Shape.GroupSize * FirstSliceTrips;
  for (uint64_t First = 0; First < Trips;) {
    uint64_t End = First + std::min(Slice, Trips - First);
    Shape.slice(First, End);
    if (Status S = enqueue(Kernel, Shape); !S)
      return S;
    if (End == Trips)
      break;
    if (Status S = waitForAll(); !S)
      return S;
    if (Status S = Slot.Commands->read(Lowest.data(), *Results.front().Memory,
                                       0, Results.front().Bytes);
        !S)
      return S;
    if (Status S = waitForAll(); !S)
      return S;
    if (std::any_of(Lowest.begin(), Lowest.end(),
                    [](uint64_t L) { return L != UINT64_MAX; }))
      break;
    First = End;
    if (__builtin_mul_overflow(Slice, SliceGrowth, &Slice))
      Slice = UINT64_MAX;
  }
  return Unit();
}

Status DeviceLaunch::receive(Region &R) {
  auto Read = [&](char *To, ByteRange Range) -> Status {
    BytesToHost += Range.size();
    return Slot.Commands->read(To, *R.Memory, Range.Begin - R.Origin,
                               Range.size());
  };
  auto Stage = [&](StagedBytes &Bytes) -> Status {
    Bytes.After = FreeStaging;
    FreeStaging += Bytes.Range.size();
    return Read(const_cast<char *>(Bytes.After), Bytes.Range);
  };
  for (StagedBytes &Bytes : Staged)
    if (R.State.bounds().contains(Bytes.Range))
      if (Status S = Stage(Bytes); !S)
        return S;
  const RangeSet &Whole = R.Use.Covered;
  for (const ByteRange &Range : Whole.intersection(R.Use.Reads)) {
    Staged.push_back({Range, nullptr, nullptr});
    if (Status S = Stage(Staged.back()); !S)
      return S;
  }
  for (const ByteRange &Range : Whole.without(R.Use.Reads))
    if (Status S = Read(host(Range.Begin), Range); !S)
      return S;
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

Status DeviceLaunch::execute(Program &Kernel) {
  if (!Slot.Commands) {
    auto Made = Slot.device().createQueue();
    if (!Made)
      return Made.takeError();
    Slot.Commands = std::move(*Made);
  }
  const DeviceFacts &Facts = Slot.facts();
  LaunchShape Shape = LaunchShape::make(
      Site, Launch, Trips, Facts, Kernel.maxGroupSize(), Touched.basesApart(),
      LaunchShape::MaxItems,
      localCopies(Site, Launch, IterationSpace(Site, Launch), Trips,
                  Touched.Bases, Facts.LocalMemory, Facts.ComputeUnits));
  placeRegions();
  if (Status S = allocate(Shape); !S)
    return S;
  for (Region &R : Regions)
    if (Status S = send(R); !S)
      return S;
  if (Status S = Site.flags & TWOFOLD_SITE_SEARCH ? search(Kernel, Shape)
                                                  : enqueue(Kernel, Shape);
      !S)
    return S;
  // Nothing is received from a kernel that failed.
  if (Status S = waitForAll(); !S)
    return S;
  if (ErrorRecord)
    if (Status S = readErrorRecord(); !S)
      return S;
  if (LeftBounds) {
    Completed = true;
    return Unit();
  }
  for (Region &R : Regions)
    if (Status S = receive(R); !S)
      return S;
  for (ResultBuffer &R : Results) {
    R.Received = FreeStaging;
    FreeStaging += R.Bytes;
    BytesToHost += R.Bytes;
    if (Status S = Slot.Commands->read(R.Received, *R.Memory, 0, R.Bytes); !S)
      return S;
  }
  if (Status S = waitForAll(); !S)
    return S;
  Completed = true;
  return Unit();
}

/// Stores those of Size bytes that differ between Before and After.
static void storeChanged(char *To, const char *Before, const char *After,
                         size_t Size) {
  constexpr size_t Block = 64;
  for (size_t Begin = 0; Begin < Size; Begin += Block) {
    size_t Here = std::min(Block, Size - Begin);
    if (!std::memcmp(Before + Begin, After + Begin, Here))
      continue;
    for (size_t I = Begin; I < Begin + Here; ++I)
      if (Before[I] != After[I])
        To[I] = After[I];
  }
}

void DeviceLaunch::publish() {
  for (const StagedBytes &Bytes : Staged) {
    char *To = host(Bytes.Range.Begin);
    if (Bytes.Before)
      storeChanged(To, Bytes.Before, Bytes.After, Bytes.Range.size());
    else
      std::memcpy(To, Bytes.After, Bytes.Range.size());
  }
  for (const ResultBuffer &R : Results)
    if (R.Result->kind == TWOFOLD_RESULT_LAST)
      std::memcpy(Launch.args[R.Result->arg], R.Received, R.Result->size);
  if (!Partials)
    return;
  // In the order of the groups, so that equal calls give equal bits.
  void **Sum = Partials->prepare(0), **Part = Partials->prepare(1);
  uint64_t Groups = 0;
  for (const ResultBuffer &R : Results)
    if (R.Result->kind == TWOFOLD_RESULT_REDUCTION)
      Groups = R.Bytes / R.Result->size;
  for (uint64_t Group = 0; Group < Groups; ++Group) {
    for (const ResultBuffer &R : Results)
      if (R.Result->kind == TWOFOLD_RESULT_REDUCTION)
        std::memcpy(Part[R.Result->arg], R.Received + Group * R.Result->size,
                    R.Result->size);
    Site.combine(Sum, Part);
  }
  Site.combine(Launch.args, Sum);
}
