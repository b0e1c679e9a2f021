// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionMover.h - moves what locked regions have ---------------------===//
#ifndef TWOFOLD_RUNTIME_REGION_REGIONMOVER_H
#define TWOFOLD_RUNTIME_REGION_REGIONMOVER_H

#include "choice/DeviceAccount.h"
#include "region/LossRecovery.h"

namespace twofold {

/// Thread-safe; but what gets a region is called by who has locked it.
class RegionMover {
  RegionTable &Table;
  SplitGuard &Guard;
  LossRecovery &Recovery;
  const Trace &Log;
  Statistics &Counts;
  DeviceAccount Account;
  bool ZeroCopy = true;
  /// Not less than the table's deviceBytes(): what was allocated since it was
  /// added up counts, also where it is free again. By the table's lock.
  std::map<const DeviceSlot *, uint64_t> MostBytesOn;

  Status putHome(NewerBlocks Beside, const PageGuard::Filler &Fill,
                 PageGuard::Access How, TransferReason Why,
                 const RangeSet &Read, const LossRecovery::Groups &Ended);
  void bringHomeBlock(Region &R, RegionCopy &From, ByteRange Block,
                      PageGuard::Access How, TransferReason Why);
  bool bringRunHome(NewerBlocks Beside, const char *Bytes, TransferReason Why);
  bool bringTogether(NewerBlocks Blocks, TransferReason Why);
  bool touchTogether(const std::vector<Region *> &Near, const RangeSet &Pages,
                     TransferReason Why, RegionTable::Locked &Lock);
  bool fits(const DeviceSlot &Slot, uint64_t Bytes, uint64_t Budget);
  bool evictOne(DeviceSlot &Slot);

public:
  RegionMover(RegionTable &Table, SplitGuard &Guard, LossRecovery &Recovery,
              const Trace &Log, Statistics &Counts)
      : Table(Table), Guard(Guard), Recovery(Recovery), Log(Log),
        Counts(Counts) {}

  // Home.

  /// What is spent on data that comes home is booked there.
  DeviceAccount &account() { return Account; }
  /// The host is about to read or to write bytes of Range.
  void touch(ByteRange Range, bool Write, TransferReason Why);

  /// Makes the pages of Wanted that are newer on a device current on the host.
  void bringHome(Region &R, RangeSet Wanted, PageGuard::Access How,
                 TransferReason Why);
  /// Devices have nothing of these pages afterwards; none of them is newer
  /// there.
  void openForHost(Region &R, const RangeSet &Wanted);
  /// Both: the host alone has Wanted then.
  void takeHome(Region &R, const RangeSet &Wanted, TransferReason Why) {
    bringHome(R, Wanted, PageGuard::Access::All, Why);
    openForHost(R, Wanted);
  }
  /// Without pages being replaced: the guard has come to its limits. The region
  /// is the host's then. Another thread may see old bytes while this goes on,
  /// but only of what a loop that it should have waited for has written.
  void surrender(Region &R, TransferReason Why = TransferReason::Touched);
  /// Ends the region's copies (on one device), which must not be newer.
  void dropCopies(Region &R, const DeviceSlot *On);
  /// What was loose is the host's alone; with the region locked alone.
  void endLoose(Region &R);

  // To devices (RegionBuffers.cpp).

  /// Set before the first launch.
  void setZeroCopy(bool Allowed) { ZeroCopy = Allowed; }
  /// Kernels on the device work on the program's arrays where that is safe.
  bool worksInPlace(const DeviceSlot &Slot) const {
    return ZeroCopy && Slot.facts().CoherentMemory;
  }
  /// What regions may have of a device's memory: the rest is for idle buffers,
  /// results and the driver.
  static uint64_t budget(const DeviceFacts &Facts) {
    return Facts.GlobalMemory / 4 * 3;
  }
  /// Device memory, from regions that are not in use if need be.
  Result<std::unique_ptr<Buffer>> allocate(DeviceSlot &Slot, size_t Bytes);
  /// Gives the part a buffer that is the host's memory, if its launch may work
  /// there and the driver can.
  bool wrap(LeasePart &Part, DeviceSlot &Slot);
  /// Gives the region one buffer on the device with room for all of it, and
  /// Spare bytes after its end, with everything that its buffers there have.
  Status join(Region &R, DeviceSlot &Slot, Queue &Commands, size_t Spare);
};

} // namespace twofold

#endif
