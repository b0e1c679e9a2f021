// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/SiteModel.h"

#include <gtest/gtest.h>
#include <random>

using namespace twofold;

using Basis = SiteModel::Basis;

TEST(SiteModel, KnowsNothingAtFirst) {
  SiteModel M;
  EXPECT_EQ(M.predict(1000, 10).From, Basis::None);
  EXPECT_EQ(M.samples(1000), 0u);
  EXPECT_TRUE(M.empty());
}

TEST(SiteModel, DropsTheFirstSample) {
  SiteModel M;
  M.add(1000, 1e7); // a device was roused
  EXPECT_TRUE(M.empty());
  M.add(1000, 500);
  EXPECT_DOUBLE_EQ(M.predict(1000, 0).Nanoseconds, 500);
  EXPECT_EQ(M.predict(1000, 0).From, Basis::Measured);
}

TEST(SiteModel, WhatIsLongIsNoSlowBeginning) {
  SiteModel M;
  M.add(1000, 1e9);
  EXPECT_DOUBLE_EQ(M.predict(1000, 0, 1e6).Nanoseconds, 1e9)
      << "whatever the operations suggest";
  M.add(1000, 1e7);
  EXPECT_DOUBLE_EQ(M.predict(1000, 0).Nanoseconds, 1e7) << "or so it seemed";
}

TEST(SiteModel, RejectsOutliers) {
  SiteModel M;
  for (int I = 0; I < 10; ++I)
    M.add(1000, 500);
  M.add(1000, 5e6); // the thread was not running
  M.add(1000, 500);
  M.add(1000, 4e6);
  M.add(1000, 500);
  M.add(1000, 4e6);
  EXPECT_DOUBLE_EQ(M.predict(1000, 0).Nanoseconds, 500);
}

TEST(SiteModel, BelievesWhatHappensThreeTimes) {
  SiteModel M;
  for (int I = 0; I < 20; ++I)
    M.add(1000, 500);
  for (int I = 0; I < 3; ++I)
    M.add(1000, 5000);
  EXPECT_DOUBLE_EQ(M.predict(1000, 0).Nanoseconds, 5000);
}

TEST(SiteModel, WhatHappensThreeTimesIsNoSlowBeginning) {
  SiteModel M;
  EXPECT_FALSE(M.learned());
  M.add(1000, 9000);
  EXPECT_TRUE(M.learned());
  M.add(1000, 9000);
  M.add(1000, 9000);
  EXPECT_EQ(M.samples(1000), 2u);
  EXPECT_DOUBLE_EQ(M.predict(1000, 0, 50).Nanoseconds, 50);
  M.add(1000, 9000);
  EXPECT_DOUBLE_EQ(M.predict(1000, 0, 50).Nanoseconds, 9000);
}

TEST(SiteModel, ASlowBeginningIsForgotten) {
  SiteModel M;
  M.add(1000, 1);
  M.add(1000, 9000);
  M.add(1000, 500);
  EXPECT_DOUBLE_EQ(M.predict(1000, 0).Nanoseconds, 500);
}

/// Threads wake one after the other: of the first samples the sooner ones
/// count.
TEST(SiteModel, SlowBeginningsOfAllLengthsAreForgotten) {
  for (unsigned Samples : {1u, SiteModel::JudgingSamples, 4u}) {
    SiteModel Few(true);
    for (unsigned I = 0; I < Samples; ++I)
      Few.add(1000, 1000);
    Few.add(1000, 780);
    EXPECT_DOUBLE_EQ(Few.predict(1000, 0).Nanoseconds,
                     Samples <= SiteModel::JudgingSamples ? 780 : 956);
  }
  SiteModel More(true);
  for (int I = 0; I < 6; ++I)
    More.add(1000, 1000);
  More.add(1000, 600);
  EXPECT_DOUBLE_EQ(More.predict(1000, 0).Nanoseconds, 600);
}

