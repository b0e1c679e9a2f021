// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/BoundsCheck.h"
#include "SiteBuilder.h"

#include <array>
#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr uint32_t Read = TWOFOLD_ACCESS_READ, Write = TWOFOLD_ACCESS_WRITE,
                   Always = TWOFOLD_ACCESS_ALWAYS,
                   Unknown = TWOFOLD_ACCESS_UNKNOWN,
                   Wraps = TWOFOLD_ACCESS_WRAPS;
constexpr uint64_t Unlimited = BoundsVerdict::Unlimited;

BoundsVerdict check(SiteBuilder &B) {
  twofold_site &Site = B.site();
  return checkBounds(Site, IterationSpace(Site, B.launch()));
}

/// The text of the violation; empty when there is none.
std::string text(SiteBuilder &B) {
  BoundsVerdict V = check(B);
  return V.Violation ? describe(B.site(), *V.Violation, false) : "";
}

/// for (i = 0; i < Trips; ++i) a[Scale * i + Shift], 4 bytes each.
struct OneLoop : SiteBuilder {
  OneLoop(uint64_t Trips, int64_t Scale, int64_t Shift, int64_t Count,
          uint32_t Flags = Write | Always) {
    int I = dim(0, 1, Trips);
    access(base(nullptr, "a", Count * 4), 4, Flags,
           {{4 * Scale, I}, {4 * Shift}});
    lastAccess().line = 14;
  }
};

} // namespace

TEST(BoundsCheck, WhatFitsIsProven) {
  OneLoop Fits(100, 1, 0, 100), Empty(1, 0, 0, 1), Strided(50, 2, 1, 100);
  for (SiteBuilder *B :
       {static_cast<SiteBuilder *>(&Fits), static_cast<SiteBuilder *>(&Empty),
        static_cast<SiteBuilder *>(&Strided)}) {
    BoundsVerdict V = check(*B);
    EXPECT_FALSE(V.Violation);
    EXPECT_TRUE(V.Unchecked.empty());
  }
}

TEST(BoundsCheck, WhatSurelyLeavesIsAnError) {
  OneLoop Beyond(120, 1, 0, 100), Below(100, 1, -1, 100), By1(100, 1, 1, 100),
      Never(5, 1, 0, 0);
  EXPECT_EQ(text(Beyond),
            "loop.c:14: loop touches a[0..120), allocation holds 100 elements");
  EXPECT_EQ(text(Below),
            "loop.c:14: loop touches a[-1..99), allocation holds 100 elements");
  EXPECT_EQ(text(By1),
            "loop.c:14: loop touches a[1..101), allocation holds 100 elements");
  EXPECT_EQ(text(Never),
            "loop.c:14: loop touches a[0..5), allocation holds 0 elements");
  EXPECT_EQ(check(Beyond).Violation->Index, 119);
  EXPECT_EQ(check(Below).Violation->Index, -1);
  EXPECT_EQ(check(Beyond).Violation->Count, 100u);
}

TEST(BoundsCheck, PartOfAnElementCounts) {
  SiteBuilder B;
  int I = B.dim(0, 1, 3);
  // 11 bytes hold two ints and a bit.
  B.access(B.base(nullptr, "a", 11), 4, Read | Always, {{4, I}});
  B.lastAccess();
  EXPECT_EQ(text(B),
            "loop.c:12: loop touches a[0..3), allocation holds 2 elements");
}

TEST(BoundsCheck, AllAccessesOfAnArrayAreOneRange) {
  for (const auto &Shifts : {std::array{0, -4, 4}, {-4, 4, 0}}) {
    SiteBuilder B;
    int I = B.dim(0, 1, 10);
    uint32_t Base = B.base(nullptr, "a", 40);
    for (int Shift : Shifts) {
      B.access(Base, 4, Read | Always, {{4, I}, {Shift}});
      B.lastAccess().line = uint32_t(20 + Shift);
    }
    EXPECT_EQ(text(B), "loop.c:16: loop touches a[-1..11), allocation holds 10 "
                       "elements");
  }
}

