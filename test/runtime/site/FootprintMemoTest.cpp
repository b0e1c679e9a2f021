// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FootprintMemoTest.cpp - the footprints of a site's last calls ------===//
#include "site/FootprintMemo.h"
#include "SiteBuilder.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {
/// a[i + v] for i in [0, N).
class Loop {
  SiteBuilder B;

public:
  Loop(const void *Array, uint64_t N, int64_t Value) {
    int V = B.value(Value), I = B.dim(0, 1, N);
    uint32_t A = B.base(Array, "a");
    B.access(A, 8, TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_ALWAYS,
             {{8, I}, {8, -1, {V}}});
  }
  FootprintMemo::Key key() {
    B.site();
    return FootprintMemo::Key(B.site(), B.launch());
  }
};

std::shared_ptr<const Footprint> footprint(bool Lasting = true) {
  auto Out = std::make_shared<Footprint>();
  Out->Lasting = Lasting;
  return Out;
}
} // namespace

TEST(FootprintMemo, FindsTheSameCallOnly) {
  double One[4], Two[4];
  FootprintMemo Memo;
  auto What = footprint();
  Memo.add(Loop(One, 100, 3).key(), What);
  EXPECT_EQ(Memo.find(Loop(One, 100, 3).key()), What);
  EXPECT_EQ(Memo.find(Loop(Two, 100, 3).key()), nullptr);
  EXPECT_EQ(Memo.find(Loop(One, 101, 3).key()), nullptr);
  EXPECT_EQ(Memo.find(Loop(One, 100, 4).key()), nullptr);
}

TEST(FootprintMemo, KeepsTheLastOnes) {
  double Arrays[FootprintMemo::Kept + 1];
  FootprintMemo Memo;
  for (double &A : Arrays)
    Memo.add(Loop(&A, 10, 0).key(), footprint());
  EXPECT_EQ(Memo.find(Loop(&Arrays[0], 10, 0).key()), nullptr);
  for (unsigned I = 1; I <= FootprintMemo::Kept; ++I)
    EXPECT_NE(Memo.find(Loop(&Arrays[I], 10, 0).key()), nullptr) << I;
}

TEST(FootprintMemo, KeepsNothingThatMemoryWasAskedFor) {
  double One[4];
  FootprintMemo Memo;
  Memo.add(Loop(One, 100, 3).key(), footprint(false));
  EXPECT_EQ(Memo.find(Loop(One, 100, 3).key()), nullptr);
}

TEST(FootprintMemo, AFootprintThatWasProbedIsNotLasting) {
  double Array[64] = {};
  for (bool Conditional : {false, true}) {
    SiteBuilder B;
    int I = B.dim(0, 1, 64);
    uint32_t A = B.base(Array, "a");
    B.access(A, 8,
             TWOFOLD_ACCESS_READ | (Conditional ? 0 : TWOFOLD_ACCESS_ALWAYS),
             {{8, I}});
    const twofold_site &Site = B.site();
    IterationSpace Space(Site, B.launch());
    Footprint Touched =
        computeFootprint(Site, B.launch(), Space,
                         [](ByteRange Wanted, ByteRange, RangeSet &Readable) {
                           Readable.insert(Wanted);
                           return true;
                         });
    EXPECT_TRUE(Touched.known());
    EXPECT_EQ(Touched.Lasting, !Conditional);
  }
}
