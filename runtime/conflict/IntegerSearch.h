// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- IntegerSearch.h - whether integers meet linear conditions ----------===//
//
// A handful of unknowns, each in an interval, and sums of multiples of them
// that have to lie in intervals, too. Intervals are narrowed by what the sums
// leave to each unknown, ends that no multiple of the factors reaches are cut
// off, equations are put into the other sums, sums of digits are taken apart,
// two unknowns of one equation are solved as such, and what remains is tried in
// halves. Exact unless it takes too many steps. Pure.
#ifndef TWOFOLD_RUNTIME_CONFLICT_INTEGERSEARCH_H
#define TWOFOLD_RUNTIME_CONFLICT_INTEGERSEARCH_H

#include "conflict/LinearSum.h"

#include <array>
#include <cstdint>
#include <vector>

namespace twofold {

class IntegerSearch {
  struct Condition {
    LinearSum Sum;
    Wide Low, High; ///< both included
  };
  struct Box {
    std::array<Wide, LinearSum::Most> Low, High;
    bool fixed(unsigned U) const { return Low[U] == High[U]; }
  };
  std::vector<Condition> Conditions;
  Box All;
  unsigned Count = 0;
  bool Sound = true;
  unsigned Left = 0;

  enum class State { Open, Empty };
  State narrow(const Condition &C, Box &In, bool &Changed) const;
  State narrow(Box &In, int Rounds) const;
  enum class Digits { Whole, Apart, None };
  Digits split(const Condition &Of, Wide Base, const Box &In, Condition &Large,
               Condition &Small) const;
  bool divide(size_t Number, const Box &In, State &Now);
  void merge();
  bool eliminate(size_t Number, Box &In);
  State prepare(Box &In);
  bool onLine(const Box &In, unsigned X, unsigned Y, bool &Found) const;
  bool visit(Box In);

public:
  /// Factors and ends beyond this are not calculated with.
  static constexpr Wide Limit = Wide(1) << 55;

  /// Forgets all unknowns and conditions.
  void clear() {
    Conditions.clear();
    Count = 0;
    Sound = true;
  }
  /// The number of a new unknown, Low <= u <= High. Too many, or ends beyond
  /// Limit: the search gives up.
  unsigned unknown(Wide Low, Wide High);
  /// The end of an unknown's interval, as it was given.
  Wide highOf(unsigned U) const { return All.High[U]; }
  /// The greatest value of a sum over the unknowns' intervals.
  Wide greatest(const LinearSum &Of);
  void between(const LinearSum &Sum, Wide Low, Wide High);
  void notNegative(const LinearSum &Sum) { between(Sum, 0, Limit); }
  /// What was to be said cannot be said in numbers this small.
  void giveUp() { Sound = false; }

  enum class Outcome { Found, None, GaveUp };
  /// Whether some integers meet all conditions, in so many steps.
  Outcome solve(unsigned Steps);
};

} // namespace twofold

#endif
