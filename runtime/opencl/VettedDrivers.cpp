// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/VettedDrivers.h"

#include "cache/CacheEntry.h"
#include "cache/CacheFiles.h"
#include "opencl/ClDevices.h"
#include "system/SignalHold.h"

#include <algorithm>
#include <fcntl.h>
#include <future>
#include <link.h>
#include <sys/auxv.h>
#include <system_error>
#include <thread>
#include <unistd.h>

using namespace twofold;

/// Probes or processes in a row that die of a driver until it is left alone.
static constexpr unsigned MostDeaths = 2;
/// When the probe of all drivers takes longer, each is probed by itself, too.
static constexpr std::chrono::milliseconds LongProbe{2000};

namespace {
/// The vetting of the drivers that are installed.
class Vetting {
  const VettingOptions &With;
  const std::vector<DriverFile> Drivers;
  const std::string Key;
  CacheStore Store;
  DriverVerdict Verdict;

  static std::string keyOf(const std::string &Surroundings);
  std::optional<DriverVerdict> remembered() const;
  void remember() const { remember(Verdict.encode(With.Get)); }
  void remember(const std::string &Text) const;
  void forget() const;
  bool diedHere();
  bool probe();
  bool tryAll();

public:
  explicit Vetting(const VettingOptions &With)
      : With(With), Drivers(installedDrivers(With.Get)),
        Key(keyOf(driverSurroundings(Drivers, With.Get))), Store(With.Cache) {}

  bool lacksGpu(bool Try);
  std::vector<std::unique_ptr<Device>>
  open(std::string &WhyNone,
       const std::function<std::shared_ptr<void>()> &Begin);
};
} // namespace

std::string Vetting::keyOf(const std::string &Surroundings) {
  return cacheKey(
      {{"format", "1"}, {"kind", "drivers"}, {"surroundings", Surroundings}});
}

std::optional<DriverVerdict> Vetting::remembered() const {
  return DriverVerdict::decode(Store.text(Key), With.Get);
}

void Vetting::remember(const std::string &Text) const {
  (void)Store.putText(Key, Text, "how opening OpenCL's drivers went");
}

void Vetting::forget() const {
  if (!Store.writable())
    return;
  (void)removeCacheEntry(Store.folder(),
                         cacheEntryName(Key) + std::string(CacheFiles::Entry));
  unlinkat(AT_FDCWD, Store.markerPath(Key).c_str(), 0);
}

/// Whether a process has died in opening what had been opened on trial; that is
/// counted then.
bool Vetting::diedHere() {
  if (Store.deathsIn(Key) == CacheStore::Deaths::None)
    return false;
  ++Verdict.Crashes;
  remember();
  if (Store.writable())
    unlinkat(AT_FDCWD, Store.markerPath(Key).c_str(), 0);
  return true;
}

/// All drivers at once, as they will be opened; each by itself, where that
/// fails. False: nothing could be tried.
bool Vetting::probe() {
  using Kind = ProbeAnswer::Kind;
  const unsigned Before = Verdict.Deaths;
  Verdict = {};
  auto Start = [&](const std::string &Library, auto Limit) {
    return std::async(std::launch::async, With.Probe, Library, Limit);
  };
  std::vector<std::future<ProbeAnswer>> Each;
  std::future<ProbeAnswer> All = Start("", With.Limit);
  const auto Ahead = std::min(LongProbe, With.Limit / 2);
  if (All.wait_for(Ahead) == std::future_status::timeout)
    for (const DriverFile &Driver : Drivers)
      Each.push_back(Start(Driver.Library, With.Limit - Ahead));
  ProbeAnswer Whole = All.get();
  Verdict.add(Whole);
  if (Whole.What == Kind::Works)
    Verdict.HasGpu = Whole.HasGpu;
  if (Whole.What != Kind::Fails)
    return Whole.What == Kind::Works;
  Verdict.LoaderFault = Whole.Fault;
  Verdict.Deaths = Before + 1;
  for (size_t I = Each.size(); I < Drivers.size(); ++I)
    Each.push_back(Start(Drivers[I].Library, With.Limit));
  for (size_t I = 0; I < Drivers.size(); ++I) {
    ProbeAnswer One = Each[I].get();
    Verdict.add(One);
    if (One.What == Kind::Fails)
      Verdict.Faults[Drivers[I].Source] = One.Fault;
  }
  return true;
}

/// The same, and what was found is kept.
bool Vetting::tryAll() {
  const unsigned Crashes = Verdict.Crashes;
  bool Tried = false;
  try {
    Tried = probe();
  } catch (const std::system_error &) {
    Verdict = {}; // no thread can be made: then drivers hardly can, either
  }
  Verdict.Crashes = Crashes;
  if (Tried)
    remember();
  return Tried;
}