TEST(BoundsCheck, TheArrayThatIsLeftIsNamed) {
  OneLoop B(100, 1, 0, 100);
  const uint32_t Other = B.base(nullptr, "b", 396);
  B.access(Other, 4, Write | Always, {{4, 0}});
  B.lastAccess();
  B.subscript(Other, 1, 396, 4);
  EXPECT_EQ(text(B),
            "loop.c:12: loop touches b[0..100), allocation holds 99 elements");
  EXPECT_EQ(describe(B.site(), violationOf(B.site(), 0, 99, 99), true),
            "loop.c:12: index 99 is out of bounds of b, which holds 99 "
            "elements");
}

TEST(BoundsCheck, WhatMayNotHappenIsNoError) {
  OneLoop Conditional(120, 1, 0, 100, Write), Anywhere(9, 0, 0, 1, Unknown);
  for (SiteBuilder *B : {static_cast<SiteBuilder *>(&Conditional),
                         static_cast<SiteBuilder *>(&Anywhere)}) {
    BoundsVerdict V = check(*B);
    EXPECT_FALSE(V.Violation);
    EXPECT_EQ(V.Unchecked, std::vector<uint32_t>{0});
  }
}

TEST(BoundsCheck, ConditionalAccessesThatFitAreProven) {
  OneLoop B(100, 1, 0, 100, Write);
  B.subscript(0, 1, 400, 4);
  B.lastAccess().group = 1;
  EXPECT_EQ(check(B).Limits, std::vector<uint64_t>{Unlimited});
}

TEST(BoundsCheck, OpenAccessesGetLimits) {
  OneLoop B(120, 1, 0, 100, Write);
  B.subscript(0, 1, 400, 4);
  B.subscript(0, 2, 80, 8); // of something that is proven
  B.lastAccess().group = 1;
  BoundsVerdict V = check(B);
  EXPECT_FALSE(V.Violation);
  EXPECT_EQ(V.Limits, (std::vector<uint64_t>{100, Unlimited}));
  EXPECT_TRUE(V.Unchecked.empty());
}

TEST(BoundsCheck, NoIndexIsOfAnArrayOfNothing) {
  OneLoop B(120, 1, 0, 0, Write);
  B.subscript(0, 1, 0, 4);
  B.lastAccess().group = 1;
  BoundsVerdict V = check(B);
  EXPECT_EQ(V.Limits, std::vector<uint64_t>{0});
  EXPECT_TRUE(V.Unchecked.empty());
}

TEST(BoundsCheck, EachOpenAccessIsToldApart) {
  OneLoop B(120, 1, 0, 100, Write);
  B.access(0, 4, Read, {{4, 0}});
  B.access(0, 4, Read, {{4, 0}, {-80}});
  B.access(0, 4, Unknown, {});
  B.subscript(0, 1, 400, 4);
  B.lastAccess().group = 1;
  BoundsVerdict V = check(B);
  EXPECT_EQ(V.Unchecked, (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(V.Limits, std::vector<uint64_t>{100});
}

TEST(BoundsCheck, AllDimensionsOfAGroupAreChecked) {
  OneLoop B(120, 1, 0, 100, Unknown);
  B.subscript(0, 1, 400, 80);
  B.subscript(0, 1, 80, 4);
  B.lastAccess().group = 1;
  EXPECT_EQ(check(B).Limits, (std::vector<uint64_t>{5, 20}));
  BoundsViolation V = violationOf(B.site(), 1, 20, 20);
  EXPECT_EQ(V.First, 20);
  EXPECT_EQ(V.End, 21);
  EXPECT_EQ(violationOf(B.site(), 1, INT64_MAX, 20).End, INT64_MAX);
  EXPECT_EQ(describe(B.site(), V, true),
            "loop.c:12: index 20 is out of bounds of a dimension of a, which "
            "holds 20 elements");
}

TEST(BoundsCheck, AnIndexThatMayWrapIsOpen) {
  OneLoop B(100, 1, -1, 100, Read | Always | Wraps);
  B.check({{1, 0}, {-1}}, 0, INT32_MAX);
  B.access(0, 4, Write | Always, {{4, 0}});
  BoundsVerdict V = check(B);
  EXPECT_FALSE(V.Violation);
  EXPECT_EQ(V.Unchecked, std::vector<uint32_t>{0});
}

TEST(BoundsCheck, EmptyInnerLoopsTouchNothing) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  int J = B.axis({{5}}, {{4}});
  B.access(B.base(nullptr, "a", 0), 4, Write | Always, {{4, J}});
  BoundsVerdict V = check(B);
  EXPECT_FALSE(V.Violation);
  EXPECT_TRUE(V.Unchecked.empty());
}

TEST(BoundsCheck, InnerLoopsWithVaryingEndsAreOpen) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10);
  int J = B.axis({{0}}, {{1, I}});
  B.access(B.base(nullptr, "a", 36), 4, Write | Always, {{4, J}});
  BoundsVerdict V = check(B);
  EXPECT_FALSE(V.Violation);
  EXPECT_EQ(V.Unchecked.size(), 1u);
}

