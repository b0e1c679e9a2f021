// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ComplexText.h - complex arithmetic as OpenCL C functions -----------===//
//
// OpenCL C has no complex numbers: they are structs {re, im}, and each
// operation that a kernel uses is a function. Sums and products give the bits
// that clang's code gives, Annex G's recovery of infinities included. Quotients
// lie within four units in the last place of each part, whatever cancels;
// -fcx-limited-range asks for the plain formulas and gets them.
#ifndef TWOFOLD_PLUGIN_KERNEL_COMPLEXTEXT_H
#define TWOFOLD_PLUGIN_KERNEL_COMPLEXTEXT_H

#include "dialect/TypeMapping.h"

namespace twofold {

class ComplexText {
  TypeMapping &Types;
  NameTable &Names;
  const clang::ASTContext &Ctx;
  llvm::StringMap<std::string> Known;
  std::string Functions;

public:
  ComplexText(const clang::ASTContext &Ctx, TypeMapping &Types,
              NameTable &Names)
      : Types(Types), Names(Names), Ctx(Ctx) {}

  /// The function for an operation on complex numbers of type T: add, sub, mul,
  /// div, the same with `_real` (right operand) or `real_` (left operand) where
  /// one is real, `basic_mul` and `basic_div`, neg, conj, eq, eq_real, truth,
  /// proj, and `from` for a conversion from the other precision.
  std::string function(llvm::StringRef Operation, clang::QualType T);

  /// Definitions of all functions asked for.
  const std::string &functions() const { return Functions; }

private:
  std::string body(llvm::StringRef Operation, clang::QualType T);
};

} // namespace twofold

#endif
