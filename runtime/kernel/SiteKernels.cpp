// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/SiteKernels.h"
#include "choice/Calibration.h"
#include "kernel/MatrixCheck.h"
#include "system/ProcessEnd.h"

#include <algorithm>
#include <exception>

using namespace twofold;

/// How often a call that waits for a build looks whether it still should.
static constexpr std::chrono::milliseconds LookUp{5};
/// A call that waits for longer says why.
static constexpr std::chrono::seconds SlowBuild{1};

std::string twofold::buildOptions(const twofold_kernel &Kernel,
                                  const DeviceFacts &Facts, const Settings &Set,
                                  bool Matrices) {
  std::string Options = "-cl-std=CL1.2 -w"; // some drivers print warnings
  if (Facts.CorrectlyRoundedDivideSqrt)
    Options += " -cl-fp32-correctly-rounded-divide-sqrt";
  if (Kernel.flags & TWOFOLD_KERNEL_FAST_MATH)
    Options += " -cl-fast-relaxed-math";
  if ((Kernel.flags & TWOFOLD_KERNEL_TILES) ||
      (Facts.Kind == DeviceKind::Gpu && (Kernel.flags & TWOFOLD_KERNEL_ROWS)))
    Options += " -DTWOFOLD_ROWS";
  if ((Kernel.flags & TWOFOLD_KERNEL_BLOCKS) && Facts.Kind == DeviceKind::Cpu &&
      Facts.LocalMemory >= TWOFOLD_BLOCK_BYTES)
    Options += " -DTWOFOLD_BLOCKS";
  if ((Kernel.flags & TWOFOLD_KERNEL_MATRICES) && Facts.MultipliesMatrices &&
      Matrices)
    Options += " -DTWOFOLD_MATRICES";
  // With one register more a unit holds a quarter less of them, and by itself
  // the driver spends it.
  if ((Kernel.flags & TWOFOLD_KERNEL_WAITING) && Facts.BoundsRegisters)
    Options += " -cl-nv-maxrregcount=64";
  return Set.ClFlags.empty() ? Options : Options + " " + Set.ClFlags;
}

std::string twofold::incapable(const twofold_kernel &Kernel,
                               const DeviceFacts &Facts) {
  if ((Kernel.flags & TWOFOLD_KERNEL_CPU_ONLY) && Facts.Kind == DeviceKind::Gpu)
    return "it was compiled with no-opencl-gpu";
  if ((Kernel.flags & TWOFOLD_KERNEL_FP64) && !Facts.Fp64)
    return Facts.Name + " has no double precision";
  if ((Kernel.flags & TWOFOLD_KERNEL_FP16) && !Facts.Fp16)
    return Facts.Name + " has no half precision";
  if ((Kernel.flags & TWOFOLD_KERNEL_INT64_ATOMICS) && !Facts.Int64Atomics)
    return Facts.Name + " has no atomic operations on 64 bits";
  return "";
}

SiteKernels::SiteKernels(const Settings &Set, const Trace &Log,
                         Statistics &Counts, SupplyMaker MakeSupply)
    : Set(Set), Log(Log), Counts(Counts), MakeSupply(std::move(MakeSupply)),
      Crew(Set.BuildTimeout) {}

void SiteKernels::tryMatrices(DeviceSlot &Slot) {
  std::call_once(Slot.MatricesTried, [&] {
    if (multipliesInOrder(Slot.device(), *Supply))
      return;
    Slot.MatricesFail = true;
    if (Log.on(Topic::Kernels))
      Log.line("", "instructions for matrices do not add up in order on " +
                       Slot.facts().Name);
  });
}

