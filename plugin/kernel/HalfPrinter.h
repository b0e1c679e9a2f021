// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HalfPrinter.h - arithmetic in half precision ----------------------===//
//
// Hosts without instructions for it compute an expression of half-precision
// numbers in float and round once at its end. So does the kernel there; where
// the host rounds each operation, half's own operators do the same.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_HALFPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_HALFPRINTER_H

#include "kernel/FusedSums.h"

namespace twofold {

bool isHalf(clang::QualType T);

class HalfPrinter : KindPrinter {
  const FusedSums &Sums;

public:
  HalfPrinter(Operands &All, const FusedSums &Sums)
      : KindPrinter(All), Sums(Sums) {}

  Text binary(const clang::BinaryOperator &E);
  Text compound(const clang::CompoundAssignOperator &E);

private:
  Text asFloat(const clang::Expr *E);
  Text operation(const clang::BinaryOperator &E);
};

} // namespace twofold

#endif
