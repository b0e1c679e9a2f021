// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoadedConflicts.h - iterations that indices bring together ---------===//
//
// Where `y[index[i]]` goes depends on what is in `index`: places of single
// iterations are computed and compared, as many as there is time for.
#ifndef TWOFOLD_RUNTIME_CONFLICT_LOADEDCONFLICTS_H
#define TWOFOLD_RUNTIME_CONFLICT_LOADEDCONFLICTS_H

#include "bytes/RangeSet.h"
#include "twofold/abi.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace twofold {

/// Whether the bytes of a page may be read here and now. Asked before anything
/// in it is read; what is in other pages is left out.
using ReadPermission = std::function<bool(ByteRange Page)>;

/// What a sample may take. A round brings one reference to its place.
struct SampleLimits {
  uint64_t Rounds = UINT64_MAX; ///< what the sample has taken is taken off
  /// The block of memory that an address lies in; empty where that is not
  /// known. None: no block is. A correct program leaves none.
  std::function<ByteRange(uint64_t Address)> BlockOf;
};

/// The rounds that a sample may take after so many calls of as many operations,
/// where those before it have Taken some: few beside what the calls have taken,
/// but for those that show what repeats often.
uint64_t sampleRounds(uint64_t Ops, uint64_t Calls, uint64_t Taken);

/// The first of the site's conflicts with a loaded axis of which two of the
/// compared iterations touch one byte. Compared are some thousand places, other
/// ones for each Sample; none: all of them. Where numbers overflow or may not
/// be read an iteration touches nothing. The site has conflicts; no dimension
/// is without trips.
std::optional<uint32_t> findLoadedConflict(const twofold_site &Site,
                                           const twofold_launch &Launch,
                                           uint64_t Trips,
                                           std::optional<uint64_t> Sample,
                                           const ReadPermission &MayRead,
                                           SampleLimits *Limits = nullptr);

} // namespace twofold

#endif
