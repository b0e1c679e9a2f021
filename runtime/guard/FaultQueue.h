// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FaultQueue.h - stopped accesses, on their way to a thread ----------===//
//
// A signal handler posts the access that it was called for and waits until a
// thread of the guard has answered. Posting takes no lock and no memory. Waking
// a thread takes as long as answering, and programs touch page after page. So
// where there are enough cores both sides look for a while before they sleep.
#ifndef TWOFOLD_RUNTIME_GUARD_FAULTQUEUE_H
#define TWOFOLD_RUNTIME_GUARD_FAULTQUEUE_H

#include "bytes/RangeSet.h"
#include "guard/FetchPlaces.h"

#include <atomic>
#include <cstdint>

namespace twofold {

class FaultQueue {
  using Word = std::atomic<uint32_t>;
  enum State : uint32_t { Free, Filling, Posted, Taken, Parked, Done, Refused };

public:
  struct Fault {
    uint64_t Address = 0;
    bool Write = false;
    /// The thread of the guard that made the access itself; -1: another one.
    int Server = -1;
    /// Who made it, where that is to be told; lives until it is answered.
    const fetch_places::Callers *From = nullptr;
  };

private:
  struct Slot {
    Word State{Free};
    Word Asleep{0}; ///< the poster sleeps, or is about to
    Fault What;
  };
  /// Threads wait until the number changes.
  struct Bell {
    Word Rung{0};
    Word Asleep{0}; ///< threads that sleep, or are about to

    void ring();
    void sleep(uint32_t Seen);
  };
  static constexpr unsigned Slots = 128;

  static bool hasCores();

  const bool Looks; ///< for a while before a thread sleeps
  Slot All[Slots];
  Bell Arrivals;   ///< rung whenever there may be something to take
  Bell Departures; ///< rung whenever a slot becomes free
  std::atomic<bool> Stopped{false};

public:
  explicit FaultQueue(bool Looks = hasCores());
  FaultQueue(const FaultQueue &) = delete;

  /// Async-signal-safe. Returns once the fault has been answered, and tells
  /// whether the access should be tried again.
  bool post(const Fault &What);

  /// The number of a fault to answer; -1 once the queue is closed. Sleeps while
  /// there is none. Soon: the next fault is expected at once.
  int take(bool Soon = false);
  const Fault &operator[](int Number) const { return All[Number].What; }
  void answer(int Number, bool Retry);
  /// Puts a taken fault aside until the next unpark().
  void park(int Number);
  void unpark();
  /// Wakes the threads that take. Later posts are refused.
  void close();
};

} // namespace twofold

#endif
