// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoadedObjects.h - whether addresses mean what they meant -----------===//
//
// What is remembered of an address in a library holds as long as the library is
// there: the next one that is loaded may have something else at that place.
#ifndef TWOFOLD_RUNTIME_SYSTEM_LOADEDOBJECTS_H
#define TWOFOLD_RUNTIME_SYSTEM_LOADEDOBJECTS_H

#include <cstdint>

namespace twofold {

/// How many libraries have been unloaded so far; 0 for what the program itself
/// has, which stays. A nanosecond for that, else a question to the linker,
/// which a forked child does not ask. Thread-safe.
uint64_t unloadsBefore(const void *Data);
/// Another thread may have held the linker's lock at the fork.
void keepUnloadsInForkedChild();

} // namespace twofold

#endif
