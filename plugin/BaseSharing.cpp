// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BaseSharing.cpp ----------------------------------------------------===//

#include "BaseSharing.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

bool isSynchronised(const Base &B, const ASTContext &Ctx) {
  const auto *V = dyn_cast_or_null<VarDecl>(B.Decl);
  if (!B.Decl || (V && V->getTLSKind()))
    return B.Decl;
  QualType T = B.Decl->getType().getNonReferenceType();
  while (!T.isNull()) {
    if (T.isVolatileQualified() || T->isAtomicType())
      return true;
    if (const ArrayType *Array = Ctx.getAsArrayType(T))
      T = Array->getElementType();
    else
      T = T->getPointeeType();
  }
  return false;
}

} // namespace twofold
