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

/// Which pages are private, anonymous, readable and writable, as the lines of
/// Maps have it. Not among them: stacks. A mapping whose protection Ours says
/// to be the guard's is taken for readable and writable. Block: see
/// PageGuard::guardable.
RangeSet ordinaryMemory(std::string_view Maps, ByteRange Range,
                        uint64_t StackPointer,
                        const std::function<bool(uint64_t)> &Ours,
                        uint64_t Block = 0);

/// As much of /proc/self/maps as there is up to Range's end; empty when it
/// cannot be read.
std::string readMaps(ByteRange Range);

/// The memory of shared libraries, which go without a call that is observed.
RangeSet libraryMemory();

} // namespace twofold

#endif
