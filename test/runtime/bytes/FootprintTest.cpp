// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/Footprint.h"
#include "SiteBuilder.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr uint64_t At = 1 << 20;
const void *const Base = reinterpret_cast<const void *>(At);
constexpr uint32_t Read = TWOFOLD_ACCESS_READ, Write = TWOFOLD_ACCESS_WRITE,
                   Always = TWOFOLD_ACCESS_ALWAYS;

bool allReadable(ByteRange Wanted, ByteRange, RangeSet &Readable) {
  Readable.insert(Wanted);
  return true;
}

Footprint footprint(SiteBuilder &B, const ReadableProbe &Probe = allReadable,
                    const BlockFinder &Blocks = nullptr) {
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  return computeFootprint(Site, Launch, IterationSpace(Site, Launch), Probe,
                          Blocks);
}

/// Memory around the test's base address.
KnownBlock blockAround(uint64_t Address) {
  return At - 64 <= Address && Address < At + 4000
             ? ByteRange{At - 64, At + 4000}
             : ByteRange();
}

/// Offsets from the test's base address.
RangeSet bytes(uint64_t Begin, uint64_t End) {
  return ByteRange{At + Begin, At + End};
}

} // namespace

TEST(Footprint, DenseLoopCoversItsRange) {
  SiteBuilder B;
  int I = B.dim(0, 1, 100);
  B.access(B.base(Base, "a"), 4, Write | Always, {{4, I}});
  Footprint F = footprint(B);
  ASSERT_TRUE(F.known());
  EXPECT_EQ(F.Bases[0].Use.Writes, bytes(0, 400));
  EXPECT_EQ(F.Bases[0].Use.Covered, bytes(0, 400));
  EXPECT_TRUE(F.Bases[0].Use.Reads.empty());
  EXPECT_EQ(F.Bases[0].Address, At);
}

TEST(Footprint, ReversedLoopsCoverToo) {
  SiteBuilder B;
  int I = B.dim(99, -1, 100);
  B.access(B.base(Base, "a"), 4, Write | Always, {{4, I}});
  EXPECT_EQ(footprint(B).Bases[0].Use.Covered, bytes(0, 400));
}

TEST(Footprint, StridedLoopsDoNotCover) {
  SiteBuilder B;
  int I = B.dim(0, 2, 50);
  B.access(B.base(Base, "a"), 4, Write | Always, {{4, I}});
  Footprint F = footprint(B);
  EXPECT_EQ(F.Bases[0].Use.Writes, bytes(0, 396));
  EXPECT_TRUE(F.Bases[0].Use.Covered.empty());
}

TEST(Footprint, ConditionalWritesDoNotCover) {
  SiteBuilder B;
  int I = B.dim(0, 1, 100);
  B.access(B.base(Base, "a"), 4, Write, {{4, I}});
  Footprint F = footprint(B);
  EXPECT_EQ(F.Bases[0].Use.Writes, bytes(0, 400));
  EXPECT_TRUE(F.Bases[0].Use.Covered.empty());
}

TEST(Footprint, NestsCoverWhenRowsMeet) {
  for (int64_t Columns : {50, 49, 51}) {
    SiteBuilder B;
    int I = B.dim(0, 1, 10), J = B.dim(0, 1, uint64_t(Columns));
    B.access(B.base(Base, "a"), 8, Write | Always, {{400, I}, {8, J}});
    Footprint F = footprint(B);
    EXPECT_EQ(F.Bases[0].Use.Writes, bytes(0, uint64_t(9 * 400 + Columns * 8)));
    EXPECT_EQ(!F.Bases[0].Use.Covered.empty(), Columns >= 50);
  }
}

TEST(Footprint, ColumnMajorNestsCover) {
  SiteBuilder B;
  int I = B.dim(0, 1, 50), J = B.dim(9, -1, 10);
  B.access(B.base(Base, "a"), 8, Write | Always, {{8, I}, {400, J}});
  EXPECT_EQ(footprint(B).Bases[0].Use.Covered, bytes(0, 4000));
}

TEST(Footprint, InnerLoopsCover) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10);
  int J = B.axis({{0}}, {{49}});
  B.access(B.base(Base, "a"), 8, Write | Always, {{400, I}, {8, J}});
  EXPECT_EQ(footprint(B).Bases[0].Use.Covered, bytes(0, 4000));
}

