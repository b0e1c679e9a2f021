// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PairConstraints.h - when two accesses touch a common byte ----------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_PAIRCONSTRAINTS_H
#define TWOFOLD_PLUGIN_DEPEND_PAIRCONSTRAINTS_H

#include "depend/DependenceProof.h"
#include "depend/LinearSystem.h"

namespace twofold {

using Numbers = llvm::SmallVector<int64_t, 4>; ///< one for each value

/// The constraints under which A in one iteration and B in another touch a
/// common byte. Axes of the first have even numbers, of the second odd ones;
/// those that agree have one number. Differs is -1 where it does not matter in
/// which the two differ. Rows are forms that are not negative.
class PairConstraints {
  const IterationSpace &Space;
  llvm::ArrayRef<int> Equal;
  int Differs;
  llvm::SmallVector<AffineForm, 32> Rows;
  AffineForm Apart; ///< bytes from the second to the first
  int NextAxis;
  bool Sound = true; ///< no row was lost

  int renamed(int Axis, int Copy) const {
    return 2 * Axis + (llvm::is_contained(Equal, Axis) ? 0 : Copy);
  }
  AffineForm renamed(const AffineForm &Form, int Copy) const;
  void atLeastZero(const MaybeForm &Form) {
    if (Form)
      Rows.push_back(*Form);
    else
      Sound = false;
  }
  void zero(const MaybeForm &Form) {
    atLeastZero(Form);
    atLeastZero(Form ? scaled(*Form, -1) : Form);
  }
  void axis(int Number, int Copy);
  void reference(const MemoryReference &R, int Copy);
  LinearSystem linear(const Numbers *Sample) const;
  void multiply();
  bool impossibleAtOnce() const;
  llvm::SmallVector<AffineForm, 4> splits() const;
  bool impossibleInParts(llvm::ArrayRef<AffineForm> Splits,
                         unsigned Depth) const;

public:
  PairConstraints(const IterationSpace &Space, const MemoryReference &A,
                  const MemoryReference &B, llvm::ArrayRef<int> Equal,
                  int Differs);

  /// The second iteration is ahead on the axis that differs, or behind, by
  /// one step or more, or by Exactly this many.
  void ahead(bool Forward, std::optional<int64_t> Exactly);
  bool impossible() const { return impossibleInParts(splits(), /*Depth=*/2); }
  LinearSystem::Search search(const Numbers &Sample, unsigned &Steps) const;
  /// Whether no row has a value of the call in it.
  bool isNumeric() const {
    return llvm::all_of(Rows, [](const AffineForm &Row) {
      return llvm::all_of(Row,
                          [](const Monomial &M) { return M.Values.empty(); });
    });
  }
};

} // namespace twofold

#endif