/// Try: where nothing is known that would be kept, a process finds it out.
bool Vetting::lacksGpu(bool Try) {
  std::optional<DriverVerdict> Known = remembered();
  if (!Known && Try && Store.writable() &&
      Store.deathsIn(Key) == CacheStore::Deaths::None && tryAll())
    Known = Verdict;
  return Known && Known->works() && Known->Crashes == 0 &&
         Known->HasGpu == false;
}

std::vector<std::unique_ptr<Device>>
Vetting::open(std::string &WhyNone,
              const std::function<std::shared_ptr<void>()> &Begin) {
  static const std::string Retry = "; `twofold info --again` tries it again";
  if (With.Again)
    forget();
  std::optional<DriverVerdict> Known = remembered();
  if (Known)
    Verdict = *Known;
  const bool Died = diedHere();
  if (Verdict.Crashes >= MostDeaths) {
    WhyNone = "OpenCL is not used: processes have died while they opened its "
              "drivers" +
              Retry;
    With.Tell(WhyNone);
    return {};
  }
  const bool LeftAlone = Known && Verdict.Deaths >= MostDeaths;
  if (!Known || Died || (!Verdict.works() && !LeftAlone))
    tryAll();
  std::vector<std::string> Lines, Libraries;
  for (const DriverFile &Driver : Drivers) {
    auto Fault = Verdict.Faults.find(Driver.Source);
    if (Fault == Verdict.Faults.end())
      Libraries.push_back(Driver.Library);
    else
      Lines.push_back(
          "the OpenCL driver " + Driver.Source +
          " is not used: opened on trial, " + Fault->second +
          (Verdict.Deaths >= MostDeaths ? ", more than once" + Retry : ""));
  }
  if (!Verdict.works() && Lines.empty())
    Lines.push_back("OpenCL's loader is not used: opened on trial, " +
                    Verdict.LoaderFault);
  for (const std::string &Line : Lines)
    With.Tell(Line);
  std::shared_ptr<void> Use;
  if (Begin && !(Use = Begin()))
    return {};
  // As things are now: drivers set variables and change files of their own.
  const unsigned Crashes = std::exchange(Verdict.Crashes, 0);
  const std::optional<bool> Before =
      std::exchange(Verdict.HasGpu, std::nullopt);
  const std::string Good = Verdict.encode(With.Get);
  std::vector<std::unique_ptr<Device>> Devices;
  {
    const CacheStore::BuildGuard Guard(Store, Key);
    Devices = Verdict.works() ? openDevices(WhyNone)
                              : openDrivers(Libraries, WhyNone);
  }
  if (Verdict.works())
    Verdict.HasGpu =
        std::any_of(Devices.begin(), Devices.end(), [](const auto &Each) {
          return Each->facts().Kind == DeviceKind::Gpu;
        });
  if (Crashes || Verdict.HasGpu != Before)
    remember(Verdict.withGpu(Good));
  if (!WhyNone.empty())
    Lines.push_back(std::move(WhyNone));
  WhyNone.clear();
  for (const std::string &Line : Lines)
    addReason(WhyNone, Line);
  return Devices;
}

/// Whether the program was started by a loader. Drivers that a static program
/// opens find another C library than its own, and crash.
static bool hasLoader() {
  bool Has = false;
  dl_iterate_phdr(
      [](dl_phdr_info *First, size_t, void *Found) {
        for (unsigned I = 0; I < First->dlpi_phnum; ++I)
          if (First->dlpi_phdr[I].p_type == PT_INTERP)
            *static_cast<bool *>(Found) = true;
        return 1; // the program itself comes first
      },
      &Has);
  return Has;
}

/// Why this process opens no drivers; null: it does.
static const char *whyNoDrivers() {
  // Loaders and drivers take libraries from where the environment says.
  if (getauxval(AT_SECURE))
    return "programs with other rights than their caller's (set-uid) use no "
           "OpenCL";
  if (!hasLoader())
    return "programs linked with -static open no OpenCL driver";
  return nullptr;
}

bool twofold::lacksGpus(const VettingOptions &Options, bool Try) {
  return !whyNoDrivers() && Vetting(Options).lacksGpu(Try);
}

std::vector<std::unique_ptr<Device>> twofold::openVettedDevices(
    const VettingOptions &Options, std::string &WhyNone,
    const std::function<std::shared_ptr<void>()> &Begin) {
  std::vector<std::unique_ptr<Device>> Out;
  if (const char *Why = whyNoDrivers()) {
    WhyNone = Why;
    return Out;
  }
  // Compilers in drivers give the thread another stack for its signals, which
  // sanitizers take for their own when the thread ends.
  auto Open = [&] {
    stack_t Own = {};
    sigaltstack(nullptr, &Own);
    Out = Vetting(Options).open(WhyNone, Begin);
    sigaltstack(&Own, nullptr);
  };
  try {
    std::thread Opener;
    {
      const QuietThreads Quiet;
      Opener = std::thread(Open);
    }
    Opener.join();
  } catch (const std::system_error &) {
    Open();
  }
  return Out;
}
