// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KnownBlocks.h - the memory that a pointer can reach ----------------===//
//
// Where neither types nor clauses tell how far an array reaches, it is taken to
// reach as far as the block of memory that it lies in.
#ifndef TWOFOLD_RUNTIME_OBSERVE_KNOWNBLOCKS_H
#define TWOFOLD_RUNTIME_OBSERVE_KNOWNBLOCKS_H

#include "bytes/Footprint.h"

namespace twofold {

/// A BlockFinder (Footprint.h) for this process: what the allocator has given,
/// what the program has mapped, the callers' part of the calling thread's stack
/// and the writable data of a program or a library. Thread-safe. Nothing is
/// known where the program's calls are not seen, or where a sanitizer has
/// closed gaps between objects.
KnownBlock knownBlock(uint64_t Address);

/// The same, but only blocks of which the runtime will see that they end: these
/// may stay on devices.
KnownBlock watchedBlock(uint64_t Address);

/// Whether the program can read all of these bytes. Asks the kernel, without a
/// fault, where no block is known. Thread-safe.
bool isReadable(const void *Pointer, uint64_t Bytes);

} // namespace twofold

#endif
