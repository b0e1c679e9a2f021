// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelFunction.h - prints the code of one OpenCL C function -------===//
//
// Statements and expressions keep their shape.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_KERNELFUNCTION_H
#define TWOFOLD_PLUGIN_KERNEL_KERNELFUNCTION_H

#include "kernel/StatementPrinter.h"

namespace twofold {

class KernelFunction {
public:
  ExpressionPrinter Expressions;
  StatementPrinter Statements;

  KernelFunction(KernelUnit &Unit, const PointerSpaces &Spaces)
      : Expressions(Unit, Spaces), Statements(Expressions) {}

  void bind(const clang::ValueDecl *D, std::string Name, Binding How) {
    Expressions.Names.bind(D, std::move(Name), How);
  }
  llvm::StringRef nameOf(const clang::ValueDecl *D) const {
    return Expressions.Names.nameOf(D);
  }
  std::string parameters(const clang::FunctionDecl &F);
  /// All statements of a constructor's function.
  std::string constructor(const clang::CXXConstructorDecl &C, unsigned Indent);
};

} // namespace twofold

#endif
