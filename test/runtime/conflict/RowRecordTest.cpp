// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowRecordTest.cpp - rows, and places with conditions on them -------===//
//
// `for (o = first[i]; o < last[i]; ++o) a[o] = ...`: rows that one range holds
// in each iteration, and such that are nearly that; what they store, conditions
// that hold in some iterations, or that are not told of all of them.
#include "Record.h"
#include "conflict/RandomPair.h"
#include "conflict/Scatter.h"

#include <functional>

using namespace twofold;
using namespace twofold::test;

namespace {

class RandomRows {
  std::mt19937_64 &Random;
  SiteBuilder B;
  const uint64_t Trips;
  int I = 0;
  std::vector<int> Numbers; ///< axes that are the iteration's own
  std::vector<std::vector<int32_t>> Tables;

  int64_t number(int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  }
  SiteBuilder::Monomial any(int64_t Factor) {
    return {Factor, Numbers[size_t(number(0, int64_t(Numbers.size()) - 1))]};
  }
  int loaded(std::vector<int32_t> Table, const char *Name) {
    Tables.push_back(std::move(Table));
    Numbers.push_back(
        B.loadedAxis(B.base(Tables.back().data(), Name), 4, true, {{4, I}}));
    return Numbers.back();
  }
  int row() {
    const int64_t Kind = number(0, 4), Long = number(1, 6);
    std::vector<int32_t> First(Trips), Last(Trips);
    for (int64_t K = 0; K < int64_t(Trips); ++K) {
      const int64_t Place = Kind == 0   ? K * Long
                            : Kind == 1 ? (int64_t(Trips) - K) * Long
                            : Kind == 2 ? (K * 7 % int64_t(Trips)) * Long
                            : Kind == 3 ? K * Long + number(0, 1)
                                        : number(0, 4 * int64_t(Trips) * Long);
      First[size_t(K)] = int32_t(Place);
      Last[size_t(K)] = int32_t(Place + (number(0, 9) ? Long - 1 : -1));
    }
    const int L = loaded(First, "first"), H = loaded(Last, "last");
    static constexpr int64_t Steps[] = {1, 1, 1, -1, 2, -3, 0};
    return B.conflictAxis({{1, L}}, {{1, H}}, Steps[number(0, 6)]);
  }
  uint32_t reference(uint32_t Base, uint32_t Flags, int Row) {
    std::vector<SiteBuilder::Fact> Facts;
    const bool Stores = number(0, 2) == 0;
    for (int64_t Left = number(0, 2); Left; --Left) {
      const SiteBuilder::Monomial Of =
          number(0, 5) == 0
              ? SiteBuilder::Monomial{number(-2, 2)}
              : (number(0, 4) ? any(1) : SiteBuilder::Monomial{1, Row});
      const int64_t At = number(-3, 30);
      // Min above Max: where it lies between, what follows is not told.
      Facts.push_back({{Of}, At + number(-20, 20), At + number(-5, 300)});
    }
    if (Stores)
      Facts.push_back(
          {{any(number(1, 3)), {number(0, 2)}}, INT64_MAX, INT64_MIN});
    std::vector<SiteBuilder::Monomial> At = {
        {number(0, 5) ? 8 : 8 * number(-3, 3), Row}};
    if (number(0, 3) == 0)
      At.push_back({8 * number(-20, 20)});
    if (number(0, 7) == 0)
      At.push_back(any(8));
    const uint32_t Size = number(0, 4) ? 8 : number(0, 1) ? 16 : 4;
    return B.reference(Base, Size, Flags, At, 0, Facts);
  }

public:
  explicit RandomRows(std::mt19937_64 &Random)
      : Random(Random),
        Trips(uint64_t(number(0, 3) ? number(2, 60) : number(300, 3000))) {
    Tables.reserve(64);
    I = B.dim(0, 1, Trips);
    Numbers = {I};
    const int First = row(), Second = number(0, 2) ? First : row();
    const uint32_t Y = B.base(at(1 << 20), "y"),
                   X = number(0, 2)
                           ? Y
                           : B.base(at((1 << 20) + 8 * number(-900, 900)), "x");
    const uint32_t Write = reference(Y, W, First);
    B.loadedConflict(Write, number(0, 2)
                                ? Write
                                : reference(X, number(0, 1) ? R : W, Second));
  }
  void tell(Record &To) {
    const auto Say = [&](std::optional<uint32_t> Found) {
      To << (Found ? char('a' + *Found) : '-') << ' ';
    };
    if (Trips < 300)
      Say(findLoadedConflict(B.site(), B.launch(), Trips, std::nullopt,
                             always));
    for (uint64_t Sample : {0, 1, 2, 9})
      for (uint64_t Rounds : {40, 400, 6000}) {
        SampleLimits Within{Rounds, nullptr};
        Say(findLoadedConflict(B.site(), B.launch(), Trips, Sample, always,
                               &Within));
        To << Rounds - Within.Rounds << ' ';
      }
    To << '\n';
  }
};

/// Tables that no compiler makes: the answer is that nothing is known.
std::string answerOf(const std::function<void(SiteBuilder &, int)> &Change) {
  SiteBuilder B;
  const int I = B.dim(0, 1, 9);
  B.value(3);
  Change(B, I);
  B.conflict(0, 0);
  std::string Out;
  for (unsigned Steps : {1u, 3u, 4000u})
    Out += findConflict(B.site(), B.launch(), ConflictKind::Plain, Steps) ? 'c'
                                                                          : '-';
  return Out + '\n';
}

} // namespace

