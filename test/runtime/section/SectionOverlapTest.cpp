// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SectionOverlapTest.cpp - overlap.hpp beside all pairs of elements --===//
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
  return F.First + std::uintptr_t(Offset * F.Size);
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
