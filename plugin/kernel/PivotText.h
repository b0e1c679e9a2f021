// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PivotText.h - shortest paths, several rows an item -----------------===//
//
//   if (d[k][k] < 0) { one item for each row, its elements in order; return; }
//   row = d[k][j];
//   for (rows of the item) { own[r] = d[i][j]; left[r] = d[i][k]; }
//   for (rows of the item) the body, which reads these
//
// An item that stores an element before it loads the next waits for memory each
// time. Rounds are independent of each other where d[k][k] is not negative, so
// that all loads may come first.
//
#ifndef TWOFOLD_PLUGIN_KERNEL_PIVOTTEXT_H
#define TWOFOLD_PLUGIN_KERNEL_PIVOTTEXT_H

#include "kernel/ItemDimensions.h"
#include "kernel/TileText.h"

namespace twofold {

/// One use only.
class PivotText {
  ItemDimensions &Items;
  const ItemDimensions::Dimension &Columns;
  const PivotUpdate &Pivot;
  KernelUnit &Unit;
  KernelFunction &Function;
  const llvm::ArrayRef<std::string> Limits;
  TileText::Declaration Declare;
  const clang::Expr *Target = nullptr; ///< of the only assignment
  bool Plain = true; ///< these elements are loaded, wherever they are named
  llvm::SmallVector<const clang::Expr *, 2> Own, Left, Row;

  std::string load(llvm::ArrayRef<const clang::Expr *> Uses,
                   const std::string &Name, const std::string &At,
                   std::string &Declared);

public:
  /// Columns and rows of a group, and rows of an item.
  static constexpr unsigned Width = 64, Height = 16, Each = 4;

  /// Of the rounds of dimension 0, which have a pivot.
  PivotText(ItemDimensions &Items, KernelUnit &Unit, KernelFunction &Function,
            llvm::ArrayRef<std::string> Limits, TileText::Declaration Declare);

  /// Whether there is such a form.
  bool fits() const { return Plain && !Own.empty(); }
  std::string print();
};

} // namespace twofold

#endif