TEST(RowRecord, RowsTakeTheirRounds) {
  std::mt19937_64 Random(307);
  Record All;
  for (unsigned Try = 0; Try < cases(1500); ++Try)
    RandomRows(Random).tell(All);
  All.expect(0x127fbdb82a341b5f);
}

/// Where there is not the time for all of them, samples begin with others.
TEST(RowRecord, ManyPairsTakeTurns) {
  Record All;
  for (unsigned Pairs : {1u, 3u, 20u, 90u}) {
    SiteBuilder B;
    std::vector<int32_t> Index(4000);
    std::iota(Index.begin(), Index.end(), 0);
    Index[900] = Index[3100];
    const int I = B.dim(0, 1, Index.size());
    const uint32_t From = B.base(Index.data(), "index");
    const int L = B.loadedAxis(From, 4, true, {{4, I}});
    for (unsigned P = 0; P < Pairs; ++P) {
      // One of them meets itself.
      const uint32_t Y = B.base(at((1 << 24) + (int64_t(P) << 20)), "y");
      const uint32_t Write =
          B.reference(Y, 8, W, {{8, P == Pairs * 2 / 3 ? L : I}});
      B.loadedConflict(Write, Write);
    }
    for (uint64_t Sample = 0; Sample < cases(40); ++Sample)
      for (uint64_t Rounds : {300, 3000, 20000, 90000}) {
        SampleLimits Within{Rounds, nullptr};
        const auto Found = findLoadedConflict(
            B.site(), B.launch(), Index.size(), Sample, always, &Within);
        All << (Found ? int(*Found) : -1) << ' ' << Rounds - Within.Rounds
            << ' ';
      }
    All << '\n';
  }
  All.expect(0x7da0d57afbae252f);
}

TEST(RowRecord, FactsThatAreNotToldOfAllIterations) {
  std::mt19937_64 Random(311);
  const auto Number = [&](int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  };
  Record All;
  for (unsigned Try = 0; Try < cases(3000); ++Try)
    All << answerOf([&](SiteBuilder &B, int I) {
      std::vector<SiteBuilder::Fact> Facts;
      for (int64_t Left = Number(1, 5); Left; --Left) {
        const int64_t Low = Number(-2, 4), High = Low + Number(-3, 3);
        Form Of = {{Number(-2, 4)}};
        if (Number(0, 2))
          Of.push_back({Number(-1, 2), I});
        Facts.push_back({Of, Low, High});
      }
      B.reference(B.base(at(1 << 20), "y"), 8, W,
                  {{8 * Number(0, 1), I}, {Number(0, 9)}}, 0, Facts);
    });
  All.expect(0x452084b7fb045a8b);
}

TEST(RowRecord, TablesThatNoCompilerMakes) {
  Record All;
  const auto One = [&](const Form &At, uint64_t Around = 0) {
    return [=](SiteBuilder &B, int) {
      B.reference(B.base(at(1 << 20), "y"), 8, W, At, Around);
    };
  };
  for (int64_t Factor : {0, 4, 8})
    for (int Axis : {-2, -1, 0, 1, 2, 30, 63, 64, 70})
      for (int32_t Value : {-2, -1, 0, 1, 2, 40})
        All << answerOf(One({{Factor, Axis, {Value}}}));
  for (uint64_t Around : {0ull, 1ull, 2ull, 1ull << 40, 1ull << 63})
    All << answerOf(One({{8, 0}}, Around));
  // Inner loops, of steps that there are not, and without end.
  for (int64_t Step : {0ll, 1ll, -1ll, 7ll, -7ll, (long long)INT64_MIN})
    for (int64_t High : {-1ll, 0ll, 5ll, 1ll << 40, (long long)INT64_MAX})
      for (int Parent : {0, 1}) {
        All << answerOf([&](SiteBuilder &B, int I) {
          const int J = B.conflictAxis({{Parent, I}}, {{High}}, Step);
          B.reference(B.base(at(1 << 20), "y"), 8, W, {{8, J}, {64, I}});
        });
      }
  All.expect(0xbe2e9d50307dc67e);
}
