// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BufferPool.h - device memory kept from launch to launch ------------===//
#ifndef TWOFOLD_RUNTIME_DEVICE_BUFFERPOOL_H
#define TWOFOLD_RUNTIME_DEVICE_BUFFERPOOL_H

#include "device/Device.h"

#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace twofold {

/// Allocating device memory costs more than a small launch, so that buffers are
/// kept: at most a quarter of the device's memory, oldest given up first. What
/// a buffer holds when taken is undefined. Thread-safe.
class BufferPool {
  Device &Owner;
  const uint64_t Limit;
  mutable std::mutex Lock; ///< guards what follows
  uint64_t Idle = 0, Held = 0, MostHeld = 0, Grown = 0;
  std::list<std::unique_ptr<Buffer>> Free; ///< oldest first

  void shrinkTo(uint64_t Bytes);
  Result<std::unique_ptr<Buffer>> make(size_t Bytes);

public:
  explicit BufferPool(Device &Owner);

  /// A buffer of at least Bytes, which may be 0.
  Result<std::unique_ptr<Buffer>> take(size_t Bytes);
  void give(std::unique_ptr<Buffer> Used);
  /// By so many bytes the memory that buffers take, also those kept here, has
  /// grown beyond what it ever was, since this was asked the last time. A
  /// program that makes and frees its arrays in turn grows no further.
  uint64_t takeGrowth() {
    std::lock_guard<std::mutex> Guard(Lock);
    return std::exchange(Grown, 0);
  }
};

} // namespace twofold

#endif
