// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheDescriptorsTest.cpp - the files that the kernel cache opens ---===//
#include "cache/CacheInventory.h"
#include "cache/CacheStoreBench.h"

#include <gtest/gtest.h>

#include <iterator>
#include <unistd.h>

using namespace twofold;

namespace {

using CacheDescriptorsTest = CacheStoreBench;

auto openDescriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                       {});
}

/// Standard input is closed for as long: what is opened next has its number.
class WithoutInput {
  const int Kept = dup(STDIN_FILENO);

public:
  WithoutInput() { close(STDIN_FILENO); }
  ~WithoutInput() {
    if (Kept < 0)
      return;
    dup2(Kept, STDIN_FILENO);
    close(Kept);
  }
};

TEST_F(CacheDescriptorsTest, NoneStaysOpen) {
  const auto Before = openDescriptors();
  {
    CacheStore Store(Config);
    ASSERT_TRUE(Store.put("key", Bytes{1}));
    ASSERT_TRUE(Store.get("key"));
    EXPECT_EQ(Store.keys().size(), 1u);
    EXPECT_EQ(listCache(Store.folder()).size(), 1u);
    CacheStore::BuildGuard Guard(Store, "key");
  }
  EXPECT_EQ(openDescriptors(), Before);
  ASSERT_EQ(chmod(Config.Directory.c_str(), 0770), 0);
  CacheStore Refused(Config);
  EXPECT_NE(Refused.trouble(), "");
  EXPECT_EQ(openDescriptors(), Before);
}

TEST_F(CacheDescriptorsTest, TheirNumberMayBeThatOfStandardInput) {
  {
    WithoutInput Now;
    CacheStore Store(Config);
    EXPECT_EQ(Store.folder(), STDIN_FILENO);
    EXPECT_TRUE(Store.put("one", Bytes{1}));
    EXPECT_EQ(Store.get("one"), Bytes{1});
    EXPECT_EQ(Store.keys().size(), 1u);
  }
  CacheStore Store(Config);
  WithoutInput Now;
  EXPECT_EQ(Store.keys().size(), 1u);
  EXPECT_TRUE(Store.put("two", Bytes{2}));
  EXPECT_EQ(Store.get("two"), Bytes{2});
  EXPECT_EQ(std::filesystem::file_size(file("two", ".hits")), 1u);
  EXPECT_EQ(Store.keys().size(), 2u);
  CacheStore::BuildGuard Guard(Store, "key");
  EXPECT_TRUE(exists(Store.markerPath("key")));
}

} // namespace
