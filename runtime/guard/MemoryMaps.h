// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MemoryMaps.h - what kind of memory an address range is -------------===//
#ifndef TWOFOLD_RUNTIME_GUARD_MEMORYMAPS_H
#define TWOFOLD_RUNTIME_GUARD_MEMORYMAPS_H

#include "bytes/RangeSet.h"

#include <functional>
#include <optional>
#include <string_view>

namespace twofold {

/// One line of /proc/self/maps.
struct Mapping {
  ByteRange Range;
  bool Read = false, Write = false, Execute = false, Shared = false;
  bool File = false; ///< backed by a file, or by something special
  std::string_view Name;
};

/// The mapping that a line describes; nothing where it is none.
std::optional<Mapping> parseMapping(std::string_view Line);

/// The pages of Range that are private, anonymous, readable and writable by the
/// lines of Maps, stacks left out. A mapping whose protection is the guard's,
/// as Ours tells of an address, counts as readable and writable. Block: see
/// PageGuard::Origin.
RangeSet ordinaryMemory(std::string_view Maps, ByteRange Range,
                        uint64_t StackPointer,
                        const std::function<bool(uint64_t)> &Ours,
                        uint64_t Block = 0);

/// The lines of /proc/self/maps up to Range's end; empty when the file cannot
/// be read.
std::string readMaps(ByteRange Range);

/// The memory of shared libraries, which may be unmapped without a call that is
/// observed.
RangeSet libraryMemory();

} // namespace twofold

#endif
