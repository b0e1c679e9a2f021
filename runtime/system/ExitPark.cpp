// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/ExitPark.h"
#include "system/SignalHold.h"
#include "system/SystemCalls.h"

#include <array>
#include <atomic>
#include <ctime>
#include <iterator>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace twofold;

/// What stops a member: none of them waits for a debugger then.
static constexpr int Stop = SIGTRAP;
/// How long the exit may take before members get to run again, and for how
/// long they do, and do not, from then on; microseconds.
static constexpr long LongestWait = 20'000, Moment = 200, Pause = 1'000;
/// A thread that has not stopped by then is in the kernel: it does no harm.
static constexpr int StopTries = 100;
static constexpr long StopPoll = 100; // microseconds

/// Thread ids; 0: free. Not thread-local: a handler must not allocate.
static constinit std::array<std::atomic<pid_t>, 64> Members{};
static constinit std::atomic<bool> Halted{false};
static constinit std::atomic<unsigned> Stopped{0};
static struct sigaction Before[std::size(FaultSignals)];
static constinit std::atomic<bool> Installed{false};

static pid_t thisThread() {
  return static_cast<pid_t>(syscalls::call(SYS_gettid));
}

static void sleepFor(long Microseconds) {
  struct timespec Time = {0, Microseconds * 1000};
  nanosleep(&Time, nullptr);
}

crash_park::Member::Member() : Place(-1) {
  for (size_t I = 0; I < Members.size() && Place < 0; ++I) {
    pid_t Free = 0;
    if (Members[I].compare_exchange_strong(Free, thisThread()))
      Place = int(I);
  }
}

crash_park::Member::~Member() {
  if (Place >= 0)
    Members[size_t(Place)] = 0;
}

static void handleCrash(int Signal, siginfo_t *Info, void *Context) {
  pid_t Mine = thisThread();
  for (const std::atomic<pid_t> &Each : Members) {
    if (Each.load() != Mine)
      continue;
    ++Stopped;
    // A crash, or abort(): there is no way on from here.
    while (Signal != Stop || Info->si_code != SI_TKILL || Halted)
      sleepFor(Moment / 4);
    --Stopped;
    return;
  }
  for (size_t I = 0; I < std::size(FaultSignals); ++I)
    if (FaultSignals[I] == Signal) {
      const struct sigaction &Then = Before[I];
      if (Then.sa_flags & SA_SIGINFO)
        return Then.sa_sigaction(Signal, Info, Context);
      if (Then.sa_handler != SIG_DFL && Then.sa_handler != SIG_IGN)
        return Then.sa_handler(Signal);
      if (Then.sa_handler == SIG_IGN && Info->si_code <= 0)
        return;
      struct sigaction Default = {};
      Default.sa_handler = SIG_DFL;
      sigaction(Signal, &Default, nullptr);
      // A fault comes again by itself; a signal that was sent does not.
      if (Info->si_code <= 0)
        syscalls::call(SYS_tgkill, getpid(), Mine, Signal);
      return;
    }
}

/// Returns once they have stopped.
static void halt() {
  Halted = true;
  unsigned Sent = 0;
  for (const std::atomic<pid_t> &Each : Members)
    if (pid_t Thread = Each.load())
      Sent += syscalls::call(SYS_tgkill, getpid(), Thread, Stop) == 0;
  for (int Try = 0; Stopped.load() < Sent && Try < StopTries; ++Try)
    sleepFor(StopPoll);
}

/// Ends with the process.
static void *letThemRunNowAndThen(void *) {
  sleepFor(LongestWait);
  while (true) {
    Halted = false;
    sleepFor(Moment);
    halt();
    sleepFor(Pause);
  }
}

void crash_park::install() {
  if (Installed.exchange(true))
    return;
  struct sigaction Ours = {};
  Ours.sa_sigaction = handleCrash;
  Ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&Ours.sa_mask);
  // All that the handler reads is there before the first of them is in place.
  for (size_t I = 0; I < std::size(FaultSignals); ++I)
    sigaction(FaultSignals[I], nullptr, &Before[I]);
  for (int Signal : FaultSignals)
    sigaction(Signal, &Ours, nullptr);

  sigset_t All, Mask;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Mask);
  pthread_t Thread;
  const bool Watched =
      pthread_create(&Thread, nullptr, letThemRunNowAndThen, nullptr) == 0 &&
      pthread_detach(Thread) == 0;
  pthread_sigmask(SIG_SETMASK, &Mask, nullptr);
  // Without anyone to let them go on they might stop the exit for ever.
  if (Watched)
    halt();
}
