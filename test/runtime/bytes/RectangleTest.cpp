// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RectangleTest.cpp - rectangles against sets of bytes ---------------===//
#include "bytes/Rectangle.h"
#include "Cases.h"
#include "SiteBuilder.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr uint64_t Place = 1 << 20;
constexpr uint32_t Always = TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_ALWAYS;
using Bytes = std::set<uint64_t>;

Bytes bytesOf(const Rectangle &R) {
  Bytes Out;
  for (uint64_t Row = 0; Row < R.Layout.rows(); ++Row)
    for (uint64_t B = R.row(Row).Begin; B < R.row(Row).End; ++B)
      EXPECT_TRUE(Out.insert(B).second) << "rows overlap";
  EXPECT_EQ(Out.size(), R.Layout.bytes());
  EXPECT_EQ(*Out.begin(), R.hull().Begin);
  EXPECT_EQ(*Out.rbegin() + 1, R.hull().End);
  return Out;
}

bool holds(const Bytes &All, const Bytes &Some) {
  return std::includes(All.begin(), All.end(), Some.begin(), Some.end());
}

/// One access, of Size bytes, for all values of some loops.
struct Nest {
  struct Loop {
    int64_t Lower, Step, Trips, Factor;
  };
  std::vector<Loop> Loops;
  int64_t Constant = 0;
  uint32_t Size = 4;

  Bytes touched() const {
    Bytes Out;
    std::vector<int64_t> Index(Loops.size());
    while (true) {
      int64_t Offset = Constant;
      for (size_t L = 0; L < Loops.size(); ++L)
        Offset += Loops[L].Factor * (Loops[L].Lower + Index[L] * Loops[L].Step);
      for (uint32_t B = 0; B < Size; ++B)
        Out.insert(uint64_t(int64_t(Place) + Offset + B));
      size_t L = 0;
      while (L < Loops.size() && ++Index[L] == Loops[L].Trips)
        Index[L++] = 0;
      if (L == Loops.size())
        return Out;
    }
  }

  std::optional<Rectangle> rectangle() const {
    SiteBuilder B;
    std::vector<SiteBuilder::Monomial> Offset = {{Constant}};
    for (const Loop &L : Loops)
      Offset.push_back({L.Factor, B.dim(L.Lower, L.Step, uint64_t(L.Trips))});
    B.access(B.base(reinterpret_cast<void *>(Place), "a"), Size, Always,
             Offset);
    twofold_site &Site = B.site();
    twofold_launch &Launch = B.launch();
    IterationSpace Space(Site, Launch);
    Bytes All = touched();
    return accessRectangle(Site, Space, Site.accesses[0],
                           {*All.begin(), *All.rbegin() + 1});
  }
};

} // namespace

TEST(Rectangle, ColumnBlocks) {
  Nest Block = {{{2, 1, 5, 100}, {3, 1, 7, 4}}, 0, 4};
  EXPECT_EQ(Block.rectangle(), (Rectangle{Place + 212, {28, 100, 5, 0, 1}}));
  // The same, columns outside, rows backwards.
  Nest Turned = {{{3, 1, 7, 4}, {6, -1, 5, 100}}, 0, 4};
  EXPECT_EQ(Turned.rectangle(), Block.rectangle());
}

TEST(Rectangle, StridedVectors) {
  EXPECT_EQ((Nest{{{0, 3, 50, 8}}, 0, 8}.rectangle()),
            (Rectangle{Place, {8, 24, 50, 0, 1}}));
  EXPECT_EQ((Nest{{{49, -1, 50, 24}}, 0, 8}.rectangle()),
            (Rectangle{Place, {8, 24, 50, 0, 1}}));
  EXPECT_EQ((Nest{{{0, 1, 50, -24}}, 0, 8}.rectangle()),
            (Rectangle{Place - 49 * 24, {8, 24, 50, 0, 1}}));
}

TEST(Rectangle, BlocksOfVolumes) {
  EXPECT_EQ((Nest{{{0, 1, 3, 2000}, {0, 1, 4, 100}, {0, 1, 5, 8}}, 16, 8}
                 .rectangle()),
            (Rectangle{Place + 16, {40, 100, 4, 2000, 3}}));
}

TEST(Rectangle, DenseAccessesAreOneRow) {
  EXPECT_EQ((Nest{{{0, 1, 10, 400}, {0, 1, 50, 8}}, 0, 8}.rectangle()),
            (Rectangle{Place, {4000, 0, 1, 0, 1}}));
}

