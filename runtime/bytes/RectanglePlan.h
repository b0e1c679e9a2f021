// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RectanglePlan.h - which rows of a region move, and how -------------===//
//
// Bytes that do not stay on a device are ranges (Residence.h), from the first
// byte that an access may touch to its last one. Where they are rows with much
// between them, these are moved instead. Pure.
//
// The rule: a byte costs 1 each time that it is sent, received, or copied on
// the host, and a part of that where the device copies it; a row costs RowCost
// more when it is packed, StoreCost when it is stored alone. Packed, the bytes
// of rows lie one after the other on their way: the host gathers them, one
// transfer moves them, and the device spreads them (and the other way round).
// Whole, the hull comes back in one transfer, and rows of it are stored. The
// cheapest way is taken, and ranges where rows save less than LeastSaved. Few
// rows that are far apart are ranges of their own (Footprint.h) and stay so.
#ifndef TWOFOLD_RUNTIME_BYTES_RECTANGLEPLAN_H
#define TWOFOLD_RUNTIME_BYTES_RECTANGLEPLAN_H

#include "bytes/Rectangle.h"
#include "bytes/Residence.h"

namespace twofold {

/// The rows that one access touches.
struct AccessRows {
  Rectangle Where;
  bool Reads = false, Writes = false;
  bool Covers = false; ///< if it writes, it writes all of their bytes
};

struct RectanglePlan {
  static constexpr uint64_t RowCost = 32, StoreCost = 8;
  static constexpr uint64_t BytesOfDevice = 4; ///< as many cost 1
  static constexpr uint64_t LeastSaved = uint64_t(16) << 10;

  enum class Way { Ranges, Packed, Whole };
  Way Reads = Way::Ranges; ///< never Whole: ranges are that
  Way Writes = Way::Ranges;
  std::vector<Rectangle> ReadRows;  ///< when packed
  std::vector<Rectangle> WriteRows; ///< unless ranges
  /// All of WriteRows is certainly written: nothing of it need be sent.
  bool Covered = false;

  bool movesRows() const {
    return Reads != Way::Ranges || Writes != Way::Ranges;
  }
  /// Of Rows, one after the other.
  static uint64_t bytes(const std::vector<Rectangle> &Rows);

  /// Use: what the ranges say of the same accesses.
  static RectanglePlan make(const RegionUse &Use,
                            const std::vector<AccessRows> &Accesses);
};

} // namespace twofold

#endif
