// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/MappingTable.h"

#include <gtest/gtest.h>
#include <random>

using namespace twofold;

TEST(MappingTable, WhatIsJoinedIsAsIfFoundAnew) {
  MappingTable Table;
  std::vector<bool> Mapped(40);
  const auto Joined = [&](unsigned Page) -> ByteRange {
    if (!Mapped[Page])
      return {};
    unsigned Begin = Page, End = Page;
    while (Begin > 1 && Mapped[Begin - 1])
      --Begin;
    while (End < Mapped.size() && Mapped[End])
      ++End;
    return {Begin * 0x1000ull, End * 0x1000ull};
  };
  std::mt19937 Random(7);
  for (unsigned I = 0; I < 20000; ++I) {
    const unsigned Begin = 1 + Random() % 38;
    const unsigned End = std::min<unsigned>(Begin + 1 + Random() % 4, 40);
    const bool Insert = Random() % 3 != 0;
    const ByteRange Range = {Begin * 0x1000ull, End * 0x1000ull};
    Insert ? Table.insert(Range) : Table.remove(Range);
    std::fill(Mapped.begin() + Begin, Mapped.begin() + End, Insert);
    const unsigned Page = 1 + Random() % 39;
    ASSERT_EQ(Table.findJoined(Page * 0x1000ull + 5), Joined(Page)) << I;
  }
}

TEST(MappingTable, CutsAndJoinsNothing) {
  MappingTable Table;
  Table.insert({0x1000, 0x9000});
  Table.insert({0x9000, 0xa000});
  EXPECT_EQ(Table.find(0x8fff), (ByteRange{0x1000, 0x9000}));
  EXPECT_EQ(Table.find(0x9000), (ByteRange{0x9000, 0xa000}));
  Table.remove({0x3000, 0x4000});
  EXPECT_EQ(Table.find(0x2000), (ByteRange{0x1000, 0x3000}));
  EXPECT_TRUE(Table.find(0x3000).empty());
  EXPECT_EQ(Table.find(0x4000), (ByteRange{0x4000, 0x9000}));
  EXPECT_EQ(Table.find(0x9800), (ByteRange{0x9000, 0xa000}));
  EXPECT_EQ(Table.findJoined(0x9800), (ByteRange{0x4000, 0xa000}));
  EXPECT_EQ(Table.findJoined(0x2fff), (ByteRange{0x1000, 0x3000}));
  EXPECT_TRUE(Table.findJoined(0x3fff).empty());
  // What was found does not outlive a change.
  EXPECT_EQ(Table.findJoined(0x9800), (ByteRange{0x4000, 0xa000}));
  Table.insert({0xa000, 0xb000});
  EXPECT_EQ(Table.findJoined(0x9800), (ByteRange{0x4000, 0xb000}));
  Table.remove({0xa000, 0xb000});
  EXPECT_EQ(Table.findJoined(0x9800), (ByteRange{0x4000, 0xa000}));
  Table.insert({0x2000, 0x9800});
  EXPECT_EQ(Table.find(0x1000), (ByteRange{0x1000, 0x2000}));
  EXPECT_EQ(Table.find(0x5000), (ByteRange{0x2000, 0x9800}));
  EXPECT_EQ(Table.find(0x9900), (ByteRange{0x9800, 0xa000}));
  Table.remove({0, UINT64_MAX});
  EXPECT_TRUE(Table.find(0x5000).empty());
}

/// More of them, from above and from below, than there is room on one side.
TEST(MappingTable, GrowsInBothDirections) {
  constexpr uint64_t Most = 40000, Step = 0x2000, Page = 0x1000;
  for (bool Down : {true, false}) {
    MappingTable Table;
    for (int Round = 0; Round < 2; ++Round) {
      auto At = [&](uint64_t I) { return (Down ? Most - I : I + 1) * Step; };
      for (uint64_t I = 0; I < Most; ++I)
        Table.insert({At(I), At(I) + Page});
      for (uint64_t I = 0; I < Most; ++I) {
        ASSERT_EQ(Table.find(At(I)), (ByteRange{At(I), At(I) + Page})) << I;
        ASSERT_TRUE(Table.find(At(I) + Page).empty()) << I;
      }
      // Those in the middle, then the rest from the other end.
      Table.remove({Most / 4 * Step, Most / 2 * Step});
      for (uint64_t I = Most; I-- > 0;)
        Table.remove({At(I), At(I) + Page});
      ASSERT_TRUE(Table.first({0, UINT64_MAX}).empty());
    }
  }
}

TEST(MappingTable, AgreesWithAModel) {
  MappingTable Table;
  // Which mapping each page belongs to; 0: none.
  std::vector<unsigned> Owner(400);
  std::mt19937 Random(3);
  unsigned Number = 0;
  for (unsigned Step = 0; Step < 5000; ++Step) {
    unsigned From = Random() % 400, To = From + 1 + Random() % 40;
    To = std::min(To, 400u);
    bool Insert = Random() % 2;
    ByteRange Range = {From * 4096u + 4096u, To * 4096u + 4096u};
    Insert ? Table.insert(Range) : Table.remove(Range);
    // What is left of a mapping on both sides is two of them.
    unsigned Split = To < 400 ? Owner[To] : 0;
    if (Split && From > 0 && Owner[From - 1] == Split) {
      ++Number;
      for (unsigned I = To; I < 400 && Owner[I] == Split; ++I)
        Owner[I] = Number;
    }
    ++Number;
    for (unsigned I = From; I < To; ++I)
      Owner[I] = Insert ? Number : 0;
    for (unsigned I = 0; I < 400; ++I) {
      ByteRange Want;
      if (Owner[I]) {
        unsigned B = I, E = I;
        while (B > 0 && Owner[B - 1] == Owner[I])
          --B;
        while (E < 400 && Owner[E] == Owner[I])
          ++E;
        Want = {B * 4096u + 4096u, E * 4096u + 4096u};
      }
      ASSERT_EQ(Table.find(I * 4096u + 4096u + 5), Want) << Step;
    }
  }
}
