// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VectorPrinter.h - expressions with vectors ------------------------===//
//
// Vectors of clang's and GCC's kind are OpenCL C's own where both lay them out
// alike. Operators are the same ones; lanes, construction and conversions are
// spelled differently.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_VECTORPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_VECTORPRINTER_H

#include "kernel/Operands.h"

namespace twofold {

struct MathRule;

class VectorPrinter : KindPrinter {
public:
  using KindPrinter::KindPrinter;

  Text literal(const clang::InitListExpr &E);
  Text lanes(const clang::ExtVectorElementExpr &E);
  Text lane(const clang::ArraySubscriptExpr &E);
  Text shuffle(const clang::ShuffleVectorExpr &E);
  Text conversion(const clang::CastExpr &E);
  Text converted(const clang::ConvertVectorExpr &E);
  Text chosen(const clang::AbstractConditionalOperator &E);
  /// __builtin_elementwise_...: of vectors and of scalars.
  Text elementwise(const clang::CallExpr &E, const MathRule &Rule);
};

} // namespace twofold

#endif
