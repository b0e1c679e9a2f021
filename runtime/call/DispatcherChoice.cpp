// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DispatcherChoice.cpp - which variant a call gets -------------------===//
#include "call/DispatchedCall.h"
#include "call/Dispatcher.h"
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
/// Drivers of GPUs build small kernels within the first, and most within the
/// second.
static constexpr double UsualBuild = 2.5e8, LongBuild = 4e8;
/// As long as nothing was measured, threads may take so many times what the
/// operations suggest.
static constexpr double RoughlyRight = 3;
static constexpr const char *NoGpu = "no OpenCL GPU was found";

/// One call for which a device has to pay. What answers has decided if it is
/// true.
class Dispatcher::CostChoice {
  Dispatcher &Of;
  Call &C;
  Decision &D;
  Receipt &R = D.Grounds;
  SiteChoice &Site = C.Record.Choice;
  const bool NothingThere = Of.Data.idle(); ///< on any device
  DeviceSlot *Gpu = nullptr;                ///< null: devices are not open
  bool Lazy = false;      ///< results stay where they are made
  double SetUp = 0;       ///< what the next step towards a device costs
  bool Paid = false;      ///< calls have lost as much without one
  bool Available = false; ///< a kernel is ready
  Verdict Taken;

  /// No GPU is for any call of the site, or for none at this moment.
  bool ruledOut() {
    if (Of.Devices.knownEmpty())
      return D.isAlwaysNative(Of.Devices.whyNone().c_str());
    if (Of.Devices.withoutGpu() || (!Of.Devices.gpu() && Of.Devices.isOpen()))
      return D.isAlwaysNative(NoGpu);
    if (HostDevice::inParallel())
      return D.isNative("it is inside a parallel region");
    return Of.Data.account().resting() &&
           D.isNative("the GPU has lately cost more time than it saved");
  }

  /// Why it is native, where a GPU is predicted to take longer. One that may
  /// not be there is not spoken of.
  Cause slower() const {
    return Of.Devices.isOpen() ? Cause::Faster : Cause::Little;
  }

  /// An earlier call was decided for this one, too, and left it native.
  bool settledBefore() {
    if (NothingThere && Of.Choices.atRest())
      D.Earlier = Site.quiet(C.Ops);
    if (!D.Earlier) {
      D.SettledKey = C.hash();
      D.Arrivals = Of.Choices.arrivals();
      D.Earlier = C.Record.Calls.settled(D.SettledKey, D.Arrivals);
      if (!D.Earlier && NothingThere)
        D.Earlier = Site.waits(C.Ops, D.Arrivals);
      if (!D.Earlier)
        return false;
      D.AtHome = true;
    }
    R.Why = Cause::Quiet;
    return D.isNative(text(slower(), Side::Host));
  }

  bool contends() {
    return C.Site.element_count &&
           contend(C.Site, C.Launch, C.space(), C.Trips, AssumedComputeUnits) &&
           D.isNative(
               "it updates so few elements that a GPU's work-items would "
               "wait for each other");
  }

  void lookAround() {
    Gpu = Of.Devices.gpu();
    Lazy = Of.Data.lazy();
    if (Gpu)
      Of.Runs.calibrate(*Gpu);
    SetUp = Site.knowsDevice() ? KnownSetUpNanoseconds
            : Gpu              ? BuildNanoseconds
                               : SetUpNanoseconds;
    Paid = C.Record.WithoutDevice.pays(SetUp);
    Available = Gpu && Paid && !Gpu->Lost && (D.Waits || C.isReady(*Gpu));
  }

  /// An earlier call was decided for this one, too, and left it to the device.
  bool placedBefore() {
    if (!Available || Site.SampleNext.load(std::memory_order_relaxed) ||
        (NothingThere && Gpu->Beside.holds(0)))
      return false;
    D.Earlier = Site.placed(C.Ops, Of.Choices.stirs(), NothingThere);
    if (!D.Earlier)
      return false;
    D.Spares = Site.Spares.load(std::memory_order_relaxed);
    D.On = Gpu;
    return true;
  }

  /// How the call's items would run on a GPU, which may have several for an
  /// iteration where loops inside are shared out.
  void itemsOf(CallFacts &Facts) const {
    Facts.Items = C.Trips;
    if (C.Site.kernel->flags & (TWOFOLD_KERNEL_LINEAR | TWOFOLD_KERNEL_GIVEN))
      return;
    DeviceFacts Usual;
    Usual.ComputeUnits = AssumedComputeUnits;
    Usual.LocalMemory = 48 * 1024;
    Usual.MaxGroupSize = 1024;
    const LaunchShape Shape =
        LaunchShape::make(C.Site, C.Launch, C.Trips, Gpu ? Gpu->facts() : Usual,
                          Usual.MaxGroupSize, true);
    Facts.Items = std::max(C.Trips, Shape.items());
    Facts.Tiled = Shape.TileColumns > 0;
  }

