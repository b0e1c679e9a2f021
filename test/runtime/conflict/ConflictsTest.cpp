// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ConflictsTest.cpp -------------------------------------------------===//
#include "conflict/Conflicts.h"
#include "Cases.h"
#include "SiteBuilder.h"
#include "conflict/IntegerSearch.h"

#include <gtest/gtest.h>
#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

using Form = std::vector<SiteBuilder::Monomial>;
constexpr uint32_t R = TWOFOLD_ACCESS_READ, W = TWOFOLD_ACCESS_WRITE;

char *at(int64_t Address) { return reinterpret_cast<char *>(Address); }

/// `a[i] = b[i]` over Trips elements of Size, with b at Apart bytes behind a.
std::optional<uint32_t> copyOver(int64_t Apart, uint64_t Trips, int64_t Size,
                                 int64_t Stride) {
  SiteBuilder B;
  int I = B.dim(0, 1, Trips);
  uint32_t To = B.base(at(1 << 20), "a"),
           From = B.base(at((1 << 20) + Apart), "b");
  uint32_t Write = B.reference(To, uint32_t(Size), W, {{Stride, I}});
  uint32_t Read = B.reference(From, uint32_t(Size), R, {{Stride, I}});
  B.conflict(Write, Read);
  return findConflict(B.site(), B.launch());
}

TEST(Conflicts, arraysThatOverlapByLessThanTheirLength) {
  EXPECT_TRUE(copyOver(-8, 100, 8, 8));
  EXPECT_TRUE(copyOver(8, 100, 8, 8));
  EXPECT_TRUE(copyOver(99 * 8, 100, 8, 8));
  EXPECT_TRUE(copyOver(4, 100, 8, 8));
  EXPECT_FALSE(copyOver(0, 100, 8, 8));
  EXPECT_FALSE(copyOver(100 * 8, 100, 8, 8));
  EXPECT_FALSE(copyOver(-100 * 8, 100, 8, 8));
}

TEST(Conflicts, viewsThatInterleave) {
  EXPECT_FALSE(copyOver(8, 1000000, 8, 16));
  EXPECT_FALSE(copyOver(-8, 1000000, 8, 16));
  EXPECT_TRUE(copyOver(16, 1000000, 8, 16));
  EXPECT_TRUE(copyOver(8, 1000000, 16, 16));
}

TEST(Conflicts, aStrideOfZeroMeetsItself) {
  for (int64_t Stride : {0, 1, 7, 8, -3, -8}) {
    SiteBuilder B;
    int I = B.dim(0, 1, 50);
    int S = B.value(Stride);
    uint32_t Base = B.base(at(4096), "a");
    uint32_t Write = B.reference(Base, 8, W, {{1, I, {S}}});
    B.conflict(Write, Write);
    EXPECT_EQ(findConflict(B.site(), B.launch()).has_value(),
              std::abs(Stride) < 8)
        << Stride;
  }
}

TEST(Conflicts, rowsThatAreLongerThanTheirDistance) {
  for (int64_t Leading : {9, 10, 11}) {
    SiteBuilder B;
    int I = B.dim(0, 1, 1000000);
    int Ld = B.value(Leading), M = B.value(10);
    int J = B.conflictAxis({}, {{1, -1, {M}}, {-1}});
    uint32_t Base = B.base(at(4096), "a");
    uint32_t Write = B.reference(Base, 4, W, {{4, I, {Ld}}, {4, J}}, 1);
    B.conflict(Write, Write);
    EXPECT_EQ(findConflict(B.site(), B.launch()).has_value(), Leading < 10);
  }
}

TEST(Conflicts, stridesThatShareNoElement) {
  // 16 k and 24 k' + 8 meet, 16 k and 24 k' + 4 do not.
  for (int64_t Offset : {8, 4}) {
    SiteBuilder B;
    int I = B.dim(0, 1, 1000000);
    uint32_t To = B.base(at(4096), "a"), From = B.base(at(4096), "b");
    uint32_t Write = B.reference(To, 4, W, {{16, I}});
    uint32_t Read = B.reference(From, 4, R, {{24, I}, {Offset}});
    B.conflict(Write, Read);
    EXPECT_EQ(findConflict(B.site(), B.launch()).has_value(), Offset == 8);
  }
}

