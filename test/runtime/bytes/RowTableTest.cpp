// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/RowTable.h"
#include "SiteBuilder.h"
#include "bytes/Footprint.h"
#include "conflict/Conflicts.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

struct RowTable : ::testing::Test {
  double Block[64] = {};
  const void *Rows[4] = {Block, Block + 8, Block + 16, Block + 24};

  /// The table and the block can be read, and nothing else.
  bool readable(const void *Pointer, uint64_t Bytes) const {
    auto Within = [&](const void *Begin, uint64_t Size) {
      const uint64_t At = uint64_t(reinterpret_cast<uintptr_t>(Pointer)),
                     From = uint64_t(reinterpret_cast<uintptr_t>(Begin));
      return At >= From && Bytes <= Size && At - From <= Size - Bytes;
    };
    return Within(Rows, sizeof Rows) || Within(Block, sizeof Block);
  }
  ReadableQuestion question() {
    return [this](const void *P, uint64_t Bytes) { return readable(P, Bytes); };
  }
  BlockFinder blocks() {
    return [this](uint64_t At) -> KnownBlock {
      if (At >= address(Block) && At < address(Block + 64))
        return ByteRange{address(Block), address(Block + 64)};
      if (At >= address(Rows) && At < address(Rows + 4))
        return ByteRange{address(Rows), address(Rows + 4)};
      return KnownBlock();
    };
  }
  std::optional<RegularRows> rows(int64_t First, int64_t Last,
                                  uint64_t Bytes = sizeof(double)) {
    return regularRows(Rows, First, Last, Bytes, question());
  }
  uint64_t address(const void *P) {
    return uint64_t(reinterpret_cast<uintptr_t>(P));
  }
};

TEST_F(RowTable, RowsOfOneBlock) {
  auto All = rows(0, 3);
  ASSERT_TRUE(All);
  EXPECT_EQ(All->Zero, address(Block));
  EXPECT_EQ(All->Distance, 8);
  EXPECT_EQ(rows(1, 2)->Zero, address(Block));
}

TEST_F(RowTable, RowsInReverse) {
  std::swap(Rows[0], Rows[3]);
  std::swap(Rows[1], Rows[2]);
  EXPECT_EQ(rows(0, 3)->Distance, -8);
  EXPECT_EQ(rows(1, 3)->Zero, address(Block + 24));
}

TEST_F(RowTable, OneRowAndNone) {
  EXPECT_EQ(rows(2, 2)->Distance, 0);
  EXPECT_EQ(rows(2, 2)->Zero, address(Block + 16));
  EXPECT_EQ(rows(2, 1)->Zero, 0u);
}

TEST_F(RowTable, RowsApart) {
  Rows[3] = Block + 25;
  EXPECT_FALSE(rows(0, 3));
  EXPECT_TRUE(rows(0, 2));
}

TEST_F(RowTable, RowsThatRepeat) {
  Rows[0] = Rows[1] = Rows[2] = Rows[3];
  EXPECT_FALSE(rows(0, 3));
}

TEST_F(RowTable, PointersToNothingAtTheEnds) {
  Rows[0] = nullptr;
  Rows[3] = reinterpret_cast<const void *>(uintptr_t(0x21));
  ASSERT_TRUE(rows(0, 3));
  EXPECT_EQ(rows(0, 3)->Zero, address(Block));
  Rows[1] = nullptr; // and all others
  Rows[2] = nullptr;
  EXPECT_EQ(rows(0, 3)->Zero, 0u);
}

TEST_F(RowTable, EightPointersToNothingAtEachEnd) {
  for (int None : {8, 9})
    for (bool Behind : {false, true}) {
      std::vector<const void *> Table(Rows, Rows + 3);
      Table.insert(Behind ? Table.end() : Table.begin(), size_t(None), nullptr);
      auto Found = regularRows(Table.data(), 0, 2 + None, 8,
                               [&](const void *P, uint64_t Bytes) {
                                 return P == Table.data() || readable(P, Bytes);
                               });
      ASSERT_EQ(Found.has_value(), None == 8);
      if (Found)
        EXPECT_EQ(Found->Zero, address(Block) - (Behind ? 0 : 8 * 64));
    }
}

TEST_F(RowTable, PointersToNothingBetweenRows) {
  Rows[2] = nullptr;
  EXPECT_FALSE(rows(0, 3));
}

TEST_F(RowTable, RowsWithinElements) {
  EXPECT_FALSE(rows(0, 3, 24));
  EXPECT_FALSE(rows(0, 3, 0));
}