/// Holds no lock while the driver works.
void SiteKernels::build(const twofold_kernel &Flags, ProgramSource Source,
                        std::vector<GroupShape> Candidates,
                        std::shared_ptr<Specialiser> Specials,
                        SiteRecord &Record, DeviceSlot &Slot) {
  bool FromCache = false;
  std::string WhyBuilt;
  auto Made = [&]() -> Result<std::shared_ptr<Program>> {
    try {
      supply();
      if (!Supply)
        return Error{ErrorCode::Unsupported, "this runtime builds no kernels",
                     ""};
      if ((Flags.flags & TWOFOLD_KERNEL_MATRICES) &&
          Slot.facts().MultipliesMatrices)
        tryMatrices(Slot);
      Source.Options = optionsOf(Flags, Slot);
      if (Log.on(Topic::Cache))
        WhyBuilt = Supply->whyMissed(Slot.device(), Source);
      const BuildLedger::Job Building(Slot.Beside);
      const double Began = steadyNanoseconds();
      auto Out = Supply->get(Slot.device(), Source, &FromCache);
      if (Specials && !FromCache)
        Specials->BuildTime = steadyNanoseconds() - Began;
      return Out;
    } catch (const std::exception &Thrown) {
      return Error{ErrorCode::OutOfMemory, Thrown.what(), ""};
    }
  }();
  ProcessEnd::watch();
  std::shared_ptr<GroupTuner> Tuner;
  if (Made)
    Tuner = makeTuner(Source, std::move(Candidates), Slot);
  KernelState After = KernelState::Ready;
  std::string Trouble;
  if (Made) {
    add(FromCache ? Counts.KernelsCached : Counts.KernelsBuilt);
    add(FromCache ? Record.KernelsCached : Record.KernelsBuilt);
    if (Log.on(Topic::Kernels, Topic::Cache))
      Log.line(Record.Place, FromCache          ? "kernel from the cache"
                             : WhyBuilt.empty() ? "kernel built"
                                                : "kernel built: " + WhyBuilt);
  } else {
    add(Counts.KernelsFailed);
    Record.MissedCache = Set.Cache == CacheMode::MustHit;
    Trouble = Slot.facts().Name + ": " + Made.error().Message;
    // Memory may be free another time; everything else stays as it is.
    After = Made.error().Code == ErrorCode::OutOfMemory ? KernelState::Unasked
                                                        : KernelState::Failed;
    if (Made.error().Code == ErrorCode::DeviceLost)
      Slot.Lost = true;
    // Who wrote the kernel wants to know what the driver says of it; who cannot
    // do without it is told by the call.
    const bool IsTheirs = Flags.flags & TWOFOLD_KERNEL_GIVEN,
               Alone = Flags.flags & TWOFOLD_KERNEL_ALONE;
    const bool News = After == KernelState::Failed && !Record.MissedCache &&
                      !Alone && Slot.isNews();
    if (Log.on(Topic::Summary, Topic::Kernels) || News)
      Log.line(Record.Place, "no kernel for " + Trouble +
                                 (Alone ? "" : "; threads run it instead"));
    if (Log.on(Topic::Kernels) || (News && IsTheirs))
      Log.block(Made.error().Detail);
    if (Alone && !Made.error().Detail.empty())
      Trouble += ":\n" + Made.error().Detail;
  }
  {
    std::lock_guard<std::mutex> Hold(Record.Lock);
    SiteKernel &Kernel = Record.Kernels[Slot.Number];
    Kernel.Building = false;
    Kernel.Trouble = Trouble;
    Kernel.Tuner = std::move(Tuner);
    if (Made) {
      Kernel.Built = std::move(*Made);
      Kernel.Specials = std::move(Specials);
    } else if (After == KernelState::Failed)
      Kernel.Failure = std::move(Trouble);
    Record.States.set(Slot.Number, After);
  }
  Record.KernelsChanged.notify_all();
}

/// Without options, which are a device's.
static ProgramSource textOf(const twofold_site &Site, const SiteRecord &Of) {
  return {Site.kernel->name, Site.kernel->source, "",
          Of.Place + ": " + Of.Function};
}

ProgramSource SiteKernels::sourceOf(const KernelFor &Of) const {
  ProgramSource Out = textOf(Of.Site, Of.Record);
  Out.Options = optionsOf(*Of.Site.kernel, Of.Slot);
  return Out;
}

/// Null where there is nothing to choose from.
std::shared_ptr<GroupTuner>
SiteKernels::makeTuner(const ProgramSource &Source,
                       std::vector<GroupShape> Candidates, DeviceSlot &Slot) {
  if (Candidates.size() < 2)
    return nullptr;
  bool Force = Set.Tune == TunePolicy::Force;
  if (!Force)
    if (auto Known = parseGroupShape(Supply->recall(Slot.device(), Source)))
      return std::make_shared<GroupTuner>(*Known);
  return std::make_shared<GroupTuner>(std::move(Candidates), Force);
}

