// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- IntegerArithmetic.h - C's integer operations on arms ---------------===//
//
// C's integers wrap where forms do not. Each operation attaches the checks
// under which its form is the number that C computes. Signed overflow being
// undefined needs none. Numbers of 64 bits are kept modulo 2^64, as addresses
// are.
#ifndef TWOFOLD_PLUGIN_ACCESS_INTEGERARITHMETIC_H
#define TWOFOLD_PLUGIN_ACCESS_INTEGERARITHMETIC_H

#include "access/SymbolicValue.h"

namespace twofold {

struct IntegerType {
  unsigned Width = 0; ///< 0: not an integer type, or one of over 64 bits
  bool Unsigned = false;
  bool Boolean = false;

  static IntegerType of(clang::QualType T, const clang::ASTContext &Ctx);
  explicit operator bool() const { return Width != 0; }
  int64_t min() const;
  int64_t max() const; ///< of unsigned 64 bits: what a form can hold
};

/// A with the check that makes its form the number itself.
Arm exact(Arm A, IntegerType T);

/// A as a number of elements to go from an address.
Arm subscript(Arm A, IntegerType T);

Arm converted(Arm A, IntegerType From, IntegerType To);

/// + - * and << of two operands in type T.
Arm combined(clang::BinaryOperatorKind Op, const Arm &A, const Arm &B,
             IntegerType T);

/// The facts that `A Op B` tells, Op being a comparison in type T.
Guards factsOf(clang::BinaryOperatorKind Op, const Arm &A, const Arm &B,
               IntegerType T,
               llvm::function_ref<bool(const AffineForm &)> NeverNegative);

} // namespace twofold

#endif
