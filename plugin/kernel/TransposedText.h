// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransposedText.h - tiles that are read along rows ------------------===//
//
//   for (places of the item) tile[row][column] = a[i][j];   along what is read
//   barrier
//   for (places of the item) the body                     along what is stored
//
#ifndef TWOFOLD_PLUGIN_KERNEL_TRANSPOSEDTEXT_H
#define TWOFOLD_PLUGIN_KERNEL_TRANSPOSEDTEXT_H

#include "kernel/KernelFunction.h"
#include "kernel/TileText.h"
#include "schedule/TransposedLoads.h"

namespace twofold {

/// One use only.
class TransposedText {
  const TransposedLoads &Plan;
  KernelUnit &Unit;
  KernelFunction &Function;
  const llvm::ArrayRef<std::string> Limits, Privates;
  TileText::Declaration Declare;
  std::string Item, FirstRow, FirstColumn, Row, Column, Part, Place, RowNumber,
      ColumnNumber, Memory;
  unsigned Side = 64;

  std::string each(bool Columns, const std::string &Inside) const;

public:
  static constexpr unsigned Items = 256; ///< of a group

  TransposedText(const TransposedLoads &Plan, KernelUnit &Unit,
                 KernelFunction &Function, llvm::ArrayRef<std::string> Limits,
                 llvm::ArrayRef<std::string> Privates,
                 TileText::Declaration Declare);

  /// Columns and rows that a group has.
  unsigned side() const { return Side; }
  std::string print();
  /// Declarations of local memory; ask after the code.
  const std::string &memory() const { return Memory; }
};

} // namespace twofold

#endif
