// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoadedConflictsTest.cpp - iterations that indices bring together ---===//
#include "conflict/LoadedConflicts.h"
#include "Cases.h"
#include "conflict/PlaceTable.h"
#include "conflict/RandomPair.h"

#include <array>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>

using namespace twofold;
using namespace twofold::test;

namespace {

bool always(ByteRange) { return true; }

/// `y[index[i]] = ...`, of doubles.
struct Scatter {
  SiteBuilder B;
  std::vector<int32_t> Index;
  explicit Scatter(std::vector<int32_t> Given) : Index(std::move(Given)) {
    int I = B.dim(0, 1, Index.size());
    uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(Index.data(), "index");
    int L = B.loadedAxis(From, 4, true, {{4, I}});
    uint32_t Write = B.reference(Y, 8, W, {{8, L}});
    B.loadedConflict(Write, Write);
  }
  std::optional<uint32_t> find(std::optional<uint64_t> Sample,
                               const ReadPermission &MayRead = always) {
    return findLoadedConflict(B.site(), B.launch(), Index.size(), Sample,
                              MayRead);
  }
};

std::vector<int32_t> permutation(size_t Count) {
  std::vector<int32_t> Out(Count);
  std::iota(Out.begin(), Out.end(), 0);
  std::shuffle(Out.begin(), Out.end(), std::mt19937(3));
  return Out;
}

TEST(LoadedConflicts, permutationsRepeatNothing) {
  for (size_t Count : {size_t(2), size_t(1000), size_t(100000)}) {
    Scatter S(permutation(Count));
    EXPECT_FALSE(S.find(std::nullopt)) << Count;
    for (uint64_t Sample : {0, 1, 2, 4, 1024})
      EXPECT_FALSE(S.find(Sample)) << Count;
  }
}

TEST(LoadedConflicts, oneRepeatIsFoundWhereAllIsCompared) {
  std::vector<int32_t> Index = permutation(100000);
  Index[77777] = Index[123];
  Scatter S(Index);
  EXPECT_EQ(S.find(std::nullopt), 0u);
}

TEST(LoadedConflicts, samplesFindWhatRepeatsOften) {
  std::vector<int32_t> Halves(1000000), Random(1000000), End(1000000),
      Late(1000000);
  std::mt19937 Draw(5);
  for (size_t I = 0; I < Halves.size(); ++I) {
    Halves[I] = int32_t(I / 2);
    Random[I] = int32_t(Draw() % Random.size());
    End[I] = int32_t(std::min(I, End.size() - 3));
    Late[I] = int32_t(I % 333333);
  }
  EXPECT_TRUE(Scatter(Halves).find(0));
  EXPECT_TRUE(Scatter(Random).find(0));
  EXPECT_TRUE(Scatter(End).find(0));
  for (uint64_t Sample : {0, 1, 2, 4, 4096}) {
    EXPECT_TRUE(Scatter(Halves).find(Sample));
    EXPECT_TRUE(Scatter(Late).find(Sample));
  }
}

TEST(LoadedConflicts, samplesKeepToTheirLimits) {
  Scatter S(permutation(100000));
  for (uint64_t Sample : {0, 1, 2, 4, 4096})
    for (uint64_t Most : {0, 9, 100, 1000, 1000000}) {
      SampleLimits Limits{Most, nullptr};
      EXPECT_FALSE(findLoadedConflict(S.B.site(), S.B.launch(), S.Index.size(),
                                      Sample, always, &Limits));
      EXPECT_LE(Limits.Rounds, Most);
      if (Most == 1000000)
        EXPECT_GT(Limits.Rounds, 900000u);
      else if (Most >= 1000)
        EXPECT_LT(Limits.Rounds, Most / 2);
    }
  // What repeats at once is seen within few rounds.
  Scatter Same(std::vector<int32_t>(100000, 7));
  SampleLimits Few{100, nullptr};
  EXPECT_TRUE(findLoadedConflict(Same.B.site(), Same.B.launch(),
                                 Same.Index.size(), 0, always, &Few));
  EXPECT_GT(Few.Rounds, 0u);
}

/// Where rounds do not suffice for all pairs, samples begin with others.
TEST(LoadedConflicts, samplesComeToAllPairs) {
  std::vector<int32_t> Index = permutation(10000), Same(Index.size(), 3);
  SiteBuilder B;
  int I = B.dim(0, 1, Index.size());
  uint32_t First = B.base(Index.data(), "index"),
           Second = B.base(Same.data(), "same");
  int Apart = B.loadedAxis(First, 4, true, {{4, I}}),
      Meets = B.loadedAxis(Second, 4, true, {{4, I}});
  constexpr unsigned Pairs = 20;
  for (unsigned P = 0; P < Pairs; ++P) {
    uint32_t Y = B.base(at((P + 1) << 20), "y");
    uint32_t Write =
        B.reference(Y, 8, W, {{8, P == Pairs - 1 ? Meets : Apart}});
    B.loadedConflict(Write, Write);
  }
  unsigned Found = 0;
  for (uint64_t Sample = 1; Sample < uint64_t(1) << 40; Sample *= 2) {
    SampleLimits Limits{400, nullptr};
    Found += findLoadedConflict(B.site(), B.launch(), Index.size(), Sample,
                                always, &Limits)
                 .has_value();
  }
  EXPECT_GT(Found, 0u);
  EXPECT_LT(Found, 40u);
}

TEST(LoadedConflicts, differentBlocksAreApart) {
  // `y[index[i]] = x[i]`
  std::vector<int32_t> Index = permutation(1000);
  std::vector<double> Y(1000), X(1000);
  for (double *Read : {X.data(), Y.data()}) {
    SiteBuilder B;
    int I = B.dim(0, 1, Index.size());
    uint32_t To = B.base(Y.data(), "y"), Of = B.base(Read, "x"),
             From = B.base(Index.data(), "index");
    int L = B.loadedAxis(From, 4, true, {{4, I}});
    uint32_t Write = B.reference(To, 8, W, {{8, L}}),
             Other = B.reference(Of, 8, R, {{8, I}});
    B.loadedConflict(Write, Other);
    unsigned Asked = 0;
    SampleLimits Limits;
    Limits.BlockOf = [&](uint64_t Address) -> ByteRange {
      ++Asked;
      for (const std::vector<double> *V : {&X, &Y}) {
        auto Begin = uint64_t(reinterpret_cast<uintptr_t>(V->data()));
        if (ByteRange Block = {Begin, Begin + 8000};
            Block.contains({Address, Address + 1}))
          return Block;
      }
      return {};
    };
    EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), Index.size(), 0, always,
                                 &Limits)
                  .has_value(),
              Read == Y.data());
    EXPECT_GT(Asked, 0u);
    EXPECT_EQ(Limits.Rounds == UINT64_MAX, Read == X.data());
  }
}

