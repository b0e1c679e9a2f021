// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoadedConflicts.h - iterations that indices bring together ---------===//
//
// Where `y[index[i]]` goes depends on what is in `index`: places of single
// iterations are computed and compared, as many as there is time for.
//
//===----------------------------------------------------------------------===//
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

/// The first of the site's conflicts with a loaded axis of which two of the
/// compared iterations touch one byte. Compared are some thousand places, other
/// ones for each Sample; none: all of them. Where numbers overflow or may not
/// be read an iteration touches nothing. The site has conflicts; no dimension
/// is without trips.
std::optional<uint32_t> findLoadedConflict(const twofold_site &Site,
                                           const twofold_launch &Launch,
                                           uint64_t Trips,
                                           std::optional<uint64_t> Sample,
                                           const ReadPermission &MayRead);

} // namespace twofold

#endif
