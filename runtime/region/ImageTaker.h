// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ImageTaker.h - images of bytes that are being replaced -------------===//
#ifndef TWOFOLD_RUNTIME_REGION_IMAGETAKER_H
#define TWOFOLD_RUNTIME_REGION_IMAGETAKER_H

#include "region/Regions.h"

namespace twofold {

/// Large ranges come home in pieces of this size, in bytes: a guard has fresh
/// memory for as much, and threads that wait for the first piece need not wait
/// for all.
inline constexpr uint64_t LargestBlock = uint64_t(4) << 20;

/// Takes, fills and seals the images that the log wants of a range. As long as
/// it has any, nobody else does this.
class Regions::ImageTaker {
  Regions &All;
  std::unique_lock<std::mutex> Lock;
  std::vector<LaunchLog::Entry *> Taken;

public:
  explicit ImageTaker(Regions &All)
      : All(All), Lock(All.ImageLock, std::defer_lock) {}
  ImageTaker(const ImageTaker &) = delete;
  ~ImageTaker() { drop(); }

  /// False when there is no room for all of them: then there are none.
  bool take(const RangeSet &Of);
  bool empty() const { return Taken.empty(); }
  /// Memory has what is at Address. Aside: see PageGuard::Saver.
  void fill(uint64_t Address, char *Memory, bool Aside) {
    for (LaunchLog::Entry *Image : Taken)
      ImagePages::fill(Image->Bytes, Memory + (Image->Range.Begin - Address),
                       size_t(Image->Range.size()), Aside && Image->Apart);
  }
  /// All.Mutex is held: the bytes change at this moment for everybody.
  void seal() {
    for (LaunchLog::Entry *Image : Taken)
      All.Launches.seal(Image);
    Taken.clear();
  }
  /// The bytes stay as they are. All.Mutex is not held.
  void drop();
};

} // namespace twofold

#endif
