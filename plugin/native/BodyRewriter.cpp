// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/BodyRewriter.h"
#include "ast/AtomicDirectives.h"

using namespace clang;

namespace twofold {

QualType BodyRewriter::flatElement(ASTContext &Ctx, QualType Type) {
  QualType T = Type;
  if (const auto *Pointer = T->getAs<PointerType>())
    T = Pointer->getPointeeType();
  while (T->isVariablyModifiedType()) {
    const ArrayType *Array = Ctx.getAsArrayType(T);
    if (!Array)
      break;
    T = Array->getElementType();
  }
  return T;
}

void BodyRewriter::reference(Stmt *&Slot, DeclRefExpr *Ref) {
  auto It = Variables.find(Ref->getDecl());
  if (It == Variables.end())
    return;
  // Another instantiation of a template may have the same node. Nor does any
  // setter clear the flag of what a closure captures, which the new function
  // does not have.
  Slot = DeclRefExpr::Create(Ctx, NestedNameSpecifierLoc(), SourceLocation(),
                             It->second, false, Ref->getLocation(),
                             Ref->getType(), VK_LValue);
}

/// The lengths written in a cast's type are expressions like any other.
void BodyRewriter::typeLengths(QualType Type) {
  for (Stmt *Size : lengthsIn(Type))
    rewrite(Size);
}

Expr *BodyRewriter::flatOffset(Expr *Pointer, Expr *Index, bool Negative) {
  Expr *Flat = flatten(Pointer);
  if (!Flat)
    return nullptr;
  Stmt *Slot = Index;
  rewrite(Slot);
  QualType Long = Make.I64;
  Expr *Count = Make.convert(cast<Expr>(Slot), Long);
  QualType Pointee = Pointer->getType()->getPointeeType();
  if (Pointee->isVariablyModifiedType())
    Count = Make.binary(BO_Mul, Make.paren(Count), Length(Pointee), Long);
  return Make.paren(Make.binary(Negative ? BO_Sub : BO_Add, Flat,
                                Make.paren(Count), Flat->getType()));
}

/// E is a value of type pointer to a variable-length array, or an lvalue of
/// such an array type: the pointer to its first innermost element. Null when E
/// does not lead to a variable that was flattened.
Expr *BodyRewriter::flatten(Expr *E) {
  Expr *Plain = E->IgnoreParens();
  if (auto *Ref = dyn_cast<DeclRefExpr>(Plain)) {
    auto It = Variables.find(Ref->getDecl());
    if (It == Variables.end() || !Ref->getType()->isVariablyModifiedType())
      return nullptr;
    return Make.value(It->second);
  }
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(Plain))
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
    case CK_ArrayToPointerDecay:
    case CK_NoOp:
      return flatten(Cast->getSubExpr());
    default:
      return nullptr;
    }
  if (auto *Sub = dyn_cast<ArraySubscriptExpr>(Plain))
    return flatOffset(Sub->getBase(), Sub->getIdx(), false);
  if (auto *Unary = dyn_cast<UnaryOperator>(Plain))
    if (Unary->getOpcode() == UO_Deref || Unary->getOpcode() == UO_AddrOf)
      return flatten(Unary->getSubExpr());
  if (auto *Sum = dyn_cast<BinaryOperator>(Plain))
    if (Sum->isAdditiveOp() && Sum->getType()->isPointerType()) {
      bool Left = Sum->getLHS()->getType()->isPointerType();
      return flatOffset(Left ? Sum->getLHS() : Sum->getRHS(),
                        Left ? Sum->getRHS() : Sum->getLHS(),
                        Sum->getOpcode() == BO_Sub);
    }
  return nullptr;
}

