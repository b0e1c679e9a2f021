// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchShape.h - how a call's iterations become work-items ----------===//
#ifndef TWOFOLD_RUNTIME_LAUNCH_LAUNCHSHAPE_H
#define TWOFOLD_RUNTIME_LAUNCH_LAUNCHSHAPE_H

#include "device/Device.h"
#include "launch/GroupTuner.h"
#include "twofold/abi.h"

#include <array>
#include <cstdint>
#include <vector>

namespace twofold {

/// Whether the kernel's phases are there.
inline bool hasPhases(const twofold_kernel &Kernel, const DeviceFacts &Facts) {
  return Kernel.phase_count && (Facts.Kind == DeviceKind::Gpu ||
                                (Kernel.flags & TWOFOLD_KERNEL_TILES));
}

/// The index spaces that one call is run as. Pure.
struct LaunchShape {
  /// One enqueued launch: items First + [0, Range.Global).
  struct Piece {
    NdRange Range;
    std::array<uint64_t, 3> First;
    bool Joins = false; ///< what groups that share iterations have stored
  };
  std::vector<Piece> Pieces;

  // Linear kernels: item t runs iterations t * ItemStep + k * Stride for k
  // below ItemTrips.
  uint64_t Groups = 0;
  uint64_t GroupSize = 0;
  uint64_t ItemStep = 0;
  uint64_t Stride = 0;
  uint64_t ItemTrips = 0;
  uint64_t End = 0; ///< of the iterations, for a search
  /// Others: neighbouring iterations of an item. Pieces count items.
  uint64_t Width = 1;
  bool Apart = false;       ///< no written base overlaps another
  uint64_t Rows = 0;        ///< iterations that a group shares out, or 0
  uint64_t Shares = 1;      ///< groups that share one iteration
  uint64_t SharedBytes = 0; ///< of the buffer that these fill
  uint64_t TileColumns = 0; ///< ...or those of a tile, by which it is chosen
  uint64_t TileRows = 1;    ///< what the chosen one's parameter says
  /// For each element of the site: see localCopies.
  std::vector<uint64_t> Copies;
  /// Not empty: of the kernel's phases, which run in the place of Pieces.
  std::vector<LaunchShape> Phases;
  uint64_t CopiesEach = 1; ///< so many of each, side by side, in a work-group

  /// More items in one dimension of a launch than this are split, where the
  /// kernel takes a first item: some drivers count items in 32 bits.
  static constexpr uint64_t MaxItems = uint64_t(1) << 31;

  /// Of a linear kernel: narrows the launch to iterations [First, End), not
  /// empty, with the same groups.
  void slice(uint64_t First, uint64_t End);

  /// Of all pieces, or of the largest phase, so many as may run at once.
  uint64_t items() const;

  /// The shape depends on the device, the trip counts, Copies and Wish alone,
  /// so that equal calls combine partial results in equal order. Inner loops
  /// are shared out among several items only if bases are Apart.
  static LaunchShape
  make(const twofold_site &Site, const twofold_launch &Launch, uint64_t Trips,
       const DeviceFacts &Facts, size_t MaxGroupSize, bool Apart = false,
       uint64_t MaxItems = LaunchShape::MaxItems,
       std::vector<uint64_t> Copies = {}, const GroupShape &Wish = {});

  /// The site, as far as launches go by it, with one of its kernel's phases.
  static twofold_site phaseOf(const twofold_site &Site, uint32_t Number) {
    twofold_site Out = Site;
    Out.kernel = &Site.kernel->phases[Number];
    return Out;
  }
};

} // namespace twofold

#endif
