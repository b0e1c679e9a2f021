// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OwnedMutex.h - a mutex that knows its thread -----------------------===//
#ifndef TWOFOLD_RUNTIME_THREAD_OWNEDMUTEX_H
#define TWOFOLD_RUNTIME_THREAD_OWNEDMUTEX_H

#include "system/SignalHold.h"

#include <atomic>
#include <mutex>
#include <thread>

namespace twofold {

/// Knows who holds it: what a thread does to memory while it has the mutex is
/// seen as the program's own doings are, and must not wait for it. Signals are
/// held back meanwhile.
class OwnedMutex {
  std::mutex M;
  std::atomic<std::thread::id> Holder;

public:
  void lock() {
    SignalHold::begin();
    M.lock();
    Holder.store(std::this_thread::get_id(), std::memory_order_relaxed);
  }
  void unlock() {
    Holder.store(std::thread::id(), std::memory_order_relaxed);
    M.unlock();
    SignalHold::end();
  }
  bool isMine() const {
    return Holder.load(std::memory_order_relaxed) == std::this_thread::get_id();
  }
};

} // namespace twofold

#endif
