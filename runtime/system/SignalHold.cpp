// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/SignalHold.h"

#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstring>

using namespace twofold;

/// Signals that the program has handled at some time; one bit each, the first's
/// the lowest.
static constinit std::atomic<uint64_t> Handled{0};
/// Those whose action is a driver's.
static constinit std::atomic<uint64_t> Drivers{0};

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
// Of a signal set no more than the kernel knows: each library has little of
// this kind of memory.
static thread_local constinit uint64_t MaskBefore = 0;

/// The signals that a thread does not raise itself.
static sigset_t sentSignals() {
  sigset_t Some;
  sigfillset(&Some);
  for (int Own : FaultSignals)
    sigdelset(&Some, Own);
  return Some;
}

static uint64_t bitOf(int Number) {
  return Number > 0 && Number <= 64 ? uint64_t(1) << (Number - 1) : 0;
}

void SignalHold::noteHandler(int Signal) {
  for (int Own : FaultSignals)
    if (Signal == Own)
      return;
  if (!HeldByThread.InDriver)
    Handled.fetch_or(bitOf(Signal), std::memory_order_relaxed);
}

void SignalHold::begin() {
  const uint64_t Which = Handled.load(std::memory_order_relaxed);
  if (HeldByThread.Depth++ || !Which)
    return;
  sigset_t Some;
  sigemptyset(&Some);
  static_assert(sizeof Some >= sizeof Which);
  std::memcpy(&Some, &Which, sizeof Which); // as the kernel has them
  sigset_t Before;
  HeldByThread.Blocked = pthread_sigmask(SIG_BLOCK, &Some, &Before) == 0;
  std::memcpy(&MaskBefore, &Before, sizeof MaskBefore);
}

void SignalHold::end() {
  assert(HeldByThread.Depth && "an end without a beginning");
  if (--HeldByThread.Depth || !HeldByThread.Blocked)
    return;
  HeldByThread.Blocked = false;
  sigset_t Before;
  sigemptyset(&Before);
  std::memcpy(&Before, &MaskBefore, sizeof MaskBefore);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

bool SignalHold::held() { return HeldByThread.Depth != 0; }

DriverHandlers::DriverHandlers() { ++HeldByThread.InDriver; }
DriverHandlers::~DriverHandlers() { --HeldByThread.InDriver; }
void DriverHandlers::note(int Number, bool Theirs) {
  if (Theirs)
    Drivers.fetch_or(bitOf(Number));
  else
    Drivers.fetch_and(~bitOf(Number));
}

bool DriverHandlers::has(int Number) {
  return (Drivers.load() & bitOf(Number)) != 0;
}

bool DriverHandlers::expected() { return HeldByThread.InDriver != 0; }

QuietThreads::QuietThreads() {
  const sigset_t Some = sentSignals();
  pthread_sigmask(SIG_BLOCK, &Some, &this->Before);
}

QuietThreads::~QuietThreads() {
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}
