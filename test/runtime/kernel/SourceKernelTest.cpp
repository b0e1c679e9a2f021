// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/SourceKernel.h"
#include "bytes/Footprint.h"
#include "launch/LaunchShape.h"

#include <gtest/gtest.h>

using namespace twofold;

namespace {

constexpr const char *Source =
    "kernel void k(global int *x, global const int *y, int n, local int *l) {}"
    "kernel void free_(global int *x) {}";

void addOne(void *const *Args, uint64_t First, uint64_t End) {
  for (uint64_t I = First; I < End; ++I)
    static_cast<int *>(Args[0])[I] += *static_cast<int *>(Args[2]);
}

struct Launched {
  NdRange Range;
  uint64_t Trips = 0;
  std::vector<RegionUse> Uses;
};

SourceKernel::Runner runner(Launched &Out, const GroupShape &Wish = {}) {
  return [&Out, Wish](const twofold_site &Site, const twofold_launch &Launch,
                      uint64_t Trips) -> std::string {
    DeviceFacts Facts;
    Facts.MaxGroupSize = 1024;
    const LaunchShape Shape =
        LaunchShape::make(Site, Launch, Trips, Facts, 1024, false,
                          LaunchShape::MaxItems, {}, Wish);
    EXPECT_EQ(Shape.Pieces.size(), 1u);
    Out.Range = Shape.Pieces[0].Range;
    Out.Trips = Trips;
    const Footprint Touched =
        computeFootprint(Site, Launch, IterationSpace(Site, Launch), {}, {});
    EXPECT_EQ(Touched.WhyUnknown, "");
    for (const BaseFootprint &Base : Touched.Bases)
      Out.Uses.push_back(Base.Use);
    Site.native(Launch.args, 0, Trips);
    return Site.kernel->flags & TWOFOLD_KERNEL_ALONE ? "none" : "";
  };
}

using Sizes = std::array<size_t, 3>;

} // namespace

TEST(SourceKernel, ACallIsOneOfASite) {
  auto Made = SourceKernel::from("k", Source, addOne, "a.c", 7);
  ASSERT_TRUE(Made);
  int X[32] = {}, Y[8] = {}, N = 5;
  const twofold_kernel_argument Args[] = {
      {TWOFOLD_KERNEL_OUT, 0, X, sizeof X},
      {TWOFOLD_KERNEL_IN, 0, Y, sizeof Y},
      {TWOFOLD_KERNEL_VALUE, 0, &N, sizeof N},
      {TWOFOLD_KERNEL_LOCAL, 0, nullptr, 64}};
  const uint64_t Global[] = {64, 3}, Local[] = {16, 1};
  Launched Seen;
  std::string Why;
  EXPECT_EQ((*Made)->run(2, Global, Local, Args, runner(Seen), Why),
            TWOFOLD_KERNEL_OK);
  EXPECT_EQ(Seen.Range.Rank, 2u);
  EXPECT_EQ(Seen.Range.Global, (Sizes{64, 3, 1}));
  EXPECT_EQ(Seen.Range.Local, (Sizes{16, 1, 1}));
  EXPECT_EQ(Seen.Trips, 12u); // groups
  EXPECT_EQ(X[11], 5);
  EXPECT_EQ(X[12], 0);
  ASSERT_EQ(Seen.Uses.size(), 2u);
  EXPECT_TRUE(Seen.Uses[0].Reads.empty());
  EXPECT_EQ(Seen.Uses[0].Covered.bytes(), sizeof X);
  EXPECT_EQ(Seen.Uses[1].Reads.bytes(), sizeof Y);
  EXPECT_TRUE(Seen.Uses[1].Writes.empty());
  // The same texts are the same kernel.
  auto Again =
      SourceKernel::from("k", std::string(Source).c_str(), addOne, "b.c", 9);
  ASSERT_TRUE(Again);
  EXPECT_EQ(*Made, *Again);
}

TEST(SourceKernel, GroupsThatAreNotGivenFollowTheWishWhereItDivides) {
  auto Made = SourceKernel::from("free_", Source, nullptr, nullptr, 0);
  ASSERT_TRUE(Made);
  int X[96];
  const twofold_kernel_argument Args[] = {
      {TWOFOLD_KERNEL_INOUT, 0, X, sizeof X}};
  for (uint64_t Items : {96, 100}) {
    Launched Seen;
    std::string Why;
    EXPECT_EQ((*Made)->run(1, &Items, nullptr, Args,
                           runner(Seen, {{32, 1, 1}, 0}), Why),
              TWOFOLD_KERNEL_NOT_RUN);
    EXPECT_EQ(Why, "kernel 'free_': no device has run it, and it has no native "
                   "function: none");
    EXPECT_EQ(Seen.Range.Local, Items == 96 ? (Sizes{32, 1, 1}) : Sizes{});
    EXPECT_EQ(Seen.Uses[0].Reads.bytes(), sizeof X);
    EXPECT_EQ(Seen.Uses[0].Covered.bytes(), sizeof X);
  }
}
