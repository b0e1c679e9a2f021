// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/overlap.hpp - whether two array sections share memory ------===//
//
// Element I of one section is written when element I of another has been read.
// Which orders of the elements keep what is still to be read? The answer is
// exact for rank 1, where it is one linear equation in two unknowns, and for
// higher ranks unless the search for solutions takes too long: then it is that
// any order is a hazard. C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_OVERLAP_HPP
#define TWOFOLD_OVERLAP_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#pragma GCC system_header

namespace twofold::detail {

/// Can hold products of addresses, strides and lengths.
__extension__ typedef __int128 wide;

/// The orders that would read what has been written already, as a set.
enum hazard : unsigned {
  NoHazard = 0,     ///< elements may be handled in any order
  FirstToLast = 1,  ///< this order must not be used
  LastToFirst = 2,  ///< nor this one
  AnyOrder = 1 | 2, ///< everything must be read before the first is written
};

/// The memory of a section. Shape and strides belong to whoever asks.
struct footprint {
  std::uintptr_t First; ///< the address of element 0, 0, ...
  std::ptrdiff_t Size;  ///< bytes of an element
  const std::ptrdiff_t *Strides;
  std::ptrdiff_t Unit = Size; ///< bytes that strides count

  wide stride(std::size_t K) const { return wide(Strides[K]) * Unit; }
};

/// Sum of Factor[K] * X[K] lies in [Low, High], with X[K] in [0, Most[K]].
class bounded_equation {
  static constexpr unsigned Limit = 32; ///< unknowns

  struct unknown {
    wide Factor, Most;
    bool Turned; ///< stands for Most - X
    unsigned Name;
  };
  unknown Terms[Limit];
  wide Reach[Limit + 1];   ///< the largest sum of the terms from here
  wide Divisor[Limit + 1]; ///< of every such sum
  unsigned Count = 0;
  wide Low, High;
  long Budget;
  bool Exhausted = false;

  static wide gcd(wide A, wide B) {
    while (B) {
      wide Rest = A % B;
      A = B;
      B = Rest;
    }
    return A;
  }

  template <class Found>
  bool search(unsigned K, wide Least, wide Greatest, Found &Each) {
    if (--Budget < 0) {
      Exhausted = true;
      return true;
    }
    if (Least < 0)
      Least = 0;
    if (Greatest > Reach[K])
      Greatest = Reach[K];
    if (Least > Greatest ||
        (Divisor[K] && Greatest / Divisor[K] * Divisor[K] < Least))
      return false;
    if (K == Count)
      return Each(Values);
    const unknown &T = Terms[K];
    wide From = Least - Reach[K + 1], To = T.Most;
    From = From <= 0 || !T.Factor ? 0 : (From + T.Factor - 1) / T.Factor;
    if (T.Factor && Greatest / T.Factor < To)
      To = Greatest / T.Factor;
    for (wide X = From; X <= To; ++X) {
      Values[T.Name] = std::ptrdiff_t(T.Turned ? T.Most - X : X);
      if (search(K + 1, Least - X * T.Factor, Greatest - X * T.Factor, Each))
        return true;
    }
    return false;
  }

  std::ptrdiff_t Values[Limit] = {};

public:
  /// Budget: steps of the search.
  bounded_equation(wide Low, wide High, long Budget)
      : Low(Low), High(High), Budget(Budget) {}

  /// Adds an unknown in [0, Most], Limit at most; Factor may be 0 if Most is.
  void add(wide Factor, wide Most, unsigned Name) {
    if (Most == 0)
      return;
    unknown New{Factor, Most, false, Name};
    if (Factor < 0) {
      Low -= Factor * Most;
      High -= Factor * Most;
      New.Factor = -Factor;
      New.Turned = true;
    }
    unsigned At = Count++;
    for (; At > 0 && Terms[At - 1].Factor < New.Factor; --At)
      Terms[At] = Terms[At - 1];
    Terms[At] = New;
  }

