// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/RectangleTransfer.h"

#include <algorithm>

using namespace twofold;

using Way = RectanglePlan::Way;

uint64_t RectangleTransfer::stagingBytes() const {
  uint64_t Sum = 0;
  if (Plan.Reads == Way::Packed)
    Sum += RectanglePlan::bytes(Plan.ReadRows);
  if (Plan.Writes == Way::Packed)
    Sum += RectanglePlan::bytes(Plan.WriteRows) * (Plan.Covered ? 1 : 2);
  if (Plan.Writes == Way::Whole)
    Sum += Plan.WriteRows.front().hull().size();
  return Sum;
}

uint64_t RectangleTransfer::packedBytes() const {
  uint64_t Reads =
      Plan.Reads == Way::Packed ? RectanglePlan::bytes(Plan.ReadRows) : 0;
  uint64_t Writes =
      Plan.Writes == Way::Packed ? RectanglePlan::bytes(Plan.WriteRows) : 0;
  return std::max(Reads, Writes);
}

Status RectangleTransfer::sendPacked(Queue &Commands, Buffer &Memory,
                                     uint64_t Origin,
                                     const std::vector<Rectangle> &Rows,
                                     char *Staging) {
  const uint64_t Bytes = RectanglePlan::bytes(Rows);
  uint64_t Filled = 0;
  for (const Rectangle &R : Rows) {
    Host.pack(Staging + Filled, host(R.Begin), R.Layout);
    Filled += R.Layout.bytes();
  }
  if (Status S = Commands.write(*Packed, 0, Staging, Bytes); !S)
    return S;
  BytesToDevice += Bytes;
  uint64_t Spread = 0;
  for (const Rectangle &R : Rows) {
    if (Status S = Commands.unpack(Memory, R.Begin - Origin, *Packed, Spread,
                                   R.Layout);
        !S)
      return S;
    Spread += R.Layout.bytes();
  }
  return Unit();
}

Status RectangleTransfer::sendReads(Queue &Commands, Buffer &Memory,
                                    uint64_t Origin, char *&Staging) {
  if (Plan.Reads != Way::Packed)
    return Unit();
  char *Mine = Staging;
  Staging += RectanglePlan::bytes(Plan.ReadRows);
  return sendPacked(Commands, Memory, Origin, Plan.ReadRows, Mine);
}

Status RectangleTransfer::sendWrites(Queue &Commands, Buffer &Memory,
                                     uint64_t Origin, char *&Staging) {
  if (Plan.Writes != Way::Packed || Plan.Covered)
    return Unit();
  Before = Staging;
  char *Mine = Staging;
  Staging += RectanglePlan::bytes(Plan.WriteRows);
  return sendPacked(Commands, Memory, Origin, Plan.WriteRows, Mine);
}

Status RectangleTransfer::receive(Queue &Commands, Buffer &Memory,
                                  uint64_t Origin, char *&Staging) {
  if (Plan.Writes == Way::Ranges)
    return Unit();
  char *Mine = Staging;
  After = Mine;
  if (Plan.Writes == Way::Whole) {
    ByteRange Hull = Plan.WriteRows.front().hull();
    Staging += Hull.size();
    BytesToHost += Hull.size();
    return Commands.read(Mine, Memory, Hull.Begin - Origin, Hull.size());
  }
  uint64_t Gathered = 0;
  for (const Rectangle &R : Plan.WriteRows) {
    if (Status S = Commands.pack(*Packed, Gathered, Memory, R.Begin - Origin,
                                 R.Layout);
        !S)
      return S;
    Gathered += R.Layout.bytes();
  }
  Staging += Gathered;
  BytesToHost += Gathered;
  return Commands.read(Mine, *Packed, 0, Gathered);
}

void RectangleTransfer::store() const {
  if (Plan.Writes == Way::Whole) {
    const Rectangle &R = Plan.WriteRows.front();
    return Host.copyRows(host(R.Begin), After, R.Layout);
  }
  uint64_t Taken = 0;
  for (const Rectangle &R : Plan.WriteRows) {
    if (Before)
      Host.unpackChanged(host(R.Begin), Before + Taken, After + Taken,
                         R.Layout);
    else
      Host.unpack(host(R.Begin), After + Taken, R.Layout);
    Taken += R.Layout.bytes();
  }
}
