// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Abi.cpp - the C entry points ---------------------------------------===//
//
// Those that have no file of their own, and the one place where the runtime is
// composed, which is never destroyed: see ProcessEnd.
//
//===----------------------------------------------------------------------===//
// Everything else in the library is hidden. First, because the runtime's own
// headers include these.
#pragma GCC visibility push(default)
#include "twofold/abi.h"
#include "twofold/devicecalls.hpp"
#include "twofold/twofold.h"
#pragma GCC visibility pop

#include "MemoryRequests.h"
#include "Runtime.h"
#include "bytes/AffineForm.h"
#include "cache/KernelCache.h"
#include "call/LaunchTrips.h"
#include "conflict/Conflicts.h"
#include "guard/GuardOnDemand.h"
#include "host/HostDevice.h"
#include "kernel/SiteScan.h"
#include "observe/KnownBlocks.h"
#include "observe/Observation.h"
#include "opencl/VettedDrivers.h"
#include "region/FunctionScope.h"
#include "system/ForkGate.h"
#include "system/ProcessEnd.h"
#include "system/SignalHold.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace twofold;

/// Calls with less work run at once; 0 until the runtime exists and when every
/// call is to be seen by it.
static constinit std::atomic<uint64_t> InlineLimit{0};

/// Null until the first kernel is asked for.
static constinit std::atomic<KernelCache *> Kernels{nullptr};

/// Algorithms have a weak reference to it, which would not bring it along from
/// a static library.
__attribute__((used)) static auto *const DeviceCalls = &twofold_device_calls;

static std::unique_ptr<ProgramSupply> makeSupply(const Settings &Set) {
  auto Made = std::make_unique<KernelCache>(cacheConfig(Set));
  Kernels = Made.get();
  if ((Set.Info.has(Topic::Cache) || Set.Info.has(Topic::Summary)) &&
      !Made->trouble().empty())
    std::fprintf(stderr, "twofold: %s\n", Made->trouble().c_str());
  return Made;
}

/// Null until the runtime exists.
static constinit std::atomic<Runtime *> Current{nullptr};

/// Results may stay on devices only while every free() is seen.
static std::unique_ptr<PageGuard> makeGuard(GuardResolver &Resolver) {
  observation::setForgetter([](ByteRange Gone) {
    if (Runtime *R = Current.load())
      R->regions().forget(Gone);
  });
  return std::make_unique<GuardOnDemand>(Resolver, observation::whyNoGuard(),
                                         observation::isLate());
}

static std::vector<std::unique_ptr<Device>> openAll(const CacheConfig &Cache,
                                                    std::string &WhyNone) {
  auto Opened = openVettedDevices(
      {.Cache = Cache}, WhyNone, []() -> std::shared_ptr<void> {
        if (Runtime *R = Current.load())
          R->openingBegins();
        auto Now = std::make_shared<ProcessEnd::DriverUse>();
        return Now->allowed() ? Now : nullptr;
      });
  ProcessEnd::watch();
  return Opened;
}

static constexpr ProcessEnd::Parts AtTheEnd = {
    [] { runtime().kernels().close(); }, [] { runtime().endProgram(); },
    [] {
      runtime().kernels().leave();
      if (KernelCache *Made = Kernels.load())
        Made->forgetBuilds();
    }};

static constexpr ForkGate::Actions AroundForks = {
    [] {
      if (Runtime *R = Current.load())
        R->beginFork();
    },
    [] {
      if (Runtime *R = Current.load())
        R->endFork();
    },
    [](bool AfterBegin) {
      if (Runtime *R = Current.load())
        R->becomeForkedChild(AfterBegin);
    }};

