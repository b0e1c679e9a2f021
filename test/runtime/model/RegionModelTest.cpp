// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionModelTest.cpp - random programs against a plain array --------===//
//
// TWOFOLD_MODEL_OPERATIONS: how many operations each test makes; a few thousand
// unless it is set, a third of them under a sanitizer. TWOFOLD_MODEL_SEED: the
// first seed.
//
//===----------------------------------------------------------------------===//
#include "model/RegionModel.h"
#include "Record.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

using namespace twofold;
using namespace twofold::test;

static uint64_t number(const char *Name, uint64_t Default) {
  const char *Text = std::getenv(Name);
  return Text && *Text ? std::strtoull(Text, nullptr, 10) : Default;
}

/// Programs of Length operations each, with different seeds.
static RegionModel::Tally play(RegionModel::Plan Plan, uint64_t Default,
                               uint64_t Length = 500) {
  RegionModel::Tally Sum;
  Plan.Seed = unsigned(number("TWOFOLD_MODEL_SEED", 1));
  if (sanitized())
    Default /= 3;
  for (uint64_t Left = number("TWOFOLD_MODEL_OPERATIONS", Default); Left;
       ++Plan.Seed) {
    RegionModel Model(Plan);
    if (!Model.works())
      return Sum;
    for (uint64_t Step = 0; Step < Length && Left; ++Step, --Left) {
      Model.step();
      if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << "seed " << Plan.Seed << ", step " << Step;
        return Sum;
      }
    }
    Sum.add(Model.tally());
  }
  std::printf("%llu launches, %llu on devices, %llu left under way, %llu "
              "merges, %llu evictions, %llu faults, %llu losses\n",
              (unsigned long long)Sum.Launches,
              (unsigned long long)Sum.OnDevices,
              (unsigned long long)Sum.LeftUnderWay,
              (unsigned long long)Sum.Merges, (unsigned long long)Sum.Evictions,
              (unsigned long long)Sum.Faults, (unsigned long long)Sum.Lost);
  return Sum;
}

TEST(RegionModel, NoByteIsOld) {
  RegionModel::Tally Sum = play({}, 6000);
  EXPECT_GT(Sum.OnDevices, Sum.Launches / 2);
  EXPECT_GT(Sum.LeftUnderWay, 10u);
  EXPECT_GT(Sum.Merges, 20u);
  EXPECT_GT(Sum.Faults, 50u);
  EXPECT_GT(Sum.Resumed, 50u);
  EXPECT_GT(Sum.Scopes, 50u);
  EXPECT_EQ(Sum.Lost, 0u);
}

TEST(RegionModel, NoByteIsOldWithLittleRoom) {
  RegionModel::Plan Plan;
  Plan.LittleRoom = true;
  RegionModel::Tally Sum = play(Plan, 4000);
  EXPECT_GT(Sum.Evictions, 20u);
  EXPECT_EQ(Sum.Lost, 0u);
}

TEST(RegionModel, NoByteIsOldWhenDevicesFail) {
  RegionModel::Plan Plan;
  Plan.Failures = Plan.LittleRoom = true;
  RegionModel::Tally Sum = play(Plan, 4000);
  EXPECT_GT(Sum.OnDevices, Sum.Launches / 4);
}

TEST(RegionModel, NoByteIsOldWithoutResidence) {
  RegionModel::Plan Plan;
  Plan.Copies = Coherence::Eager;
  Plan.LittleRoom = true;
  RegionModel::Tally Sum = play(Plan, 1000);
  EXPECT_EQ(Sum.Faults, 0u);
  EXPECT_EQ(Sum.Lost, 0u);
}

/// The machine's pages: launches and accesses of the host stop each other by
/// real faults.
TEST(RegionModel, NoByteIsOldOnRealPages) {
  RegionModel::Plan Plan;
  Plan.By = RegionModel::Watch::Real;
  Plan.Pages = 40;
  if (!RegionModel(Plan).works())
    GTEST_SKIP() << "pages cannot be guarded here";
  RegionModel::Tally Sum = play(Plan, 500);
  EXPECT_GT(Sum.Faults, 20u);
  EXPECT_EQ(Sum.Lost, 0u);
}

/// Each copy, each change of protection and each launch, and when it comes.
TEST(RegionModel, DevicesAndPagesAreAskedForAsRecorded) {
  Record All;
  for (unsigned Seed = 500; Seed < 500 + cases(40); ++Seed) {
    std::string Log;
    RegionModel::Plan Plan;
    Plan.Seed = Seed;
    Plan.Log = &Log;
    Plan.Pages = 96;
    Plan.LittleRoom = Seed % 3 == 1;
    Plan.Failures = Seed % 6 == 4;
    Plan.Copies = Seed % 8 == 7 ? Coherence::Eager : Coherence::Lazy;
    {
      RegionModel Model(Plan);
      for (unsigned Step = 0; Step < 120; ++Step) {
        Model.step();
        Log += "step " + std::to_string(Step) + '\n';
      }
      const RegionModel::Tally Sum = Model.tally();
      for (uint64_t Each : {Sum.OnDevices, Sum.LeftUnderWay, Sum.Lost,
                            Sum.Merges, Sum.Evictions, Sum.Faults, Sum.Resumed,
                            Model.counts().BytesToDevice.load(),
                            Model.counts().BytesToHost.load()})
        Log += std::to_string(Each) + '\n';
      Log += Model.told();
    }
    All << Log;
  }
  All.expect(0xf092ce191f961fd2);
}
