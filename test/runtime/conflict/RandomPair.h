// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RandomPair.h - two references of a random site ---------------------===//
#ifndef TWOFOLD_TEST_RUNTIME_CONFLICT_RANDOMPAIR_H
#define TWOFOLD_TEST_RUNTIME_CONFLICT_RANDOMPAIR_H

#include "SiteBuilder.h"
#include "conflict/Conflicts.h"

#include <gtest/gtest.h>
#include <random>

namespace twofold::test {

using Form = std::vector<SiteBuilder::Monomial>;
constexpr uint32_t R = TWOFOLD_ACCESS_READ, W = TWOFOLD_ACCESS_WRITE;

inline char *at(int64_t Address) { return reinterpret_cast<char *>(Address); }

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

  bool answer(unsigned Steps = 4000) {
    return findConflict(B.site(), B.launch(), ConflictKind::Plain, Steps)
        .has_value();
  }

  enum class Series { Told, NotTold, Wrong };
  /// Some calls whose numbers go on in steps: where the series is said to have
  /// no conflict, none of its calls may have one.
  Series trySeries() {
    std::vector<Dimension> DimSteps;
    for (size_t D = 0; D < Dims.size(); ++D)
      DimSteps.push_back({number(-1, 1), 0, number(-1, 1)});
    std::vector<int64_t> ValueSteps, AddressSteps;
    for (size_t V = 0; V < Values.size(); ++V)
      ValueSteps.push_back(number(-1, 1));
    for (size_t A = 0; A < Accesses.size(); ++A)
      AddressSteps.push_back(number(0, 1) * number(-9, 9));
    twofold_site &Site = B.site();
    twofold_launch &Launch = B.launch();
    auto *LaunchDims = const_cast<twofold_dim *>(Launch.dims);
    auto *LaunchValues = const_cast<int64_t *>(Launch.values);
    auto GoOn = [&] {
      for (size_t D = 0; D < Dims.size(); ++D) {
        LaunchDims[D].lower = Dims[D].Lower += DimSteps[D].Lower;
        LaunchDims[D].trips = uint64_t(Dims[D].Trips += DimSteps[D].Trips);
      }
      for (size_t V = 0; V < Values.size(); ++V)
        LaunchValues[V] = Values[V] += ValueSteps[V];
      for (size_t A = 0; A < Accesses.size(); ++A)
        *static_cast<void **>(Launch.args[Site.bases[A].arg]) =
            at(Accesses[A].Address += AddressSteps[A]);
    };
    const CallKey First(Site, Launch);
    std::vector<bool> Meet = {bruteForce()};
    GoOn();
    CallSeries Calls(Site, First, CallKey(Site, Launch));
    if (Calls.empty())
      return Series::NotTold;
    Calls.setLength(Calls.reach(uint64_t(number(1, 6))));
    for (uint64_t Call = 1; Call <= Calls.length(); ++Call, GoOn()) {
      EXPECT_EQ(Calls.position(Site, Launch), Call);
      Meet.push_back(bruteForce());
    }
    EXPECT_FALSE(Calls.has(Site, Launch));
    if (!noneHasConflicts(Site, Launch, Calls))
      return Series::NotTold;
    return std::count(Meet.begin(), Meet.end(), true) ? Series::Wrong
                                                      : Series::Told;
  }

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

} // namespace twofold::test

#endif
