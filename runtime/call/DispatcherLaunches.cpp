// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DispatcherLaunches.cpp - runs a call on the device chosen for it ---===//
#include "call/CallSequence.h"
#include "call/DispatchedCall.h"
#include "call/Dispatcher.h"
#include "device/DeviceTable.h"
#include "launch/DeviceLaunch.h"
#include "region/FunctionScope.h"
#include "system/ProcessEnd.h"
#include "system/SignalHold.h"

using namespace twofold;

/// A kernel whose launches fail this often in a row is given up.
static constexpr unsigned MaxLaunchFailures = 3;
/// A call becomes at most about this many parts.
static constexpr uint64_t MaxParts = 256;
/// A driver may let a launch wait for so long while it compiles.
static constexpr double MostWaitForBuilds = 1e8;

Status Dispatcher::launch(Call &C, const Decision &D, Outcome &Out,
                          const twofold_launch &Launch, uint64_t Trips,
                          const Footprint &Touched, Program &Kernel,
                          Regions::Keep How) {
  DeviceSlot &Slot = *D.On;
  uint64_t ToDevice = 0, ToHost = 0;
  std::optional<LaunchResults> Results;
  LaunchPlan Plan =
      Kernels.plan({C.Site, C.Record, Slot}, Launch, C.Ops ^ (Trips << 32));
  Status Done = [&]() -> Status {
    const SignalHold Quiet;
    std::lock_guard<OwnedMutex> Guard(Slot.Lock);
    DeviceLaunch Run(C.Site, Launch, Trips, Touched, Slot, Data, &C.Record,
                     Results);
    // A launch that sends something, as the first one does, is none to resume.
    if (C.Repeats && &Touched == &C.Known->Touched)
      Run.remember(C.Known);
    Program &Use = Plan.Special.Use ? *Plan.Special.Use : Kernel;
    Status S = Run.execute(Use, How, D.MayLeave, &Plan.Group);
    Out.LeftBounds |= Run.leftBounds();
    if (S && !Out.LeftBounds)
      Run.publish();
    Out.Left = Run.left();
    ToDevice = Run.BytesToDevice;
    ToHost = Run.BytesToHost;
    return S;
  }();
  if (Done && !Out.LeftBounds) {
    Results->store();
    Kernels.tell({C.Site, C.Record, Slot}, Plan);
  }
  const bool Declined = !Done && Done.error().Code == ErrorCode::Declined;
  if (Declined)
    Out.Declined = C.Record.Declined = true;
  if (!Done && !Declined)
    Kernels.failed(Plan);
  else if (Done && Plan.Special.Use)
    add(C.Record.Specialised);
  Out.Compares |= Plan.Group.Measure;
  Out.Sent += ToDevice;
  Out.Fetched += ToHost;
  add(Counts.BytesToDevice, ToDevice);
  add(Counts.BytesToHost, ToHost);
  add(C.Record.BytesToDevice, ToDevice);
  add(C.Record.BytesToHost, ToHost);
  return Done;
}

/// A call that is too large for the device, along its outermost dimension. What
/// is left of it when that fails is in Out.Rest.
Status Dispatcher::launchInParts(Call &C, const Decision &D, Outcome &Out,
                                 Program &Kernel) {
  DeviceSlot &Slot = *D.On;
  const uint64_t Outer = C.Launch.dims[0].trips;
  uint64_t Step = Outer / 2, Parts = 0;
  for (uint64_t Begin = 0; Begin < Outer;) {
    Step = std::min(Step, Outer - Begin);
    LaunchPart Part(C.Site, C.Launch, Begin, Begin + Step);
    IterationSpace Space(C.Site, Part.launch());
    Footprint Touched =
        computeFootprint(C.Site, Part.launch(), Space, probePages, knownBlock);
    Status Done =
        !Touched.known()
            ? Status(Error{ErrorCode::Unsupported, Touched.WhyUnknown, ""})
        : fitsDevice(Touched, Slot.facts())
            ? launch(C, D, Out, Part.launch(), Part.trips(), Touched, Kernel,
                     Regions::Keep::Nothing)
            : Status(Error{ErrorCode::OutOfMemory,
                           "the data is larger than the device's memory, even "
                           "that of a part of the loop",
                           ""});
    if (Done) {
      Begin += Step;
      ++Parts;
      continue;
    }
    if (Done.error().Code == ErrorCode::OutOfMemory && Step > 1 &&
        Step > Outer / MaxParts) {
      Step /= 2;
      continue;
    }
    if (Begin > 0)
      Out.Rest.emplace(C.Site, C.Launch, Begin, Outer);
    return Done;
  }
  if (Log.on(Topic::Calls))
    Log.line(C.Record.Place, "in " + formatCount(Parts, "part") +
                                 ": its data is larger than the memory "
                                 "of " +
                                 Slot.facts().Name);
  return Unit();
}

