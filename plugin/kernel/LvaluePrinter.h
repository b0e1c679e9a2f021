// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LvaluePrinter.h - variables, elements, members, addresses ---------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_LVALUEPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_LVALUEPRINTER_H

#include "kernel/RowPrinter.h"

namespace twofold {

class LvaluePrinter : KindPrinter {
  RowPrinter &Rows;

public:
  LvaluePrinter(Operands &All, RowPrinter &Rows)
      : KindPrinter(All), Rows(Rows) {}

  Text reference(const clang::DeclRefExpr &E);
  Text member(const clang::MemberExpr &E);
  Text subscript(const clang::ArraySubscriptExpr &E);
  Text address(const clang::Expr *E);
};

} // namespace twofold

#endif