TEST(LoadedConflicts, samplesAreFewBesideTheirCalls) {
  // Of short loops some are had, and each leaves some to the next ones.
  uint64_t Taken = 0;
  for (uint64_t Sample : {0, 1, 2, 4, 8, 16}) {
    EXPECT_GT(sampleRounds(0, Sample, Taken), 200u);
    Taken += sampleRounds(0, Sample, Taken);
  }
  EXPECT_EQ(sampleRounds(0, 1000000, 300000), 0u);
  // Of long ones more and more.
  EXPECT_LT(sampleRounds(1000000, 10, 10000),
            sampleRounds(1000000, 1000, 10000));
  EXPECT_LT(sampleRounds(1000000, 1000, 0), 1000000u * 1000 / 50 / 200);
  EXPECT_GT(sampleRounds(UINT64_MAX, UINT64_MAX, 0), uint64_t(1) << 59);
}

TEST(LoadedConflicts, whatMayNotBeReadProvesNothing) {
  Scatter S(std::vector<int32_t>(10000, 7));
  EXPECT_TRUE(S.find(0));
  EXPECT_FALSE(S.find(0, [](ByteRange) { return false; }));
  EXPECT_FALSE(S.find(std::nullopt, [](ByteRange) { return false; }));
}

TEST(LoadedConflicts, eachPageIsAskedForBeforeItIsRead) {
  Scatter S(permutation(10000));
  std::set<uint64_t> Asked;
  S.find(std::nullopt, [&](ByteRange Page) {
    EXPECT_EQ(Page.size(), 4096u);
    EXPECT_TRUE(Asked.insert(Page.Begin).second);
    return true;
  });
  auto Begin = reinterpret_cast<uint64_t>(S.Index.data());
  EXPECT_EQ(Asked.size(), (Begin + 39999) / 4096 - Begin / 4096 + 1);
}

/// What is read only where an earlier condition holds is not read elsewhere.
TEST(LoadedConflicts, conditionsGuardWhatIsReadBehindThem) {
  std::vector<int32_t> Key = {0, 1 << 29, 1, 1 << 29}, To = {5, 5};
  SiteBuilder B;
  int I = B.dim(0, 1, Key.size());
  uint32_t Y = B.base(at(1 << 20), "y"), Keys = B.base(Key.data(), "key"),
           Tos = B.base(To.data(), "to");
  int K = B.loadedAxis(Keys, 4, true, {{4, I}});
  int T = B.loadedAxis(Tos, 4, true, {{4, K}});
  std::vector<SiteBuilder::Fact> Facts = {{{{1, K}}, 0, 1}, {{{1, T}}, 0, 9}};
  uint32_t Write = B.reference(Y, 8, W, {{8, T}}, 0, Facts);
  B.loadedConflict(Write, Write);
  EXPECT_TRUE(findLoadedConflict(B.site(), B.launch(), Key.size(), std::nullopt,
                                 always));
  To[1] = 6;
  EXPECT_FALSE(findLoadedConflict(B.site(), B.launch(), Key.size(),
                                  std::nullopt, always));
}

