// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StagingMemory.h - host memory between a device and the program -----===//
#ifndef TWOFOLD_RUNTIME_DEVICE_STAGINGMEMORY_H
#define TWOFOLD_RUNTIME_DEVICE_STAGINGMEMORY_H

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace twofold {

/// Memory that is kept from launch to launch: the first touch of fresh pages
/// costs as much as the copy. Not thread-safe.
class StagingMemory {
  char *Memory = nullptr;
  size_t Size = 0;

public:
  /// More than this is given back after each launch.
  static constexpr size_t KeptBytes = size_t(256) << 20;

  StagingMemory() = default;
  StagingMemory(const StagingMemory &) = delete;
  StagingMemory &operator=(const StagingMemory &) = delete;
  ~StagingMemory() { std::free(Memory); }

  /// At least Bytes, contents undefined; null when there is no memory. Ends the
  /// life of what was taken before.
  char *take(size_t Bytes) {
    if (Bytes > Size || !Memory) {
      std::free(Memory);
      Size = std::max<size_t>(Bytes, 4096);
      Memory = static_cast<char *>(std::malloc(Size));
    }
    return Memory;
  }

  void release() {
    if (Size <= KeptBytes)
      return;
    std::free(Memory);
    Memory = nullptr;
  }
};

} // namespace twofold

#endif
