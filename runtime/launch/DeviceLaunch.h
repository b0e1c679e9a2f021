// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceLaunch.h - one call, carried out on a device -----------------===//
//
// execute() can fail and leaves the host's memory as the native variant needs
// it then: only bytes that the loop overwrites completely and never reads are
// received in place; all others wait in staging memory. publish() cannot fail
// and makes the results visible.
//
// Bytes that the loop may but need not write are compared with what was sent:
// only those that changed are stored. Another thread may be working on the
// bytes between, and the range may reach beyond the program's array. All this
// is about bytes that do not stay on the device; the others are its lease's.
//
// On devices that share memory with the host, kernels work on the arrays where
// they are, and a failure puts back what they may have spoiled (Residence.h).
#ifndef TWOFOLD_RUNTIME_LAUNCH_DEVICELAUNCH_H
#define TWOFOLD_RUNTIME_LAUNCH_DEVICELAUNCH_H

#include "bytes/Footprint.h"
#include "device/DeviceTable.h"
#include "device/RectangleTransfer.h"
#include "launch/KernelRuns.h"
#include "launch/LaunchResults.h"
#include "launch/LaunchShape.h"
#include "region/Regions.h"
#include "replay/LaunchRecord.h"
#include "site/SiteTable.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace twofold {

/// Whether a launch gives nothing back that its call has to wait for.
inline bool mayBeLeft(const twofold_site &Site) {
  return !Site.result_count && !Site.subscript_count &&
         !(Site.flags & (TWOFOLD_SITE_SEARCH | TWOFOLD_SITE_DECLINES));
}

/// One for each base of the site.
std::vector<RegionNeed> regionNeeds(const twofold_site &Site,
                                    const Footprint &Touched);

/// A launch that found everything in place. One with the same KnownCall, the
/// same group sizes and the same largest group has the same shape and needs.
struct LaunchMemo {
  const DeviceSlot *On;
  GroupShape Wish;
  size_t MaxGroup; ///< of the kernel that it was
  LaunchShape Shape;
  RegionLease Lease;              ///< rests
  std::vector<RegionUse> Outside; ///< of each part: what does not stay there
};

/// One use only. Results become those of the launch. The caller holds the
/// slot's lock from construction to destruction; everything passed must outlive
/// the object.
class DeviceLaunch {
  /// Bytes that wait for publish().
  struct StagedBytes {
    unsigned Part; ///< of the lease
    ByteRange Range;
    const char *After;  ///< from the device
    const char *Before; ///< as sent to it; null: all of them were written
  };
  const twofold_site &Site;
  const twofold_launch &Launch;
  const uint64_t Trips;
  const Footprint &Touched;
  DeviceSlot &Slot;
  Regions &Data;
  SiteRecord *const Record;
  std::shared_ptr<KnownCall> Known; ///< Touched is its; null: or is no call's
  LaunchShape Shape;
  GroupShape Wish;
  size_t MaxGroup = 0;

  std::optional<LaunchRecord> Repeatable; ///< outlives the lease
  RegionLease Lease;
  const HostCopies Copies;
  std::vector<RegionUse> Outside; ///< of each part: what does not stay there
  /// Of each part: rows that move instead of ranges; null: none. May be empty.
  std::vector<std::unique_ptr<RectangleTransfer>> Rows;
  KernelRuns Runs;
  std::optional<LaunchResults> &Results;
  std::vector<std::unique_ptr<Buffer>> ResultMemory;
  std::unique_ptr<Buffer> Nothing;     ///< for bases that touch nothing
  std::unique_ptr<Buffer> ErrorRecord; ///< null: the kernel checks nothing
  std::vector<StagedBytes> Staged;
  /// Of parts in place: what was there, should the launch fail.
  std::vector<std::pair<ByteRange, const char *>> Before;
  std::vector<std::unique_ptr<Event>> Events;
  char *FreeStaging = nullptr;
  bool Completed = false;
  bool LeftBounds = false;
  bool Tried = false;         ///< the driver was asked to run the kernel
  bool Started = false;       ///< it has agreed: the kernel may have written
  bool Leaves = false;        ///< nobody waits for the kernel
  PendingLaunches::Kept Sent; ///< what a launch that leaves sends

  /// Counts bytes that were moved.
  void moved(TransferReason Why, uint64_t Bytes) {
    (goesToDevice(Why) ? BytesToDevice : BytesToHost) += Bytes;
    if (Record)
      Record->Moved.add(Why, Bytes);
  }
  bool leavable() const;
  bool receivesInStaging() const;
  void planRows();
  Status allocate();
  Status send(unsigned Part);
  Status acquire(Program &Kernel, Regions::Keep How, bool MayLeave);
  Status enqueue();
  Status enqueue(KernelRun &Run);
  Status readErrorRecord();
  Status search();
  Status receive(unsigned Part);
  void rememberBytes(const RegionLease::Part &Part);
  void restoreBytes();
  Status waitForAll();

public:
  uint64_t BytesToDevice = 0, BytesToHost = 0;

  DeviceLaunch(const twofold_site &Site, const twofold_launch &Launch,
               uint64_t Trips, const Footprint &Touched, DeviceSlot &Slot,
               Regions &Data, SiteRecord *Record,
               std::optional<LaunchResults> &Results);
  /// Waits for the device if need be: it may still use staging memory.
  ~DeviceLaunch();

  /// What this launch finds out may serve the call's next one.
  void remember(std::shared_ptr<KnownCall> In) { Known = std::move(In); }
  /// Sends the inputs, runs the kernel, receives the outputs. The outputs of a
  /// kernel that left an array are not received. With MayLeave, a kernel that
  /// has nothing to give back may be under way afterwards.
  Status execute(Program &Kernel, Regions::Keep How = Regions::Keep::Pages,
                 bool MayLeave = false, GroupTrial *Trial = nullptr);
  /// After a successful execute: whether the kernel may still be under way.
  bool left() const { return Leaves; }
  /// After a successful execute: whether it did; its BoundedCall knows.
  bool leftBounds() const { return LeftBounds; }
  /// After a successful execute inside all bounds: stores what was received
  /// into the program's arrays. Results are to be stored when this object is
  /// gone.
  void publish();
};

} // namespace twofold

#endif
