// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/DeviceCosts.h"
#include "report/NumberText.h"

#include <gtest/gtest.h>
#include <random>

using namespace twofold;

TEST(DeviceCosts, SmallWorkStaysNative) {
  Workload Small = {10'000, 80'000};
  EXPECT_LT(HostCosts::guess(1).native(Small, 1, true),
            DeviceCosts::guess(132).resident(Small));
}

TEST(DeviceCosts, MuchWorkPays) {
  Workload Large = {uint64_t(1) << 40, uint64_t(1) << 20};
  EXPECT_GT(HostCosts::guess(64).native(Large, 64, true),
            DeviceCosts::guess(132).resident(Large));
}

TEST(DeviceCosts, MovingIsNotWorthAStream) {
  Workload Stream = {4'000'000, 24'000'000};
  DeviceCosts Gpu = DeviceCosts::guess(132);
  EXPECT_LT(HostCosts::guess(16).native(Stream, 16, true),
            Gpu.resident(Stream) + Gpu.ToDevice.time(16'000'000) +
                Gpu.ToHost.time(8'000'000));
  // But the same over data that is there does: from about 335,000 additions.
  EXPECT_GT(HostCosts::guess(16).native({16'000'000, 0}, 16, true),
            Gpu.resident({16'000'000, 0}));
}

TEST(DeviceCosts, ThreadsWaitForMemory) {
  HostCosts Host;
  Host.OpsPerNanosecond = 4;
  Host.BytesPerNanosecond = 10;
  EXPECT_EQ(Host.native({400, 8000}, 1, true), 800);
  EXPECT_EQ(Host.native({400, 800}, 1, true), 100);
  EXPECT_EQ(Host.native({400, 8000}, 2, true), 400 + Host.HotForkNanoseconds);
}

TEST(DeviceCosts, FewItemsTakeAsLongAsOne) {
  // A product of matrices of 1,536 whose rows are the items.
  const uint64_t Ops = uint64_t(12) * 1536 * 1536 * 1536;
  DeviceCosts Gpu = DeviceCosts::guess(132);
  EXPECT_GT(Gpu.resident({Ops, 0, 1536}), 100e6);
  EXPECT_LT(Gpu.resident({Ops, 0, 1536 * 1536}), 15e6);
  EXPECT_EQ(Gpu.resident({Ops, 0, 0}), Gpu.resident({Ops, 0, Ops}));
}

TEST(DeviceCosts, TilesShareWhatTheyLoad) {
  const DeviceCosts Gpu = DeviceCosts::guess(132);
  const uint64_t Ops = uint64_t(1) << 34;
  const double Launch = Gpu.LaunchNanoseconds;
  for (const uint64_t Items : {0, 64})
    EXPECT_NEAR((Gpu.resident({Ops, 0, Items, false}) - Launch) /
                    (Gpu.resident({Ops, 0, Items, true}) - Launch),
                4, 1e-6);
  // Memory is no faster.
  const uint64_t Bytes = uint64_t(1) << 40;
  EXPECT_EQ(Gpu.resident({Ops, Bytes, 0, true}),
            Gpu.resident({Ops, Bytes, 0, false}));
}

TEST(DeviceCosts, MoreThreadsAndUnitsAreFaster) {
  Workload Work = {100'000'000, 1000};
  EXPECT_LT(HostCosts::guess(8).native(Work, 8, true),
            HostCosts::guess(2).native(Work, 2, true));
  EXPECT_LT(DeviceCosts::guess(100).resident(Work),
            DeviceCosts::guess(10).resident(Work));
  EXPECT_EQ(DeviceCosts::guess(0).resident(Work),
            DeviceCosts::guess(1).resident(Work));
  const Workload Memory = {0, uint64_t(1) << 40};
  EXPECT_NEAR(DeviceCosts::guess(10).resident(Memory) /
                  DeviceCosts::guess(100).resident(Memory),
              10, 0.1);
}

TEST(DeviceCosts, ALaunchThatLeavesTakesTheHostOrTheDevice) {
  DeviceCosts Gpu;
  Gpu.LaunchNanoseconds = 10e3;
  // A launch without work, with its search for data, takes 15 us.
  EXPECT_DOUBLE_EQ(Gpu.leaving(30e3, 7e3), 15e3);
  EXPECT_DOUBLE_EQ(Gpu.leaving(16e3, 7e3), 7e3);
  EXPECT_DOUBLE_EQ(Gpu.leaving(16e3, 0), 5e3) << "not measured yet";
  EXPECT_DOUBLE_EQ(Gpu.leaving(4e3, 7e3), 4e3);
}

TEST(DeviceCosts, LargestWorkIsFinite) {
  Workload All = {UINT64_MAX, UINT64_MAX};
  EXPECT_LT(DeviceCosts::guess(1).resident(All), 1e30);
  EXPECT_LT(DeviceCosts::guess(1).ToDevice.time(UINT64_MAX), 1e30);
}

