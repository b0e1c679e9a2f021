// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NestRun.h"

#include "gtest/gtest.h"
#include <random>

using namespace twofold;

namespace {

AffineForm c(int64_t Constant) { return constantForm(Constant); }
AffineForm axis(int Number, int64_t Factor = 1) {
  return *scaled(axisForm(Number), Factor);
}
AffineForm value(unsigned Number, int64_t Factor = 1) {
  return *scaled(valueForm(Number), Factor);
}
AffineForm plus(const AffineForm &A, const AffineForm &B) {
  return sum(A, B).value();
}
AffineForm times(const AffineForm &A, const AffineForm &B) {
  return product(A, B).value();
}
MemoryReference at(AffineForm Offset, llvm::SmallVector<int, 3> Around = {}) {
  MemoryReference R;
  R.Offset = std::move(Offset);
  R.Size = 4;
  R.Around = std::move(Around);
  R.Surely = true;
  return R;
}
/// Axis 0 over [0, value 0), axis 1 over [0, value 1).
IterationSpace rectangle() {
  IterationSpace Space;
  Space.Values = 2;
  for (unsigned V : {0, 1})
    Space.Axes.push_back({AffineForm(), plus(value(V), c(-1)), 1});
  return Space;
}
PairVerdict test(const IterationSpace &Space, const MemoryReference &A,
                 const MemoryReference &B) {
  return testPair(Space, A, B, 1, false);
}
PairVerdict test(const IterationSpace &Space, const MemoryReference &A) {
  return testPair(Space, A, A, 1, true);
}

TEST(DependenceProof, EachItsOwnElement) {
  EXPECT_EQ(test(rectangle(), at(axis(0, 4))).What, PairVerdict::Never);
  // Half an element further they overlap.
  PairVerdict Half = test(rectangle(), at(axis(0, 2)));
  EXPECT_EQ(Half.What, PairVerdict::Carried);
  EXPECT_EQ(Half.Distance, 1);
}

TEST(DependenceProof, DistancesAreInIterations) {
  MemoryReference Here = at(axis(0, 4)), There = at(plus(axis(0, 4), c(24)));
  EXPECT_EQ(test(rectangle(), Here, There).Distance, 6);
  IterationSpace Threes = rectangle();
  Threes.Axes[0].Step = 3;
  EXPECT_EQ(test(Threes, Here, There).Distance, 2);
  Threes.Axes[0].Step = 5;
  EXPECT_EQ(test(Threes, Here, There).What, PairVerdict::Never);
}

TEST(DependenceProof, RowsOfUnknownLength) {
  // a[i * n1 + j], j < n1
  AffineForm Row = times(axis(0, 4), value(1));
  MemoryReference Element = at(plus(Row, axis(1, 4)), {1});
  EXPECT_EQ(test(rectangle(), Element).What, PairVerdict::Never);
  // a[j * n0 + i]
  MemoryReference Column =
      at(plus(times(axis(1, 4), value(0)), axis(0, 4)), {1});
  EXPECT_EQ(test(rectangle(), Column).What, PairVerdict::Never);
  // One further than the row is long: the next row's first.
  IterationSpace Longer = rectangle();
  Longer.Axes[1].Upper = value(1);
  PairVerdict Beyond = test(Longer, Element);
  EXPECT_EQ(Beyond.What, PairVerdict::Carried);
  EXPECT_EQ(Beyond.Distance, 1);
  // Nothing says that the row is as long as the loop.
  IterationSpace Other = rectangle();
  Other.Values = 3;
  Other.Axes[1].Upper = plus(value(2), c(-1));
  EXPECT_EQ(test(Other, Element).What, PairVerdict::Unknown);
  // The length may be zero.
  EXPECT_EQ(test(rectangle(), at(Row)).What, PairVerdict::Unknown);
}

TEST(DependenceProof, ThreeDimensions) {
  // a[(i * n1 + j) * n2 + k]
  IterationSpace Space = rectangle();
  Space.Values = 3;
  Space.Axes.push_back({AffineForm(), plus(value(2), c(-1)), 1});
  AffineForm Plane = times(times(axis(0, 4), value(1)), value(2));
  AffineForm Offset =
      plus(plus(Plane, times(axis(1, 4), value(2))), axis(2, 4));
  EXPECT_EQ(test(Space, at(Offset, {1, 2})).What, PairVerdict::Never);
}

TEST(DependenceProof, UnknownDistancesProveNothing) {
  MemoryReference Here = at(axis(0, 4));
  // a[i + n1]: n1 may be anything.
  EXPECT_EQ(test(rectangle(), Here, at(plus(axis(0, 4), value(1, 4)))).What,
            PairVerdict::Unknown);
  // a[i + n0] is beyond the loop.
  EXPECT_EQ(test(rectangle(), Here, at(plus(axis(0, 4), value(0, 4)))).What,
            PairVerdict::Never);
}

TEST(DependenceProof, FactsAndConditions) {
  // if (i < n1) a[i] = a[i + n1]
  MemoryReference Write = at(axis(0, 4));
  MemoryReference Read = at(plus(axis(0, 4), value(1, 4)));
  AffineForm Below = plus(value(1), plus(axis(0, -1), c(-1)));
  Write.Facts.push_back(Below);
  Read.Facts.push_back(Below);
  EXPECT_EQ(test(rectangle(), Write, Read).What, PairVerdict::Never);
  // What need not happen is not proven to.
  MemoryReference Next = at(plus(axis(0, 4), c(4)));
  Next.Surely = false;
  EXPECT_EQ(test(rectangle(), at(axis(0, 4)), Next).What, PairVerdict::Unknown);
}

TEST(DependenceProof, HugeNumbersEndQuietly) {
  MemoryReference A = at(axis(0, int64_t(1) << 61));
  MemoryReference B = at(plus(axis(0, 4), c(INT64_MAX - 1)));
  EXPECT_NE(test(rectangle(), A, B).What, PairVerdict::Carried);
  EXPECT_NE(test(rectangle(), A).What, PairVerdict::Carried);
}

/// A random loop nest with numbers for all ends, small enough to be run.
class RandomNest {
  std::mt19937 Random;
  int between(int Low, int High) {
    return std::uniform_int_distribution<int>(Low, High)(Random);
  }
  AffineForm form(unsigned Axes, int Reach) {
    AffineForm Form = c(between(-8, 8));
    for (unsigned A = 0; A != Axes; ++A)
      Form = plus(Form, axis(int(A), between(-Reach, Reach)));
    return Form;
  }

public:
  IterationSpace Space;
  MemoryReference References[2];
  unsigned Rank = 1;

