// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/DeviceTable.h"
#include "system/SignalHold.h"

#include <algorithm>
#include <array>

using namespace twofold;

Status DeviceSlot::openCommands() {
  if (Commands)
    return Unit();
  const QuietThreads Quiet;
  Result<std::unique_ptr<Queue>> Made = device().createQueue();
  if (!Made)
    return Made.takeError();
  Commands = std::move(*Made);
  Launches.follow(facts().ErrorsLast ? Commands->end() : nullptr);
  return Unit();
}

void DeviceSlot::closeCommands() {
  if (Commands)
    (void)Commands->finish();
  (void)Launches.waitForAll();
  Launches.follow(nullptr);
  Commands.reset();
}

const std::vector<std::unique_ptr<DeviceSlot>> &DeviceTable::all() {
  const CancelHold Whole;
  std::call_once(Once, [this] {
    if (Open)
      for (std::unique_ptr<Device> &D : Open(WhyNone))
        Slots.push_back(
            std::make_unique<DeviceSlot>(std::move(D), unsigned(Slots.size())));
    for (const std::unique_ptr<DeviceSlot> &Slot : Slots)
      if (!FirstGpu && Slot->facts().Kind == DeviceKind::Gpu)
        FirstGpu = Slot.get();
    if (Slots.empty())
      WhyNone = "no OpenCL device was found" +
                (WhyNone.empty() ? "" : ": " + WhyNone);
    // Who has looked and does not wait yet holds the lock.
    const std::lock_guard<std::mutex> Guard(AwaitedLock);
    IsOpen.store(true, std::memory_order_release);
    Awaited.notify_all();
  });
  return Slots;
}

bool DeviceTable::await(std::chrono::nanoseconds Longest,
                        const std::function<bool()> &Leaving) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds LookUp{5}; // whether Leaving
  const Clock::time_point Latest = Clock::now() + Longest;
  std::unique_lock<std::mutex> Guard(AwaitedLock);
  while (!isOpen() && !Leaving() && Clock::now() < Latest)
    Awaited.wait_until(Guard, std::min(Clock::now() + LookUp, Latest));
  return isOpen();
}

void DeviceTable::openForGpu() {
  if (!isOpen() && LacksGpus && LacksGpus(true))
    NoGpu.store(true, std::memory_order_relaxed);
  else
    (void)all();
}

std::string DeviceTable::whyNoGpu() const {
  if (knownEmpty())
    return WhyNone;
  const bool Lacks = isOpen() ? !gpu() : LacksGpus && LacksGpus(false);
  return Lacks ? "no OpenCL GPU was found" : "";
}

bool DeviceTable::knownEmpty() const { return isOpen() && Slots.empty(); }

static bool contains(const std::string &Text, const std::string &LowerPart) {
  std::string Lower;
  for (char C : Text)
    Lower += C >= 'A' && C <= 'Z' ? char(C - 'A' + 'a') : C;
  return Lower.find(LowerPart) != std::string::npos;
}

static bool matches(const DeviceFacts &Facts, const DeviceRequest &Request) {
  switch (Request.What) {
  case DeviceRequest::Kind::Any:
  case DeviceRequest::Kind::Some:
  case DeviceRequest::Kind::Number:
    return true;
  case DeviceRequest::Kind::Native:
    return false;
  case DeviceRequest::Kind::Cpu:
    return Facts.Kind == DeviceKind::Cpu;
  case DeviceRequest::Kind::Gpu:
    return Facts.Kind == DeviceKind::Gpu;
  case DeviceRequest::Kind::Named:
    return contains(Facts.Platform, Request.Name) ||
           contains(Facts.Name, Request.Name);
  }
  return false;
}

static std::string kindOf(const DeviceRequest &Request) {
  switch (Request.What) {
  case DeviceRequest::Kind::Cpu:
    return "OpenCL CPU device";
  case DeviceRequest::Kind::Gpu:
    return "OpenCL GPU";
  case DeviceRequest::Kind::Named:
    return "OpenCL device whose name or platform holds '" + Request.Name + "'";
  case DeviceRequest::Kind::Any:
  case DeviceRequest::Kind::Native:
  case DeviceRequest::Kind::Some:
  case DeviceRequest::Kind::Number:
    break;
  }
  return "OpenCL device";
}

std::string DeviceTable::whyAbsent(const DeviceRequest &Request) {
  if (all().empty())
    return WhyNone;
  std::string Out = whyOneIsAbsent(Request);
  for (const DeviceRequest &Each : Request.Others)
    if (Each.What != DeviceRequest::Kind::Native)
      Out += ", and " + whyOneIsAbsent(Each);
  return Out;
}

/// There are devices.
std::string DeviceTable::whyOneIsAbsent(const DeviceRequest &Request) const {
  unsigned Alike = 0;
  for (const std::unique_ptr<DeviceSlot> &Slot : Slots)
    Alike += matches(Slot->facts(), Request);
  if (!Alike) {
    std::string Among;
    if (Request.What == DeviceRequest::Kind::Named)
      for (const std::unique_ptr<DeviceSlot> &Slot : Slots)
        Among += (Among.empty() ? " among '" : "', '") + Slot->facts().Name;
    return "no " + kindOf(Request) + " was found" + Among +
           (Among.empty() ? "" : "'");
  }
  return kindOf(Request) + " number " + std::to_string(Request.Index) +
         " was asked for, and the last one is number " +
         std::to_string(Alike - 1);
}

DeviceSlot *DeviceTable::find(const DeviceRequest &Request) {
  DeviceSlot *Found = findOne(Request);
  for (size_t I = 0; !Found && I < Request.Others.size(); ++I)
    Found = findOne(Request.Others[I]);
  return Found;
}

DeviceSlot *DeviceTable::findOne(const DeviceRequest &Request) {
  if (Request.What == DeviceRequest::Kind::Any ||
      Request.What == DeviceRequest::Kind::Some) {
    DeviceRequest Preferred;
    Preferred.What = DeviceRequest::Kind::Gpu;
    if (DeviceSlot *Gpu = findOne(Preferred))
      return Gpu;
  }
  unsigned Index = 0;
  for (const std::unique_ptr<DeviceSlot> &Slot : all())
    if (matches(Slot->facts(), Request) && Index++ == Request.Index)
      return Slot.get();
  return nullptr;
}

bool twofold::tryDevice(DeviceSlot &Slot) {
  std::lock_guard<OwnedMutex> Lock(Slot.Lock);
  auto Memory = Slot.device().allocate(64);
  auto Commands = Slot.device().createQueue();
  if (!Memory || !Commands)
    return false;
  std::array<char, 64> There, Back = {};
  for (size_t I = 0; I < There.size(); ++I)
    There[I] = char(3 * I + 1);
  Queue &Q = **Commands;
  bool Enqueued = Q.write(**Memory, 0, There.data(), There.size()) &&
                  Q.read(Back.data(), **Memory, 0, Back.size());
  return Q.finish() && Enqueued && Back == There;
}
