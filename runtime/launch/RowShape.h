// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowShape.h - groups whose items share out rows ---------------------===//
#ifndef TWOFOLD_RUNTIME_LAUNCH_ROWSHAPE_H
#define TWOFOLD_RUNTIME_LAUNCH_ROWSHAPE_H

#include "launch/LaunchShape.h"

namespace twofold {

/// Whether the kernel has groups whose items share out a loop inside, and that
/// is worth it for this call: where rows are not too short, on devices that
/// find neighbours' elements faster than their own.
bool shapeRows(LaunchShape &Out, const twofold_site &Site,
               const twofold_launch &Launch, uint64_t Trips,
               const DeviceFacts &Facts, uint64_t MaxGroupSize);

} // namespace twofold

#endif