/// `if (key[i] == 7) y[class[i]] = ...`, one iteration in 1,000.
TEST(LoadedConflicts, samplesFindWhatRarelyHappens) {
  constexpr size_t Count = 1000000;
  std::vector<int32_t> Key(Count), Class(Count);
  std::mt19937 Random(5);
  for (size_t I = 0; I < Count; ++I) {
    Key[I] = Random() % 1000 == 0 ? 7 : 1;
    Class[I] = int32_t(Random() % 50);
  }
  SiteBuilder B;
  int I = B.dim(0, 1, Count);
  uint32_t Y = B.base(at(1 << 20), "y"), Keys = B.base(Key.data(), "key"),
           Classes = B.base(Class.data(), "class");
  int K = B.loadedAxis(Keys, 4, true, {{4, I}});
  int C = B.loadedAxis(Classes, 4, true, {{4, I}});
  std::vector<SiteBuilder::Fact> Facts = {{{{1, K}}, 7, 7}};
  uint32_t Write = B.reference(Y, 4, W, {{4, C}}, 0, Facts);
  B.loadedConflict(Write, Write);
  for (uint64_t Sample : {0, 1, 2, 4})
    EXPECT_TRUE(findLoadedConflict(B.site(), B.launch(), Count, Sample, always))
        << Sample;
  std::iota(Class.begin(), Class.end(), 0);
  auto Finds = [&](uint64_t Sample) {
    return findLoadedConflict(B.site(), B.launch(), Count, Sample, always);
  };
  for (uint64_t Sample : {0, 1, 2, 4})
    EXPECT_FALSE(Finds(Sample)) << Sample;
  // Samples end where nothing happens at all.
  std::fill(Key.begin(), Key.end(), 1);
  for (uint64_t Sample : {0, 1, 2, 4})
    EXPECT_FALSE(Finds(Sample)) << Sample;
}

/// `for (k = row[i]; k <= row[i + 1] - 1; ++k) y[column[k]] = ...`.
TEST(LoadedConflicts, innerLoopsMayEndWhereMemorySays) {
  std::vector<int64_t> Row = {0, 2, 2, 5};
  std::vector<uint16_t> Column = {0, 1, 2, 2, 3};
  SiteBuilder B;
  int I = B.dim(0, 1, 3);
  uint32_t Y = B.base(at(1 << 20), "y"), Rows = B.base(Row.data(), "row"),
           Columns = B.base(Column.data(), "column");
  int First = B.loadedAxis(Rows, 8, true, {{8, I}});
  int Next = B.loadedAxis(Rows, 8, true, {{8, I}, {8}});
  int K = B.conflictAxis({{1, First}}, {{1, Next}, {-1}});
  int C = B.loadedAxis(Columns, 2, false, {{2, K}});
  uint32_t Write = B.reference(Y, 4, W, {{4, C}}, uint64_t(1) << (K - 1));
  B.loadedConflict(Write, Write);
  auto Find = [&] {
    return findLoadedConflict(B.site(), B.launch(), 3, std::nullopt, always);
  };
  EXPECT_FALSE(Find()); // row 2 writes column 2 twice
  Column[4] = 1;
  EXPECT_TRUE(Find());
}

TEST(PlaceTable, sharesTogetherAreTheWhole) {
  std::mt19937_64 Random(9);
  for (unsigned Try = 0; Try < 200; ++Try) {
    struct Visit {
      uint64_t Place, Iteration;
      unsigned Side;
    };
    std::vector<Visit> Visits(Random() % 3000);
    const uint64_t Places = 1 + Random() % 100000;
    const bool Alone = Random() % 2;
    std::map<uint64_t, std::set<uint64_t>> Seen[2];
    bool Expected = false;
    for (Visit &V : Visits) {
      V = {Random() % Places << 40, Random() % 1000,
           Alone ? 0u : unsigned(Random() % 2)};
      Seen[V.Side][V.Place].insert(V.Iteration);
    }
    for (auto &[Place, Iterations] : Seen[0]) {
      std::set<uint64_t> All = Iterations;
      const auto &Others = Alone ? Iterations : Seen[1][Place];
      All.insert(Others.begin(), Others.end());
      Expected |= !Others.empty() && All.size() > 1;
    }
    bool Met = false;
    constexpr uint64_t Shares = 4;
    for (uint64_t Share = 0; Share < Shares; ++Share) {
      PlaceTable Table(1 << 20, Share, Shares);
      for (const Visit &V : Visits)
        Met |= Table.meets(V.Place, V.Iteration, V.Side, Alone);
    }
    ASSERT_EQ(Met, Expected) << Try;
  }
}

