// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Runtime.h - owns all state of the runtime --------------------------===//
#ifndef TWOFOLD_RUNTIME_RUNTIME_H
#define TWOFOLD_RUNTIME_RUNTIME_H

#include "call/Dispatcher.h"
#include "device/DeviceTable.h"
#include "device/ProgramSupply.h"
#include "host/HostDevice.h"
#include "kernel/KernelPreparation.h"
#include "region/Regions.h"
#include "report/ErrorReport.h"
#include "report/Settings.h"
#include "report/Statistics.h"
#include "report/Trace.h"
#include "site/LeftLoops.h"
#include "site/ParallelRegions.h"
#include "site/SiteTable.h"
#include "system/LoadedObjects.h"
#include "system/Timeline.h"

#include <atomic>
#include <functional>
#include <memory>
#include <span>

namespace twofold {

/// What a Runtime is made from. The functions are called at most once, when the
/// first loop could be offloaded.
struct RuntimeParts {
  Settings Set;
  DeviceTable::Opener OpenDevices;
  DeviceTable::Foresight LacksGpus; ///< empty: that is never known
  SiteKernels::SupplyMaker MakeSupply;
  Trace::Sink TraceTo;           ///< empty: stderr
  Regions::GuardMaker MakeGuard; ///< empty: results never stay on a device
  NanosecondClock Now = steadyNanoseconds; ///< by which calls are measured
  std::unique_ptr<ChoiceMemory> Memory;    ///< null: nothing is remembered
  /// Calls with less work than this may bypass the runtime; 0 while none may.
  std::atomic<uint64_t> *InlineLimit;
};

/// The one object that the C entry points talk to. Thread-safe.
class Runtime {
  const Settings Set;
  const Trace Log;
  std::atomic<uint64_t> HostLimit{0};
  HostDevice Host;
  DeviceTable Devices;
  SiteTable Sites;
  LeftLoops Left;
  ParallelRegions Parallels;
  Statistics Counts;
  Regions All;
  Dispatcher Dispatch;
  ErrorReport Errors;
  std::atomic<bool> Forked{false};

  /// One of the site's conflicts that is known to come about. Sampled: by some
  /// of the places that are read from memory, and for all calls to come.
  struct KnownConflict {
    uint32_t Number;
    bool Sampled;
  };
  std::optional<KnownConflict> conflictIn(const twofold_site &Site,
                                          const twofold_launch &Launch,
                                          uint64_t Trips);
  std::optional<KnownConflict> loadedConflictIn(const twofold_site &Site,
                                                const twofold_launch &Launch,
                                                uint64_t Trips);
  void runChecked(const twofold_site &Site, const twofold_launch &Launch,
                  uint64_t Trips);
  void runUnchecked(const twofold_site &Site, const twofold_launch &Launch,
                    uint64_t Trips);
  void summarizeFetches() const;
  bool mayLaunch() const;
  void reportUnchecked(const twofold_site &Site, const std::string &Which);

public:
  explicit Runtime(RuntimeParts Parts);

  /// Runs a call of Trips iterations, at least one. Lets exceptions of the
  /// native variant through.
  void run(const twofold_site &Site, const twofold_launch &Launch,
           uint64_t Trips);

  /// The same for a site without conflicts and checks that may have no native
  /// variant. Returns why such a one has not run; empty: it has.
  std::string runKernel(const twofold_site &Site, const twofold_launch &Launch,
                        uint64_t Trips);
  /// See Dispatcher::runSequence.
  void runSequence(const twofold_site &Site, const twofold_launch &Launch,
                   uint64_t Trips, std::span<const twofold_site *const> Kernels,
                   unsigned Steps, const std::function<void()> &Run);
  /// See SiteKernels::together.
  void buildTogether(std::span<const twofold_site *const> Of) {
    if (!isForkedChild())
      Dispatch.kernels().together(Of, Sites);
  }
  /// Whether a device is there that all calls are to go to.
  bool demandsDevice() { return !isForkedChild() && Dispatch.demandsDevice(); }

