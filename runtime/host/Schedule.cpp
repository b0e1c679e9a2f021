// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host/Schedule.h"

#include <algorithm>
#include <bit>

using namespace twofold;

/// Whole rows are dealt out when every thread gets at least this many, so that
/// the imbalance stays small.
static constexpr uint64_t RowsPerThread = 4;

/// Taking a piece costs some ten nanoseconds, and its loop begins anew. This
/// much takes a microsecond or two in the simplest loops.
static constexpr uint64_t OpsPerPiece = 1 << 18;
/// A block's first piece is this part of it: rows beside each other may have
/// most of the work.
static constexpr uint64_t Parts = 16;
/// A thread that is done looks at all other blocks, each in memory that another
/// core has written: a tenth of a microsecond. More threads need longer blocks.
static constexpr double LooksEachPiece = 8;

/// Rounding depends on what is summed by one thread; such sums keep blocks. Who
/// takes from another's block may go back to earlier iterations.
static bool mayDeal(const twofold_site &Site) {
  return !(Site.flags &
           (TWOFOLD_SITE_ORDERED | TWOFOLD_SITE_ROUNDS | TWOFOLD_SITE_RISING));
}

Schedule Schedule::make(const twofold_site &Site, const twofold_launch &Launch,
                        uint64_t Trips, unsigned Threads, uint64_t Ops) {
  Schedule Out;
  Out.Trips = Trips;
  bool Ordered = Site.flags & TWOFOLD_SITE_ORDERED;
  Out.Dynamic = !Ordered && Site.flags & TWOFOLD_SITE_DYNAMIC;
  if (Launch.chunk > 0 && !Ordered)
    Out.Chunk = std::min(uint64_t(Launch.chunk), Trips);
  else if (Out.Dynamic)
    Out.Chunk = 1;
  // The dealer's counter overshoots by one chunk for each thread.
  if (Out.Chunk && Trips > UINT64_MAX - Out.Chunk * (uint64_t(Threads) + 1)) {
    Out.Chunk = 0;
    Out.Dynamic = false;
  }
  // The fewest outer dimensions that give enough rows: inner loops then run
  // over their whole length, without a start or an end in the middle.
  uint64_t Rows = 1;
  for (uint32_t D = 0; D + 1 < Site.rank; ++D) {
    Rows *= Launch.dims[D].trips;
    if (Rows >= RowsPerThread * Threads) {
      Out.Unit = Trips / Rows;
      break;
    }
  }
  if (!Out.Chunk && mayDeal(Site))
    Out.deal(Ops, Threads, Site.flags >> TWOFOLD_SITE_FEWEST_SHIFT);
  return Out;
}

void Schedule::deal(uint64_t Ops, unsigned Threads, unsigned Fewest) {
  const double PerUnit = double(Ops) / double(Trips) * double(Unit);
  const double Units =
      std::max(double(OpsPerPiece) / std::max(PerUnit, 1e-9), double(Fewest));
  const uint64_t Each = block(0, Threads).End / Unit;
  // One piece a block is what there is without pieces.
  if (2 * Units * std::max(Threads / LooksEachPiece, 1.0) > double(Each))
    return;
  uint64_t Few = std::max<uint64_t>(uint64_t(Units), 1);
  // Vectors and rows that share a loop stay whole.
  const uint64_t Grain = std::clamp<uint64_t>(std::bit_floor(Few / 4), 1, 64);
  Few += Grain - 1;
  Least = (Few - Few % Grain) * Unit;
  Spare = std::max<uint64_t>(uint64_t(2 * Units), 1) * Unit;
}

uint64_t Schedule::piece(uint64_t Left) const {
  const uint64_t Part = Left / Parts;
  return std::min(std::max(Part - Part % Least, Least), Left);
}

Schedule::Block Schedule::block(unsigned Number, unsigned Threads) const {
  // The first `More` threads get one unit more than the others.
  uint64_t Units = (Trips - 1) / Unit + 1;
  uint64_t Each = Units / Threads, More = Units % Threads;
  uint64_t Begin = Each * Number + std::min<uint64_t>(Number, More);
  uint64_t End = Begin + Each + (Number < More);
  return {std::min(Begin * Unit, Trips), std::min(End * Unit, Trips)};
}

uint64_t SearchSchedule::length(uint64_t Begin, unsigned Threads) const {
  uint64_t Left = Trips - Begin;
  if (Chunk)
    return std::min(Chunk, Left);
  // Small again at the end, so that all threads finish together.
  uint64_t Share = 2 * uint64_t(Threads);
  uint64_t Length = std::min(Begin / Share, Left / Share);
  return std::min(std::max({Length, First / 4, uint64_t(1)}), Left);
}
