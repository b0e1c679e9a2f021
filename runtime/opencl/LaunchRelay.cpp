// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/LaunchRelay.h"

#include "opencl/ClEvents.h"
#include "opencl/ClProgram.h"
#include "system/SignalHold.h"
#include "thread/SpinWait.h"

#include <cstring>
#include <system_error>
#include <unistd.h>

using namespace twofold;

/// Done when the launch is enqueued and over.
class LaunchRelay::RelayedEvent final : public Event {
  const std::shared_ptr<LaunchRelay> Of;
  const std::shared_ptr<Outcome> Result;
  const uint64_t Number;

public:
  RelayedEvent(std::shared_ptr<LaunchRelay> Of, std::shared_ptr<Outcome> Result,
               uint64_t Number)
      : Of(std::move(Of)), Result(std::move(Result)), Number(Number) {}
  ~RelayedEvent() override {
    Of->await(Number + 1);
    auto Alone = Of->alone();
    if (Result->Done)
      Of->Context->Api->clReleaseEvent(Result->Done);
  }

  Status wait() override {
    Of->await(Number + 1);
    if (Result->Failure)
      return Error(*Result->Failure);
    auto Alone = Of->alone();
    return waitForLaunch(*Of->Context->Api, Result->Done);
  }
};

LaunchRelay::LaunchRelay(std::shared_ptr<const ClContext> Of,
                         cl_command_queue Queue, Use When)
    : Context(std::move(Of)), Queue(Queue), When(When), Owner(getpid()),
      Wake(std::make_unique<std::condition_variable>()) {}

LaunchRelay::~LaunchRelay() {
  if (!Server)
    return;
  if (Owner != getpid()) {
    (void)Server.release(); // it is in another process
    (void)Wake.release();
    return;
  }
  {
    std::lock_guard Guard(Lock);
    Stop = true;
  }
  Wake->notify_one();
  Server->join();
  Context->Api->clReleaseCommandQueue(Queue);
}

/// Whether the thread is awake, or should be.
bool LaunchRelay::comesFast() {
  if (Context->Waiting.load(std::memory_order_relaxed))
    return false;
  if (When == Use::AllLaunches)
    return true;
  if (When == Use::Never ||
      SinceLook.load(std::memory_order_relaxed) < Unlooked) {
    SinceLook.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  if (!Asleep.load(std::memory_order_relaxed))
    return true;
  auto Now = std::chrono::steady_clock::now();
  Fast = Now - Last < SoonAfter ? Fast + 1 : 0;
  Last = Now;
  return Fast >= Soon;
}

bool LaunchRelay::start() {
  if (Server)
    return true;
  if (Context->Api->clRetainCommandQueue(Queue) != CL_SUCCESS)
    return false;
  Ring.resize(Room);
  const QuietThreads Quiet;
  try {
    Server = std::make_unique<std::thread>([this] { serve(); });
  } catch (const std::system_error &) {
    Context->Api->clReleaseCommandQueue(Queue);
    return false;
  }
  return true;
}

void LaunchRelay::await(uint64_t Upto) const {
  auto There = [&] { return Given.load(std::memory_order_acquire) >= Upto; };
  while (!There() && Owner == getpid())
    spinUntil(There);
}

Result<bool> LaunchRelay::take(ClProgram &Kernel, const NdRange &Range,
                               const std::vector<KernelArgument> &Arguments,
                               std::unique_ptr<Event> *Event) {
  if (!comesFast() || !start()) {
    await(Taken.load(std::memory_order_relaxed));
    if (Status Before = outcome(); !Before)
      return Before.takeError();
    return false;
  }
  Fast = 0;
  const uint64_t Number = Taken.load(std::memory_order_relaxed);
  // Not for one at a time: two threads at the same few bytes are slow.
  if (Number - Given.load(std::memory_order_acquire) == Room)
    await(Number - Room / 2);
  Launch &Next = Ring[Number % Room];
  Next.Kernel = &Kernel;
  Next.Range = Range;
  Next.Arguments = Arguments;
  size_t Words = 0;
  auto WordsOf = [](const KernelArgument &A) {
    return A.What == KernelArgument::Kind::Bytes ? (A.Size + 7) / 8 : 0;
  };
  for (const KernelArgument &A : Arguments)
    Words += WordsOf(A);
  Next.Bytes.resize(Words);
  uint64_t *To = Next.Bytes.data();
  for (KernelArgument &A : Next.Arguments)
    if (size_t Some = WordsOf(A)) {
      std::memcpy(To, A.Bytes, A.Size);
      A.Bytes = To;
      To += Some;
    }
  if (Event) {
    Next.Result = std::make_shared<Outcome>();
    *Event =
        std::make_unique<RelayedEvent>(shared_from_this(), Next.Result, Number);
  }
  Context->Relayed.fetch_add(1, std::memory_order_relaxed);
  // Either the thread sees the launch before it sleeps, or we see it asleep.
  Taken.store(Number + 1, std::memory_order_seq_cst);
  if (Asleep.load(std::memory_order_seq_cst)) {
    {
      std::lock_guard Guard(Lock);
    }
    Wake->notify_one();
  }
  return true;
}

void LaunchRelay::give(Launch &Next) {
  std::shared_ptr<Outcome> Result = std::move(Next.Result);
  std::optional<Error> Why;
  if (Failed.load(std::memory_order_relaxed)) {
    std::lock_guard Guard(Lock);
    Why = Failure;
  }
  if (!Why) {
    std::lock_guard Alone(Enqueuing);
    if (Status Done = Next.Kernel->enqueue(Queue, Next.Range, Next.Arguments,
                                           Result ? &Result->Done : nullptr);
        !Done) {
      Why = Done.takeError();
      std::lock_guard Guard(Lock);
      Failure = Why;
      Failed.store(true, std::memory_order_release);
    }
  }
  if (Result)
    Result->Failure = std::move(Why);
}

void LaunchRelay::serve() {
  // Whoever waits until launches are enqueued may hold locks of the runtime.
  const SignalHold Always;
  uint64_t Next = 0;
  auto Called = [&] { return Taken.load(std::memory_order_seq_cst) != Next; };
  for (;;) {
    if (!spinUntil(Called)) {
      std::unique_lock Guard(Lock);
      Asleep.store(true, std::memory_order_seq_cst);
      Wake->wait(Guard, [&] { return Stop || Called(); });
      if (!Called())
        return;
    }
    Asleep.store(false, std::memory_order_relaxed);
    for (; Called(); ++Next) {
      give(Ring[Next % Room]);
      Given.store(Next + 1, std::memory_order_release);
      Context->Relayed.fetch_sub(1, std::memory_order_release);
    }
  }
}

Status LaunchRelay::outcome() {
  if (!Failed.load(std::memory_order_acquire))
    return Unit();
  std::lock_guard Guard(Lock);
  return Failure ? Status(Error(*Failure)) : Status(Unit());
}

Status LaunchRelay::settle() {
  SinceLook.store(0, std::memory_order_relaxed);
  await(Taken.load(std::memory_order_acquire));
  return outcome();
}

std::unique_lock<std::mutex> LaunchRelay::alone() {
  // In a forked child the thread is elsewhere, and may have had the lock.
  if (When == Use::Never || Owner != getpid())
    return std::unique_lock<std::mutex>();
  return std::unique_lock(Enqueuing);
}
