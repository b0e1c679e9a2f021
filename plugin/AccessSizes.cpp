// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessSizes.cpp - sizes of types, lengths a call can evaluate ---===//
#include "AccessEvaluator.h"
#include "AstFactory.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace twofold;

/// E may become a Value: captured variables, not changed in the loop, and
/// operations that cannot trap when nothing asked for them.
bool AccessEvaluator::isComposable(const Expr *E) const {
  E = plain(E);
  if (E->getType().isVolatileQualified())
    return false;
  if (isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr>(E))
    return true;
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_IntegralCast || C->getCastKind() == CK_NoOp)
      return bool(IntegerType::of(C->getType(), Ctx)) &&
             isComposable(C->getSubExpr());
    if (C->getCastKind() != CK_LValueToRValue ||
        !IntegerType::of(C->getType(), Ctx))
      return false;
    const Expr *From = plain(C->getSubExpr());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(From)) {
      const Capture *Known = Loop.capture(Ref->getDecl());
      return InClause ? isa<VarDecl>(Ref->getDecl())
                      : Known && Known->Kind == Sharing::Value;
    }
    return isUnchangedRecord(From);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_Plus || U->getOpcode() == UO_Minus ||
            U->getOpcode() == UO_Not) &&
           isComposable(U->getSubExpr());
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !IntegerType::of(B->getType(), Ctx) || B->isAssignmentOp() ||
      B->isComparisonOp() || B->isLogicalOp() || B->getOpcode() == BO_Comma)
    return false;
  Expr::EvalResult R;
  bool Divides = B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem;
  if (Divides && (!B->getRHS()->EvaluateAsInt(R, Ctx) ||
                  R.Val.getInt().isZero() || R.Val.getInt().isAllOnes()))
    return false;
  return isComposable(B->getLHS()) && isComposable(B->getRHS());
}

/// Bytes of T.
MaybeForm AccessEvaluator::sizeOf(QualType T) {
  if (T->isVoidType() || T->isFunctionType())
    return constantForm(1); // as GNU C has it
  if (T->isDependentType() || T->isIncompleteType())
    return std::nullopt;
  if (!T->isVariablyModifiedType() || T->isPointerType())
    return constantForm(Ctx.getTypeSizeInChars(T).getQuantity());
  if (!isCapturedVla(T))
    return spelledInside(T);
  // A new node outside the tree: the size that the type had when declared.
  auto *Size = new (Ctx) UnaryExprOrTypeTraitExpr(
      UETT_SizeOf, Ctx.getTrivialTypeSourceInfo(T, Loop.Loc), Ctx.getSizeType(),
      Loop.Loc, Loop.Loc);
  return valueForm(Recorder.value(Size));
}

/// T's lengths are written in the loop: their product, where the call can
/// compute it.
MaybeForm AccessEvaluator::spelledInside(QualType T) {
  AstFactory Make(Ctx, Loop.Loc);
  QualType Count = Ctx.getSizeType();
  Expr *Product = nullptr;
  while (const VariableArrayType *A = Ctx.getAsVariableArrayType(T)) {
    const Expr *Length = A->getSizeExpr();
    if (!Length || !isComposable(Length))
      return std::nullopt;
    Expr *Copy = Make.convert(Make.paren(Make.copyInvariant(Length)), Count);
    Product = Product ? Make.binary(BO_Mul, Product, Copy, Count) : Copy;
    T = A->getElementType();
  }
  if (!Product || T->isVariablyModifiedType() || T->isIncompleteType())
    return std::nullopt;
  Expr *Bytes = Make.integer(Ctx.getTypeSizeInChars(T).getQuantity(), Count);
  return valueForm(Recorder.value(Make.binary(BO_Mul, Product, Bytes, Count)));
}

static void sizeExpressions(QualType T,
                            llvm::SmallPtrSetImpl<const Expr *> &Out) {
  for (;;) {
    T = T.getNonReferenceType();
    if (const auto *Adjusted = T->getAs<AdjustedType>()) {
      T = Adjusted->getAdjustedType();
    } else if (const auto *P = T->getAs<PointerType>()) {
      T = P->getPointeeType();
    } else if (const ArrayType *A = T->getAsArrayTypeUnsafe()) {
      if (const auto *V = dyn_cast<VariableArrayType>(A))
        Out.insert(V->getSizeExpr());
      T = A->getElementType();
    } else {
      return;
    }
  }
}

/// T's lengths were fixed outside the loop, by the type of a captured variable.
bool AccessEvaluator::isCapturedVla(QualType T) const {
  llvm::SmallPtrSet<const Expr *, 4> Known, Needed;
  for (const Capture &C : Loop.Captures)
    if (C.Decl)
      sizeExpressions(C.Decl->getType(), Known);
  sizeExpressions(T, Needed);
  return llvm::all_of(Needed, [&](const Expr *E) { return Known.contains(E); });
}
