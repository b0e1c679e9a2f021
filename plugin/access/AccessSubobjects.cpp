// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessSubobjects.cpp - objects, their parts, and where these lie ---===//
#include "access/NodeEvaluators.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace twofold;

/// Address + Bytes.
Value PlaceEvaluator::shifted(Value Address, int64_t Bytes) {
  for (Arm &A : Address)
    if ((A.What == Arm::Memory || Objects.isObject(A)) && !A.Wild) {
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

Value PlaceEvaluator::memberOf(Value Address, const FieldDecl *F) {
  return shifted(
      std::move(Address),
      Ctx.toCharUnitsFromBits(int64_t(Ctx.getFieldOffset(F))).getQuantity());
}

/// The T at Address, where that is an object of the iteration's own; empty:
/// nobody knows. Loaded as of AccessTouches::followed.
Value PlaceEvaluator::loadObject(const Value &Address, QualType T,
                                 const Expr *Loaded) {
  Value Known = Objects.load(Address, T);
  if (!Known.empty())
    return Known;
  const auto From = Objects.origin(Address, T);
  return From && !Touches.mayHaveChanged(From->From, From->Stores, T, Loaded)
             ? followed({From->From}, T, Loaded)
             : Value();
}

/// The T of a class at Address, as a value.
Value PlaceEvaluator::objectValue(const Value &Address, QualType T,
                                  const Expr *Loaded) {
  if (!Recorder.Occurrences)
    return unknownValue();
  const QualType Scalar = onlyScalar(T, Ctx);
  if (Scalar.isNull()) {
    Value Copy = Objects.temporary();
    Stowed.put(Copy, T, Address);
    Objects.copy(Copy, Numbers.chosenPlace(Address), T, Touches.stores());
    return Copy;
  }
  Value Known = loadObject(Address, Scalar, Loaded);
  if (Known.empty())
    Known = followed(Address, Scalar, Loaded);
  if (!Known.empty())
    return Known;
  return Scalar->isPointerType()
             ? Stowed.with(addressValue(Arm::Nowhere), Address, Scalar)
             : unknownValue();
}

/// The address of a temporary object that holds the value of E.
Value PlaceEvaluator::held(const Expr *E) {
  Value V = Expressions.rvalue(E);
  const QualType T = E->getType();
  const bool Scalar = !onlyScalar(T, Ctx).isNull();
  if (T->isRecordType() && !Scalar)
    return llvm::all_of(V, LocalObjects::isObject) ? V
                                                   : addressValue(Arm::Private);
  Value Address = Objects.temporary();
  if (Scalar)
    keep(Address, T, V);
  return Address;
}

/// The value of L, a list of the parts of an object of class.
Value PlaceEvaluator::aggregate(const InitListExpr *L) {
  const QualType T = L->getType();
  const Value Address = Objects.temporary();
  fill(Address, L);
  return onlyScalar(T, Ctx).isNull() ? Address : objectValue(Address, T, L);
}

/// The members, bases or elements at Address are given those of L.
void PlaceEvaluator::fill(const Value &Address, const InitListExpr *L) {
  auto Inits = L->inits();
  auto Next = Inits.begin();
  auto Take = [&](const Value &At, const FieldDecl *Member = nullptr) {
    if (Next != Inits.end())
      initialise(At, *Next++, Member);
  };
  if (const auto *Array = Ctx.getAsConstantArrayType(L->getType())) {
    const int64_t Each =
        Ctx.getTypeSizeInChars(Array->getElementType()).getQuantity();
    const int64_t Bytes = Ctx.getTypeSizeInChars(L->getType()).getQuantity();
    for (int64_t At = 0; At < Bytes; At += Each)
      if (Next != Inits.end())
        Take(shifted(Address, At));
      else if (L->hasArrayFiller() && Bytes <= 256)
        initialise(shifted(Address, At), L->getArrayFiller());
      else
        break;
    return;
  }
  const RecordDecl *R = L->getType()->getAsRecordDecl();
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(R);
  if (Class && !R->isUnion())
    for (const CXXBaseSpecifier &Base : Class->bases())
      Take(baseOf(Address, Class, Base));
  if (R && !R->isUnion())
    for (const FieldDecl *F : R->fields())
      if (!F->isUnnamedBitField())
        Take(F->isBitField() ? wild(Address) : memberOf(Address, F), F);
  while (Next != Inits.end())
    Take(wild(Address));
}

/// What is at Address, a reference where Init is an lvalue, is given its value.
void PlaceEvaluator::initialise(const Value &Address, const Expr *Init,
                                const FieldDecl *Member) {
  if (const ExprWithCleanups *Full = fullExpression(Init))
    return Ends.whole(
        *Full, [&](const Expr *Part) { initialise(Address, Part, Member); });
  if (const auto *List = dyn_cast<InitListExpr>(plain(Init));
      List && Init->getType()->isArrayType())
    return fill(Address, List);
  const QualType T = Init->getType();
  // A constructor may tell others where its object is.
  if (const Expr *Made = plain(Init);
      isa<CXXConstructExpr, CXXInheritedCtorInitExpr>(Made) &&
      Address.size() == 1 && Objects.isObject(Address[0]) && !Address[0].Wild &&
      Calls.constructAt(Address, Made))
    return;
  if (Init->isGLValue())
    keep(Address, Ctx.getPointerType(T), addressOf(Init), Member);
  else
    keep(Address, T, Ends.kept(Init), Member);
}

Value PlaceEvaluator::baseOf(const Value &Address, const CXXRecordDecl *Class,
                             const CXXBaseSpecifier &Base) {
  const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
  return Base.isVirtual() ? wild(Address)
                          : shifted(Address, Ctx.getASTRecordLayout(Class)
                                                 .getBaseClassOffset(B)
                                                 .getQuantity());
}

/// What a constructor does to the object at This ahead of its body.
void PlaceEvaluator::initialise(const Value &This,
                                const CXXConstructorDecl *C) {
  for (const CXXCtorInitializer *Init : C->inits()) {
    const Expr *E = Init->getInit();
    if (!E)
      continue;
    if (const FieldDecl *F = Init->getMember()) {
      initialise(F->isBitField() ? wild(This) : memberOf(This, F), E, F);
      continue;
    }
    const CXXBaseSpecifier *Of = nullptr;
    for (const CXXBaseSpecifier &Base : C->getParent()->bases())
      if (Init->isBaseInitializer() &&
          Ctx.hasSameUnqualifiedType(Base.getType(),
                                     QualType(Init->getBaseClass(), 0)))
        Of = &Base;
    if (Of)
      initialise(baseOf(This, C->getParent(), *Of), E);
    else if (Init->isDelegatingInitializer())
      initialise(This, E);
    else {
      Expressions.effects(E);
      Objects.forget(This);
    }
  }
}
