// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/RectanglePlan.h"

#include <algorithm>

using namespace twofold;

uint64_t RectanglePlan::bytes(const std::vector<Rectangle> &Rows) {
  uint64_t Sum = 0;
  for (const Rectangle &R : Rows)
    Sum += R.Layout.bytes();
  return Sum;
}

static uint64_t countRows(const std::vector<Rectangle> &Rows) {
  uint64_t Count = 0;
  for (const Rectangle &R : Rows)
    Count += R.Layout.rows();
  return Count;
}

/// Moved, gathered on one side, and spread on the other.
static uint64_t packedCost(const std::vector<Rectangle> &Rows) {
  uint64_t Bytes = RectanglePlan::bytes(Rows);
  return 2 * Bytes + Bytes / RectanglePlan::BytesOfDevice +
         countRows(Rows) * RectanglePlan::RowCost;
}

static std::vector<Rectangle> rowsOf(const std::vector<AccessRows> &Accesses,
                                     bool Written) {
  std::vector<Rectangle> Some;
  for (const AccessRows &A : Accesses)
    if (Written ? A.Writes : A.Reads)
      Some.push_back(A.Where);
  return enclosing(Some);
}

RectanglePlan RectanglePlan::make(const RegionUse &Use,
                                  const std::vector<AccessRows> &Accesses) {
  RectanglePlan Out;
  auto Pays = [](uint64_t Cost, uint64_t Instead) {
    return Cost < Instead && Instead - Cost >= LeastSaved;
  };
  RangeSet Partly = Use.Writes.without(Use.Covered);
  if (Use.Writes.bytes() > LeastSaved) {
    std::vector<Rectangle> Rows = rowsOf(Accesses, true);
    bool Covered =
        Rows.size() == 1 &&
        std::any_of(Accesses.begin(), Accesses.end(), [&](const auto &A) {
          return A.Writes && A.Covers && A.Where == Rows.front();
        });
    // Partly written ranges are kept, sent, received and compared.
    uint64_t Ranges = Use.Writes.bytes() + 3 * Partly.bytes();
    if (!Rows.empty()) {
      uint64_t Packed = packedCost(Rows) * (Covered ? 1 : 3);
      uint64_t Whole = UINT64_MAX;
      if (Covered)
        Whole = Rows.front().hull().size() + bytes(Rows) +
                countRows(Rows) * StoreCost;
      if (Pays(std::min(Packed, Whole), Ranges)) {
        Out.Writes = Packed <= Whole ? Way::Packed : Way::Whole;
        Out.Covered = Covered;
        Out.WriteRows = std::move(Rows);
      }
    }
  }
  uint64_t Ranges =
      (Out.Writes == Way::Ranges ? Use.Reads.without(Partly) : Use.Reads)
          .bytes();
  if (Ranges > LeastSaved) {
    std::vector<Rectangle> Rows = rowsOf(Accesses, false);
    if (!Rows.empty() && Pays(packedCost(Rows), Ranges)) {
      Out.Reads = Way::Packed;
      Out.ReadRows = std::move(Rows);
    }
  }
  return Out;
}
