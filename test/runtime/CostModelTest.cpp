// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CostModel.h"

#include <gtest/gtest.h>

using namespace twofold;

TEST(CostModel, SmallWorkStaysNative) {
  Workload Small = {10'000, 80'000};
  EXPECT_LT(predict(DeviceSpeed::native(1), Small),
            predict(DeviceSpeed::gpu(132), Small));
}

TEST(CostModel, MuchWorkOnFewBytesPays) {
  Workload Large = {uint64_t(1) << 40, uint64_t(1) << 20};
  EXPECT_GT(predict(DeviceSpeed::native(64), Large),
            predict(DeviceSpeed::gpu(132), Large));
}

TEST(CostModel, MovingIsNotWorthAStream) {
  Workload Stream = {4'000'000, 24'000'000};
  EXPECT_LT(predict(DeviceSpeed::native(16), Stream),
            predict(DeviceSpeed::gpu(132), Stream));
}

TEST(CostModel, MoreThreadsAndUnitsAreFaster) {
  Workload Work = {100'000'000, 1000};
  EXPECT_LT(predict(DeviceSpeed::native(8), Work),
            predict(DeviceSpeed::native(2), Work));
  EXPECT_LT(predict(DeviceSpeed::gpu(100), Work),
            predict(DeviceSpeed::gpu(10), Work));
  EXPECT_GT(predict(DeviceSpeed::gpu(0), Work), 0);
}

TEST(CostModel, LargestWorkIsFinite) {
  Workload All = {UINT64_MAX, UINT64_MAX};
  EXPECT_LT(predict(DeviceSpeed::gpu(1), All), 1e30);
}
