// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Dispatcher.cpp - runs one call of a site ---------------------------===//
#include "call/DispatchedCall.h"
#include "conflict/Conflicts.h"
#include "region/FunctionScope.h"
#include "system/ProcessEnd.h"

#include <chrono>
#include <cstdlib>

using namespace twofold;

/// A native run of fewer operations lets its accesses bring data home.
static constexpr uint64_t ManyOps = uint64_t(1) << 16;

static double nanosecondsSince(std::chrono::steady_clock::time_point Start) {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now() - Start)
      .count();
}

Dispatcher::Dispatcher(const Settings &Set, const Trace &Log, HostDevice &Host,
                       DeviceTable &Devices, SiteTable &Sites, Regions &Data,
                       Statistics &Counts, SiteKernels::SupplyMaker MakeSupply,
                       NanosecondClock Now,
                       std::unique_ptr<ChoiceMemory> Memory)
    : Set(Set), Log(Log), Host(Host), Devices(Devices), Sites(Sites),
      Data(Data), Counts(Counts),
      Choices(HostCosts::guess(HostDevice::mostThreads()),
              DeviceCosts::guess(AssumedComputeUnits)),
      Now(std::move(Now)), Memory(std::move(Memory)),
      Kernels(Set, Log, Counts, std::move(MakeSupply)) {
  Data.account().measureBy(this->Now);
}

/// Whether the call's sums have to be made in one order. That of inner loops'
/// sums may be free: how many of these are made at once then depends on where
/// blocks of iterations begin.
bool Dispatcher::isDeterministic(const twofold_site &Site) const {
  return (Set.Deterministic || (Site.flags & TWOFOLD_SITE_DETERMINISTIC)) &&
         ((Site.flags & TWOFOLD_SITE_ROUNDS) || Site.axis_count > 0);
}

Decision Dispatcher::decide(Call &C) {
  if (ProcessEnd::begun())
    return Decision::native("the program is ending");
  if (!C.Launch.condition)
    return Decision::native("its if() is false");
  if (C.Launch.apart < 0)
    return Decision::native("iterations of the call depend on each other");
  if (C.Site.flags & TWOFOLD_SITE_NATIVE)
    return Decision::always("it says device(native)");
  if (Set.Offload == OffloadPolicy::Disabled)
    return Decision::always("of TWOFOLD_OFFLOAD=disabled");
  if (Set.Device.What == DeviceRequest::Kind::Native)
    return Decision::always("of TWOFOLD_DEVICE=native");
  if (isDeterministic(C.Site))
    return Decision::native(
        "its reductions are to be deterministic, and a kernel's are not");
  if (!C.Site.kernel)
    return Decision::always(C.Site.reason ? C.Site.reason : "it has no kernel");

  auto What = Set.Device.What;
  if (What == DeviceRequest::Kind::Any) {
    if (C.Site.flags & TWOFOLD_SITE_GPU)
      What = DeviceRequest::Kind::Gpu;
    else if (C.Site.flags & TWOFOLD_SITE_CPU)
      What = DeviceRequest::Kind::Cpu;
  }
  bool Mandatory = Set.Offload == OffloadPolicy::Mandatory;
  if (Set.Threshold && !Mandatory && C.Ops < *Set.Threshold)
    return Decision::native("it has less work than TWOFOLD_THRESHOLD");
  bool ByCost = What == DeviceRequest::Kind::Any && !Mandatory;
  const DeviceRequest Asked{What, Set.Device.Name, Set.Device.Index};
  Decision D = ByCost ? decideByCost(C) : Decision();
  if (ByCost && !D.On)
    return D;
  if (!ByCost)
    D.On = Devices.find(Asked);
  const auto Natively = [&](std::string Why) {
    D.On = nullptr;
    D.Why = std::move(Why);
    return std::move(D);
  };
  if (!D.On) {
    std::string Why = Devices.whyAbsent(Asked);
    if (What != DeviceRequest::Kind::Any && !Mandatory)
      tellAbsence(C, Asked, Why);
    return Natively(std::move(Why));
  }
  DeviceSlot &Slot = *D.On;
  if (Slot.Lost)
    return Natively(Slot.facts().Name + " has failed before");
  if (std::string Why = incapable(*C.Site.kernel, Slot.facts()); !Why.empty())
    return Natively(std::move(Why));
  if (!C.touched().known())
    return Natively(C.touched().WhyUnknown);
  if (auto Conflict = rowConflictOf(C.Site, C.Launch)) {
    D.InOrder = true;
    if (Log.on(1) && !C.Record.ToldConflict.exchange(true))
      Log.line(C.Record.Place,
               "runs in order in calls like this one, because " +
                   describeConflict(C.Site, *Conflict));
    return Natively("iterations of the call depend on each other");
  }
  for (const BaseFootprint &Base : C.touched().Bases)
    if (Data.pinned(Base.Hull))
      return Natively("data that it touches is pinned to main memory");
  if (!D.Waits &&
      !Kernels.ready(C.Site, C.Record, Slot,
                     std::chrono::nanoseconds(int64_t(D.Patience)), D.Why))
    D.On = nullptr;
  return D;
}