TEST(Conflicts, theDescriptionNamesTheWriteFirst) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10);
  uint32_t To = B.base(at(4096), "a"), From = B.base(at(4088), "b");
  uint32_t Read = B.reference(From, 8, R, {{8, I}});
  uint32_t Write = B.reference(To, 8, W, {{8, I}});
  B.conflict(Read, Write);
  twofold_site &Site = B.site();
  ASSERT_EQ(findConflict(Site, B.launch()), 0u);
  EXPECT_EQ(describeConflict(Site, 0), "one iteration writes 'a' where another "
                                       "one reads 'b'");
}

TEST(Conflicts, theMemoKnowsCallsApart) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10);
  uint32_t To = B.base(at(4096), "a"), From = B.base(at(4096), "b");
  int N = B.value(0);
  uint32_t Read = B.reference(From, 8, R, {{8, I}, {8, -1, {N}}});
  uint32_t Write = B.reference(To, 8, W, {{8, I}});
  B.conflict(Read, Write);
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  ConflictMemo Memo;
  auto *Value = const_cast<int64_t *>(Launch.values);
  for (int Round = 0; Round < 3; ++Round)
    for (int64_t Shift = -12; Shift <= 12; ++Shift) {
      *Value = Shift;
      EXPECT_EQ(Memo.find(Site, Launch, ConflictKind::Plain).Answer.has_value(),
                Shift != 0 && std::abs(Shift) < 10)
          << Shift;
    }
}

TEST(Conflicts, TwoCallsInTurnAreBothRemembered) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10), N = B.value(0);
  uint32_t Base = B.base(at(4096), "a");
  uint32_t Write = B.reference(Base, 8, W, {{8, I}, {8, -1, {N}}});
  B.conflict(Write, Write);
  twofold_site &Site = B.site();
  twofold_launch &Launch = B.launch();
  auto *Value = const_cast<int64_t *>(Launch.values);
  for (int64_t One = 0; One < 30; ++One) {
    ConflictMemo Memo;
    auto Find = [&](int64_t Shift) {
      *Value = Shift;
      return &Memo.find(Site, Launch, ConflictKind::Plain);
    };
    Find(One);
    Find(100);
    EXPECT_NE(Find(One), Find(100)) << One;
  }
}

/// A site with one pair of references, and what every iteration touches.
class RandomPair {
  std::mt19937_64 &Random;
  SiteBuilder B;
  struct Linear {
    Form Terms;
    int64_t at(const std::vector<int64_t> &Axes,
               const std::vector<int64_t> &Values) const {
      int64_t Sum = 0;
      for (const auto &T : Terms) {
        int64_t Product = T.Constant;
        for (int32_t V : T.Values)
          Product *= Values[size_t(V)];
        Sum += T.Axis < 0 ? Product : Product * Axes[size_t(T.Axis)];
      }
      return Sum;
    }
  };
  struct Inner {
    Linear Lower, Upper;
    int64_t Step;
  };
  struct Access {
    Linear Offset;
    int64_t Address, Size;
    uint64_t Around;
    bool HasFact;
    Linear Fact;
  };
  struct Dimension {
    int64_t Lower, Step, Trips;
  };
  std::vector<Dimension> Dims;
  std::vector<Inner> Axes;
  std::vector<int64_t> Values;
  std::vector<Access> Accesses;

