// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PlacementTest.cpp - against the best placement in hindsight --------===//
#include "choice/Placement.h"
#include "Cases.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace twofold;
using twofold::test::cases;

namespace {

/// A machine with a device: arrays, what it takes to move them, and calls.
struct Machine {
  enum Where : uint8_t { OnHost, OnDevice, OnBoth };
  struct Array {
    double Send, Fetch;
  };
  struct Call {
    std::vector<unsigned> Arrays;
    unsigned Written; ///< one bit for each of Arrays
    double Native, Device;
    bool HostOnly = false; ///< code that knows nothing of devices
  };
  using State = std::vector<Where>;

  std::vector<Array> Arrays;
  std::vector<Call> Calls;

  State begin() const { return State(Arrays.size(), OnHost); }

  /// Runs a call; returns what it takes.
  double run(const Call &C, Side On, State &S) const {
    double Time = On == Side::Host ? C.Native : C.Device;
    for (size_t I = 0; I < C.Arrays.size(); ++I) {
      Where &At = S[C.Arrays[I]];
      if (On == Side::Host && At == OnDevice)
        Time += Arrays[C.Arrays[I]].Fetch, At = OnBoth;
      if (On == Side::Device && At == OnHost)
        Time += Arrays[C.Arrays[I]].Send, At = OnBoth;
      if (C.Written >> I & 1)
        At = On == Side::Host ? OnHost : OnDevice;
    }
    return Time;
  }

  /// The least time that any sequence of sides takes.
  double best() const {
    std::map<State, double> Costs = {{begin(), 0}};
    for (const Call &C : Calls) {
      std::map<State, double> Next;
      for (const auto &[From, Cost] : Costs)
        for (Side On : {Side::Host, Side::Device}) {
          if (On == Side::Device && C.HostOnly)
            continue;
          State To = From;
          double Sum = Cost + run(C, On, To);
          auto [At, Fresh] = Next.try_emplace(To, Sum);
          if (!Fresh)
            At->second = std::min(At->second, Sum);
        }
      Costs = std::move(Next);
    }
    double Least = 1e300;
    for (const auto &[S, Cost] : Costs)
      Least = std::min(Least, Cost);
    return Least;
  }

  /// What the table's choices take; from From on only.
  double chosen(size_t From = 0) const {
    PlacementTable Table;
    State S = begin();
    double Sum = 0;
    for (size_t N = 0; N < Calls.size(); ++N) {
      const Call &C = Calls[N];
      Side On = Side::Host;
      if (!C.HostOnly) {
        std::vector<ArrayPlace> Places;
        for (size_t I = 0; I < C.Arrays.size(); ++I) {
          unsigned A = C.Arrays[I];
          bool Written = C.Written >> I & 1;
          ArrayPlace P;
          P.Range = {A * 1000u + 1, A * 1000u + 900};
          P.HostOnly = S[A] == OnHost;
          P.DeviceOnly = S[A] == OnDevice;
          P.Written = Written;
          P.Send = Arrays[A].Send;
          P.Fetch = Arrays[A].Fetch;
          Places.push_back(P);
        }
        On = Table.choose(Places, C.Native - C.Device);
      }
      double Time = run(C, On, S);
      if (N >= From)
        Sum += Time;
    }
    return Sum;
  }

  double journeys() const {
    double Sum = 0;
    for (const Array &A : Arrays)
      Sum += A.Send + A.Fetch;
    return Sum;
  }
};

double real(std::mt19937 &Random, double From, double To) {
  return std::uniform_real_distribution<double>(From, To)(Random);
}

} // namespace

