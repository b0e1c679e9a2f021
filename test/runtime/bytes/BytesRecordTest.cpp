// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BytesRecordTest.cpp - which bytes random loops are said to touch ---===//
//
// Sites with any forms, inner loops, extents, checks and subscripts, of which
// all is asked that the rest of the runtime asks; rows with any distances, and
// tables of pointers to them. No byte of an array is looked at.
#include "Record.h"
#include "SiteBuilder.h"
#include "bytes/BoundsCheck.h"
#include "bytes/Footprint.h"
#include "bytes/RowGrid.h"
#include "bytes/RowTable.h"

#include <algorithm>
#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

struct Draw {
  std::mt19937_64 Random;
  explicit Draw(unsigned Seed) : Random(Seed) {}
  int64_t operator()(int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  }
  bool once(int64_t In) { return operator()(1, In) == 1; }
};

void print(Record &To, Wide Number) {
  To << int64_t(Number >> 64) << '.' << uint64_t(Number) << ' ';
}
void print(Record &To, const ByteRange &Range) {
  To << Range.Begin << '-' << Range.End << ' ';
}
void print(Record &To, const RangeSet &Set) {
  for (const ByteRange &Each : Set)
    print(To, Each);
  To << ';';
}
void print(Record &To, const Rectangle &Of) {
  To << Of.Begin << '+' << Of.Layout.Width << ',' << Of.Layout.Pitch << ','
     << Of.Layout.Rows << ',' << Of.Layout.SlicePitch << ',' << Of.Layout.Slices
     << ' ';
}

constexpr uint64_t Block = 1 << 20;

/// Most addresses have a block around them, and some of its pages can be read.
KnownBlock blockAt(uint64_t Address) {
  KnownBlock Out;
  if (Address / Block % 5 == 4)
    Out.WhyNot = "it is the fifth";
  else
    Out = {{Address / Block * Block + 64, (Address / Block + 1) * Block}};
  return Out;
}
bool readable(ByteRange Wanted, ByteRange Known, RangeSet &Into) {
  if (Wanted.Begin / 4096 % 16 == 15)
    return false;
  for (uint64_t Page = Wanted.Begin / 4096;
       Page <= Wanted.End / 4096 && Page - Wanted.Begin / 4096 < 600; ++Page) {
    const ByteRange Of = {Page * 4096, (Page + 1) * 4096};
    if (Page % 7 != 6 || Of.overlaps(Known))
      Into.insert(Of.intersection(Wanted));
  }
  return true;
}

class RandomLoop {
  Draw Any;
  SiteBuilder B;
  std::vector<int> Axes;
  int Values = 0;
  const bool Rows; ///< of a matrix

  SiteBuilder::Monomial term(int64_t Factor) {
    SiteBuilder::Monomial Out{Factor};
    if (!Any.once(4))
      Out.Axis = Axes[size_t(Any(0, int64_t(Axes.size()) - 1))];
    for (int64_t Left = Any.once(4) ? Any(1, 2) : 0; Left && Values; --Left)
      Out.Values.push_back(int32_t(Any(0, Values - 1)));
    return Out;
  }
  std::vector<SiteBuilder::Monomial> sum(int64_t Size) {
    if (Rows) {
      std::vector<SiteBuilder::Monomial> Out;
      const int64_t Pitches[] = {Size, 4096, 65536, 300, 40000};
      for (size_t I = 0; I < Axes.size(); ++I)
        if (!Any.once(6))
          Out.push_back({Any.once(8) ? -Size : Pitches[Any(0, 4)],
                         Axes[Axes.size() - 1 - I]});
      Out.push_back({Size * Any(-2, 40)});
      return Out;
    }
    std::vector<SiteBuilder::Monomial> Out;
    for (int64_t Left = Any(0, 3); Left; --Left)
      Out.push_back(term(Size * Any(-3, 9)));
    Out.push_back({Size * Any(-4, 400)});
    return Out;
  }

public:
  explicit RandomLoop(unsigned Seed) : Any(Seed), Rows(Seed % 3 == 0) {
    for (int64_t Left = Any(1, 3); Left; --Left)
      Axes.push_back(B.dim(Any(-3, 9), Any.once(5) ? -2 : Any(1, 3),
                           uint64_t(Any.once(12) ? 0 : Any(1, 60))));
    for (; Values < Any(0, 3); ++Values)
      B.value(Any.once(6) ? INT64_MAX / Any(1, 9) : Any(-9, 90));
    for (int64_t Left = Any(0, 2); Left; --Left) {
      const SiteBuilder::Monomial Low =
          Any.once(3) ? term(Any(-1, 1)) : SiteBuilder::Monomial{0};
      const int Inner =
          B.axis({Low}, {term(Any(-1, 2)), {Any(-1, 70)}},
                 Any.once(5) ? -1 : Any(0, 3), Any.once(4) ? Axes.back() : -1,
                 uint32_t(Any(0, 5)));
      Axes.push_back(Inner);
    }
    for (int64_t Left = Any.once(3) ? Any(1, 2) : 0; Left; --Left)
      B.check(sum(1), Any(-900, 9), Any(9, 2000));
    for (int64_t Left = Any(1, 3); Left; --Left) {
      const int64_t Size = 1 << Any(0, 4);
      const uint64_t Place =
          Block * uint64_t(Any(1, 9)) + 64 * uint64_t(Any(0, 9000));
      const uint32_t Base = B.base(
          reinterpret_cast<const void *>(Any.once(40) ? 0 : Place),
          Any.once(9) ? "b" : "a", Any.once(2) ? Size * Any(0, 3000) : -1);
      for (int64_t More = Any(1, 3); More; --More) {
        uint32_t Flags = Any.once(2) ? TWOFOLD_ACCESS_READ
                         : Any.once(3)
                             ? TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE
                             : TWOFOLD_ACCESS_WRITE;
        if (!Any.once(3))
          Flags |= TWOFOLD_ACCESS_ALWAYS;
        if (Any.once(9))
          Flags |= TWOFOLD_ACCESS_UNKNOWN;
        if (Any.once(9))
          Flags |= TWOFOLD_ACCESS_WRAPS;
        B.access(Base, uint32_t(Size), Flags, sum(Size));
        B.lastAccess().line = uint32_t(Any(0, 3));
      }
      if (Any.once(4))
        for (int64_t Group = Any(0, 2); Group >= 0; --Group)
          B.subscript(Base, uint32_t(Group), Size * Any(0, 900), Size,
                      uint32_t(Any(0, 4)));
    }
  }

