// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchPart.h - some iterations of a call, as a call of their own ---===//
#ifndef TWOFOLD_RUNTIME_LAUNCH_LAUNCHPART_H
#define TWOFOLD_RUNTIME_LAUNCH_LAUNCHPART_H

#include "bytes/Footprint.h"
#include "device/Device.h"
#include "twofold/abi.h"

#include <cstdint>
#include <vector>

namespace twofold {

/// Iterations [First, End) of a call's outermost dimension. Parts that are run
/// one after the other, in order, do what the call does: no iteration needs
/// another, and each part finds what the parts before have stored.
class LaunchPart {
  std::vector<twofold_dim> Dims;
  std::vector<void *> Args;
  twofold_launch Part;
  uint64_t Iterations;

public:
  LaunchPart(const twofold_site &Site, const twofold_launch &Whole,
             uint64_t First, uint64_t End);
  LaunchPart(const LaunchPart &) = delete;
  LaunchPart &operator=(const LaunchPart &) = delete;

  const twofold_launch &launch() const { return Part; }
  uint64_t trips() const { return Iterations; }

  /// Only where the kernel asks for the loop's first value. Not for searches,
  /// nor where an index that is found out of bounds must leave everything as it
  /// was.
  static bool possible(const twofold_site &Site, const twofold_launch &Whole);
};

/// Whether the device has room for everything that is touched.
bool fitsDevice(const Footprint &Touched, const DeviceFacts &Facts);

} // namespace twofold

#endif
