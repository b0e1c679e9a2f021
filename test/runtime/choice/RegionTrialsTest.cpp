// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/RegionTrials.h"

#include <functional>
#include <gtest/gtest.h>

using namespace twofold;

namespace {

/// A region that takes so long in either form, in nanoseconds.
struct TimedRegion {
  RegionTrials Trials;
  double Loops, Whole;
  unsigned Teams = 20, Launches = 0;
  bool MayLaunch = false;
  unsigned Runs[2] = {};
  double Total = 0;

  TimedRegion(double Loops, double Whole) : Loops(Loops), Whole(Whole) {}

  RegionTrials::Form run() {
    const RegionTrials::Answer Of = Trials.ask(MayLaunch);
    const bool IsWhole = Of.To == RegionTrials::Whole;
    const double Took = IsWhole ? Whole : Loops;
    ++Runs[Of.To];
    Total += Took;
    if (Of.Measure)
      Trials.note(Of.To, {Took, IsWhole ? 0 : Teams, IsWhole ? 0 : Launches});
    return Of.To;
  }
  void run(unsigned Times) {
    for (; Times; --Times)
      (void)run();
  }
};

} // namespace

TEST(RegionTrials, TheSoonerFormIsFound) {
  for (bool Gains : {true, false}) {
    TimedRegion Region(1e6, Gains ? 8e5 : 1.2e6);
    Region.run(200);
    const double Best = 200 * (Gains ? 8e5 : 1e6);
    EXPECT_LT(Region.Total, 1.03 * Best);
    EXPECT_EQ(Region.run(), Gains ? RegionTrials::Whole : RegionTrials::Loops);
  }
}

TEST(RegionTrials, EqualFormsStayLoopByLoop) {
  TimedRegion Region(2e5, 1.99e5);
  Region.run(10000);
  EXPECT_EQ(Region.run(), RegionTrials::Loops);
  EXPECT_LT(Region.Runs[RegionTrials::Whole], 1000u);
}

TEST(RegionTrials, TwoInAHundredAreGained) {
  TimedRegion Region(1.3e6, 1.274e6);
  Region.run(300);
  EXPECT_EQ(Region.run(), RegionTrials::Whole);
}

TEST(RegionTrials, AFormThatTakesLongerLaterIsLeft) {
  TimedRegion Region(1.9e6, 1.7e6);
  Region.run(200);
  EXPECT_EQ(Region.run(), RegionTrials::Whole);
  Region.Whole = 2.1e6;
  Region.run(400);
  EXPECT_EQ(Region.run(), RegionTrials::Loops);
}

TEST(RegionTrials, WhoseLoopsAreLongIsLeftAlone) {
  TimedRegion Region(1e7, 1);
  Region.run(1000);
  EXPECT_EQ(Region.Runs[RegionTrials::Whole], 0u);
}

TEST(RegionTrials, DifferentWorkFromRunToRunTellsNothing) {
  TimedRegion Region(1e5, 1);
  for (unsigned Run = 0; Run < 1000; ++Run) {
    Region.Loops = Run % 4 < 2 ? 1e5 : 8e5;
    (void)Region.run();
  }
  EXPECT_EQ(Region.Runs[RegionTrials::Whole], 0u);
}

TEST(RegionTrials, LoopsOfADeviceRunOneByOne) {
  TimedRegion Region(1e6, 8e5);
  Region.MayLaunch = true;
  Region.Launches = 1;
  Region.run(1000);
  EXPECT_EQ(Region.Runs[RegionTrials::Whole], 0u);
}

TEST(RegionTrials, ADeviceIsSeenThoughOpenMPHasTheRegion) {
  TimedRegion Region(1e6, 8e5);
  Region.MayLaunch = true;
  Region.run(400);
  EXPECT_GT(Region.Runs[RegionTrials::Whole], 300u);
  EXPECT_GT(Region.Runs[RegionTrials::Loops], 45u) << "one of eight";
  Region.Launches = 1;
  Region.run(8);
  for (unsigned Run = 0; Run < 100; ++Run)
    EXPECT_EQ(Region.run(), RegionTrials::Loops);
}
