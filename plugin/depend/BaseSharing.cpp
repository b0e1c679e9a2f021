// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/FormProofs.h"
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

bool mayOverlap(const Base &A, const Base &B, const ParallelLoop &Loop) {
  auto IsObject = [](const Base &X) {
    return !X.IsPointer && X.Decl && !X.Decl->getType()->isReferenceType();
  };
  if (IsObject(A) && IsObject(B))
    return false;
  // What one restrict pointer is used for no other parameter is. Pointers that
  // were made from it may be, but those are no parameters.
  auto Parameter = [&](const Base &X) {
    const auto *P = dyn_cast_or_null<ParmVarDecl>(X.Decl);
    return P && P->getType()->isPointerType() &&
           P->getDeclContext() == Loop.Function;
  };
  auto Restrict = [](const Base &X) {
    return X.Decl->getType().isRestrictQualified();
  };
  if (!Parameter(A) || !Parameter(B) || (!Restrict(A) && !Restrict(B)))
    return true;
  return llvm::any_of(llvm::ArrayRef({&A, &B}), [&](const Base *X) {
    return Loop.functionUses().of(X->Decl).mayChange();
  });
}

} // namespace twofold