TEST(Footprint, TriangularLoopsDoNotCover) {
  SiteBuilder B;
  int I = B.dim(0, 1, 50);
  int J = B.axis({{0}}, {{1, I}});
  B.access(B.base(Base, "a"), 8, Write | Always, {{400, I}, {8, J}});
  Footprint F = footprint(B);
  EXPECT_EQ(F.Bases[0].Use.Writes, bytes(0, 49 * 400 + 49 * 8 + 8));
  EXPECT_TRUE(F.Bases[0].Use.Covered.empty());
}

TEST(Footprint, InnerLoopsWithLongStepsCoverOnlyWhatTheyReach) {
  SiteBuilder B;
  B.dim(0, 1, 1);
  int Exact = B.axis({{0}}, {{8}}, 2), Short = B.axis({{0}}, {{9}}, 2);
  uint32_t A = B.base(Base, "a");
  B.access(A, 2, Write | Always, {{1, Exact}});
  EXPECT_EQ(footprint(B).Bases[0].Use.Covered, bytes(0, 10));
  SiteBuilder C;
  C.dim(0, 1, 1);
  Short = C.axis({{0}}, {{9}}, 2);
  C.access(C.base(Base, "a"), 2, Write | Always, {{1, Short}});
  EXPECT_TRUE(footprint(C).Bases[0].Use.Covered.empty());
}

TEST(Footprint, LoopsThatTheFormDoesNotNameDoNotMatter) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10);
  B.axis({{0}}, {{1, I}, {-1}});                            // j < i
  B.axis({}, {}, 1, -1, 1, TWOFOLD_AXIS_UNKNOWN);           // while (...)
  B.access(B.base(Base, "a"), 4, Write | Always, {{4, I}}); // beside both
  EXPECT_EQ(footprint(B).Bases[0].Use.Covered, bytes(0, 40));
}

TEST(Footprint, AccessesOfLoopsThatNeverRunCountForNothing) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  int J = B.axis({{5}}, {{4}});
  B.access(B.base(nullptr, "a"), 4, Write | Always, {{4, J}});
  Footprint F = footprint(B);
  ASSERT_TRUE(F.known());
  EXPECT_TRUE(F.Bases[0].Hull.empty());
}

TEST(Footprint, IntervalsAreNeverCertain) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  int V = B.axis({{0}}, {{9}}, 1, -1, 0, TWOFOLD_AXIS_VIRTUAL);
  B.access(B.base(Base, "a"), 4, Write | Always, {{4, V}});
  Footprint F = footprint(B);
  EXPECT_EQ(F.Bases[0].Use.Writes, bytes(0, 40));
  EXPECT_TRUE(F.Bases[0].Use.Covered.empty());
}

TEST(Footprint, ConditionalAccessesAreCutToTheExtent) {
  SiteBuilder B;
  int I = B.dim(0, 1, 100);
  uint32_t A = B.base(Base, "a", 400);
  B.access(A, 4, Read, {{4, I}, {-4}});
  B.access(A, 4, Read, {{4, I}, {4}});
  EXPECT_EQ(footprint(B).Bases[0].Use.Reads, bytes(0, 400));
}

TEST(Footprint, ConditionalAccessesAreCutToReadablePages) {
  SiteBuilder B;
  int I = B.dim(0, 1, 100);
  uint32_t A = B.base(Base, "a");
  B.access(A, 4, Write | Always, {{4, I}});
  B.access(A, 4, Read, {{4, I}, {-4}});
  Footprint F = footprint(B, [](ByteRange Wanted, ByteRange Known, RangeSet &) {
    EXPECT_EQ(Wanted, (ByteRange{At - 4, At}));
    EXPECT_EQ(Known, (ByteRange{At, At + 400}));
    return true;
  });
  EXPECT_EQ(F.Bases[0].Use.Reads, bytes(0, 396));
}

TEST(Footprint, ConditionalAccessesAreUnknownWithoutAProbe) {
  SiteBuilder B;
  int I = B.dim(0, 1, 100);
  B.access(B.base(Base, "density"), 4, Read, {{4, I}});
  Footprint F =
      footprint(B, [](ByteRange, ByteRange, RangeSet &) { return false; });
  EXPECT_FALSE(F.known());
  EXPECT_NE(F.WhyUnknown.find("'density'"), std::string::npos);
}

TEST(Footprint, UnknownAccessesTakeTheExtent) {
  SiteBuilder B;
  B.dim(0, 1, 100);
  B.access(B.base(Base, "a", 4000), 4, Read | TWOFOLD_ACCESS_UNKNOWN, {});
  const Footprint F = footprint(B);
  EXPECT_EQ(F.Bases[0].Use.Reads, bytes(0, 4000));
  EXPECT_TRUE(F.Lasting) << "nobody was asked";
}

