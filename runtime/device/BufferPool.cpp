// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/BufferPool.h"

#include <algorithm>

using namespace twofold;

/// Small buffers are all of this size and so serve each other.
static constexpr size_t PoolGrain = 4096;

BufferPool::BufferPool(Device &Owner)
    : Owner(Owner), Limit(Owner.facts().GlobalMemory / 4) {}

void BufferPool::shrinkTo(uint64_t Bytes) {
  while (Idle > Bytes && !Free.empty()) {
    Idle -= Free.front()->size();
    Held -= Free.front()->size();
    Free.pop_front();
  }
}

Result<std::unique_ptr<Buffer>> BufferPool::make(size_t Bytes) {
  auto Fresh = Owner.allocate(Bytes);
  if (!Fresh)
    return Fresh;
  std::lock_guard<std::mutex> Guard(Lock);
  Held += (*Fresh)->size();
  if (Held > MostHeld)
    Grown += Held - std::exchange(MostHeld, Held);
  return Fresh;
}

Result<std::unique_ptr<Buffer>> BufferPool::take(size_t Bytes) {
  if (Bytes > Owner.facts().MaxAllocation)
    return Error{ErrorCode::OutOfMemory,
                 "the data is larger than the device's largest buffer", ""};
  size_t Size =
      (std::max<size_t>(Bytes, 1) + PoolGrain - 1) / PoolGrain * PoolGrain;
  Size = std::max<size_t>(std::min<uint64_t>(Size, Owner.facts().MaxAllocation),
                          Bytes);
  std::unique_lock<std::mutex> Guard(Lock);
  // The tightest fit, if it wastes less than half.
  auto Best = Free.end();
  for (auto I = Free.begin(); I != Free.end(); ++I)
    if ((*I)->size() >= Size && (*I)->size() / 2 <= Size &&
        (Best == Free.end() || (*I)->size() < (*Best)->size()))
      Best = I;
  if (Best != Free.end()) {
    std::unique_ptr<Buffer> Out = std::move(*Best);
    Free.erase(Best);
    Idle -= Out->size();
    return Out;
  }
  Guard.unlock();
  auto Fresh = make(Size);
  if (Fresh || Fresh.error().Code != ErrorCode::OutOfMemory)
    return Fresh;
  Guard.lock();
  if (Free.empty())
    return Fresh;
  shrinkTo(0);
  Guard.unlock();
  return make(Size);
}

void BufferPool::give(std::unique_ptr<Buffer> Used) {
  // What wraps the program's memory ends with its launch.
  if (!Used || Used->wrapsHost())
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  Idle += Used->size();
  Free.push_back(std::move(Used));
  shrinkTo(Limit);
}
