// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host/Product.h"
#include "Cases.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace twofold;

// As a program that does not fuse.
#pragma STDC FP_CONTRACT OFF

namespace {

/// Sums that were computed in order, one by one, for a product of three arrays.
template <class Number> class Products {
  std::mt19937 Random{1};
  std::vector<Number> Lines, Panel, Before, Sums;

  Number number() { return Number(int(Random() % 4001) - 2000) / 1000; }
  void fill(std::vector<Number> &Of, size_t Size) {
    Of.resize(Size);
    for (Number &N : Of)
      N = number();
  }

public:
  /// Turned: 1, lines are stored round by round; 2, panels column by column; 4,
  /// no two elements are neighbours.
  void check(int64_t Rows, int64_t Columns, int64_t Rounds, unsigned Flags,
             unsigned Turned) {
    constexpr int64_t Size = sizeof(Number);
    const int64_t Step = Turned & 4 ? 3 : 1, Row = Columns + 5;
    fill(Lines, Rows * Rounds * Step);
    fill(Panel, Columns * Rounds * Step);
    fill(Before, Rows * Row);
    twofold_product P = {};
    P.lines = Lines.data();
    P.panel = Panel.data();
    P.sum_row = Row * Size;
    P.line_row = (Turned & 1 ? Step : Rounds * Step) * Size;
    P.line_round = (Turned & 1 ? Rows * Step : Step) * Size;
    P.panel_round = (Turned & 2 ? Step : Columns * Step) * Size;
    P.panel_column = (Turned & 2 ? Rounds * Step : Step) * Size;
    P.rows = Rows;
    P.columns = Columns;
    P.rounds = Rounds;
    P.start = 0.25;
    P.scale = number();
    P.flags = Flags | (Size == 8 ? TWOFOLD_PRODUCT_DOUBLE : 0);
    std::vector<Number> Right = Before;
    for (int64_t R = 0; R != Rows; ++R)
      for (int64_t C = 0; C != Columns; ++C) {
        Number &Sum = Right[R * Row + C];
        if (Flags & TWOFOLD_PRODUCT_STARTS)
          Sum = Number(P.start);
        for (int64_t K = 0; K != Rounds; ++K) {
          Number Line = Lines[(R * P.line_row + K * P.line_round) / Size];
          if (Flags & TWOFOLD_PRODUCT_SCALED)
            Line = Number(P.scale) * Line;
          const Number Other =
              Panel[(K * P.panel_round + C * P.panel_column) / Size];
          Sum = Flags & TWOFOLD_PRODUCT_FUSED ? std::fma(Line, Other, Sum)
                                              : Sum + Line * Other;
        }
      }
    unsigned Kinds = 0;
    for (unsigned Bytes : {16u, 32u, 64u}) {
      Sums = Before;
      P.sums = Sums.data();
      if (!multiply(P, Bytes))
        continue;
      ++Kinds;
      ASSERT_EQ(std::memcmp(Sums.data(), Right.data(), Sums.size() * Size), 0)
          << Rows << " rows, " << Columns << " columns, " << Rounds
          << " rounds, flags " << P.flags << ", turned " << Turned << ", "
          << Bytes << " bytes";
    }
    EXPECT_NE(Kinds, 0u);
  }
};

template <class Number> void checkShapes() {
  Products<Number> Of;
  const unsigned All[] = {0, TWOFOLD_PRODUCT_FUSED,
                          TWOFOLD_PRODUCT_STARTS | TWOFOLD_PRODUCT_FUSED,
                          TWOFOLD_PRODUCT_SCALED};
  unsigned Shape = 0;
  for (int64_t Rows : {1, 3, 4, 6, 7, 13})
    for (int64_t Columns : {1, 4, 7, 16, 31, 33, 64, 70, 130})
      for (int64_t Rounds : {1, 4, 9}) {
        Of.check(Rows, Columns, Rounds, All[Shape % 4], Shape / 4 % 5);
        ++Shape;
      }
  // More than one block of rounds, and of rows.
  for (unsigned Turned = 0; Turned != 4; ++Turned) {
    Of.check(5, 67, 1030, TWOFOLD_PRODUCT_STARTS, Turned);
    Of.check(520, 140, 3, TWOFOLD_PRODUCT_FUSED, Turned);
  }
}

/// Rows with other columns each, of which some have none.
template <class Number> void checkSlants() {
  constexpr int64_t Size = sizeof(Number);
  std::mt19937 Random{2};
  const auto Below = [&](int N) { return int64_t(Random() % N); };
  for (unsigned Shape = 0; Shape != test::cases(300); ++Shape) {
    const int64_t Rows = 1 + Below(Shape % 20 ? 40 : 560),
                  Rounds = 1 + Below(Shape % 30 ? 12 : 600),
                  Columns = Below(100) - 20, Row = 2 * Rows + 100, First = Rows;
    const ProductSlant Slant = {int(Below(3)) - 1, int(Below(3)) - 1};
    const bool Turned = Below(2);
    twofold_product P = {};
    const unsigned All[] = {0, TWOFOLD_PRODUCT_FUSED, TWOFOLD_PRODUCT_STARTS,
                            TWOFOLD_PRODUCT_SCALED};
    P.flags = All[Shape % 4] | (Size == 8 ? TWOFOLD_PRODUCT_DOUBLE : 0);
    std::vector<Number> Lines(Rows * Rounds), Panel(Row * Rounds),
        Before(Rows * Row + First);
    for (auto *Of : {&Lines, &Panel, &Before})
      for (Number &N : *Of)
        N = Number(Below(4001) - 2000) / 1000;
    P.lines = Lines.data();
    P.panel = Panel.data() + First * (Turned ? Rounds : 1);
    P.sum_row = Row * Size;
    P.line_row = Rounds * Size;
    P.line_round = Size;
    P.panel_round = (Turned ? 1 : Row) * Size;
    P.panel_column = (Turned ? Rounds : 1) * Size;
    P.rows = Rows;
    P.columns = Columns;
    P.rounds = Rounds;
    P.start = 0.25;
    P.scale = 1.5;
    std::vector<Number> Right = Before;
    for (int64_t R = 0; R != Rows; ++R)
      for (int64_t C = R * Slant.Begin; C < Columns + R * Slant.End; ++C) {
        Number &Sum = Right[R * Row + First + C];
        if (P.flags & TWOFOLD_PRODUCT_STARTS)
          Sum = Number(P.start);
        for (int64_t K = 0; K != Rounds; ++K) {
          Number Line = Lines[R * Rounds + K];
          if (P.flags & TWOFOLD_PRODUCT_SCALED)
            Line = Number(P.scale) * Line;
          const Number Other =
              Panel[Turned ? (First + C) * Rounds + K : K * Row + First + C];
          Sum = P.flags & TWOFOLD_PRODUCT_FUSED ? std::fma(Line, Other, Sum)
                                                : Sum + Line * Other;
        }
      }
    for (unsigned Bytes : {16u, 32u, 64u}) {
      std::vector<Number> Sums = Before;
      P.sums = Sums.data() + First;
      if (!multiply(P, Bytes, Slant))
        continue;
      ASSERT_EQ(std::memcmp(Sums.data(), Right.data(), Sums.size() * Size), 0)
          << Rows << " rows, " << Columns << " columns, " << Rounds
          << " rounds, flags " << P.flags << ", slants " << Slant.Begin << " "
          << Slant.End << ", " << Bytes << " bytes";
    }
  }
}

TEST(Product, KeepsTheBitsOfSlantedFloats) { checkSlants<float>(); }
TEST(Product, KeepsTheBitsOfSlantedDoubles) { checkSlants<double>(); }

TEST(Product, ReadsNothingOfRowsWithoutColumns) {
  double Sums[3] = {1, 2, 3}, Panel[2] = {5, 7}, Line = 11;
  // The first two rows have no columns, and lines that nobody may read.
  twofold_product P = {};
  P.sums = reinterpret_cast<double *>(uintptr_t(Sums) - 2 * 8);
  P.lines = reinterpret_cast<double *>(uintptr_t(&Line) - 2 * 0x10000000000);
  P.panel = Panel;
  P.sum_row = 8;
  P.line_row = 0x10000000000;
  P.line_round = P.panel_round = 8;
  P.panel_column = 8;
  P.rows = 3;
  P.columns = -1;
  P.rounds = 1;
  P.flags = TWOFOLD_PRODUCT_DOUBLE;
  multiply(P, {0, 1});
  EXPECT_EQ(Sums[0], 1 + 55);
  EXPECT_EQ(Sums[1], 2);
}

/// As programs call it: of whole rows, and of rows with other columns each.
TEST(Product, ProgramsGetTheSame) {
  const float Lines[2] = {2, 3}, Panel[4] = {1, 10, 100, 1000};
  float Sums[2][5] = {};
  twofold_product P = {};
  P.lines = Lines;
  P.panel = Panel + 1;
  P.sums = &Sums[0][1];
  P.sum_row = sizeof Sums[0];
  P.line_row = P.line_round = P.panel_round = P.panel_column = sizeof(float);
  P.rows = 2;
  P.columns = 2;
  P.rounds = 1;
  const auto Expect = [&](const float (&Right)[2][5]) {
    EXPECT_EQ(std::memcmp(Sums, Right, sizeof Sums), 0);
  };
  twofold_multiply(&P);
  Expect({{0, 20, 200}, {0, 30, 300}});
  twofold_multiply_slanted(&P, 0, 1);
  Expect({{0, 40, 400}, {0, 60, 600, 3000}});
  twofold_multiply_slanted(&P, -1, 0);
  Expect({{0, 60, 600}, {3, 90, 900, 3000}});
}

/// Rows at the ends have none where another row has columns, or all have.
TEST(Product, EmptyRowsAreLeftOut) {
  for (int Begin : {-1, 0, 1})
    for (int End : {-1, 0, 1})
      for (int64_t Rows = 0; Rows != 9; ++Rows)
        for (int64_t Columns = -9; Columns != 10; ++Columns) {
          const auto ColumnsOf = [&](int64_t Row) {
            return Columns + Row * (End - Begin);
          };
          int64_t First = 0, Last = Rows;
          while (First != Last && ColumnsOf(First) <= 0)
            ++First;
          while (First != Last && ColumnsOf(Last - 1) <= 0)
            --Last;
          for (bool Double : {false, true}) {
            twofold_product P = {};
            const auto At = [](int64_t Place) {
              return reinterpret_cast<double *>(uintptr_t(1 << 20) + Place);
            };
            P.sums = At(0);
            P.lines = P.panel = At(0);
            P.sum_row = 1000;
            P.line_row = 200;
            P.panel_column = 24;
            P.rows = Rows;
            P.columns = Columns;
            P.flags = Double ? TWOFOLD_PRODUCT_DOUBLE : 0;
            const twofold_product Is = withoutEmptyRows(P, {Begin, End});
            EXPECT_EQ(Is.rows, Last - First);
            if (First == Last)
              continue;
            EXPECT_EQ(Is.columns, ColumnsOf(First));
            EXPECT_EQ(Is.sums, At(First * (1000 + Begin * (Double ? 8 : 4))));
            EXPECT_EQ(Is.lines, At(First * 200));
            EXPECT_EQ(Is.panel, At(First * Begin * 24));
          }
        }
}

TEST(Product, KeepsTheBitsOfFloats) { checkShapes<float>(); }
TEST(Product, KeepsTheBitsOfDoubles) { checkShapes<double>(); }

} // namespace
