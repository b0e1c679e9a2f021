// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/CopiedArrays.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

bool CopiedArrays::rewrite(Stmt *&Slot,
                           llvm::function_ref<void(Stmt *&)> Rewrite) {
  if (OpaqueValueExpr *Array = Known.lookup(Slot)) {
    Slot = Array;
    return true;
  }
  auto *Elements = dyn_cast<ArrayInitLoopExpr>(Slot);
  if (!Elements)
    return false;
  OpaqueValueExpr *Array = Elements->getCommonExpr();
  Stmt *Source = Array->getSourceExpr();
  Rewrite(Source);
  if (Source == Array->getSourceExpr())
    return false;
  OpaqueValueExpr *&New = Known[Array];
  New = new (Ctx) OpaqueValueExpr(Array->getLocation(), Array->getType(),
                                  Array->getValueKind(), Array->getObjectKind(),
                                  cast<Expr>(Source));
  Slot = new (Ctx)
      ArrayInitLoopExpr(Elements->getType(), New, Elements->getSubExpr());
  return false;
}

} // namespace twofold
