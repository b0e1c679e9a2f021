// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Footprint.h - the bytes that one call may touch --------------------===//
#ifndef TWOFOLD_RUNTIME_BYTES_FOOTPRINT_H
#define TWOFOLD_RUNTIME_BYTES_FOOTPRINT_H

#include "bytes/AffineForm.h"
#include "bytes/CallKey.h"
#include "bytes/RangeSet.h"
#include "bytes/RectanglePlan.h"
#include "bytes/Residence.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace twofold {

/// What a call does through one base. Host addresses.
struct BaseFootprint {
  uint64_t Address = 0; ///< of the base itself
  RegionUse Use;
  ByteRange Hull; ///< of all bytes touched; empty: none is
  /// What certainly belongs to the array: all that is surely touched, and its
  /// extent where that is told. Reads and writes may go beyond, where only the
  /// pages are known to be there.
  RangeSet Own;
  /// The block of memory that bounds accesses of which nothing else does: of
  /// the array's own, and perhaps of others. Empty: there are none.
  ByteRange Around;
  /// What each access touches, where all of them touch rows and some have much
  /// between them; empty otherwise.
  std::vector<AccessRows> Rows;
};

/// What a call does to memory: one entry for each base of the site, or the
/// reason why that cannot be told.
struct Footprint {
  std::vector<BaseFootprint> Bases;
  std::string WhyUnknown; ///< empty: known
  /// Another call with the same addresses, values and trip counts has the same:
  /// the memory itself was not asked.
  bool Lasting = true;

  bool known() const { return WhyUnknown.empty(); }
  /// No byte that is written through one base is touched through another.
  bool basesApart() const;
};

/// Adds the bytes of Wanted that can be read to Readable; pages that Known
/// reaches into are known to be readable. False when it cannot tell.
using ReadableProbe =
    std::function<bool(ByteRange Wanted, ByteRange Known, RangeSet &Readable)>;

/// Memory that was allocated as one, all of which can be read.
struct KnownBlock {
  ByteRange Range;    ///< empty: not known
  ByteRange Private;  ///< pages around it; PageGuard::Origin
  std::string WhyNot; ///< then, for the user; may be empty

  KnownBlock(ByteRange Range = {}) : Range(Range) {}
};

/// The block that holds Address.
using BlockFinder = std::function<KnownBlock(uint64_t Address)>;

/// Conditional accesses (`if (i > 0) a[i - 1]`) have ranges that are too large:
/// they are cut down to the base's extent, or else to pages that can be read. A
/// correct program touches no other. Accesses at unknown places, of an array
/// without an extent, may go anywhere in its block.
Footprint computeFootprint(const twofold_site &Site,
                           const twofold_launch &Launch,
                           const IterationSpace &Space,
                           const ReadableProbe &Probe,
                           const BlockFinder &Blocks = nullptr);

/// The bytes touched through one base; nothing where that cannot be told
/// without a probe.
std::optional<BaseFootprint>
computeBaseFootprint(const twofold_site &Site, const twofold_launch &Launch,
                     const IterationSpace &Space, uint32_t Base,
                     const BlockFinder &Blocks = nullptr);

} // namespace twofold

#endif