TEST(BoundsCheck, SizesNearTheEndsOf64Bits) {
  // 2^62 elements of 8 bytes: more bytes than there are.
  SiteBuilder B;
  int I = B.dim(0, 1, UINT64_C(1) << 62);
  int N = B.value(INT64_MAX);
  uint32_t Base = B.base(nullptr, "a", 8);
  B.site();
  const_cast<twofold_base *>(B.site().bases)[Base].extent =
      B.form({{8, -1, {N}}});
  B.access(Base, 8, Write | Always, {{8, I}});
  EXPECT_EQ(text(B), "");
  B.access(Base, 8, Write | Always, {{1, I, {N}}});
  B.lastAccess();
  BoundsVerdict V = check(B);
  ASSERT_TRUE(V.Violation);
  EXPECT_EQ(V.Violation->End, INT64_MAX);
  EXPECT_EQ(V.Violation->Count, uint64_t(INT64_MAX));
}

TEST(BoundsCheck, ElementsOfNoSizeCheckNothing) {
  for (int64_t Size : {0, -4}) {
    OneLoop B(120, 1, 0, 100, Write);
    B.subscript(0, 1, 400, Size);
    B.lastAccess().group = 1;
    const BoundsVerdict V = check(B);
    EXPECT_FALSE(V.Violation);
    EXPECT_EQ(V.Limits, std::vector<uint64_t>{Unlimited});
  }
}

TEST(BoundsCheck, AnExtentThatIsNoSizeChecksNothing) {
  OneLoop B(10, 1, 0, 1);
  const_cast<twofold_base *>(B.site().bases)[0].extent = B.form({{-4}});
  B.subscript(0, 1, -4, 4);
  B.lastAccess().group = 1;
  BoundsVerdict V = check(B);
  EXPECT_FALSE(V.Violation);
  EXPECT_EQ(V.Limits, std::vector<uint64_t>{Unlimited});
  EXPECT_EQ(V.Unchecked, std::vector<uint32_t>{0});
}

TEST(BoundsCheck, SaysWhatIsNotChecked) {
  OneLoop B(120, 1, 0, 100, Unknown);
  EXPECT_EQ(describeUnchecked(B.site(), {0}),
            "not checked: a in line 14 (-fplugin-arg-twofold-bounds or the "
            "clause bounds checks inside the loop)");
  B.access(B.base(nullptr, "p"), 4, Read, {});
  B.site().flags = TWOFOLD_SITE_BOUNDS | TWOFOLD_SITE_OPAQUE;
  EXPECT_EQ(describeUnchecked(B.site(), {0, 0}),
            "not checked: a in line 14 (in a form that is not understood); p "
            "(of unknown extent; extent(pointer, count) tells it); accesses "
            "in forms that are not understood");
  SiteBuilder Unbounded;
  Unbounded.dim(0, 1, 5);
  Unbounded.access(Unbounded.base(nullptr, "p"), 4, Read, {});
  EXPECT_EQ(describeUnchecked(Unbounded.site(), {}),
            "not checked: p (of unknown extent; extent(pointer, count) tells "
            "it)");
  OneLoop Fine(1, 1, 0, 1);
  EXPECT_EQ(describeUnchecked(Fine.site(), {}), "");
}
