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

/// Of longer calls that is a small part; and calls that are shorter than was
/// thought are so in spite of it.
static constexpr double LittleDisturbed = 1e7;

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

/// The device for this call, or null with the reason in C.Reason.
DeviceSlot *Dispatcher::decide(Call &C) {
  if (ProcessEnd::begun())
    return C.plainly("the program is ending");
  if (!C.Launch.condition)
    return C.plainly("its if() is false");
  if (C.Launch.apart < 0)
    return C.plainly("iterations of the call depend on each other");
  if (C.Site.flags & TWOFOLD_SITE_NATIVE)
    return C.always("it says device(native)");
  if (Set.Offload == OffloadPolicy::Disabled)
    return C.always("of TWOFOLD_OFFLOAD=disabled");
  if (Set.Device.What == DeviceRequest::Kind::Native)
    return C.always("of TWOFOLD_DEVICE=native");
  if (isDeterministic(C.Site))
    return C.plainly(
        "its reductions are to be deterministic, and a kernel's are not");
  if (!C.Site.kernel)
    return C.always(C.Site.reason ? C.Site.reason : "it has no kernel");

  auto What = Set.Device.What;
  if (What == DeviceRequest::Kind::Any) {
    if (C.Site.flags & TWOFOLD_SITE_GPU)
      What = DeviceRequest::Kind::Gpu;
    else if (C.Site.flags & TWOFOLD_SITE_CPU)
      What = DeviceRequest::Kind::Cpu;
  }
  bool Mandatory = Set.Offload == OffloadPolicy::Mandatory;
  if (Set.Threshold && !Mandatory && C.Ops < *Set.Threshold)
    return C.plainly("it has less work than TWOFOLD_THRESHOLD");
  bool ByCost = What == DeviceRequest::Kind::Any && !Mandatory;
  C.Waits = !ByCost || Set.Threshold || Set.Build == BuildPolicy::Wait;
  const DeviceRequest Asked{What, Set.Device.Name, Set.Device.Index};
  DeviceSlot *Slot = ByCost ? decideByCost(C) : Devices.find(Asked);
  if (!Slot && ByCost)
    return nullptr;
  if (!Slot) {
    C.natively(Devices.whyAbsent(Asked));
    if (What != DeviceRequest::Kind::Any && !Mandatory)
      tellAbsence(C, Asked);
    return nullptr;
  }
  if (Slot->Lost)
    return C.natively(Slot->facts().Name + " has failed before");
  if (std::string Why = incapable(*C.Site.kernel, Slot->facts()); !Why.empty())
    return C.natively(std::move(Why));
  if (!C.touched().known())
    return C.natively(C.touched().WhyUnknown);
  if (auto Conflict = rowConflictOf(C.Site, C.Launch)) {
    C.InOrder = true;
    if (Log.on(1) && !C.Record.ToldConflict.exchange(true))
      Log.line(C.Record.Place,
               "runs in order in calls like this one, because " +
                   describeConflict(C.Site, *Conflict));
    return C.plainly("iterations of the call depend on each other");
  }
  for (const BaseFootprint &Base : C.touched().Bases)
    if (Data.pinned(Base.Hull))
      return C.natively("data that it touches is pinned to main memory");
  if (!C.Waits &&
      !Kernels.ready(C.Site, C.Record, *Slot,
                     std::chrono::nanoseconds(int64_t(C.Patience)), C.Reason))
    return nullptr;
  return Slot;
}

void Dispatcher::requireOffloaded(const Call &C) const {
  // The program itself says that these calls are not for a device, or ends.
  if (Set.Offload != OffloadPolicy::Mandatory || !C.Launch.condition ||
      C.Record.Declined.load(std::memory_order_relaxed) ||
      (C.Site.flags & TWOFOLD_SITE_NATIVE) || ProcessEnd::begun())
    return;
  Trace(1).line(C.Record.Place,
                C.Record.Function + ": not offloaded, though TWOFOLD_OFFLOAD=" +
                    "mandatory demands it, because " + C.Reason);
  std::exit(70);
}

/// Who asks for a device that is not there hears of it once, at any level.
void Dispatcher::tellAbsence(const Call &C, const DeviceRequest &Asked) {
  if (AbsenceTold.exchange(true))
    return;
  std::string By = "TWOFOLD_DEVICE";
  if (Set.Device.What == DeviceRequest::Kind::Any)
    By = Asked.What == DeviceRequest::Kind::Gpu ? "device(gpu)" : "device(cpu)";
  Log.line(C.Record.Place,
           By + " asks for a device that is not there: " + C.Reason +
               "; such loops run on the CPU's threads");
}