static Runtime &makeRuntime() {
  const CancelHold Whole;
  // What OpenMP's library registers comes first; so a fork waits at the gate
  // before it takes that library's locks, which a runtime needs to be made.
  HostDevice::mostThreads();
  const ForkGate Gate;
  if (Runtime *Made = Current.load())
    return *Made;
  HostGuard::observeForks();
  ForkGate::act(AroundForks);
  ProcessEnd::watchAll();
  RuntimeParts Parts;
  Parts.Set = Settings::ofProcess();
  Parts.OpenDevices = [Cache = cacheConfig(Parts.Set)](std::string &Why) {
    return openAll(Cache, Why);
  };
  Parts.LacksGpus = [Cache = cacheConfig(Parts.Set)](bool Try) {
    return lacksGpus({.Cache = Cache}, Try);
  };
  Parts.MakeGuard = makeGuard;
  Parts.MakeSupply = makeSupply;
  Parts.Memory = ChoiceMemory::ofProcess(Parts.Set);
  Parts.InlineLimit = &InlineLimit;
  auto *Made = new Runtime(std::move(Parts));
  Made->regions().setOwners(observation::pagesOf, watchedBlock);
  if (!Made->receiptsFile().empty())
    std::atexit([] { runtime().fileReceipts(); });
  if (Timeline::on())
    std::atexit([] { runtime().endTimeline(); });
  if (Made->checks())
    std::atexit([] { runtime().summarizeChecks(); });
  if (Made->trace().any())
    std::atexit([] { runtime().summarize(); });
  Current.store(Made, std::memory_order_release);
  ProcessEnd::set(AtTheEnd);
  return *Made;
}

Runtime &twofold::runtime() {
  Runtime *Made = Current.load(std::memory_order_acquire);
  return Made ? *Made : makeRuntime();
}

Runtime *twofold::existing() {
  return usable(Current.load(std::memory_order_acquire));
}

/// Whether TWOFOLD_INFO asks for a summary, also where no runtime exists.
static bool summarizes() {
  static const char *const Given = secure_getenv("TWOFOLD_INFO");
  if (!Given)
    return false;
  const auto Only = [](const char *Name) {
    return std::string_view(Name) == "TWOFOLD_INFO" ? Given : nullptr;
  };
  static const bool Wanted =
      Settings::read(Only, [](const std::string &) {}).Info.has(Topic::Summary);
  return Wanted;
}

/// For `twofold warm`: all is loaded, and nothing of the program has begun.
__attribute__((constructor)) static void prepareInstead() {
  ProcessEnd::watchAll();
  if (summarizes())
    tellStaysAtExit();
  PreparationTask Task;
  if (!parsePreparation(secure_getenv("TWOFOLD_WARM"), Task))
    return;
  PreparationPrinter Print(secure_getenv("TWOFOLD_WARM_JSON"));
  for (const char *Name : {"TWOFOLD_WARM", "TWOFOLD_WARM_JSON"})
    unsetenv(Name); // not for what a driver starts
  int Status = runtime().prepare(Task, loadedSites(), std::ref(Print));
  Print.finish();
  KernelCache *Made = Kernels.load();
  if (Task == PreparationTask::Build && Made && !Made->stores()) {
    std::string Why = Made->trouble();
    std::fprintf(stderr, "twofold: nothing is kept: %s\n",
                 Why.empty() ? "TWOFOLD_CACHE forbids it" : Why.c_str());
    Status = 3;
  }
  Status = std::fflush(stdout) ? 1 : Status;
  // At once: neither the program nor a library of it expects to end here.
  runtime().kernels().leave();
  _exit(Status);
}

extern "C" void twofold_run(const twofold_site *Site,
                            const twofold_launch *Launch) {
  const FunctionScope::Call In;
  uint64_t Trips = tripsOf(Site, Launch);
  if (Trips == 0)
    return;
  uint64_t Limit = InlineLimit.load(std::memory_order_relaxed);
  if (Limit && !FunctionScope::holds() && !runtime().asksForDevice() &&
      !(Site->flags & (TWOFOLD_SITE_CPU | TWOFOLD_SITE_GPU |
                       TWOFOLD_SITE_BOUNDS | TWOFOLD_SITE_DETERMINISTIC)) &&
      (Trips == 1 || !Launch->condition ||
       workIsBelow(*Site, *Launch, Trips, Limit) ||
       (HostDevice::passesAlone(*Site, *Launch) &&
        runtime().regions().idle()))) {
    // One at a time: within a call of the variant they may be mixed.
    if (Trips > 1 && putsOffQuestion(*Site, *Launch, Trips)) {
      for (uint64_t I = 0; I < Trips; ++I)
        Site->native(Launch->args, I, I + 1);
      return;
    }
    if (Trips == 1 || !conflictOf(*Site, *Launch)) {
      // What a call says of elements that it reads says nothing of later calls.
      const bool Passes = !hasLoadedConflicts(*Site) || runtime().lets(*Site);
      if (Passes)
        HostDevice::letPass(*Site, Limit);
      if (Passes || Trips == 1) {
        if (runtime().asksForDevice()) // since
          HostDevice::letCome(*Site);
        // The call site's own, which is not constant.
        if (Site->conflicts && !Launch->apart)
          const_cast<twofold_launch *>(Launch)->apart = TWOFOLD_SEEN_APART;
        Site->native(Launch->args, 0, Trips);
        return;
      }
    }
  }
  runtime().run(*Site, *Launch, Trips);
}