/// `y[f(index[i])] = ...`, where f is a division by three or what remains.
TEST(LoadedConflicts, quotientsAndRemaindersAreRoundedDown) {
  for (int64_t Code : {TWOFOLD_NUMBER_QUOTIENT, TWOFOLD_NUMBER_REMAINDER})
    for (std::vector<int32_t> Index :
         {std::vector<int32_t>{-1, 0}, {-3, -1}, {2, 3}, {3, 5}, {-1, 2}}) {
      SiteBuilder B;
      const int I = B.dim(0, 1, Index.size());
      const uint32_t Y = B.base(at(1 << 20), "y"),
                     From = B.base(Index.data(), "index");
      const int L = B.loadedAxis(From, 4, true, {{4, I}});
      const int F = B.numberAxis(Code, 0, 0, {{1, L}}, {{3, -1}});
      const uint32_t Write = B.reference(Y, 8, W, {{8, F}});
      B.loadedConflict(Write, Write);
      auto Made = [&](int32_t V) {
        const int32_t Rest = (V % 3 + 3) % 3;
        return Code == TWOFOLD_NUMBER_QUOTIENT ? (V - Rest) / 3 : Rest;
      };
      EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), Index.size(),
                                   std::nullopt, always)
                    .has_value(),
                Made(Index[0]) == Made(Index[1]))
          << Code << " " << Index[0] << " " << Index[1];
    }
}

/// `y[i * (i + add) + from] = ...` for i from -2 to 2 and what is read at y[0].
TEST(LoadedConflicts, productsMeetWhereTheyAreOneNumber) {
  for (int64_t Add : {0, 1, 5})
    for (int64_t From : {0, 1, 7}) {
      SiteBuilder B;
      const int I = B.dim(-2, 1, 5);
      const uint32_t Y = B.base(at(1 << 20), "y");
      const int P =
          B.numberAxis(TWOFOLD_NUMBER_PRODUCT, 0, 0, {{1, I}}, {{1, I}, {Add}});
      const uint32_t Write = B.reference(Y, 8, W, {{8, P}, {8 * From}});
      const uint32_t Read = B.reference(Y, 8, TWOFOLD_ACCESS_READ, {});
      B.loadedConflict(Write, Read);
      bool Meets = false;
      for (int64_t V = -2; V <= 2; ++V)
        Meets |= V * (V + Add) + From == 0;
      EXPECT_EQ(
          findLoadedConflict(B.site(), B.launch(), 5, std::nullopt, always)
              .has_value(),
          Meets)
          << Add << " " << From;
    }
}

/// `y[f(i * large, than)] = ...`, where f is what hashes are made of: whether
/// one of its numbers, but for the last 4 bits, comes twice.
TEST(LoadedConflicts, hashesAreComputedInTheirLast64Bits) {
  const auto Made = [](int64_t Code, uint64_t X, uint64_t Than) -> uint64_t {
    switch (Code) {
    case TWOFOLD_NUMBER_XOR:
      return X ^ Than;
    case TWOFOLD_NUMBER_OR:
      return X | Than;
    case TWOFOLD_NUMBER_AND:
      return X & Than;
    case TWOFOLD_NUMBER_WRAPPED:
      return X * Than;
    case TWOFOLD_NUMBER_SHIFTED:
      return X >> Than;
    case TWOFOLD_NUMBER_SHIFTED_UP:
      return X << Than;
    case TWOFOLD_NUMBER_DIVIDED:
      return X / Than;
    default:
      return X % Than;
    }
  };
  constexpr uint64_t Large = 0x9e3779b97f4a7c15, Trips = 40;
  for (int64_t Code = TWOFOLD_NUMBER_XOR; Code <= TWOFOLD_NUMBER_REST; ++Code)
    for (uint64_t Than : {5, 29, 60, 63})
      for (uint64_t Bits : {7, 9, 10, 12}) {
        SiteBuilder B;
        const int I = B.dim(0, 1, Trips);
        const uint32_t Y = B.base(at(1 << 20), "y");
        const int F =
            B.numberAxis(Code, 0, 0, {{int64_t(Large), I}}, {{int64_t(Than)}});
        const int Down =
            B.numberAxis(TWOFOLD_NUMBER_SHIFTED, 0, 0, {{1, F}}, {{4}});
        const int Left = B.numberAxis(TWOFOLD_NUMBER_AND, 0, 0, {{1, Down}},
                                      {{(1 << Bits) - 1}});
        const uint32_t Write = B.reference(Y, 8, W, {{8, Left}});
        B.loadedConflict(Write, Write);
        std::set<uint64_t> Places;
        for (uint64_t V = 0; V < Trips; ++V)
          Places.insert((Made(Code, V * Large, Than) >> 4) & ((1 << Bits) - 1));
        EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), Trips, std::nullopt,
                                     always)
                      .has_value(),
                  Places.size() != Trips)
            << Code << " " << Than << " " << Bits;
      }
}

