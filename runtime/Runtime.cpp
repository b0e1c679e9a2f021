// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Runtime.h"
#include "bytes/AffineForm.h"
#include "bytes/RowTable.h"
#include "conflict/Conflicts.h"
#include "conflict/LoadedConflicts.h"
#include "guard/FetchPlaces.h"
#include "guard/PageProbe.h"
#include "launch/BoundedCall.h"
#include "observe/KnownBlocks.h"
#include "system/SourceLines.h"

#include <algorithm>
#include <cstdio>
#include <utility>

using namespace twofold;

Runtime::Runtime(RuntimeParts Parts)
    : Set(std::move(Parts.Set)), Log(Set.Info, std::move(Parts.TraceTo)),
      Host(Set.InlineOps, Parts.InlineLimit && Set.letsPass()
                              ? *Parts.InlineLimit
                              : HostLimit),
      Devices(std::move(Parts.OpenDevices), std::move(Parts.LacksGpus)),
      All(Set.Copies, Log, Counts, Parts.MakeGuard),
      Dispatch(Set, Log, Host, Devices, Sites, All, Counts,
               std::move(Parts.MakeSupply), std::move(Parts.Now),
               std::move(Parts.Memory)) {
  if (Log.on(Topic::Transfers))
    fetch_places::enable();
  All.setZeroCopy(Set.ZeroCopy);
  All.setDurability(Set.Losses);
  if (!Set.TraceFile.empty() && !Timeline::begin(Set.TraceFile))
    Trace(0).line("", "TWOFOLD_TRACE=" + Set.TraceFile + " cannot be written");
}

/// Once for each site.
void Runtime::reportUnchecked(const twofold_site &Site,
                              const std::string &Which) {
  // Another thread may have held the table's lock at the fork.
  if (Which.empty() || Forked.load(std::memory_order_relaxed))
    return;
  SiteRecord &Record = Sites.record(Site);
  if (!Record.ToldUnchecked.exchange(true, std::memory_order_relaxed))
    Log.line(Record.Place, Which);
}

/// Some thousand places are compared in the calls 1, 2, 3, 5, 9, 17 and so on
/// and in those that run much longer than others, or all of them in each call.
std::optional<Runtime::KnownConflict>
Runtime::loadedConflictIn(const twofold_site &Site,
                          const twofold_launch &Launch, uint64_t Trips) {
  SiteRecord &Record = Sites.record(Site);
  if (uint64_t Known = Record.Repeats.load(std::memory_order_relaxed))
    return KnownConflict{uint32_t(Known - 1), true};
  const uint64_t Before = Record.Looks.fetch_add(1, std::memory_order_relaxed);
  // Twice as many iterations may come to places that fewer have not.
  const bool Grown =
      Trips / 2 > Record.MostLooked.load(std::memory_order_relaxed);
  if (!Set.Check && !Grown && (Before & (Before - 1)) != 0)
    return std::nullopt;
  if (Grown)
    Record.MostLooked.store(Trips, std::memory_order_relaxed);
  // A sample brings home few pages of what a device has: index arrays lie in
  // blocks beside what loops write.
  constexpr unsigned MostFetched = 16;
  unsigned Fetched = 0;
  RangeSet Readable, Asked;
  const auto MayRead = [&](ByteRange Page) {
    constexpr uint64_t Block = 1 << 16; // one system call for each
    if (!Asked.contains(Page)) {
      const uint64_t Begin = Page.Begin / Block * Block;
      Asked.insert({Begin, Begin + Block});
      (void)probePages({Begin, Begin + Block}, {}, Readable);
    }
    if (!Readable.contains(Page))
      return false;
    if (All.idle() || (!Set.Check && All.where(Page).Host == Page.size()))
      return true;
    if (!Set.Check && Fetched++ >= MostFetched)
      return false;
    All.touch(Page, false);
    return true;
  };
  SampleLimits Limits;
  if (!Set.Check) {
    Limits.Rounds =
        sampleRounds(estimateWork(IterationSpace(Site, Launch), Trips), Before,
                     Record.SampleRounds.load(std::memory_order_relaxed));
    Limits.BlockOf = [](uint64_t A) { return watchedBlock(A).Range; };
  }
  const uint64_t Left = Limits.Rounds;
  const auto Found = findLoadedConflict(
      Site, Launch, Trips, Set.Check ? std::optional<uint64_t>() : Before,
      MayRead, &Limits);
  Record.SampleRounds.fetch_add(Left - Limits.Rounds,
                                std::memory_order_relaxed);
  if (!Found)
    return std::nullopt;
  if (!Set.Check) {
    Record.Repeats.store(*Found + 1, std::memory_order_relaxed);
    HostDevice::letNonePass(Site);
  }
  return KnownConflict{*Found, !Set.Check};
}

