// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PendingLaunches.h - launches whose outcome nobody has seen ---------===//
//
// A launch whose results stay on the device need not be waited for. Its events
// are kept here, in the order of the device's one queue of launches, until
// somebody needs to know.
#ifndef TWOFOLD_RUNTIME_DEVICE_PENDINGLAUNCHES_H
#define TWOFOLD_RUNTIME_DEVICE_PENDINGLAUNCHES_H

#include "device/Device.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <mutex>
#include <optional>

namespace twofold {

/// Thread-safe. Launches are numbered from 1; number 0 is long over.
class PendingLaunches {
public:
  using Number = uint64_t;
  using Events = std::vector<std::unique_ptr<Event>>;
  /// What commands under way read; it lives as long as they may.
  using Kept = std::unique_ptr<char[]>;

private:
  /// One whose end can be waited for; launches before it that are not here are
  /// over when it is.
  struct Launch {
    Number Which;
    std::shared_ptr<Events> Done;
    Kept Sent;
  };
  /// Beyond so many, some are waited for: a program that only launches must not
  /// fill the driver's queue. Where half of that takes longer than Backlog, it
  /// is fewer: whoever needs something of the queue, or ends the process, has
  /// to wait for all that other threads have put there.
  static constexpr Number Most = 1024, AtFirst = 64, Fewest = 2;
  static constexpr std::chrono::milliseconds Backlog{20};
  /// So many launches in a row may have no event of their own: an event takes
  /// as long to make as half a launch.
  static constexpr Number Unmarked = 32;

  mutable std::mutex Lock;
  std::shared_ptr<QueueEnd> End;
  std::deque<Launch> Marked;
  std::atomic<Number> Last{0};
  /// Launches up to here are, and have not failed. Changes with Lock held.
  std::atomic<Number> Over{0};
  /// The newest launch that is over or has events; the same.
  std::atomic<Number> Known{0};
  std::atomic<bool> HasEnd{false};
  /// Of launches that may be under way. Changes with Lock held.
  std::atomic<Number> Window{AtFirst};
  /// A launch has failed, and with it all that are not over.
  std::optional<Error> Failure;

  bool mayAdd() const { return Last - Over < Window; }
  void makeRoom(std::unique_lock<std::mutex> &Guard);
  void setOver(Number Through);
  void conclude(Number Through, Status Outcome);
  void waitUnlocked(std::unique_lock<std::mutex> &Guard, Number Which);

public:
  /// From now on launches are in this queue. Those before must have been waited
  /// for.
  void follow(std::shared_ptr<QueueEnd> Of);
  /// Whether the next launch has to have events. Lock-free.
  bool wantsEvents() const {
    return !HasEnd || Last - Known >= std::min<Number>(Unmarked, Window / 2);
  }
  /// Enqueued last. Sent may be null, and Done empty unless wantsEvents(); then
  /// it is lock-free but for each launch in many.
  Number add(Events Done, Kept Sent);
  /// Until the launch and all before it are over; an error is one of theirs,
  /// and the same each time.
  Status wait(Number Which);
  Status waitForAll() { return wait(newest()); }
  /// Somebody has waited for the queue after launch Which was enqueued: an
  /// error may be that of any command in it.
  Status finished(Number Which, Status Outcome);
  Number newest() const { return Last.load(std::memory_order_acquire); }
  /// Launches that may be under way.
  size_t count() const;
};

} // namespace twofold

#endif
