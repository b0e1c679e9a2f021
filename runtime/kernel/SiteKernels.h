// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteKernels.h - the kernels of sites, built while loops run --------===//
//
// A kernel is built on a thread of the crew, once for each site and device
// however many calls ask for it. Calls look at its state, which costs a load;
// the first that finds it ready is the first on the device.
#ifndef TWOFOLD_RUNTIME_KERNEL_SITEKERNELS_H
#define TWOFOLD_RUNTIME_KERNEL_SITEKERNELS_H

#include "device/DeviceTable.h"
#include "device/ProgramSupply.h"
#include "kernel/Specialiser.h"
#include "launch/GroupTuner.h"
#include "report/Settings.h"
#include "report/Statistics.h"
#include "report/Trace.h"
#include "site/SiteTable.h"
#include "thread/BuildThreads.h"
#include "twofold/abi.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>

namespace twofold {

/// The options that a site's kernel is built with on a device.
/// Matrices: as far as is known, the device multiplies them in order, if it
/// can.
std::string buildOptions(const twofold_kernel &Kernel, const DeviceFacts &Facts,
                         const Settings &Set, bool Matrices);

/// Why the device cannot run the kernel at all; empty when it can.
std::string incapable(const twofold_kernel &Kernel, const DeviceFacts &Facts);

/// A site with a kernel, and a device.
struct KernelFor {
  const twofold_site &Site;
  SiteRecord &Record;
  DeviceSlot &Slot;
};

/// How one launch of a kernel is done.
struct LaunchPlan {
  GroupTrial Group;     ///< its Measure is Special's, too
  SpecialTrial Special; ///< the kernel to use, if it is not the usual one
  std::shared_ptr<GroupTuner> Tuner; ///< null: nothing to tune
  std::shared_ptr<Specialiser> Specials;
};

/// Thread-safe. All references must outlive the object. Records and devices
/// that were asked about must, too.
class SiteKernels {
public:
  /// Makes the supply of programs; called by the first build.
  using SupplyMaker =
      std::function<std::unique_ptr<ProgramSupply>(const Settings &)>;

private:
  const Settings &Set;
  const Trace &Log;
  Statistics &Counts;
  SupplyMaker MakeSupply;
  std::once_flag SupplyOnce;
  std::unique_ptr<ProgramSupply> Supply;
  std::atomic<bool> Leaving{false};
  /// More kernels with constants are not built by one process.
  static constexpr unsigned MostSpecials = 64;
  std::atomic<unsigned> SpecialsBegun{0};

  /// What a build needs, without anything of the library that has the site.
  struct Order {
    twofold_kernel Kernel; ///< its flags alone
    ProgramSource Source;  ///< without its options
    std::vector<GroupShape> Candidates;
    std::shared_ptr<Specialiser> Specials;
    SiteRecord &Record;
  };
  std::mutex WantedLock;
  std::vector<Order> Wanted; ///< guarded by WantedLock; one for each record
  std::vector<std::unique_ptr<const SiteGroup>> Groups; ///< likewise guarded
  BuildThreads Crew; ///< last: its jobs use all of the above

  void supply();
  std::string optionsOf(const twofold_kernel &Kernel,
                        const DeviceSlot &Slot) const {
    return buildOptions(Kernel, Slot.facts(), Set, !Slot.MatricesFail);
  }
  void tryMatrices(DeviceSlot &Slot);
  ProgramSource sourceOf(const KernelFor &Of) const;
  Order orderOf(const twofold_site &Site, SiteRecord &Record,
                DeviceKind For) const;
  void build(const twofold_kernel &Kernel, ProgramSource Source,
             std::vector<GroupShape> Candidates,
             std::shared_ptr<Specialiser> Specials, SiteRecord &Record,
             DeviceSlot &Slot);
  std::shared_ptr<Specialiser> makeSpecials(const twofold_site &Site) const;
  ProgramSource specialSource(const KernelFor &Of,
                              const LaunchPlan &Plan) const;
  void beginSpecial(const KernelFor &Of, const LaunchPlan &Plan);
  void tellGroups(const KernelFor &Of, const LaunchPlan &Plan);
  void keepSpecial(const KernelFor &Of, const LaunchPlan &Plan,
                   const char *Line);
  void remember(DeviceSlot &Slot, ProgramSource Source, std::string Line,
                bool AtOnce);
  std::shared_ptr<GroupTuner> makeTuner(const ProgramSource &Source,
                                        std::vector<GroupShape> Candidates,
                                        DeviceSlot &Slot);
  bool begin(Order What, DeviceSlot &Slot, std::unique_lock<std::mutex> &Hold,
             bool Wait);
  void beginOthers(const KernelFor &Of);

public:
  SiteKernels(const Settings &Set, const Trace &Log, Statistics &Counts,
              SupplyMaker MakeSupply);

  /// As long as Settings::BuildTimeout from the build's begin.
  static constexpr auto UntilTimeout = std::chrono::nanoseconds::max();

  /// The site's program for the device, or null with the reason in Why. A build
  /// begins unless there was one before, and is waited for, but no longer than
  /// Patience and Settings::BuildTimeout.
  std::shared_ptr<Program>
  get(const KernelFor &Of, std::chrono::nanoseconds Patience, std::string &Why);
  /// Whether there is one. Lock-free where there is.
  bool ready(const KernelFor &Of, std::chrono::nanoseconds Patience,
             std::string &Why) {
    return Of.Record.States.of(Of.Slot.Number) == KernelState::Ready ||
           get(Of, Patience, Why);
  }

  /// As soon as one of these sites' kernels is built for a GPU, those of the
  /// others are, too: a call of one follows that of another. Sites are to
  /// outlive the object; of several groups the last one counts.
  void together(std::span<const twofold_site *const> Sites, SiteTable &Records);

  /// The site's kernel is built as soon as a GPU is there.
  void want(const twofold_site &Site, SiteRecord &Record);
  /// Begins the builds of all that was wanted.
  void buildWanted(DeviceSlot &Gpu);

  /// Why a build would be needed; empty if none would. Reads the whole cache.
  std::string whyMissed(const twofold_site &Site, DeviceSlot &Slot);

  /// The group sizes for a launch of the site on the device, and the kernel:
  /// one in which the launch's integers are constants (docs/use/choice.md)
  /// where there is one. To be asked before anything is locked.
  LaunchPlan plan(const KernelFor &Of, const twofold_launch &Launch,
                  uint64_t Work);
  /// To be called when a launch by that plan has succeeded: its outcome is
  /// remembered.
  void tell(const KernelFor &Of, const LaunchPlan &Plan);
  /// To be called when a launch by that plan has failed.
  void failed(const LaunchPlan &Plan);

  /// How many threads build or measure beside the program's own.
  unsigned busy() const { return Crew.busy(); }
  /// Runs Work on a thread that builds; see BuildThreads::add.
  bool later(BuildThreads::Job Work) { return Crew.add(std::move(Work)); }

  /// See BuildThreads. Calls stop waiting for builds.
  void close() {
    Leaving.store(true, std::memory_order_relaxed);
    Crew.close();
  }
  void leave() {
    close();
    Crew.leave();
  }
  bool leaving() const { return Leaving.load(std::memory_order_relaxed); }
};

} // namespace twofold

#endif
