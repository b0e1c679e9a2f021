// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/AllocationTable.h"
#include "Cases.h"

#include <atomic>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using namespace twofold;

namespace {
/// The truth: disjoint blocks by their begin.
using Model = std::map<uint64_t, uint64_t>;

ByteRange holder(const Model &Blocks, uint64_t Address) {
  auto After = Blocks.upper_bound(Address);
  if (After == Blocks.begin())
    return {};
  --After;
  ByteRange Block = {After->first, After->second};
  return Address < Block.End ? Block : ByteRange();
}
} // namespace

TEST(AllocationTable, FindsWhatHoldsAnAddress) {
  auto Table = std::make_unique<AllocationTable>();
  EXPECT_FALSE(Table->mayBegin(nullptr));
  EXPECT_TRUE(Table->find(0x5000).empty());
  Table->insert({0x5010, 0x9010});
  EXPECT_TRUE(Table->mayBegin(reinterpret_cast<void *>(0x5010)));
  EXPECT_EQ(Table->find(0x5010), (ByteRange{0x5010, 0x9010}));
  EXPECT_EQ(Table->find(0x900f), (ByteRange{0x5010, 0x9010}));
  EXPECT_TRUE(Table->find(0x9010).empty());
  EXPECT_TRUE(Table->find(0x500f).empty());
  EXPECT_EQ(Table->sizeAt(0x5010), 0x4000u);
  EXPECT_EQ(Table->sizeAt(0x5020), 0u);
  EXPECT_EQ(Table->remove(0x5020), 0u);
  EXPECT_EQ(Table->remove(0x5010), 0x4000u);
  EXPECT_EQ(Table->remove(0x5010), 0u);
  EXPECT_TRUE(Table->find(0x6000).empty());
  EXPECT_FALSE(Table->mayBegin(reinterpret_cast<void *>(0x7010)));
}

TEST(AllocationTable, LinesOverflow) {
  auto Table = std::make_unique<AllocationTable>();
  // Blocks that begin in one page share a line.
  for (uint64_t I = 0; I < 60; ++I)
    Table->insert({0x10000000 + 16 * I, 0x10000000 + 16 * I + 16});
  for (uint64_t I = 0; I < 60; ++I)
    EXPECT_EQ(Table->find(0x10000000 + 16 * I + 5).Begin, 0x10000000 + 16 * I);
  for (uint64_t I = 0; I < 60; ++I)
    EXPECT_EQ(Table->remove(0x10000000 + 16 * I), 16u);
  EXPECT_TRUE(Table->find(0x10000000).empty());
}

/// Small blocks fill the lines of a page, of which another block, of any size,
/// is the last one.
TEST(AllocationTable, FindsWhatLinesHaveNoRoomFor) {
  auto Table = std::make_unique<AllocationTable>();
  constexpr uint64_t Small = 16, Count = 250;
  uint64_t Page = uint64_t(1) << 32;
  std::vector<ByteRange> Last;
  for (unsigned Bits = 5; Bits < 36; ++Bits) {
    for (const uint64_t Size :
         {(uint64_t(1) << Bits) - 16, uint64_t(1) << Bits}) {
      for (uint64_t I = 0; I < Count; ++I)
        Table->insert({Page + I * Small, Page + (I + 1) * Small});
      const uint64_t Begin = Page + Count * Small;
      Table->insert({Begin, Begin + Size});
      Last.push_back({Begin, Begin + Size});
      Page = (Begin + 2 * Size + 0xffff) & ~uint64_t(0xffff);
    }
  }
  for (const ByteRange &Block : Last) {
    for (const uint64_t At :
         {Block.Begin, Block.Begin + Block.size() / 2, Block.End - 1})
      EXPECT_EQ(Table->find(At), Block) << Block.size();
    EXPECT_TRUE(Table->find(Block.End).empty()) << Block.size();
    EXPECT_EQ(Table->find(Block.Begin - 1).size(), Small);
    EXPECT_EQ(Table->sizeAt(Block.Begin), Block.size());
    EXPECT_EQ(Table->sizeAt(Block.Begin + Small), 0u) << Block.size();
    EXPECT_EQ(Table->remove(Block.Begin), Block.size());
    EXPECT_EQ(Table->remove(Block.Begin), 0u);
    EXPECT_TRUE(Table->find(Block.Begin).empty()) << Block.size();
  }
}

TEST(BlockSlots, FindsSmallBlocksNearby) {
  auto Slots = std::make_unique<BlockSlots>();
  std::mt19937_64 Random(11);
  Model Listed;
  for (uint64_t At = 0x7000000; At < 0x8000000;) {
    uint64_t Size = 16 * (64 + Random() % 4000);
    if (Slots->insert({At, At + Size}))
      Listed[At] = At + Size;
    At += Size + 16 * (1 + Random() % 2 * (Random() % 9000));
  }
  for (auto I = Listed.begin(); I != Listed.end();) {
    bool Ends = Random() % 3 == 0;
    if (Ends) {
      EXPECT_EQ(Slots->remove(I->first), I->second - I->first);
    }
    I = Ends ? Listed.erase(I) : std::next(I);
  }
  EXPECT_GT(Listed.size(), 100u);
  for (int Try = 0; Try < 20000; ++Try) {
    uint64_t Address = 0x6ff0000 + Random() % 0x1020000;
    EXPECT_EQ(Slots->findWithin(Address, 0x10000), holder(Listed, Address));
  }
  EXPECT_TRUE(Slots->findWithin(5, 0x10000).empty());
}