/// On another thread, unless that may be too late.
void SiteKernels::remember(DeviceSlot &Slot, ProgramSource Source,
                           std::string Line, bool AtOnce) {
  auto Keep = [this, &Slot, Source = std::move(Source),
               Line = std::move(Line)] {
    Supply->remember(Slot.device(), Source, Line);
  };
  if (AtOnce || !Crew.add(Keep))
    Keep();
}

/// Remembers the outcome.
void SiteKernels::tellGroups(const KernelFor &Of, const LaunchPlan &Plan) {
  GroupTuner *const Tuner = Plan.Tuner.get();
  if (!Plan.Group.Measure || !Tuner || !Tuner->tell(Plan.Group))
    return;
  std::string Line = formatGroupShape(*Tuner->settled());
  if (Log.on(Topic::Kernels))
    Log.line(Of.Record.Place,
             "fastest group sizes on " + Of.Slot.facts().Name + ": " +
                 (*Tuner->settled() == GroupShape() ? "the usual ones" : Line));
  // A program that was started for this may be at its end.
  remember(Of.Slot, sourceOf(Of), std::move(Line),
           Set.Tune == TunePolicy::Force);
}

void SiteKernels::supply() {
  std::call_once(SupplyOnce, [this] {
    if (MakeSupply)
      Supply = MakeSupply(Set);
  });
}

std::string SiteKernels::whyMissed(const twofold_site &Site, DeviceSlot &Slot) {
  supply();
  return Supply ? Supply->whyMissed(Slot.device(),
                                    {Site.kernel->name, Site.kernel->source,
                                     optionsOf(*Site.kernel, Slot)})
                : "";
}

SiteKernels::Order SiteKernels::orderOf(const twofold_site &Site,
                                        SiteRecord &Record,
                                        DeviceKind For) const {
  Order Out{*Site.kernel, textOf(Site, Record), {}, makeSpecials(Site), Record};
  if (Set.Tune != TunePolicy::Off && !Set.Deterministic)
    Out.Candidates = groupCandidates(Site, For);
  return Out;
}

/// Begins a build that nobody has begun. Hold is of the record's lock and is
/// held again after. False when the build is over already.
bool SiteKernels::begin(Order What, DeviceSlot &Slot,
                        std::unique_lock<std::mutex> &Hold, bool Wait) {
  SiteRecord &Record = What.Record;
  SiteKernel &Kernel = Record.Kernels[Slot.Number];
  Kernel.Building = true;
  Kernel.Since = std::chrono::steady_clock::now();
  Record.States.set(Slot.Number, KernelState::Building);
  Hold.unlock();
  bool Later = Set.Build != BuildPolicy::Wait && Crew.add([this, What, &Slot] {
    build(What.Kernel, What.Source, What.Candidates, What.Specials, What.Record,
          Slot);
  });
  if (!Later && Wait)
    build(What.Kernel, What.Source, std::move(What.Candidates),
          std::move(What.Specials), Record, Slot);
  Hold.lock();
  if (!Later && !Wait) {
    Kernel.Building = false;
    Record.States.set(Slot.Number, KernelState::Unasked);
  }
  return Later;
}

void SiteKernels::together(std::span<const twofold_site *const> Sites,
                           SiteTable &Records) {
  if (std::all_of(Sites.begin(), Sites.end(), [&](const twofold_site *Site) {
        return Records.record(*Site).Together.load();
      }))
    return;
  auto Made = std::make_unique<SiteGroup>();
  for (const twofold_site *Site : Sites)
    Made->push_back({Site, &Records.record(*Site)});
  std::lock_guard<std::mutex> Hold(WantedLock);
  for (auto &[Site, Record] : *Made)
    Record->Together.store(Made.get());
  Groups.push_back(std::move(Made));
}

/// Begins the builds of kernels that belong to one that is about to be built.
void SiteKernels::beginOthers(const KernelFor &Of) {
  const SiteGroup *const All = Of.Record.Together.load();
  // Where the device is the CPU itself, builds wait for each other.
  if (!All || Of.Slot.facts().Kind != DeviceKind::Gpu ||
      Of.Record.States.of(Of.Slot.Number) != KernelState::Unasked)
    return;
  for (auto &[Site, Record] : *All) {
    if (Record == &Of.Record ||
        !incapable(*Site->kernel, Of.Slot.facts()).empty())
      continue;
    std::unique_lock<std::mutex> Hold(Record->Lock);
    if (Record->Kernels[Of.Slot.Number].isUnasked())
      begin(orderOf(*Site, *Record, Of.Slot.facts().Kind), Of.Slot, Hold,
            false);
  }
}

