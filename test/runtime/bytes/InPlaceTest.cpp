// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- InPlaceTest.cpp - kernels that work on the program's own arrays ----===//
#include "RuntimeBench.h"
#include "bytes/Residence.h"
#include "region/RegionBench.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

class CoherentBench : public Bench {
public:
  explicit CoherentBench(Settings Set = gpu()) : Bench(Set) {
    World.Coherent = true;
  }
};

constexpr ByteRange Low = {0, 512}, High = {1024, 1536};

} // namespace

TEST(InPlace, OnlyWhatIsCertainlyOverwrittenMayBeReadToo) {
  EXPECT_TRUE(mayWorkInPlace({}));
  EXPECT_TRUE(mayWorkInPlace({Low, {}, {}}));
  EXPECT_TRUE(mayWorkInPlace({Low, High, {}}));
  EXPECT_TRUE(mayWorkInPlace({Low, Low, Low}));
  EXPECT_FALSE(mayWorkInPlace({Low, Low, {}}));
  EXPECT_FALSE(mayWorkInPlace({Low, Low, ByteRange{0, 511}}));
  EXPECT_TRUE(mayWorkInPlace({ByteRange{0, 100}, Low, ByteRange{0, 100}}));
  EXPECT_EQ(spoiledBy({ByteRange{100, 600}, Low, Low}),
            RangeSet(ByteRange{100, 512}));
}

TEST(InPlace, NothingMovesButResults) {
  for (uint64_t N : {1, 2, 63, 64, 1000}) {
    CoherentBench On;
    ExampleLoop Loop(N);
    for (unsigned Calls = 1; Calls <= 3; ++Calls) {
      On.run(Loop);
      Loop.expectResults(Calls);
    }
    EXPECT_EQ(On.counts().CallsDevice, 3u);
    EXPECT_EQ(On.World.Written, 0u);
    EXPECT_EQ(On.counts().BytesToDevice, 0u);
    // The partial sums of each group and the last value.
    EXPECT_EQ(On.counts().BytesToHost, 3 * (8 * ((N + 63) / 64) + 8));
    EXPECT_EQ(On.World.Wrapped, 3 * 4 * 8 * N);
    EXPECT_EQ(On.World.Shown, 3 * 3 * 8 * N);
  }
}

TEST(InPlace, MayBeForbidden) {
  Settings Set = gpu();
  Set.ZeroCopy = false;
  CoherentBench On(Set);
  ExampleLoop Loop(1000);
  On.run(Loop);
  Loop.expectResults(1);
  EXPECT_EQ(On.World.Wrapped, 0u);
  EXPECT_EQ(On.counts().BytesToDevice, 3u * 8000);
}

/// Every call to the device fails once; where a kernel ran before, what it has
/// overwritten is put back.
TEST(InPlace, AnyFailureFallsBack) {
  for (ErrorCode Code : {ErrorCode::OutOfMemory, ErrorCode::DeviceLost}) {
    bool Injected = true;
    unsigned At = 0;
    while (Injected) {
      auto On = std::make_unique<CoherentBench>();
      On->World.FailAt = ++At;
      On->World.FailWith = Code;
      ExampleLoop Loop(500);
      for (unsigned Calls = 1; Calls <= 3; ++Calls) {
        On->run(Loop);
        Loop.expectResults(Calls);
        ASSERT_FALSE(::testing::Test::HasFailure()) << "failure " << At;
      }
      Injected = On->World.Failed;
      On->R.reset();
      EXPECT_EQ(On->World.LiveObjects, 0) << "failure " << At;
    }
    EXPECT_GT(At, 30u);
  }
}

TEST(InPlace, WhatCannotBeWrappedIsCopied) {
  for (Coherence Copies : {Coherence::Eager, Coherence::Lazy}) {
    RegionBench B(Copies);
    B.share(0);
    // The first call makes the queue.
    EXPECT_TRUE(B.reads(0, Low));
    EXPECT_EQ(B.World.Written, 0u);
    B.World.FailAt = B.World.Calls + 1;
    EXPECT_TRUE(B.writes(0, Low, 1));
    EXPECT_TRUE(B.World.Failed);
    EXPECT_EQ(B.World.Read, Low.size());
    B.expectRead(Low);
  }
}

/// Of bytes that a loop might leave alone, and reads, others may write some.
TEST(InPlace, UncertainUpdatesAreCopied) {
  for (Coherence Copies : {Coherence::Eager, Coherence::Lazy}) {
    RegionBench B(Copies);
    B.share(0);
    EXPECT_TRUE(B.updates(0, Low, 1));
    EXPECT_EQ(B.World.Wrapped, 0u);
    EXPECT_EQ(B.World.Written, Low.size());
    B.expectRead(Low);
    EXPECT_TRUE(B.Guard == nullptr || B.Guard->allOpen());
    EXPECT_EQ(B.All->count(), 0u);
  }
}

/// Bytes beside those that a failing launch puts back belong to others.
TEST(InPlace, OnlyTheLoopsOwnBytesArePutBack) {
  RegionBench B(Coherence::Eager);
  B.share(0);
  EXPECT_TRUE(B.reads(0, Low));
  // Reads all of Low, overwrites its first half, and may write High.
  BenchUse Use = {{Low, Low, Low}, Low}, Other = {{{}, High, {}}, High};
  auto Launch = [&](bool &Ran) {
    Ran = B.launch(
        0, {Use, Other}, [&](unsigned, uint64_t I) { return I % 16 == 0; },
        [](uint64_t I) { return int(I * 3 + 1); });
  };
  // The call at which the kernel has run, but its end is not reported.
  bool Ran = true;
  unsigned Calls = B.World.Calls;
  Launch(Ran);
  ASSERT_TRUE(Ran);
  unsigned Each = B.World.Calls - Calls;
  for (unsigned At = 1; At <= Each; ++At) {
    B.World.FailAt = B.World.Calls + At;
    Launch(Ran);
    B.expectRead({0, B.Size});
  }
}

/// What another device is newer of comes home first.
TEST(InPlace, TakesOverFromOtherDevices) {
  RegionBench B;
  B.share(1);
  EXPECT_TRUE(B.writes(0, Low, 7));
  EXPECT_EQ(B.All->where(B.at(Low)).Host, 0u);
  EXPECT_TRUE(B.reads(1, {100, 200}));
  EXPECT_TRUE(B.Guard->allOpen());
  EXPECT_EQ(B.All->count(), 0u);
  EXPECT_TRUE(B.writes(0, Low, 8));
  EXPECT_TRUE(B.writes(1, {100, 200}, 9));
  B.expectRead(Low);
  EXPECT_TRUE(B.writes(0, Low, 10));
  B.expectRead(Low);
  EXPECT_TRUE(B.Lost.empty());
}

TEST(InPlace, NothingStaysWhereNothingMoves) {
  RegionBench B;
  B.share(0);
  EXPECT_TRUE(B.writes(0, Low, 7));
  EXPECT_TRUE(B.Guard->allOpen());
  EXPECT_TRUE(B.All->prefetch(B.at(Low), *B.Slots[0]));
  EXPECT_EQ(B.All->count(), 0u);
}