TEST_F(RowTable, TablesThatCannotBeRead) {
  EXPECT_EQ(regularRows(nullptr, 0, 3, 8, question())->Zero, 0u);
  EXPECT_FALSE(rows(0, 4));
  EXPECT_FALSE(rows(0, INT64_MAX));
  EXPECT_FALSE(rows(INT64_MIN, 3));
}

/// Writes a[i][j] and reads what is Step / 8 rows ahead of it, for each of
/// Columns elements of each of Trips rows.
struct RowSite : RowTable {
  SiteBuilder B;
  const void *const *Table = Rows;
  int64_t First = 0, Last = 3, Distance = -1;
  uint64_t *Slot = nullptr; ///< what gets the place of row 0

  void build(uint64_t Trips, int64_t Columns, int64_t Step) {
    B.dim(0, 1, Trips);
    uint32_t At = B.arg(&Table), From = B.arg(&First), To = B.arg(&Last),
             By = B.arg(&Distance);
    int Value = B.value(0);
    uint32_t Base = B.base(nullptr, "a");
    uint32_t Arg = B.site().bases[Base].arg;
    Slot = static_cast<uint64_t *>(B.launch().args[Arg]);
    B.rows(At, From, To, Arg, By, 8, "a", Value);
    int Axis = B.axis({{0}}, {{Columns - 1}});
    B.access(Base, 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_ALWAYS,
             {{8, 0, {Value}}, {8, Axis}});
    int Own = B.conflictAxis({{0}}, {{Columns - 1}});
    uint32_t Write =
        B.reference(Base, 8, TWOFOLD_ACCESS_WRITE, {{8, 0, {Value}}, {8, Own}});
    uint32_t Read =
        B.reference(Base, 8, TWOFOLD_ACCESS_READ,
                    {{8, 0, {Value}}, {Step, -1, {Value}}, {8, Own}});
    B.rowConflict(Write, Read);
  }
  Footprint touched(KnownBlock Of) {
    IterationSpace Space(B.site(), B.launch());
    return computeFootprint(B.site(), B.launch(), Space, nullptr,
                            [=](uint64_t) { return Of; });
  }
  bool conflict() {
    return findConflict(B.site(), B.launch(), ConflictKind::OfRows).has_value();
  }
  std::string locate() {
    return locateRows(B.site(), B.launch(), question(), blocks());
  }
};

TEST_F(RowSite, StoresWhereRowsAre) {
  build(4, 8, 0);
  EXPECT_EQ(locate(), "");
  EXPECT_EQ(*Slot, address(Block));
  EXPECT_EQ(Distance, 8);
  EXPECT_EQ(B.launch().values[0], 8);
  EXPECT_EQ(middleRow(B.site(), B.launch(), B.site().rows[0]),
            address(Block + 8));
}

/// As of two loops in one, which take other rows of the same table.
TEST_F(RowSite, AllEntriesOfATableAreMeant) {
  build(4, 8, 0);
  int64_t From = 2, To = 3;
  const twofold_rows Entry = B.site().rows[0];
  B.rows(Entry.table, B.arg(&From), B.arg(&To), Entry.pointer, Entry.distance,
         Entry.bytes, "a");
  for (Last = -1; Last <= 1; ++Last)
    EXPECT_EQ(locate(), "");
  EXPECT_EQ(middleRow(B.site(), B.launch(), B.site().rows[0]),
            address(Block + 8));
  Rows[3] = Block + 25;
  for (Last = 0; Last <= 1; ++Last)
    EXPECT_NE(locate(), "");
  To = 1; // no row
  for (Last = -1; Last <= 2; ++Last)
    EXPECT_EQ(locate(), "");
}

TEST_F(RowSite, TellsWhy) {
  build(4, 8, 0);
  Rows[2] = Block;
  EXPECT_EQ(locate(), "the rows of 'a' do not lie at one distance; take them "
                      "from one block of memory");
}

struct BlockSite : RowSite {
  uint64_t Start = 1, Number = 1;
  const void **Pointers = Rows;

  void build(bool Whole, uint32_t Bytes = 8) {
    const uint32_t At = B.arg(&Pointers), From = B.arg(&First),
                   To = B.arg(&Last), By = B.arg(&Number), Into = B.arg(&Start);
    B.rows(At, Whole ? 0 : From, Whole ? 0 : To, Into, By, Bytes, "a", -1,
           TWOFOLD_ROWS_IN_BLOCK);
  }
  bool isFound() {
    return locate() == "" && Start == address(Block) && Number == Start;
  }
};

TEST_F(BlockSite, StoresWhereTheBlockBegins) {
  build(/*Whole=*/false);
  Rows[0] = Block + 3; // in no order
  EXPECT_TRUE(isFound());
  EXPECT_EQ(rowsAt(B.site(), B.site().rows[0].pointer), nullptr);
}