/// After a launch that failed: whether it is the device that does not work.
void Dispatcher::examine(const Call &C, DeviceSlot &Slot, const Error &Why) {
  if (Slot.Lost)
    return;
  if (Why.Code == ErrorCode::OutOfMemory) {
    // Others may have it for now.
    std::lock_guard<std::mutex> Guard(C.Record.Lock);
    if (C.Record.Kernels[Slot.Number].LaunchFailures + 1 < MaxLaunchFailures)
      return;
  }
  if (Why.Code == ErrorCode::DeviceLost || !tryDevice(Slot))
    Data.recover(Slot, Why);
}

/// Calls Run, which returns whether the device has done it all, with what that
/// costs and spares booked where nobody asked for a device.
void Dispatcher::accountFor(const Decision &D,
                            const std::function<bool()> &Run) {
  // That is for the whole to do.
  if (CallSequence *Sequence = CallSequence::current();
      Sequence && &Sequence->Whole != &D) {
    (void)Run();
    return;
  }
  DeviceAccount &Account = Data.account();
  BufferPool &Buffers = D.On->Buffers;
  if (D.Spares <= 0) {
    const DeviceAccount::Work Costs(Account, false);
    (void)Run();
    (void)Buffers.takeGrowth();
    return;
  }
  {
    DeviceAccount::Work Costs(Account);
    Account.moves(D.Grounds.Moving + D.Grounds.Home);
    if (Run())
      Costs.spares(D.Spares);
    if (Buffers.takeGrowth() > 0)
      Costs.begins(D.Grounds.Moving);
  }
  if (Kernels.busy())
    Account.forgive(MostWaitForBuilds);
}

/// False, with the reason in Out.Why, when the native variant has to run.
bool Dispatcher::runOnDevice(Call &C, const Decision &D, Outcome &Out) {
  DeviceSlot &Slot = *D.On;
  const CancelHold Whole;
  const ProcessEnd::DriverUse Now;
  if (!Now.allowed()) {
    Out.Why = "the program is ending";
    return false;
  }
  std::shared_ptr<Program> Kernel = Kernels.get(
      {C.Site, C.Record, Slot},
      D.Waits ? SiteKernels::UntilTimeout : std::chrono::nanoseconds::zero(),
      Out.Why);
  if (!Kernel) {
    // A build may have found it out.
    if (Slot.Lost && !Slot.FailureTold)
      Data.recover(Slot, {ErrorCode::DeviceLost, Out.Why, ""});
    return false;
  }
  bool Fits = fitsDevice(C.touched(), Slot.facts());
  FunctionScope *Scope = FunctionScope::current();
  if (Scope)
    for (const BaseFootprint &Base : C.touched().Bases)
      Scope->leave(Base.Hull);
  Status Done =
      Fits ? launch(C, D, Out, C.Launch, C.Trips, C.touched(), *Kernel,
                    Data.keepOf(Scope))
           : Status(Error{ErrorCode::OutOfMemory,
                          "the data is larger than the device's memory", ""});
  if (!Done && Done.error().Code == ErrorCode::OutOfMemory &&
      LaunchPart::possible(C.Site, C.Launch))
    Done = launchInParts(C, D, Out, *Kernel);
  if (!Done && !Out.Declined)
    examine(C, Slot, Done.error());
  if (Done) {
    add(Counts.CallsDevice);
    add(C.Record.Device);
    if (C.Record.LastGood.load(std::memory_order_relaxed) == Slot.Number + 1)
      return true;
  }
  std::lock_guard<std::mutex> Guard(C.Record.Lock);
  SiteKernel &Memory = C.Record.Kernels[Slot.Number];
  C.Record.LastGood.store(Done ? Slot.Number + 1 : 0,
                          std::memory_order_relaxed);
  if (Done) {
    ProcessEnd::watch(); // some drivers compile when a kernel is launched
    Memory.LaunchFailures = 0;
    C.Record.LastDevice = Slot.facts().Name;
    return true;
  }
  Out.Why = Slot.facts().Name + ": " + Done.error().Message;
  if (++Memory.LaunchFailures >= MaxLaunchFailures) {
    Memory.Failure = Out.Why;
    Memory.Built.reset();
    C.Record.States.set(Slot.Number, KernelState::Failed);
  }
  // Want of memory is no fault of the device.
  const bool Alone = C.Site.kernel->flags & TWOFOLD_KERNEL_ALONE;
  if (Log.on(Topic::Summary, Topic::Choice) ||
      (Done.error().Code != ErrorCode::OutOfMemory && !Alone && Slot.isNews()))
    Log.line(C.Record.Place, "failed on " + Out.Why +
                                 (Alone ? "" : "; threads run it instead"));
  return false;
}
