// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "call/Dispatcher.h"
#include "call/CallSequence.h"
#include "call/DispatchedCall.h"
#include "call/ResultCheck.h"
#include "choice/CallCounts.h"
#include "conflict/Conflicts.h"
#include "region/FunctionScope.h"
#include "system/ProcessEnd.h"
#include "system/ProfilerRange.h"
#include "system/Timeline.h"

#include <chrono>
#include <cstdlib>

using namespace twofold;

static constexpr const char *DependOnEachOther =
    "iterations of the call depend on each other";
/// A native run of fewer operations lets its accesses bring data home.
static constexpr uint64_t ManyOps = uint64_t(1) << 16;

Dispatcher::Dispatcher(const Settings &Set, const Trace &Log, HostDevice &Host,
                       DeviceTable &Devices, SiteTable &Sites, Regions &Data,
                       Statistics &Counts, SiteKernels::SupplyMaker MakeSupply,
                       NanosecondClock Now,
                       std::unique_ptr<ChoiceMemory> Memory)
    : Set(Set), Log(Log), Host(Host), Devices(Devices), Sites(Sites),
      Data(Data), Counts(Counts),
      Choices(HostCosts::guess(HostDevice::mostThreads()),
              DeviceCosts::guess(AssumedComputeUnits)),
      Tells(Set, Log, Devices, Sites, Choices), Now(std::move(Now)),
      Runs(Devices, Sites, Data, Counts, Choices, Kernels, this->Now,
           std::move(Memory)),
      Kernels(Set, Log, Counts, std::move(MakeSupply)),
      Samples(Set, Log, Data, Choices, Tells, Kernels, this->Now) {
  Data.account().measureBy(this->Now);
}

/// Whether the call's sums have to be made in one order. That of inner loops'
/// sums may be free: how many of these are made at once then depends on where
/// blocks of iterations begin.
bool Dispatcher::isDeterministic(const twofold_site &Site) const {
  return (Set.Deterministic || (Site.flags & TWOFOLD_SITE_DETERMINISTIC)) &&
         ((Site.flags & TWOFOLD_SITE_ROUNDS) || Site.axis_count > 0);
}

/// Whether nothing but a device can run its calls.
static bool isAlone(const twofold_site &Site) {
  return Site.kernel && (Site.kernel->flags & TWOFOLD_KERNEL_ALONE);
}

/// Whether no device is for the call, whatever devices there are.
bool Dispatcher::excluded(const Call &C, Decision &D) const {
  if (ProcessEnd::begun())
    return D.isNative("the program is ending");
  if (!C.Launch.condition)
    return D.isNative("its if() is false");
  if (C.Launch.apart < 0)
    return D.isNative(DependOnEachOther);
  // Another order shows where nothing but the threads makes one.
  if ((C.Site.flags & TWOFOLD_SITE_ANY_ORDER) &&
      (HostDevice::threads(C.Launch) == 1 ||
       (C.Launch.chunk > 0 && uint64_t(C.Launch.chunk) >= C.Trips)))
    return D.isNative("one thread runs all its iterations, in order");
  if (C.Site.flags & TWOFOLD_SITE_NATIVE)
    return D.isAlwaysNative("it says device(native)");
  if (Offload.isOff())
    return D.isNative("the program has switched offloading off");
  if (Set.Offload == OffloadPolicy::Disabled)
    return D.isAlwaysNative("of TWOFOLD_OFFLOAD=disabled");
  if (Set.Device.What == DeviceRequest::Kind::Native)
    return D.isAlwaysNative("of TWOFOLD_DEVICE=native");
  if (isDeterministic(C.Site))
    return D.isNative(
        "its reductions are to be deterministic, and a kernel's are not");
  if (!C.Site.kernel)
    return D.isAlwaysNative(C.Site.reason ? C.Site.reason : "it has no kernel");
  if (Set.Threshold && Set.Offload != OffloadPolicy::Mandatory &&
      !isAlone(C.Site) && !CallSequence::current() && C.Ops < *Set.Threshold)
    return D.isNative("it has less work than TWOFOLD_THRESHOLD");
  return false;
}

/// The device that the user, the program as it runs, or the loop asks for.
DeviceRequest Dispatcher::askedFor(const twofold_site &Site) const {
  DeviceRequest Out = Set.Device;
  if (Out.What == DeviceRequest::Kind::Any)
    Out.What = Offload.asks();
  if (Out.What == DeviceRequest::Kind::Any)
    Out.What = Site.flags & TWOFOLD_SITE_GPU   ? DeviceRequest::Kind::Gpu
               : Site.flags & TWOFOLD_SITE_CPU ? DeviceRequest::Kind::Cpu
                                               : DeviceRequest::Kind::Any;
  return Out;
}

