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
  std::ptrdiff_t Size;  ///< bytes of an element; strides count elements
  const std::ptrdiff_t *Strides;
};

/// Sum of Factor[K] * X[K] = Wanted with X[K] in [0, Most[K]].
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
  wide Wanted;
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

  template <class Found> bool search(unsigned K, wide Rest, Found &Each) {
    if (--Budget < 0) {
      Exhausted = true;
      return true;
    }
    if (K == Count)
      return Rest == 0 && Each(Values);
    if (Rest < 0 || Rest > Reach[K] || (Divisor[K] && Rest % Divisor[K]))
      return false;
    const unknown &T = Terms[K];
    wide Low = Rest - Reach[K + 1];
    Low = Low <= 0 ? 0 : (Low + T.Factor - 1) / T.Factor;
    wide High = Rest / T.Factor;
    if (High > T.Most)
      High = T.Most;
    for (wide X = Low; X <= High; ++X) {
      Values[T.Name] = std::ptrdiff_t(T.Turned ? T.Most - X : X);
      if (search(K + 1, Rest - X * T.Factor, Each))
        return true;
      if (Exhausted)
        return true;
    }
    return false;
  }

  std::ptrdiff_t Values[Limit] = {};

public:
  bounded_equation(wide Wanted, long Budget) : Wanted(Wanted), Budget(Budget) {}

  /// Adds an unknown in [0, Most], Limit at most; Factor may be 0 if Most is.
  void add(wide Factor, std::ptrdiff_t Most, unsigned Name) {
    if (Most == 0)
      return;
    unknown New{Factor, Most, false, Name};
    if (Factor < 0) {
      Wanted -= Factor * Most;
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
    search(0, Wanted, Each);
    return !Exhausted;
  }
};

/// Rank 1, addresses equal: L * I - R * J = Distance, I and J in [0, N).
inline unsigned hazardOfLine(wide L, wide R, wide Distance, wide N) {
  // Extended Euclid on |L| and |R|: L * A + R * B = Divisor.
  wide A = 1, B = 0, NextA = 0, NextB = 1, X = L, Y = R;
  while (Y) {
    wide Quotient = X / Y, Keep = X - Quotient * Y;
    X = Y, Y = Keep;
    Keep = A - Quotient * NextA, A = NextA, NextA = Keep;
    Keep = B - Quotient * NextB, B = NextB, NextB = Keep;
  }
  if (X < 0)
    X = -X, A = -A, B = -B;
  if (X == 0) // both strides are 0: all elements are one
    return Distance == 0 && N > 1 ? AnyOrder : NoHazard;
  if (Distance % X)
    return NoHazard;
  // All solutions: I = I0 + T * StepI, J = J0 + T * StepJ.
  const wide StepI = R / X, StepJ = L / X;
  auto divided = [](wide Number, wide By, bool Up) {
    wide Result = Number / By;
    if (Number % By && (Number < 0) != (By < 0))
      --Result; // downwards
    return Up && Number % By ? Result + 1 : Result;
  };
  // A solution small enough that products stay in range.
  wide Scale = Distance / X;
  wide I0, J0;
  if (StepI != 0) {
    wide Modulus = StepI < 0 ? -StepI : StepI;
    I0 = (A % Modulus) * (Scale % Modulus) % Modulus;
    J0 = (L * I0 - Distance) / R;
  } else {
    J0 = 0; // R is 0, and L divides Distance
    I0 = Distance / L;
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
    return NoHazard;
  unsigned Result = NoHazard;
  for (wide T : {Low, High}) {
    wide I = I0 + T * StepI, J = J0 + T * StepJ;
    if (I < J)
      Result |= FirstToLast;
    if (I > J)
      Result |= LastToFirst;
  }
  return Result;
}

/// The hazards of writing element I of Target once that of Source is read.
__attribute__((noinline)) inline unsigned hazardOf(const footprint &Target,
                                                   const footprint &Source,
                                                   const std::ptrdiff_t *Shape,
                                                   std::size_t Rank) {
  unsigned Result = NoHazard;
  if (Rank > 16)
    return AnyOrder;
  for (std::size_t K = 0; Rank > 1 && K < Rank; ++K)
    if (Shape[K] > 1 && (Target.Strides[K] == 0 || Source.Strides[K] == 0))
      return AnyOrder;
  // Elements overlap where their addresses differ by these.
  wide Apart = wide(Source.First) - wide(Target.First), Step = 1;
  bool Even = Target.Size == Source.Size && Apart % Target.Size == 0;
  if (Even)
    Step = Target.Size;
  for (wide Shift = Even ? 0 : 1 - Target.Size;
       Shift < (Even ? Step : wide(Source.Size)) && Result != AnyOrder;
       Shift += Step) {
    if (Rank == 1) {
      Result |= hazardOfLine(wide(Target.Strides[0]) * Target.Size,
                             wide(Source.Strides[0]) * Source.Size,
                             Apart + Shift, Shape[0]);
      continue;
    }
    bool Same = Target.Size == Source.Size;
    for (std::size_t K = 0; K < Rank; ++K)
      Same &= Target.Strides[K] == Source.Strides[K];
    auto note = [&](std::ptrdiff_t Difference) {
      Result |= Difference < 0 ? FirstToLast : LastToFirst;
      return Result == AnyOrder;
    };
    bool Known;
    if (Same) { // the unknowns: by how much the two indices differ
      wide Wanted = Apart + Shift;
      for (std::size_t K = 0; K < Rank; ++K)
        Wanted += wide(Target.Strides[K]) * Target.Size * (Shape[K] - 1);
      bounded_equation All(Wanted, 4096);
      for (std::size_t K = 0; K < Rank; ++K)
        All.add(wide(Target.Strides[K]) * Target.Size, 2 * (Shape[K] - 1),
                unsigned(K));
      Known = All.solve([&](const std::ptrdiff_t *X) {
        for (std::size_t K = 0; K < Rank; ++K)
          if (X[K] != Shape[K] - 1)
            return note(X[K] - (Shape[K] - 1));
        return false;
      });
    } else {
      bounded_equation All(Apart + Shift, 4096);
      for (std::size_t K = 0; K < Rank; ++K) {
        All.add(wide(Target.Strides[K]) * Target.Size, Shape[K] - 1,
                unsigned(2 * K));
        All.add(-wide(Source.Strides[K]) * Source.Size, Shape[K] - 1,
                unsigned(2 * K + 1));
      }
      Known = All.solve([&](const std::ptrdiff_t *X) {
        for (std::size_t K = 0; K < Rank; ++K)
          if (X[2 * K] != X[2 * K + 1])
            return note(X[2 * K] - X[2 * K + 1]);
        return false;
      });
    }
    if (!Known)
      return AnyOrder;
  }
  return Result;
}

/// Whether two elements of one section may be the same place.
inline bool repeats(const std::ptrdiff_t *Shape, const std::ptrdiff_t *Strides,
                    std::size_t Rank) {
  const footprint Self{0, 1, Strides};
  return hazardOf(Self, Self, Shape, Rank) != NoHazard;
}

} // namespace twofold::detail

#endif
