// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Dispatcher.cpp - runs one call of a site ---------------------------===//
#include "DispatchedCall.h"
#include "ElementCopies.h"
#include "FunctionScope.h"

#include <chrono>
#include <cstdlib>

using namespace twofold;

/// Of the GPU that there may be, before devices are opened.
static constexpr unsigned AssumedComputeUnits = 64;
/// A native run of fewer operations lets its accesses bring data home.
static constexpr uint64_t ManyOps = uint64_t(1) << 16;

static void add(std::atomic<uint64_t> &Counter, uint64_t Amount = 1) {
  Counter.fetch_add(Amount, std::memory_order_relaxed);
}

static double nanosecondsSince(std::chrono::steady_clock::time_point Start) {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now() - Start)
      .count();
}

Dispatcher::Dispatcher(const Settings &Set, const Trace &Log, HostDevice &Host,
                       DeviceTable &Devices, SiteTable &Sites, Regions &All,
                       Statistics &Counts, SiteKernels::SupplyMaker MakeSupply)
    : Set(Set), Log(Log), Host(Host), Devices(Devices), Sites(Sites), All(All),
      Counts(Counts), Kernels(Set, Log, Counts, std::move(MakeSupply)) {}

/// Whether the call's reductions have to be made in one order.
bool Dispatcher::isDeterministic(const twofold_site &Site) const {
  return (Site.flags & TWOFOLD_SITE_ROUNDS) &&
         (Set.Deterministic || (Site.flags & TWOFOLD_SITE_DETERMINISTIC));
}

/// The device for this call, or null with the reason in C.Reason.
DeviceSlot *Dispatcher::decide(Call &C) {
  auto Native = [&](std::string Why) -> DeviceSlot * {
    C.Reason = std::move(Why);
    return nullptr;
  };
  if (!C.Launch.condition)
    return Native("its if() is false");
  if (C.Site.flags & TWOFOLD_SITE_NATIVE)
    return Native("it says device(native)");
  if (Set.Offload == OffloadPolicy::Disabled)
    return Native("of TWOFOLD_OFFLOAD=disabled");
  if (Set.Device.What == DeviceRequest::Kind::Native)
    return Native("of TWOFOLD_DEVICE=native");
  if (isDeterministic(C.Site))
    return Native("its reductions are to be deterministic");
  if (!C.Site.kernel)
    return Native(C.Site.reason ? C.Site.reason : "it has no kernel");

  DeviceRequest Request = Set.Device;
  if (Request.What == DeviceRequest::Kind::Any) {
    if (C.Site.flags & TWOFOLD_SITE_GPU)
      Request.What = DeviceRequest::Kind::Gpu;
    else if (C.Site.flags & TWOFOLD_SITE_CPU)
      Request.What = DeviceRequest::Kind::Cpu;
  }
  bool Mandatory = Set.Offload == OffloadPolicy::Mandatory;
  if (Set.Threshold && !Mandatory && C.Ops < *Set.Threshold)
    return Native("it has less work than TWOFOLD_THRESHOLD");
  bool ByCost = Request.What == DeviceRequest::Kind::Any && !Mandatory;
  C.Waits = !ByCost || Set.Threshold || Set.Build == BuildPolicy::Wait;
  DeviceSlot *Slot = ByCost ? decideByCost(C) : Devices.find(Request);
  if (!Slot)
    return Native(!C.Reason.empty()       ? C.Reason
                  : Devices.all().empty() ? Devices.whyNone()
                                          : "no OpenCL device is of the kind "
                                            "that was asked for");
  if (Slot->Lost)
    return Native(Slot->facts().Name + " has failed before");
  if (std::string Why = incapable(*C.Site.kernel, Slot->facts()); !Why.empty())
    return Native(std::move(Why));
  if (!C.touched().known())
    return Native(C.touched().WhyUnknown);
  for (const BaseFootprint &Base : C.touched().Bases)
    if (All.pinned(Base.Hull))
      return Native("data that it touches is pinned to main memory");
  if (!C.Waits && !Kernels.ready(C.Site, C.Record, *Slot, C.Reason))
    return nullptr;
  return Slot;
}

