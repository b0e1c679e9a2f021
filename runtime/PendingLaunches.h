// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PendingLaunches.h - launches whose outcome nobody has seen ---------===//
//
// A launch whose results stay on the device need not be waited for. Its events
// are kept here, in the order of the device's one queue of launches, until
// somebody needs to know.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_PENDINGLAUNCHES_H
#define TWOFOLD_RUNTIME_PENDINGLAUNCHES_H

#include "Device.h"

#include <atomic>
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
  struct Launch {
    std::shared_ptr<Events> Done;
    Kept Sent;
  };
  /// Beyond this the oldest are waited for: a program that only launches must
  /// not fill the driver's queue and our memory.
  static constexpr size_t Most = 512;

  mutable std::mutex Lock;
  std::deque<Launch> Unseen; ///< the last one is number Last
  std::atomic<Number> Last{0};
  /// Launches from FirstFailed on have failed, or used what one of them made.
  Number FirstFailed = 0;
  std::optional<Error> Failure;

  void retire(Number Through);

public:
  /// Enqueued last. Sent may be null.
  Number add(Events Done, Kept Sent);
  /// Until the launch and all before it are over; an error is one of theirs,
  /// and the same each time.
  Status wait(Number Which);
  Status waitForAll() { return wait(newest()); }
  Number newest() const { return Last.load(std::memory_order_acquire); }
  /// Launches that may be under way.
  size_t count() const;
  /// The queue is gone, and nothing of it will be asked for again.
  void forget();
};

} // namespace twofold

#endif