  void tell(Record &To) {
    const twofold_site &Site = B.site();
    const twofold_launch &Launch = B.launch();
    const IterationSpace Space(Site, Launch);
    tellForms(To, Site, Space);
    tellBounds(To, Site, Space);
    tellRows(To, Site, Space);
    const Footprint All =
        computeFootprint(Site, Launch, Space, readable, blockAt);
    To << All.WhyUnknown << All.Lasting << All.basesApart() << '\n';
    for (const BaseFootprint &Each : All.Bases)
      tellBase(To, Each);
    To << computeFootprint(Site, Launch, Space, nullptr).WhyUnknown << '\n';
    for (uint32_t Base = 0; Base < Site.base_count; ++Base)
      for (const BlockFinder &Blocks : {BlockFinder(), BlockFinder(blockAt)})
        if (auto Of = computeBaseFootprint(Site, Launch, Space, Base, Blocks))
          tellBase(To, *Of);
        else
          To << "-\n";
  }

private:
  void tellForms(Record &To, const twofold_site &Site,
                 const IterationSpace &Space) {
    for (unsigned I = 0; I < Space.axisCount(); ++I) {
      const AxisBounds &Of = Space.axis(I);
      To << int(Of.Is) << Of.Attained << ' ' << Of.AverageTrips << ' ';
      if (Of.Is == Knowledge::Known)
        for (Wide Each : {Of.Min, Of.Max, Of.Step})
          print(To, Each);
      if (I >= Site.rank)
        To << int64_t(Space.mostTrips(I).value_or(uint64_t(-1)));
    }
    To << Space.checksHold() << Space.workOfIteration() << ' '
       << estimateWork(Space, B.trips()) << ' '
       << int64_t(
              simpleWork(Site, B.launch(), B.trips()).value_or(uint64_t(-1)))
       << ' ';
    for (uint64_t Limit : {0, 1, 50, 4000, 200000})
      To << workIsBelow(Site, B.launch(), B.trips(), Limit);
    for (uint32_t I = 0; I < Site.access_count; ++I) {
      const twofold_form &Form = Site.accesses[I].offset;
      const Interval Of = Space.evaluate(Form);
      To << '\n' << int(Of.Is) << Space.attained(Form) << ' ';
      if (Of.Is == Knowledge::Known)
        for (Wide Each : {Of.Min, Of.Max})
          print(To, Each);
      for (int Axis = -1; Axis < int(Space.axisCount()); ++Axis)
        if (Wide Factor; Space.coefficient(Form, Axis, Factor))
          print(To, Factor);
    }
    To << '\n';
  }
  void tellBounds(Record &To, const twofold_site &Site,
                  const IterationSpace &Space) {
    const BoundsVerdict Of = checkBounds(Site, Space);
    if (Of.Violation)
      for (bool Inside : {false, true})
        To << describe(Site, *Of.Violation, Inside) << ' '
           << Of.Violation->Column << '\n';
    for (uint64_t Each : Of.Limits)
      To << Each << ' ';
    To << describeUnchecked(Site, Of.Unchecked) << '\n';
    for (uint32_t I = 0; I < Site.subscript_count; ++I)
      for (int64_t Index : {-1, 0, 7})
        To << describe(Site, violationOf(Site, I, Index, 5), true) << '\n';
  }
  void tellRows(Record &To, const twofold_site &Site,
                const IterationSpace &Space) {
    std::vector<Rectangle> All;
    for (uint32_t I = 0; I < Site.access_count; ++I) {
      const twofold_access &Of = Site.accesses[I];
      const Interval At = Space.evaluate(Of.offset);
      if (At.Is != Knowledge::Known || At.Max > Wide(1) << 40 ||
          At.Min < -(Wide(1) << 40))
        continue;
      const uint64_t Origin = uint64_t(1) << 44;
      const ByteRange Hull = {Origin + uint64_t(int64_t(At.Min)),
                              Origin + uint64_t(int64_t(At.Max)) + Of.size};
      if (auto Found = accessRectangle(Site, Space, Of, Hull)) {
        print(To, *Found);
        All.push_back(*Found);
      }
    }
    for (const Rectangle &Each : enclosing(All))
      print(To, Each);
    To << '\n';
  }
  static void tellBase(Record &To, const BaseFootprint &Of) {
    To << Of.Address << ' ';
    for (const RangeSet *Each :
         {&Of.Use.Reads, &Of.Use.Writes, &Of.Use.Covered, &Of.Own})
      print(To, *Each);
    for (const ByteRange &Each : {Of.Hull, Of.Around})
      print(To, Each);
    for (const AccessRows &Each : Of.Rows) {
      print(To, Each.Where);
      To << Each.Reads << Each.Writes << Each.Covers;
    }
    const RectanglePlan Plan = RectanglePlan::make(Of.Use, Of.Rows);
    To << int(Plan.Reads) << int(Plan.Writes) << Plan.Covered
       << RectanglePlan::bytes(Plan.ReadRows) << ' '
       << RectanglePlan::bytes(Plan.WriteRows) << '\n';
  }
};

