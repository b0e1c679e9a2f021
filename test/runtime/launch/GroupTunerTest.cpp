// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GroupTunerTest.cpp - which work-group sizes are fastest ------------===//
#include "launch/GroupTuner.h"

#include <gtest/gtest.h>

#include <functional>

using namespace twofold;

namespace {

const std::vector<GroupShape> Three = {{}, {{64, 1, 1}, 0}, {{128, 1, 1}, 0}};

/// Calls of equal work, each of which takes what Time says for its candidate
/// and number. How many of them were measured.
unsigned play(GroupTuner &Tuner, unsigned Calls,
              const std::function<double(unsigned, unsigned)> &Time,
              uint64_t Work = 7) {
  unsigned Measured = 0;
  for (unsigned Call = 0; Call != Calls; ++Call) {
    GroupTrial Trial = Tuner.next(Work);
    if (!Trial.Measure)
      continue;
    Trial.Nanoseconds = Time(Trial.Candidate, Measured++);
    Tuner.tell(Trial);
  }
  return Measured;
}

} // namespace

TEST(GroupTuner, TheFastestIsKept) {
  GroupTuner Tuner(Three, false);
  unsigned Measured = play(Tuner, 1000, [](unsigned Candidate, unsigned) {
    return 1e6 - 1e5 * Candidate;
  });
  EXPECT_EQ(Measured, GroupTuner::Rounds * Three.size());
  EXPECT_EQ(Tuner.settled(), Three[2]);
  EXPECT_EQ(Tuner.next(99).Shape, Three[2]);
  EXPECT_FALSE(Tuner.next(7).Measure);
}

TEST(GroupTuner, ALittleFasterIsNotWorthIt) {
  GroupTuner Tuner(Three, false);
  play(Tuner, 100, [](unsigned Candidate, unsigned) {
    return Candidate == 1 ? 0.975e6 : 1e6;
  });
  EXPECT_EQ(Tuner.settled(), GroupShape());
}

TEST(GroupTuner, ShortLaunchesTellNothing) {
  GroupTuner Tuner(Three, false);
  play(Tuner, 100, [](unsigned Candidate, unsigned) {
    return Candidate ? 5'000.0 : 10'000.0;
  });
  EXPECT_EQ(Tuner.settled(), GroupShape());
}

TEST(GroupTuner, FirstLaunchesAndDisturbancesDoNotCount) {
  GroupTuner Tuner(Three, true);
  play(Tuner, 100, [](unsigned Candidate, unsigned Number) {
    if (Number < Three.size()) // the first round: the driver warms up
      return Candidate == 1 ? 1.0 : 1e9;
    if (Number % 4 == 0)
      return 5e7;
    return Candidate == 2 ? 5e5 : 1e6;
  });
  EXPECT_EQ(Tuner.settled(), Three[2]);
}

TEST(GroupTuner, WaitsForAProgramThatRepeatsItself) {
  GroupTuner Tuner(Three, false);
  unsigned Measured =
      play(Tuner, GroupTuner::Patience, [](unsigned, unsigned) { return 1e6; });
  EXPECT_EQ(Measured, 0u);
  EXPECT_TRUE(Tuner.next(7).Measure);
  GroupTuner Eager(Three, true);
  EXPECT_EQ(play(Eager, 2, [](unsigned, unsigned) { return 1e6; }), 1u);
}

TEST(GroupTuner, CallsOfOtherSizesStartAnewAndEndIt) {
  GroupTuner Tuner(Three, true);
  unsigned Measured = 0;
  for (uint64_t Work = 1; Work != 100; ++Work)
    Measured += play(Tuner, 3, [](unsigned, unsigned) { return 1e6; }, Work);
  EXPECT_EQ(Measured, 2 * (GroupTuner::MaxRestarts + 1));
  EXPECT_EQ(Tuner.settled(), GroupShape());
  // What belongs to another size is not mixed in.
  GroupTuner Other(Three, true);
  play(Other, 2, [](unsigned, unsigned) { return 1e6; }, 1);
  GroupTrial Late = Other.next(1);
  play(Other, 2, [](unsigned, unsigned) { return 1e6; }, 2);
  Late.Nanoseconds = 1;
  EXPECT_FALSE(Other.tell(Late));
}

TEST(GroupTuner, NothingToTryIsSettled) {
  EXPECT_EQ(GroupTuner({GroupShape()}, true).settled(), GroupShape());
  GroupTuner Known(Three[1]);
  EXPECT_EQ(Known.next(5).Shape, Three[1]);
  EXPECT_FALSE(Known.next(5).Measure);
}

TEST(GroupTuner, ShapesAreTextAndBack) {
  for (const GroupShape &Shape :
       {GroupShape(), GroupShape{{32, 8, 1}, 0}, GroupShape{{0, 0, 0}, 16}}) {
    std::string Text = formatGroupShape(Shape);
    EXPECT_EQ(parseGroupShape(Text), Shape) << Text;
    for (size_t Size = 0; Size + 1 < Text.size(); ++Size)
      EXPECT_EQ(parseGroupShape(Text.substr(0, Size)), std::nullopt);
    EXPECT_EQ(parseGroupShape(Text + " "), std::nullopt);
  }
  for (const char *Bad :
       {"items 3 1 1 groups 0", "items 64 0 1 groups 0",
        "items 64 1 1 groups -1", "items 99999999 1 1 groups 0",
        "items 131072 1 1 groups 0", "items 64 1 1 groups 99999", "x"})
    EXPECT_EQ(parseGroupShape(Bad), std::nullopt) << Bad;
}

TEST(GroupTuner, WhatRoundsIsLeftAlone) {
  twofold_kernel Kernel{};
  Kernel.rank = 2;
  twofold_site Site{};
  Site.kernel = &Kernel;
  for (DeviceKind Kind : {DeviceKind::Cpu, DeviceKind::Gpu}) {
    Site.flags = 0;
    EXPECT_GT(groupCandidates(Site, Kind).size(), 2u);
    EXPECT_EQ(groupCandidates(Site, Kind)[0], GroupShape());
    for (uint32_t Flag :
         {TWOFOLD_SITE_ROUNDS, TWOFOLD_SITE_SEARCH, TWOFOLD_SITE_ORDERED}) {
      Site.flags = Flag;
      EXPECT_EQ(groupCandidates(Site, Kind).size(), 1u);
    }
    Site.flags = 0;
    Site.element_count = 1;
    EXPECT_EQ(groupCandidates(Site, Kind).size(), 1u);
    Site.element_count = 0;
    Kernel.flags = TWOFOLD_KERNEL_LINEAR;
    EXPECT_GT(groupCandidates(Site, Kind).size(), 2u);
    Kernel.flags = 0;
  }
}

TEST(GroupTuner, OfGivenKernelsSizesAreTriedBesideTheDriversChoice) {
  twofold_kernel Kernel{};
  Kernel.rank = 2;
  twofold_site Site{};
  Site.kernel = &Kernel;
  const std::vector<GroupShape> Own = groupCandidates(Site, DeviceKind::Gpu);
  Kernel.flags = TWOFOLD_KERNEL_GIVEN;
  std::vector<GroupShape> Given = groupCandidates(Site, DeviceKind::Gpu);
  ASSERT_EQ(Given.size(), Own.size() + 1);
  EXPECT_EQ(Given[1], (GroupShape{{32, 8, 1}, 0}));
  Given.erase(Given.begin() + 1);
  EXPECT_EQ(Given, Own);
}