  int64_t number(int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  }
  int64_t factor() {
    static const int64_t Some[] = {0, 1, 2, 3, 4, 5, 8, 12, 16, 20, 24, 32};
    int64_t F = Some[Random() % std::size(Some)];
    return number(0, 3) ? F : -F;
  }
  /// Of the first Most axes.
  Linear form(int Most, bool Small) {
    Linear L;
    for (int A = 0; A < Most; ++A)
      if (number(0, 3)) {
        SiteBuilder::Monomial M{Small ? number(-1, 1) : factor(), A, {}};
        if (!Small && number(0, 4) == 0)
          M.Values.push_back(int32_t(number(0, int64_t(Values.size()) - 1)));
        L.Terms.push_back(M);
      }
    L.Terms.push_back({number(Small ? -2 : -20, Small ? 4 : 20)});
    return L;
  }
  /// Calls F with the axes of each iteration in which the access happens.
  template <typename Function>
  void rounds(const Access &A, std::vector<int64_t> &At, size_t Next,
              Function F) const {
    if (Next == Axes.size()) {
      if (!A.HasFact || A.Fact.at(At, Values) >= 0)
        F(A.Address + A.Offset.at(At, Values));
      return;
    }
    if (!(A.Around >> Next & 1)) {
      At.push_back(0);
      rounds(A, At, Next + 1, F);
      At.pop_back();
      return;
    }
    int64_t Low = Axes[Next].Lower.at(At, Values),
            High = Axes[Next].Upper.at(At, Values);
    int64_t Step = std::abs(Axes[Next].Step);
    for (int64_t V = Axes[Next].Step < 0 ? High : Low; V >= Low && V <= High;
         V += Axes[Next].Step < 0 ? -Step : Step) {
      At.push_back(V);
      rounds(A, At, Next + 1, F);
      At.pop_back();
    }
  }
  /// Axes that a form or the ends of such axes name.
  uint64_t closure(const Linear &L, uint64_t Known) const {
    uint64_t Bits = Known;
    for (const auto &T : L.Terms)
      if (T.Axis >= int(Dims.size())) {
        unsigned N = unsigned(T.Axis) - unsigned(Dims.size());
        Bits |= uint64_t(1) << N;
        Bits = closure(Axes[N].Lower, Bits);
        Bits = closure(Axes[N].Upper, Bits);
      }
    return Bits;
  }

public:
  explicit RandomPair(std::mt19937_64 &Random) : Random(Random) {
    int Rank = int(number(1, 2)), Inners = int(number(0, 2));
    for (int D = 0; D < Rank; ++D) {
      Dimension Dim = {number(-3, 3), number(-2, 2), number(1, 6)};
      if (Dim.Step == 0)
        Dim.Step = 1;
      Dims.push_back(Dim);
      B.dim(Dim.Lower, Dim.Step, uint64_t(Dim.Trips));
    }
    for (int V = 0; V < 2; ++V) {
      Values.push_back(number(-2, 5));
      B.value(Values.back());
    }
    for (int I = 0; I < Inners; ++I) {
      Inner A;
      A.Lower = form(Rank + I, true);
      A.Upper = form(Rank + I, true);
      A.Step = number(0, 2) ? 1 : number(0, 1) ? 2 : -1;
      Axes.push_back(A);
      B.conflictAxis(A.Lower.Terms, A.Upper.Terms, A.Step);
    }
    bool Same = number(0, 2) == 0;
    uint32_t Numbers[2];
    for (int N = 0; N < (Same ? 1 : 2); ++N) {
      Access A;
      A.Address = 4096 + number(0, 12) * number(1, 8);
      A.Offset =
          N && number(0, 1) ? Accesses[0].Offset : form(Rank + Inners, false);
      A.Size = number(1, 2) * number(1, 2) * number(1, 2);
      A.HasFact = number(0, 4) == 0;
      A.Around = closure(A.Offset, 0);
      std::vector<SiteBuilder::Fact> Facts;
      if (A.HasFact) {
        A.Fact = form(Rank, true);
        Facts.push_back({A.Fact.Terms, 0, INT64_MAX});
      }
      // A loop around that the form does not name: it has to run.
      if (Inners && number(0, 3) == 0)
        A.Around = closure({{{1, Rank + Inners - 1}}}, A.Around);
      uint32_t Base = B.base(at(A.Address), N ? "b" : "a");
      Numbers[N] = B.reference(Base, uint32_t(A.Size), N ? R : W,
                               A.Offset.Terms, A.Around, Facts);
      Accesses.push_back(A);
    }
    if (Same)
      Numbers[1] = Numbers[0];
    B.conflict(Numbers[0], Numbers[1]);
  }

  bool answer() { return findConflict(B.site(), B.launch()).has_value(); }

