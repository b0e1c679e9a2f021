// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DispatcherChoice.cpp - which variant a call gets -------------------===//
#include "call/DispatchedCall.h"
#include "host/ElementCopies.h"
#include "launch/DeviceLaunch.h"
#include "region/FunctionScope.h"

using namespace twofold;

/// Of what calls lose whose data would have to move first, and may never.
static constexpr double EarlyShare = 0.25;
/// For so long calls may be settled that wait for a driver or a kernel.
static constexpr double ShortWhile = 1e6;
/// Of what a call takes natively, so much may be spent on waiting for a device.
static constexpr double PatientShare = 0.8;
/// As long as nothing was measured, threads may take so many times what the
/// operations suggest.
static constexpr double RoughlyRight = 3;

/// The call's arrays, and where they are now.
std::shared_ptr<const CallArrays> Dispatcher::arrays(Call &C,
                                                     const DeviceSlot *On) {
  auto Out = std::make_shared<CallArrays>();
  // Both sides work on the program's arrays.
  if (On && Data.worksInPlace(*On))
    return Out;
  std::vector<RegionNeed> Needs = regionNeeds(C.Site, C.touched());
  // As a launch would have them.
  if (Data.lazy())
    Needs = Data.widen(std::move(Needs));
  std::vector<Regions::NeedPlace> Places =
      Data.places(Needs, On, Data.keepOf(FunctionScope::current()));
  uint64_t SentEachTime = 0;
  for (const Regions::NeedPlace &P : Places)
    SentEachTime += P.SentEachTime;
  // A launch that could not be repeated leaves nothing on the device.
  const bool Leaves = Data.durability() != Durability::Replay ||
                      SentEachTime <= LaunchRecord::LargestInput;
  Out->Each.reserve(Needs.size());
  for (size_t I = 0; I < Needs.size(); ++I) {
    const Regions::NeedPlace &P = Places[I];
    Out->Touched += P.Touched;
    Out->OnDevice += P.OnDevice;
    Out->Hidden += P.Hidden;
    Out->Each.push_back({Needs[I].Range, P.Touched, P.Sent, P.Written,
                         P.OnDevice, P.Hidden, P.SentEachTime,
                         Leaves ? P.FetchedEachTime : P.Written});
  }
  C.Record.Arrays.add(C.Touched, Data.lazy(), Out);
  return Out;
}