  /// Calls Each(values by name) for solutions until it returns true. False when
  /// the budget was used up before that.
  template <class Found> bool solve(Found Each) {
    Reach[Count] = Divisor[Count] = 0;
    for (unsigned K = Count; K-- > 0;) {
      Reach[K] = Reach[K + 1] + Terms[K].Factor * Terms[K].Most;
      Divisor[K] = gcd(Terms[K].Factor, Divisor[K + 1]);
    }
    search(0, Low, High, Each);
    return !Exhausted;
  }
};

/// Rank 1: L * I - R * J in [Least, Greatest], I and J in [0, N). Solutions lie
/// on a line for each such distance, of which there are at most Budget.
inline unsigned hazardOfLine(wide L, wide R, wide Least, wide Greatest, wide N,
                             long Budget) {
  // Extended Euclid on L and R: but for a multiple of R, L * A is X, the
  // divisor of both.
  wide A = 1, NextA = 0, X = L, Y = R;
  while (Y) {
    wide Quotient = X / Y, Keep = X - Quotient * Y;
    X = Y, Y = Keep;
    Keep = A - Quotient * NextA, A = NextA, NextA = Keep;
  }
  if (X < 0)
    X = -X, A = -A;
  if (X == 0) // both strides are 0: all elements are one
    return Least <= 0 && Greatest >= 0 && N > 1 ? AnyOrder : NoHazard;
  auto divided = [](wide Number, wide By, bool Up) {
    wide Result = Number / By;
    if (Number % By && (Number < 0) != (By < 0))
      --Result; // downwards
    return Up && Number % By ? Result + 1 : Result;
  };
  if ((Greatest - Least) / X > Budget)
    return AnyOrder;
  // All solutions: I = I0 + T * StepI, J = J0 + T * StepJ.
  const wide StepI = R / X, StepJ = L / X;
  unsigned Result = NoHazard;
  for (wide Scale = divided(Least, X, true);
       Scale * X <= Greatest && Result != AnyOrder; ++Scale) {
    // A solution small enough that products stay in range.
    wide I0, J0;
    if (StepI != 0) {
      wide Modulus = StepI < 0 ? -StepI : StepI;
      I0 = (A % Modulus) * (Scale % Modulus) % Modulus;
      J0 = (L * I0 - Scale * X) / R;
    } else {
      J0 = 0; // R is 0, and L divides the distance
      I0 = Scale * X / L;
    }
    wide Low = 0, High = 0;
    bool Bounded = false;
    auto within = [&](wide Start, wide Step) {
      if (Step == 0)
        return Start >= 0 && Start < N;
      wide First = divided(-Start, Step, Step > 0),
           Last = divided(N - 1 - Start, Step, Step < 0);
      if (Step < 0) {
        wide Keep = First;
        First = Last;
        Last = Keep;
      }
      if (!Bounded || First > Low)
        Low = First;
      if (!Bounded || Last < High)
        High = Last;
      Bounded = true;
      return Low <= High;
    };
    if (!within(I0, StepI) || !within(J0, StepJ))
      continue;
    for (wide T : {Low, High}) {
      wide I = I0 + T * StepI, J = J0 + T * StepJ;
      if (I < J)
        Result |= FirstToLast;
      if (I > J)
        Result |= LastToFirst;
    }
  }
  return Result;
}

/// The hazards of writing element I of Target once that of Source is read.
/// Budget: steps, after which the answer is the careful one.
__attribute__((noinline)) inline unsigned
hazardOf(const footprint &Target, const footprint &Source,
         const std::ptrdiff_t *Shape, std::size_t Rank, long Budget = 4096) {
  if (Rank > 16)
    return AnyOrder;
  std::size_t Long = 0, Last = 0; // dimensions of one element order nothing
  bool Same = true;
  for (std::size_t K = 0; K < Rank; ++K) {
    if (Shape[K] < 1)
      return NoHazard;
    if (Shape[K] == 1)
      continue;
    ++Long;
    Last = K;
    Same &= Target.stride(K) == Source.stride(K);
  }
  if (Long == 0)
    return NoHazard;
  // Elements share a byte where their addresses differ by one of these.
  const wide Apart = wide(Source.First) - wide(Target.First),
             Least = Apart - Target.Size + 1,
             Greatest = Apart + Source.Size - 1;
  if (Long == 1)
    return hazardOfLine(Target.stride(Last), Source.stride(Last), Least,
                        Greatest, Shape[Last], Budget);
  unsigned Result = NoHazard;
  auto note = [&](std::ptrdiff_t Difference) {
    Result |= Difference < 0 ? FirstToLast : LastToFirst;
    return Result == AnyOrder;
  };
  bool Known;
  if (Same) { // the unknowns: by how much the two indices differ
    wide Middle = 0;
    for (std::size_t K = 0; K < Rank; ++K)
      Middle += Target.stride(K) * (Shape[K] - 1);
    bounded_equation All(Least + Middle, Greatest + Middle, Budget);
    for (std::size_t K = 0; K < Rank; ++K)
      All.add(Target.stride(K), 2 * wide(Shape[K] - 1), unsigned(K));
    Known = All.solve([&](const std::ptrdiff_t *X) {
      for (std::size_t K = 0; K < Rank; ++K)
        if (X[K] != Shape[K] - 1)
          return note(X[K] - (Shape[K] - 1));
      return false;
    });
  } else {
    bounded_equation All(Least, Greatest, Budget);
    for (std::size_t K = 0; K < Rank; ++K) {
      All.add(Target.stride(K), Shape[K] - 1, unsigned(2 * K));
      All.add(-Source.stride(K), Shape[K] - 1, unsigned(2 * K + 1));
    }
    Known = All.solve([&](const std::ptrdiff_t *X) {
      for (std::size_t K = 0; K < Rank; ++K)
        if (X[2 * K] != X[2 * K + 1])
          return note(X[2 * K] - X[2 * K + 1]);
      return false;
    });
  }
  return Known ? Result : unsigned(AnyOrder);
}

/// Whether two elements of one section may be the same place.
inline bool repeats(const std::ptrdiff_t *Shape, const std::ptrdiff_t *Strides,
                    std::size_t Rank) {
  const footprint Self{0, 1, Strides};
  return hazardOf(Self, Self, Shape, Rank) != NoHazard;
}

} // namespace twofold::detail

#endif
