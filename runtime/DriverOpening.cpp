// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverOpening.cpp --------------------------------------------------===//

#include "DriverOpening.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <unistd.h>

using namespace twofold;

// Both in one order: an opening sees the end, or the end sees the opening.
static constinit std::atomic<bool> Ending{false};
static constinit std::atomic<pid_t> Opener{
    0}; ///< a forked child has no such thread

DriverOpening::DriverOpening()
    : Allowed((Opener.store(getpid()), !Ending.load())) {}
DriverOpening::~DriverOpening() { Opener.store(0); }

void DriverOpening::holdMainThread() {
  static constexpr std::chrono::seconds Longest{5};
  struct Hold {
    bool IsMain;
    ~Hold() {
      if (!IsMain)
        return;
      Ending.store(true);
      auto End = std::chrono::steady_clock::now() + Longest;
      while (Opener.load() == getpid() &&
             std::chrono::steady_clock::now() < End)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  static thread_local Hold Here{gettid() == getpid()};
  (void)Here.IsMain;
}
