// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoadedConflictsTest.cpp - iterations that indices bring together --===//
#include "conflict/LoadedConflicts.h"
#include "Cases.h"
#include "conflict/PlaceTable.h"
#include "conflict/RandomPair.h"
#include "conflict/Scatter.h"

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
  for (unsigned Try = 0; Try < cases(200); ++Try) {
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

/// `y[index[i]] = ...; ... = y[far]`, where far is what the index would be, had
/// its type no sign.
TEST(LoadedConflicts, NumbersHaveTheSizesAndSignsOfTheirTypes) {
  for (uint32_t Bytes : {1u, 2u, 4u})
    for (bool Signed : {false, true})
      for (int64_t Value : {-1, -100}) {
        SiteBuilder B;
        std::vector<char> Index(7 * Bytes);
        std::memcpy(Index.data() + 3 * Bytes, &Value, Bytes);
        const int I = B.dim(0, 1, 7);
        const uint32_t Y = B.base(at(1 << 20), "y"),
                       From = B.base(Index.data(), "index");
        const int L = B.loadedAxis(From, Bytes, Signed, {{int64_t(Bytes), I}});
        const int64_t Far = (int64_t(1) << 8 * Bytes) + Value;
        B.loadedConflict(B.reference(Y, 8, W, {{8, L}, {8 * 1000, I}}),
                         B.reference(Y, 8, R, {{8 * (Far + 3000)}}));
        EXPECT_EQ(
            findLoadedConflict(B.site(), B.launch(), 7, std::nullopt, always)
                .has_value(),
            !Signed)
            << Bytes << ' ' << Value;
      }
}

} // namespace
