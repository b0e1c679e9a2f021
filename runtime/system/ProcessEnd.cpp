// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/ProcessEnd.h"

#include "system/ExitPark.h"
#include "system/SignalHold.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <semaphore.h>
#include <system_error>
#include <thread>
#include <unistd.h>

using namespace twofold;

using Clock = std::chrono::steady_clock;

/// libc's streams; each has the next.
extern "C" struct _IO_FILE_plus *_IO_list_all;

/// The wait for threads that use drivers leaves so much for what follows it.
static constexpr std::chrono::seconds Spare{2};

static constinit std::atomic<bool> Begun{false}, Over{false}, Expected{false};
/// Threads that use drivers, and that use OpenMP's library. With Begun in one
/// order: a use sees the end, or the end sees the use.
static constinit std::atomic<unsigned> Users{0}, Teams{0};

namespace {
struct Here {
  unsigned Uses = 0, Teams = 0;
  bool InLibrary = false; ///< OpenMP's
  bool Ends = false;      ///< the process
};
} // namespace
static thread_local constinit Here Mine
    __attribute__((tls_model("initial-exec"))) = {};

static constinit ProcessEnd::Parts ToDo = {};
/// What the thread that runs them waits for, and is told.
static sem_t Asked;
static constinit std::atomic<bool> Served{false};
static constinit unsigned OwnUses = 0;
static constinit Clock::time_point Latest;
/// Status of an exit that must not get to OpenMP's library.
static constinit std::atomic<bool> IsCutShort{false};
static constinit int CutShortStatus = 0;
/// 0 while there is nothing to do. A forked child has none of the threads.
static constinit std::atomic<pid_t> Owner{0};

bool ProcessEnd::begun() { return Begun.load(std::memory_order_relaxed); }

/// Whether it is there by then. A handler may be waiting: so no lock. Looks so
/// often that a quarter of what the wait takes is the most that is lost.
template <class Condition>
static bool waitFor(const Condition &There, Clock::time_point Latest) {
  std::chrono::microseconds Pause{10};
  while (!There()) {
    if (Clock::now() >= Latest)
      return false;
    std::this_thread::sleep_for(Pause);
    Pause = std::min(Pause * 5 / 4, std::chrono::microseconds(1000));
  }
  return true;
}

static void runParts() {
  ToDo.Close();
  waitFor([] { return Users.load() <= OwnUses; }, Latest - Spare);
  ToDo.Settle();
  ToDo.Stop();
  Over.store(true);
}

static void serve() {
  while (sem_wait(&Asked) != 0)
    ;
  runParts();
}

void ProcessEnd::expectThreads() {
  if (Expected.load(std::memory_order_relaxed) || Expected.exchange(true))
    return;
  const CancelHold Whole;
  const QuietThreads Quiet;
  try {
    sem_init(&Asked, 0, 0);
    std::thread(serve).detach();
    Served.store(true);
  } catch (const std::system_error &) {
    // Then who ends the process does it.
  }
}

static void endUse(std::atomic<unsigned> &All, unsigned &Mine) {
  if (--Mine == 0)
    All.fetch_sub(1);
}

static bool beginUse(std::atomic<unsigned> &All, unsigned &Mine, bool Ends) {
  if (Mine == 0) {
    All.fetch_add(1);
    if (Begun.load() && !Ends) {
      All.fetch_sub(1);
      return false;
    }
  }
  ++Mine;
  return true;
}

ProcessEnd::DriverUse::DriverUse()
    : Allowed((expectThreads(), beginUse(Users, Mine.Uses, false))) {}

ProcessEnd::DriverUse::~DriverUse() {
  if (Allowed)
    endUse(Users, Mine.Uses);
}

ProcessEnd::TeamUse::TeamUse(bool Wanted)
    : Allowed(Wanted && beginUse(Teams, Mine.Teams, Mine.Ends)) {
  if (Allowed)
    Mine.InLibrary = true;
}

ProcessEnd::TeamUse::~TeamUse() {
  if (!Allowed)
    return;
  Mine.InLibrary = false;
  endUse(Teams, Mine.Teams);
}

// A handler of the same thread looks.
ProcessEnd::TeamWork::TeamWork() {
  Mine.InLibrary = false;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

ProcessEnd::TeamWork::~TeamWork() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  Mine.InLibrary = true;
}

ProcessEnd::LibraryCall::LibraryCall()
    : Before(Mine.InLibrary), Allowed(beginUse(Teams, Mine.Teams, Mine.Ends)) {
  Mine.InLibrary |= Allowed;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

ProcessEnd::LibraryCall::~LibraryCall() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  Mine.InLibrary = Before;
  if (Allowed)
    endUse(Teams, Mine.Teams);
}

void ProcessEnd::set(const Parts &To) {
  ToDo = To;
  Owner.store(getpid(), std::memory_order_release);
}

void ProcessEnd::begin() {
  // The first thread's order is that of all: it sees each use that is allowed.
  const bool IsFirst = !Begun.exchange(true);
  Mine.Ends |= IsFirst;
  if (Owner.load(std::memory_order_acquire) != getpid())
    return;
  const CancelHold Whole;
  const Clock::time_point Now = Clock::now();
  const bool Waits = Expected.load();
  if (IsFirst) {
    OwnUses = Mine.Uses > 0;
    Latest = Now + Longest;
    if (Waits && Served.load())
      sem_post(&Asked);
    else if (Waits)
      runParts();
  }
  const unsigned OwnTeams = Mine.Teams > 0;
  waitFor([=] { return Teams.load() <= OwnTeams; }, Now + LongestForTeams);
  if (Waits && !waitFor([] { return Over.load(); }, Now + Longest))
    crash_park::install();
}

void ProcessEnd::begin(int Status) {
  static constinit std::atomic<pid_t> Caller{0};
  pid_t None = 0;
  const pid_t Here = gettid();
  if (!Caller.compare_exchange_strong(None, Here) && None != Here &&
      Owner.load() == getpid())
    while (true)
      syscalls::call(SYS_ppoll, nullptr, 0, nullptr, nullptr, 0);
  if (Mine.InLibrary) {
    CutShortStatus = Status;
    IsCutShort.store(true);
  }
  begin();
}

/// Before that of OpenMP's library, which this one needs. Does what libc does
/// last: to write what is in streams that nobody uses.
__attribute__((destructor)) static void cutShort() {
  if (!IsCutShort.load())
    return;
  for (FILE *Each = reinterpret_cast<FILE *>(_IO_list_all); Each;
       Each = Each->_chain)
    if (ftrylockfile(Each) == 0) {
      fflush_unlocked(Each);
      funlockfile(Each);
    }
  _exit(CutShortStatus);
}

void ProcessEnd::watch() { std::atexit(begin); }

void ProcessEnd::watchAll() {
  watch();
  // It may also end by itself, and others go on. In an exit the handler that
  // is registered here comes first.
  struct Watch {
    bool IsMain;
    ~Watch() {
      if (IsMain && !begun())
        watch();
    }
  };
  static thread_local Watch Here{gettid() == getpid()};
  (void)Here.IsMain;
}