void Dispatcher::requireOffloaded(const Call &C, const std::string &Why) const {
  // The program itself says that these calls are not for a device, or ends.
  if (Set.Offload != OffloadPolicy::Mandatory || !C.Launch.condition ||
      C.Record.Declined.load(std::memory_order_relaxed) ||
      (C.Site.flags & TWOFOLD_SITE_NATIVE) || ProcessEnd::begun())
    return;
  Trace(1).line(C.Record.Place, C.Record.Function +
                                    ": not offloaded, though TWOFOLD_OFFLOAD=" +
                                    "mandatory demands it, because " + Why);
  std::exit(70);
}

/// Whatever a device has not done of the call.
void Dispatcher::runNatively(Call &C, const Decision &D, Outcome &Out) {
  twofold_launch Launch = Out.Rest ? Out.Rest->launch() : C.Launch;
  if (D.InOrder)
    Launch.apart = InOrder;
  uint64_t Trips = Out.Rest ? Out.Rest->trips() : C.Trips;
  FunctionScope *Scope = FunctionScope::current();
  // What no page guards has to come home, whoever looks at it.
  if (Scope && (!Data.scoped() || !C.touched().known() ||
                (C.Site.flags & TWOFOLD_SITE_DECLINES)))
    Scope->empty(Data);
  // At once, rather than block by block as its threads come to them.
  if (!Data.idle() &&
      (Data.scoped() ? Scope != nullptr : C.Ops >= ManyOps && !D.AtHome) &&
      C.touched().known())
    for (const BaseFootprint &Base : C.touched().Bases) {
      for (const ByteRange &Range : Base.Use.Writes)
        Data.touch(Range, true);
      for (const ByteRange &Range : Base.Use.Reads)
        Data.touch(Range, false);
    }
  Out.Mode =
      C.Site.flags & TWOFOLD_SITE_SEARCH
          ? Host.search(C.Site, Launch, Trips, C.Ops,
                        [&] {
                          if (!C.touched().known())
                            Out.Why =
                                "it runs in order: " + C.touched().WhyUnknown;
                          return C.touched().known();
                        })
          : Host.run(C.Site, Launch, Trips, C.Ops, isDeterministic(C.Site),
                     Kernels.busy(), &Out.Together, &C.Record.Trials);
}

void Dispatcher::run(const twofold_site &Site, const twofold_launch &Launch,
                     uint64_t Trips) {
  std::chrono::steady_clock::time_point Start;
  if (Log.on(1))
    Start = std::chrono::steady_clock::now();
  Call C(Site, Launch, Trips, Sites.record(Site));
  Decision D = decide(C);
  book(C, D);
  const Measuring M = measure(C, D);
  Outcome Out;
  if (D.On) {
    runForAccount(C, D, Out);
    if (Out.OnDevice) {
      learnFromDevice(C, D, M, Out);
      if (Log.on(1))
        report(C, D, Out, nanosecondsSince(Start));
      return;
    }
  }
  if (Set.Offload == OffloadPolicy::Mandatory)
    requireOffloaded(C, D.whyNative(Out));
  add(Counts.CallsNative);
  if (D.On) {
    add(Counts.CallsFallback);
    add(C.Record.Fallback);
  }
  // Nobody wants to hear of such calls, either.
  const bool Simple = D.Always && Site.inline_limit && Set.letsPass() &&
                      Data.idle() && !HostDevice::inParallel() &&
                      !(Site.flags & TWOFOLD_SITE_OPAQUE) &&
                      (!hasLoadedConflicts(Site) || C.Record.mayPass());
  const uint64_t Alone = C.Record.Inline.load(std::memory_order_relaxed);
  const bool Watched = Simple && (Alone < 4 || Alone % 8 == 0);
  const double Called = Watched ? Now() : 0;
  runNatively(C, D, Out);
  tellUpdates(C, Out.Together);
  if (Watched && Out.Mode == HostDevice::Mode::Inline)
    Host.letPass(Site, C.Ops, Now() - Called,
                 C.Record.Trials.settledAlone(C.Ops));
  learnFromHost(C, D, M, Out);
  const bool Threads = Out.Mode == HostDevice::Mode::Threads;
  if (Threads)
    add(Counts.CallsThreaded);
  uint64_t Before = (Threads ? C.Record.Threaded : C.Record.Inline)
                        .fetch_add(1, std::memory_order_relaxed);
  if (Log.on(1))
    return report(C, D, Out, nanosecondsSince(Start));
  // Often enough for explain(), seldom enough to cost nothing.
  if ((Before & (Before + 1)) == 0)
    if (std::string Why = D.whyNative(Out); !Why.empty())
      keepReason(C, D, Why);
}
