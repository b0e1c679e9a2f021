// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "call/ProgramMemory.h"
#include "host/HostDevice.h"
#include "system/ProcessEnd.h"

using namespace twofold;

/// A call of so much work may wait until that is read: some files.
static constexpr uint64_t MuchWork = uint64_t(1) << 26;
/// Of a run that was shorter nothing is kept.
static constexpr double WorthKeeping = 5e6;

/// Once, on whichever thread is there first.
void ProgramMemory::readMemory() {
  std::call_once(ReadOnce, [this] {
    Known = Memory->models(KnownDevice);
    Stays = Memory->stays();
    Recalled = Memory->account();
    Data.account().recall(Recalled);
    Start.recall(Memory->lastRun());
    IsKnown.store(true, std::memory_order_release);
    // What will be wanted again takes tenths of a second to open.
    if (Start.usedBefore() && !Data.account().resting() && Start.pays(Now()))
      (void)openDevices();
  });
}

void ProgramMemory::recall(SiteRecord &Record, uint64_t Ops) {
  if (!Memory || Record.Recalled.load(std::memory_order_relaxed))
    return;
  if (!Recalling.exchange(true)) {
    Start.noteCall(Now());
    // There will be something to remember when the process ends.
    ProcessEnd::expectThreads();
    if (Ops < MuchWork)
      Kernels.later([this] { readMemory(); });
  }
  if (Ops >= MuchWork)
    readMemory();
  if (!IsKnown.load(std::memory_order_acquire) ||
      Record.Recalled.exchange(true))
    return;
  if (auto Its = Stays.find(Record.Identity); Its != Stays.end())
    Record.Choice.study(
        [&](SiteChoice::Models &M) { M.Stay.Expected = Its->second; });
  auto Its = Known.find(Record.Identity);
  if (Its == Known.end())
    return;
  bool SameDevice = true;
  if (Devices.isOpen()) {
    DeviceRequest Gpu;
    Gpu.What = DeviceRequest::Kind::Gpu;
    DeviceSlot *Slot = Devices.find(Gpu);
    SameDevice = Slot && identify(Slot->facts()) == KnownDevice;
  }
  Record.Choice.study([&](SiteChoice::Models &M) {
    if (M.Native.empty())
      M.Native = Its->second.Native;
    if (M.Device.empty() && SameDevice)
      M.Device = Its->second.Device;
  });
}

bool ProgramMemory::openDevices() {
  if (!Devices.isOpen() && Start.asked(Now()) && !Kernels.later([this] {
        Devices.openForGpu();
        Start.ends(Now());
        // At once: the next call may be a long time off.
        if (DeviceSlot *Gpu = Devices.gpu()) {
          calibrate(*Gpu);
          Kernels.buildWanted(*Gpu);
        }
      }))
    Start.notAsked();
  return Devices.isOpen();
}

void ProgramMemory::calibrate(DeviceSlot &Gpu) {
  if (Calibrated.exchange(true))
    return;
  Choices.set(DeviceCosts::guess(Gpu.facts().ComputeUnits));
  if (!Memory)
    return;
  unsigned Threads = HostDevice::mostThreads();
  Kernels.later([this, &Gpu, Threads] {
    auto Stop = [this] {
      return Ending.load(std::memory_order_relaxed) || Kernels.leaving();
    };
    // Not at idle priority: where loops keep all cores busy it would take for
    // ever, or measure how long it was kept waiting.
    if (auto Read = Memory->deviceCosts(Gpu.facts()))
      Choices.set(*Read);
    else {
      const BuildLedger::Job Measuring(Gpu.Beside);
      if (auto Costs = measureDevice(
              Gpu.device(), DeviceCosts::guess(Gpu.facts().ComputeUnits), Stop,
              steadyNanoseconds)) {
        Choices.set(*Costs);
        Memory->keep(Gpu.facts(), *Costs);
      }
    }
    IdlePriority Low;
    if (auto Read = Memory->hostCosts(Threads))
      Choices.set(*Read);
    else if (auto Costs = measureHost(HostCosts::guess(Threads), Stop,
                                      steadyNanoseconds)) {
      Choices.set(*Costs);
      Memory->keep(Threads, *Costs);
    }
  });
}

void ProgramMemory::remember() {
  // Without a GPU there is nothing to choose, now and the next time. Drivers
  // may be opened meanwhile: it is looked at once.
  const DeviceSlot *Gpu = Devices.gpu();
  if (!Memory || !IsKnown.load(std::memory_order_acquire) ||
      Devices.withoutGpu() || (!Gpu && Devices.isOpen()))
    return;
  const RunHistory Run = Start.history(
      Now(), Counts.CallsDevice.load(std::memory_order_relaxed) > 0);
  if (Run.Lasted < WorthKeeping)
    return;
  Memory->keep(Run);
  if (const DeviceAccount::Experience Now = Data.account().experience();
      Now.Rests || Recalled.Rests)
    Memory->keep(Now);
  bool Anything = false;
  ProgramKnowledge All = Known;
  std::map<std::string, double> Next;
  Sites.forEach([&](const SiteRecord &R) {
    // Threads may still run loops.
    const_cast<SiteRecord &>(R).Choice.use([&](SiteChoice::Models &M) {
      // Arrays that the host wants now and then are sent when it has paid.
      if (!M.Stay.Ended && M.Stay.Total >= StayWorth::Ample)
        Next[R.Identity] = M.Stay.Total;
      if (!M.Native.learned() && !M.Device.learned())
        return;
      All[R.Identity] = {M.Native, M.Device};
      Anything = true;
    });
  });
  if (Next != Stays)
    Memory->keep(Next);
  if (Anything)
    Memory->keep(All, Gpu ? identify(Gpu->facts()) : KnownDevice);
}