  /// What the call takes on either side, with its data there.
  void predict() {
    R.Site = &C.Record;
    R.Trips = C.Trips;
    R.Ops = C.Ops;
    R.Threads = uint16_t(std::min(HostDevice::threads(C.Launch), 65535u));
    R.TeamHot = Of.Host.teamIsHot();
    // Results that the host needs at once are waited for.
    R.Steps = uint16_t(std::min(C.Steps, 65535u));
    R.Leaves =
        Of.Set.Async && Of.Data.lazy() && mayBeLeft(C.Site) && C.Steps == 1;
    CallFacts Facts = {C.Ops, R.Threads, R.TeamHot, R.Leaves, 0, R.Steps};
    itemsOf(Facts);
    R.Items = Facts.Items;
    R.Tiled = Facts.Tiled;
    D.Times = Of.Choices.predict(Site, Facts);
    R.Native = D.Times.Native;
    R.Device = D.Times.Device;
    R.NativeFrom = D.Times.NativeFrom;
    R.DeviceFrom = D.Times.DeviceFrom;
    D.Spares = D.Times.NativeFrom != SiteModel::Basis::None
                   ? D.Times.Awake
                   : RoughlyRight * D.Times.NativeGuess;
    D.Thought = true;
    // A search takes as long as it takes to find something.
    D.Learns = !(C.Site.flags & TWOFOLD_SITE_SEARCH);
  }

  /// Calls of so much work need no thought for a while.
  void beQuiet() {
    D.Quiet = true;
    D.StandsFor = 1 + Site.mostAhead(C.Ops, D.Times.Awake);
  }

  /// It is native wherever its data is, or since that is not known: which bytes
  /// move takes longer to find out than what was asked before.
  bool surelyNative() {
    if (Of.Choices.surelyNative(Site, C.Ops, D.Times, NothingThere,
                                Available)) {
      beQuiet();
      D.OnAwake = true;
      R.Why = slower();
      return D.isNative(text(R.Why, Side::Host));
    }
    if (C.touched().known())
      return false;
    R.Why = Cause::Unknown;
    if (NothingThere)
      D.Settled = Site.aheadWithin(ShortWhile, C.Ops, D.Times.Awake);
    D.Why = C.touched().WhyUnknown;
    return true;
  }

  std::shared_ptr<const CallArrays> arrays();

  /// Which side, by where the call's arrays are.
  void place() {
    std::shared_ptr<const CallArrays> Arrays;
    if (NothingThere)
      Arrays = C.Known->arrays(Lazy);
    if (!Arrays)
      Arrays = arrays();
    R.Touched = Arrays->Touched;
    R.OnDevice = Arrays->OnDevice;
    R.Hidden = Arrays->Hidden;
    for (const ArrayBytes &A : Arrays->Each)
      D.EachTime += A.SentEachTime;
    D.Since = Site.placedSince(C.Ops);
    if (Available && !D.Waits && R.OnDevice == 0 &&
        Gpu->Beside.holds(std::max(D.Times.Native - D.Times.Device, 0.0)))
      D.HeldBy = Gpu;
    Taken = Of.Choices.decide(
        Site, C.Ops, D.Times, Arrays->Each, Lazy, Available && !D.HeldBy,
        Lazy ? Site.mostAhead(C.Ops, D.Times.Awake) : 0, D.Since);
    D.Stays = Taken.Stays;
    D.Settles = Taken.Settles && Taken.Why == Cause::Faster;
    R.Device = Taken.OnDevice;
    R.Why = Taken.Why;
    R.To = Taken.To;
    R.Home = Taken.Home;
    R.Moving = Taken.Moving;
  }

  /// For which further calls the verdict holds, and what they lose by it.
  void lookAhead() {
    const bool ToHost = Taken.To == Side::Host;
    // Where nothing stays on devices, calls of equal work are equal.
    if (ToHost && Taken.Why == Cause::Faster && !Lazy && NothingThere)
      beQuiet();
    // A call that waits for something that is not there yet: so will the next
    // ones like it, whatever their arrays are.
    if (!Available && NothingThere)
      D.WaitingCalls = Site.aheadWithin(ShortWhile, C.Ops, D.Times.Awake);
    if (D.WaitingCalls)
      D.StandsFor = 1 + D.WaitingCalls;
    if (ToHost && Taken.Ahead > D.WaitingCalls) {
      D.Settled = Taken.Ahead;
      D.StandsFor = 1 + Taken.Ahead;
    }
    D.Wakes = ToHost && Taken.Wakes;
    D.OnAwake = ToHost;
    // While the journey of the data is being paid, too.
    if (!Paid && Taken.Forgone > 0)
      D.Loses = D.StandsFor * (ToHost ? EarlyShare * Taken.Forgone
                                      : Taken.Forgone + Taken.Home);
  }

  bool nativeUntil(Cause Why) {
    R.To = Side::Host;
    R.Why = Why;
    return D.isNative(text(Why, Side::Host));
  }

