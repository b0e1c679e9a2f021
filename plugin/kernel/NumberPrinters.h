// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NumberPrinters.h - arithmetic that OpenCL C spells its own way ----===//
#ifndef TWOFOLD_PLUGIN_KERNEL_NUMBERPRINTERS_H
#define TWOFOLD_PLUGIN_KERNEL_NUMBERPRINTERS_H

#include "kernel/Operands.h"

namespace twofold {

struct MathRule;

/// Sums of products that the host fuses.
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

bool isHalf(clang::QualType T);

/// Hosts without instructions for it compute an expression of half-precision
/// numbers in float and round once at its end. So does the kernel there; where
/// the host rounds each operation, half's own operators do the same.
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

/// Where one operand of an operator is real, clang leaves its imaginary part
/// out of the arithmetic, and so does the kernel.
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

/// Vectors of clang's and GCC's kind are OpenCL C's own where both lay them out
/// alike. Operators are the same ones; lanes, construction and conversions are
/// spelled differently.
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