  explicit RandomNest(unsigned Seed) : Random(Seed) {
    Rank = between(1, 2);
    unsigned Axes = Rank + between(0, 2);
    for (unsigned A = 0; A != Axes; ++A) {
      bool Triangular = A >= Rank && between(0, 2) == 0;
      AffineForm Lower = c(between(-4, 4));
      AffineForm Upper = plus(Triangular ? axis(between(0, int(A) - 1)) : Lower,
                              c(between(-1, 5)));
      int Step = between(0, 3) == 0 ? between(2, 3) : 1;
      Space.Axes.push_back({Lower, Upper, between(0, 3) == 0 ? -Step : Step});
    }
    int Scale = between(0, 1) ? 1 : 4;
    for (MemoryReference &R : References) {
      R.Offset = *scaled(form(Axes, 3), Scale);
      R.Size = unsigned(between(1, 4));
      R.Surely = between(0, 3) != 0;
      for (unsigned A = Rank; A < Axes; ++A)
        R.Around.push_back(int(A));
      if (!R.Surely)
        R.Facts.push_back(form(Axes, 2));
    }
  }
};

TEST(DependenceProof, RandomNestsAgreeWithRunningThem) {
  unsigned Never = 0, Carried = 0, Open = 0;
  for (unsigned Seed = 0; Seed != 3000; ++Seed) {
    RandomNest Nest(Seed);
    const MemoryReference &A = Nest.References[0];
    bool Same = Seed % 4 == 0;
    const MemoryReference &B = Nest.References[Same ? 0 : 1];
    PairVerdict V = testPair(Nest.Space, A, B, Nest.Rank, Same);
    bool Any = false;
    for (unsigned Axis = 0; Axis != Nest.Rank; ++Axis)
      Any |= NestRun(Nest.Space).distance(A, B, Axis) != 0;
    switch (V.What) {
    case PairVerdict::Never:
      ++Never;
      EXPECT_FALSE(Any) << "seed " << Seed;
      break;
    case PairVerdict::Carried:
      ++Carried;
      EXPECT_EQ(V.Distance,
                NestRun(Nest.Space).distance(A, B, unsigned(V.Axis)))
          << "seed " << Seed;
      break;
    case PairVerdict::Unknown:
      // Numbers leave little open, where nothing is conditional.
      Open += A.Surely && B.Surely;
      break;
    }
  }
  EXPECT_GT(Never, 600u);
  EXPECT_GT(Carried, 600u);
  EXPECT_LT(Open, 20u);
}

} // namespace
