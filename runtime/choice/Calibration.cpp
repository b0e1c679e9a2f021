// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/Calibration.h"
#include "report/NumberText.h"
#include "system/SystemCalls.h"

#include <chrono>
#include <cstring>
#include <new>
#include <sched.h>

using namespace twofold;

static constexpr unsigned Tries = 4;
/// More than the caches of most machines hold.
static constexpr size_t StreamBytes = size_t(32) << 20;

double twofold::steadyNanoseconds() {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

namespace {
/// The least time of a few tries; 0 once something has failed.
class Stopwatch {
  const std::function<bool()> &Stop;
  const NanosecondClock &Now;

public:
  bool Good = true;

  Stopwatch(const std::function<bool()> &Stop, const NanosecondClock &Now)
      : Stop(Stop), Now(Now) {}

  template <typename Function> double best(Function Work) {
    double Best = 0;
    // The first one warms up.
    for (unsigned Try = 0; Try <= Tries && Good; ++Try) {
      Good = !Stop();
      if (!Good)
        break;
      double Start = Now();
      Good = Work();
      double Took = Now() - Start;
      if (Try == 1 || (Try > 1 && Took < Best))
        Best = Took;
    }
    // A clock that stands still has measured nothing.
    Good = Good && Best > 0;
    return Good ? Best : 0;
  }
};
} // namespace

std::optional<DeviceCosts>
twofold::measureDevice(Device &Of, DeviceCosts Guess,
                       const std::function<bool()> &Stop,
                       const NanosecondClock &Now) {
  const size_t Largest = TransferCurve::Sizes.back();
  auto First = Of.allocate(Largest), Second = Of.allocate(Largest);
  auto Made = Of.createQueue();
  std::unique_ptr<char[]> Memory(new (std::nothrow) char[Largest]);
  if (!First || !Second || !Made || !Memory)
    return std::nullopt;
  // Pages that are there, of a program's ordinary memory.
  std::memset(Memory.get(), 1, Largest);
  Queue &Commands = **Made;
  Stopwatch Watch(Stop, Now);
  auto Time = [&](auto Enqueue) {
    return Watch.best([&] {
      Status Enqueued = Enqueue();
      // Also what was enqueued before a failure uses the memory.
      Status Finished = Commands.finish();
      return bool(Enqueued) && bool(Finished);
    });
  };
  DeviceCosts Out = Guess;
  for (size_t I = 0; I < TransferCurve::Sizes.size() && Watch.Good; ++I) {
    size_t Size = TransferCurve::Sizes[I];
    Out.ToDevice.Nanoseconds[I] =
        Time([&] { return Commands.write(**First, 0, Memory.get(), Size); });
    Out.ToHost.Nanoseconds[I] =
        Time([&] { return Commands.read(Memory.get(), **First, 0, Size); });
  }
  // The shortest command that touches the device alone, with its wait.
  Out.LaunchNanoseconds =
      Time([&] { return Commands.copy(**Second, 0, **First, 0, 8); });
  double Copy =
      Time([&] { return Commands.copy(**Second, 0, **First, 0, Largest); });
  if (!Watch.Good)
    return std::nullopt;
  if (Copy > Out.LaunchNanoseconds)
    Out.BytesPerNanosecond =
        2 * double(Largest) / (Copy - Out.LaunchNanoseconds);
  // Refused here if it would be refused when it is read again.
  return fromLine<DeviceCosts>(toLine(Out));
}

/// What bytes take beyond their copy where their page is new: those of one
/// large mapping, which the system takes away before each try.
static double newPages(Stopwatch &Watch, size_t Bytes) {
  void *Memory = syscalls::map(Bytes);
  if (!Memory)
    return 0;
  auto Fill = [&](bool New) {
    return Watch.best([&] {
      if (New && !syscalls::advise(Memory, Bytes, MADV_DONTNEED))
        return false;
      std::memset(Memory, 1, Bytes);
      // The bytes are not to be left out.
      asm volatile("" : : "r"(Memory) : "memory");
      return true;
    });
  };
  const double Known = Fill(false), New = Fill(true);
  syscalls::unmap(Memory, Bytes);
  return std::max(New - Known, 0.0) / double(Bytes);
}

std::optional<HostCosts> twofold::measureHost(HostCosts Guess,
                                              const std::function<bool()> &Stop,
                                              const NanosecondClock &Now) {
  Stopwatch Watch(Stop, Now);
  HostCosts Out = Guess;
  std::unique_ptr<char[]> From(new (std::nothrow) char[StreamBytes / 2]);
  std::unique_ptr<char[]> To(new (std::nothrow) char[StreamBytes / 2]);
  if (!From || !To)
    return std::nullopt;
  std::memset(From.get(), 1, StreamBytes / 2);
  double Copy = Watch.best([&] {
    std::memcpy(To.get(), From.get(), StreamBytes / 2);
    // The copy is not to be left out.
    asm volatile("" : : "r"(To.get()) : "memory");
    return true;
  });
  const double New = newPages(Watch, StreamBytes / 2);
  if (!Watch.Good)
    return std::nullopt;
  Out.HomeNanosecondsPerByte = New;
  Out.BytesPerNanosecond = double(StreamBytes) / Copy;
  return fromLine<HostCosts>(toLine(Out));
}

IdlePriority::IdlePriority() {
  sched_param None = {};
  Lowered = sched_getscheduler(0) == SCHED_OTHER &&
            sched_setscheduler(0, SCHED_IDLE, &None) == 0;
}

IdlePriority::~IdlePriority() {
  sched_param None = {};
  if (Lowered)
    (void)sched_setscheduler(0, SCHED_OTHER, &None);
}