/// A GPU if that is predicted to pay. OpenCL devices that are the CPU itself
/// are used only when they are asked for.
DeviceSlot *Dispatcher::decideByCost(Call &C) {
  if (Devices.knownEmpty())
    return C.always(Devices.whyNone().c_str());
  if (Devices.withoutGpu())
    return C.always("no OpenCL GPU was found");
  DeviceSlot *Slot = Devices.gpu();
  if (!Slot && Devices.isOpen())
    return C.always("no OpenCL GPU was found");
  if (HostDevice::inParallel())
    return C.plainly("it is inside a parallel region");
  if (Data.account().resting())
    return C.plainly("the GPU has lately cost more time than it saved");
  SiteChoice &Site = C.Record.Choice;
  bool NothingThere = Data.idle();
  if (NothingThere && Choices.atRest() && Site.quiet(C.Ops)) {
    C.Choice.Why = Cause::Quiet;
    return C.plainly(text(C.Choice.Why, Side::Host));
  }
  const bool Lazy = Data.lazy();
  const uint64_t Key = C.hash(), Arrivals = Choices.arrivals();
  // With nothing there it does not matter which arrays a call has.
  const uint64_t AnyKey = SettledCalls::keyOf(C.Ops);
  if (Site.Settled.take(Key, Arrivals) ||
      (NothingThere && Site.Settled.take(AnyKey, Arrivals))) {
    C.Choice.Why = Cause::Quiet;
    C.AtHome = true;
    return C.plainly(text(C.Choice.Why, Side::Host));
  }
  if (C.Site.element_count &&
      contend(C.Site, C.Launch, C.Space, C.Trips, AssumedComputeUnits))
    return C.plainly(
        "it updates so few elements that a GPU's work-items would wait for "
        "each other");
  auto OpenGpu = [&] {
    (void)Devices.all();
    if (!Devices.gpu())
      C.Plain = Devices.knownEmpty() ? Devices.whyNone().c_str()
                                     : "no OpenCL GPU was found";
    return Devices.gpu();
  };
  if (Set.Threshold)
    return OpenGpu();

  auto Lost = [&] {
    return double(C.Record.Lost.load(std::memory_order_relaxed));
  };
  recall(C);
  if (Slot)
    calibrate(*Slot);
  double SetUp = Site.knowsDevice() ? KnownSetUpNanoseconds
                 : Slot             ? BuildNanoseconds
                                    : SetUpNanoseconds;
  bool Paid = Lost() >= SetUp;
  bool Available =
      Slot && Paid && !Slot->Lost &&
      (C.Waits || C.Record.States.of(Slot->Number) == KernelState::Ready);
  if (Available && !Site.SampleNext.load(std::memory_order_relaxed) &&
      !(NothingThere && Slot->Beside.holds(0)) &&
      Site.placed(C.Ops, Choices.stirs(), NothingThere)) {
    C.Spares = Site.Spares.load(std::memory_order_relaxed);
    return Slot;
  }
  Receipt &R = C.Choice;
  R.Site = &C.Record;
  R.Trips = C.Trips;
  R.Ops = C.Ops;
  R.Threads = uint16_t(std::min(HostDevice::threads(C.Launch), 65535u));
  R.TeamHot = Host.teamIsHot();
  // Results that the host needs at once are waited for.
  R.Leaves = C.mayLeave(Set.Async && Lazy);
  const CallTimes Times =
      Choices.predict(Site, {C.Ops, R.Threads, R.TeamHot, R.Leaves});
  R.Native = Times.Native;
  R.Device = Times.Device;
  C.Spares = Times.NativeFrom != SiteModel::Basis::None
                 ? Times.Awake
                 : RoughlyRight * Times.NativeGuess;
  R.NativeFrom = Times.NativeFrom;
  R.DeviceFrom = Times.DeviceFrom;
  C.Thought = true;
  // A search takes as long as it takes to find something.
  C.Learns = !(C.Site.flags & TWOFOLD_SITE_SEARCH);
  if (Choices.surelyNative(Site, C.Ops, Times, NothingThere, Available)) {
    C.StandsFor = Site.beQuiet(C.Ops, Times.Awake);
    Choices.noteAwake(Site, Times, C.StandsFor);
    C.Choice.Why = Cause::Faster;
    return C.plainly(text(C.Choice.Why, Side::Host));
  }
  // Which bytes move takes longer to find out than all this.
  if (!C.touched().known()) {
    R.Why = Cause::Unknown;
    if (NothingThere)
      Site.Settled.put(Key, Arrivals,
                       Site.aheadWithin(ShortWhile, C.Ops, Times.Awake));
    return C.natively(C.touched().WhyUnknown);
  }
  std::shared_ptr<const CallArrays> Arrays;
  if (NothingThere)
    Arrays = C.Record.Arrays.find(C.Touched.get(), Lazy);
  if (!Arrays)
    Arrays = arrays(C, Slot);
  R.Touched = Arrays->Touched;
  R.OnDevice = Arrays->OnDevice;
  R.Hidden = Arrays->Hidden;
  C.Since = Site.placedSince(C.Ops);
  const bool Held =
      Available && !C.Waits && R.OnDevice == 0 &&
      Slot->Beside.holds(std::max(Times.Native - Times.Device, 0.0));
  Verdict Taken =
      Choices.decide(Site, C.Ops, Times, Arrays->Each, Lazy, Available && !Held,
                     Lazy ? Site.mostAhead(C.Ops, Times.Awake) : 0, C.Since);
  // Where nothing stays on devices, calls of equal work are equal.
  if (Taken.To == Side::Host && Taken.Why == Cause::Faster && !Lazy &&
      NothingThere)
    C.StandsFor = Site.beQuiet(C.Ops, Times.Awake);
  // A call that waits for something that is not there yet: so will the next
  // ones like it.
  const unsigned NotYet = !Available && NothingThere
                              ? Site.aheadWithin(ShortWhile, C.Ops, Times.Awake)
                              : 0;
  if (NotYet)
    C.StandsFor = 1 + NotYet;
  const auto AtHomeBecause = [&](const char *Why) {
    if (NotYet)
      Site.Settled.put(AnyKey, Arrivals, NotYet);
    return C.plainly(Why);
  };
  if (Taken.To == Side::Host && Taken.Ahead > NotYet) {
    Site.Settled.put(Key, Arrivals, Taken.Ahead);
    C.StandsFor = 1 + Taken.Ahead;
  }
  for (const ArrayBytes &A : Arrays->Each)
    C.EachTime += A.SentEachTime;
  C.Stays = Taken.Stays;
  C.Settles = Taken.Settles && Taken.Why == Cause::Faster;
  if (Taken.To == Side::Host && Taken.Wakes)
    Host.wakeTeam();
  if (Taken.To == Side::Host)
    Choices.noteAwake(Site, Times, C.StandsFor);
  R.Device = Taken.OnDevice;
  R.Why = Taken.Why;
  R.To = Taken.To;
  R.Home = Taken.Home;
  R.Moving = Taken.Moving;
  // While the journey of the data is being paid, too.
  if (!Paid && Taken.Forgone > 0)
    add(C.Record.Lost, uint64_t(Taken.Forgone * C.StandsFor *
                                (Taken.To == Side::Host ? EarlyShare : 1)));
  if (Taken.To == Side::Host)
    return Taken.Ahead > NotYet ? C.plainly(text(C.Choice.Why, Side::Host))
                                : AtHomeBecause(text(C.Choice.Why, Side::Host));
  if (Held) {
    Slot->Beside.charge(Taken.Forgone);
    R.To = Side::Host;
    R.Why = Cause::Building;
    return AtHomeBecause(text(C.Choice.Why, Side::Host));
  }
  if (!Paid) {
    if (Lost() < SetUp) {
      R.To = Side::Host;
      R.Why = Slot ? Cause::SetUp : Cause::Search;
      return AtHomeBecause(text(C.Choice.Why, Side::Host));
    }
  }
  // A long call had better wait than run elsewhere meanwhile.
  if (Times.NativeFrom != SiteModel::Basis::None &&
      Times.DeviceFrom != SiteModel::Basis::None)
    C.Patience = std::max(
        PatientShare * Times.Native - Taken.OnDevice - Taken.Moving, 0.0);
  if (!Slot && !C.Waits) {
    if (!Kernels.opening() && !Start.pays(Now()))
      return AtHomeBecause("the program is expected to end before starting a "
                           "GPU's driver would have paid");
    if (!Kernels.open(Devices, Start, Now)) {
      const double Left = Start.left(Now());
      if (Left < 0 || Left > C.Patience || !awaitDevices(C.Patience))
        return AtHomeBecause("OpenCL is being started");
    }
  }
  return Slot ? Slot : OpenGpu();
}
