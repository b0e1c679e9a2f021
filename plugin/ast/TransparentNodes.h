// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransparentNodes.h - expressions that are another one's ------------===//
#ifndef TWOFOLD_PLUGIN_AST_TRANSPARENTNODES_H
#define TWOFOLD_PLUGIN_AST_TRANSPARENTNODES_H

#include "clang/AST/ExprCXX.h"

namespace twofold {

/// E without what changes neither its value nor its kind: parentheses, full
/// expressions, what the compiler has chosen or put in. One list for all that
/// looks at expressions. Behind some of these nodes there is another function's
/// expression, which names its variables: a default argument, say.
inline const clang::Expr *seeThrough(const clang::Expr *E) {
  using namespace clang;
  for (;;) {
    E = E->IgnoreParens(); // __extension__, _Generic and __builtin_choose_expr
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bound->getSubExpr();
    else if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = Subst->getReplacement();
    else if (const auto *Written = dyn_cast<CXXRewrittenBinaryOperator>(E))
      E = Written->getSemanticForm();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
      E = Default->getExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
      E = Default->getExpr();
    else
      return E;
  }
}

} // namespace twofold

#endif
