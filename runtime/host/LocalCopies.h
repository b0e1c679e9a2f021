// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LocalCopies.h - what a work-group updates in local memory ----------===//
#ifndef TWOFOLD_RUNTIME_HOST_LOCALCOPIES_H
#define TWOFOLD_RUNTIME_HOST_LOCALCOPIES_H

#include "bytes/Footprint.h"
#include "twofold/abi.h"

#include <cstdint>
#include <vector>

namespace twofold {

/// What a device offers at least.
inline constexpr uint64_t LeastLocalMemory = 32 << 10;

/// For each of the site's elements how many of the array's first ones every
/// work-group of a launch of Trips iterations keeps a copy of. 0: its kernel
/// cannot, they do not fit, they are too many for so few iterations, or no two
/// iterations meet: then each element has its updates in their order.
std::vector<uint64_t> localCopies(const twofold_site &Site,
                                  const twofold_launch &Launch,
                                  const IterationSpace &Space, uint64_t Trips,
                                  const std::vector<BaseFootprint> &Bases,
                                  uint64_t LocalMemory, unsigned ComputeUnits);

/// The bytes of one of them.
uint64_t localCopyBytes(const twofold_element &Element, uint64_t Count);

} // namespace twofold

#endif
