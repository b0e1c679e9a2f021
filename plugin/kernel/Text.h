// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Text.h - pieces of OpenCL C, and how strongly they bind -----------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_TEXT_H
#define TWOFOLD_PLUGIN_KERNEL_TEXT_H

#include "string"
#include "clang/AST/OperationKinds.h"
#include "llvm/ADT/StringRef.h"

namespace twofold {

/// Binding strength, loosest first.
enum class Strength {
  Comma,
  Assign,
  Conditional,
  LogicalOr,
  LogicalAnd,
  Or,
  Xor,
  And,
  Equality,
  Relation,
  Shift,
  Sum,
  Product,
  Unary,
  Postfix,
  Primary
};

struct Text {
  std::string Code;
  Strength Binds = Strength::Primary;

  /// In parentheses where it binds less than Least.
  std::string atLeast(Strength Least) const {
    return Binds < Least ? "(" + Code + ")" : Code;
  }
};

Text joined(const Text &Left, clang::BinaryOperatorKind Op, const Text &Right);
/// Base.Name or Base->Name.
Text part(const Text &Base, bool Arrow, llvm::StringRef Name);
/// What a pointer points at.
Text dereferenced(const Text &Pointer);

} // namespace twofold

#endif
