// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SpecialiserTest.cpp - which constants a kernel is worth ------------===//
#include "kernel/Specialiser.h"
#include "fake/FakeDevice.h"

#include <gtest/gtest.h>

#include <limits>

using namespace twofold;
using namespace twofold::test;

namespace {

KernelValues values(uint64_t N) {
  KernelValues Out;
  Out.Count = 1;
  Out.At[0] = N;
  return Out;
}

struct Game {
  FakeWorld World;
  Specialiser Policy{false};
  double Usual = 1e6, Special = 5e5;
  unsigned Builds = 0, Measured = 0, UsedSpecial = 0;
  bool BuildFails = false;
  double Price = 0;

  void play(uint64_t N, unsigned Calls) {
    for (unsigned Call = 0; Call != Calls; ++Call) {
      SpecialTrial T = Policy.next(values(N));
      UsedSpecial += T.Use != nullptr;
      if (T.Build)
        build(T);
      if (!T.Measure)
        continue;
      ++Measured;
      if (Policy.tell(T, T.Use ? Special : Usual) ==
          Specialiser::Outcome::Build)
        build(T);
    }
  }
  void build(const SpecialTrial &T) {
    if (!T.Paid && Policy.postpone(T.Set, Price))
      return;
    ++Builds;
    Policy.built(T.Set,
                 BuildFails ? nullptr
                            : std::make_shared<FakeProgram>(World, "special"),
                 false);
  }
  bool uses(uint64_t N) { return Policy.next(values(N)).Use != nullptr; }
};

} // namespace

TEST(Specialiser, RepeatedValuesGetAKernelThatIsKeptWhenFaster) {
  Game G;
  G.play(7, Specialiser::Patience);
  EXPECT_EQ(G.Builds, 0u);
  EXPECT_EQ(G.Measured, 0u);
  G.play(7, 100);
  EXPECT_EQ(G.Builds, 1u);
  EXPECT_EQ(G.Measured, 1 + 2 * Specialiser::Rounds);
  EXPECT_TRUE(G.uses(7));
  EXPECT_FALSE(G.uses(8)) << "a call with other values";
}

TEST(Specialiser, WhatIsNotFasterIsDroppedForGood) {
  Game G;
  G.Special = 0.98e6;
  G.play(7, 1000);
  EXPECT_FALSE(G.uses(7));
  EXPECT_EQ(G.Builds, 1u);
  EXPECT_EQ(G.Measured, 1 + 2 * Specialiser::Rounds);
}

TEST(Specialiser, ABuildIsPaidByTheCallsBefore) {
  Game G;
  G.Price = 500 * G.Usual;
  G.play(7, 500);
  EXPECT_EQ(G.Builds, 0u);
  EXPECT_EQ(G.Measured, 1u);
  G.play(7, 1);
  EXPECT_EQ(G.Builds, 1u);
  G.play(7, 2 * Specialiser::Rounds);
  EXPECT_TRUE(G.uses(7));
  // It is paid by calls with the same integers, and one of four.
  for (uint64_t N = 0; N < 4; ++N)
    G.play(100 + N, 500);
  EXPECT_EQ(G.Builds, 1u);
  for (uint64_t N = 0; N < 4; ++N)
    G.play(100 + N, 100);
  EXPECT_EQ(G.Builds, Specialiser::MostBuilt);
}

TEST(Specialiser, WhatSavesForABuildMakesRoomForWhatIsHotter) {
  Game G;
  G.Price = 1000 * G.Usual;
  for (uint64_t N = 0; N < Specialiser::MostWatched; ++N)
    G.play(N, 2 * Specialiser::Patience);
  EXPECT_EQ(G.Builds, 0u);
  G.play(100, 2000);
  EXPECT_TRUE(G.uses(100));
  EXPECT_EQ(G.Builds, 1u);
}

TEST(Specialiser, ABuildThatNobodyCanPayIsNotBegun) {
  Game G;
  G.Price = std::numeric_limits<double>::infinity();
  G.play(7, 10000);
  EXPECT_EQ(G.Builds, 0u);
  // A launch failed before the crew had looked.
  Specialiser &P = G.Policy;
  P.drop(0);
  EXPECT_TRUE(P.postpone(0, 1));
  EXPECT_FALSE(P.next(values(7)).Build);
}