void SiteKernels::want(const twofold_site &Site, SiteRecord &Record) {
  if (Record.IsWanted.load() || Record.IsWanted.exchange(true))
    return;
  std::lock_guard<std::mutex> Hold(WantedLock);
  Wanted.push_back(orderOf(Site, Record, DeviceKind::Gpu));
  if (const SiteGroup *const All = Record.Together.load())
    for (auto &[Other, Of] : *All)
      if (!Of->IsWanted.exchange(true))
        Wanted.push_back(orderOf(*Other, *Of, DeviceKind::Gpu));
}

void SiteKernels::buildWanted(DeviceSlot &Gpu) {
  std::vector<Order> All;
  {
    std::lock_guard<std::mutex> Hold(WantedLock);
    All.swap(Wanted);
  }
  for (Order &O : All) {
    O.Record.IsWanted.store(false);
    if (!incapable(O.Kernel, Gpu.facts()).empty())
      continue;
    std::unique_lock<std::mutex> Hold(O.Record.Lock);
    if (O.Record.Kernels[Gpu.Number].isUnasked())
      begin(std::move(O), Gpu, Hold, false);
  }
}

std::shared_ptr<Program> SiteKernels::get(const KernelFor &Of,
                                          std::chrono::nanoseconds Patience,
                                          std::string &Why) {
  SiteRecord &Record = Of.Record;
  DeviceSlot &Slot = Of.Slot;
  using Clock = std::chrono::steady_clock;
  const bool Whole = Patience == UntilTimeout;
  beginOthers(Of);
  std::unique_lock<std::mutex> Hold(Record.Lock);
  SiteKernel &Kernel = Record.Kernels[Slot.Number];
  bool Began = false;
  if (Kernel.isUnasked())
    Began =
        begin(orderOf(Of.Site, Record, Slot.facts().Kind), Slot, Hold, Whole) ||
        Whole;
  Clock::time_point Latest = Kernel.Since + Set.BuildTimeout;
  if (!Whole)
    Latest = std::min(Latest, Clock::now() + Patience);
  // It looks up now and then: the end of the process stops builds.
  const Clock::time_point Long = Clock::now() + SlowBuild;
  bool Told = !Log.on(Topic::Summary, Topic::Kernels) || !Whole;
  while (Kernel.Building && !leaving() && Clock::now() < Latest) {
    Record.KernelsChanged.wait_for(Hold, LookUp);
    if (Told || Clock::now() < Long)
      continue;
    Told = true;
    Log.line(Record.Place, "its kernel is being built for " +
                               Slot.facts().Name +
                               "; where the kernel cache is in use, the next "
                               "run takes it from there");
  }
  if (Kernel.Built)
    return Kernel.Built;
  if (!Kernel.Failure.empty())
    Why = Kernel.Failure;
  else if (leaving())
    Why = "the program is ending";
  else if (!Kernel.Building)
    Why = Began ? Kernel.Trouble
                : "no thread could be started to build its kernel";
  else if (Whole) {
    Why = Slot.facts().Name + ": building its kernel takes longer than " +
          std::to_string(Set.BuildTimeout.count()) + " s";
    if (Slot.isNews())
      Log.line(Record.Place, Why + "; threads run it instead");
  } else
    Why = "its kernel for " + Slot.facts().Name + " is being built";
  return nullptr;
}

LaunchPlan SiteKernels::plan(const KernelFor &Of, const twofold_launch &Launch,
                             uint64_t Work) {
  LaunchPlan Out;
  {
    std::lock_guard<std::mutex> Hold(Of.Record.Lock);
    const SiteKernel &Kernel = Of.Record.Kernels[Of.Slot.Number];
    Out.Tuner = Kernel.Tuner;
    Out.Specials = Kernel.Specials;
  }
  if (Out.Tuner)
    Out.Group = Out.Tuner->next(Work);
  // One thing is tried at a time.
  bool Force = Set.Specialise == SpecialisePolicy::Force;
  if (!Out.Specials || (Out.Tuner && !Out.Group.Settled && !Force))
    return Out;
  Out.Special = Out.Specials->next(Out.Specials->Constants.read(Launch));
  if (Out.Special.Build)
    beginSpecial(Of, Out);
  Out.Group.Measure |= Out.Special.Measure;
  return Out;
}
