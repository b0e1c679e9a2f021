// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TypedText.h - constants and casts, as their types want them -------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_TYPEDTEXT_H
#define TWOFOLD_PLUGIN_KERNEL_TYPEDTEXT_H

#include "dialect/TypeMapping.h"
#include "kernel/Text.h"
#include "clang/AST/ASTContext.h"

namespace twofold {

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
