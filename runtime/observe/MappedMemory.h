// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MappedMemory.h - page-aligned memory for the program's arrays ------===//
//
// Blocks lie beside each other, with nothing in between. So neighbours that the
// guard treats alike share one mapping of the kernel's, which allows a process
// some 65,000. The lengths of blocks are in a table of their own. It needs no
// lock, so that all of this works after a fork.
#ifndef TWOFOLD_RUNTIME_OBSERVE_MAPPEDMEMORY_H
#define TWOFOLD_RUNTIME_OBSERVE_MAPPEDMEMORY_H

#include "bytes/RangeSet.h"

#include <cstddef>

namespace twofold {

/// Zeroed whole pages of their own, Bytes or a little more. Null when there is
/// no memory, and for 0 bytes. Thread-safe.
void *mapMemory(size_t Bytes);

/// All pages of Block. Ends the program when mapMemory has not given it.
ByteRange mappedMemory(const void *Block);

/// Gives Block, or nothing when it is null, back.
void unmapMemory(void *Block);

} // namespace twofold

#endif