TEST(Placement, StaysUntilTheJourneyIsPaid) {
  PlacementTable Table;
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
  for (int Call = 0; Call < 9; ++Call)
    EXPECT_EQ(Table.choose({A}, 10), Side::Host) << Call;
  EXPECT_EQ(Table.choose({A}, 10), Side::Device);
  // Now it is there, and a short doubt does not bring it back.
  A.HostOnly = 0, A.DeviceOnly = 1;
  EXPECT_EQ(Table.choose({A}, -60), Side::Device);
  EXPECT_EQ(Table.choose({A}, 30), Side::Device);
  EXPECT_EQ(Table.choose({A}, -60), Side::Device);
  EXPECT_EQ(Table.choose({A}, -10), Side::Host);
}

TEST(Placement, WhatCallsAreWorthIsToldWhereverTheyRan) {
  PlacementTable Table;
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
  StayWorth Stay;
  unsigned Calls = 0;
  for (Side To = Side::Host; To == Side::Host; ++Calls) {
    unsigned Ahead = 2;
    To = Table.choose({A}, 0.5, true, &Ahead, &Stay);
    Calls += Ahead;
  }
  EXPECT_NEAR(Stay.Total, Calls / 100.0, 1e-9);
  A.HostOnly = 0, A.DeviceOnly = 1;
  // Most calls on a device need no thought.
  Stay.Calls = 64;
  EXPECT_EQ(Table.choose({A}, 1, true, nullptr, &Stay), Side::Device);
  EXPECT_NEAR(Stay.Total, Calls / 100.0 + 64 / 50.0, 1e-9);
  EXPECT_FALSE(Stay.Ended);
  A.HostOnly = 1, A.DeviceOnly = 0;
  (void)Table.choose({A}, 1, true, nullptr, &Stay);
  EXPECT_TRUE(Stay.Ended) << "the host has written it";
}

TEST(Placement, AForecastPaysMostOfTheJourney) {
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
  auto CallsUntilItMoves = [&](double Expected, PlacementTable &Table) {
    StayWorth Stay;
    Stay.Expected = Expected;
    unsigned Calls = 1;
    while (Table.choose({A}, 1, true, nullptr, &Stay) == Side::Host)
      ++Calls;
    return Calls;
  };
  PlacementTable None, Little, Ample;
  EXPECT_EQ(CallsUntilItMoves(0, None), 100u);
  EXPECT_EQ(CallsUntilItMoves(2.4, Little), 100u);
  EXPECT_EQ(CallsUntilItMoves(2.6, Ample), 13u);
  // It was wrong: the host wants it.
  EXPECT_GE(CallsUntilItMoves(2.6, Ample), 100u);
}

/// What a device alone has is worth a look also where the call gains nothing.
TEST(Placement, AForecastKeepsWhatADeviceHas) {
  StayWorth Stay;
  Stay.Expected = 2.6;
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 0, 1, true};
  PlacementTable There, Home;
  EXPECT_EQ(There.choose({A}, -10, true, nullptr, &Stay), Side::Device);
  A.HostOnly = 1, A.DeviceOnly = 0;
  EXPECT_EQ(Home.choose({A}, -10, true, nullptr, &Stay), Side::Host);
  EXPECT_TRUE(Home.atRest());
}

TEST(Placement, OneCallMayPayAll) {
  PlacementTable Table;
  EXPECT_EQ(Table.choose({{{0x1000, 0x2000}, 50, 50, 1, 0, true}}, 101),
            Side::Device);
}

TEST(Placement, NativeProgramsNeedNoAccounts) {
  PlacementTable Table;
  for (uint64_t At = 0; At < 100; ++At)
    EXPECT_EQ(Table.choose({{{At * 64, At * 64 + 64}, 50, 50, 1, 0, true}}, -1),
              Side::Host);
  EXPECT_TRUE(Table.atRest());
  Table.choose({{{0, 64}, 50, 50, 1, 0, true}}, 50);
  EXPECT_FALSE(Table.atRest());
  Table.choose({{{0, 64}, 50, 50, 1, 0, true}}, -50);
  EXPECT_TRUE(Table.atRest());
}

