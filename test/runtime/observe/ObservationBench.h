// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ObservationBench.h - a guard in a program that is observed ---------===//
#ifndef TWOFOLD_TEST_RUNTIME_OBSERVATIONBENCH_H
#define TWOFOLD_TEST_RUNTIME_OBSERVATIONBENCH_H

#include "observe/Observation.h"

#include <atomic>
#include <cstring>
#include <gtest/gtest.h>
#include <unistd.h>

namespace twofold::test {

using Access = PageGuard::Access;
using observation::addressOf;
using observation::extentOf;
using observation::rangeOf;

inline RangeSet Forgotten;

/// Any guarded page becomes 2 all over.
class Observation : public ::testing::Test, public GuardResolver {
protected:
  HostGuard Guard{*this};
  const size_t Page = size_t(sysconf(_SC_PAGESIZE));
  std::atomic<unsigned> Reads{0}, Writes{0};

  void SetUp() override {
    ASSERT_TRUE(Guard.working()) << Guard.whyNot();
    Forgotten = {};
    observation::SmallestListed = observation::SmallestBlock;
    observation::setForgetter([](ByteRange Gone) { Forgotten.insert(Gone); });
  }
  void resolve(ByteRange Block, bool Write) override {
    ++(Write ? Writes : Reads);
    if (Guard.states().at(Block.Begin) == PageState::None)
      EXPECT_TRUE(bool(Guard.replace(
          Block,
          [&](char *Fresh) {
            std::memset(Fresh, 2, Block.size());
            return Status(Unit());
          },
          Write ? Access::All : Access::ReadOnly)));
    else
      EXPECT_TRUE(bool(Guard.set(Block, Access::All)));
  }
  ByteRange pagesOf(const void *Block, size_t Size) {
    uint64_t Begin = addressOf(Block);
    return {(Begin + Page - 1) / Page * Page, (Begin + Size) / Page * Page};
  }
  void guard(const void *Block, size_t Size, Access How = Access::None) {
    ASSERT_TRUE(bool(Guard.set(pagesOf(Block, Size), How)));
  }
  unsigned wrong(const char *Block, size_t Size, char Right) {
    unsigned Wrong = 0;
    ByteRange Pages = pagesOf(Block, Size);
    for (uint64_t At = Pages.Begin; At < Pages.End; At += 512)
      Wrong += *reinterpret_cast<volatile char *>(At) != Right;
    return Wrong;
  }
};

/// Keeps the compiler from seeing through an allocation.
template <typename T> T *opaque(T *Pointer) {
  asm volatile("" : "+r"(Pointer)::"memory");
  return Pointer;
}

} // namespace twofold::test

#endif