Rectangle anyRows(Draw &Any) {
  RowLayout Rows;
  Rows.Width = uint64_t(Any(1, 64) * (Any.once(3) ? 100 : 1));
  Rows.Pitch = Rows.Width + uint64_t(Any(0, 3) * Any(0, 4000));
  Rows.Rows = uint64_t(Any(1, 5) * (Any.once(2) ? 60 : 1));
  Rows.SlicePitch = Rows.Pitch * (Rows.Rows + uint64_t(Any(0, 3)));
  Rows.Slices = uint64_t(Any.once(2) ? 1 : Any(2, 20));
  return {Block + uint64_t(Any(0, 5) * Any(0, 9000)), Rows};
}

/// Tables of pointers, and what is readable.
struct RandomTable {
  static constexpr unsigned Most = 40;
  const void *Rows[Most];
  unsigned Count = 0;
  const void *const *Table = Rows;
  int64_t First = 0, Last = 0, Distance = -7, Zero = -7;
  SiteBuilder B;

  explicit RandomTable(Draw &Any) : Count(unsigned(Any(1, Most))) {
    const int64_t By = 8 * Any(-40, 40) * (Any.once(9) ? 500 : 1);
    const int64_t Begin = Block * 3 + 8 * Any(0, 20000);
    for (unsigned I = 0; I < Count; ++I)
      set(I, Begin + By * I + (Any.once(60) ? Any(-8, 8) : 0));
    for (int64_t Left = Any.once(3) ? Any(0, 9) : 0; Left; --Left)
      set(unsigned(Any.once(2) ? std::min<int64_t>(Left, Count - 1)
                               : std::max<int64_t>(int64_t(Count) - Left, 0)),
          Any.once(2) ? 0 : 77);
    First = Any(0, 3);
    Last = int64_t(Count) - Any(-1, 4);
    const uint32_t At = B.arg(&Table), From = B.arg(&First), To = B.arg(&Last),
                   Step = B.arg(&Distance), Into = B.arg(&Zero);
    const bool InBlock = Any.once(2), Whole = InBlock && Any.once(2);
    const int Value = B.value(0);
    for (int64_t Left = Any(1, 2); Left; --Left)
      B.rows(At, Whole ? 0 : From, Whole ? 0 : To, Into, Any.once(3) ? 0 : Step,
             uint32_t(8 * Any(1, 3)), "a", Any.once(2) ? Value : -1,
             InBlock ? TWOFOLD_ROWS_IN_BLOCK : 0);
  }
  void set(unsigned I, int64_t Address) {
    Rows[I] = reinterpret_cast<const void *>(Address);
  }
  bool readable(const void *Pointer, uint64_t Bytes) const {
    const auto At = uint64_t(reinterpret_cast<uintptr_t>(Pointer));
    const auto Begin = uint64_t(reinterpret_cast<uintptr_t>(Rows));
    if (At >= Begin && At < Begin + sizeof Rows)
      return At + Bytes <= Begin + Count * sizeof *Rows;
    return At >= Block && At + Bytes <= Block * 9;
  }
  void tell(Record &To) {
    const auto Readable = [&](const void *Pointer, uint64_t Bytes) {
      return readable(Pointer, Bytes);
    };
    for (uint64_t Bytes : {0, 8, 24})
      if (auto Found = regularRows(Rows, First, Last, Bytes, Readable))
        To << Found->Zero << ' ' << Found->Distance << ' ';
    const auto Begin = uint64_t(reinterpret_cast<uintptr_t>(Rows));
    To << locateRows(B.site(), B.launch(), Readable,
                     [&](uint64_t At) -> KnownBlock {
                       if (At < Begin || At >= Begin + sizeof Rows)
                         return blockAt(At);
                       return ByteRange{Begin, Begin + Count * sizeof *Rows};
                     });
    const twofold_rows &Of = B.site().rows[0];
    To << Zero << ' ' << Distance << ' ' << B.launch().values[0] << ' '
       << (rowsAt(B.site(), Of.pointer) == &Of);
    if (Of.first && Of.distance && First <= Last)
      To << ' ' << middleRow(B.site(), B.launch(), Of);
    To << '\n';
  }
};

} // namespace