TEST(Specialiser, ShortKernelsAreNotBuiltAgain) {
  Game G;
  G.Usual = Specialiser::MinNanoseconds - 1;
  G.play(7, 1000);
  EXPECT_EQ(G.Builds, 0u);
  EXPECT_EQ(G.Measured, 1u);
}

TEST(Specialiser, ValuesThatNeverRepeatCostNothing) {
  Game G;
  for (uint64_t N = 0; N < 10000; ++N)
    G.play(N, 1);
  EXPECT_EQ(G.Builds, 0u);
  EXPECT_EQ(G.Measured, 0u);
}

TEST(Specialiser, HotValuesAreFoundAmongOthers) {
  Game G;
  for (uint64_t N = 0; N < 300; ++N) {
    G.play(1000 + N, 1);
    G.play(7, 1);
  }
  EXPECT_TRUE(G.uses(7));
  EXPECT_EQ(G.Builds, 1u);
}

TEST(Specialiser, ManySetsInTurnsAreAllCounted) {
  Game G;
  for (unsigned Call = 0; Call < 200; ++Call)
    for (uint64_t N = 0; N < Specialiser::MostWatched - 1; ++N)
      G.play(N, 1);
  EXPECT_EQ(G.Builds, Specialiser::MostBuilt);
}

TEST(Specialiser, AProgramThatMovesOnIsFollowed) {
  Game G;
  // Not enough of each, but the table is full of them.
  for (uint64_t N = 0; N < Specialiser::MostWatched; ++N)
    G.play(N, Specialiser::Patience - 1);
  EXPECT_EQ(G.Builds, 0u);
  for (unsigned Call = 0; Call < 500; ++Call) {
    G.play(1000, 1);
    G.play(2000, 1);
  }
  EXPECT_EQ(G.Builds, 2u);
  EXPECT_TRUE(G.uses(1000));
  EXPECT_TRUE(G.uses(2000));
}

TEST(Specialiser, BuildsAreBounded) {
  Game G;
  for (uint64_t N = 0; N < 50; ++N)
    G.play(N, 200);
  EXPECT_EQ(G.Builds, Specialiser::MostBuilt);
  for (uint64_t N = 0; N < 50; ++N)
    EXPECT_EQ(G.uses(N), N < Specialiser::MostBuilt) << N;
}

TEST(Specialiser, AFailedBuildIsFinal) {
  Game G;
  G.BuildFails = true;
  G.play(7, 1000);
  EXPECT_EQ(G.Builds, 1u);
  EXPECT_EQ(G.UsedSpecial, 0u);
}

TEST(Specialiser, WhatFailsToLaunchIsDropped) {
  Game G;
  G.play(7, 200);
  SpecialTrial T = G.Policy.next(values(7));
  ASSERT_TRUE(T.Use);
  G.Policy.drop(T.Set);
  EXPECT_FALSE(G.uses(7));
  // A trial of then that comes late changes nothing.
  T.Measure = true;
  EXPECT_EQ(G.Policy.tell(T, 1), Specialiser::Outcome::Open);
  EXPECT_FALSE(G.uses(7));
}

TEST(Specialiser, DisturbancesAndFirstLaunchesDoNotCount) {
  Game G;
  Specialiser &P = G.Policy;
  unsigned Trials = 0;
  for (unsigned Call = 0; Call != 200; ++Call) {
    SpecialTrial T = P.next(values(7));
    if (!T.Measure)
      continue;
    // Each third is disturbed, and the first special launch is slow.
    double Time = T.Use ? 5e5 : 1e6;
    if (++Trials % 3 == 0 || Trials <= 3)
      Time *= 10;
    if (P.tell(T, Time) == Specialiser::Outcome::Build)
      G.build(T);
  }
  EXPECT_TRUE(G.uses(7));
}

TEST(Specialiser, ForcedOnesAreUsedAtOnce) {
  FakeWorld World;
  Specialiser P(true);
  EXPECT_FALSE(P.next(values(7)).Build);
  SpecialTrial T = P.next(values(7));
  ASSERT_TRUE(T.Build);
  P.built(T.Set, std::make_shared<FakeProgram>(World, "special"), false);
  T = P.next(values(7));
  EXPECT_TRUE(T.Use);
  EXPECT_FALSE(T.Measure);
}