  /// A long call had better wait than run elsewhere meanwhile, or than bring
  /// home what the next calls want on the device again. A kernel that nobody
  /// has measured may be slow: one call waits for it, and no longer than builds
  /// take.
  double patience() {
    const bool Native = D.Times.NativeFrom != SiteModel::Basis::None,
               Device = D.Times.DeviceFrom != SiteModel::Basis::None;
    const double Lost = Taken.OnDevice + Taken.Moving;
    const double ForData = std::max(PatientShare * Taken.Home - Lost, 0.0);
    const double ForTime =
        Native ? PatientShare * (Taken.Home + D.Times.Native) - Lost : 0;
    if (Native && Device)
      return std::max(ForTime, 0.0);
    if (Gpu && ForTime >= UsualBuild)
      D.PatienceOnce = std::min(ForTime, LongBuild);
    return ForData;
  }

  /// It is native by the verdict, or all the same.
  bool staysAtHome() {
    if (Taken.To == Side::Host) {
      D.HeldBy = nullptr;
      if (!Gpu && R.Why == Cause::StaysForNow)
        R.Why = Cause::SearchMoves;
      if (R.Why == Cause::Faster)
        R.Why = slower();
      return D.isNative(text(R.Why, Side::Host));
    }
    if (D.HeldBy) {
      D.HeldLoss = Taken.Forgone;
      return nativeUntil(Cause::Building);
    }
    if (!Paid && !C.Record.WithoutDevice.pays(SetUp, D.Loses))
      return nativeUntil(Gpu ? Cause::SetUp : Cause::Search);
    D.Patience = patience();
    return !Gpu && !D.Waits && lacksDriver();
  }

  /// Has drivers opened if that is expected to pay; they are not open in time.
  bool lacksDriver() {
    if (!Of.Runs.Start.wasAsked() && !Of.Runs.Start.pays(Of.Now()))
      return D.isNative("the program is expected to end before starting a "
                        "GPU's driver would have paid");
    C.allKernels([&](const twofold_site &Site, SiteRecord &Record) {
      Of.Kernels.want(Site, Record);
      return true;
    });
    if (Of.Runs.openDevices())
      return false;
    const double Left = Of.Runs.Start.left(Of.Now());
    if (Left >= 0 && Left <= D.Patience &&
        Of.Devices.await(std::chrono::nanoseconds(int64_t(D.Patience)),
                         [this] { return Of.Kernels.leaving(); }))
      return false;
    return D.isNative("OpenCL is being started");
  }

  /// Opens all devices, if they are not, for the GPU among them.
  void useGpu() {
    (void)Of.Devices.all();
    D.On = Of.Devices.gpu();
    if (!D.On)
      D.Plain = Of.Devices.knownEmpty() ? Of.Devices.whyNone().c_str() : NoGpu;
  }

public:
  CostChoice(Dispatcher &Of, Call &C, Decision &D) : Of(Of), C(C), D(D) {}

  void decide() {
    D.Waits = Of.Set.Threshold || Of.Set.Build == BuildPolicy::Wait;
    if (ruledOut() || settledBefore() || contends())
      return;
    if (Of.Set.Threshold)
      return useGpu();
    Of.Runs.recall(C.Record, C.Ops);
    lookAround();
    if (placedBefore())
      return;
    predict();
    if (surelyNative())
      return;
    place();
    lookAhead();
    if (staysAtHome())
      return;
    D.On = Gpu;
    if (!Gpu)
      useGpu();
  }
};

/// The call's arrays, and where they are now.
std::shared_ptr<const CallArrays> Dispatcher::CostChoice::arrays() {
  const Regions &Data = Of.Data;
  auto Out = std::make_shared<CallArrays>();
  // Both sides work on the program's arrays.
  if (Gpu && Data.worksInPlace(*Gpu))
    return Out;
  std::vector<RegionNeed> Needs = regionNeeds(C.Site, C.touched());
  // As a launch would have them.
  if (Data.lazy())
    Needs = Data.widen(std::move(Needs));
  std::vector<Regions::NeedPlace> Places =
      Data.places(Needs, Gpu, Data.keepOf(FunctionScope::current()));
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
  Out->Lazy = Lazy;
  C.Known->keep(Out);
  return Out;
}

/// A GPU if that is predicted to pay. OpenCL devices that are the CPU itself
/// are used only when they are asked for.
void Dispatcher::decideByCost(Call &C, Decision &D) {
  CostChoice(*this, C, D).decide();
}

/// What was decided on a call, for those that follow and for the user.
void Dispatcher::book(Call &C, const Decision &D) {
  SiteChoice &Site = C.Record.Choice;
  (void)take(D.Earlier);
  Tells.decided(C, D);
  if (D.Quiet)
    (void)Site.beQuiet(C.Ops, D.Times.Awake);
  if (D.Settled)
    C.Record.Calls.settle(D.SettledKey, D.Arrivals, D.Settled);
  else if (D.WaitingCalls && D.Plain)
    Site.wait(C.Ops, D.Arrivals, D.WaitingCalls);
  if (D.Loses > 0)
    C.Record.WithoutDevice.lose(D.Loses);
  if (D.HeldLoss > 0)
    D.HeldBy->Beside.charge(D.HeldLoss);
  if (D.Wakes)
    Host.wakeTeam();
  if (D.OnAwake)
    Choices.noteAwake(Site, D.Times, D.StandsFor);
}
