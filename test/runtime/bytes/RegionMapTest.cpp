// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/RegionMap.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace twofold;

TEST(RegionMap, ContainedRangesShareTheRegion) {
  RegionMap Map;
  auto Outer = Map.insert({100, 200});
  EXPECT_TRUE(Outer.Fresh);
  auto Inner = Map.insert({120, 130});
  EXPECT_FALSE(Inner.Fresh);
  EXPECT_EQ(Inner.Holder.Number, Outer.Holder.Number);
  EXPECT_EQ(Map.size(), 1u);
}

TEST(RegionMap, TouchingRangesStayApart) {
  RegionMap Map;
  Map.insert({0, 10});
  EXPECT_TRUE(Map.insert({10, 20}).Absorbed.empty());
  EXPECT_EQ(Map.size(), 2u);
  EXPECT_FALSE(Map.containing({5, 15}));
}

TEST(RegionMap, OverlapMergesAndCascades) {
  RegionMap Map;
  auto A = Map.insert({0, 10}), B = Map.insert({20, 30}),
       C = Map.insert({40, 50});
  auto All = Map.insert({9, 41});
  EXPECT_EQ(All.Holder.Range, (ByteRange{0, 50}));
  EXPECT_EQ(All.Absorbed,
            (std::vector<RegionMap::Id>{A.Holder.Number, B.Holder.Number,
                                        C.Holder.Number}));
  EXPECT_EQ(Map.size(), 1u);
  EXPECT_EQ(Map.containing({15, 45})->Number, All.Holder.Number);
}

TEST(RegionMap, ErasedRegionsAreGone) {
  RegionMap Map;
  auto A = Map.insert({0, 10});
  Map.erase(A.Holder.Number);
  EXPECT_EQ(Map.size(), 0u);
  EXPECT_NE(Map.insert({0, 10}).Holder.Number, A.Holder.Number);
}

/// Every byte knows its region: regions are disjoint, each inserted range lies
/// in one, and a region is no larger than the chain of ranges that made it.
TEST(RegionMap, AgreesWithAByteModel) {
  std::mt19937 Random(3);
  for (int Round = 0; Round < 300; ++Round) {
    RegionMap Map;
    std::vector<int> Owner(256, -1);
    for (int Step = 0; Step < 30; ++Step) {
      uint64_t Begin = Random() % 240;
      ByteRange R = {Begin, Begin + 1 + Random() % 15};
      auto Result = Map.insert(R);
      ASSERT_TRUE(Result.Holder.Range.contains(R));
      ByteRange Hull = R;
      for (uint64_t B = R.Begin; B < R.End; ++B)
        for (uint64_t Other = 0; Owner[B] >= 0 && Other < 256; ++Other)
          if (Owner[Other] == Owner[B])
            Hull = Hull.hull({Other, Other + 1});
      ASSERT_EQ(Result.Holder.Range, Hull);
      for (uint64_t B = Hull.Begin; B < Hull.End; ++B)
        Owner[B] = int(Result.Holder.Number);
      if (Random() % 8 == 0) {
        Map.erase(Result.Holder.Number);
        std::replace(Owner.begin(), Owner.end(), int(Result.Holder.Number), -1);
      }
      for (uint64_t B = 0; B < 256; ++B) {
        auto At = Map.containing({B, B + 1});
        ASSERT_EQ(At ? int(At->Number) : -1, Owner[B]);
      }
    }
  }
}
