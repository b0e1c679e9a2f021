// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallPrinter.h - calls of functions and constructors ---------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_CALLPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_CALLPRINTER_H

#include "kernel/NumberPrinters.h"

namespace twofold {

class LibraryPrinter : KindPrinter {
  ComplexPrinter &Complex;
  VectorPrinter &Vectors;

public:
  LibraryPrinter(Operands &All, ComplexPrinter &Complex, VectorPrinter &Vectors)
      : KindPrinter(All), Complex(Complex), Vectors(Vectors) {}

  Text call(const clang::CallExpr &E, const clang::FunctionDecl &F,
            const MathRule &Rule);

private:
  Text bits(const clang::CallExpr &E, const clang::FunctionDecl &F,
            const MathRule &Rule);
  Text extremum(const clang::CallExpr &E, const MathRule &Rule);
  Text byteSwap(const clang::CallExpr &E);
  Text rotation(const clang::CallExpr &E, bool Left);
  Text overflow(const clang::CallExpr &E, llvm::StringRef Operation);
};

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
