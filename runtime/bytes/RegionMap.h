// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionMap.h - which region of host memory a byte belongs to --------===//
//
// A region is a range of host bytes that has at most one buffer on a device:
// OpenCL leaves overlapping buffers undefined. So ranges that overlap become
// one region, the smallest that encloses them, which may then overlap others,
// and so on. Ranges that only touch stay apart. Pure.
#ifndef TWOFOLD_RUNTIME_BYTES_REGIONMAP_H
#define TWOFOLD_RUNTIME_BYTES_REGIONMAP_H

#include "bytes/RangeSet.h"

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace twofold {

/// Disjoint regions, by address. Not thread-safe.
class RegionMap {
public:
  using Id = uint32_t;

  struct Region {
    Id Number; ///< never used again
    ByteRange Range;
  };

  struct Insertion {
    Region Holder;            ///< the region that holds the range now
    bool Fresh;               ///< Holder is new
    std::vector<Id> Absorbed; ///< regions that ended in Holder
  };

private:
  std::map<uint64_t, Region> ByBegin;
  std::unordered_map<Id, uint64_t> Begins;
  Id Next = 0;

  std::map<uint64_t, Region>::const_iterator firstAt(uint64_t Address) const;
  /// The region lies where it is looked for, beside none that it overlaps.
  void verify(Id Number) const;

public:
  /// Makes sure that one region holds Range, which must not be empty.
  Insertion insert(ByteRange Range);
  /// The region that holds all of Range, if one does.
  std::optional<Region> containing(ByteRange Range) const;
  /// All regions with a byte in Range, in ascending order.
  std::vector<Region> overlapping(ByteRange Range) const;
  void erase(Id Number);
  /// Range: a part of the region, not empty.
  void shrink(Id Number, ByteRange Range);
  size_t size() const { return ByBegin.size(); }
};

} // namespace twofold

#endif
