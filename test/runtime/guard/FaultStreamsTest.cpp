// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/FaultStreams.h"

#include <gtest/gtest.h>
#include <vector>

using namespace twofold;

namespace {

constexpr uint64_t Page = 4096, KiB = 1 << 10, MiB = 1 << 20;

/// An array whose pages a launch takes away, and accesses bring back. Offsets
/// count from its beginning.
class FaultStreamsTest : public ::testing::Test {
  enum State : uint8_t { Hidden, ReadOnly, Open };
  FaultStreams Streams;
  ByteRange Array;
  std::vector<State> States;

  State &at(uint64_t Address) { return States[(Address - Array.Begin) / Page]; }
  bool permits(uint64_t Address, bool Write) {
    return at(Address) == Open || (at(Address) == ReadOnly && !Write);
  }

protected:
  unsigned Faults = 0;
  uint64_t Fetched = 0; ///< bytes that came home
  uint64_t Opened = 0;  ///< bytes that are the host's alone, and go back
  ByteRange Block;      ///< the last one

  void make(uint64_t Bytes, uint64_t Begin = 1024 * MiB) {
    Array = {Begin, Begin + Bytes};
    Streams = {};
    States.resize(Bytes / Page);
    launch();
  }
  /// A launch that writes all of it.
  void launch() {
    States.assign(States.size(), Hidden);
    Faults = 0;
    Fetched = Opened = 0;
  }
  void access(uint64_t Offset, bool Write) {
    const uint64_t Address = Array.Begin + Offset;
    while (!permits(Address, Write)) {
      const State Now = at(Address);
      const uint64_t Window =
          Address / FaultStreams::Largest * FaultStreams::Largest;
      const ByteRange Bounds =
          ByteRange{Window, Window + FaultStreams::Largest}.intersection(Array);
      ByteRange Run = {Address / Page * Page, Address / Page * Page + Page};
      while (Run.Begin > Bounds.Begin && at(Run.Begin - 1) == Now)
        Run.Begin -= Page;
      while (Run.End < Bounds.End && at(Run.End) == Now)
        Run.End += Page;
      Block = Streams.block(Address, Write, Run,
                            [&](uint64_t At) { return permits(At, Write); });
      ASSERT_TRUE(Run.contains(Block));
      ASSERT_TRUE(Block.contains({Address, Address + 1}));
      ASSERT_EQ(Block.Begin % Page, 0u);
      ASSERT_EQ(Block.End % Page, 0u);
      ++Faults;
      for (uint64_t At = Block.Begin; At < Block.End; At += Page) {
        Fetched += at(At) == Hidden ? Page : 0;
        Opened += Write ? Page : 0;
        at(At) = Write ? Open : ReadOnly;
      }
    }
  }
  void read(uint64_t Offset) { access(Offset, false); }
  void write(uint64_t Offset) { access(Offset, true); }
  void pass(bool Write = false) {
    for (uint64_t At = 0; At < Array.size(); At += Page)
      access(At, Write);
  }
  void passBack() {
    for (uint64_t At = Array.size(); At; At -= Page)
      read(At - 1);
  }
};

} // namespace

TEST_F(FaultStreamsTest, APassGetsBlocksThatGrow) {
  make(1024 * MiB);
  pass();
  EXPECT_EQ(Block.size(), 4 * MiB);
  EXPECT_EQ(Faults, 256u + 6);
  EXPECT_EQ(Fetched, 1024 * MiB);
}

TEST_F(FaultStreamsTest, BackwardsToo) {
  make(1024 * MiB);
  passBack();
  EXPECT_EQ(Block.size(), 4 * MiB);
  EXPECT_EQ(Faults, 256u + 6);
}

TEST_F(FaultStreamsTest, APassThatWritesGetsBlocksThatGrow) {
  make(1024 * MiB);
  for (uint64_t At = 0; At < 1024 * MiB; At += Page) {
    read(At);
    write(At);
  }
  EXPECT_EQ(Faults, 2 * (256u + 6));
  launch();
  pass(true);
  EXPECT_EQ(Faults, 256u + 6);
  EXPECT_EQ(Fetched, 1024 * MiB);
}

TEST_F(FaultStreamsTest, SeveralPassesAtOnce) {
  make(1024 * MiB);
  for (uint64_t At = 0; At < 256 * MiB; At += Page)
    for (uint64_t Quarter = 0; Quarter < 4; ++Quarter)
      read(Quarter * 256 * MiB + At);
  EXPECT_EQ(Faults, 4 * (64u + 6));
  EXPECT_EQ(Block.size(), 4 * MiB);
}