TEST(Footprint, UnknownAccessesWithoutExtentAreNamed) {
  SiteBuilder B;
  B.dim(0, 1, 100);
  B.access(B.base(Base, "table"), 4, Read | TWOFOLD_ACCESS_UNKNOWN, {});
  EXPECT_NE(footprint(B).WhyUnknown.find("'table'"), std::string::npos);
}

TEST(Footprint, ConditionalAccessesAreOfTheirBlock) {
  const ByteRange Whole = {At - 64, At + 4000};
  unsigned Probes = 0;
  auto Probe = [&](ByteRange Wanted, ByteRange, RangeSet &Readable) {
    ++Probes;
    Readable.insert(Wanted);
    return true;
  };
  auto Footprints = [&](SiteBuilder &B) {
    return footprint(B, Probe, blockAround);
  };
  SiteBuilder B;
  int I = B.dim(0, 1, 100);
  B.access(B.base(Base, "a"), 4, Read, {{4, I}});
  Footprint F = Footprints(B);
  EXPECT_EQ(F.Bases[0].Use.Reads, bytes(0, 400));
  EXPECT_TRUE(F.Bases[0].Own.empty());
  EXPECT_EQ(F.Bases[0].Around, Whole);
  EXPECT_EQ(Probes, 0u);

  // Forms are too large, or the pointer was beside its array.
  SiteBuilder C;
  I = C.dim(0, 1, 2000);
  C.access(C.base(Base, "a"), 4, Read, {{4, I}});
  F = Footprints(C);
  EXPECT_EQ(F.Bases[0].Use.Reads, bytes(0, 8000));
  EXPECT_TRUE(F.Bases[0].Around.empty());
  EXPECT_EQ(Probes, 1u);

  // What is surely read shows whose block it is.
  SiteBuilder D;
  I = D.dim(0, 1, 2000);
  const unsigned A = D.base(Base, "a");
  D.access(A, 4, Read | TWOFOLD_ACCESS_ALWAYS, {});
  D.access(A, 4, Read, {{4, I}});
  F = Footprints(D);
  EXPECT_EQ(F.Bases[0].Use.Reads, bytes(0, 4000));
  EXPECT_EQ(F.Bases[0].Around, Whole);
  EXPECT_EQ(Probes, 1u);
}

TEST(Footprint, UnknownAccessesMayGoAnywhereInTheirBlock) {
  auto Footprints = [](SiteBuilder &B) {
    return footprint(B, nullptr, blockAround);
  };
  SiteBuilder B;
  int I = B.dim(0, 1, 100);
  int Table = B.base(Base, "table");
  B.access(Table, 4, Read | TWOFOLD_ACCESS_UNKNOWN, {});
  B.access(Table, 4, Write | Always, {{4, I}});
  Footprint F = Footprints(B);
  ASSERT_TRUE(F.known()) << F.WhyUnknown;
  EXPECT_FALSE(F.Lasting) << "blocks come and go";
  RangeSet All({At - 64, At + 4000});
  EXPECT_EQ(F.Bases[0].Use.Reads, All);
  EXPECT_EQ(F.Bases[0].Use.Covered, bytes(0, 400));
  EXPECT_EQ(F.Bases[0].Own, bytes(0, 400));
  EXPECT_EQ(F.Bases[0].Around, All.hull());

  // Nothing that is scattered over it covers it.
  SiteBuilder C;
  C.dim(0, 1, 100);
  C.access(C.base(Base, "table"), 4, Write | TWOFOLD_ACCESS_UNKNOWN, {});
  F = Footprints(C);
  EXPECT_EQ(F.Bases[0].Use.Writes, All);
  EXPECT_TRUE(F.Bases[0].Use.Covered.empty());

  // An extent that was told goes first.
  SiteBuilder D;
  D.dim(0, 1, 100);
  D.access(D.base(Base, "table", 400), 4, Read | TWOFOLD_ACCESS_UNKNOWN, {});
  EXPECT_EQ(Footprints(D).Bases[0].Use.Reads, bytes(0, 400));

  // A pointer beside its array is in no block, or in another one.
  SiteBuilder E;
  I = E.dim(0, 1, 100);
  Table = E.base((char *)Base + 3800, "table");
  E.access(Table, 4, Read | TWOFOLD_ACCESS_UNKNOWN, {});
  E.access(Table, 4, Read | Always, {{4, I}});
  EXPECT_NE(Footprints(E).WhyUnknown.find("'table'"), std::string::npos);
  SiteBuilder G;
  G.dim(0, 1, 100);
  G.access(G.base((char *)Base + 5000, "table"), 4,
           Read | TWOFOLD_ACCESS_UNKNOWN, {});
  EXPECT_FALSE(Footprints(G).known());
}

