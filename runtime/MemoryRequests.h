// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MemoryRequests.h - what a program asks about its memory ------------===//
//
// The functions of twofold.h of the same names, without the process's Runtime:
// In is the one to ask; null where nothing can be on a device, which is before
// the first loop and in a forked child. Returned are the numbers of
// twofold_memory_error. May throw std::bad_alloc.
#ifndef TWOFOLD_RUNTIME_MEMORYREQUESTS_H
#define TWOFOLD_RUNTIME_MEMORYREQUESTS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

struct twofold_residence;
struct twofold_region_statistics;

namespace twofold {

class Runtime;

namespace memory {

/// Stores what the caller knows of From; what only the caller knows is 0.
template <typename Struct> void fill(Struct *To, Struct From) {
  const uint32_t Size = From.struct_size = To->struct_size;
  if (Size > sizeof From)
    std::memset(static_cast<void *>(To), 0, Size);
  std::memcpy(static_cast<void *>(To), &From,
              std::min<size_t>(Size, sizeof From));
}

int sync(Runtime *In, const void *Pointer, size_t Bytes);
int syncAll(Runtime *In);
int prefetch(Runtime *In, const void *Pointer, size_t Bytes, int Device);
int pinHost(Runtime *In, const void *Pointer, size_t Bytes);
int unpin(Runtime *In, const void *Pointer, size_t Bytes);
int discard(Runtime *In, void *Pointer, size_t Bytes);
int where(Runtime *In, const void *Pointer, size_t Bytes,
          twofold_residence *Out);
int statistics(Runtime *In, twofold_region_statistics *Out);
void free(Runtime *In, void *Block);

} // namespace memory
} // namespace twofold

#endif