/// What is read ahead of what is written.
TEST_F(FaultStreamsTest, TwoPassesOverOneArray) {
  make(64 * MiB);
  for (uint64_t At = 0; At < 63 * MiB; At += Page) {
    read(At + MiB);
    write(At);
  }
  EXPECT_LE(Faults, 2 * (16u + 8));
}

TEST_F(FaultStreamsTest, JumpsGetSmallBlocks) {
  make(1024 * MiB);
  for (uint64_t At = 0; At < 1024 * MiB; At += 3 * MiB) {
    read(At);
    EXPECT_EQ(Block.size(), 64 * KiB);
  }
}

TEST_F(FaultStreamsTest, AStrideThatLeavesPagesOutIsAPass) {
  make(64 * MiB);
  for (uint64_t At = 0; At < 64 * MiB; At += 60 * KiB)
    read(At);
  EXPECT_LE(Faults, 16u + 8);
}

/// Also where a pass over all of the array has come to the largest blocks.
TEST_F(FaultStreamsTest, OnePlaceAgainAndAgainGetsSmallBlocks) {
  for (const uint64_t Place : {16 * MiB - 4, 12 * MiB, 9 * MiB + 5, 0 * MiB})
    for (const bool Write : {false, true}) {
      make(16 * MiB);
      pass(Write);
      for (unsigned Look = 0; Look < 20; ++Look) {
        launch();
        access(Place, Write);
        EXPECT_EQ(Faults, 1u);
        EXPECT_EQ(Fetched, 64 * KiB);
        EXPECT_EQ(Opened, Write ? 64 * KiB : 0);
      }
    }
}

/// Where a pass has brought home all of it, one store opens little.
TEST_F(FaultStreamsTest, AStoreBehindAPassOpensLittle) {
  make(16 * MiB);
  for (const uint64_t Place : {16 * MiB - 4, 12 * MiB, 0 * MiB})
    for (unsigned Round = 0; Round < 20; ++Round) {
      launch();
      pass();
      write(Place);
      EXPECT_EQ(Opened, 64 * KiB);
    }
}

/// An element, a page, a block, and more, from launch to launch.
TEST_F(FaultStreamsTest, OnePlaceThatMovesGetsSmallBlocks) {
  make(16 * MiB);
  pass();
  for (const uint64_t Step : {uint64_t(4), Page, 64 * KiB, 100 * KiB})
    for (uint64_t Look = 0; Look < 40; ++Look) {
      launch();
      write(8 * MiB + Look * Step);
      EXPECT_EQ(Faults, 1u);
      EXPECT_EQ(Fetched, 64 * KiB);
    }
}

TEST_F(FaultStreamsTest, PassesAfterLaunchesGetAllAtOnceOnceTheyAreKnown) {
  for (const bool Back : {false, true}) {
    make(3 * MiB);
    std::vector<unsigned> Each;
    for (unsigned Round = 0; Round < 11; ++Round) {
      launch();
      Back ? passBack() : pass();
      EXPECT_EQ(Fetched, 3 * MiB);
      Each.push_back(Faults);
    }
    // Every eighth shows again how far it goes.
    const unsigned All = Back ? 6 : 7;
    EXPECT_EQ(Each,
              (std::vector<unsigned>{All, All, 1, 1, 1, 1, 1, 1, All, 1, 1}));
  }
}

TEST_F(FaultStreamsTest, PassesOverMoreThanABlockBeginWithTheLargest) {
  make(64 * MiB);
  for (unsigned Round = 0; Round < 3; ++Round) {
    launch();
    pass();
  }
  EXPECT_EQ(Faults, 16u);
}

/// An array that lies on both sides of a block's end.
TEST_F(FaultStreamsTest, SmallArraysComeHomeInOneBlock) {
  make(100 * KiB, 1024 * MiB + 60 * KiB);
  for (unsigned Round = 0; Round < 3; ++Round) {
    launch();
    pass();
    EXPECT_LE(Faults, 3u);
  }
  EXPECT_EQ(Faults, 1u);
  make(32 * KiB, 1024 * MiB + 4 * KiB);
  pass();
  EXPECT_EQ(Faults, 1u);
  EXPECT_EQ(Fetched, 32 * KiB);
}

/// Who stops to walk gets what is known for six more times at most.
TEST_F(FaultStreamsTest, PassesThatBecomeLooksAreFoundOut) {
  make(4 * MiB);
  for (unsigned Round = 0; Round < 3; ++Round) {
    launch();
    pass();
  }
  uint64_t Sum = 0;
  for (unsigned Look = 0; Look < 100; ++Look) {
    launch();
    read(0);
    Sum += Fetched;
  }
  EXPECT_LE(Sum, 6 * 4 * MiB + 100 * 64 * KiB);
}
