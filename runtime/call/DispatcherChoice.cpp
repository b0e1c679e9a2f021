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
static constexpr const char *NoGpu = "no OpenCL GPU was found";

/// What a call finds for which a device has to pay.
struct Dispatcher::Situation {
  DeviceSlot *Gpu = nullptr; ///< null: devices are not open
  bool NothingThere = false; ///< on any device
  bool Lazy = false;         ///< results stay where they are made
  bool Available = false;    ///< a kernel is ready
};

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

/// Whether no GPU is for any call of the site, or for none at this moment.
bool Dispatcher::ruledOut(Decision &D) {
  if (Devices.knownEmpty())
    D = Decision::always(Devices.whyNone().c_str());
  else if (Devices.withoutGpu() || (!Devices.gpu() && Devices.isOpen()))
    D = Decision::always(NoGpu);
  else if (HostDevice::inParallel())
    D.Plain = "it is inside a parallel region";
  else if (Data.account().resting())
    D.Plain = "the GPU has lately cost more time than it saved";
  return D.Plain;
}

/// Whether an earlier call was decided for this one, too. If not, D has what
/// this one may be settled by.
bool Dispatcher::settledBefore(Call &C, Decision &D, bool NothingThere) {
  SiteChoice &Site = C.Record.Choice;
  if (!(NothingThere && Choices.atRest() && Site.quiet(C.Ops))) {
    D.SettledKey = C.hash();
    D.Arrivals = Choices.arrivals();
    // With nothing there it does not matter which arrays a call has.
    if (!Site.Settled.take(D.SettledKey, D.Arrivals) &&
        !(NothingThere &&
          Site.Settled.take(SettledCalls::keyOf(C.Ops), D.Arrivals)))
      return false;
    D.AtHome = true;
  }
  D.Grounds.Why = Cause::Quiet;
  D.Plain = text(Cause::Quiet, Side::Host);
  return true;
}

/// What the call takes on either side, with its data there.
CallTimes Dispatcher::predict(const Call &C, Decision &D) const {
  Receipt &R = D.Grounds;
  R.Site = &C.Record;
  R.Trips = C.Trips;
  R.Ops = C.Ops;
  R.Threads = uint16_t(std::min(HostDevice::threads(C.Launch), 65535u));
  R.TeamHot = Host.teamIsHot();
  // Results that the host needs at once are waited for.
  R.Leaves = C.mayLeave(Set.Async && Data.lazy());
  const CallTimes Times =
      Choices.predict(C.Record.Choice, {C.Ops, R.Threads, R.TeamHot, R.Leaves});
  R.Native = Times.Native;
  R.Device = Times.Device;
  R.NativeFrom = Times.NativeFrom;
  R.DeviceFrom = Times.DeviceFrom;
  D.Times = Times;
  D.Spares = Times.NativeFrom != SiteModel::Basis::None
                 ? Times.Awake
                 : RoughlyRight * Times.NativeGuess;
  D.Thought = true;
  // A search takes as long as it takes to find something.
  D.Learns = !(C.Site.flags & TWOFOLD_SITE_SEARCH);
  return Times;
}

/// Which side, by where the call's arrays are.
Verdict Dispatcher::place(Call &C, Decision &D, const Situation &S) {
  const CallTimes &Times = D.Times;
  Receipt &R = D.Grounds;
  SiteChoice &Site = C.Record.Choice;
  std::shared_ptr<const CallArrays> Arrays;
  if (S.NothingThere)
    Arrays = C.Record.Arrays.find(C.Touched.get(), S.Lazy);
  if (!Arrays)
    Arrays = arrays(C, S.Gpu);
  R.Touched = Arrays->Touched;
  R.OnDevice = Arrays->OnDevice;
  R.Hidden = Arrays->Hidden;
  for (const ArrayBytes &A : Arrays->Each)
    D.EachTime += A.SentEachTime;
  D.Since = Site.placedSince(C.Ops);
  if (S.Available && !D.Waits && R.OnDevice == 0 &&
      S.Gpu->Beside.holds(std::max(Times.Native - Times.Device, 0.0)))
    D.HeldBy = S.Gpu;
  const Verdict Taken = Choices.decide(
      Site, C.Ops, Times, Arrays->Each, S.Lazy, S.Available && !D.HeldBy,
      S.Lazy ? Site.mostAhead(C.Ops, Times.Awake) : 0, D.Since);
  D.Stays = Taken.Stays;
  D.Settles = Taken.Settles && Taken.Why == Cause::Faster;
  R.Device = Taken.OnDevice;
  R.Why = Taken.Why;
  R.To = Taken.To;
  R.Home = Taken.Home;
  R.Moving = Taken.Moving;
  return Taken;
}

/// Has drivers opened if that is expected to pay. False, with the reason in D,
/// where they are not open in time.
bool Dispatcher::startDriver(Decision &D) {
  if (!Start.wasAsked() && !Start.pays(Now())) {
    D.Plain = "the program is expected to end before starting a GPU's driver "
              "would have paid";
    return false;
  }
  if (openDevices())
    return true;
  const double Left = Start.left(Now());
  if (Left >= 0 && Left <= D.Patience &&
      Devices.await(std::chrono::nanoseconds(int64_t(D.Patience)),
                    [this] { return Kernels.leaving(); }))
    return true;
  D.Plain = "OpenCL is being started";
  return false;
}

/// Opens all devices, if they are not, for the GPU among them.
void Dispatcher::useGpu(Decision &D) {
  (void)Devices.all();
  D.On = Devices.gpu();
  if (!D.On)
    D.Plain = Devices.knownEmpty() ? Devices.whyNone().c_str() : NoGpu;
}

