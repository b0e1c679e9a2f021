// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OrderedCallsTest.cpp - which calls are looked at, and run in order -===//
//
// Of loops whose places are read from memory a runtime looks at some calls, as
// many of their iterations as a sample has, and at each where calls are
// checked.
#include "Record.h"
#include "RuntimeBench.h"
#include "conflict/Conflicts.h"
#include "conflict/RandomPair.h"
#include "conflict/Scatter.h"

#include <cstdlib>
#include <deque>
#include <gtest/gtest.h>
#include <memory>

using namespace twofold;
using namespace twofold::test;

namespace {

/// `sum = sum * 3 + index[i]; y[index[i]] = ...`, whose sum tells the order.
struct Series {
  Scatter Of;
  uint64_t Sum = 0;
  unsigned Pieces = 0;

  explicit Series(std::vector<int32_t> Index) : Of(std::move(Index)) {
    SiteBuilder &B = Of.B;
    B.arg(this);
    B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
      auto &Self = *static_cast<Series *>(Args[3]);
      ++Self.Pieces;
      for (; Lo < Hi; ++Lo)
        Self.Sum = Self.Sum * 3 + uint64_t(Self.Of.Index[Lo]);
    };
    B.launch().num_threads = 1;
  }
  /// Calls of its first iterations, as many as Pieces afterwards.
  unsigned run(Runtime &On, uint64_t Trips) {
    Pieces = 0;
    SiteBuilder &B = Of.B;
    twofold_launch &Launch = B.launch();
    const_cast<twofold_dim *>(Launch.dims)->trips = Trips;
    On.run(B.site(), Launch, Trips);
    return Pieces;
  }
};

/// AddressSanitizer forbids the bytes beside each array: pages with some of
/// them are not looked at.
#if __has_feature(address_sanitizer)
constexpr bool LooksAtAll = false;
#else
constexpr bool LooksAtAll = true;
#endif
constexpr const char *Forbidden = "bytes beside the index array";

Settings native(bool Check) {
  Settings Set = asked(DeviceRequest::Kind::Native);
  Set.Check = Check;
  Set.Info = 1;
  return Set;
}

/// That calls run in order is told of a loop once, however many do.
void expectToldOnce(const std::string &Told) {
  const size_t First = Told.find("runs in order ");
  EXPECT_NE(First, Told.npos) << Told;
  EXPECT_EQ(Told.find("runs in order ", First + 1), Told.npos) << Told;
}

} // namespace

TEST(OrderedCalls, SomeCallsAreLookedAt) {
  if (!LooksAtAll)
    GTEST_SKIP() << Forbidden;
  std::vector<int32_t> Index = permutation(4000);
  // The calls that look find it at once, and so do those with twice as many
  // iterations as any before.
  for (const auto &[From, Trips, Expected] : {std::tuple(0u, 4000u, 0u),
                                              {1u, 4000u, 1u},
                                              {2u, 4000u, 2u},
                                              {3u, 4000u, 4u},
                                              {4u, 4000u, 4u},
                                              {5u, 4000u, 8u},
                                              {9u, 4000u, 16u},
                                              {3u, 1900u, 3u},
                                              {3u, 2000u, 4u}}) {
    Bench On(native(false));
    Series S(Index);
    unsigned First = 99;
    for (unsigned Call = 0; Call < 20; ++Call) {
      if (Call == From)
        S.Of.Index[1] = S.Of.Index[0];
      const uint64_t Now = Call < From ? Trips : 4000;
      if (S.run(*On.R, Now) == Now)
        First = std::min(First, Call);
      else
        EXPECT_EQ(First, 99u) << "all calls from the first on";
    }
    EXPECT_EQ(First, Expected) << From << ' ' << Trips;
    EXPECT_EQ(On.Told.find("runs in order from this call on, because "), 20u)
        << On.Told;
    expectToldOnce(On.Told);
  }
}

TEST(OrderedCalls, CheckedOnesAreAllLookedAt) {
  if (!LooksAtAll)
    GTEST_SKIP() << Forbidden;
  Bench On(native(true));
  Series S(permutation(3000));
  for (unsigned Call = 0; Call < 12; ++Call) {
    const int32_t Kept = S.Of.Index[2999];
    if (Call % 3 == 2)
      S.Of.Index[2999] = S.Of.Index[1234];
    EXPECT_EQ(S.run(*On.R, 3000), Call % 3 == 2 ? 3000u : 1u) << Call;
    S.Of.Index[2999] = Kept;
  }
  EXPECT_EQ(On.Told.find("runs in order in calls like this one, because "), 20u)
      << On.Told;
  expectToldOnce(On.Told);
}

TEST(OrderedCalls, ForkedChildrenAreNotLookedAt) {
  if (!LooksAtAll)
    GTEST_SKIP() << Forbidden;
  Bench On(native(true));
  Series S(std::vector<int32_t>(100, 7));
  EXPECT_EQ(S.run(*On.R, 1), 1u);
  EXPECT_EQ(S.run(*On.R, 100), 100u);
  On.R->becomeForkedChild(false);
  EXPECT_EQ(S.run(*On.R, 100), 1u);
}

namespace {

/// `sum = sum * 3 + i; a[i] = a[i + k]`.
struct Shifted {
  SiteBuilder B;
  uint64_t Sum = 0;
  unsigned Pieces = 0;

