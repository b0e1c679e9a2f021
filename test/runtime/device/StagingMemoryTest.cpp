// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StagingMemoryTest.cpp - what is kept from launch to launch ---------===//
#include "device/StagingMemory.h"
#include "guard/HostGuard.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace twofold;

TEST(StagingMemory, IsKeptWhileItIsSmall) {
  StagingMemory Of;
  char *const First = Of.take(0);
  ASSERT_NE(First, nullptr);
  std::memset(First, 1, 4096);
  EXPECT_EQ(Of.take(4096), First);
  Of.release();
  EXPECT_EQ(Of.take(4000), First);
  ASSERT_NE(Of.take(StagingMemory::KeptBytes), nullptr);
  Of.release();
  // Still there: a smaller one is the same.
  char *const Large = Of.take(StagingMemory::KeptBytes);
  Of.release();
  EXPECT_EQ(Of.take(1), Large);
  ASSERT_NE(Of.take(StagingMemory::KeptBytes + 1), nullptr);
  Of.release();
  std::memset(Of.take(8192), 1, 8192);
}

TEST(StagingMemory, ThereMayBeNone) {
  if (const char *Sanitizer = activeSanitizer())
    GTEST_SKIP() << "there always is some under " << Sanitizer;
  StagingMemory Of;
  EXPECT_EQ(Of.take(size_t(1) << 62), nullptr);
  char *const After = Of.take(8192);
  ASSERT_NE(After, nullptr);
  std::memset(After, 1, 8192);
  EXPECT_EQ(Of.take(size_t(1) << 62), nullptr);
  Of.release();
  std::memset(Of.take(100), 1, 100);
}
