// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchMemos.h - what the last launches of a kernel were like -------===//
#ifndef TWOFOLD_RUNTIME_LAUNCH_LAUNCHMEMOS_H
#define TWOFOLD_RUNTIME_LAUNCH_LAUNCHMEMOS_H

#include "bytes/Footprint.h"
#include "launch/LaunchShape.h"
#include "region/RegionLease.h"

#include <array>
#include <memory>
#include <optional>

namespace twofold {

/// A launch that found everything in place.
struct LaunchMemo {
  /// Calls with the same one (FootprintMemo) have the same shape and needs.
  std::shared_ptr<const Footprint> Of;
  GroupShape Wish;
  size_t MaxGroup; ///< of the kernel that it was
  LaunchShape Shape;
  RegionLease Lease;              ///< rests
  std::vector<RegionUse> Outside; ///< of each part: what does not stay there
};

/// Of one kernel on one device, whose slot's lock guards it.
class LaunchMemos {
  /// As many as a site has footprints.
  std::array<std::optional<LaunchMemo>, 4> Kept;
  unsigned Next = 0;

public:
  std::optional<LaunchMemo> take(const Footprint *Of, const GroupShape &Wish,
                                 size_t MaxGroup) {
    for (std::optional<LaunchMemo> &Each : Kept)
      if (Each && Each->Of.get() == Of && Each->Wish == Wish &&
          Each->MaxGroup == MaxGroup) {
        std::optional<LaunchMemo> Out = std::move(Each);
        Each.reset();
        return Out;
      }
    return std::nullopt;
  }
  void put(LaunchMemo What) {
    for (std::optional<LaunchMemo> &Each : Kept)
      if (!Each) {
        Each = std::move(What);
        return;
      }
    Kept[Next] = std::move(What);
    Next = (Next + 1) % unsigned(Kept.size());
  }
};

} // namespace twofold

#endif
