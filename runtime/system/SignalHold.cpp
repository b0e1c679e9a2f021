// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SignalHold.cpp - no handlers while locks are held ------------------===//
#include "system/SignalHold.h"

#include <atomic>
#include <cassert>
#include <pthread.h>

using namespace twofold;

static constinit std::atomic<bool> AnyHandler{false};

namespace {
struct Held {
  unsigned Depth = 0;
  unsigned InDriver = 0;
  bool Blocked = false;
};
} // namespace
// Each launch looks here, and so may handlers.
static thread_local constinit Held HeldByThread
    __attribute__((tls_model("initial-exec"))) = {};
static thread_local constinit sigset_t MaskBefore = {};

/// The signals that a thread does not raise itself.
static sigset_t sentSignals() {
  sigset_t Some;
  sigfillset(&Some);
  for (int Own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&Some, Own);
  return Some;
}

void SignalHold::noteHandler() {
  if (!HeldByThread.InDriver)
    AnyHandler.store(true, std::memory_order_relaxed);
}

void SignalHold::begin() {
  if (HeldByThread.Depth++ || !AnyHandler.load(std::memory_order_relaxed))
    return;
  const sigset_t Some = sentSignals();
  HeldByThread.Blocked = pthread_sigmask(SIG_BLOCK, &Some, &MaskBefore) == 0;
}

void SignalHold::end() {
  assert(HeldByThread.Depth && "an end without a beginning");
  if (--HeldByThread.Depth || !HeldByThread.Blocked)
    return;
  HeldByThread.Blocked = false;
  pthread_sigmask(SIG_SETMASK, &MaskBefore, nullptr);
}

bool SignalHold::held() { return HeldByThread.Depth != 0; }

DriverHandlers::DriverHandlers() { ++HeldByThread.InDriver; }
DriverHandlers::~DriverHandlers() { --HeldByThread.InDriver; }
bool DriverHandlers::expected() { return HeldByThread.InDriver != 0; }

QuietThreads::QuietThreads() {
  const sigset_t Some = sentSignals();
  pthread_sigmask(SIG_BLOCK, &Some, &this->Before);
}

QuietThreads::~QuietThreads() {
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}
