// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host/Product.h"

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

TEST(Product, KeepsTheBitsOfFloats) { checkShapes<float>(); }
TEST(Product, KeepsTheBitsOfDoubles) { checkShapes<double>(); }

} // namespace
