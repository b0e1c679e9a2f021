// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OrderedCallsTest.cpp - which calls are looked at, and run in order -===//
//
// Of loops whose places are read from memory a runtime looks at some calls, as
// many of their iterations as a sample has, and at each where calls are
// checked.
#include "Record.h"
#include "RuntimeBench.h"
#include "conflict/RandomPair.h"
#include "conflict/Scatter.h"

#include <gtest/gtest.h>

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

Settings native(bool Check) {
  Settings Set = asked(DeviceRequest::Kind::Native);
  Set.Check = Check;
  Set.Info = 1;
  return Set;
}

} // namespace

TEST(OrderedCalls, SomeCallsAreLookedAt) {
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
  }
}

TEST(OrderedCalls, CheckedOnesAreAllLookedAt) {
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
}

TEST(OrderedCalls, ForkedChildrenAreNotLookedAt) {
  Bench On(native(true));
  Series S(std::vector<int32_t>(100, 7));
  EXPECT_EQ(S.run(*On.R, 1), 1u);
  EXPECT_EQ(S.run(*On.R, 100), 100u);
  On.R->becomeForkedChild(false);
  EXPECT_EQ(S.run(*On.R, 100), 1u);
}