std::optional<Runtime::KnownConflict>
Runtime::conflictIn(const twofold_site &Site, const twofold_launch &Launch,
                    uint64_t Trips) {
  if (Trips == 1 || !Site.conflicts)
    return std::nullopt;
  if (auto Found = conflictOf(Site, Launch))
    return KnownConflict{*Found, false};
  // Tables are looked at for devices, which take only calls that pass this.
  if (Set.Check && Site.row_count &&
      locateRows(Site, Launch, isReadable, knownBlock).empty())
    if (auto Found = rowConflictOf(Site, Launch))
      return KnownConflict{*Found, false};
  // Another thread may have held any of our locks at the fork.
  if (!hasLoadedConflicts(Site) || Forked.load(std::memory_order_relaxed))
    return std::nullopt;
  return loadedConflictIn(Site, Launch, Trips);
}

void Runtime::run(const twofold_site &Site, const twofold_launch &Launch,
                  uint64_t Trips) {
  const auto Conflict = conflictIn(Site, Launch, Trips);
  if (!Conflict)
    return runChecked(Site, Launch, Trips);
  twofold_launch Ordered = Launch;
  Ordered.apart = InOrder;
  // Another thread may have held the table's lock at the fork.
  if ((Log.on(Topic::Summary, Topic::Choice) || Set.Check) &&
      !Forked.load(std::memory_order_relaxed)) {
    SiteRecord &Record = Sites.record(Site);
    if (!Record.ToldConflict.exchange(true, std::memory_order_relaxed))
      Log.line(Record.Place,
               std::string("runs in order ") +
                   (Conflict->Sampled ? "from this call on"
                                      : "in calls like this one") +
                   ", because " + describeConflict(Site, Conflict->Number));
  }
  runChecked(Site, Ordered, Trips);
}

void Runtime::runChecked(const twofold_site &Site, const twofold_launch &Launch,
                         uint64_t Trips) {
  bool Asked = Site.flags & TWOFOLD_SITE_BOUNDS;
  // A search runs iterations that the program would not run. What it reads
  // ahead is in its extents or readable; the iteration that leaves is not here.
  if (Site.flags & TWOFOLD_SITE_SEARCH) {
    if (Set.Bounds == BoundsPolicy::Always)
      reportUnchecked(Site, "not checked: the iteration that leaves the loop "
                            "(-fplugin-arg-twofold-bounds or the clause bounds "
                            "checks it, in order)");
    return runUnchecked(Site, Launch, Trips);
  }
  if (Set.Bounds == BoundsPolicy::Never ||
      (Set.Bounds == BoundsPolicy::Asked && !Asked))
    return runUnchecked(Site, Launch, Trips);
  BoundedCall Call(Site, Launch);
  reportUnchecked(Site, Call.unchecked());
  Call.run([&] { runUnchecked(Site, Launch, Trips); },
           [&](const twofold_error &Error) { Errors.raise(Error); });
}

void Runtime::limit(const twofold_site &Site, const twofold_launch &Launch,
                    uint64_t *Limits) {
  if (Set.Bounds == BoundsPolicy::Never)
    return;
  BoundsVerdict Verdict = checkBounds(Site, IterationSpace(Site, Launch));
  reportUnchecked(Site, describeUnchecked(Site, Verdict.Unchecked));
  std::copy(Verdict.Limits.begin(), Verdict.Limits.end(), Limits);
}

