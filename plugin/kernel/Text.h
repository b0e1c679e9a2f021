// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Text.h - pieces of OpenCL C, and how strongly they bind -----------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_TEXT_H
#define TWOFOLD_PLUGIN_KERNEL_TEXT_H

#include "dialect/TypeMapping.h"

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
  /// As the last operand of commas, where Before, which ends in one, is not
  /// empty.
  Text after(const std::string &Before) const {
    return Before.empty() ? *this : Text{"(" + Before + Code + ")"};
  }
};

Text joined(const Text &Left, clang::BinaryOperatorKind Op, const Text &Right);
/// Base.Name or Base->Name.
Text part(const Text &Base, bool Arrow, llvm::StringRef Name);
/// What a pointer points at.
Text dereferenced(const Text &Pointer);
/// What a line begins with that stands so deep in blocks.
std::string spaces(unsigned Indent);
/// Lines, each that much further in.
std::string indented(llvm::StringRef Lines, unsigned Indent = 1);
/// Puts By wherever What stands in In; What is no part of By.
void putFor(std::string &In, llvm::StringRef What, const std::string &By);

/// Constants and casts, as their types want them.
class TypedText {
public:
  TypedText(clang::ASTContext &Ctx, TypeMapping &Types)
      : Ctx(Ctx), Types(Types) {}

  Text cast(clang::QualType T, const Text &Operand,
            AddressSpace Space = AddressSpace::Private);
  /// A cast of a number of type From. Hosts take a narrow integer's low bits
  /// from an int, where C leaves open what a value out of range gives.
  Text rounded(clang::QualType T, const Text &Operand, clang::QualType From);
  Text literal(const clang::APValue &Value, clang::QualType T);
  Text zero(clang::QualType T);
  Text complexNumber(clang::QualType T, const Text &Re, const Text &Im);

protected:
  clang::ASTContext &Ctx;
  TypeMapping &Types;
};

/// The text of a number of type T, exact.
std::string numberText(const clang::APValue &Value, clang::QualType T,
                       const clang::ASTContext &Ctx);
/// The value in braces or as a literal.
std::string constantText(const clang::APValue &Value, clang::QualType T,
                         const clang::ASTContext &Ctx);

} // namespace twofold

#endif
