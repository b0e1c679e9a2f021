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
/// seen as the program's own doings are, and must not wait for it.
class OwnedMutex {
  std::mutex M;
  std::atomic<std::thread::id> Holder;

  void note(std::thread::id Who) {
    Holder.store(Who, std::memory_order_relaxed);
  }

public:
  void lock() {
    M.lock();
    note(std::this_thread::get_id());
  }
  /// False, too, where the caller has it already.
  bool try_lock() {
    if (isMine() || !M.try_lock())
      return false;
    note(std::this_thread::get_id());
    return true;
  }
  void unlock() {
    note({});
    M.unlock();
  }
  bool isMine() const {
    return Holder.load(std::memory_order_relaxed) == std::this_thread::get_id();
  }
};

/// Signals are held back meanwhile.
class QuietMutex {
  OwnedMutex M;

public:
  void lock() {
    SignalHold::begin();
    M.lock();
  }
  void unlock() {
    M.unlock();
    SignalHold::end();
  }
  bool isMine() const { return M.isMine(); }
};

} // namespace twofold

#endif
