// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PairQuestion.h - whether two references of a call meet -------------===//
#ifndef TWOFOLD_RUNTIME_CONFLICT_PAIRQUESTION_H
#define TWOFOLD_RUNTIME_CONFLICT_PAIRQUESTION_H

#include "conflict/CallSeries.h"
#include "conflict/IntegerSearch.h"
#include "twofold/abi.h"

#include <array>

namespace twofold {

/// Asks about the pairs of one call, or of all calls of a series: two
/// iterations of one call that agree in the dimensions before Differs, and of
/// which the second is ahead there, or behind.
class PairQuestion {
  const twofold_site &Site;
  const twofold_launch &Launch;
  const CallSeries *Series; ///< null: of Launch alone
  const twofold_conflicts &All;
  IntegerSearch Search;
  static constexpr unsigned MostAxes = 16;
  /// By side and axis: the induction variable, once it is known.
  std::array<std::array<LinearSum, MostAxes>, 2> Inductions;
  std::array<std::array<bool, MostAxes>, 2> Known;
  /// Which round of an inner axis the first side is in.
  std::array<unsigned, MostAxes> Rounds;
  unsigned Call = 0; ///< the unknown that says which call of the series it is
  bool Runs = true;  ///< no loop around is known to be empty

  static LinearSum constant(Wide Value) {
    LinearSum Sum;
    Sum.Constant = Value;
    return Sum;
  }
  static LinearSum one(unsigned Unknown) {
    LinearSum Sum;
    Sum.Factors[Unknown] = 1;
    return Sum;
  }
  void add(LinearSum &To, const LinearSum &What, Wide Times) {
    if (!To.add(What, Times))
      Search.giveUp();
  }

  bool varies(unsigned Word) const { return Series && Series->step(Word) != 0; }
  LinearSum number(unsigned Word, Wide OfLaunch) const;
  void inRange(const LinearSum &Sum, const LinearSum &Last);
  void dimension(unsigned Number, unsigned Differs, bool Ahead);
  void axis(unsigned Number, unsigned Side);
  void addTerm(LinearSum &Sum, const twofold_term &Term, unsigned Side);
  LinearSum evaluate(const twofold_form &Form, unsigned Side);
  LinearSum address(const twofold_reference &R, unsigned Side);

public:
  /// Launch is one of the calls of Of, if there are such.
  PairQuestion(const twofold_site &Site, const twofold_launch &Launch,
               const CallSeries *Of = nullptr)
      : Site(Site), Launch(Launch), Series(Of), All(*Site.conflicts) {}

  /// Whether some two iterations of a call meet, in so many steps of a search.
  IntegerSearch::Outcome meet(const twofold_conflict &Pair, unsigned Differs,
                              bool Ahead, unsigned Steps);
};

} // namespace twofold

#endif
