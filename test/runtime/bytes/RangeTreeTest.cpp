// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/RangeSet.h"

#include <gtest/gtest.h>

#include <random>

using namespace twofold;

TEST(RangeTree, AgreesWithARangeSet) {
  std::mt19937 Random(3);
  for (unsigned Round = 0; Round < 50; ++Round) {
    RangeTree Tree;
    RangeSet Set;
    EXPECT_TRUE(Tree.empty());
    for (unsigned Step = 0; Step < 200; ++Step) {
      RangeSet Bytes;
      for (unsigned I = 0; I <= Random() % 3; ++I) {
        const uint64_t Begin = Random() % 256;
        Bytes.insert({Begin, Begin + 1 + Random() % (Round % 2 ? 4 : 40)});
      }
      EXPECT_EQ(Tree.intersection(Bytes), Set.intersection(Bytes));
      if (Random() % 3) {
        Tree.insert(Bytes);
        Set.insert(Bytes);
      } else {
        Tree.erase(Bytes);
        Set.erase(Bytes);
      }
      ASSERT_EQ(Tree.all(), Set);
      EXPECT_EQ(Tree.empty(), Set.empty());
    }
    Tree.clear();
    EXPECT_TRUE(Tree.empty());
  }
}