TEST(BytesRecord, WhatLoopsTouch) {
  Record All;
  for (unsigned Seed = 0; Seed < cases(3000); ++Seed)
    RandomLoop(Seed).tell(All);
  All.expect(0x9633c0f770aa3e8b);
}

TEST(BytesRecord, HowRowsMove) {
  Draw Any(701);
  Record All;
  for (unsigned Case = 0; Case < cases(4000); ++Case) {
    std::vector<AccessRows> Rows;
    std::vector<Rectangle> Some;
    RegionUse Use;
    Rectangle Of = anyRows(Any);
    for (int64_t Left = Any(1, 3); Left; --Left) {
      Rows.push_back({Of, Any.once(2), Any.once(2), Any.once(2)});
      Some.push_back(Of);
      if (Rows.back().Reads)
        Use.Reads.insert(Of.hull());
      if (Rows.back().Writes)
        Use.Writes.insert(Of.hull());
      if (Rows.back().Writes && Rows.back().Covers && Any.once(2))
        Use.Covered.insert(Of.hull());
      if (Any.once(3))
        Of = anyRows(Any);
      else
        Of.Begin += uint64_t(Any(-3, 9) * (Any.once(2) ? 8 : 4000));
    }
    const RectanglePlan Plan = RectanglePlan::make(Use, Rows);
    All << int(Plan.Reads) << int(Plan.Writes) << Plan.Covered
        << Plan.movesRows() << RectanglePlan::bytes(Plan.ReadRows) << ' '
        << RectanglePlan::bytes(Plan.WriteRows) << ' ';
    for (const auto *Each : {&Plan.ReadRows, &Plan.WriteRows})
      for (const Rectangle &One : *Each)
        print(All, One);
    for (const Rectangle &Each : enclosing(Some))
      print(All, Each);
    All << '\n';
  }
  All.expect(0x24845beab1b2cb2d);
}

TEST(BytesRecord, HowGridsAreCut) {
  Draw Any(703);
  Record All;
  for (unsigned Case = 0; Case < cases(4000); ++Case) {
    const RowLayout Rows = anyRows(Any).Layout;
    const uint64_t Packed = uint64_t(Any(0, 3) * Any(0, 500)),
                   Spread = uint64_t(Any(0, 3) * Any(0, 5000));
    const uint64_t More = uint64_t(Any(0, 2) * Any(0, 5000));
    for (const GridCopy &Each :
         Any.once(3)
             ? gridCopies(Rows, Packed, Spread)
             : gridCopies(Rows, Packed, Spread, Packed + Rows.bytes() + More,
                          Spread + Rows.span() + More)) {
      All << Each.Width << 'x' << Each.Rows << 'x' << Each.Slices;
      for (const GridCopy::Side *Side : {&Each.Packed, &Each.Spread})
        All << ' ' << Side->Begin[0] << ',' << Side->Begin[1] << ','
            << Side->Begin[2] << ' ' << Side->Pitch << ' ' << Side->SlicePitch;
      All << '\n';
    }
  }
  All.expect(0x91368a95531fd67e);
}

TEST(BytesRecord, WhereRowsOfTablesAre) {
  Draw Any(707);
  Record All;
  for (unsigned Case = 0; Case < cases(6000); ++Case)
    RandomTable(Any).tell(All);
  All.expect(0xdb8996353d914453);
}
