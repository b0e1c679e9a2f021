// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CalibrationTest.cpp - on a device and a clock that are made up -----===//
#include "choice/Calibration.h"
#include "Cases.h"
#include "fake/FakeDevice.h"

#include <sched.h>

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Time passes only when bytes move.
struct FakeTime {
  FakeWorld World;
  FakeDevice On{World, DeviceKind::Gpu};
  unsigned Looks = 0;

  double now() {
    ++Looks;
    // 2 and 4 bytes in a nanosecond, 100 copied on the device, and something
    // for each command.
    return double(World.Written) / 2 + double(World.Read) / 4 +
           double(World.Copied) / 100 + 500.0 * Looks;
  }
  std::optional<DeviceCosts> measure(const std::function<bool()> &Stop = [] {
    return false;
  }) {
    return measureDevice(On, DeviceCosts::guess(8), Stop,
                         [this] { return now(); });
  }
};

} // namespace

TEST(Calibration, MeasuresEachSizeAndDirection) {
  FakeTime T;
  auto Costs = T.measure();
  ASSERT_TRUE(Costs);
  for (size_t I = 0; I < TransferCurve::Sizes.size(); ++I) {
    double Size = double(TransferCurve::Sizes[I]);
    EXPECT_NEAR(Costs->ToDevice.Nanoseconds[I], 500 + Size / 2, 1);
    EXPECT_NEAR(Costs->ToHost.Nanoseconds[I], 500 + Size / 4, 1);
  }
  EXPECT_NEAR(Costs->LaunchNanoseconds, 500, 1);
  EXPECT_NEAR(Costs->BytesPerNanosecond, 200, 1);
  EXPECT_EQ(Costs->OpsPerNanosecond, DeviceCosts::guess(8).OpsPerNanosecond);
  EXPECT_EQ(T.World.LiveObjects, 0);
}

TEST(Calibration, GivesUpWhateverFails) {
  FakeTime Whole;
  ASSERT_TRUE(Whole.measure());
  unsigned Calls = Whole.World.Calls;
  for (unsigned Fail = 1; Fail <= Calls; Fail += 8 / cases(8)) {
    FakeTime T;
    T.World.FailAt = Fail;
    EXPECT_FALSE(T.measure()) << Fail;
    EXPECT_EQ(T.World.LiveObjects, 0) << Fail;
  }
}

TEST(Calibration, StopsWhenAsked) {
  for (unsigned After : {0u, 1u, 7u, 20u}) {
    FakeTime T;
    unsigned Asked = 0;
    EXPECT_FALSE(T.measure([&] { return Asked++ >= After; }));
    EXPECT_EQ(Asked, After + 1);
    EXPECT_EQ(T.World.LiveObjects, 0);
  }
}

TEST(Calibration, AClockThatStandsStillMeasuresNothing) {
  FakeTime T;
  EXPECT_FALSE(measureDevice(
      T.On, DeviceCosts::guess(8), [] { return false; }, [] { return 5.0; }));
  EXPECT_FALSE(measureHost(
      HostCosts::guess(4), [] { return false; }, [] { return 5.0; }));
}

TEST(Calibration, TheHostsMemoryHasARate) {
  auto Host =
      measureHost(HostCosts::guess(4), [] { return false; }, steadyNanoseconds);
  ASSERT_TRUE(Host);
  EXPECT_GT(Host->BytesPerNanosecond, 0);
  EXPECT_GT(Host->HomeNanosecondsPerByte, 0);
  EXPECT_EQ(Host->HotForkNanoseconds, HostCosts::guess(4).HotForkNanoseconds);
}

TEST(Calibration, PriorityComesBack) {
  int Before = sched_getscheduler(0);
  {
    IdlePriority Low;
  }
  EXPECT_EQ(sched_getscheduler(0), Before);
}