void Runtime::runUnchecked(const twofold_site &Site,
                           const twofold_launch &Launch, uint64_t Trips) {
  // Another thread may have held any of our locks at the fork.
  if (Forked.load(std::memory_order_relaxed)) {
    if (Site.flags & TWOFOLD_SITE_SEARCH)
      return Site.native(Launch.args, 0, Trips);
    IterationSpace Space(Site, Launch);
    SiteRecord *Record = Sites.find(Site);
    Host.run(Site, Launch, Trips, estimateWork(Space, Trips), false, 0, nullptr,
             Record ? &Record->Trials : nullptr);
    return;
  }
  Dispatch.run(Site, Launch, Trips);
}

std::string Runtime::runKernel(const twofold_site &Site,
                               const twofold_launch &Launch, uint64_t Trips) {
  std::string Why;
  if (!(Site.kernel->flags & TWOFOLD_KERNEL_ALONE))
    runUnchecked(Site, Launch, Trips);
  else if (Forked.load(std::memory_order_relaxed))
    Why = "a forked process uses no device";
  else
    Dispatch.run(Site, Launch, Trips, &Why);
  return Why;
}

void Runtime::runSequence(const twofold_site &Site,
                          const twofold_launch &Launch, uint64_t Trips,
                          std::span<const twofold_site *const> Kernels,
                          unsigned Steps, const std::function<void()> &Run) {
  if (Forked.load(std::memory_order_relaxed))
    return Run();
  SiteGroup Each;
  for (const twofold_site *Kernel : Kernels)
    Each.push_back({Kernel, &Sites.record(*Kernel)});
  Dispatch.runSequence(Site, Launch, Trips, Each, Steps, Run);
}

int Runtime::setOffload(int To,
                        std::vector<const twofold_site *> (*AllSites)()) {
  const int Before = Dispatch.offload().set(To);
  if (Before >= 0 && asksForDevice())
    for (const twofold_site *Site : AllSites())
      HostDevice::letCome(*Site);
  return Before;
}

const std::vector<std::unique_ptr<DeviceSlot>> &Runtime::devices() {
  static const std::vector<std::unique_ptr<DeviceSlot>> None;
  if (Forked.load(std::memory_order_relaxed) ||
      Set.Offload == OffloadPolicy::Disabled)
    return None;
  return Devices.all();
}

int Runtime::prepare(PreparationTask Task,
                     std::span<const twofold_site *const> Some,
                     const std::function<void(const PreparedKernel &)> &Tell) {
  return prepareKernels(Task, Some, Devices, Set.Device, Sites,
                        Dispatch.kernels(), Tell);
}

void Runtime::endProgram() {
  if (isForkedChild())
    return;
  All.touch({0, UINT64_MAX}, true, TransferReason::Ended);
  if (Devices.isOpen())
    for (const std::unique_ptr<DeviceSlot> &Slot : Devices.all())
      (void)Slot->Launches.waitForAll();
  Dispatch.remember();
}

void Runtime::summarize() const {
  if (Forked.load(std::memory_order_relaxed))
    return;
  Sites.summarize(Log, Devices.whyNoGpu());
  if (Log.on(Topic::Summary)) {
    Left.summarize(Log);
    Parallels.summarize(Log, Set.Regions != RegionPolicy::Auto);
  }
  if (Log.on(Topic::Transfers))
    summarizeFetches();
}

/// Of calls that led to an access, the one that the program's own code made,
/// else the access itself; of the runtime's own: nothing.
static CodePlace ownPlace(const fetch_places::Callers &From) {
  for (uintptr_t At : From)
    if (At)
      if (CodePlace Here = codePlace(At);
          !Here.Module.empty() && !Here.IsOurs && !Here.isSystem())
        return Here;
  CodePlace First = codePlace(From[0]);
  return First.IsOurs ? CodePlace() : First;
}

