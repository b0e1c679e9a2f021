// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FusedSums.h - sums of products that the host fuses ----------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_FUSEDSUMS_H
#define TWOFOLD_PLUGIN_KERNEL_FUSEDSUMS_H

#include "kernel/Operands.h"

namespace twofold {

class FusedSums : KindPrinter {
public:
  using KindPrinter::KindPrinter;

  /// Whether the host fuses what it can in E.
  bool contracts(const clang::BinaryOperator &E) const;
  bool isProduct(const clang::Expr *E) const;
  /// Whether `a op= b` is fused.
  bool fuses(const clang::CompoundAssignOperator &E) const;
  /// fma(), where clang would fuse on the host. A compound assignment gives
  /// the Left operand's text.
  std::optional<Text> fused(const clang::BinaryOperator &E, bool Subtract,
                            const Text *Left);
};

} // namespace twofold

#endif
