// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchLog.h - how results that only a device has were made ---------===//
//
// While a device is newer, the host's bytes are a snapshot. The log holds, in
// order, the launches that made the newer bytes, and before images: what the
// host's bytes held that launches of the log have read, before they changed.
// Going back from image to image leads to the log's start; going forward again,
// launch by launch, leads to what devices have. Where a launch of the log has
// written, the host may have written since, before a later launch read it: then
// the host's bytes are put back in between (Kind::Return). Launches that have
// nothing to do with each other are in groups that are finished one by one.
//
// All of it is in address space that was reserved before the first launch, and
// nothing in it refers to other memory of the runtime: whoever repeats the
// launches restores memory that may have been freed and used again since.
#ifndef TWOFOLD_RUNTIME_REPLAY_LAUNCHLOG_H
#define TWOFOLD_RUNTIME_REPLAY_LAUNCHLOG_H

#include "bytes/RangeSet.h"
#include "replay/ImagePages.h"
#include "replay/LaunchGroups.h"
#include "replay/LaunchRecord.h"

#include <chrono>

namespace twofold {

/// Not thread-safe, except that images that are not sealed may be filled by
/// other threads.
class LaunchLog {
public:
  using Clock = std::chrono::steady_clock;
  using Generation = uint64_t;
  using Group = LaunchGroups::Number;

  enum class Kind : uint32_t { Unfinished, Image, Return, Launch };
  /// Memory that has to hold Bytes when the launch begins.
  struct Place {
    ByteRange Range;
    const char *Bytes;
  };
  /// One entry; what it describes follows it.
  struct alignas(64) Entry {
    Kind What;
    Group Of;          ///< Return, Launch
    uint64_t Size;     ///< in bytes, with all that follows
    uint64_t Previous; ///< size of the entry before; 0: none
    // Image: Range, and what it held. Return: Range.
    ByteRange Range;
    char *Bytes; ///< they follow, unless they are Apart
    bool Apart;  ///< in pages of their own
    void *Kept;  ///< for the process that repeats the launches
    // Launch: its args and its Contents pieces.
    const twofold_site *Site;
    uint64_t Trips;
    void **Args;
    const Place *Places;
    uint64_t PlaceCount;

    char *bytes() { return reinterpret_cast<char *>(this + 1); }
  };

  struct Limits {
    size_t ImageBytes = size_t(64) << 20;
    size_t LaunchBytes = size_t(96) << 20;
    size_t Launches = 65536;
    /// Of images with pages of their own; and what ImagePages allows.
    size_t PageBytes = ImagePages::mostBytes();
  };
  /// Room for a process that repeats launches: its notes, its stack, and that
  /// of the thread that makes it.
  static constexpr size_t ScratchBytes = size_t(13) << 20;

private:
  const Limits Most;
  char *Memory = nullptr; ///< Most, then the scratch memory
  ImagePages Large;
  size_t Used = 0, ImagesUsed = 0, LaunchesUsed = 0;
  size_t LastSize = 0;
  size_t Count = 0;      ///< launches
  unsigned Unsealed = 0; ///< images
  bool Incomplete = false;
  RangeTree Wanted; ///< host bytes that launches have read, without an image
  RangeTree Made;   ///< written by launches, and not returned since
  RangeTree Pages;  ///< pages of everything that launches touch
  LaunchGroups Groups;
  Generation Now = 1;
  Clock::time_point Start;

  bool reserve();
  Entry *add(Kind What, size_t Following);
  bool write(const LaunchRecord &Launch, const RangeSet &Returned, Group Of);

public:
  LaunchLog() : Most() {}
  explicit LaunchLog(const Limits &Most) : Most(Most) {}
  LaunchLog(const LaunchLog &) = delete;
  ~LaunchLog();

  size_t launches() const { return Count; }
  bool empty() const { return Count == 0 && !Incomplete; }
  /// Whether the next launch might not fit.
  bool nearlyFull() const;

  /// What a launch did, in host addresses.
  struct Effect {
    /// Of the bytes that stay on devices, those that the host had and that the
    /// launch reads or need not overwrite.
    RangeSet FromHost;
    /// FromHost, with all other bytes of pages that are newer on the device
    /// after the launch.
    RangeSet Carried;
    RangeSet Writes;
    RangeSet Touched; ///< everything that it may read or write
  };
  /// Appends a launch that has been made, and returns its group. When there is
  /// no room the log is incomplete from then on.
  Group append(const LaunchRecord &Launch, const Effect &Of,
               Clock::time_point Time);
  /// Appends a launch whose effect was appended to this group in this
  /// generation, where nothing that the effect was made from has changed.
  void appendAgain(const LaunchRecord &Launch, Group To);
  /// The generation, which is another one after the log has lost some of what
  /// it knew.
  Generation generation() const { return Now; }
  /// To be called when a launch that cannot be repeated has left newer bytes.
  void markIncomplete() { Incomplete = true; }
  bool complete() const { return !Incomplete; }

  /// The bytes of Range that need an image before they change.
  RangeSet wanted(const RangeSet &Range) const {
    return Wanted.empty() ? RangeSet() : Wanted.intersection(Range);
  }
  /// A place for Range's bytes; null when there is no room. The place must be
  /// filled and sealed, or dropped, before the log is cleared.
  Entry *image(ByteRange Range);
  void seal(Entry *Image);
  void drop(Entry *) { --Unsealed; }

  /// To be called when nothing is newer on a device. Does nothing while an
  /// image is being filled.
  void clear();

  /// The group whose launches have touched Range; several become one.
  Group groupOf(ByteRange Range) { return Groups.join(Range); }
  /// The group that Of has become a part of.
  Group whole(Group Of) { return Groups.whole(Of); }
  /// All that the group's launches touch; nothing where that is in many pieces.
  RangeSet touchedBy(Group Of) { return Groups.bytes(Of, 64); }
  /// To be called when nothing that these groups have made is newer on a
  /// device: their launches need not be repeated.
  void finish(const std::vector<Group> &Ended);
  /// Drops the launches of finished groups, before the others are repeated.
  void dropFinished();

  /// When the first launch was entered.
  Clock::time_point started() const { return Start; }
  /// Pages that launches of the log touch, or that it has images of.
  RangeSet touched() const { return Pages.all(); }

  Entry *first();
  Entry *next(Entry *E);
  Entry *last();
  Entry *previous(Entry *E);
  /// ScratchBytes of memory that no array has ever been at.
  char *scratch() const { return Memory + Most.ImageBytes + Most.LaunchBytes; }
};

/// Whether the copies of Newer bytes should come home: they cost at most one
/// fiftieth of the time since they last did (J. W. Young, CACM 17(9), 1974: the
/// interval grows with the cost), and repeating launches takes a bounded time.
bool checkpointIsDue(std::chrono::nanoseconds SinceLast, uint64_t Newer);

} // namespace twofold

#endif
