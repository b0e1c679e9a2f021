// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteTable.h - what the runtime remembers about each site -----------===//
#ifndef TWOFOLD_RUNTIME_SITE_SITETABLE_H
#define TWOFOLD_RUNTIME_SITE_SITETABLE_H

#include "choice/SiteChoice.h"
#include "choice/TeamTrials.h"
#include "device/Ledger.h"
#include "report/TransferReason.h"
#include "site/CallMemo.h"
#include "twofold/abi.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace twofold {

class GroupTuner;
class Program;
class Specialiser;

/// One site's kernel on one device: a program, or why there is none. Either is
/// final, so that a failed build is never tried again.
struct SiteKernel {
  std::shared_ptr<Program> Built;
  std::shared_ptr<GroupTuner> Tuner;     ///< with Built; null: nothing to tune
  std::shared_ptr<Specialiser> Specials; ///< with Built; null: there are none
  std::string Failure;
  std::string Trouble;         ///< of the last build, which may be tried again
  unsigned LaunchFailures = 0; ///< one after the other
  bool Building = false;
  std::chrono::steady_clock::time_point Since; ///< Building

  /// Nobody has begun to build it, or it may be tried again.
  bool isUnasked() const { return !Built && Failure.empty() && !Building; }
};

enum class KernelState : uint8_t { Unasked, Building, Ready, Failed };

/// The states of one site's kernels on all devices. Lock-free; the device's
/// SiteKernel is what counts. A device beyond the last one is always Unasked.
class KernelStates {
  static constexpr unsigned Devices = 32;
  std::atomic<uint64_t> Packed{0}; ///< two bits for each device

public:
  KernelState of(unsigned Device) const {
    if (Device >= Devices)
      return KernelState::Unasked;
    return KernelState(Packed.load(std::memory_order_acquire) >> 2 * Device &
                       3);
  }
  void set(unsigned Device, KernelState State) {
    if (Device >= Devices)
      return;
    uint64_t Old = Packed.load(std::memory_order_relaxed), New;
    do
      New = (Old & ~(uint64_t(3) << 2 * Device)) | uint64_t(State)
                                                       << 2 * Device;
    while (!Packed.compare_exchange_weak(Old, New, std::memory_order_release,
                                         std::memory_order_relaxed));
  }
};

struct SiteRecord;

/// Sites whose kernels are built together.
using SiteGroup = std::vector<std::pair<const twofold_site *, SiteRecord *>>;

/// One site's memory. Never destroyed. The counters are read at exit, when the
/// library that holds the site may be gone: hence the copied texts.
struct SiteRecord {
  explicit SiteRecord(const twofold_site &Site);
  /// Site is at its address after a library has been unloaded, and is the same
  /// loop for certain, of which the kernel's text has all.
  bool isStillOf(const twofold_site &Site) const;

  /// A kernel of it has left calls to the native variant.
  std::atomic<bool> Declined{false};

  const std::string Place; ///< file:line
  const std::string Function;
  const std::string Identity;         ///< the same in every run of one program
  std::atomic<bool> Recalled{false};  ///< what other runs have learned
  std::atomic<bool> HasWaited{false}; ///< for a kernel that nobody has measured
  std::atomic<bool> IsWanted{false};  ///< among SiteKernels' Wanted
  std::atomic<bool> IsSequence{false}; ///< its calls are those of its steps
  /// See SiteKernels::together; null: its kernel is built for itself.
  std::atomic<const SiteGroup *> Together{nullptr};
  /// The cache, beside which nothing is built, does not have its kernel.
  std::atomic<bool> MissedCache{false};

