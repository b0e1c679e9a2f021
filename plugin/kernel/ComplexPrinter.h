// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ComplexPrinter.h - expressions with complex numbers ---------------===//
//
// Where one operand of an operator is real, clang leaves its imaginary part
// out of the arithmetic, and so does the kernel.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_COMPLEXPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_COMPLEXPRINTER_H

#include "kernel/Operands.h"

namespace twofold {

struct MathRule;

class ComplexPrinter : KindPrinter {
public:
  using KindPrinter::KindPrinter;

  Text binary(const clang::BinaryOperator &E);
  Text compound(const clang::CompoundAssignOperator &E);
  /// Operators of one operand; the parts of real numbers too.
  Text unary(const clang::UnaryOperator &E);
  Text conversion(const clang::CastExpr &E);
  /// Functions of <complex.h>.
  Text math(const clang::CallExpr &E, const MathRule &Rule);
  /// ComplexText's function for this operation on numbers of type T.
  Text call(llvm::StringRef Operation, clang::QualType T,
            llvm::ArrayRef<Text> Arguments);

private:
  Text operation(const clang::BinaryOperator &E, clang::BinaryOperatorKind Op,
                 clang::QualType T, const Text &Left, bool LeftReal,
                 const Text &Right, bool RightReal);
};

} // namespace twofold

#endif
