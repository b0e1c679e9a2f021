// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ConversionPrinter.h - casts and sizes -----------------------------===//
//
// Conversions are printed as casts, because OpenCL C's overloaded functions
// choose by type. Only integer promotions are left to the language, which does
// them as C does.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_CONVERSIONPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_CONVERSIONPRINTER_H

#include "kernel/LvaluePrinter.h"
#include "kernel/ObjectPrinter.h"

namespace twofold {

class ConversionPrinter : KindPrinter {
  ComplexPrinter &Complex;
  VectorPrinter &Vectors;
  RowPrinter &Rows;
  ObjectPrinter &Objects;

public:
  ConversionPrinter(Operands &All, ComplexPrinter &Complex,
                    VectorPrinter &Vectors, RowPrinter &Rows,
                    ObjectPrinter &Objects)
      : KindPrinter(All), Complex(Complex), Vectors(Vectors), Rows(Rows),
        Objects(Objects) {}

  Text conversion(const clang::CastExpr &E);
  Text unevaluated(const clang::UnaryExprOrTypeTraitExpr &E);

private:
  Text reinterpreted(const clang::CastExpr &E);
};

} // namespace twofold

#endif
