// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MappedMemory.h - page-aligned memory for the program's arrays ------===//
#ifndef TWOFOLD_RUNTIME_MAPPEDMEMORY_H
#define TWOFOLD_RUNTIME_MAPPEDMEMORY_H

#include "RangeSet.h"

#include <cstddef>

namespace twofold {

/// Zeroed whole pages of their own, Bytes or a little more. Null when there is
/// no memory, and for 0 bytes. Keeps no table of its own, so
/// that it works after a fork.
void *mapMemory(size_t Bytes);

/// All pages that mapMemory has taken for Block: one before it, and its own.
/// Ends the program when it has not given Block.
ByteRange mappedMemory(const void *Block);

/// Gives Block, or nothing when it is null, back.
void unmapMemory(void *Block);

} // namespace twofold

#endif
