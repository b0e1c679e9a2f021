// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchTransfers.cpp - what a launch sends and receives -------------===//
//
// Of a DeviceLaunch: bytes that do not stay on the device.
#include "bytes/Residence.h"
#include "launch/DeviceLaunch.h"

#include <cstring>

using namespace twofold;

/// Of parts that keep nothing: rows, where they are cheaper than ranges. What a
/// launch is repeated from is ranges.
void DeviceLaunch::planRows() {
  if (Leaves || Repeatable || !Slot.MovesRows)
    return;
  for (unsigned I = 0; I < Outside.size(); ++I) {
    const RegionLease::Part &Part = Lease.parts()[I];
    std::vector<AccessRows> Accesses;
    bool Whole = !Part.InPlace && Part.Kept.empty();
    for (uint32_t B = 0; B < Site.base_count && Whole; ++B)
      if (Lease.partOf(B) == &Part) {
        const std::vector<AccessRows> &Some = Touched.Bases[B].Rows;
        Whole = !Some.empty();
        Accesses.insert(Accesses.end(), Some.begin(), Some.end());
      }
    if (!Whole)
      continue;
    RectanglePlan Plan = RectanglePlan::make(Outside[I], Accesses);
    if (!Plan.movesRows())
      continue;
    if (Plan.Reads != RectanglePlan::Way::Ranges)
      Outside[I].Reads = {};
    if (Plan.Writes != RectanglePlan::Way::Ranges)
      Outside[I].Writes = Outside[I].Covered = {};
    Rows.resize(Outside.size());
    Rows[I] = std::make_unique<RectangleTransfer>(std::move(Plan),
                                                  Slot.device().crew());
  }
}

void DeviceLaunch::rememberBytes(const RegionLease::Part &Part) {
  for (const ByteRange &Range : spoiledBy(Part.Use)) {
    Copies.copy(FreeStaging, host(Range.Begin), Range.size());
    Before.emplace_back(Range, FreeStaging);
    FreeStaging += Range.size();
  }
}

/// The device does nothing more. Not every driver that refuses a kernel has
/// left it alone.
void DeviceLaunch::restoreBytes() {
  if (Tried)
    for (const auto &[Range, Bytes] : Before)
      Copies.copy(host(Range.Begin), Bytes, Range.size());
}

Status DeviceLaunch::send(unsigned Part) {
  const RegionLease::Part &P = Lease.parts()[Part];
  if (P.InPlace) {
    rememberBytes(P);
    return Unit();
  }
  const RegionUse &Use = Outside[Part];
  auto Write = [&](const char *From, ByteRange Range,
                   TransferReason Why) -> Status {
    if (Repeatable)
      Repeatable->addInput(Range, From);
    moved(Why, Range.size());
    return Slot.Commands->write(P.memory(), Range.Begin - P.origin(), From,
                                Range.size());
  };
  RectangleTransfer *const InRows = Rows.empty() ? nullptr : Rows[Part].get();
  if (InRows)
    if (Status S = InRows->sendReads(*Slot.Commands, P.memory(), P.origin(),
                                     FreeStaging);
        !S)
      return S;
  RangeSet Partly = Use.Writes.without(Use.Covered);
  // The snapshot is what is sent, so that both are the same bytes even while
  // other threads write between them.
  for (const ByteRange &Range : Partly) {
    Copies.copy(FreeStaging, host(Range.Begin), Range.size());
    Staged.push_back({Part, Range, nullptr, FreeStaging});
    FreeStaging += Range.size();
    if (Status S =
            Write(Staged.back().Before, Range, TransferReason::PartlyWritten);
        !S)
      return S;
  }
  for (const ByteRange &Range : Use.Reads.without(Partly)) {
    const char *From = host(Range.Begin);
    if (Leaves) {
      std::memcpy(FreeStaging, From, Range.size());
      From = FreeStaging;
      FreeStaging += Range.size();
    }
    if (Status S = Write(From, Range, TransferReason::EachCallSent); !S)
      return S;
  }
  if (!InRows)
    return Unit();
  Status Sent =
      InRows->sendWrites(*Slot.Commands, P.memory(), P.origin(), FreeStaging);
  moved(TransferReason::EachCallSent, InRows->BytesToDevice);
  return Sent;
}

Status DeviceLaunch::receive(unsigned Part) {
  const RegionLease::Part &P = Lease.parts()[Part];
  auto Read = [&](char *To, ByteRange Range) -> Status {
    moved(TransferReason::EachCallStored, Range.size());
    return Slot.Commands->read(To, P.memory(), Range.Begin - P.origin(),
                               Range.size());
  };
  auto Stage = [&](StagedBytes &Bytes) -> Status {
    Bytes.After = FreeStaging;
    FreeStaging += Bytes.Range.size();
    return Read(const_cast<char *>(Bytes.After), Bytes.Range);
  };
  for (StagedBytes &Bytes : Staged)
    if (Bytes.Part == Part)
      if (Status S = Stage(Bytes); !S)
        return S;
  const RegionUse &Use = Outside[Part];
  for (const ByteRange &Range : Use.Covered.intersection(Use.Reads)) {
    Staged.push_back({Part, Range, nullptr, nullptr});
    if (Status S = Stage(Staged.back()); !S)
      return S;
  }
  for (const ByteRange &Range : Use.Covered.without(Use.Reads))
    if (Status S = Read(host(Range.Begin), Range); !S)
      return S;
  if (Rows.empty() || !Rows[Part])
    return Unit();
  Status Received =
      Rows[Part]->receive(*Slot.Commands, P.memory(), P.origin(), FreeStaging);
  moved(TransferReason::EachCallStored, Rows[Part]->BytesToHost);
  return Received;
}

void DeviceLaunch::publish() {
  for (const StagedBytes &Bytes : Staged) {
    char *To = host(Bytes.Range.Begin);
    if (Bytes.Before)
      Copies.storeChanged(To, Bytes.Before, Bytes.After, Bytes.Range.size());
    else
      Copies.copy(To, Bytes.After, Bytes.Range.size());
  }
  for (const auto &Each : Rows)
    if (Each)
      Each->store();
  // Searches narrow their shape, and rows are planned anew.
  if (!Known || !Rows.empty() || (Site.flags & TWOFOLD_SITE_SEARCH))
    Lease.commit();
  else if (Lease.commitToRest())
    Known->keep(std::make_shared<LaunchMemo>(
        LaunchMemo{&Slot, Wish, MaxGroup, std::move(Shape), std::move(Lease),
                   std::move(Outside)}));
}