TEST_F(BlockSite, AllPointersOfTheTablesBlockAreMeant) {
  build(/*Whole=*/true);
  First = 1;
  Last = 0;
  EXPECT_TRUE(isFound());
  int Other;
  Rows[3] = &Other;
  EXPECT_NE(locate(), "");
}

TEST_F(BlockSite, TheTableMayBeginAnywhereInItsBlock) {
  build(/*Whole=*/true);
  auto Around = [&](uint64_t At) -> KnownBlock {
    if (At == address(Rows))
      return ByteRange{At - 4, At + sizeof Rows + 2};
    return blocks()(At);
  };
  EXPECT_EQ(locateRows(B.site(), B.launch(), question(), Around), "");
  EXPECT_EQ(Start, address(Block));
}

TEST_F(BlockSite, SaysWhyABlockIsNotKnown) {
  build(/*Whole=*/false);
  auto None = [](uint64_t) {
    KnownBlock Out;
    Out.WhyNot = "it is a secret";
    return Out;
  };
  EXPECT_EQ(locateRows(B.site(), B.launch(), question(), None),
            "the rows of 'a' do not all lie in one block of memory that is "
            "known: it is a secret; take them from one");
}

TEST_F(BlockSite, RowsOfOtherBlocksAreNotMeant) {
  build(/*Whole=*/false);
  int Other;
  Rows[3] = &Other;
  EXPECT_EQ(locate(),
            "the rows of 'a' do not all lie in one block of memory that is "
            "known; take them from one");
  Last = 2;
  EXPECT_TRUE(isFound());
  Rows[0] = &Other;
  EXPECT_NE(locate(), "");
  First = 1;
  EXPECT_TRUE(isFound());
  Rows[1] = nullptr;
  EXPECT_NE(locate(), "");
}

TEST_F(BlockSite, ARowMayBeginWhereTheBlockEnds) {
  build(/*Whole=*/false);
  Rows[3] = Block + 8;
  auto Found = [&](uint64_t Next) {
    return locateRows(B.site(), B.launch(), question(), [=, this](uint64_t At) {
      return At == address(Block + 8)
                 ? KnownBlock({At, At + Next})
                 : KnownBlock({address(Block), address(Block + 8)});
    });
  };
  Rows[1] = Rows[2] = Block;
  EXPECT_EQ(Found(0), "");
  EXPECT_NE(Found(8), ""); // another block begins there
}

TEST_F(BlockSite, ElementsDivideTheirDistances) {
  build(/*Whole=*/false, 24);
  Rows[1] = Block + 7;
  EXPECT_NE(locate(), "");
  for (int I = 1; I < 4; ++I)
    Rows[I] = Block + 3 * I - 3;
  Rows[0] = Block + 7;
  EXPECT_NE(locate(), "");
  // The place of an element, not that of the block.
  for (int I = 0; I < 4; ++I)
    Rows[I] = Block + 1 + 3 * I;
  EXPECT_EQ(locate(), "");
  EXPECT_EQ(Start, address(Block + 1));
}

TEST_F(RowSite, RowsWithoutGapsNeedNoBlock) {
  build(4, 8, 0);
  ASSERT_EQ(locate(), "");
  EXPECT_TRUE(touched({}).known());
}

TEST_F(RowSite, WhatIsBetweenRowsIsOfTheirBlock) {
  build(4, 6, 0);
  ASSERT_EQ(locate(), "");
  EXPECT_FALSE(touched({}).known());
  EXPECT_FALSE(touched({{address(Block), address(Block + 8)}}).known());
  EXPECT_TRUE(touched({{address(Block), address(Block + 64)}}).known());
}

TEST_F(RowSite, ConflictsOfRowsAreFoundOnceTheyAreLocated) {
  build(4, 8, 8);
  EXPECT_FALSE(conflictOf(B.site(), B.launch()));
  ASSERT_EQ(locate(), "");
  EXPECT_FALSE(conflictOf(B.site(), B.launch()));
  EXPECT_TRUE(conflict());
}

TEST_F(RowSite, RowsOfTheirOwnHaveNoConflicts) {
  build(4, 8, 0);
  ASSERT_EQ(locate(), "");
  EXPECT_FALSE(conflict());
}

TEST_F(RowSite, RowsThatOverlapHaveConflicts) {
  for (int I = 0; I < 4; ++I)
    Rows[I] = Block + 4 * I;
  build(4, 8, 0);
  ASSERT_EQ(locate(), "");
  EXPECT_TRUE(conflict());
}

} // namespace