/// `for (j = 0; j < count && key[j] != v[i]; j += step) ; y[j] = ...`.
static bool searchesMeet(const std::vector<int32_t> &Key,
                         const std::vector<int32_t> &V, int64_t Step) {
  SiteBuilder B;
  const int I = B.dim(0, 1, V.size());
  const uint32_t Y = B.base(at(1 << 20), "y"), Keys = B.base(Key.data(), "key"),
                 From = B.base(V.data(), "v");
  // The numbers of axes that are named before they are there.
  const int J = I + 1, Goes = I + 6;
  EXPECT_EQ(B.numberAxis(TWOFOLD_NUMBER_STATE, 0, 0, {{0}}, {{1, J}, {Step}}),
            J);
  B.setParent(J, Goes);
  const int Found = B.loadedAxis(Keys, 4, true, {{4, J}});
  const int Wanted = B.loadedAxis(From, 4, true, {{4, I}});
  const int Within = B.numberAxis(TWOFOLD_NUMBER_REACHED, 0, 0,
                                  {{int64_t(Key.size()) - 1}}, {{1, J}});
  const int Differs =
      B.numberAxis(TWOFOLD_NUMBER_DIFFERS, 0, 0, {{1, Found}}, {{1, Wanted}});
  EXPECT_EQ(
      B.numberAxis(TWOFOLD_NUMBER_PRODUCT, 0, 0, {{1, Within}}, {{1, Differs}}),
      Goes);
  const uint32_t Write = B.reference(Y, 8, W, {{8, J}});
  B.loadedConflict(Write, Write);
  return findLoadedConflict(B.site(), B.launch(), V.size(), std::nullopt,
                            always)
      .has_value();
}

TEST(LoadedConflicts, loopsAreGoneThrough) {
  EXPECT_FALSE(searchesMeet({5, 7, 9, 11}, {9, 5, 11}, 1));
  EXPECT_FALSE(searchesMeet({5, 7, 9, 11}, {9, 5, 8}, 1));
  EXPECT_TRUE(searchesMeet({5, 7, 9, 11}, {9, 5, 9}, 1));
  EXPECT_TRUE(searchesMeet({5, 7, 9, 11}, {6, 5, 8}, 1));
  // Nothing is told of a loop that does not end.
  EXPECT_FALSE(searchesMeet({5, 7, 9, 11}, {6, 6}, 0));
}

/// `for (j = low[i]; j <= high[i]; j += step) y[j + ahead] = y[j]`, and without
/// what it reads: the answer where the rows of all iterations are compared.
struct RowsOfIterations {
  std::vector<int32_t> Low, High;
  int64_t Step = 1, Ahead = 0;
  bool Reads = false;

  bool find(std::optional<uint64_t> Sample) const {
    SiteBuilder B;
    const int I = B.dim(0, 1, Low.size());
    const uint32_t Y = B.base(at(1 << 20), "y"),
                   Begin = B.base(Low.data(), "low"),
                   End = B.base(High.data(), "high");
    const int First = B.loadedAxis(Begin, 4, true, {{4, I}});
    const int Last = B.loadedAxis(End, 4, true, {{4, I}});
    const int J = B.conflictAxis({{1, First}}, {{1, Last}}, Step);
    const uint32_t Write = B.reference(Y, 8, W, {{8, J}, {8 * Ahead}});
    B.loadedConflict(Write, Reads ? B.reference(Y, 8, R, {{8, J}}) : Write);
    return findLoadedConflict(B.site(), B.launch(), Low.size(), Sample, always)
        .has_value();
  }
  bool expected() const {
    std::map<int64_t, std::set<size_t>> Writers;
    const auto EachOf = [&](size_t I, auto &&Do) {
      for (int64_t N = 0; N <= High[I] - Low[I]; N += std::abs(Step))
        Do(Step > 0 ? Low[I] + N : High[I] - N);
    };
    for (size_t I = 0; I < Low.size(); ++I)
      EachOf(I, [&](int64_t J) { Writers[J + Ahead].insert(I); });
    bool Meet = false;
    for (size_t I = 0; I < Low.size(); ++I)
      EachOf(I, [&](int64_t J) {
        const auto At = Writers.find(Reads ? J : J + Ahead);
        Meet |= At != Writers.end() && At->second.size() > At->second.count(I);
      });
    return Meet;
  }
};

TEST(LoadedConflicts, rowsAreComparedByTheirEnds) {
  std::mt19937 Random(7);
  unsigned Meet = 0;
  for (unsigned Case = 0; Case < 400; ++Case) {
    RowsOfIterations Rows;
    Rows.Step = Random() % 2 ? 1 : -1;
    Rows.Reads = Random() % 2;
    Rows.Ahead = Rows.Reads ? int64_t(Random() % 5) - 2 : 0;
    for (int I = 0; I < 12; ++I) {
      const int At = Random() % 20 ? I : int(Random() % 12);
      Rows.Low.push_back(At * 6 + int(Random() % 3));
      Rows.High.push_back(Rows.Low.back() + int(Random() % 4) - 1);
    }
    ASSERT_EQ(Rows.find(std::nullopt), Rows.expected()) << Case;
    ASSERT_EQ(Rows.find(0), Rows.expected()) << Case;
    Meet += Rows.expected();
  }
  EXPECT_GT(Meet, 50u);
  EXPECT_LT(Meet, 350u);
}

/// One block of thousands goes on into another one that is far away.
TEST(LoadedConflicts, rowsThatMeetFarAwayAreSeen) {
  RowsOfIterations Rows;
  for (int I = 0; I < 3000; ++I) {
    Rows.Low.push_back(I * 1000);
    Rows.High.push_back(I * 1000 + 999);
  }
  EXPECT_FALSE(Rows.find(0));
  Rows.Low[1700] = Rows.High[1700] = 200 * 1000 + 500;
  EXPECT_TRUE(Rows.find(0));
}

