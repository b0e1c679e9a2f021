// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CrashPark.cpp - crashes of some threads do not end the process -----===//
#include "CrashPark.h"

#include <array>
#include <atomic>
#include <iterator>
#include <sys/syscall.h>
#include <unistd.h>

using namespace twofold;

/// Thread ids; 0: free. Not thread-local: a handler must not allocate.
static constinit std::array<std::atomic<pid_t>, 64> Members{};
static struct sigaction Before[std::size(crash_park::Signals)];
static constinit std::atomic<bool> Installed{false};

static pid_t thisThread() { return static_cast<pid_t>(syscall(SYS_gettid)); }

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

static void handle(int Signal, siginfo_t *Info, void *Context) {
  pid_t Mine = thisThread();
  for (const std::atomic<pid_t> &Each : Members)
    if (Each.load() == Mine)
      while (true)
        pause();
  for (size_t I = 0; I < std::size(crash_park::Signals); ++I)
    if (crash_park::Signals[I] == Signal) {
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
        syscall(SYS_tgkill, getpid(), Mine, Signal);
      return;
    }
}

void crash_park::install() {
  if (Installed.exchange(true))
    return;
  struct sigaction Ours = {};
  Ours.sa_sigaction = handle;
  Ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&Ours.sa_mask);
  // All that the handler reads is there before the first of them is in place.
  for (size_t I = 0; I < std::size(Signals); ++I)
    sigaction(Signals[I], nullptr, &Before[I]);
  for (int Signal : Signals)
    sigaction(Signal, &Ours, nullptr);
}