extern "C" void twofold_left(const char *File, uint32_t Line,
                             const char *Function, const char *Directive,
                             const char *Reason) noexcept {
  if (Reason && summarizes())
    runtime().leave(File, Line, Function, Directive, Reason);
}

extern "C" int32_t twofold_begin(twofold_parallel *Parallel,
                                 twofold_passage *Passage) noexcept {
  return runtime().begin(*Parallel, *Passage);
}

extern "C" void twofold_end(const twofold_passage *Passage) noexcept {
  if (Passage->state)
    runtime().end(*Passage);
}

extern "C" int32_t twofold_readable(const void *Pointer, uint64_t Bytes) {
  return isReadable(Pointer, Bytes);
}

extern "C" const char *twofold_version(void) { return TWOFOLD_VERSION; }

extern "C" int twofold_set_offload(int Offload) {
  return runtime().setOffload(Offload, loadedSites);
}

extern "C" int twofold_device_count(void) {
  return int(runtime().devices().size());
}

extern "C" const char *twofold_device_name(int Number) {
  const auto &Devices = runtime().devices();
  if (Number < 0 || size_t(Number) >= Devices.size())
    return nullptr;
  return Devices[Number]->facts().Name.c_str();
}

extern "C" void twofold_get_statistics(twofold_statistics *To) {
  const Statistics &From = runtime().statistics();
  twofold_statistics All = {};
  All.calls_native = From.CallsNative;
  All.calls_threaded = From.CallsThreaded;
  All.calls_device = From.CallsDevice;
  All.calls_fallback = From.CallsFallback;
  All.bytes_to_device = From.BytesToDevice;
  All.bytes_to_host = From.BytesToHost;
  All.kernels_built = From.KernelsBuilt;
  All.kernels_cached = From.KernelsCached;
  All.kernels_failed = From.KernelsFailed;
  if (To)
    memory::fill(To, All);
}

extern "C" void twofold_label(const char *Place, const char *Label) {
  if (Place)
    runtime().label(Place, Label ? Label : "");
}

static size_t copyText(const std::string &From, char *To, size_t Size) {
  if (To && Size > 0)
    To[From.copy(To, Size - 1)] = 0;
  return From.size();
}

extern "C" size_t twofold_explain(const char *Site, char *Text, size_t Size) {
  return copyText(runtime().explain(Site ? Site : ""), Text, Size);
}

extern "C" size_t twofold_receipts_json(char *Text, size_t Size) {
  return copyText(runtime().receiptsAsJson(), Text, Size);
}

extern "C" void twofold_enter(twofold_scope *Scope) { Scope->state = nullptr; }

extern "C" void twofold_keep(twofold_scope *Scope) {
  if (Runtime *R = usable(&runtime()); R && R->keepsInScopes())
    FunctionScope::of(*Scope).arm();
}

extern "C" void twofold_home(twofold_scope *Scope) {
  if (Runtime *R = existing())
    FunctionScope::of(*Scope).empty(R->regions());
}

extern "C" void twofold_read(twofold_scope *Scope, const void *Pointer,
                             uint64_t Bytes) {
  if (Runtime *R = existing())
    FunctionScope::of(*Scope).read(observation::rangeOf(Pointer, Bytes),
                                   R->regions());
}

extern "C" void twofold_leave(twofold_scope *Scope) {
  if (!Scope->state)
    return;
  twofold_home(Scope);
  FunctionScope::of(*Scope).forget();
}
