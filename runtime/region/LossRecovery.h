// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LossRecovery.h - results that only a device has are not lost -------===//
//
// A log has the launches that made what only devices have, and images of what
// they have read, where that changes. When a device fails, or the log is full,
// one thread waits until others that hold regions have let go of them or wait
// to do the same (RegionTable::beAlone): then the launches are repeated, or all
// comes home.
#ifndef TWOFOLD_RUNTIME_REGION_LOSSRECOVERY_H
#define TWOFOLD_RUNTIME_REGION_LOSSRECOVERY_H

#include "region/RegionFetch.h"
#include "region/RegionTable.h"
#include "report/Settings.h"
#include "report/Trace.h"

#include <functional>

namespace twofold {

/// Thread-safe, but for what says that the table's lock is held.
class LossRecovery {
public:
  /// Makes the bytes of the ranges, one after the other, in the log's place.
  using Maker =
      std::function<std::vector<char>(const std::vector<ByteRange> &)>;
  using Clock = std::function<LaunchLog::Clock::time_point()>;
  using Locked = RegionTable::Locked;
  using Groups = std::vector<LaunchLog::Group>;

  /// How a launch is in the log; the next that is like it is in the same way.
  struct Entry {
    std::unique_ptr<const LaunchLog::Effect> Of;
    LaunchLog::Generation In = 0; ///< 0: it is not
    LaunchLog::Group To = 0;
  };

private:
  RegionTable &Table;
  SplitGuard &Guard;
  const Trace &Log;
  Statistics &Counts;
  Durability Losses = Durability::Fast;
  Maker Makes;
  Clock Now = LaunchLog::Clock::now;
  LaunchLog Launches; ///< by the table's lock
  /// When it may next be added up how much is newer; by the table's lock.
  LaunchLog::Clock::time_point NextLook;
  std::atomic<uint64_t> Recovered{0};
  unsigned Resumed = 0; ///< leases since something was last seen to; by it, too
  /// Held while bytes are replaced that the log wants an image of; regions are
  /// locked before, and never while it is held.
  std::mutex ImageLock;

  // By who is alone, without the table's lock (AllHome.cpp):
  std::vector<NewerBlock> newerBlocks();
  bool fetchBlocks(NewerBlocks Blocks, char *To);
  void install(NewerBlocks Beside, const char *Bytes, PageGuard::Access How);
  bool bringGroupsHome(NewerBlocks Groups);
  void bringAllHome();
  void makeAgain(DeviceSlot &Failed, const Error &Why);
  [[noreturn]] void end(const SiteRecord *Writer, const DeviceSlot &Failed,
                        const std::string &Why) const;

  bool isLastOf(LaunchLog::Group Group, ByteRange Range);

public:
  LossRecovery(RegionTable &Table, SplitGuard &Guard, const Trace &Log,
               Statistics &Counts)
      : Table(Table), Guard(Guard), Log(Log), Counts(Counts) {}

  /// Set before the first launch. Fast unless set.
  void setDurability(Durability To) { Losses = To; }
  Durability durability() const { return Losses; }
  void setMaker(Maker To) { Makes = std::move(To); }
  void setClock(Clock To) { Now = std::move(To); }
  /// How often a device has failed.
  uint64_t losses() const { return Recovered; }

  /// The device does not work any more: it is never used again, and what only
  /// it has is made again. The caller may hold regions; nothing is newer on a
  /// device afterwards. Tells it in one line, once.
  void recover(DeviceSlot &Failed, const Error &Why);
  /// Everything comes home, so that nothing needs to be repeated.
  void checkpoint();
  /// When that is worth what it takes, or the log is nearly full.
  void checkpointIfDue();
  /// The host's bytes of Of, which can be read, are about to change.
  void keepImages(const RangeSet &Of);
  class Images;

  // With the table's lock:

  /// The launch is about to leave something. False: a checkpoint is needed.
  bool enter(const std::vector<LeasePart> &Parts, const LaunchRecord *Record,
             Entry &As);
  /// With the log as it was, the launch is all that is new.
  bool enterAgain(const LaunchRecord *Record, Entry &As);
  /// Launches may be made without a look at the time.
  bool mayGoOn();
  /// The log has nothing where nothing is newer. Whether it has nothing now.
  bool forget();
  /// The region's bytes were replaced, and nobody has taken images.
  void surrendered(const Region &R);
  /// These neighbours are about to come home: what of them launches may still
  /// have to read. Ended: groups of launches that nothing else is left of.
  RangeSet stillRead(NewerBlocks Beside, Groups &Ended);
  /// They have, and so those groups are done with. False: something else has
  /// joined them, and a checkpoint is needed.
  bool finish(const Groups &Ended, ByteRange Home);
};

/// Takes, fills and seals the images that the log wants of a range. As long as
/// it has any, nobody else does this.
class LossRecovery::Images {
  LossRecovery &Of;
  std::unique_lock<std::mutex> Lock;
  std::vector<LaunchLog::Entry *> Taken;

public:
  explicit Images(LossRecovery &Of)
      : Of(Of), Lock(Of.ImageLock, std::defer_lock) {}
  Images(const Images &) = delete;
  ~Images() { drop(); }

  /// False when there is no room for all of them: then there are none.
  bool take(const RangeSet &Bytes);
  bool empty() const { return Taken.empty(); }
  /// Fills them with what is replaced from Address on; null if there are none.
  PageGuard::Saver saver(uint64_t Address);
  /// The table's lock is held: the bytes change at this moment for everybody.
  void seal();
  /// The bytes stay as they are. The table's lock is not held.
  void drop();
};

} // namespace twofold

#endif
