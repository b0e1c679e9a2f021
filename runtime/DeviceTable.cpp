// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceTable.cpp - the devices of this machine ----------------------===//
#include "DeviceTable.h"
#include "CancelHold.h"
#include "SignalHold.h"

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
    if (Slots.empty() && WhyNone.empty())
      WhyNone = "there is no OpenCL device";
    IsOpen.store(true, std::memory_order_release);
  });
  return Slots;
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

DeviceSlot *DeviceTable::find(const DeviceRequest &Request) {
  if (Request.What == DeviceRequest::Kind::Any) {
    DeviceRequest Preferred;
    Preferred.What = DeviceRequest::Kind::Gpu;
    if (DeviceSlot *Gpu = find(Preferred))
      return Gpu;
  }
  unsigned Index = 0;
  for (const std::unique_ptr<DeviceSlot> &Slot : all())
    if (matches(Slot->facts(), Request) && Index++ == Request.Index)
      return Slot.get();
  return nullptr;
}
