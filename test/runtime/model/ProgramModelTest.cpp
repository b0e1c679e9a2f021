// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramModelTest.cpp - random programs whose calls are observed ----===//
//
// TWOFOLD_MODEL_OPERATIONS and TWOFOLD_MODEL_SEED: as in RegionModelTest.
//
//===----------------------------------------------------------------------===//
#include "model/ProgramModel.h"

#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <malloc.h>
#include <thread>

using namespace twofold;
using namespace twofold::test;

static uint64_t number(const char *Name, uint64_t Default) {
  const char *Text = std::getenv(Name);
  return Text && *Text ? std::strtoull(Text, nullptr, 10) : Default;
}

/// Programs of 500 operations each, on as many threads.
static ProgramModel::Tally play(unsigned Threads, bool LittleRoom,
                                uint64_t Default) {
  ProgramModel::Tally Sum;
  std::mutex Lock;
  unsigned Seed = unsigned(number("TWOFOLD_MODEL_SEED", 1));
  uint64_t Left = number("TWOFOLD_MODEL_OPERATIONS", Default);
  for (; Left && !::testing::Test::HasFailure(); Seed += Threads) {
    const uint64_t Steps = std::min<uint64_t>(Left, 500);
    Left -= std::min<uint64_t>(Left, Steps * Threads);
    ProgramMachine Machine;
    EXPECT_TRUE(Machine.works()) << Machine.Told;
    auto Program = [&](unsigned Number) {
      ProgramModel Model(Machine, "p" + std::to_string(Number) + "-",
                         Seed + Number, LittleRoom);
      for (uint64_t Step = 0; Step < Steps; ++Step) {
        Model.step();
        if (::testing::Test::HasFailure()) {
          ADD_FAILURE() << "seed " << Seed + Number << ", step " << Step;
          break;
        }
      }
      std::lock_guard<std::mutex> Hold(Lock);
      Sum.add(Model.tally());
    };
    std::vector<std::thread> Others;
    for (unsigned Number = 1; Number < Threads; ++Number)
      Others.emplace_back(Program, Number);
    Program(0);
    for (std::thread &Each : Others)
      Each.join();
  }
  std::printf(
      "%llu launches, %llu on devices, %llu left under way, %llu frees, "
      "%llu moves, %llu at a freed address, %llu forks\n",
      (unsigned long long)Sum.Launches, (unsigned long long)Sum.OnDevices,
      (unsigned long long)Sum.LeftUnderWay, (unsigned long long)Sum.Frees,
      (unsigned long long)Sum.Moves, (unsigned long long)Sum.SameAddress,
      (unsigned long long)Sum.Forks);
  return Sum;
}

TEST(ProgramModel, NoByteIsOld) {
  ProgramModel::Tally Sum = play(1, false, 4000);
  EXPECT_GT(Sum.OnDevices, Sum.Launches / 2);
  EXPECT_GT(Sum.LeftUnderWay, 10u);
  EXPECT_GT(Sum.SameAddress, 10u);
  EXPECT_GT(Sum.Moves, 10u);
}

/// The allocator gives pages back at once, and maps what is not small.
TEST(ProgramModel, NoByteIsOldWherePagesGoSoon) {
  mallopt(M_MMAP_THRESHOLD, 64 << 10);
  mallopt(M_TRIM_THRESHOLD, 4096);
  mallopt(M_TOP_PAD, 0);
  ProgramModel::Tally Sum = play(1, true, 3000);
  EXPECT_GT(Sum.OnDevices, Sum.Launches / 4);
  EXPECT_GT(Sum.SameAddress, 10u);
}

TEST(ProgramModel, NoByteIsOldOnSeveralThreads) {
  ProgramModel::Tally Sum = play(3, true, 3000);
  EXPECT_GT(Sum.OnDevices, Sum.Launches / 4);
}
