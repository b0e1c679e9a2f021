// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SharedRows.h - rows of which several groups have parts -------------===//
//
// Each group adds up every so manieth round of its row and leaves the sum in a
// buffer. Another launch has a group for each row, which takes these in place
// of the rounds, so that all that is behind them runs once.
//
#ifndef TWOFOLD_PLUGIN_KERNEL_SHAREDROWS_H
#define TWOFOLD_PLUGIN_KERNEL_SHAREDROWS_H

#include "kernel/KernelUnit.h"
#include "model/ReductionForms.h"

namespace twofold {

class SharedRows {
  std::string Share; ///< the group's number among those of its row
  std::string Memory, Shares, Joined; ///< parameters; empty: there are none

public:
  struct Sum {
    std::string Name, Type;
    ReductionOp Op;
  };
  struct Parameter {
    std::string Declared;
    unsigned Kind, Index, Size;
  };
  using Parameters = llvm::SmallVector<Parameter, 4>;

  SharedRows() = default;
  explicit SharedRows(KernelUnit &Unit)
      : Share(Unit.Names.claim("share")), Memory(Unit.Names.claim("shared")),
        Shares(Unit.Names.claim("shares")), Joined(Unit.Names.claim("joined")) {
  }

  explicit operator bool() const { return !Memory.empty(); }
  Parameters parameters(unsigned Sums) const;
  /// The number of the group's first row, by how many it has, and what declares
  /// its share.
  std::string firstRow(const std::string &Rows) const;
  std::string declared() const;
  /// The first round of an item, and how far the next one is.
  std::string firstRound(const std::string &Lane,
                         const std::string &Lanes) const;
  std::string step(const std::string &Lanes) const;

  /// Rounds, or what other groups have made of them.
  std::string roundsOrSums(const std::string &Rounds, llvm::ArrayRef<Sum> Sums,
                           const std::string &Row, const std::string &Lane,
                           const std::string &Lanes,
                           const std::string &Other) const;

  /// For the item that has the group's sums; Whole is for those of a whole row.
  std::string storedOr(const std::string &Whole, llvm::ArrayRef<Sum> Sums,
                       const std::string &Row) const;
  /// Where a group that has a part of a row has done all of its work.
  std::string end() const;

private:
  std::string place(const Sum &S, const std::string &Group, size_t Number,
                    size_t Count) const;
};

} // namespace twofold

#endif