  bool bruteForce() const {
    struct Touched {
      int64_t Iteration, Address, Size;
    };
    std::vector<Touched> All[2];
    int64_t Inner = Dims.size() > 1 ? Dims[1].Trips : 1;
    for (size_t N = 0; N < 2; ++N) {
      const Access &A = Accesses[std::min(N, Accesses.size() - 1)];
      for (int64_t I = 0; I < Dims[0].Trips * Inner; ++I) {
        std::vector<int64_t> At = {Dims[0].Lower + I / Inner * Dims[0].Step};
        if (Dims.size() > 1)
          At.push_back(Dims[1].Lower + I % Inner * Dims[1].Step);
        rounds(A, At, 0, [&](int64_t Address) {
          All[N].push_back({I, Address, A.Size});
        });
      }
    }
    for (const Touched &X : All[0])
      for (const Touched &Y : All[1])
        if (X.Iteration != Y.Iteration && X.Address < Y.Address + Y.Size &&
            Y.Address < X.Address + X.Size)
          return true;
    return false;
  }
};

TEST(Conflicts, answersAreThoseOfEveryIterationTried) {
  std::mt19937_64 Random(7);
  unsigned Yes = 0;
  constexpr unsigned Tries = cases(20000);
  for (unsigned Try = 0; Try < Tries; ++Try) {
    RandomPair Pair(Random);
    bool Expected = Pair.bruteForce();
    Yes += Expected;
    ASSERT_EQ(Pair.answer(), Expected) << "pair " << Try;
  }
  // Both answers are common.
  EXPECT_GT(Yes, Tries / 5);
  EXPECT_LT(Yes, Tries * 4 / 5);
}

TEST(IntegerSearch, solvesWhatItShould) {
  std::mt19937_64 Random(11);
  for (unsigned Try = 0; Try < cases(20000); ++Try) {
    auto Number = [&](int64_t Low, int64_t High) {
      return Low + int64_t(Random() % uint64_t(High - Low + 1));
    };
    IntegerSearch S;
    int64_t Low[3], High[3];
    for (int U = 0; U < 3; ++U) {
      Low[U] = Number(-6, 4);
      High[U] = Low[U] + Number(0, 6);
      ASSERT_EQ(S.unknown(Low[U], High[U]), unsigned(U));
    }
    int64_t Factors[2][3], From[2], To[2];
    for (int C = 0; C < 2; ++C) {
      LinearSum Sum;
      for (int U = 0; U < 3; ++U)
        Sum.Factors[unsigned(U)] = Factors[C][U] = Number(-9, 9);
      Sum.Constant = Number(-5, 5);
      From[C] = Number(-20, 20) - int64_t(Sum.Constant);
      To[C] = From[C] + Number(0, 3);
      S.between(Sum, From[C] + Sum.Constant, To[C] + Sum.Constant);
    }
    bool Expected = false;
    for (int64_t X = Low[0]; X <= High[0]; ++X)
      for (int64_t Y = Low[1]; Y <= High[1]; ++Y)
        for (int64_t Z = Low[2]; Z <= High[2]; ++Z) {
          bool Fits = true;
          for (int C = 0; C < 2; ++C) {
            int64_t Sum =
                Factors[C][0] * X + Factors[C][1] * Y + Factors[C][2] * Z;
            Fits &= Sum >= From[C] && Sum <= To[C];
          }
          Expected |= Fits;
        }
    ASSERT_EQ(S.solve(100000), Expected ? IntegerSearch::Outcome::Found
                                        : IntegerSearch::Outcome::None)
        << Try;
  }
}

TEST(IntegerSearch, largeEquationsOfTwoUnknownsTakeNoSteps) {
  // 1000003 x - 999983 y = 1 has its first solution far out.
  for (int64_t Most : {10000, 1000000}) {
    IntegerSearch S;
    LinearSum Sum;
    Sum.Factors[S.unknown(0, Most)] = 1000003;
    Sum.Factors[S.unknown(0, Most)] = -999983;
    S.between(Sum, 1, 1);
    EXPECT_EQ(S.solve(3), Most > 100000 ? IntegerSearch::Outcome::Found
                                        : IntegerSearch::Outcome::None);
  }
}

