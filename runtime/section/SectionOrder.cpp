// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SectionOrder.cpp - in which order a slice may be assigned ----------===//
#include "section/SectionOrder.h"
#include "bytes/WideIntegers.h"

#include <algorithm>

using namespace twofold;

namespace {

constexpr SectionHazards Both = {true, true};
/// Steps of a search, after which the answer is "perhaps".
constexpr int Patience = 20000;

/// An unknown of the equation: Low <= x <= High.
struct Unknown {
  Wide Factor;
  Wide Low, High;
  unsigned Dimension;
};

/// sum of Factor * x lies in [Low, High] for some x: visits the solutions, the
/// greatest factors first, whose choices are the fewest.
class EquationSearch {
  std::vector<Unknown> Unknowns;
  std::vector<Wide> Reach;  ///< what those from here on can add
  std::vector<Wide> Values; ///< by dimension
  int Left = Patience;

public:
  explicit EquationSearch(std::vector<Unknown> Of)
      : Unknowns(std::move(Of)), Reach(Unknowns.size() + 1),
        Values(Unknowns.size()) {
    std::sort(Unknowns.begin(), Unknowns.end(),
              [](const Unknown &A, const Unknown &B) {
                return magnitude(A.Factor) > magnitude(B.Factor);
              });
    for (size_t I = Unknowns.size(); I-- > 0;)
      Reach[I] = Reach[I + 1] + magnitude(Unknowns[I].Factor) *
                                    std::max(magnitude(Unknowns[I].Low),
                                             magnitude(Unknowns[I].High));
  }

  bool exhausted() const { return Left <= 0; }

  /// Found returns whether to go on. False: it did not want to, or patience has
  /// come to an end.
  template <typename Visitor>
  bool visit(Wide Low, Wide High, Visitor &&Found, size_t At = 0) {
    if (--Left <= 0)
      return false;
    if (At == Unknowns.size())
      return Low > 0 || High < 0 || Found(Values);
    const Unknown &U = Unknowns[At];
    Wide From = U.Low, To = U.High;
    if (U.Factor != 0) {
      Wide Least = Low - Reach[At + 1], Most = High + Reach[At + 1];
      if (U.Factor < 0)
        std::swap(Least, Most);
      From = std::max(From, ceilDiv(Least, U.Factor));
      To = std::min(To, floorDiv(Most, U.Factor));
    }
    for (Wide X = From; X <= To; ++X) {
      Values[U.Dimension] = X;
      if (!visit(Low - X * U.Factor, High - X * U.Factor, Found, At + 1))
        return false;
    }
    return true;
  }
};

/// One dimension: i * S - j * T = D for each distance D at which elements meet.
/// The solutions lie on a line, and i - j is greatest and least at its ends.
SectionHazards onLine(Wide S, Wide T, Wide Length, Wide Low, Wide High) {
  SectionHazards Found;
  Wide X, Y;
  if (S == 0 && T == 0)
    return Low <= 0 && High >= 0 && Length > 1 ? Both : Found;
  Wide G = gcd(S, -T, X, Y);
  if ((High - Low) / G > Patience)
    return Both;
  for (Wide D = ceilDiv(Low, G) * G; D <= High; D += G) {
    Wide I = X * (D / G), J = Y * (D / G), StepI = T / G, StepJ = S / G;
    Wide From = -(Wide(1) << 100), To = Wide(1) << 100;
    if (!cut(I, StepI, 0, Length - 1, From, To) ||
        !cut(J, StepJ, 0, Length - 1, From, To))
      continue;
    for (Wide End : {From, To}) {
      Wide Difference = I - J + End * (StepI - StepJ);
      Found.Forward |= Difference < 0;
      Found.Backward |= Difference > 0;
    }
  }
  return Found;
}

/// Without the dimensions of one element, which order nothing.
struct Reduced {
  std::vector<int64_t> Lengths;
  StridedSection Written, Read;

  Reduced(const StridedSection &W, const StridedSection &R,
          const std::vector<int64_t> &All)
      : Written{W.First, W.Size, {}}, Read{R.First, R.Size, {}} {
    for (size_t D = 0; D < All.size(); ++D)
      if (All[D] > 1) {
        Lengths.push_back(All[D]);
        Written.Strides.push_back(W.Strides[D]);
        Read.Strides.push_back(R.Strides[D]);
      }
  }
};

} // namespace

SectionHazards twofold::hazardsOf(const StridedSection &W,
                                  const StridedSection &R,
                                  const std::vector<int64_t> &All) {
  Reduced Of(W, R, All);
  size_t Rank = Of.Lengths.size();
  // Written at W + w and read at R + r share a byte where w - r lies here.
  Wide Base = Wide(R.First) - Wide(W.First);
  Wide Low = Base - W.Size + 1, High = Base + R.Size - 1;
  if (Rank == 0)
    return {};
  if (Rank == 1)
    return onLine(Of.Written.Strides[0], Of.Read.Strides[0], Of.Lengths[0], Low,
                  High);

  SectionHazards Found;
  std::vector<Unknown> Unknowns;
  if (Of.Written.Strides == Of.Read.Strides) {
    for (unsigned D = 0; D < Rank; ++D)
      Unknowns.push_back({Of.Written.Strides[D], 1 - Wide(Of.Lengths[D]),
                          Wide(Of.Lengths[D]) - 1, D});
    EquationSearch Search(std::move(Unknowns));
    Search.visit(Low, High, [&](const std::vector<Wide> &Difference) {
      for (Wide D : Difference)
        if (D != 0) {
          (D < 0 ? Found.Forward : Found.Backward) = true;
          break;
        }
      return !(Found.Forward && Found.Backward);
    });
    return Search.exhausted() ? Both : Found;
  }
  for (unsigned D = 0; D < Rank; ++D) {
    Unknowns.push_back(
        {Of.Written.Strides[D], 0, Wide(Of.Lengths[D]) - 1, 2 * D});
    Unknowns.push_back(
        {-Wide(Of.Read.Strides[D]), 0, Wide(Of.Lengths[D]) - 1, 2 * D + 1});
  }
  EquationSearch Search(std::move(Unknowns));
  bool Meet = false;
  Search.visit(Low, High, [&](const std::vector<Wide> &At) {
    for (unsigned D = 0; D < Rank; ++D)
      Meet |= At[2 * D] != At[2 * D + 1];
    return !Meet;
  });
  return Meet || Search.exhausted() ? Both : Found;
}

bool twofold::writesTwice(const StridedSection &Written,
                          const std::vector<int64_t> &Lengths) {
  SectionHazards Self = hazardsOf(Written, Written, Lengths);
  return Self.Forward || Self.Backward;
}