TEST(Placement, WhatIsOnBothSidesIsReadWhereItIsFaster) {
  PlacementTable Table;
  ArrayPlace A{{0x1000, 0x2000}, 100, 100, 1, 0, false};
  ASSERT_EQ(Table.choose({A}, 200), Side::Device);
  A.HostOnly = 0;
  EXPECT_EQ(Table.choose({A}, -1), Side::Host);
  EXPECT_EQ(Table.choose({A}, 1), Side::Device);
}

TEST(Placement, HostAccessesBeginAnAccountAnew) {
  PlacementTable Table;
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
  ASSERT_EQ(Table.choose({A}, 200), Side::Device);
  EXPECT_EQ(Table.choose({A}, 10), Side::Host);
}

TEST(Placement, ArraysThatTurnOutToBeOneKeepTheAccount) {
  PlacementTable Table;
  ArrayPlace A{{0x1000, 0x2000}, 50, 50, 1, 0, true};
  for (int Call = 0; Call < 9; ++Call)
    ASSERT_EQ(Table.choose({A}, 10), Side::Host);
  A.Range = {0x800, 0x1800};
  EXPECT_EQ(Table.choose({A}, 10), Side::Device);
  EXPECT_EQ(Table.size(), 1u);
}

/// A part of it is read and another one is written.
TEST(Placement, AnArrayInTwoPartsIsWrittenIfOneIs) {
  auto CallsUntilItMoves = [](bool First, bool Second) {
    PlacementTable Table;
    const ArrayPlace A{{0x1000, 0x2000}, 50, 500, 1, 0, First},
        B{{0x1800, 0x2800}, 50, 500, 1, 0, Second};
    unsigned Calls = 1;
    while (Table.choose({A, B}, 10) == Side::Host)
      ++Calls;
    return Calls;
  };
  EXPECT_EQ(CallsUntilItMoves(false, true), CallsUntilItMoves(true, false));
  EXPECT_LT(CallsUntilItMoves(false, false), CallsUntilItMoves(false, true));
}

TEST(Placement, TheTableIsBounded) {
  PlacementTable Table;
  for (uint64_t At = 0; At < 20000; ++At)
    Table.choose({{{At * 64, At * 64 + 64}, 1e9, 1e9, 1, 0, true}}, 1);
  EXPECT_LT(Table.size(), 5000u);
}

TEST(Placement, AtMostThreeTimesTheBestWithOneSetOfArrays) {
  double Worst = 0;
  for (unsigned Seed = 0; Seed < cases(500); ++Seed) {
    std::mt19937 Random(Seed);
    Machine M;
    unsigned Count = 1 + Random() % 3;
    for (unsigned A = 0; A < Count; ++A)
      M.Arrays.push_back({real(Random, 1, 100), real(Random, 1, 100)});
    std::vector<unsigned> All;
    for (unsigned A = 0; A < Count; ++A)
      All.push_back(A);
    double Size = real(Random, 0.1, 100), Lean = real(Random, 0.2, 5);
    for (int N = 0; N < 300; ++N)
      M.Calls.push_back({All, (1u << Count) - 1, real(Random, 0, Size),
                         real(Random, 0, Size * Lean)});
    double Cost = M.chosen(), Best = M.best();
    EXPECT_LE(Cost, 3 * Best + M.journeys()) << Seed;
    Worst = std::max(Worst, Cost / (Best + M.journeys()));
  }
  RecordProperty("worst_ratio", std::to_string(Worst));
  EXPECT_GT(Worst, 1); // the machine is not trivial
}

