// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/BufferPool.h"
#include "fake/FakeDevice.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

struct Pool {
  FakeWorld World;
  FakeDevice Owner{World, DeviceKind::Gpu};
  BufferPool Buffers{Owner};

  std::unique_ptr<Buffer> take(size_t Bytes) {
    auto Taken = Buffers.take(Bytes);
    EXPECT_TRUE(bool(Taken));
    EXPECT_GE((*Taken)->size(), Bytes);
    return std::move(*Taken);
  }
};

} // namespace

TEST(BufferPool, GivesBackWhatFits) {
  Pool P;
  P.Buffers.give(P.take(100000));
  P.Buffers.give(P.take(90000));
  EXPECT_EQ(P.World.Allocations, 1u);
  P.Buffers.give(P.take(10));
  EXPECT_EQ(P.World.Allocations, 2u);
  P.Buffers.give(P.take(0));
  EXPECT_EQ(P.World.Allocations, 2u);
}

TEST(BufferPool, KeepsAQuarterOfTheDevice) {
  Pool P;
  std::vector<std::unique_ptr<Buffer>> Used;
  for (int I = 0; I < 5; ++I)
    Used.push_back(P.take(size_t(100) << 20));
  for (auto &B : Used)
    P.Buffers.give(std::move(B));
  EXPECT_EQ(P.World.LiveObjects, 2);
}

TEST(BufferPool, MakesRoomWhenTheDeviceIsFull) {
  Pool P;
  P.Buffers.give(P.take(100000));
  P.World.FailWith = ErrorCode::OutOfMemory;
  P.World.FailAt = P.World.Calls + 1;
  P.Buffers.give(P.take(1000000));
  EXPECT_EQ(P.World.LiveObjects, 1);
}

TEST(BufferPool, RefusesWhatTheDeviceCannotHold) {
  Pool P;
  EXPECT_FALSE(bool(P.Buffers.take(SIZE_MAX)));
  EXPECT_FALSE(bool(P.Buffers.take((size_t(1) << 28) + 1)));
  EXPECT_TRUE(bool(P.Buffers.take(size_t(1) << 28)));
}

TEST(BufferPool, GrowsOnlyBeyondWhatItEverHeld) {
  Pool P;
  EXPECT_EQ(P.Buffers.takeGrowth(), 0u);
  const size_t Large = size_t(100) << 20;
  for (int Round = 0; Round < 3; ++Round) {
    // More than is kept, so that some of it is made anew in each round.
    std::vector<std::unique_ptr<Buffer>> Used;
    for (int I = 0; I < 5; ++I)
      Used.push_back(P.take(Large));
    EXPECT_EQ(P.Buffers.takeGrowth(), Round == 0 ? 5 * Large : 0);
    for (auto &B : Used)
      P.Buffers.give(std::move(B));
  }
  P.Buffers.give(P.take(3 * Large / 2));
  EXPECT_EQ(P.Buffers.takeGrowth(), 0u);
}
