// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LinearSystem.h - linear constraints over integers ------------------===//
//
// Pure: numbers in, an answer out. Used to prove that two accesses never meet
// (no solution) or to find iterations that do (a solution).
#ifndef TWOFOLD_PLUGIN_DEPEND_LINEARSYSTEM_H
#define TWOFOLD_PLUGIN_DEPEND_LINEARSYSTEM_H

#include "access/AccessModel.h"
#include <map>

namespace twofold {

/// Sum of Coefficients[v] * v + Constant; missing coefficients are zero.
struct LinearRow {
  llvm::SmallVector<int64_t, 16> Coefficients;
  int64_t Constant = 0;

  int64_t at(unsigned Variable) const {
    return Variable < Coefficients.size() ? Coefficients[Variable] : 0;
  }
  /// False on overflow.
  bool add(unsigned Variable, int64_t Coefficient);
};

class LinearSystem {
  llvm::SmallVector<LinearRow, 32> Rows; ///< each is not negative
  unsigned Variables = 0;
  bool Contradiction = false;
  bool Incomplete = false; ///< a row had numbers too large to keep

public:
  unsigned addVariable() { return Variables++; }
  /// A row could not be formed: solutions may be none.
  void setIncomplete() { Incomplete = true; }

  /// Row >= 0, with what integers allow made tighter.
  void addAtLeastZero(LinearRow Row);

  /// No integers solve it: proven. False says nothing.
  bool isImpossible() const;

  enum class Search { Found, None, GaveUp };
  /// Whether integers solve it, by trying those that may; every variable needs
  /// bounds. At most Steps choices are tried, and those tried are taken from
  /// it.
  Search search(unsigned &Steps) const;
};

/// One of affine forms, of which each monomial is a variable.
class FormSystem : public LinearSystem {
  std::map<std::pair<int, llvm::SmallVector<unsigned, 3>>, unsigned> Variables;

public:
  /// Form >= 0. Met is told of each monomial that is new.
  void atLeastZero(
      const AffineForm &Form,
      llvm::function_ref<void(const Monomial &)> Met = [](const Monomial &) {});
};

} // namespace twofold

#endif
