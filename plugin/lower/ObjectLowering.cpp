// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

Place ObjectLowering::initial(QualType T, const Expr *Init, StringRef Name) {
  if (failed())
    return {};
  SourceLocation Loc = Init ? Init->getExprLoc() : Loop.Loc;
  if (T->isReferenceType()) {
    if (!Init)
      return noPlace(Loc);
    return Places.stable(place(Init), T.getNonReferenceType(), Name, Loc);
  }
  if (!Init)
    return Places.uninitialised(T, Name, Loc);
  if (Facts.isLowered(T)) {
    if (T->isArrayType())
      return pointerArray(T, Init, Name, Loc);
    Place P = value(Init);
    return P.is(Kind::Value) && !Derived.isInvariant(P.Code)
               ? Emit.variable(T, Name, P.Code)
               : P;
  }
  if (T->isScalarType()) {
    Place P = value(Init);
    if (!P.is(Kind::Value))
      return P; // the address of an object
    return Emit.variable(T, Name, P.Code);
  }
  // Arrays and records keep their initialiser.
  if (!Emit.takesStatements() && T->isArrayType())
    return noPlace(Loc);
  return Emit.variable(T, Name, scalar(Init));
}

Place ObjectLowering::construct(const CXXConstructExpr &E) {
  QualType T = E.getType();
  const CXXConstructorDecl *C = E.getConstructor();
  SourceLocation Loc = E.getExprLoc();
  if (!Facts.isLowered(T)) {
    if (E.isElidable() && E.getNumArgs() == 1)
      return value(E.getArg(0));
    llvm::SmallVector<Expr *, 4> Args;
    for (unsigned I = 0; I < E.getNumArgs(); ++I)
      Args.push_back(Calls.argument(
          E.getArg(I), I < C->getNumParams() ? C->getParamDecl(I)->getType()
                                             : E.getArg(I)->getType()));
    return made(CXXConstructExpr::Create(
        Ctx, T, E.getLocation(), const_cast<CXXConstructorDecl *>(C),
        E.isElidable(), Args, E.hadMultipleCandidates(),
        E.isListInitialization(), E.isStdInitListInitialization(),
        E.requiresZeroInitialization(), E.getConstructionKind(),
        E.getParenOrBraceRange()));
  }
  if (T->isArrayType())
    return noPlace(Loc);
  if (E.requiresZeroInitialization() && C->isTrivial())
    return Places.zeroed(T, Loc);
  llvm::SmallVector<const Expr *, 4> Args(E.arguments());
  return constructBy(*C, T, Args, Loc);
}

Place ObjectLowering::constructBy(const CXXConstructorDecl &C, QualType T,
                                  llvm::ArrayRef<const Expr *> Args,
                                  SourceLocation Loc) {
  bool Memberwise = C.isCopyOrMoveConstructor() &&
                    (C.isTrivial() || C.isDefaulted()) && Args.size() == 1;
  if (Memberwise) {
    Place From = place(Args[0]);
    const auto *Temporary =
        dyn_cast<MaterializeTemporaryExpr>(Args[0]->IgnoreParenImpCasts());
    if (From.is(Kind::Object) && Temporary)
      return From; // nobody else has it
    return Places.copied(From, T, Loc);
  }
  if (C.isDefaultConstructor() && C.isTrivial())
    return Places.uninitialised(T, "", Loc);
  LocalObject *O = Places.object(T, Loc);
  const FunctionDecl *Def = nullptr;
  if (!O || !(Def = Frames.enter(C, Loc)))
    return {};
  bool Writes = Facts.writes(C);
  FrameStack::Bindings Bound = Calls.bind(*Def, Args, Writes);
  Frames.begin(*Def, ofObject(O), Bound);
  const auto *Constructor = cast<CXXConstructorDecl>(Def);
  for (const CXXCtorInitializer *Init : Constructor->inits()) {
    if (failed())
      break;
    if (Init->isDelegatingInitializer()) {
      Place Whole = value(Init->getInit());
      if (Whole.is(Kind::Object))
        O->Parts = Whole.Object->Parts;
      else
        fail(Loc);
    } else if (Init->isBaseInitializer()) {
      QualType Base(Init->getBaseClass(), 0);
      for (const CXXBaseSpecifier &B : Constructor->getParent()->bases())
        if (Ctx.hasSameUnqualifiedType(B.getType(), Base))
          Places.addBase(O, B, value(Init->getInit()));
    } else if (const FieldDecl *F = Init->getMember()) {
      O->Parts[F] = initial(F->getType(), Init->getInit(), partName("", *F));
    } else {
      fail(Loc);
    }
  }
  for (const FieldDecl *F : O->Class->fields())
    if (!failed() && !O->Parts.count(F) && !F->getType()->isReferenceType() &&
        !F->isUnnamedBitField() &&
        !(Facts.isLowered(F->getType()) && F->getType()->isPointerType()))
      O->Parts[F] = Places.uninitialised(F->getType(), partName("", *F), Loc);
  if (!failed())
    Bodies.body(*Def, Writes);
  Frames.end(Bound);
  return failed() ? Place() : ofObject(O);
}