TEST(SiteModel, WhatReplacesASlowBeginningIsNotDoubtedYet) {
  SiteModel M(true);
  M.add(1000, 9000);
  M.add(1000, 500);
  for (int I = 0; I < 2; ++I)
    M.add(1000, 5000);
  EXPECT_DOUBLE_EQ(M.predict(1000, 0).Nanoseconds, 500);
  M.add(1000, 5000);
  EXPECT_DOUBLE_EQ(M.predict(1000, 0).Nanoseconds, 5000);
}

TEST(SiteModel, InterpolatesAndExtrapolates) {
  SiteModel M;
  M.add(1 << 10, 1);
  for (int I = 0; I < 5; ++I) {
    M.add(1 << 10, 1000 + (1 << 10));
    M.add(1 << 20, 1000 + (1 << 20));
  }
  auto Between = M.predict(1 << 15, 1000);
  EXPECT_EQ(Between.From, Basis::Interpolated);
  EXPECT_NEAR(Between.Nanoseconds, 46e3, 3e3); // on the line of logarithms
  auto Above = M.predict(1 << 24, 1000);
  EXPECT_EQ(Above.From, Basis::Extrapolated);
  EXPECT_NEAR(Above.Nanoseconds, 1000 + (1 << 24), 1e3);
  auto Below = M.predict(1 << 4, 1000);
  EXPECT_EQ(Below.From, Basis::Extrapolated);
  EXPECT_NEAR(Below.Nanoseconds, 1000 + (1 << 4), 1);
}

/// What hardly shows beside a call's fixed part is not multiplied by a million.
TEST(SiteModel, ShortCallsDoNotTellWhatWorkCosts) {
  SiteModel M;
  for (int I = 0; I < 6; ++I)
    M.add(64, 160e3);
  EXPECT_GT(M.predict(64 << 20, 10e3).Nanoseconds, 1e11);
  EXPECT_DOUBLE_EQ(M.predict(64 << 20, 10e3, 5e6).Nanoseconds, 5e6);
  // Not less than what little work took, nor more than its share suggests.
  EXPECT_DOUBLE_EQ(M.predict(64 << 20, 10e3, 20e3).Nanoseconds, 160e3);
  EXPECT_DOUBLE_EQ(M.predict(128, 10e3, 1e12).Nanoseconds, 310e3);
  // Long ones do.
  SiteModel Long;
  for (int I = 0; I < 6; ++I)
    Long.add(64, 10e6);
  EXPECT_GT(Long.predict(64 << 20, 10e3, 5e6).Nanoseconds, 1e12);
}

TEST(SiteModel, OneSlowCallBetweenOthersIsDoubted) {
  SiteModel M;
  for (int I = 0; I < 6; ++I) {
    M.add(1 << 10, 30e3);
    M.add(1 << 14, 30e3);
  }
  M.add(1 << 12, 260e3);
  EXPECT_NEAR(M.predict(1 << 12, 0).Nanoseconds, 30e3, 1);
  for (int I = 0; I < 6; ++I)
    M.add(1 << 12, 260e3);
  EXPECT_NEAR(M.predict(1 << 12, 0).Nanoseconds, 260e3, 1);
}

TEST(SiteModel, OneSlowCallBesideLessWorkIsDoubted) {
  SiteModel M;
  for (int I = 0; I < 6; ++I)
    M.add(1 << 10, 30e3);
  M.add(1 << 12, 2e6);
  EXPECT_NEAR(M.predict(1 << 12, 0).Nanoseconds, 4 * 30e3, 1);
}