TEST(Footprint, FailedChecksMakeWhatWrapsUnknown) {
  SiteBuilder B, C;
  int I = B.dim(0, 1, 100);
  unsigned Wraps = Read | Always | TWOFOLD_ACCESS_WRAPS;
  B.access(B.base(Base, "a"), 4, Wraps, {{4, I}});
  B.check({{1, I}}, 0, 99);
  EXPECT_TRUE(footprint(B).known());
  B.check({{1, I}}, 0, 98);
  EXPECT_FALSE(footprint(B).known());
  // All of the extent then, where it is known; others are what they were.
  I = C.dim(0, 1, 100);
  C.access(C.base(Base, "a", 1000), 4, Wraps, {{4, I}});
  C.access(C.base((char *)Base + 4096, "b"), 4, Read | Always, {{4, I}});
  C.check({{1, I}}, 0, 98);
  Footprint F = footprint(C);
  ASSERT_TRUE(F.known());
  EXPECT_EQ(F.Bases[0].Hull.size(), 1000u);
  EXPECT_EQ(F.Bases[1].Hull.size(), 400u);
}

TEST(Footprint, StridedAccessesAreOfRows) {
  auto Rows = [](uint64_t Extent, int64_t Columns) {
    SiteBuilder B;
    int I = B.dim(0, 1, 10), J = B.dim(0, 1, uint64_t(Columns));
    B.access(B.base(Base, "a", int64_t(Extent)), 8, Read, {{400, I}, {8, J}});
    return footprint(B).Bases[0].Rows;
  };
  ASSERT_EQ(Rows(4000, 5).size(), 1u);
  EXPECT_EQ(Rows(4000, 5)[0].Where, (Rectangle{At, {40, 400, 10, 0, 1}}));
  EXPECT_TRUE(Rows(4000, 50).empty()); // one row
  EXPECT_TRUE(Rows(3600, 5).empty());  // the last one is cut
}

TEST(Footprint, SearchesReadAllOfTheirRangeOrNothing) {
  for (bool Search : {false, true})
    for (int64_t Extent : {396, 400}) {
      SiteBuilder B;
      int I = B.dim(0, 1, 100);
      B.access(B.base(Base, "a", Extent), 4, Read, {{4, I}});
      B.site().flags = Search ? TWOFOLD_SITE_SEARCH : 0;
      Footprint F = footprint(B);
      EXPECT_EQ(F.known(), !Search || Extent == 400);
      EXPECT_EQ(F.WhyUnknown.find("'a'") == std::string::npos, F.known());
    }
}

TEST(Footprint, BasesThatShareWrittenBytesAreNotApart) {
  auto Apart = [](int64_t Distance, uint32_t How) {
    SiteBuilder B;
    int I = B.dim(0, 1, 100);
    B.access(B.base(Base, "a"), 4, Read | Always, {{4, I}});
    B.access(B.base((const char *)Base + Distance, "b"), 4, How | Always,
             {{4, I}});
    return footprint(B).basesApart();
  };
  for (int64_t Distance : {-400, 400})
    EXPECT_TRUE(Apart(Distance, Write));
  for (int64_t Distance : {-399, 0, 399}) {
    EXPECT_FALSE(Apart(Distance, Write));
    EXPECT_TRUE(Apart(Distance, Read));
  }
}

TEST(Footprint, HostileSizesAreUnknown) {
  for (int64_t Factor : {INT64_MAX, INT64_MIN, INT64_MIN + 1}) {
    SiteBuilder B;
    int I = B.dim(INT64_MAX - 10, 1, 11);
    int N = B.value(Factor);
    B.access(B.base(Base, "a"), 4, Write | Always, {{8, I, {N}}});
    EXPECT_FALSE(footprint(B).known());
    SiteBuilder C;
    I = C.dim(0, 1, 2);
    N = C.value(Factor);
    C.access(C.base(Base, "a"), 4, Write | Always, {{1, I, {N}}});
    // Wraps around the address space on at least one side.
    EXPECT_FALSE(footprint(C).known() && Factor < 0);
  }
}

TEST(Footprint, AnExtentBeyondTheAddressSpaceIsUnknown) {
  SiteBuilder B;
  B.dim(0, 1, 2);
  B.access(B.base(reinterpret_cast<void *>(~uintptr_t(0) - 8), "a", 100), 4,
           Read | TWOFOLD_ACCESS_UNKNOWN, {});
  EXPECT_FALSE(footprint(B).known());
}