/// The distance of two pointers to rows, in rows, of which one leads to a
/// variable that was flattened; null where none does.
Expr *BodyRewriter::flatDistance(BinaryOperator *E) {
  Expr *Sides[] = {E->getLHS(), E->getRHS()};
  Expr *Flat[] = {flatten(Sides[0]), flatten(Sides[1])};
  if (!Flat[0] && !Flat[1])
    return nullptr;
  int Known = Flat[0] ? 0 : 1;
  if (!Flat[1 - Known]) {
    Stmt *Other = Sides[1 - Known];
    rewrite(Other);
    Flat[1 - Known] = Make.convert(cast<Expr>(Other), Flat[Known]->getType());
  }
  return Make.paren(Make.binary(
      BO_Div, Make.paren(Make.binary(BO_Sub, Flat[0], Flat[1], E->getType())),
      Make.convert(Length(Sides[Known]->getType()->getPointeeType()),
                   E->getType()),
      E->getType()));
}

void BodyRewriter::rewrite(Stmt *&Slot) {
  if (!Slot)
    return;
  if (auto *Ref = dyn_cast<DeclRefExpr>(Slot);
      Ref && !Ref->getType()->isVariablyModifiedType())
    return reference(Slot, Ref);
  if (isa<CXXThisExpr>(Slot)) {
    if (This)
      Slot = Make.value(This);
    return;
  }
  if (auto *E = dyn_cast<Expr>(Slot)) {
    if (auto *B = dyn_cast<BinaryOperator>(E);
        B && B->getOpcode() == BO_Sub &&
        B->getRHS()->getType()->isPointerType() &&
        B->getRHS()->getType()->isVariablyModifiedType())
      if (Expr *Distance = flatDistance(B)) {
        Slot = Distance;
        return;
      }
    // An array's length is asked of the type, which stays with its function.
    if (auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E);
        Size && Size->getKind() == UETT_SizeOf && !Size->isArgumentType() &&
        Size->getTypeOfArgument()->isVariableArrayType()) {
      // Types of the body's own variables have moved along.
      if (flatten(Size->getArgumentExpr())) {
        QualType Array = Size->getTypeOfArgument();
        QualType Element = flatElement(Ctx, Array);
        Slot = Make.paren(Make.binary(
            BO_Mul, Make.convert(Length(Array), Size->getType()),
            Make.integer(Ctx.getTypeSizeInChars(Element).getQuantity(),
                         Size->getType()),
            Size->getType()));
        return;
      }
    }
    // What a reference is bound to.
    if (E->isGLValue() && E->getType()->isVariableArrayType())
      if (Expr *Flat = flatten(E)) {
        QualType To = Ctx.getPointerType(E->getType());
        Slot = Make.dereference(Make.cast(CK_BitCast, Flat, To));
        return;
      }
    bool Flattens =
        E->isPRValue() && E->getType()->isPointerType() &&
        (E->getType()->isVariablyModifiedType() ||
         (isa<ImplicitCastExpr>(E) && cast<ImplicitCastExpr>(E)
                                          ->getSubExpr()
                                          ->getType()
                                          ->isVariablyModifiedType()));
    if (Flattens)
      if (Expr *Flat = flatten(E)) {
        QualType To = E->getType();
        Slot = Ctx.hasSameType(Flat->getType(), To)
                   ? Flat
                   : Make.cast(CK_BitCast, Flat, To);
        return;
      }
    if (auto *Cast = dyn_cast<ExplicitCastExpr>(E))
      if (Cast->getType()->isVariablyModifiedType())
        typeLengths(Cast->getType());
  }
  if (auto *Declared = dyn_cast<DeclStmt>(Slot))
    for (Decl *D : Declared->decls()) {
      if (auto *V = dyn_cast<VarDecl>(D);
          V && V->getType()->isVariablyModifiedType())
        typeLengths(V->getType());
      if (auto *Alias = dyn_cast<TypedefNameDecl>(D))
        typeLengths(Alias->getUnderlyingType());
    }
  if (Arrays.rewrite(Slot, [&](Stmt *&Part) { rewrite(Part); }))
    return;
  for (Stmt *&Child : ownParts(Slot))
    rewrite(Child);
  changeAtomic(Slot, [&](Stmt *&Part) { rewrite(Part); }, Ctx);
}

} // namespace twofold
