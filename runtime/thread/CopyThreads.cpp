// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "thread/CopyThreads.h"

#include "system/SignalHold.h"
#include "thread/SpinWait.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <sched.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace twofold;

unsigned CopyThreads::cores() {
  cpu_set_t Set;
  if (sched_getaffinity(0, sizeof Set, &Set) == 0)
    return unsigned(CPU_COUNT(&Set));
  return std::thread::hardware_concurrency();
}

/// What the threads share.
struct CopyThreads::Hall {
  std::mutex InUse; ///< held by the caller whose work it is

  std::mutex Lock; ///< guards what follows
  std::condition_variable Wake, AllLeft;
  std::vector<std::thread> Threads;
  const Work *Current = nullptr;
  /// Members that may still join. Threads look at it without the lock.
  std::atomic<unsigned> Wanted{0};
  unsigned Joined = 0;  ///< members that have a number
  unsigned Running = 0; ///< members that have not left
  bool Stop = false;

  void serve();
  void grow(unsigned Count);
};

CopyThreads::CopyThreads()
    : Owner(getpid()), Shared(std::make_unique<Hall>()) {}

CopyThreads::~CopyThreads() {
  if (Owner != getpid()) {
    // The threads are elsewhere, and what they wait on would wait for them.
    (void)Shared.release();
    return;
  }
  {
    std::lock_guard<std::mutex> Guard(Shared->Lock);
    Shared->Stop = true;
  }
  Shared->Wake.notify_all();
  for (std::thread &Each : Shared->Threads)
    Each.join();
}

void CopyThreads::Hall::serve() {
  // Whoever waits for the members may hold locks of the runtime.
  const SignalHold Always;
  auto Called = [&] { return Wanted.load(std::memory_order_relaxed) > 0; };
  for (;;) {
    // Transfers come in groups, and waking costs as much as a short one.
    spinUntil(Called);
    std::unique_lock<std::mutex> Guard(Lock);
    Wake.wait(Guard, [&] { return Stop || Wanted > 0; });
    if (Stop)
      return;
    --Wanted;
    ++Running;
    unsigned Member = ++Joined;
    const Work &Part = *Current;
    Guard.unlock();
    Part(Member);
    Guard.lock();
    if (--Running == 0)
      AllLeft.notify_one();
  }
}

/// Best effort. The lock is held.
void CopyThreads::Hall::grow(unsigned Count) {
  if (Threads.size() >= Count)
    return;
  const QuietThreads Quiet;
  try {
    while (Threads.size() < Count)
      Threads.emplace_back([this] { serve(); });
  } catch (const std::system_error &) {
    // No more threads: those that are there do.
  }
}

void CopyThreads::run(unsigned Members, const Work &Part) {
  if (Members < 2 || Owner != getpid())
    return Part(0);
  Hall &H = *Shared;
  std::unique_lock<std::mutex> Mine(H.InUse, std::try_to_lock);
  if (!Mine)
    return Part(0);
  {
    std::lock_guard<std::mutex> Guard(H.Lock);
    H.grow(Members - 1);
    H.Current = &Part;
    H.Joined = 0;
    H.Wanted = Members - 1;
  }
  H.Wake.notify_all();
  Part(0);
  std::unique_lock<std::mutex> Guard(H.Lock);
  H.Wanted = 0; // who has not come by now need not
  H.AllLeft.wait(Guard, [&] { return H.Running == 0; });
  H.Current = nullptr;
}
