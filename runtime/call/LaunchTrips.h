// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchTrips.h - how many iterations a call has ---------------------===//
#ifndef TWOFOLD_RUNTIME_CALL_LAUNCHTRIPS_H
#define TWOFOLD_RUNTIME_CALL_LAUNCHTRIPS_H

#include "twofold/abi.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace twofold {

/// Ends a program that was compiled for another runtime.
[[noreturn]] inline void refuse(const twofold_site &Site) {
  std::fprintf(stderr,
               "twofold: this program was compiled for version %u of the "
               "runtime's ABI, but the runtime has version %u: recompile it "
               "with the plugin that belongs to this runtime\n",
               unsigned(Site.abi_version), unsigned(TWOFOLD_ABI_VERSION));
  std::exit(70);
}

/// Ends a program whose iterations cannot be numbered.
[[noreturn]] inline void refuseTrips(const twofold_site &Site) {
  std::fprintf(stderr,
               "twofold: %s:%u: the loop nest has more than 2^64 iterations\n",
               Site.file, unsigned(Site.line));
  std::exit(70);
}

/// All iterations of the nest.
inline uint64_t tripsOf(const twofold_site *Site,
                        const twofold_launch *Launch) {
  if (Site->abi_version != TWOFOLD_ABI_VERSION) [[unlikely]]
    refuse(*Site);
  uint64_t Trips = Launch->dims[0].trips;
  bool Overflow = false;
  for (uint32_t D = 1; D < Site->rank; ++D)
    Overflow |= __builtin_mul_overflow(Trips, Launch->dims[D].trips, &Trips);
  if (Overflow) [[unlikely]] {
    if (std::any_of(Launch->dims, Launch->dims + Site->rank,
                    [](const twofold_dim &Dim) { return Dim.trips == 0; }))
      return 0;
    refuseTrips(*Site);
  }
  return Trips;
}

} // namespace twofold

#endif