TEST(Placement, AtMostThreeTimesTheBestWithAnAdversary) {
  // Whatever side is taken, the other one would have been better.
  for (double Each : {1.0, 7.0, 30.0, 99.0, 250.0}) {
    Machine M;
    M.Arrays = {{60, 40}};
    PlacementTable Table;
    Machine::State S = M.begin();
    double Cost = 0;
    for (int N = 0; N < 2000; ++N) {
      auto Place = [&] {
        return ArrayPlace{{1, 900},
                          60,
                          40,
                          double(S[0] == Machine::OnHost),
                          double(S[0] == Machine::OnDevice),
                          true};
      };
      bool Here = S[0] == Machine::OnHost;
      Machine::Call C = {{0}, 1, Here ? Each : 0, Here ? 0 : Each};
      Cost += M.run(C, Table.choose({Place()}, C.Native - C.Device), S);
      M.Calls.push_back(C);
    }
    EXPECT_LE(Cost, 3 * M.best() + M.journeys()) << Each;
  }
}

TEST(Placement, AtMostThreeTimesTheBestWithAnyArraysAndHostAccesses) {
  for (unsigned Seed = 0; Seed < cases(500); ++Seed) {
    std::mt19937 Random(Seed);
    Machine M;
    unsigned Count = 1 + Random() % 4;
    for (unsigned A = 0; A < Count; ++A) {
      double Send = real(Random, 1, 200);
      M.Arrays.push_back({Send, Send * real(Random, 0.5, 2)});
    }
    double Size = real(Random, 0.1, 200);
    unsigned HostAccesses = Random() % 3 ? 0 : 1 + Random() % 10;
    for (int N = 0; N < 300; ++N) {
      Machine::Call C = {{}, unsigned(Random()), 0, 0};
      for (unsigned A = 0; A < Count; ++A)
        if (Random() % 2)
          C.Arrays.push_back(A);
      if (C.Arrays.empty())
        C.Arrays.push_back(Random() % Count);
      if (Random() % 100 < HostAccesses)
        C.HostOnly = true;
      else {
        C.Native = real(Random, 0, Size);
        C.Device = real(Random, 0, Size / 3);
      }
      M.Calls.push_back(C);
    }
    EXPECT_LE(M.chosen(), 3 * M.best() + M.journeys()) << Seed;
  }
}

/// The host changes an array as soon as it has moved, which cannot be seen
/// while it is at home; now and then it does not, or the device turns out
/// slower.
TEST(Placement, AtMostThreeTimesTheBestWithAHostThatChangesWhatHasMoved) {
  for (unsigned Seed = 0; Seed < cases(400); ++Seed) {
    std::mt19937 Random(Seed);
    Machine M;
    M.Arrays = {{real(Random, 20, 100), real(Random, 20, 100)}};
    double Each = real(Random, 1, 150), Stays = real(Random, 0, 1),
           Turns = Random() % 2 ? 0 : real(Random, 0, 1);
    PlacementTable Table;
    Machine::State S = M.begin();
    double Cost = 0;
    for (int N = 0; N < 1500; ++N) {
      bool Home = S[0] == Machine::OnHost;
      ArrayPlace P{{1, 900},
                   M.Arrays[0].Send,
                   M.Arrays[0].Fetch,
                   double(Home),
                   double(S[0] == Machine::OnDevice),
                   true};
      Machine::Call C = {{0}, 1, Each, 0};
      if (!Home && real(Random, 0, 1) < Turns)
        C = {{0}, 1, 0, Each};
      Cost += M.run(C, Table.choose({P}, C.Native - C.Device), S);
      M.Calls.push_back(C);
      if (S[0] != Machine::OnHost && real(Random, 0, 1) > Stays) {
        Machine::Call Access = {{0}, 1, 0, 0, true};
        Cost += M.run(Access, Side::Host, S);
        M.Calls.push_back(Access);
      }
    }
    EXPECT_LE(Cost, 3 * M.best() + M.journeys()) << Seed;
  }
}