/// `y[(int)f(x[i], by)] = ...`, where f computes with floating-point numbers:
/// whether two of three are one place.
static bool meetsBy(int64_t Code, std::array<double, 3> X, double By) {
  SiteBuilder B;
  const int I = B.dim(0, 1, X.size());
  const uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(X.data(), "x");
  const int Loaded =
      B.numberAxis(TWOFOLD_NUMBER_FLOATING, From, 8, {{8, I}}, {});
  int64_t Bits;
  std::memcpy(&Bits, &By, sizeof Bits);
  const int Than = B.numberAxis(TWOFOLD_NUMBER_FLOATING, 0, 0, {{Bits}}, {{8}});
  const int Made = B.numberAxis(Code, 0, 0, {{1, Loaded}}, {{1, Than}});
  const int Place =
      B.numberAxis(TWOFOLD_NUMBER_TRUNCATED, 0, 0, {{1, Made}}, {});
  const uint32_t Write = B.reference(Y, 8, W, {{8, Place}});
  B.loadedConflict(Write, Write);
  return findLoadedConflict(B.site(), B.launch(), X.size(), std::nullopt,
                            always)
      .has_value();
}

TEST(LoadedConflicts, floatingPointNumbersAreComputed) {
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_SUM, {-1.5, 0.25, 1.5}, 2));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_SUM, {-1.5, -1.25, 1.5}, 2));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_SUM, {0.5, 0.8, 9}, 0.25));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_LESS, {-1.5, -2.25, 1.5}, -2));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_LESS, {-1.5, -2.25, 1.5}, 0.25));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_TIMES, {0.1, 0.4, 0.9}, 2));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_TIMES, {0.1, 0.4, 0.9}, -5));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_RATIO, {7, 9, 20}, 5));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_RATIO, {7, 9, 20}, 4));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_LEFT, {-8.5, 3, -1.25}, 7));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_POWER, {-3, 2, 3}, 2));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_POWER, {-3, 2, 3}, 3));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_ANGLE, {0.1, 0.2, 4}, 1));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_LESSER, {1, 2, 3}, 3));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_LESSER, {1, 2, 3}, 1.5));
  EXPECT_TRUE(meetsBy(TWOFOLD_NUMBER_GREATER, {1, 2, 3}, 2.5));
  // Nothing is told of what is no number, and of what no integer holds.
  const double None = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_SUM, {None, None, 1}, 1));
  EXPECT_FALSE(meetsBy(TWOFOLD_NUMBER_TIMES, {1, 1, 1}, 1e30));
}

/// `y[(int)f(i * 0.5f)] = ...` for i from -4 to 4: how many places there are.
TEST(LoadedConflicts, functionsOfFloatingPointNumbersAreComputed) {
  const auto Meets = [](int64_t Function, double Factor, uint64_t Trips) {
    SiteBuilder B;
    const int I = B.dim(-4, 1, Trips);
    const uint32_t Y = B.base(at(1 << 20), "y");
    int64_t Bits;
    std::memcpy(&Bits, &Factor, sizeof Bits);
    const int X = B.numberAxis(TWOFOLD_NUMBER_OF_INTEGER, 0, 0, {{1, I}}, {});
    const int By = B.numberAxis(TWOFOLD_NUMBER_FLOATING, 0, 0, {{Bits}}, {{8}});
    const int Half =
        B.numberAxis(TWOFOLD_NUMBER_TIMES, 0, 0, {{1, X}}, {{1, By}});
    const int Made =
        B.numberAxis(TWOFOLD_NUMBER_FUNCTION, 0, 0, {{1, Half}}, {{Function}});
    const int Place =
        B.numberAxis(TWOFOLD_NUMBER_TRUNCATED, 0, 0, {{1, Made}}, {});
    const uint32_t Write = B.reference(Y, 8, W, {{8, Place}});
    B.loadedConflict(Write, Write);
    return findLoadedConflict(B.site(), B.launch(), Trips, std::nullopt, always)
        .has_value();
  };
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_FLOOR, 0.5, 2));   // -2, -2
  EXPECT_FALSE(Meets(TWOFOLD_FUNCTION_CEIL, 0.5, 2));   // -2, -1
  EXPECT_FALSE(Meets(TWOFOLD_FUNCTION_TRUNC, 0.5, 2));  // -2, -1
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_ROUND, 0.5, 2));   // -2, -2
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_RINT, 0.5, 2));    // -2, -2
  EXPECT_FALSE(Meets(TWOFOLD_FUNCTION_FABS, 1, 5));     // 4 to 0
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_FABS, 1, 6));      // 4 to 0, and 1
  EXPECT_FALSE(Meets(TWOFOLD_FUNCTION_SQRT, -1, 1));    // 2
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_SQRT, -1, 4));     // 2, 1, 1, 1
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_EXP, 1, 2));       // 0, 0
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_LOG, -1, 2));      // 1, 1
  EXPECT_FALSE(Meets(TWOFOLD_FUNCTION_LOG2, -64, 2));   // 8, 7.6
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_LOG10, -1, 2));    // 0, 0
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_SIN, 1, 2));       // 0, 0
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_COS, 1, 2));       // 0, 0
  EXPECT_TRUE(Meets(TWOFOLD_FUNCTION_SHORT, 1e-12, 2)); // 0, 0
}