TEST(Rectangle, LoopsThatGoOnWithRowsAndSlicesAddToThem) {
  EXPECT_EQ(
      (Nest{{{0, 1, 3, 400}, {0, 1, 4, 100}, {0, 1, 5, 8}}, 0, 8}.rectangle()),
      (Rectangle{Place, {40, 100, 12, 0, 1}}));
  EXPECT_EQ(
      (Nest{{{0, 1, 2, 6000}, {0, 1, 3, 2000}, {0, 1, 4, 100}, {0, 1, 5, 8}},
            0,
            8}
           .rectangle()),
      (Rectangle{Place, {40, 100, 4, 2000, 6}}));
  // A slice is left out between.
  EXPECT_FALSE((Nest{
      {{0, 1, 2, 8000}, {0, 1, 3, 2000}, {0, 1, 4, 100}, {0, 1, 5, 8}}, 0, 8}
                    .rectangle()));
}

TEST(Rectangle, RowsThatDoNotFitASliceAreNone) {
  EXPECT_FALSE((Nest{{{0, 1, 5, 100}, {0, 1, 5, 250}}, 0, 8}.rectangle()));
}

/// Loops whose first value depends on another one.
TEST(Rectangle, TrianglesHaveRowsOfFullLength) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10);
  int J = B.axis({{1, I}}, {{9}}, 2);
  B.access(B.base(reinterpret_cast<void *>(Place), "a"), 4, Always,
           {{100, I}, {4, J}});
  twofold_site &Site = B.site();
  IterationSpace Space(Site, B.launch());
  EXPECT_EQ(accessRectangle(Site, Space, Site.accesses[0],
                            {Place, Place + 9 * 100 + 40}),
            (Rectangle{Place, {40, 100, 10, 0, 1}}));
}

TEST(Rectangle, HoldsWhatIsTouched) {
  std::mt19937 Random(1);
  auto Below = [&](int64_t N) { return int64_t(Random() % uint64_t(N)); };
  unsigned Found = 0, Strided = 0;
  for (int Case = 0; Case < int(cases(20000)); ++Case) {
    Nest N;
    N.Size = 1u << Below(4);
    N.Constant = Below(100) - 50;
    for (int64_t L = Below(4); L >= 0; --L) {
      int64_t Unit = Below(3) ? int64_t(N.Size) : Below(3) ? 40 : 400;
      N.Loops.push_back({Below(9) - 4, Below(2) ? 1 : Below(5) - 2,
                         1 + Below(5), (Below(7) - 3) * Unit});
      if (!N.Loops.back().Step)
        N.Loops.back().Step = 1;
    }
    auto R = N.rectangle();
    if (!R)
      continue;
    ++Found;
    Strided += R->Layout.rows() > 1;
    ASSERT_EQ(bytesOf(*R), N.touched()) << "case " << Case;
  }
  EXPECT_GT(Found, cases(8000));
  EXPECT_GT(Strided, cases(3000));
}

TEST(Rectangle, EnclosesNeighbours) {
  std::mt19937 Random(2);
  auto Below = [&](uint64_t N) { return uint64_t(Random() % N); };
  unsigned Found = 0, Cut = 0, Solid = 0;
  for (int Case = 0; Case < int(cases(20000)); ++Case) {
    const uint64_t Pitch = 40, SlicePitch = Below(2) ? 400 : 0;
    std::vector<Rectangle> All;
    Bytes Touched;
    for (uint64_t R = 1 + Below(5); R > 0; --R) {
      RowLayout L = {4 + 4 * Below(4), Pitch, 1 + Below(4), SlicePitch,
                     SlicePitch ? 1 + Below(3) : 1};
      if (SlicePitch && !Below(5))
        L = {L.Width, SlicePitch, 1 + Below(4), 0, 1};
      if (!Below(20))
        L.Pitch = 80;
      All.push_back({Place + 8 * SlicePitch + 4 * Below(5) + Pitch * Below(3) +
                         SlicePitch * Below(3) - Below(2) * 8,
                     L});
      Touched.merge(Bytes(bytesOf(All.back())));
    }
    std::vector<Rectangle> Out = enclosing(All);
    if (Out.empty())
      continue;
    ++Found;
    Cut += Out.size() > 1;
    Solid += All.size() > 2 && Out.size() == 1;
    Bytes Held;
    for (const Rectangle &R : Out)
      for (uint64_t B : bytesOf(R))
        ASSERT_TRUE(Held.insert(B).second) << "case " << Case;
    ASSERT_TRUE(holds(Held, Touched)) << "case " << Case;
    // Nothing that is not between two touched bytes may be read.
    ASSERT_EQ(*Held.begin(), *Touched.begin());
    ASSERT_EQ(*Held.rbegin(), *Touched.rbegin());
  }
  EXPECT_GT(Found, cases(5000));
  EXPECT_GT(Cut, cases(500));
  EXPECT_GT(Solid, cases(500));
}