/// No proof covers these, and three is not kept: arrays that calls use in turns
/// and together, and an adversary that always makes the other side better.
TEST(Placement, AnAdversaryWithArraysUsedInTurns) {
  double Worst = 0;
  for (unsigned Seed = 0; Seed < cases(200); ++Seed) {
    std::mt19937 Random(Seed);
    Machine M;
    unsigned Count = 2 + Random() % 3;
    for (unsigned A = 0; A < Count; ++A)
      M.Arrays.push_back({real(Random, 20, 100), real(Random, 20, 100)});
    double Each = real(Random, 1, 100);
    PlacementTable Table;
    Machine::State S = M.begin();
    double Cost = 0;
    for (int N = 0; N < 400; ++N) {
      std::vector<unsigned> Used;
      for (unsigned A = 0; A < Count; ++A)
        if (Random() % 2)
          Used.push_back(A);
      if (Used.empty())
        Used.push_back(Random() % Count);
      std::vector<ArrayPlace> Places;
      unsigned Here = 0;
      for (unsigned A : Used) {
        ArrayPlace P;
        P.Range = {A * 1000u + 1, A * 1000u + 900};
        P.HostOnly = S[A] == Machine::OnHost;
        P.DeviceOnly = S[A] == Machine::OnDevice;
        P.Written = true;
        P.Send = M.Arrays[A].Send;
        P.Fetch = M.Arrays[A].Fetch;
        Here += S[A] == Machine::OnHost;
        Places.push_back(P);
      }
      bool Home = 2 * Here >= Used.size();
      Machine::Call C = {Used, ~0u, Home ? Each : 0, Home ? 0 : Each};
      Cost += M.run(C, Table.choose(Places, C.Native - C.Device), S);
      M.Calls.push_back(C);
    }
    Worst = std::max(Worst, (Cost - M.journeys()) / M.best());
  }
  EXPECT_LE(Worst, 12);
  EXPECT_GT(Worst, 3) << "then docs/use/choice.md promises too little";
}

TEST(Placement, TimeSteppingIsAsGoodAsTheBest) {
  // Two arrays swap their roles; a small loop that is faster on the host looks
  // at one of them in each step; now and then the host reads a result.
  for (unsigned Seed = 0; Seed < cases(40); ++Seed) {
    std::mt19937 Random(Seed);
    Machine M;
    double Send = real(Random, 50, 500);
    M.Arrays = {{Send, Send}, {Send, Send}, {Send / 4, 1}};
    double Gain = real(Random, 2, 30), Small = real(Random, 0, 0.5);
    unsigned ReadEvery = Random() % 2 ? 0 : 400;
    auto Step = [&](unsigned N) {
      M.Calls.push_back({{N % 2, 1 - N % 2, 2}, 1, 10 + Gain, 10});
      M.Calls.push_back({{N % 2}, 1, 1, 1 + Small});
      if (ReadEvery && N % ReadEvery == 0)
        M.Calls.push_back({{N % 2}, 0, 0, 0, true});
    };
    for (unsigned N = 0; N < 1000; ++N)
      Step(N);
    size_t Warm = M.Calls.size();
    double Before = M.best();
    for (unsigned N = 1000; N < 3000; ++N)
      Step(N);
    EXPECT_LE(M.chosen(Warm), 1.10 * (M.best() - Before)) << Seed;
  }
}

TEST(Placement, NoFlapping) {
  // Both sides are equally fast but for noise.
  std::mt19937 Random(7);
  PlacementTable Table;
  Machine M;
  M.Arrays = {{100, 100}};
  Machine::State S = M.begin();
  unsigned Moves = 0;
  for (int N = 0; N < 10000; ++N) {
    double Noise = real(Random, -1, 1);
    Machine::Where Was = S[0];
    Machine::Call C = {{0}, 1, 10 + Noise, 10};
    ArrayPlace P{{1, 900},
                 100,
                 100,
                 double(Was == Machine::OnHost),
                 double(Was == Machine::OnDevice),
                 true};
    M.run(C, Table.choose({P}, Noise), S);
    Moves += S[0] != Was;
  }
  EXPECT_LE(Moves, 2u);
}
