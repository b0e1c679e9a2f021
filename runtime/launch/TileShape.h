// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TileShape.h - groups and items that compute tiles ------------------===//
#ifndef TWOFOLD_RUNTIME_LAUNCH_TILESHAPE_H
#define TWOFOLD_RUNTIME_LAUNCH_TILESHAPE_H

#include "launch/LaunchShape.h"

namespace twofold {

/// Whether the kernel has a form with tiles (TWOFOLD_ARG_TILE), and the device
/// should run it; then Out is so.
bool shapeTiles(LaunchShape &Out, const twofold_site &Site,
                const twofold_launch &Launch, const DeviceFacts &Facts,
                uint64_t MaxGroupSize);

} // namespace twofold

#endif