TEST(SiteModel, PredictionsGrowWithWork) {
  std::mt19937 Random(5);
  std::uniform_real_distribution<double> Noise(0.8, 1.3);
  SiteModel M;
  M.add(1, 1);
  for (int Round = 0; Round < 20; ++Round)
    for (unsigned Log = 6; Log < 30; Log += 3)
      M.add(uint64_t(1) << Log,
            Noise(Random) * (2000 + double(uint64_t(1) << Log) / 4));
  for (unsigned Log = 0; Log < 40; ++Log) {
    uint64_t Ops = uint64_t(1) << Log;
    double True = 2000 + double(Ops) / 4;
    double Predicted = M.predict(Ops, 2000).Nanoseconds;
    EXPECT_GT(Predicted, True / 2.5) << Log;
    EXPECT_LT(Predicted, True * 2.5) << Log;
    if (Log % 3 == 0 && Log >= 6 && Log < 30)
      EXPECT_NEAR(Predicted / True, 1.05, 0.15) << Log;
  }
}

TEST(SiteModel, NonsenseIsNoSample) {
  SiteModel M;
  M.add(10, 1);
  for (double Bad : {0.0, -5.0, 1.0 / 0.0, 0.0 / 0.0})
    M.add(10, Bad);
  EXPECT_TRUE(M.empty());
  M.add(0, 5);
  M.add(UINT64_MAX, 5e9);
  EXPECT_GT(M.predict(UINT64_MAX, 0).Nanoseconds, 0);
  EXPECT_GT(M.predict(0, 0).Nanoseconds, 0);
}

TEST(SiteModel, TextsComeBackAndCountForLittle) {
  SiteModel M;
  M.add(1, 1);
  for (int I = 0; I < 16; ++I) {
    M.add(1000, 500);
    M.add(1 << 20, 1e5);
  }
  SiteModel Back = SiteModel::decode(M.encode());
  EXPECT_DOUBLE_EQ(Back.predict(1000, 0).Nanoseconds, 500);
  EXPECT_EQ(Back.predict(1 << 20, 0).From, Basis::Measured);
  EXPECT_EQ(Back.samples(1000), 2u);
  // This run's samples soon outweigh it.
  Back.add(1000, 700);
  for (int I = 0; I < 16; ++I)
    Back.add(1000, 700);
  EXPECT_NEAR(Back.predict(1000, 0).Nanoseconds, 700, 30);
}

TEST(SiteModel, OneSampleIsBetterThanNoneForTheNextRun) {
  SiteModel M;
  M.add(1000, 5000);
  EXPECT_TRUE(M.empty());
  SiteModel Next = SiteModel::decode(M.encode());
  EXPECT_DOUBLE_EQ(Next.predict(1000, 0).Nanoseconds, 5000);
  M.add(1000, 400);
  EXPECT_DOUBLE_EQ(SiteModel::decode(M.encode()).predict(1000, 0).Nanoseconds,
                   400);
}

TEST(SiteModel, WhatWasJudgedIsNotDoubtedAgain) {
  SiteModel M;
  M.add(1, 1);
  M.add(1000, 5000);
  EXPECT_DOUBLE_EQ(
      SiteModel::decode(M.encode()).predict(1000, 0, 10).Nanoseconds, 10)
      << "one slow call";
  M.add(1000, 5000);
  M.add(1000, 5000);
  for (int Run = 0; Run < 3; ++Run) {
    M = SiteModel::decode(M.encode());
    EXPECT_DOUBLE_EQ(M.predict(1000, 0, 10).Nanoseconds, 5000);
    EXPECT_EQ(M.samples(1000), 2u);
  }
}

TEST(SiteModel, DamagedTextsAreNothing) {
  SiteModel M;
  M.add(1, 1);
  M.add(1000, 500);
  std::string Good = M.encode();
  EXPECT_TRUE(SiteModel::decode("").empty());
  EXPECT_TRUE(SiteModel::decode("model-2 1 1 1").empty());
  EXPECT_TRUE(SiteModel::decode(Good + " 1").empty());
  EXPECT_TRUE(SiteModel::decode(Good + Good.substr(7)).empty()); // twice
  EXPECT_TRUE(SiteModel::decode("model-1 1 1000 -5").empty());
  EXPECT_TRUE(SiteModel::decode("model-1 99 1000 5").empty());
}