/// A GPU if that is predicted to pay. OpenCL devices that are the CPU itself
/// are used only when they are asked for.
Decision Dispatcher::decideByCost(Call &C) {
  Decision D;
  D.Waits = Set.Threshold || Set.Build == BuildPolicy::Wait;
  Situation S;
  S.NothingThere = Data.idle();
  if (ruledOut(D) || settledBefore(C, D, S.NothingThere))
    return D;
  if (C.Site.element_count &&
      contend(C.Site, C.Launch, C.Space, C.Trips, AssumedComputeUnits))
    return Decision::native(
        "it updates so few elements that a GPU's work-items would wait for "
        "each other");
  if (Set.Threshold) {
    useGpu(D);
    return D;
  }
  SiteChoice &Site = C.Record.Choice;
  recall(C);
  S.Gpu = Devices.gpu();
  S.Lazy = Data.lazy();
  if (S.Gpu)
    calibrate(*S.Gpu);
  const double SetUp = Site.knowsDevice() ? KnownSetUpNanoseconds
                       : S.Gpu            ? BuildNanoseconds
                                          : SetUpNanoseconds;
  const bool Paid = C.Record.WithoutDevice.pays(SetUp);
  S.Available =
      S.Gpu && Paid && !S.Gpu->Lost &&
      (D.Waits || C.Record.States.of(S.Gpu->Number) == KernelState::Ready);
  if (S.Available && !Site.SampleNext.load(std::memory_order_relaxed) &&
      !(S.NothingThere && S.Gpu->Beside.holds(0)) &&
      Site.placed(C.Ops, Choices.stirs(), S.NothingThere)) {
    D.Spares = Site.Spares.load(std::memory_order_relaxed);
    D.On = S.Gpu;
    return D;
  }
  const CallTimes Times = predict(C, D);
  Receipt &R = D.Grounds;
  const auto BeQuiet = [&] {
    D.Quiet = true;
    D.StandsFor = 1 + Site.mostAhead(C.Ops, Times.Awake);
  };
  if (Choices.surelyNative(Site, C.Ops, Times, S.NothingThere, S.Available)) {
    BeQuiet();
    D.OnAwake = true;
    R.Why = Cause::Faster;
    D.Plain = text(R.Why, Side::Host);
    return D;
  }
  // Which bytes move takes longer to find out than all this.
  if (!C.touched().known()) {
    R.Why = Cause::Unknown;
    if (S.NothingThere)
      D.SettledCalls = Site.aheadWithin(ShortWhile, C.Ops, Times.Awake);
    D.Why = C.touched().WhyUnknown;
    return D;
  }
  const Verdict Taken = place(C, D, S);
  const bool ToHost = Taken.To == Side::Host;
  // Where nothing stays on devices, calls of equal work are equal.
  if (ToHost && Taken.Why == Cause::Faster && !S.Lazy && S.NothingThere)
    BeQuiet();
  // A call that waits for something that is not there yet: so will the next
  // ones like it, whatever their arrays are.
  const unsigned NotYet = !S.Available && S.NothingThere
                              ? Site.aheadWithin(ShortWhile, C.Ops, Times.Awake)
                              : 0;
  if (NotYet)
    D.StandsFor = 1 + NotYet;
  if (ToHost && Taken.Ahead > NotYet) {
    D.SettledCalls = Taken.Ahead;
    D.StandsFor = 1 + Taken.Ahead;
  }
  D.Wakes = ToHost && Taken.Wakes;
  D.OnAwake = ToHost;
  // While the journey of the data is being paid, too.
  if (!Paid && Taken.Forgone > 0)
    D.Loses = Taken.Forgone * D.StandsFor * (ToHost ? EarlyShare : 1);
  const auto AtHomeBecause = [&](const char *Why) {
    if (NotYet && !D.SettledCalls) {
      D.SettledKey = SettledCalls::keyOf(C.Ops);
      D.SettledCalls = NotYet;
    }
    D.Plain = Why;
    return std::move(D);
  };
  const auto HostUntil = [&](Cause Why) {
    R.To = Side::Host;
    R.Why = Why;
    return AtHomeBecause(text(Why, Side::Host));
  };
  if (ToHost) {
    D.HeldBy = nullptr;
    return AtHomeBecause(text(R.Why, Side::Host));
  }
  if (D.HeldBy) {
    D.HeldLoss = Taken.Forgone;
    return HostUntil(Cause::Building);
  }
  if (!Paid && !C.Record.WithoutDevice.pays(SetUp, D.Loses))
    return HostUntil(S.Gpu ? Cause::SetUp : Cause::Search);
  // A long call had better wait than run elsewhere meanwhile.
  if (Times.NativeFrom != SiteModel::Basis::None &&
      Times.DeviceFrom != SiteModel::Basis::None)
    D.Patience = std::max(
        PatientShare * Times.Native - Taken.OnDevice - Taken.Moving, 0.0);
  if (!S.Gpu && !D.Waits && !startDriver(D))
    return AtHomeBecause(D.Plain);
  D.On = S.Gpu;
  if (!D.On)
    useGpu(D);
  return D;
}

/// What was decided on a call, for those that follow.
void Dispatcher::book(Call &C, const Decision &D) {
  SiteChoice &Site = C.Record.Choice;
  if (D.Quiet)
    (void)Site.beQuiet(C.Ops, D.Times.Awake);
  if (D.SettledCalls)
    Site.Settled.put(D.SettledKey, D.Arrivals, D.SettledCalls);
  if (D.Loses > 0)
    C.Record.WithoutDevice.lose(D.Loses);
  if (D.HeldLoss > 0)
    D.HeldBy->Beside.charge(D.HeldLoss);
  if (D.Wakes)
    Host.wakeTeam();
  if (D.OnAwake)
    Choices.noteAwake(Site, D.Times, D.StandsFor);
}
