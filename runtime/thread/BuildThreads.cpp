// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "thread/BuildThreads.h"

#include "system/ExitPark.h"
#include "system/ProcessEnd.h"
#include "system/SignalHold.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <pthread.h>
#include <unistd.h>

using namespace twofold;

using Clock = std::chrono::steady_clock;

/// A compiler in a thread: as much as main() has, where the limit is less.
static constexpr size_t BuilderStack = size_t(8) << 20;

struct BuildThreads::State {
  const std::chrono::milliseconds Deadline;
  const pid_t Owner = getpid();
  std::mutex Lock;
  std::condition_variable Ended; ///< a thread
  std::deque<Job> Waiting;
  std::list<Clock::time_point> Threads; ///< when each began its job
  std::atomic<unsigned> Count{0};       ///< of Threads
  bool Closed = false;

  explicit State(std::chrono::milliseconds Deadline) : Deadline(Deadline) {}

  unsigned punctual() const {
    Clock::time_point Latest = Clock::now() - Deadline;
    return unsigned(std::count_if(
        Threads.begin(), Threads.end(),
        [&](Clock::time_point Began) { return Began >= Latest; }));
  }

  void work(std::list<Clock::time_point>::iterator Mine);
  bool startThread(const std::shared_ptr<State> &Self);
};

void BuildThreads::State::work(std::list<Clock::time_point>::iterator Mine) {
  std::unique_lock<std::mutex> Hold(Lock);
  while (!Waiting.empty()) {
    Job Next = std::move(Waiting.front());
    Waiting.pop_front();
    *Mine = Clock::now();
    Hold.unlock();
    Next();
    Next = nullptr; // what it holds goes before the owner may
    Hold.lock();
  }
  Threads.erase(Mine);
  Count = unsigned(Threads.size());
  Ended.notify_all();
}

static void *begin(void *Given) {
  const std::unique_ptr<BuildThreads::Job> Run(
      static_cast<BuildThreads::Job *>(Given));
  crash_park::Member Here;
  // A launch that holds locks of the runtime may wait for the driver, and that
  // for this thread.
  const SignalHold Always;
  (*Run)();
  return nullptr;
}

/// With the lock held.
bool BuildThreads::State::startThread(const std::shared_ptr<State> &Self) {
  auto Place = Threads.insert(Threads.end(), Clock::now());
  auto Begin = std::make_unique<Job>([Self, Place] { Self->work(Place); });

  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setdetachstate(&Attributes, PTHREAD_CREATE_DETACHED);
  size_t Size = 0;
  if (pthread_attr_getstacksize(&Attributes, &Size) != 0 || Size < BuilderStack)
    pthread_attr_setstacksize(&Attributes, BuilderStack);
  // Handlers of the program are to run on its own threads.
  const QuietThreads Quiet;
  ProcessEnd::expectThreads();
  pthread_t Thread;
  bool Started = pthread_create(&Thread, &Attributes, begin, Begin.get()) == 0;
  pthread_attr_destroy(&Attributes);
  if (Started)
    (void)Begin.release(); // the thread's
  else
    Threads.erase(Place);
  Count = unsigned(Threads.size());
  return Started;
}

BuildThreads::BuildThreads(std::chrono::milliseconds Deadline)
    : Shared(std::make_shared<State>(Deadline)) {}

BuildThreads::~BuildThreads() {
  if (getpid() != Shared->Owner)
    return;
  std::unique_lock<std::mutex> Hold(Shared->Lock);
  Shared->Closed = true;
  std::deque<Job> Dropped;
  Dropped.swap(Shared->Waiting);
  Shared->Ended.wait(Hold, [this] { return Shared->Threads.empty(); });
}

unsigned BuildThreads::busy() const {
  if (!Shared->Count.load(std::memory_order_relaxed))
    return 0;
  std::lock_guard<std::mutex> Hold(Shared->Lock);
  return Shared->punctual();
}

bool BuildThreads::add(Job Work) {
  std::lock_guard<std::mutex> Hold(Shared->Lock);
  if (Shared->Closed || getpid() != Shared->Owner)
    return false;
  Shared->Waiting.push_back(std::move(Work));
  if (Shared->punctual() < SideBySide && Shared->Threads.size() < MostThreads &&
      !Shared->startThread(Shared) && Shared->Threads.empty()) {
    Shared->Waiting.pop_back();
    return false;
  }
  return true;
}

void BuildThreads::close() {
  if (getpid() != Shared->Owner)
    return;
  std::deque<Job> Dropped;
  std::lock_guard<std::mutex> Hold(Shared->Lock);
  Shared->Closed = true;
  Dropped.swap(Shared->Waiting);
}

void BuildThreads::leave() {
  if (getpid() != Shared->Owner)
    return;
  close();
  std::lock_guard<std::mutex> Hold(Shared->Lock);
  if (!Shared->Threads.empty())
    crash_park::install();
}
