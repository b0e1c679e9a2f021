// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallPrinter.h - calls of functions and constructors ---------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_CALLPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_CALLPRINTER_H

#include "kernel/LibraryPrinter.h"

namespace twofold {

class CallPrinter : KindPrinter {
  LibraryPrinter &Library;

public:
  CallPrinter(Operands &All, LibraryPrinter &Library)
      : KindPrinter(All), Library(Library) {}

  Text call(const clang::CallExpr &E);
  Text construction(const clang::CXXConstructExpr &E);

private:
  Text helper(const clang::CallExpr &E, const clang::FunctionDecl &F);
  std::string argument(const clang::Expr *E, clang::QualType Parameter);
  /// What a call of F hands over besides its arguments.
  void addGlobals(const clang::FunctionDecl &F,
                  llvm::SmallVectorImpl<std::string> &Arguments);
};

} // namespace twofold

#endif
