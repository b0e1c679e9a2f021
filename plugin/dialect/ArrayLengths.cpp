// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dialect/ArrayLengths.h"
#include "dialect/TypeMapping.h"

using namespace clang;

namespace twofold {

/// T with the types that `auto` was deduced as at its outside.
static QualType spelled(QualType T, ASTContext &Ctx) {
  if (T.isNull() || T->isVariablyModifiedType() ||
      !T.getCanonicalType()->isVariablyModifiedType())
    return T;
  if (const auto *R = T->getAs<ReferenceType>()) {
    QualType To = spelled(R->getPointeeTypeAsWritten(), Ctx);
    return isa<LValueReferenceType>(R) ? Ctx.getLValueReferenceType(To)
                                       : Ctx.getRValueReferenceType(To);
  }
  const auto *Auto = T->getAs<AutoType>();
  return Auto && !Auto->getDeducedType().isNull()
             ? Ctx.getQualifiedType(spelled(Auto->getDeducedType(), Ctx),
                                    T.getQualifiers())
             : T.getCanonicalType();
}

void spellLengths(Stmt *S, ASTContext &Ctx) {
  if (!S)
    return;
  if (auto *E = dyn_cast<Expr>(S))
    E->setType(spelled(E->getType(), Ctx));
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      V->setType(spelled(V->getType(), Ctx));
  if (auto *Declared = dyn_cast<DeclStmt>(S))
    for (VarDecl *V : variablesIn(*Declared))
      V->setType(spelled(V->getType(), Ctx));
  for (Stmt *Child : S->children())
    spellLengths(Child, Ctx);
}

void findLengths(ParallelLoop &Loop, const ASTContext &Ctx) {
  for (const Capture &C : Loop.Captures) {
    if (!C.Type->isVariablyModifiedType())
      continue;
    // The outermost dimension of an array is no row.
    QualType Row = C.Type->isAnyPointerType()
                       ? C.Type->getPointeeType()
                       : Ctx.getAsArrayType(C.Type)->getElementType();
    for (; Row->isVariablyModifiedType() && Row->isArrayType();
         Row = Ctx.getAsArrayType(Row)->getElementType())
      Loop.Lengths.push_back({Row, elementOf(Row, Ctx), Loop.ArgCount++});
  }
}

SettledLength settledLength(QualType Array, const FunctionDecl &F,
                            const BodyUses &Uses, const ASTContext &Ctx) {
  SettledLength Out;
  for (QualType T = Array; T->isVariablyModifiedType();) {
    // Constant lengths of rows that are not are in such types, too.
    const auto *A = dyn_cast_or_null<VariableArrayType>(Ctx.getAsArrayType(T));
    const Expr *Size = A ? A->getSizeExpr() : nullptr;
    if (!Size)
      return {};
    T = A->getElementType();
    if (auto Constant = Size->getIntegerConstantExpr(Ctx)) {
      Out.Whole *= Constant->getZExtValue();
      continue;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Size->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->hasLocalStorage() || V->getDeclContext() != &F ||
        !V->getType()->isIntegerType() || V->getType()->isEnumeralType() ||
        V->getType().isVolatileQualified())
      return {};
    Out.Factors.push_back(V);
  }
  for (const VarDecl *V : Out.Factors)
    if (Uses.of(V).mayChange() || Uses.of(V).Changed)
      return {};
  return Out;
}

} // namespace twofold
