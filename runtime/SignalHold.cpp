// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SignalHold.cpp - no handlers while locks are held ------------------===//
#include "SignalHold.h"

#include <atomic>
#include <pthread.h>

using namespace twofold;

static constinit std::atomic<bool> AnyHandler{false};

namespace {
struct Held {
  unsigned Depth = 0;
  bool Blocked = false;
  sigset_t Before;
};
} // namespace
static thread_local constinit Held Here = {};

/// Those that a thread does not raise itself.
static sigset_t sentSignals() {
  sigset_t Some;
  sigfillset(&Some);
  for (int Own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&Some, Own);
  return Some;
}

void SignalHold::noteHandler() {
  AnyHandler.store(true, std::memory_order_relaxed);
}

void SignalHold::begin() {
  if (Here.Depth++ || !AnyHandler.load(std::memory_order_relaxed))
    return;
  const sigset_t Some = sentSignals();
  Here.Blocked = pthread_sigmask(SIG_BLOCK, &Some, &Here.Before) == 0;
}

void SignalHold::end() {
  if (--Here.Depth || !Here.Blocked)
    return;
  Here.Blocked = false;
  pthread_sigmask(SIG_SETMASK, &Here.Before, nullptr);
}

QuietThreads::QuietThreads() {
  const sigset_t Some = sentSignals();
  pthread_sigmask(SIG_BLOCK, &Some, &Before);
}

QuietThreads::~QuietThreads() {
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}
