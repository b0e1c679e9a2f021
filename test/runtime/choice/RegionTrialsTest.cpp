// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/RegionTrials.h"
#include "report/Trace.h"
#include "site/ParallelRegions.h"

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

TEST(RegionTrials, OneShortRunIsDifferentWork) {
  TimedRegion Region(3e5, 1);
  for (unsigned Run = 0; Run < 60; ++Run) {
    Region.Loops = Run == 1 ? 1e5 : 3e5;
    (void)Region.run();
  }
  EXPECT_EQ(Region.Runs[RegionTrials::Whole], 0u);
}

TEST(RegionTrials, WorkThatBecomesTheSameIsTriedThen) {
  TimedRegion Region(1e6, 8e5);
  for (unsigned Run = 0; Run < 60; ++Run) {
    Region.Loops = Run % 2 ? 1e5 : 1e6;
    (void)Region.run();
  }
  EXPECT_EQ(Region.Runs[RegionTrials::Whole], 0u);
  Region.Loops = 1e6;
  Region.run(2000);
  EXPECT_EQ(Region.run(), RegionTrials::Whole);
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

TEST(ParallelRegions, TellOfThoseThatOpenMPHasRun) {
  ParallelRegions Regions;
  twofold_parallel First = {"a.c", "main", 7, nullptr},
                   Second = {"b.c", "solve", 9, nullptr};
  const auto Told = [&](bool Asked) {
    std::string All;
    Regions.summarize(
        Trace(1, [&](std::string_view Text) { All += std::string(Text); }),
        Asked);
    return All;
  };
  Regions.record(First).Runs = 3;
  EXPECT_EQ(&Regions.record(First), First.state);
  EXPECT_NE(&Regions.record(Second), First.state);
  EXPECT_EQ(Told(false), "");
  Regions.record(First).Whole = 1;
  EXPECT_EQ(Told(true), "twofold: a.c:7: main: left to OpenMP's 'parallel' 1 "
                        "time of 3, because TWOFOLD_REGIONS asks for it\n");
  EXPECT_EQ(Told(false), "twofold: a.c:7: main: left to OpenMP's 'parallel' 1 "
                         "time of 3, to measure it\n");
  // Both forms were measured.
  ParallelRecord &Of = Regions.record(Second);
  for (unsigned Run = 0; Run != 40; ++Run) {
    const RegionTrials::Answer Next = Of.Trials.ask(false);
    const bool Whole = Next.To == RegionTrials::Whole;
    ++Of.Runs;
    Of.Whole += Whole;
    if (Next.Measure)
      Of.Trials.note(Next.To, {Whole ? 2e5 : 1e6, Whole ? 0u : 20u, 0});
  }
  EXPECT_NE(Told(false).find("of 40, which took 200 us, and its loops one by "
                             "one 1.0 ms"),
            std::string::npos)
      << Told(false);
}
