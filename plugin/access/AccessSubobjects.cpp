// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessSubobjects.cpp - where in an object its parts lie ------------===//
#include "access/NodeEvaluators.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace twofold;

/// Address + Bytes.
Value PlaceEvaluator::shifted(Value Address, int64_t Bytes) {
  for (Arm &A : Address)
    if (A.What == Arm::Memory && !A.Wild) {
      MaybeForm Moved = sum(A.Form, constantForm(Bytes));
      A.Wild = !Moved;
      A.Form = Moved.value_or(AffineForm());
    }
  return Address;
}

/// Address, of what E converts to one of its bases or from one.
Value PlaceEvaluator::alongBases(Value Address, const CastExpr *E) {
  bool ToBase = E->getCastKind() != CK_BaseToDerived;
  const Expr *Derived = ToBase ? E->getSubExpr() : E;
  QualType T = Derived->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  int64_t Bytes = 0;
  for (const CXXBaseSpecifier *Step : E->path()) {
    const CXXRecordDecl *Base = Step->getType()->getAsCXXRecordDecl();
    if (!Class || !Base || Step->isVirtual())
      return wild(Address);
    Bytes +=
        Ctx.getASTRecordLayout(Class).getBaseClassOffset(Base).getQuantity();
    Class = Base;
  }
  return shifted(std::move(Address), ToBase ? Bytes : -Bytes);
}

/// The lanes of a vector: exactly their bytes where they follow one another.
PlaceEvaluator::Place
PlaceEvaluator::placeOfLanes(const ExtVectorElementExpr *E) {
  const Expr *Vector = E->getBase();
  Value Address = E->isArrow()           ? Expressions.rvalue(Vector)
                  : !Vector->isGLValue() ? (Expressions.effects(Vector),
                                            addressValue(Arm::Private))
                                         : addressOf(Vector);
  llvm::SmallVector<uint32_t, 16> Lanes;
  E->getEncodedElementAccess(Lanes);
  QualType T = E->getType();
  if (const auto *V = T->getAs<VectorType>())
    T = V->getElementType();
  for (unsigned I = 0; I != Lanes.size(); ++I)
    if (Lanes[I] != Lanes[0] + I)
      return {nullptr, wild(Address)};
  int64_t Bytes = Ctx.getTypeSizeInChars(T).getQuantity() * Lanes[0];
  return {nullptr, shifted(std::move(Address), Bytes)};
}