/// Tiles of 16 by 16 elements, in rows of Length elements, numbered through
/// with Columns of them beside each other: whether two of Tiles share an
/// element.
IntegerSearch::Outcome sharedTiles(int64_t Length, int64_t Columns,
                                   int64_t Tiles, unsigned Steps) {
  IntegerSearch S;
  const unsigned Number = S.unknown(0, Tiles - 1),
                 Further = S.unknown(1, Tiles - 1);
  LinearSum Apart, First, Second;
  First.Factors[Number] = Second.Factors[Number] = Second.Factors[Further] = 1;
  S.between(Second, 0, Tiles - 1);
  // Where one iteration is, and how far from there the other one is.
  const auto Digit = [&](int64_t Most, int64_t Bytes, int64_t Of) {
    LinearSum There;
    const unsigned Here = S.unknown(0, Most), Distance = S.unknown(-Most, Most);
    There.Factors[Here] = There.Factors[Distance] = 1;
    S.between(There, 0, Most);
    Apart.Factors[Distance] = Bytes;
    First.Factors[Here] = -Of;
    Second.Factors[Here] = Second.Factors[Distance] = -Of;
  };
  Digit(15, 4 * Length, 0);
  Digit(15, 4, 0);
  Digit(Tiles / Columns, 64 * Length, Columns);
  Digit(Columns - 1, 64, 1);
  S.between(First, 0, 0);
  S.between(Second, 0, 0);
  S.between(Apart, -3, 3);
  return S.solve(Steps);
}

TEST(IntegerSearch, tilesThatFitInRowsTakeFewSteps) {
  EXPECT_EQ(sharedTiles(512, 31, 31 * 31, 4), IntegerSearch::Outcome::None);
  EXPECT_EQ(sharedTiles(496, 31, 31 * 31, 4), IntegerSearch::Outcome::None);
  EXPECT_EQ(sharedTiles(495, 31, 31 * 31, 4000), IntegerSearch::Outcome::Found);
}

TEST(IntegerSearch, sumsOfDigitsAreTakenApartAsTheyShould) {
  std::mt19937_64 Random(13);
  unsigned Yes = 0;
  constexpr unsigned Tries = cases(20000);
  for (unsigned Try = 0; Try < Tries; ++Try) {
    const auto Number = [&](int64_t Low, int64_t High) {
      return Low + int64_t(Random() % uint64_t(High - Low + 1));
    };
    IntegerSearch S;
    std::array<int64_t, 4> Low, High, Factors[2];
    std::array<int64_t, 2> From, To;
    for (unsigned U = 0; U < 4; ++U) {
      Low[U] = Number(-3, 2);
      High[U] = Low[U] + Number(0, 4);
      S.unknown(Low[U], High[U]);
    }
    for (unsigned C = 0; C < 2; ++C) {
      LinearSum Sum;
      for (unsigned U = 0; U < 4; ++U)
        Sum.Factors[U] = Factors[C][U] = (Number(0, 1) ? 1 : -1) *
                                         (int64_t(1) << 3 * Number(0, 3)) *
                                         Number(0, 2);
      From[C] = Number(-600, 600) / (Number(0, 1) ? 1 : 64);
      To[C] = From[C] + Number(0, 3);
      S.between(Sum, From[C], To[C]);
    }
    bool Expected = false;
    std::array<int64_t, 4> At = Low;
    for (bool More = true; More && !Expected;) {
      Expected = true;
      for (unsigned C = 0; C < 2; ++C) {
        int64_t Sum = 0;
        for (unsigned U = 0; U < 4; ++U)
          Sum += Factors[C][U] * At[U];
        Expected &= Sum >= From[C] && Sum <= To[C];
      }
      unsigned U = 0;
      while (U < 4 && ++At[U] > High[U]) {
        At[U] = Low[U];
        ++U;
      }
      More = U < 4;
    }
    Yes += Expected;
    ASSERT_EQ(S.solve(100000), Expected ? IntegerSearch::Outcome::Found
                                        : IntegerSearch::Outcome::None)
        << Try;
  }
  EXPECT_GT(Yes, Tries / 400);
}

TEST(IntegerSearch, numbersThatAreTooLargeAreGivenUp) {
  IntegerSearch S;
  S.unknown(0, IntegerSearch::Limit * 2);
  EXPECT_EQ(S.solve(10), IntegerSearch::Outcome::GaveUp);
}

} // namespace