/// Whether neither side is asked for.
bool Dispatcher::isChosen(const twofold_site &Site) const {
  return askedFor(Site).What == DeviceRequest::Kind::Any &&
         Set.Offload != OffloadPolicy::Mandatory && !isAlone(Site);
}

bool Dispatcher::demandsDevice() {
  DeviceRequest Asked = Set.Device;
  if (Asked.What == DeviceRequest::Kind::Any)
    Asked.What = Offload.asks();
  const bool Demanded = Asked.What != DeviceRequest::Kind::Any ||
                        Set.Offload == OffloadPolicy::Mandatory;
  return Demanded && !Offload.isOff() &&
         Set.Offload != OffloadPolicy::Disabled &&
         Asked.What != DeviceRequest::Kind::Native && Devices.find(Asked);
}

/// Why the device that was found for it does not get the call; empty: it does.
std::string Dispatcher::whyUnfit(Call &C, Decision &D) {
  const DeviceSlot &Slot = *D.On;
  if (Slot.Lost)
    return Slot.facts().Name + " has failed before";
  std::string Why;
  C.allKernels([&](const twofold_site &Site, SiteRecord &) {
    return (Why = incapable(*Site.kernel, Slot.facts())).empty();
  });
  if (!Why.empty())
    return Why;
  if (!C.touched().known())
    return C.touched().WhyUnknown;
  if ((D.Conflict = rowConflictOf(C.Site, C.Launch)))
    return DependOnEachOther;
  for (const BaseFootprint &Base : C.touched().Bases)
    if (Data.pinned(Base.Hull))
      return "data that it touches is pinned to main memory";
  return "";
}

Decision Dispatcher::decide(Call &C) {
  Decision D;
  if (excluded(C, D))
    return D;
  const DeviceRequest Asked = askedFor(C.Site);
  const bool Mandatory =
      Set.Offload == OffloadPolicy::Mandatory || isAlone(C.Site);
  if (isChosen(C.Site)) {
    if (const CallSequence *Sequence = CallSequence::current())
      Sequence->place(D);
    else
      decideByCost(C, D);
    if (!D.On)
      return D;
  } else if (!(D.On = Devices.find(Asked))) {
    D.Why = Devices.whyAbsent(Asked);
    D.Switched = Set.Device.What == DeviceRequest::Kind::Any &&
                 Asked.What == Offload.asks();
    D.Absent = !Mandatory && !Asked.endsNatively();
    return D;
  }
  D.Why = whyUnfit(C, D);
  if (!D.Why.empty() || (!D.Waits && !awaitKernel(C, D)))
    D.On = nullptr;
  return D;
}

/// Whether the call's kernel is there by the time that it may wait.
bool Dispatcher::awaitKernel(Call &C, Decision &D) {
  const bool Once =
      D.PatienceOnce > D.Patience && !C.Record.HasWaited.exchange(true);
  const double Longest = Once ? D.PatienceOnce : D.Patience;
  return C.allKernels([&](const twofold_site &Site, SiteRecord &Record) {
    return Kernels.ready({Site, Record, *D.On},
                         std::chrono::nanoseconds(int64_t(Longest)), D.Why);
  });
}

void Dispatcher::requireOffloaded(const Call &C, const Decision &D,
                                  const Outcome &Out) const {
  // The program itself says that these calls are not for a device, or ends.
  if (!C.Launch.condition ||
      C.Record.Declined.load(std::memory_order_relaxed) ||
      (C.Site.flags & TWOFOLD_SITE_NATIVE) || Offload.isOff() ||
      ProcessEnd::begun())
    return;
  std::string Why = D.whyNative(Out);
  if (C.Record.MissedCache) {
    std::lock_guard<std::mutex> Guard(C.Record.Lock);
    for (const auto &[Number, Kernel] : C.Record.Kernels)
      Why = Kernel.Failure.empty() ? Why : Kernel.Failure;
  }
  Trace(1).line(C.Record.Place,
                C.Record.Function + ": not offloaded" +
                    (Set.Offload == OffloadPolicy::Mandatory
                         ? ", though TWOFOLD_OFFLOAD=mandatory demands it"
                         : "") +
                    ", because " + Why);
  std::exit(70);
}

