// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BoundsCalls.cpp - the C entry points for accesses out of bounds ----===//
#pragma GCC visibility push(default)
#include "twofold/abi.h"
#include "twofold/twofold.h"
#pragma GCC visibility pop

#include "Runtime.h"
#include "call/LaunchTrips.h"
#include "launch/BoundedCall.h"

#include <algorithm>

using namespace twofold;

extern "C" int32_t twofold_out_of_bounds(const twofold_bounds *Bounds,
                                         uint32_t Subscript, int64_t Index) {
  auto *Call = static_cast<BoundedCall *>(Bounds->call);
  return Call && Call->found(Subscript, Index, TWOFOLD_FOUND_INSIDE);
}

extern "C" void twofold_limits(const twofold_site *Site,
                               const twofold_launch *Launch, uint64_t *Limits) {
  std::fill_n(Limits, Site->subscript_count, BoundsVerdict::Unlimited);
  if (tripsOf(Site, Launch) != 0)
    runtime().limit(*Site, *Launch, Limits);
}

extern "C" int32_t twofold_violated(const twofold_site *Site,
                                    uint32_t Subscript, int64_t Index,
                                    uint64_t Limit) {
  if (Limit == BoundsVerdict::Unlimited)
    return 0;
  raiseViolation(
      *Site, violationOf(*Site, Subscript, Index, Limit), TWOFOLD_FOUND_INSIDE,
      [](const twofold_error &Error) { runtime().errors().raise(Error); });
  return 1;
}

extern "C" void twofold_set_error_handler(twofold_error_handler Handler,
                                          void *User) {
  runtime().errors().set(Handler, User);
}

extern "C" twofold_error_handler twofold_get_error_handler(void **User) {
  return runtime().errors().get(User);
}