  explicit Shifted(uint64_t Trips) {
    const int I = B.dim(0, 1, Trips);
    const int K = B.value(0);
    const uint32_t Base = B.base(at(1 << 20), "a");
    const uint32_t Write = B.reference(Base, 8, W, {{8, I}});
    B.conflict(Write, B.reference(Base, 8, R, {{8, I}, {8, -1, {K}}}));
    B.arg(this);
    B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
      auto &Self = *static_cast<Shifted *>(Args[2]);
      ++Self.Pieces;
      for (; Lo < Hi; ++Lo)
        Self.Sum = Self.Sum * 3 + Lo;
    };
    B.launch().num_threads = 1;
  }
  unsigned run(int64_t K, Runtime *On) {
    Pieces = 0;
    twofold_launch &Launch = B.launch();
    const_cast<int64_t *>(Launch.values)[0] = K;
    Launch.apart = 0; // as call sites have it whose numbers are other ones
    if (On)
      On->run(B.site(), Launch, B.trips());
    else
      twofold_run(&B.site(), &Launch);
    return Pieces;
  }
};

} // namespace

/// Whatever has been asked before, of this site and of others that share what
/// is remembered of the last question.
TEST(OrderedCalls, NumbersOfACallDecide) {
  Bench On(native(false));
  std::vector<std::unique_ptr<Shifted>> Loops;
  for (unsigned I = 0; I < 12; ++I)
    Loops.push_back(std::make_unique<Shifted>(100));
  std::mt19937 Random(5);
  for (unsigned Call = 0; Call < 600; ++Call) {
    constexpr int64_t Distances[] = {0, 1, -1, 99, 100, -99, -100, 5000};
    const int64_t K = Distances[Random() % 8];
    Shifted &Loop = *Loops[Random() % Loops.size()];
    EXPECT_EQ(Loop.run(K, On.R.get()), K != 0 && std::abs(K) < 100 ? 100u : 1u)
        << K;
  }
  EXPECT_EQ(On.counts().CallsThreaded, 0u);
  EXPECT_EQ(On.Told.find("runs in order in calls like this one, because one "
                         "iteration writes 'a' where another one reads 'a'"),
            20u)
      << On.Told;
}

/// By the C entry point short calls may run in order rather than be asked of;
/// those that bring nothing together are so for a while at most.
TEST(OrderedCalls, ShortCallsAreRight) {
  Shifted Loop(100);
  unsigned InOrder = 0;
  for (unsigned Call = 0; Call < 300; ++Call) {
    const int64_t K = Call % 3 == 0 ? int64_t(Call) : 1000 + int64_t(Call);
    const unsigned Pieces = Loop.run(K, nullptr);
    const bool Meets = K != 0 && K < 100;
    EXPECT_TRUE(Pieces == 100 || (Pieces == 1 && !Meets)) << K;
    InOrder += Pieces == 100;
  }
  EXPECT_LT(InOrder, 300u);
}

/// Pairs of all three kinds, of which each question is about one.
TEST(OrderedCalls, QuestionsAreOfTheirPairs) {
  const std::optional<uint32_t> None;
  static std::deque<SiteBuilder> Sites; // none lies where another one was
  for (unsigned Meets = 0; Meets < 32; ++Meets) {
    SiteBuilder &B = Sites.emplace_back();
    const int I = B.dim(0, 1, 10);
    const uint32_t Base = B.base(at(1 << 20), "a");
    const uint32_t Write = B.reference(Base, 8, W, {{8, I}}),
                   Far = B.reference(Base, 8, R, {{8, I}, {800}}),
                   Ahead = B.reference(Base, 8, R, {{8, I}, {8}}),
                   Behind = B.reference(Base, 8, R, {{8, I}, {-8}});
    const auto Other = [&](unsigned Pair) {
      return !(Meets >> Pair & 1) ? Far : Pair % 2 ? Ahead : Behind;
    };
    B.conflict(Write, Other(0));
    B.conflict(Write, Other(1));
    B.rowConflict(Write, Other(2));
    B.rowConflict(Write, Other(3));
    B.loadedConflict(Write, Other(4));
    const auto First = [&](unsigned From) {
      return Meets >> From & 1        ? std::optional<uint32_t>(From)
             : Meets >> From >> 1 & 1 ? std::optional<uint32_t>(From + 1)
                                      : None;
    };
    for (unsigned Again = 0; Again < 2; ++Again) {
      EXPECT_EQ(findConflict(B.site(), B.launch(), ConflictKind::Plain),
                First(0));
      EXPECT_EQ(findConflict(B.site(), B.launch(), ConflictKind::OfRows),
                First(2));
      EXPECT_EQ(conflictOf(B.site(), B.launch()), First(0));
      EXPECT_EQ(rowConflictOf(B.site(), B.launch()), First(2));
    }
  }
}

TEST(OrderedCalls, SitesWithoutPlainPairsAreNotAsked) {
  static std::deque<SiteBuilder> Sites; // none lies where another one was
  SiteBuilder &B = Sites.emplace_back();
  const int I = B.dim(0, 1, 10);
  const uint32_t Base = B.base(at(1 << 20), "a");
  const uint32_t Write = B.reference(Base, 8, W, {{8, I}}),
                 Read = B.reference(Base, 8, R, {{8, I}, {8}});
  EXPECT_FALSE(conflictOf(B.site(), B.launch()));
  EXPECT_FALSE(rowConflictOf(B.site(), B.launch()));
  B.loadedConflict(Write, Read);
  EXPECT_FALSE(conflictOf(B.site(), B.launch()));
  EXPECT_FALSE(rowConflictOf(B.site(), B.launch()));
  B.rowConflict(Write, Read);
  EXPECT_FALSE(conflictOf(B.site(), B.launch()));
  EXPECT_EQ(rowConflictOf(B.site(), B.launch()), 0u);
  B.conflict(Write, Read);
  EXPECT_EQ(conflictOf(B.site(), B.launch()), 0u);
  B.launch().apart = 1;
  EXPECT_FALSE(conflictOf(B.site(), B.launch()));
}
