// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LibraryPrinter.h - calls of functions that OpenCL C has, too ------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_LIBRARYPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_LIBRARYPRINTER_H

#include "kernel/ComplexPrinter.h"
#include "kernel/VectorPrinter.h"

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

} // namespace twofold

#endif