TEST(Rectangle, EnclosesNoMoreThanNeeded) {
  // Rows below others, from either on.
  const Rectangle Upper = {Place, {8, 40, 2, 0, 1}},
                  Lower = {Place + 80, {8, 40, 2, 0, 1}},
                  Both = {Place, {8, 40, 4, 0, 1}};
  EXPECT_EQ(enclosing({Upper, Lower}), std::vector<Rectangle>{Both});
  EXPECT_EQ(enclosing({Lower, Upper}), std::vector<Rectangle>{Both});
  // All rows of two slices.
  const Rectangle First = {Place, {8, 40, 5, 400, 2}},
                  Second = {Place + 160, {8, 40, 6, 400, 2}};
  EXPECT_EQ(enclosing({First, Second}),
            (std::vector<Rectangle>{{Place, {8, 40, 10, 400, 2}}}));
  // The first row of each slice with all rows of the first and the last one,
  // and slices that begin later.
  const Rectangle Slice = {Place, {8, 40, 5, 0, 1}},
                  Last = {Place + 800, {8, 40, 5, 0, 1}},
                  Starts = {Place, {8, 400, 3, 0, 1}},
                  Later = {Place + 400, {8, 40, 5, 400, 2}},
                  Three = {Place, {8, 40, 5, 400, 3}};
  EXPECT_EQ(enclosing({Slice, Starts, Last}), std::vector<Rectangle>{Three});
  EXPECT_EQ(enclosing({First, Later}), std::vector<Rectangle>{Three});
  EXPECT_EQ(enclosing({Later, First}), std::vector<Rectangle>{Three});
  // The last row of each slice.
  EXPECT_EQ(enclosing({Slice, {Place + 160, {8, 400, 3, 0, 1}}}),
            std::vector<Rectangle>{Three});
  // Single rows have no distance.
  const Rectangle Single = {Place + 40, {8, 0, 1, 0, 1}};
  for (const Rectangle &Each : {Slice, First, Three}) {
    EXPECT_EQ(enclosing({Each, Single}), std::vector<Rectangle>{Each});
    EXPECT_EQ(enclosing({Single, Each}), std::vector<Rectangle>{Each});
  }
  // A little before a row.
  EXPECT_EQ(
      enclosing({{Place, {4, 40, 3, 0, 1}}, {Place - 41, {4, 40, 3, 0, 1}}}),
      (std::vector<Rectangle>{{Place - 41, {5, 40, 4, 0, 1}}}));
}

TEST(Rectangle, EnclosesNoRowsOfThreeDistances) {
  EXPECT_TRUE(enclosing({{Place, {8, 40, 5, 0, 1}},
                         {Place, {8, 400, 3, 0, 1}},
                         {Place, {8, 1200, 2, 0, 1}}})
                  .empty());
  EXPECT_TRUE(enclosing({{Place, {8, 40, 5, 0, 1}}, {Place, {8, 90, 3, 0, 1}}})
                  .empty());
}

TEST(Rectangle, HostileSizesAreNone) {
  for (int64_t Factor : {INT64_MAX, INT64_MIN, INT64_MIN + 1}) {
    SiteBuilder B;
    int I = B.dim(0, 1, UINT64_MAX), J = B.dim(INT64_MIN, INT64_MAX, 3);
    B.access(B.base(reinterpret_cast<void *>(Place), "a"), 4, Always,
             {{Factor, I}, {Factor, J}});
    twofold_site &Site = B.site();
    IterationSpace Space(Site, B.launch());
    EXPECT_FALSE(
        accessRectangle(Site, Space, Site.accesses[0], {0, UINT64_MAX}));
  }
}