Place ObjectLowering::closure(const LambdaExpr &E) {
  LocalObject *O = Places.object(E.getType(), E.getExprLoc());
  if (!O)
    return {};
  auto Field = O->Class->field_begin();
  for (const Expr *Init : E.capture_inits()) {
    if (failed() || Field == O->Class->field_end())
      break;
    O->Parts[*Field] = initial(Field->getType(), Init, partName("", **Field));
    ++Field;
  }
  return ofObject(O);
}

/// An array, and an object that knows where it begins and how long it is.
Place ObjectLowering::elements(const CXXStdInitializerListExpr &E) {
  const SourceLocation Loc = E.getExprLoc();
  const Expr *Array = E.getSubExpr()->IgnoreImplicit();
  LocalObject *O = Places.object(E.getType(), Loc);
  const auto *T = Ctx.getAsConstantArrayType(Array->getType());
  if (!O || !T || Facts.isLowered(T->getElementType()) ||
      !Emit.takesStatements())
    return noPlace(Loc);
  Place Elements = initial(Array->getType(), Array, "elements");
  if (failed() || !Elements.is(Kind::Device))
    return noPlace(Loc);
  for (const FieldDecl *F : O->Class->fields())
    if (F->getType()->isPointerType() && O->Parts.empty())
      O->Parts[F] = Emit.variable(F->getType(), partName("", *F),
                                  Make.decay(Elements.Code));
    else if (F->getType()->isIntegerType() && O->Parts.size() == 1)
      O->Parts[F] = Emit.variable(F->getType(), partName("", *F),
                                  Make.integer(T->getZExtSize(), F->getType()));
    else
      return noPlace(Loc); // another library's
  return ofObject(O);
}

/// Init is a list; a pointer that it does not name is left out.
Place ObjectLowering::pointerArray(QualType T, const Expr *Init, StringRef Name,
                                   SourceLocation Loc) {
  const auto *List = dyn_cast<InitListExpr>(Init->IgnoreParenImpCasts());
  if (!List)
    return noPlace(diag::Id::PointerToPointer, Loc, Name);
  return Places.pointerArray(
      T, Name, Loc, [&](uint64_t I, QualType Row, StringRef As) {
        return initial(
            Row, I < List->getNumInits() ? List->getInit(I) : nullptr, As);
      });
}

Place ObjectLowering::list(const InitListExpr &E) {
  const InitListExpr &L =
      E.isSemanticForm() || !E.getSemanticForm() ? E : *E.getSemanticForm();
  QualType T = L.getType();
  if (L.isTransparent() || (T->isScalarType() && L.getNumInits() == 1))
    return value(L.getInit(0));
  // Its `this` is the object that is being made.
  if (llvm::any_of(L.inits(), [](const Expr *Init) {
        return isa<CXXDefaultInitExpr>(Init) && holdsNode<CXXThisExpr>(Init);
      }))
    return noPlace(diag::Id::Construct, L.getExprLoc(),
                   "a default that names other members");
  if (!Facts.isLowered(T)) {
    llvm::SmallVector<Expr *, 8> Inits;
    for (Expr *Init : L.inits())
      Inits.push_back(scalar(Init));
    auto *Copy =
        new (Ctx) InitListExpr(Ctx, L.getLBraceLoc(), Inits, L.getRBraceLoc());
    Copy->setType(T);
    if (const auto *Filler = L.getArrayFiller())
      Copy->setArrayFiller(const_cast<Expr *>(Filler));
    else if (const FieldDecl *Member = L.getInitializedFieldInUnion())
      Copy->setInitializedFieldInUnion(const_cast<FieldDecl *>(Member));
    return made(Copy);
  }
  LocalObject *O = Places.object(T, L.getExprLoc());
  if (!O)
    return {};
  unsigned Next = 0;
  auto Init = [&]() -> const Expr * {
    return Next < L.getNumInits() ? L.getInit(Next++) : nullptr;
  };
  if (const auto *Class = dyn_cast<CXXRecordDecl>(O->Class))
    for (const CXXBaseSpecifier &B : Class->bases()) {
      const Expr *From = Init();
      Places.addBase(
          O, B,
          From ? value(From)
               : Places.uninitialised(B.getType(), "", L.getExprLoc()));
    }
  for (const FieldDecl *F : O->Class->fields()) {
    if (F->isUnnamedBitField())
      continue;
    O->Parts[F] = initial(F->getType(), Init(), partName("", *F));
  }
  return ofObject(O);
}

} // namespace twofold
