// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KnownBlocksTest.cpp ------------------------------------------------===//
#include "observe/KnownBlocks.h"
#include "guard/HostGuard.h"
#include "observe/Observation.h"

#include <gtest/gtest.h>
#include <thread>

using namespace twofold;
using observation::addressOf;

namespace {

int Global[300] = {1};
int Zeros[300];

class KnownBlocks : public testing::Test {
protected:
  void SetUp() override {
    if (activeSanitizer())
      GTEST_SKIP() << "nothing is known under a sanitizer";
  }
};

bool covers(const KnownBlock &Block, const void *Begin, size_t Bytes) {
  return Block.Range.contains(observation::rangeOf(Begin, Bytes));
}

TEST_F(KnownBlocks, DataOfTheProgramIsOneBlock) {
  EXPECT_TRUE(covers(knownBlock(addressOf(Global + 7)), Global, sizeof Global));
  EXPECT_TRUE(covers(knownBlock(addressOf(Zeros + 7)), Zeros, sizeof Zeros));
}

/// From its first byte to its last one.
TEST_F(KnownBlocks, DataOfTheProgramHasEnds) {
  const ByteRange All = knownBlock(addressOf(Zeros + 7)).Range;
  for (uint64_t At : {All.Begin, All.End - 1})
    EXPECT_EQ(knownBlock(At).Range, All);
  for (uint64_t At : {All.Begin - 1, All.End})
    EXPECT_NE(knownBlock(At).Range, All);
}

TEST_F(KnownBlocks, CallersStackIsOneBlock) {
  auto Check = [] {
    int Here[300];
    auto Ask = [&]() __attribute__((noinline)) {
      return knownBlock(addressOf(Here + 100));
    };
    EXPECT_TRUE(covers(Ask(), Here, sizeof Here));
  };
  Check();
  std::thread(Check).join();
}

TEST_F(KnownBlocks, StacksOfOtherThreadsAreNotKnown) {
  int Here[300];
  KnownBlock Found;
  std::thread([&] { Found = knownBlock(addressOf(Here + 5)); }).join();
  EXPECT_TRUE(Found.Range.empty());
  EXPECT_NE(Found.WhyNot, "");
}

TEST_F(KnownBlocks, NothingIsKnownOfOtherAddresses) {
  EXPECT_EQ(knownBlock(0).WhyNot, "the pointer is null");
  KnownBlock Code = knownBlock(
      reinterpret_cast<uintptr_t>(reinterpret_cast<void *>(&knownBlock)));
  EXPECT_TRUE(Code.Range.empty());
  EXPECT_NE(Code.WhyNot, "");
}

TEST(KnownBlocksSanitized, SanitizersKeepGapsBetweenObjects) {
  if (!activeSanitizer())
    GTEST_SKIP();
  KnownBlock Found = knownBlock(addressOf(Global));
  EXPECT_TRUE(Found.Range.empty());
  EXPECT_NE(Found.WhyNot.find("sanitizer"), std::string::npos);
}

} // namespace