/// Whatever a device has not done of the call.
void Dispatcher::runNatively(Call &C, const Decision &D, Outcome &Out) {
  twofold_launch Launch = Out.Rest ? Out.Rest->launch() : C.Launch;
  if (D.Conflict)
    Launch.apart = InOrder;
  uint64_t Trips = Out.Rest ? Out.Rest->trips() : C.Trips;
  FunctionScope *Scope = FunctionScope::current();
  // What no page guards has to come home, whoever looks at it. What the call
  // touches takes a while to find out: only where something was left.
  if (FunctionScope::holds() && (!Data.scoped() || !C.touched().known() ||
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

/// Natively what a device has not done of the call. Short calls of which nobody
/// wants to hear need not come any more.
void Dispatcher::runHere(Call &C, const Decision &D, Outcome &Out) {
  add(Counts.CallsNative);
  if (D.On) {
    add(Counts.CallsFallback);
    add(C.Record.Fallback);
  }
  const bool Simple = D.Always && C.Site.inline_limit && Set.letsPass() &&
                      Data.idle() && !HostDevice::inParallel() &&
                      !(C.Site.flags & TWOFOLD_SITE_OPAQUE) &&
                      (!hasLoadedConflicts(C.Site) || C.Record.mayPass());
  const uint64_t Alone = C.Record.Inline.load(std::memory_order_relaxed);
  const bool Watched = Simple && (Alone < 4 || Alone % 8 == 0);
  const double Called = Watched ? Now() : 0;
  runNatively(C, D, Out);
  Tells.updates(C, Out.Together);
  const bool Threads = Out.Mode == HostDevice::Mode::Threads;
  if (Watched && !Threads) {
    Host.letPass(C.Site, C.Ops, Now() - Called,
                 C.Record.Trials.settledAlone(C.Ops));
    HostDevice::letPassAlone(C.Site);
  }
  // Who asks for a device meanwhile has looked at the site before.
  if (Watched && asksForDevice())
    HostDevice::letCome(C.Site);
  if (Threads)
    add(Counts.CallsThreaded);
  Out.Before = (Threads ? C.Record.Threaded : C.Record.Inline)
                   .fetch_add(1, std::memory_order_relaxed);
}

/// Null: what the device makes of the call is not compared with anything.
std::unique_ptr<ResultCheck> Dispatcher::checkOf(Call &C, const Decision &D) {
  if (!Set.Check || !D.On || isAlone(C.Site) ||
      (C.Site.flags & TWOFOLD_SITE_ANY_ORDER) ||
      C.Record.CheckTurns++ % Set.Check != 0)
    return nullptr;
  auto Check = std::make_unique<ResultCheck>(C, Data);
  return Check->fits() ? std::move(Check) : nullptr;
}

/// Natively what a device has done, whose results are not used.
void Dispatcher::runBeside(Call &C, const Decision &D, ResultCheck &Check) {
  Outcome Native;
  Check.restore();
  runNatively(C, D, Native);
  add(C.Record.Checked);
  const auto Different = Check.differences(D.On->facts().Name);
  if (!Different.empty() && C.Record.Differing++ == 0)
    for (const std::string &Line : Different)
      Log.line(C.Record.Place, Line);
}

void Dispatcher::run(const twofold_site &Site, const twofold_launch &Launch,
                     uint64_t Trips, std::string *WhyNone) {
  double Start = 0;
  if (Log.any() || Timeline::on())
    Start = steadyNanoseconds();
  Call C(Site, Launch, Trips, Sites.record(Site));
  ProfilerRange Range;
  if (ProfilerRange::wanted())
    Range.begin(nameOf(C.Record));
  Decision D = decide(C);
  book(C, D);
  const std::unique_ptr<ResultCheck> Check = checkOf(C, D);
  const Measuring M = Samples.begin(C, D);
  Outcome Out;
  if (D.On) {
    ++CallCounts::Own.Launches;
    accountFor(D, [&] { return Out.OnDevice = runOnDevice(C, D, Out); });
  }
  if (CallSequence *Sequence = CallSequence::current())
    Sequence->note(Out);
  if (Out.OnDevice) {
    Samples.learnFromDevice(C, D, M, Out);
    // A program is told of an index out of bounds as if nothing had run.
    if (Check && !Out.LeftBounds)
      runBeside(C, D, *Check);
  } else {
    if (Set.Offload == OffloadPolicy::Mandatory || C.Record.MissedCache)
      requireOffloaded(C, D, Out);
    if (isAlone(Site)) {
      *WhyNone = D.whyNative(Out);
    } else {
      runHere(C, D, Out);
      Samples.learnFromHost(C, D, M, Out);
    }
  }
  if (Start > 0)
    Tells.ended(C, D, Out, Start, steadyNanoseconds());
  // Often enough for explain(), seldom enough to cost nothing.
  else if (!Out.OnDevice && (Out.Before & (Out.Before + 1)) == 0)
    Tells.keepReason(C, D, Out);
}