/// A place that may be anything is no reason to take all for apart.
TEST(LoadedConflicts, whatMayBeAnywhereIsLookedAt) {
  const int32_t V[] = {130, 5, 128};
  SiteBuilder B;
  const int I = B.dim(0, 1, 3);
  const uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(V, "v");
  const int Loaded = B.loadedAxis(From, 4, true, {{4, I}});
  const int Place =
      B.numberAxis(TWOFOLD_NUMBER_QUOTIENT, 0, 0, {{1, Loaded}}, {{64}});
  const uint32_t Write = B.reference(Y, 8, W, {{8, Place}});
  B.loadedConflict(Write, Write);
  EXPECT_TRUE(
      findLoadedConflict(B.site(), B.launch(), 3, std::nullopt, always));
}

/// `y[(i ^ i / 4096) & mask] = ...` comes to another place in each of 4096
/// iterations, so that no sample would see the next one meet another.
TEST(LoadedConflicts, moreIterationsThanPlacesMeet) {
  for (uint64_t Trips : {1 << 20, (1 << 20) + 1}) {
    SiteBuilder B;
    const int I = B.dim(0, 1, Trips);
    const uint32_t Y = B.base(at(1 << 20), "y");
    const int X = B.numberAxis(TWOFOLD_NUMBER_XOR, 0, 0, {{1, I}}, {{4095}});
    const int Left =
        B.numberAxis(TWOFOLD_NUMBER_AND, 0, 0, {{1, X}}, {{(1 << 20) - 1}});
    const uint32_t Write = B.reference(Y, 8, W, {{8, Left}});
    B.loadedConflict(Write, Write);
    for (uint64_t Sample : {0, 1, 2})
      EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), Trips, Sample, always)
                    .has_value(),
                Trips > 1 << 20)
          << Trips << " " << Sample;
  }
}

/// Numbers of one byte have 256 values, whatever they are.
TEST(LoadedConflicts, moreIterationsThanNumbersOfOneByteMeet) {
  const std::vector<uint8_t> Index(300);
  for (bool IsSigned : {false, true})
    for (uint32_t Size : {1, 8})
      for (uint64_t Trips : {256, 257}) {
        SiteBuilder B;
        const int I = B.dim(0, 1, Trips);
        const uint32_t Y = B.base(at(1 << 20), "y"),
                       From = B.base(Index.data(), "index");
        const int L = B.loadedAxis(From, 1, IsSigned, {{1, I}});
        const uint32_t Write = B.reference(Y, Size, W, {{int64_t(Size), L}});
        B.loadedConflict(Write, Write);
        EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), Trips, std::nullopt,
                                     [](ByteRange) { return false; })
                      .has_value(),
                  Trips > 256)
            << Size << " " << IsSigned;
      }
}

/// Places that do not all fit in a table are gone through in shares.
TEST(LoadedConflicts, placesOfManyBytesAreComparedInShares) {
  // 4095 bytes in each 4096, so that each byte is a place of its own.
  constexpr int64_t Trips = 1100;
  SiteBuilder B;
  const int I = B.dim(0, 1, Trips);
  std::vector<int64_t> To(Trips);
  std::iota(To.begin(), To.end(), 0);
  To.back() = 0;
  const uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(To.data(), "to");
  const int L = B.loadedAxis(From, 8, true, {{8, I}});
  const uint32_t Write = B.reference(Y, 4095, W, {{4096, L}});
  B.loadedConflict(Write, Write);
  EXPECT_TRUE(
      findLoadedConflict(B.site(), B.launch(), Trips, std::nullopt, always));
}

/// `if (x[i] >= limit) y[0] = ...`: both of two numbers are, or not.
template <typename Real>
static bool bothReach(Real First, Real Second, Real Limit) {
  const Real X[] = {First, Second, Limit};
  SiteBuilder B;
  const int I = B.dim(0, 1, 2);
  const uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(X, "x");
  const int64_t Bytes = sizeof(Real);
  auto Rank = [&](const std::vector<SiteBuilder::Monomial> &Offset) {
    return B.numberAxis(TWOFOLD_NUMBER_FLOATING, From, uint32_t(Bytes), Offset,
                        {});
  };
  const int Own = Rank({{Bytes, I}}), Than = Rank({{2 * Bytes, -1}});
  const int Reached =
      B.numberAxis(TWOFOLD_NUMBER_REACHED, 0, 0, {{1, Own}}, {{1, Than}});
  const uint32_t Write =
      B.reference(Y, 8, W, {}, 0, {{{{1, Reached}}, 1, INT64_MAX}});
  B.loadedConflict(Write, Write);
  return findLoadedConflict(B.site(), B.launch(), 2, std::nullopt, always)
      .has_value();
}

