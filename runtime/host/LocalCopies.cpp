// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LocalCopies.cpp ----------------------------------------------------===//
#include "host/LocalCopies.h"
#include "host/ElementCopies.h"

#include <algorithm>

using namespace twofold;

/// Left to scalar reductions and to the device itself.
static constexpr uint64_t Reserve = 1024;
/// Filling and combining one costs less than this many updates that meet.
static constexpr uint64_t CopiesForEachTrip = 4;

static bool takesCopy(const twofold_kernel &Kernel, uint32_t Element) {
  return std::any_of(Kernel.args, Kernel.args + Kernel.arg_count,
                     [&](const twofold_kernel_arg &Arg) {
                       return Arg.kind == TWOFOLD_ARG_COPIED &&
                              Arg.index == Element;
                     });
}

uint64_t twofold::localCopyBytes(const twofold_element &Element,
                                 uint64_t Count) {
  return std::max<uint64_t>((Count * Element.size + 7) / 8 * 8, 8);
}

std::vector<uint64_t>
twofold::localCopies(const twofold_site &Site, const twofold_launch &Launch,
                     const IterationSpace &Space, uint64_t Trips,
                     const std::vector<BaseFootprint> &Bases,
                     uint64_t LocalMemory, unsigned ComputeUnits) {
  std::vector<uint64_t> Out(Site.element_count);
  if (!Site.kernel || !(Site.kernel->flags & TWOFOLD_KERNEL_LINEAR))
    return Out;
  uint64_t Free = LocalMemory > Reserve ? LocalMemory - Reserve : 0;
  uint64_t Total = 0;
  for (uint32_t I = 0; I < Site.element_count; ++I) {
    const twofold_element &E = Site.elements[I];
    if (E.base >= Bases.size() || !takesCopy(*Site.kernel, I) ||
        keepApart(Site, Launch, Space, E))
      continue;
    const BaseFootprint &Base = Bases[E.base];
    if (Base.Hull.empty() || Base.Hull.End <= Base.Address)
      continue;
    uint64_t Bytes = Base.Hull.End - Base.Address;
    uint64_t Count = Bytes / E.size;
    if (Bytes > Free || localCopyBytes(E, Count) > Free)
      continue;
    Free -= localCopyBytes(E, Count);
    Total += Count;
    Out[I] = Count;
  }
  // Each is at most the size of local memory: no overflow.
  if (Total * std::max(ComputeUnits, 1u) / CopiesForEachTrip > Trips)
    std::fill(Out.begin(), Out.end(), 0);
  return Out;
}
