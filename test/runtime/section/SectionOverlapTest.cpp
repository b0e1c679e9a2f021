// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SectionOverlapTest.cpp - overlap.hpp beside all pairs of elements --===//
#include "Cases.h"
#include "twofold/overlap.hpp"

#include "gtest/gtest.h"

#include <random>
#include <vector>

using namespace twofold::detail;

namespace {

using Indices = std::vector<std::ptrdiff_t>;

std::ptrdiff_t countOf(const Indices &Shape) {
  std::ptrdiff_t Count = 1;
  for (std::ptrdiff_t Length : Shape)
    Count *= Length;
  return Count;
}

std::uintptr_t address(const footprint &F, const Indices &Shape,
                       std::ptrdiff_t Linear) {
  std::ptrdiff_t Offset = 0;
  for (size_t K = Shape.size(); K-- > 0; Linear /= Shape[K])
    Offset += Linear % Shape[K] * F.Strides[K];
  return F.First + std::uintptr_t(Offset * F.Unit);
}

/// By comparing every element of Target with every one of Source.
unsigned expected(const footprint &Target, const footprint &Source,
                  const Indices &Shape) {
  unsigned Result = NoHazard;
  for (std::ptrdiff_t I = 0; I < countOf(Shape); ++I)
    for (std::ptrdiff_t J = 0; J < countOf(Shape); ++J) {
      std::uintptr_t To = address(Target, Shape, I),
                     From = address(Source, Shape, J);
      if (I != J && To < From + std::uintptr_t(Source.Size) &&
          From < To + std::uintptr_t(Target.Size))
        Result |= I < J ? FirstToLast : LastToFirst;
    }
  return Result;
}

TEST(SectionOverlap, LinesAreExact) {
  std::mt19937 Random(3);
  auto below = [&](int N) { return std::ptrdiff_t(Random() % unsigned(N)); };
  const std::ptrdiff_t Sizes[] = {1, 2, 4, 8};
  unsigned Seen[4] = {};
  for (int Case = 0; Case < 20000; ++Case) {
    Indices Shape{1 + below(12)}, To{below(13) - 6}, From{below(13) - 6};
    std::ptrdiff_t Size = Sizes[below(4)];
    footprint Target{1000, Size, To.data()};
    footprint Source{
        std::uintptr_t(1000 + (below(81) - 40) * (below(4) ? Size : 1)),
        below(4) ? Size : Sizes[below(4)], From.data()};
    unsigned Wanted = expected(Target, Source, Shape);
    ++Seen[Wanted];
    ASSERT_EQ(hazardOf(Target, Source, Shape.data(), 1), Wanted)
        << Case << ": " << Shape[0] << " elements, strides " << To[0] << ", "
        << From[0] << ", sizes " << Target.Size << ", " << Source.Size
        << ", apart by " << std::ptrdiff_t(Source.First - Target.First);
  }
  for (unsigned Count : Seen)
    EXPECT_GT(Count, 100u);
}

TEST(SectionOverlap, LinesOfAnyLength) {
  std::ptrdiff_t Two = 2, Three = -3, Far = PTRDIFF_MAX / 16;
  std::ptrdiff_t Many = PTRDIFF_MAX / 64, Few = 3;
  // Even and odd elements.
  EXPECT_EQ(hazardOf({1 << 20, 8, &Two}, {(1 << 20) + 8, 8, &Two}, &Many, 1),
            NoHazard);
  // Every sixth element meets, in both orders.
  EXPECT_EQ(hazardOf({std::uintptr_t(1) << 62, 8, &Two},
                     {(std::uintptr_t(1) << 62) + 3000, 8, &Three}, &Many, 1),
            AnyOrder);
  EXPECT_EQ(
      hazardOf({8, 8, &Far}, {8 + 8 * std::uintptr_t(Far), 8, &Far}, &Few, 1),
      LastToFirst);
  EXPECT_EQ(
      hazardOf({8 + 8 * std::uintptr_t(Far), 8, &Far}, {8, 8, &Far}, &Few, 1),
      FirstToLast);
}

TEST(SectionOverlap, NestsMissNothing) {
  std::mt19937 Random(4);
  auto below = [&](int N) { return std::ptrdiff_t(Random() % unsigned(N)); };
  unsigned Exact = 0, Cases = 4000;
  for (unsigned Case = 0; Case < Cases; ++Case) {
    Indices Shape, To, From;
    for (std::ptrdiff_t K = 2 + below(2); K > 0; --K) {
      Shape.push_back(1 + below(4));
      To.push_back(below(21) - 10);
      From.push_back(below(3) ? To.back() : below(21) - 10);
    }
    footprint Target{1000, 4, To.data()};
    footprint Source{std::uintptr_t(1000 + (below(81) - 40) * 4), 4,
                     From.data()};
    unsigned Wanted = expected(Target, Source, Shape);
    unsigned Found = hazardOf(Target, Source, Shape.data(), Shape.size());
    ASSERT_EQ(Found & Wanted, Wanted) << Case;
    Exact += Found == Wanted;
  }
  EXPECT_GT(Exact, Cases * 8 / 10);
}

struct Draw {
  std::mt19937 Random;
  std::ptrdiff_t operator()(std::ptrdiff_t Low, std::ptrdiff_t High) {
    return std::uniform_int_distribution<std::ptrdiff_t>(Low, High)(Random);
  }
};

/// Elements whose strides count bytes, and need not be multiples of their size.
footprint drawn(Draw &Any, Indices &Strides, size_t Rank, std::ptrdiff_t Unit) {
  Strides.clear();
  for (size_t K = 0; K < Rank; ++K)
    Strides.push_back(Unit * Any(-6, 6));
  return {std::uintptr_t(100000 + Unit * Any(-20, 20) + (Any(0, 5) == 0)),
          Any(0, 9) == 0 ? Any(1, 12) : Unit, Strides.data(), 1};
}

TEST(SectionOverlap, LinesOfBytesAreExact) {
  Draw Any{std::mt19937(1)};
  int Free = 0, Ordered = 0;
  for (int Case = 0; Case < 20000; ++Case) {
    const std::ptrdiff_t Unit = Any(0, 1) ? 8 : Any(1, 5);
    // A dimension of one element counts for nothing.
    Indices Shape = {Any(1, 12), 1}, To, From;
    const footprint Target = drawn(Any, To, 2, Unit),
                    Source = drawn(Any, From, 2, Unit);
    const unsigned Found = hazardOf(Target, Source, Shape.data(), 2);
    ASSERT_EQ(Found, expected(Target, Source, Shape)) << Case;
    Free += Found == NoHazard;
    Ordered += Found == FirstToLast || Found == LastToFirst;
  }
  EXPECT_GT(Free, 1000);
  EXPECT_GT(Ordered, 1000);
}

TEST(SectionOverlap, NestsOfBytesAreExact) {
  Draw Any{std::mt19937(2)};
  for (unsigned Case = 0; Case < twofold::test::cases(6000); ++Case) {
    const size_t Rank = size_t(Any(2, 3));
    Indices Shape, To, From;
    for (size_t K = 0; K < Rank; ++K)
      Shape.push_back(Any(1, 5));
    const footprint Target = drawn(Any, To, Rank, 4);
    footprint Source = drawn(Any, From, Rank, 4);
    if (Case % 2)
      Source.Strides = Target.Strides;
    const long Patience = 1 << 20;
    ASSERT_EQ(hazardOf(Target, Source, Shape.data(), Rank, Patience),
              expected(Target, Source, Shape))
        << Case;
    // Whether something is written twice is the same question.
    ASSERT_EQ(hazardOf(Target, Target, Shape.data(), Rank, Patience),
              expected(Target, Target, Shape))
        << Case;
  }
}

TEST(SectionOverlap, ExtremesEnd) {
  const std::ptrdiff_t Long[] = {std::ptrdiff_t(1) << 40, 1 << 10},
                       To[] = {8, std::ptrdiff_t(1) << 50},
                       From[] = {24, -(std::ptrdiff_t(1) << 50)},
                       Apart[] = {8, std::ptrdiff_t(1) << 43};
  hazardOf({0, 8, To, 1}, {4, 8, From, 1}, Long, 2); // gives up, at most
  EXPECT_EQ(hazardOf({0, 8, Apart, 1}, {0, 8, Apart, 1}, Long, 2), NoHazard);
}

/// Sections have at most sixteen dimensions that are looked at.
TEST(SectionOverlap, SixteenDimensionsAreExact) {
  Indices Shape(17, 1), Strides(17, 0);
  Shape[15] = 4;
  Strides[15] = 1;
  const footprint Target{1000, 4, Strides.data()},
      Source{1004, 4, Strides.data()};
  EXPECT_EQ(hazardOf(Target, Source, Shape.data(), 16), LastToFirst);
  EXPECT_EQ(hazardOf(Target, Source, Shape.data(), 17), AnyOrder);
}

TEST(SectionOverlap, NestsOfUsualShapes) {
  const std::ptrdiff_t Shape[] = {998, 998}, Rows[] = {1000, 1},
                       Columns[] = {1, 1000}, Even[] = {1000, 2},
                       Half[] = {998, 499};
  const std::uintptr_t At = 1 << 20;
  // A stencil's neighbours.
  EXPECT_EQ(hazardOf({At, 4, Rows}, {At + 4000, 4, Rows}, Shape, 2),
            LastToFirst);
  EXPECT_EQ(hazardOf({At, 4, Rows}, {At - 4, 4, Rows}, Shape, 2), FirstToLast);
  // Transposed.
  EXPECT_EQ(hazardOf({At, 4, Rows}, {At, 4, Columns}, Shape, 2), AnyOrder);
  // Even and odd columns, and beside each other.
  EXPECT_EQ(hazardOf({At, 4, Even}, {At + 4, 4, Even}, Half, 2), NoHazard);
  EXPECT_EQ(hazardOf({At, 4, Rows}, {At + 4 * 499, 4, Rows}, Half, 2),
            NoHazard);
  EXPECT_FALSE(repeats(Shape, Rows, 2));
  const std::ptrdiff_t Sliding[] = {1, 1}, Same[] = {0, 1};
  EXPECT_TRUE(repeats(Shape, Sliding, 2));
  EXPECT_TRUE(repeats(Shape, Same, 2));
}

} // namespace