TEST(LoadedConflicts, floatingPointNumbersAreInOrder) {
  const double Numbers[] = {-INFINITY, -1e300, -2.5, -1,  -1e-310, -0.0,    0.0,
                            1e-310,    0.25,   1,    2.5, 1e300,   INFINITY};
  for (double A : Numbers)
    for (double L : Numbers) {
      EXPECT_EQ(bothReach(A, A, L), A >= L) << A << " " << L;
      EXPECT_EQ(bothReach(float(A), float(A), float(L)), float(A) >= float(L))
          << A << " " << L;
    }
  EXPECT_FALSE(bothReach(double(NAN), double(NAN), -1.0));
  EXPECT_FALSE(bothReach(1.0, 1.0, double(NAN)));
}

/// `y[0] = x[i]`: with one number the order does not matter.
TEST(LoadedConflicts, oneNumberMayBeStoredTwice) {
  for (bool Same : {true, false}) {
    const int64_t X[] = {7, 7, Same ? 7 : 8};
    SiteBuilder B;
    const int I = B.dim(0, 1, 3);
    const uint32_t Y = B.base(at(1 << 20), "y"), From = B.base(X, "x");
    const int L = B.loadedAxis(From, 8, true, {{8, I}});
    const uint32_t Write =
        B.reference(Y, 8, W, {}, 0, {{{{1, L}}, INT64_MAX, INT64_MIN}});
    B.loadedConflict(Write, Write);
    EXPECT_EQ(findLoadedConflict(B.site(), B.launch(), 3, std::nullopt, always)
                  .has_value(),
              !Same);
  }
}

/// Two references at random places; what every iteration touches is compared.
TEST(LoadedConflicts, answersAreThoseOfEveryIterationTried) {
  std::mt19937_64 Random(17);
  auto Number = [&](int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  };
  unsigned Yes = 0;
  constexpr unsigned Tries = cases(20000);
  for (unsigned Try = 0; Try < Tries; ++Try) {
    struct Side {
      int64_t Address, Size, Factor, Own, Constant, Limit;
      bool Guarded;
    };
    const int64_t Trips = Number(2, 12), Most = Number(4, 300);
    std::vector<int32_t> Index(size_t(Trips) + 1);
    std::vector<uint8_t> Small(Index.size());
    for (size_t I = 0; I < Index.size(); ++I) {
      Index[I] = int32_t(Number(-3, Most));
      Small[I] = uint8_t(Number(0, 255));
    }
    SiteBuilder B;
    int I = B.dim(0, 1, uint64_t(Trips));
    uint32_t Ints = B.base(Index.data(), "index"),
             Bytes = B.base(Small.data(), "small");
    int Loaded[2] = {B.loadedAxis(Ints, 4, true, {{4, I}, {4}}),
                     B.loadedAxis(Bytes, 1, false, {{1, I}})};
    const bool Same = Number(0, 2) == 0;
    Side Sides[2];
    uint32_t Numbers[2];
    for (unsigned S = 0; S < 2; ++S) {
      static const int64_t Sizes[] = {1, 2, 4, 8, 12};
      int64_t Size = Sizes[Number(0, 4)];
      Sides[S] = {4096 + 4 * Number(0, 4), Size,         Size,
                  Size * Number(0, 2),     Number(0, 3), Number(0, 200),
                  Number(0, 2) == 0};
      if (S == 1 && Same)
        Sides[1] = Sides[0];
      const Side &A = Sides[S];
      std::vector<SiteBuilder::Fact> Facts;
      if (A.Guarded)
        Facts.push_back({{{1, Loaded[1]}}, 0, A.Limit});
      if (S == 0 || !Same)
        Numbers[S] = B.reference(
            B.base(at(A.Address), S ? "b" : "a"), uint32_t(A.Size), S ? R : W,
            {{A.Factor, Loaded[0]}, {A.Own, I}, {A.Constant}}, 0, Facts);
      else
        Numbers[1] = Numbers[0];
    }
    B.loadedConflict(Numbers[0], Numbers[1]);
    auto Place = [&](const Side &A, int64_t I) {
      return A.Address + A.Factor * Index[size_t(I) + 1] + A.Own * I +
             A.Constant;
    };
    bool Expected = false;
    for (int64_t X = 0; X < Trips; ++X)
      for (int64_t Y = 0; Y < Trips; ++Y) {
        const Side &A = Sides[0], &C = Sides[1];
        bool Happen = (!A.Guarded || Small[size_t(X)] <= A.Limit) &&
                      (!C.Guarded || Small[size_t(Y)] <= C.Limit);
        Expected |= X != Y && Happen && Place(A, X) < Place(C, Y) + C.Size &&
                    Place(C, Y) < Place(A, X) + A.Size;
      }
    Yes += Expected;
    for (std::optional<uint64_t> Sample :
         {std::optional<uint64_t>(), std::optional<uint64_t>(1)})
      ASSERT_EQ(findLoadedConflict(B.site(), B.launch(), uint64_t(Trips),
                                   Sample, always)
                    .has_value(),
                Expected)
          << Try;
  }
  EXPECT_GT(Yes, Tries / 6);
  EXPECT_LT(Yes, Tries * 4 / 5);
}

} // namespace