  /// Of a site with loaded conflicts: its calls may do without run(), as far as
  /// these go.
  bool lets(const twofold_site &Site) { return Sites.record(Site).mayPass(); }

  /// See twofold_set_offload. AllSites finds the loops of the process.
  int setOffload(int To, std::vector<const twofold_site *> (*AllSites)());
  bool asksForDevice() const { return Dispatch.asksForDevice(); }

  /// OpenMP's directive runs in place of a loop; see twofold_left.
  void leave(const char *File, uint32_t Line, const char *Function,
             const char *Directive, const char *Reason) {
    if (!isForkedChild())
      Left.add(File, Line, Function, Directive, Reason);
  }

  /// See twofold_begin and twofold_end.
  bool begin(twofold_parallel &Parallel, twofold_passage &Passage);
  void end(const twofold_passage &Passage);

  /// Sets the limits of a loop that stays where it is, where they are checked.
  void limit(const twofold_site &Site, const twofold_launch &Launch,
             uint64_t *Limits);

  /// Around a fork; a forked child may fork, too, and nothing of it is on a
  /// device then. The last one is to be called in the child: OpenCL hangs
  /// there, so that all further calls run natively. Async-signal-safe.
  void beginFork() {
    if (!isForkedChild())
      All.beginFork();
  }
  void endFork() {
    if (!isForkedChild())
      All.endFork();
  }
  void becomeForkedChild(bool AfterBegin) {
    if (Forked.exchange(true, std::memory_order_relaxed))
      return;
    Timeline::forget();
    keepUnloadsInForkedChild();
    Host.becomeForkedChild();
    if (AfterBegin)
      Regions::endForkInChild();
  }
  bool isForkedChild() const { return Forked.load(std::memory_order_relaxed); }

  /// Opens the devices, unless they are switched off.
  const std::vector<std::unique_ptr<DeviceSlot>> &devices();
  const Statistics &statistics() const { return Counts; }
  const Trace &trace() const { return Log; }
  Regions &regions() { return All; }
  SiteKernels &kernels() { return Dispatch.kernels(); }
  /// Loops of a FunctionScope may leave their results on a device.
  bool keepsInScopes() const {
    return All.lazy() && Set.Bounds != BoundsPolicy::Always &&
           !Devices.knownEmpty();
  }
  ErrorReport &errors() { return Errors; }

  /// To be told by who opens the devices, once nothing else is tried first.
  void openingBegins() { Dispatch.openingBegins(); }

  /// See prepareKernels. Instead of running the program.
  int prepare(PreparationTask Task, std::span<const twofold_site *const> Sites,
              const std::function<void(const PreparedKernel &)> &Tell);
  /// To be called at the program's exit: results for those who still look at
  /// memory, devices that do nothing more, and what the next run will want to
  /// know.
  void endProgram();
  /// See twofold_explain and twofold_receipts_json; nothing in a forked child.
  std::string explain(const std::string &Site) const;
  std::string receiptsAsJson() const;
  const std::string &receiptsFile() const { return Set.ReceiptsFile; }
  /// Writes them to that file. To be called at exit.
  void fileReceipts() const;

  /// Closes the file of TWOFOLD_TRACE, with what each loop has done. At exit.
  void endTimeline() const;
  /// See twofold_label.
  void label(const std::string &Place, const std::string &Label) {
    if (!isForkedChild())
      Sites.label(Place, Label);
  }

  /// The lines of TWOFOLD_INFO=1. Reads counters only: no OpenCL call.
  void summarize() const;
  /// What TWOFOLD_CHECK has found; nothing where nothing was compared.
  void summarizeChecks() const;
  bool checks() const { return Set.Check; }
};

/// The process's, made when it is asked for. Where the C entry points are.
Runtime &runtime();

/// R, or null in a forked child, where locks may be held for ever.
inline Runtime *usable(Runtime *R) {
  return R && !R->isForkedChild() ? R : nullptr;
}
/// The process's if it was made and is usable, or null: nothing of the process
/// is on a device then.
Runtime *existing();

} // namespace twofold

#endif
