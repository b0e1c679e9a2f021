// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/LaunchPart.h"
#include "bytes/RegionMap.h"
#include "launch/BoundedCall.h"
#include "region/Regions.h"

#include <algorithm>

using namespace twofold;

LaunchPart::LaunchPart(const twofold_site &Site, const twofold_launch &Whole,
                       uint64_t First, uint64_t End)
    : Dims(Whole.dims, Whole.dims + Site.rank),
      Args(Whole.args, Whole.args + Site.arg_count), Part(Whole) {
  twofold_dim &Outer = Dims[0];
  Outer.lower = int64_t(uint64_t(Outer.lower) + First * uint64_t(Outer.step));
  Outer.trips = End - First;
  Args[0] = Dims.data();
  Part.dims = Dims.data();
  Part.args = Args.data();
  Iterations = 1;
  for (const twofold_dim &Dim : Dims)
    Iterations *= Dim.trips;
}

bool LaunchPart::possible(const twofold_site &Site,
                          const twofold_launch &Whole) {
  // A kernel whose loop starts at a known number is not told where it starts.
  return Site.kernel && takes(*Site.kernel, TWOFOLD_ARG_LOWER, 0) &&
         !(Site.flags & TWOFOLD_SITE_SEARCH) && Whole.dims[0].trips > 1 &&
         !boundedCall(Site, Whole);
}

bool twofold::fitsDevice(const Footprint &Touched, const DeviceFacts &Facts) {
  // Those that overlap become one, which is no larger than they together.
  uint64_t Together = 0;
  bool Small = true;
  for (const BaseFootprint &Base : Touched.Bases)
    Small &= !__builtin_add_overflow(Together, Base.Hull.size(), &Together);
  if (Small &&
      Together <= std::min(Facts.MaxAllocation, Regions::budget(Facts)))
    return true;
  RegionMap Map;
  for (const BaseFootprint &Base : Touched.Bases)
    if (!Base.Hull.empty())
      Map.insert(Base.Hull);
  uint64_t Sum = 0;
  for (const RegionMap::Region &R : Map.overlapping({0, UINT64_MAX})) {
    if (R.Range.size() > Facts.MaxAllocation ||
        __builtin_add_overflow(Sum, R.Range.size(), &Sum))
      return false;
  }
  return Sum <= Regions::budget(Facts);
}