  using Counter = std::atomic<uint64_t>;
  Counter Inline{0}, Threaded{0}, Device{0}, Fallback{0};
  Counter Nanoseconds{0}, BytesToDevice{0}, BytesToHost{0};
  TransferSums Moved; ///< the same bytes, by reason
  Counter KernelsBuilt{0}, KernelsCached{0};
  Counter Specialised{0}; ///< of Device: launches of kernels with constants
  Ledger WithoutDevice;   ///< what calls have lost, as predicted
  SiteChoice Choice;
  TeamTrials Trials;
  CallMemo Calls;
  std::atomic<bool> ToldUnchecked{false}; ///< which accesses nobody checks
  std::atomic<bool> ToldConflict{false};  ///< why a call ran in order
  std::atomic<bool> ToldUpdates{false};   ///< that elements are shared
  /// Of a site with loaded axes: calls that came to the runtime, and 1 + the
  /// conflict that some of their places have shown, from when on all calls run
  /// in order; 0: none.
  Counter Looks{0}, Repeats{0};
  Counter SampleRounds{0}; ///< that looking at places has taken
  /// Of calls on a device: those that asked whether they are compared with the
  /// native variant, those that were, and those that differed.
  Counter CheckTurns{0}, Checked{0}, Differing{0};
  Counter MostLooked{0}; ///< iterations, of a call that has been looked at
  /// Enough of them have been looked at for the next ones to go unseen.
  bool mayPass() const {
    constexpr uint64_t Enough = 16;
    return Looks.load(std::memory_order_relaxed) > Enough &&
           Repeats.load(std::memory_order_relaxed) == 0;
  }
  KernelStates States; ///< of Kernels, without the lock
  /// Number, plus one, of the device whose launch was the last and succeeded;
  /// 0: it failed, or there was none.
  std::atomic<unsigned> LastGood{0};

  mutable std::mutex Lock;                ///< guards what follows
  std::condition_variable KernelsChanged; ///< a build has ended
  std::map<unsigned, SiteKernel> Kernels; ///< by device number
  std::string LastChoice;                 ///< where the last call ran
  std::string Label;                      ///< the program's name for it
  std::string Reason;                     ///< why the last native call was
  bool Weighed = false; ///< Reason comes of predictions, with a GPU or without
  std::string LastDevice; ///< name of the last device used
};

/// Its label, or else its function's name.
std::string nameOf(const SiteRecord &Of);

/// What calls of the site have done so far, without its place. WhyNoGpu stands
/// for what was predicted of a GPU before it was known that there is none.
std::string describe(const SiteRecord &Of, const std::string &WhyNoGpu);

/// The records of all sites that were ever called. Another library may have a
/// site of its own where one lay that has been unloaded. Thread-safe.
class SiteTable {
  static std::atomic<uint64_t> Tables;
  const uint64_t Number = ++Tables; ///< no other table has had it
  mutable std::mutex Lock;
  struct Entry {
    SiteRecord *Record = nullptr;
    uint64_t Unloads = 0; ///< of libraries, when Record was of the site
  };
  std::unordered_map<const twofold_site *, Entry> BySite;
  std::deque<SiteRecord> Records;            ///< in order of their first calls
  std::map<std::string, std::string> Labels; ///< by the ends of places

  SiteRecord *find(const twofold_site &Site, bool Waits);

public:
  /// Costs a nanosecond for a site that the thread has asked for lately, and
  /// that of a question to the linker more if a library has it.
  SiteRecord &record(const twofold_site &Site) { return *find(Site, true); }
  /// The same in a forked child; null where a thread had the table at the fork.
  SiteRecord *find(const twofold_site &Site) { return find(Site, false); }
  /// See twofold_label.
  void label(const std::string &Place, const std::string &Label);
  /// One line for each site, those first that have taken longest, behind a
  /// table of the times of all, if there are several.
  void summarize(const class Trace &To, const std::string &WhyNoGpu) const;
  /// In that order; F may not call the table.
  template <typename Function> void forEach(Function F) const {
    std::lock_guard<std::mutex> Guard(Lock);
    for (const SiteRecord &R : Records)
      F(R);
  }
};

} // namespace twofold

#endif