/// A GPU if that is predicted to pay. OpenCL devices that are the CPU itself
/// are used only when they are asked for.
DeviceSlot *Dispatcher::decideByCost(Call &C) {
  auto Native = [&](std::string Why) -> DeviceSlot * {
    C.Reason = std::move(Why);
    return nullptr;
  };
  if (Devices.knownEmpty())
    return Native(Devices.whyNone());
  if (HostDevice::inParallel())
    return Native("it is inside a parallel region");
  if (C.Site.element_count &&
      contend(C.Site, C.Launch, C.Space, C.Trips, AssumedComputeUnits))
    return Native("a GPU's items would wait for each other at few elements");
  DeviceRequest Gpu;
  Gpu.What = DeviceRequest::Kind::Gpu;
  auto FindGpu = [&] {
    DeviceSlot *Slot = Devices.find(Gpu);
    if (!Slot)
      C.Reason =
          Devices.all().empty() ? Devices.whyNone() : "there is no OpenCL GPU";
    return Slot;
  };
  if (Set.Threshold)
    return FindGpu();

  Workload Work = {C.Ops, 0};
  C.NativePrediction =
      predict(DeviceSpeed::native(HostDevice::threads(C.Launch)), Work);
  DeviceSlot *Slot = Devices.isOpen() ? FindGpu() : nullptr;
  if (Devices.isOpen() && !Slot)
    return nullptr;
  DeviceSpeed Speed =
      DeviceSpeed::gpu(Slot ? Slot->facts().ComputeUnits : AssumedComputeUnits);
  // Which bytes move takes longer to find out than all this.
  C.DevicePrediction = predict(Speed, Work);
  if (C.DevicePrediction < C.NativePrediction) {
    // Two threads may mix their figures here; it is an estimate.
    if (C.Record.SeenOps.load(std::memory_order_relaxed) != C.Ops) {
      C.Record.SeenBytes =
          C.touched().known() ? C.bytesToMove() : SiteRecord::UnknownBytes;
      C.Record.SeenOps = C.Ops;
    }
    Work.Bytes = C.Record.SeenBytes.load(std::memory_order_relaxed);
    if (Work.Bytes == SiteRecord::UnknownBytes)
      return Native(C.Touched ? C.Touched->WhyUnknown
                              : "the bytes that it touches are not known");
    C.DevicePrediction = predict(Speed, Work);
  }
  if (C.DevicePrediction >= C.NativePrediction)
    return Native("that is predicted to be faster");
  add(C.Record.Lost, uint64_t(C.NativePrediction - C.DevicePrediction));
  if (double(C.Record.Lost.load(std::memory_order_relaxed)) < SetUpNanoseconds)
    return Native("too little time would have been gained so far to pay for "
                  "building the kernel");
  if (!Slot && !C.Waits && !Kernels.open(Devices))
    return Native("OpenCL is being started");
  return Slot ? Slot : FindGpu();
}

void Dispatcher::requireOffloaded(const Call &C) const {
  // The program itself says that these calls are not for a device.
  if (Set.Offload != OffloadPolicy::Mandatory || !C.Launch.condition ||
      (C.Site.flags & TWOFOLD_SITE_NATIVE))
    return;
  Trace(1).line(C.Record.Place,
                "not offloaded, as TWOFOLD_OFFLOAD=mandatory demands: " +
                    C.Reason);
  std::exit(70);
}

void Dispatcher::report(Call &C, const std::string &Where, double Nanoseconds) {
  add(C.Record.Nanoseconds, uint64_t(Nanoseconds));
  std::string Because = C.Reason.empty() ? "" : ", because " + C.Reason;
  bool Changed;
  {
    std::lock_guard<std::mutex> Guard(C.Record.Lock);
    Changed = C.Record.LastChoice != Where;
    C.Record.LastChoice = Where;
    C.Record.Reason = C.Reason;
  }
  if (Log.on(2) && Changed)
    Log.line(C.Record.Place, "now " + Where + Because);
  if (!Log.on(3))
    return;
  std::string Line = std::to_string(C.Trips) + " iterations, " +
                     std::to_string(C.Ops) + " operations " + Where + " in " +
                     formatTime(Nanoseconds) + Because;
  if (C.NativePrediction > 0)
    Line += "; predicted natively " + formatTime(C.NativePrediction) +
            ", on a GPU " + formatTime(C.DevicePrediction);
  if (C.Touched && C.Touched->known())
    Line += "; touches " + formatBytes(double(C.bytesToMove()));
  Log.line(C.Record.Place, Line);
}

/// Whatever a device has not done of the call.
HostDevice::Mode Dispatcher::runNatively(Call &C) {
  const twofold_launch &Launch = C.Rest ? C.Rest->launch() : C.Launch;
  uint64_t Trips = C.Rest ? C.Rest->trips() : C.Trips;
  FunctionScope *Scope = All.scoped() ? FunctionScope::current() : nullptr;
  if (Scope && !C.touched().known())
    Scope->empty(All);
  // At once, rather than block by block as its threads come to them.
  if (!All.idle() && (Scope || (C.Ops >= ManyOps && !All.scoped())) &&
      C.touched().known())
    for (const BaseFootprint &Base : C.touched().Bases) {
      for (const ByteRange &Range : Base.Use.Writes)
        All.touch(Range, true);
      for (const ByteRange &Range : Base.Use.Reads)
        All.touch(Range, false);
    }
  return C.Site.flags & TWOFOLD_SITE_SEARCH
             ? Host.search(C.Site, Launch, Trips, C.Ops,
                           [&] {
                             if (!C.touched().known())
                               C.Reason = "it runs in order: " +
                                          C.touched().WhyUnknown;
                             return C.touched().known();
                           })
             : Host.run(C.Site, Launch, Trips, C.Ops, isDeterministic(C.Site));
}

void Dispatcher::run(const twofold_site &Site, const twofold_launch &Launch,
                     uint64_t Trips) {
  std::chrono::steady_clock::time_point Start;
  if (Log.on(1))
    Start = std::chrono::steady_clock::now();
  Call C(Site, Launch, Trips, Sites.record(Site));
  DeviceSlot *Slot = decide(C);
  // Reports of single calls say how long they took.
  C.MayLeave = Set.Async && !Log.on(3);
  if (Slot && runOnDevice(C, *Slot)) {
    if (Log.on(1))
      report(C, "on " + Slot->facts().Name, nanosecondsSince(Start));
    return;
  }
  requireOffloaded(C);
  add(Counts.CallsNative);
  if (Slot) {
    add(Counts.CallsFallback);
    add(C.Record.Fallback);
  }
  HostDevice::Mode Mode = runNatively(C);
  bool Threads = Mode == HostDevice::Mode::Threads;
  if (Threads)
    add(Counts.CallsThreaded);
  add(Threads ? C.Record.Threaded : C.Record.Inline);
  if (Log.on(1))
    report(C, Threads ? "on threads" : "on the calling thread",
           nanosecondsSince(Start));
}