void Dispatcher::report(Call &C, const std::string &Where, double Nanoseconds) {
  add(C.Record.Nanoseconds, uint64_t(Nanoseconds));
  std::string Because = C.Reason.empty() ? "" : ", because " + C.Reason;
  bool Changed;
  {
    std::lock_guard<std::mutex> Guard(C.Record.Lock);
    Changed = C.Record.LastChoice != Where;
    C.Record.LastChoice = Where;
    C.keepReason(C.Reason);
  }
  if (Log.on(2) && Changed)
    Log.line(C.Record.Place, "now " + Where + Because);
  if (!Log.on(3))
    return;
  std::string Line = formatCount(C.Trips, "iteration") + ", " +
                     formatCount(C.Ops, "operation") + ": " + Where + " in " +
                     formatTime(Nanoseconds) + Because;
  if (C.Thought)
    Line += "; " + describeGrounds(C.Choice, flipOf(C.Choice));
  else if (C.Touched && C.Touched->known())
    Line += "; touches " + formatBytes(double(C.bytesToMove()));
  Log.line(C.Record.Place, Line);
}

/// Whatever a device has not done of the call.
HostDevice::Mode Dispatcher::runNatively(Call &C) {
  twofold_launch Launch = C.Rest ? C.Rest->launch() : C.Launch;
  if (C.InOrder)
    Launch.apart = InOrder;
  uint64_t Trips = C.Rest ? C.Rest->trips() : C.Trips;
  FunctionScope *Scope = FunctionScope::current();
  // What no page guards has to come home, whoever looks at it.
  if (Scope && (!Data.scoped() || !C.touched().known() ||
                (C.Site.flags & TWOFOLD_SITE_DECLINES)))
    Scope->empty(Data);
  // At once, rather than block by block as its threads come to them.
  if (!Data.idle() &&
      (Data.scoped() ? Scope != nullptr : C.Ops >= ManyOps && !C.AtHome) &&
      C.touched().known())
    for (const BaseFootprint &Base : C.touched().Bases) {
      for (const ByteRange &Range : Base.Use.Writes)
        Data.touch(Range, true);
      for (const ByteRange &Range : Base.Use.Reads)
        Data.touch(Range, false);
    }
  return C.Site.flags & TWOFOLD_SITE_SEARCH
             ? Host.search(C.Site, Launch, Trips, C.Ops,
                           [&] {
                             if (!C.touched().known())
                               C.Reason = "it runs in order: " +
                                          C.touched().WhyUnknown;
                             return C.touched().known();
                           })
             : Host.run(C.Site, Launch, Trips, C.Ops, isDeterministic(C.Site),
                        Kernels.busy(), &C.Together, &C.Record.Trials);
}

/// Once for each site.
void Dispatcher::tellUpdates(const Call &C) {
  if (!C.Together.Element || !Log.on(1) || C.Record.ToldUpdates.exchange(true))
    return;
  using Way = HostDevice::SharedUpdates::Way;
  const Way How = C.Together.How;
  const twofold_element &Element = C.Site.elements[*C.Together.Element];
  const twofold_base *Base =
      Element.base < C.Site.base_count ? &C.Site.bases[Element.base] : nullptr;
  const std::string Name = Base && Base->name ? Base->name : "";
  const std::string Array = Name.empty() ? "an array" : "'" + Name + "'";
  std::string Line = How == Way::Alone ? "one thread alone" : "threads";
  Line += " update" + std::string(How == Way::Alone ? "s" : "") +
          " elements of " + Array +
          (How == Way::Atomic   ? " atomically"
           : How == Way::Copies ? " in copies of it"
                                : "");
  // Other names than a variable's are not to be had in a clause.
  const bool Named = !Name.empty() && (Element.flags & TWOFOLD_ELEMENT_COPY);
  Line += ", because iterations may share them";
  if (How == Way::Alone)
    Line += " and atomic updates take longer";
  Line += "; if they never do, say so with " +
          (Named ? "independent(" + Name + ")" : "the clause independent");
  if (How != Way::Copies && Base && !Name.empty() &&
      (Element.flags & TWOFOLD_ELEMENT_COPY) &&
      !(Base->flags & TWOFOLD_BASE_EXTENT))
    Line += "; if they do, tell its length in a reduction clause, as in " +
            Name + "[0:count], so that threads can have copies";
  Log.line(C.Record.Place, Line);
}