TEST(BlockSlots, BlocksOfOneLineFindRoomInAnother) {
  auto Slots = std::make_unique<BlockSlots>();
  auto Begin = [](uint64_t I) { return 0x7000000 + 64 * I; }; // in one page
  for (uint64_t I = 0; I < 8; ++I)
    EXPECT_TRUE(Slots->insert({Begin(I), Begin(I) + 32})) << I;
  EXPECT_FALSE(Slots->insert({Begin(8), Begin(8) + 32}));
  for (uint64_t I = 0; I < 8; ++I) {
    const ByteRange Block = {Begin(I), Begin(I) + 32};
    EXPECT_EQ(Slots->find(Begin(I) + 31), Block);
    EXPECT_EQ(Slots->findWithin(Begin(I) + 31, 64), Block);
    EXPECT_EQ(Slots->sizeAt(Begin(I)), 32u);
    EXPECT_EQ(Slots->remove(Begin(I)), 32u);
    EXPECT_EQ(Slots->remove(Begin(I)), 0u);
    EXPECT_TRUE(Slots->findWithin(Begin(I), 64).empty());
  }
}

TEST(AllocationTable, AgreesWithAModel) {
  auto Table = std::make_unique<AllocationTable>();
  Model Blocks;
  std::mt19937_64 Random(7);
  const uint64_t Base = uint64_t(0x7f) << 40, Space = uint64_t(1) << 36;
  for (unsigned Step = 0; Step < test::cases(12000); ++Step) {
    uint64_t Address = Base + Random() % Space / 16 * 16;
    if (Random() % 3) {
      uint64_t Size = 4096 + Random() % (uint64_t(1) << (12 + Random() % 20));
      ByteRange Block = {Address, Address + Size};
      auto Next = Blocks.lower_bound(Block.Begin);
      if (!holder(Blocks, Block.Begin).empty() ||
          (Next != Blocks.end() && Next->first < Block.End))
        continue;
      Blocks[Block.Begin] = Block.End;
      Table->insert(Block);
    } else if (!Blocks.empty()) {
      auto Victim = Blocks.lower_bound(Address);
      if (Victim == Blocks.end())
        Victim = Blocks.begin();
      ASSERT_TRUE(Table->mayBegin(reinterpret_cast<void *>(Victim->first)));
      ASSERT_EQ(Table->remove(Victim->first), Victim->second - Victim->first);
      Blocks.erase(Victim);
    }
    ASSERT_EQ(Table->find(Address), holder(Blocks, Address));
    if (auto Some = Blocks.lower_bound(Address); Some != Blocks.end()) {
      uint64_t Inside = Some->first + Random() % (Some->second - Some->first);
      ASSERT_EQ(Table->find(Inside), holder(Blocks, Inside));
    }
  }
  EXPECT_GT(Blocks.size(), test::cases(500));
}

/// More than there are slots for: those of one size fill tables to the half,
/// where others take places that become free.
TEST(AllocationTable, ManyBlocksOfOneSizeComeAndGo) {
  auto Table = std::make_unique<AllocationTable>();
  constexpr uint64_t Base = uint64_t(0x7e) << 40, Size = 12288;
  const auto Of = [](uint64_t I) {
    return ByteRange{Base + I * Size, Base + (I + 1) * Size};
  };
  std::vector<uint64_t> There(test::cases(90000));
  for (uint64_t I = 0; I < There.size(); ++I) {
    There[I] = I;
    Table->insert(Of(I));
  }
  std::mt19937 Random(11);
  while (!There.empty()) {
    std::swap(There[Random() % There.size()], There.back());
    const uint64_t Gone = There.back();
    There.pop_back();
    ASSERT_EQ(Table->remove(Of(Gone).Begin), Size);
    // A search by an address goes through all lines of slots.
    if (There.empty() || There.size() % 500)
      continue;
    ASSERT_TRUE(Table->find(Of(Gone).Begin).empty());
    const uint64_t Some = There[Random() % There.size()];
    ASSERT_EQ(Table->find(Of(Some).Begin + Random() % Size), Of(Some));
  }
}

TEST(AllocationTable, ThreadsKeepApart) {
  auto Table = std::make_unique<AllocationTable>();
  std::atomic<unsigned> Wrong{0};
  std::vector<std::thread> Threads;
  for (uint64_t T = 0; T < 4; ++T)
    Threads.emplace_back([&, T] {
      for (uint64_t I = 0; I < 20000; ++I) {
        uint64_t Begin = (T + 1) << 40 | (I % 512) << 24;
        Table->insert({Begin, Begin + 4096 + I % 7 * 100000});
        Wrong += Table->find(Begin + 4000).Begin != Begin;
        Wrong += Table->remove(Begin) != 4096 + I % 7 * 100000;
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0u);
}

TEST(AllocationTable, AClosedOneKnowsNothing) {
  auto Table = std::make_unique<AllocationTable>();
  Table->insert({0x5000, 0x9000});
  Table->close();
  EXPECT_TRUE(Table->find(0x6000).empty());
  EXPECT_EQ(Table->remove(0x5000), 0u);
  // Every block has to be looked at by other means.
  EXPECT_TRUE(Table->mayBegin(reinterpret_cast<void *>(0x123450)));
  Table->insert({0x5000, 0x9000});
  EXPECT_TRUE(Table->find(0x6000).empty());
}
