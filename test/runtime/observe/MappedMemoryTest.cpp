// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MappedMemoryTest.cpp - page-aligned memory for the program's arrays ===//
#include "observe/MappedMemory.h"

#include <cerrno>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace twofold;

TEST(MappedMemory, IsAlignedZeroAndWritable) {
  const size_t Page = size_t(sysconf(_SC_PAGESIZE));
  for (size_t Bytes : {size_t(1), Page - 1, Page, Page + 1, 5 * Page + 7}) {
    auto *Block = static_cast<char *>(mapMemory(Bytes));
    ASSERT_NE(Block, nullptr);
    EXPECT_EQ(uintptr_t(Block) % Page, 0u);
    ByteRange Whole = mappedMemory(Block);
    EXPECT_EQ(Whole.Begin, uintptr_t(Block));
    EXPECT_EQ(Whole.size(), (Bytes + Page - 1) / Page * Page);
    for (size_t I = 0; I < Bytes; ++I)
      ASSERT_EQ(Block[I], 0);
    std::memset(Block, 0x5A, Bytes);
    EXPECT_EQ(mappedMemory(Block), Whole);
    unmapMemory(Block);
  }
}

TEST(MappedMemory, NothingAndTooMuch) {
  EXPECT_EQ(mapMemory(0), nullptr);
  for (size_t Bytes : {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 4095, SIZE_MAX - 8192,
                       size_t(PTRDIFF_MAX), size_t(1) << 62}) {
    errno = 0;
    EXPECT_EQ(mapMemory(Bytes), nullptr) << Bytes;
    EXPECT_EQ(errno, ENOMEM);
  }
  errno = 7;
  unmapMemory(nullptr);
  unmapMemory(mapMemory(1));
  EXPECT_EQ(errno, 7);
}

TEST(MappedMemory, ThreadsMapAtOnce) {
  std::vector<std::thread> Threads;
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back([T] {
      for (int I = 0; I < 100; ++I) {
        auto *Block = static_cast<int *>(mapMemory(10000));
        ASSERT_EQ(Block[2499], 0);
        Block[0] = Block[2499] = T;
        ASSERT_EQ(Block[0], T);
        unmapMemory(Block);
      }
    });
  for (std::thread &T : Threads)
    T.join();
}

TEST(MappedMemory, BlocksTouchEachOther) {
  constexpr unsigned Count = 2000;
  const size_t Page = size_t(sysconf(_SC_PAGESIZE));
  std::vector<ByteRange> Blocks;
  RangeSet All;
  for (unsigned I = 0; I < Count; ++I) {
    void *Block = mapMemory(17 * Page + 1);
    ASSERT_NE(Block, nullptr);
    Blocks.push_back(mappedMemory(Block));
    EXPECT_FALSE(All.overlaps(Blocks.back()));
    All.insert(Blocks.back());
  }
  EXPECT_LT(All.rangeCount(), 40u);
  // Each ends for itself, in any order.
  for (unsigned I = 0; I < Count; I += 2)
    unmapMemory(reinterpret_cast<void *>(Blocks[I].Begin));
  for (unsigned I = 1; I < Count; I += 2) {
    auto *Block = reinterpret_cast<char *>(Blocks[I].Begin);
    Block[0] = Block[Blocks[I].size() - 1] = 1;
    unmapMemory(Block);
  }
}

TEST(MappedMemoryDeathTest, OtherPointersEndTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto *Block = static_cast<char *>(mapMemory(100000));
  EXPECT_DEATH(unmapMemory(Block + 1), "is not from twofold_alloc");
  EXPECT_DEATH(unmapMemory(Block + 8192), "is not from twofold_alloc");
  int Local;
  EXPECT_DEATH(unmapMemory(&Local), "is not from twofold_alloc");
  unmapMemory(Block);
  EXPECT_DEATH(unmapMemory(Block), "is not from twofold_alloc");
}