void Dispatcher::run(const twofold_site &Site, const twofold_launch &Launch,
                     uint64_t Trips) {
  std::chrono::steady_clock::time_point Start;
  if (Log.on(1))
    Start = std::chrono::steady_clock::now();
  Call C(Site, Launch, Trips, Sites.record(Site));
  DeviceSlot *Slot = decide(C);
  if (C.Plain && (Log.on(1) || Set.Offload == OffloadPolicy::Mandatory))
    C.Reason = C.Plain;
  SiteChoice &Choice = C.Record.Choice;
  bool Sample =
      C.Learns && ((Slot && Choice.SampleNext.exchange(false)) ||
                   C.Choice.Why == Cause::Trial ||
                   Choice.wantsSample(Slot ? Side::Device : Side::Host, C.Ops,
                                      C.Since, C.Choice.Leaves));
  // A thread beside the loop's keeps one of them from its core for
  // milliseconds.
  const bool Disturbed = Sample && !Slot && Kernels.busy();
  // Launches that nobody has waited for leave much behind that the next one to
  // be waited for clears away.
  const bool Clears = Sample && Slot && Slot->Launches.count() > 0;
  // Reports of single calls say how long they took, and so do samples.
  C.MayLeave = Set.Async && !Log.on(3) && !Sample;
  const auto Count = [&](auto Tell) {
    if (Sample && Slot)
      (Choice.*Tell)(C.Ops, C.Record.Device.load(std::memory_order_relaxed),
                     Slot->Launches.newest(), Now());
  };
  // Not those that nobody has waited for before it.
  if (Sample && Slot)
    (void)Slot->Launches.waitForAll();
  Count(&SiteChoice::notePassing);
  // A call that waits for its kernel tells how long the build takes.
  const bool Builds =
      Slot && C.Waits && C.Record.States.of(Slot->Number) != KernelState::Ready;
  const double Began = Sample || (Slot && C.Thought) ? Now() : 0;
  if (Slot && runForAccount(C, *Slot)) {
    C.Record.Choice.notePlaced(C.Ops, Choices.stirs(), C.Sent, C.Settles,
                               C.EachTime, C.Stays,
                               C.Choice.Device + C.Choice.Moving);
    if (C.Thought)
      C.Record.Choice.Spares.store(C.Spares, std::memory_order_relaxed);
    double Took = Sample && !C.Left && !Clears && !Builds ? Now() - Began : 0;
    if (Clears)
      Choice.SampleNext.store(true, std::memory_order_relaxed);
    if (Took > 0 && C.Compares)
      C.Record.Choice.giveBack(Side::Device, C.Ops);
    else if (Took > 0)
      Choices.learn(C.Record.Choice, Side::Device, C.Ops, Took,
                    C.Choice.TeamHot, 1, C.Choice.Moving,
                    Data.lazy() && C.Sent > C.EachTime);
    else if (C.Left && Began > 0)
      Choices.learnLeaving(C.Record.Choice, Now() - Began);
    Count(&SiteChoice::markIdle);
    if (C.Thought)
      file(C, true, Took);
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
  // Nobody wants to hear of such calls, either.
  const bool Simple = C.NoChoice && Site.inline_limit && Set.letsPass() &&
                      Data.idle() && !HostDevice::inParallel() &&
                      !(Site.flags & TWOFOLD_SITE_OPAQUE) &&
                      (!hasLoadedConflicts(Site) || C.Record.mayPass());
  const uint64_t Alone = C.Record.Inline.load(std::memory_order_relaxed);
  const bool Watched = Simple && (Alone < 4 || Alone % 8 == 0);
  const double Called = Watched ? Now() : 0;
  HostDevice::Mode Mode = runNatively(C);
  tellUpdates(C);
  if (Watched && Mode == HostDevice::Mode::Inline)
    Host.letPass(Site, C.Ops, Now() - Called,
                 C.Record.Trials.settledAlone(C.Ops));
  double Took = Sample ? Now() - Began : 0;
  if (Disturbed && Took < LittleDisturbed && Took > C.Choice.Native) {
    Choice.giveBack(Side::Host, C.Ops);
    Took = 0;
  }
  if (Took > 0 && !Slot)
    Choices.learn(C.Record.Choice, Side::Host, C.Ops, Took,
                  C.Choice.TeamHot || C.Choice.Threads == 1, C.StandsFor,
                  C.Choice.Home, C.Choice.Hidden > 0);
  if (C.Thought)
    file(C, false, Took);
  bool Threads = Mode == HostDevice::Mode::Threads;
  if (Threads)
    add(Counts.CallsThreaded);
  uint64_t Before = (Threads ? C.Record.Threaded : C.Record.Inline)
                        .fetch_add(1, std::memory_order_relaxed);
  // Often enough for explain(), seldom enough to cost nothing.
  if (!Log.on(1) && (Before & (Before + 1)) == 0 &&
      (C.Plain || !C.Reason.empty())) {
    std::lock_guard<std::mutex> Guard(C.Record.Lock);
    C.keepReason(C.Reason.empty() ? C.Plain : C.Reason);
  }
  if (Log.on(1))
    report(C, Threads ? "on threads" : "on the calling thread",
           nanosecondsSince(Start));
}