/// The accesses that brought home most.
void Runtime::summarizeFetches() const {
  constexpr size_t Most = 20;
  std::vector<CodePlace> Places;
  std::vector<fetch_places::Place> Sums;
  for (const fetch_places::Place &P : fetch_places::all()) {
    CodePlace At = ownPlace(P.From);
    if (At.Module.empty())
      continue;
    size_t I = 0;
    while (I < Places.size() &&
           (Places[I].Module != At.Module || Places[I].Offset != At.Offset))
      ++I;
    if (I == Places.size()) {
      Places.push_back(std::move(At));
      Sums.emplace_back();
    }
    Sums[I].Times += P.Times;
    Sums[I].Bytes += P.Bytes;
  }
  Places.resize(std::min(Places.size(), Most));
  findLines(Places);
  for (size_t I = 0; I < Places.size(); ++I) {
    const CodePlace &At = Places[I];
    std::string Where = At.Line;
    if (Where.empty()) {
      char Offset[32];
      std::snprintf(Offset, sizeof Offset, "+0x%llx",
                    static_cast<unsigned long long>(At.Offset));
      Where = At.Module + Offset;
    }
    Log.line(Where, (At.Function.empty() ? "code" : At.Function) +
                        " touched what a device had: " +
                        formatBytes(double(Sums[I].Bytes)) + " came home in " +
                        std::to_string(Sums[I].Times) +
                        (Sums[I].Times == 1 ? " access" : " accesses"));
  }
}

void Runtime::summarizeChecks() const {
  if (Forked.load(std::memory_order_relaxed))
    return;
  uint64_t Checked = 0, Differing = 0;
  Sites.forEach([&](const SiteRecord &R) {
    Checked += R.Checked;
    Differing += R.Differing;
  });
  if (Checked)
    Log.line("", formatCount(Checked, "call") +
                     " on a device compared with the native variant, " +
                     std::to_string(Differing) + " of them differing");
}

std::string Runtime::explain(const std::string &Site) const {
  return Forked.load(std::memory_order_relaxed) ? "" : Dispatch.explain(Site);
}

std::string Runtime::receiptsAsJson() const {
  return Forked.load(std::memory_order_relaxed) ? "[\n]\n"
                                                : Dispatch.receiptsAsJson();
}

void Runtime::fileReceipts() const {
  // A child's receipts are its parent's.
  if (Forked.load(std::memory_order_relaxed))
    return;
  std::FILE *File = std::fopen(Set.ReceiptsFile.c_str(), "we");
  std::string Text = receiptsAsJson();
  bool Written =
      File && std::fwrite(Text.data(), 1, Text.size(), File) == Text.size();
  if (File)
    Written &= std::fclose(File) == 0;
  if (!Written)
    std::fprintf(stderr, "twofold: TWOFOLD_RECEIPTS=%s cannot be written\n",
                 Set.ReceiptsFile.c_str());
}

void Runtime::endTimeline() const {
  if (Forked.load(std::memory_order_relaxed) || !Timeline::on())
    return;
  std::string Loops;
  Sites.forEach([&](const SiteRecord &R) {
    if (R.IsSequence.load(std::memory_order_relaxed))
      return;
    TimelineMembers Of;
    std::unique_lock<std::mutex> Texts(R.Lock, std::try_to_lock);
    Of.add("site", R.Place)
        .add("function", R.Function)
        .add("calls", double(R.Inline + R.Threaded + R.Device))
        .add("ns", double(R.Nanoseconds))
        .add("calls_alone", double(R.Inline))
        .add("calls_threaded", double(R.Threaded))
        .add("calls_device", double(R.Device))
        .add("calls_fallback", double(R.Fallback))
        .add("bytes_to_device", double(R.BytesToDevice))
        .add("bytes_to_host", double(R.BytesToHost));
    if (Texts)
      Of.add("label", R.Label)
          .add("device", R.LastDevice)
          .add("reason", R.Inline + R.Threaded ? R.Reason : "");
    Loops += (Loops.empty() ? "\n{" : ",\n{") + Of.text() + "}";
  });
  Timeline::end("\"loops\": [" + Loops +
                "\n], \"choices\": " + receiptsAsJson());
}