TEST(DeviceCosts, ASleepingTeamCostsMore) {
  HostCosts Two = HostCosts::guess(2), Sixteen = HostCosts::guess(16);
  EXPECT_NEAR(Two.HotForkNanoseconds, 700, 100);
  EXPECT_NEAR(Sixteen.HotForkNanoseconds, 2600, 300);
  EXPECT_NEAR(Two.ParkedForkNanoseconds, 90e3, 15e3);
  EXPECT_NEAR(Sixteen.ParkedForkNanoseconds, 370e3, 30e3);
  EXPECT_GT(Two.native({1000, 0}, 2, false), Two.native({1000, 0}, 2, true));
  EXPECT_EQ(Two.native({1000, 0}, 1, false), Two.native({1000, 0}, 1, true));
  // One thread starts no others.
  EXPECT_EQ(HostCosts::guess(1).HotForkNanoseconds, 0);
  EXPECT_EQ(HostCosts::guess(1).ParkedForkNanoseconds, 0);
}

TEST(DeviceCosts, CopiesTakeLongerTheLargerTheyAre) {
  TransferCurve Curve;
  Curve.Nanoseconds = {9e3, 14e3, 40e3, 350e3};
  EXPECT_EQ(Curve.time(0), 0);
  EXPECT_DOUBLE_EQ(Curve.time(4096), 9e3);
  EXPECT_DOUBLE_EQ(Curve.time(1 << 20), 40e3);
  EXPECT_DOUBLE_EQ(Curve.time(16 << 20), 350e3);
  double Before = 0;
  for (uint64_t Bytes = 1; Bytes < uint64_t(1) << 40; Bytes += Bytes / 3 + 1) {
    EXPECT_GE(Curve.time(Bytes), Before) << Bytes;
    EXPECT_GT(Curve.time(Bytes), 0) << Bytes;
    Before = Curve.time(Bytes);
  }
  // 15 MiB more in 310 us.
  EXPECT_NEAR(Curve.time(uint64_t(1) << 30), (1 << 30) / 50.7, 2e5);
  // A measurement that makes no sense gives no negative time.
  Curve.Nanoseconds = {9e3, 8e3, 7e3, 6e3};
  EXPECT_GT(Curve.time(uint64_t(1) << 40), 0);
}

TEST(DeviceCosts, TextsComeBack) {
  DeviceCosts Gpu = DeviceCosts::guess(132);
  Gpu.LaunchNanoseconds = 8765.4321;
  Gpu.ToHost.Nanoseconds = {1, 2.5, 1e6, 1e-0};
  auto Back = fromLine<DeviceCosts>(toLine(Gpu));
  ASSERT_TRUE(Back);
  EXPECT_EQ(Back->LaunchNanoseconds, Gpu.LaunchNanoseconds);
  EXPECT_EQ(Back->ToHost.Nanoseconds, Gpu.ToHost.Nanoseconds);
  HostCosts Host = HostCosts::guess(16);
  auto HostBack = fromLine<HostCosts>(toLine(Host));
  ASSERT_TRUE(HostBack);
  EXPECT_EQ(HostBack->ParkedForkNanoseconds, Host.ParkedForkNanoseconds);
  EXPECT_EQ(HostBack->HomeNanosecondsPerByte, Host.HomeNanosecondsPerByte);
}

TEST(DeviceCosts, DamagedTextsAreRefused) {
  std::string Good = toLine(DeviceCosts::guess(132));
  for (size_t Length = 0; Length < Good.size(); ++Length) {
    auto Cut = fromLine<DeviceCosts>(std::string_view(Good).substr(0, Length));
    // Only the last number may lose digits and still be one.
    if (Cut)
      EXPECT_GT(Length, Good.rfind(' '));
  }
  EXPECT_FALSE(fromLine<DeviceCosts>(Good + " 1"));
  EXPECT_FALSE(fromLine<DeviceCosts>(Good + "x"));
  EXPECT_FALSE(fromLine<DeviceCosts>(toLine(HostCosts::guess(2))));
  EXPECT_FALSE(fromLine<HostCosts>("host-costs-2 nan 1 1 1 0"));
  EXPECT_FALSE(fromLine<HostCosts>("host-costs-2 -1 1 1 1 0"));
  EXPECT_FALSE(fromLine<HostCosts>("host-costs-2 1 1 0 1 0"));
  EXPECT_FALSE(fromLine<HostCosts>("host-costs-2 1 1 1 1e400 0"));
  std::mt19937 Random(1);
  for (int Try = 0; Try < 5000; ++Try) {
    std::string Bad = Good;
    Bad[Random() % Bad.size()] = char(Random());
    if (auto Costs = fromLine<DeviceCosts>(Bad)) {
      EXPECT_GT(Costs->OpsPerNanosecond, 0);
      EXPECT_GT(Costs->LaunchNanoseconds, 0);
    }
  }
}
