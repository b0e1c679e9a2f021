// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExpressionNames.cpp ------------------------------------------------===//

#include "ast/ExpressionNames.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace twofold {

std::string nameIn(const Expr &Part) {
  const Expr *E = Part.IgnoreParenCasts();
  while (true) {
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase()->IgnoreParenCasts();
    else if (const auto *U = dyn_cast<UnaryOperator>(E))
      E = U->getSubExpr()->IgnoreParenCasts();
    else if (const auto *B = dyn_cast<BinaryOperator>(E))
      E = B->getLHS()->IgnoreParenCasts();
    else
      break;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl()->getNameAsString();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl()->getNameAsString();
  return "";
}

} // namespace twofold
