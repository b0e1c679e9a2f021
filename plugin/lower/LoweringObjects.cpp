// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringObjects.cpp - objects taken apart --------------------------===//

#include "lower/Lowering.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

std::string Lowering::partName(StringRef Object, const FieldDecl &F) {
  StringRef Name = F.getIdentifier() ? F.getName() : StringRef();
  if (isLibraryPart(F))
    Name.consume_front("_M_");
  Name = Name.trim('_');
  if (Object.empty() || Name.empty())
    return Object.empty() ? Name.str() : Object.str();
  return (Object + "_" + Name).str();
}

LocalObject *Lowering::object(QualType T, SourceLocation Loc) {
  const auto *R = T->getAsRecordDecl();
  const RecordDecl *Def = R ? R->getDefinition() : nullptr;
  if (!Def || Def->isUnion() || Def->isInvalidDecl()) {
    fail(Loc);
    return nullptr;
  }
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Def)) {
    if (!Class->hasTrivialDestructor() || Class->isDynamicClass()) {
      fail(Loc);
      return nullptr;
    }
  }
  // A variable in place of a bit-field would hold more than the field does.
  for (const FieldDecl *F : Def->fields())
    if (F->isBitField() && !F->isUnnamedBitField()) {
      fail(diag::Id::BitField, Loc, F->getName());
      return nullptr;
    }
  Objects.emplace_back();
  Objects.back().Class = Def;
  return &Objects.back();
}

void Lowering::addBase(LocalObject *O, const CXXBaseSpecifier &B, Place Part) {
  const auto *Class = B.getType()->getAsCXXRecordDecl();
  if (Part.is(Kind::Value)) // a base without pointers
    Part = atDevice(Make.lvalue(temporary(B.getType(), "base", Part.Code)));
  if (Part.Object)
    Part.Object->Derived = O;
  O->Parts[Class->getCanonicalDecl()] = Part;
}

Place Lowering::copied(const Place &From, QualType T, SourceLocation Loc) {
  LocalObject *O = object(T, Loc);
  if (!O || From.is(Kind::None))
    return {};
  if (const auto *Class = dyn_cast<CXXRecordDecl>(O->Class))
    for (const CXXBaseSpecifier &B : Class->bases()) {
      Place Part;
      const auto *Base = B.getType()->getAsCXXRecordDecl();
      if (B.isVirtual() || !Base) {
        fail(Loc);
        return {};
      }
      if (From.is(Kind::Object)) {
        auto It = From.Object->Parts.find(Base->getCanonicalDecl());
        Part = It == From.Object->Parts.end() ? Place() : It->second;
      } else if (From.is(Kind::Host)) {
        CXXCastPath Path{const_cast<CXXBaseSpecifier *>(&B)};
        Part = atHost(ImplicitCastExpr::Create(
            Ctx, B.getType(), CK_UncheckedDerivedToBase, From.Code, &Path,
            VK_LValue, FPOptionsOverride()));
      } else {
        fail(Loc);
        return {};
      }
      if (isLowered(B.getType()))
        Part = copied(Part, B.getType(), Loc);
      addBase(O, B, Part);
    }
  for (FieldDecl *F : O->Class->fields()) {
    if (Failed)
      return {};
    if (F->isUnnamedBitField())
      continue;
    QualType FT = F->getType();
    // What was never set is not copied either.
    if (From.is(Kind::Object) && !From.Object->Parts.count(F))
      continue;
    Place Part = member(From, F, Loc);
    if (FT->isReferenceType() || FT->isArrayType()) {
      // An array of one of the body's own objects.
      if (Part.is(Kind::Object)) {
        Place Copy = pointerArray(FT, nullptr, partName("", *F), Loc);
        if (!Failed)
          for (auto [To, Own] :
               llvm::zip(Copy.Object->Elements, Part.Object->Elements))
            emit(Make.assign(To.Code, load(Own, FT, Loc).Code));
        Part = Copy;
      } else if (FT->isArrayType() && !Part.is(Kind::Host)) {
        Place Copy = uninitialised(FT, partName("", *F), Loc);
        assignArray(Copy, Part, FT, Loc);
        Part = Copy;
      }
      O->Parts[F] = Part;
    } else if (isLowered(FT) && FT->isRecordType()) {
      O->Parts[F] = copied(Part, FT, Loc);
    } else {
      Place Read = load(Part, FT, Loc);
      O->Parts[F] = Read.is(Kind::Value)
                        ? atDevice(Make.lvalue(
                              temporary(FT, partName("", *F), Read.Code)))
                        : Read;
    }
  }
  return ofObject(O);
}

/// Few elements, one by one.
void Lowering::assignArray(const Place &To, const Place &From, QualType T,
                           SourceLocation Loc) {
  constexpr uint64_t Most = 64;
  const auto *Array = Ctx.getAsConstantArrayType(T);
  if (!To.is(Kind::Device) || !From.is(Kind::Device) || !Array ||
      Ctx.getConstantArrayElementCount(Array) > Most)
    return fail(Loc);
  QualType Element = Array->getElementType();
  for (uint64_t I = 0; I < Array->getZExtSize() && !Failed; ++I) {
    auto At = [&](const Place &P) {
      return atDevice(Make.subscript(Make.decay(P.Code),
                                     Make.integer(I, Ctx.getSizeType())));
    };
    if (Element->isArrayType())
      assignArray(At(To), At(From), Element, Loc);
    else
      emit(Make.assign(At(To).Code, Make.load(At(From).Code)));
  }
}

void Lowering::assignObject(const Place &To, const Place &From, QualType T,
                            SourceLocation Loc) {
  if (To.is(Kind::Host))
    return changed(To, Loc);
  if (!To.is(Kind::Object) || !T->getAsRecordDecl())
    return fail(Loc);
  if (To.Object == From.Object)
    return;
  // All is read before anything is written.
  Place Copy = copied(From, T, Loc);
  auto Assign = [&](auto &&Self, LocalObject *L, LocalObject *R) -> void {
    for (auto &[D, Source] : R->Parts) {
      if (Failed)
        return;
      Place &Target = L->Parts[D];
      if (Source.is(Kind::Object) && Target.is(Kind::Object))
        Self(Self, Target.Object, Source.Object);
      else if (Source.is(Kind::Device) && Target.is(Kind::Device) &&
               Source.Code->getType()->isArrayType()) {
        assignArray(Target, Source, Source.Code->getType(), Loc);
      } else if (Source.is(Kind::Device) && Target.is(Kind::Device)) {
        forget(Target.Code);
        emit(Make.assign(Target.Code, Make.load(Source.Code)));
      } else
        fail(Loc); // a reference or a pointer to an object
    }
  };
  if (!Failed)
    Assign(Assign, To.Object, Copy.Object);
}

Place Lowering::zeroed(QualType T, SourceLocation Loc) {
  LocalObject *O = object(T, Loc);
  if (!O)
    return {};
  if (const auto *Class = dyn_cast<CXXRecordDecl>(O->Class))
    for (const CXXBaseSpecifier &B : Class->bases())
      addBase(O, B, zeroed(B.getType(), Loc));
  for (const FieldDecl *F : O->Class->fields()) {
    QualType FT = F->getType();
    if (isLowered(FT) && FT->isRecordType())
      O->Parts[F] = zeroed(FT, Loc);
    else if (FT->isScalarType() && !isLowered(FT))
      O->Parts[F] = atDevice(Make.lvalue(temporary(
          FT, partName("", *F), new (Ctx) ImplicitValueInitExpr(FT))));
    else if (!isLowered(FT))
      fail(Loc);
  }
  return ofObject(O);
}

Place Lowering::construct(const CXXConstructExpr &E) {
  QualType T = E.getType();
  const CXXConstructorDecl *C = E.getConstructor();
  SourceLocation Loc = E.getExprLoc();
  if (!isLowered(T)) {
    if (E.isElidable() && E.getNumArgs() == 1)
      return value(E.getArg(0));
    llvm::SmallVector<Expr *, 4> Args;
    for (unsigned I = 0; I < E.getNumArgs(); ++I)
      Args.push_back(argument(E.getArg(I), I < C->getNumParams()
                                               ? C->getParamDecl(I)->getType()
                                               : E.getArg(I)->getType()));
    return made(CXXConstructExpr::Create(
        Ctx, T, E.getLocation(), const_cast<CXXConstructorDecl *>(C),
        E.isElidable(), Args, E.hadMultipleCandidates(),
        E.isListInitialization(), E.isStdInitListInitialization(),
        E.requiresZeroInitialization(), E.getConstructionKind(),
        E.getParenOrBraceRange()));
  }
  if (T->isArrayType()) {
    fail(Loc);
    return {};
  }
  if (E.requiresZeroInitialization() && C->isTrivial())
    return zeroed(T, Loc);
  llvm::SmallVector<const Expr *, 4> Args(E.arguments());
  return constructBy(*C, T, Args, Loc);
}

Place Lowering::constructBy(const CXXConstructorDecl &C, QualType T,
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
    return copied(From, T, Loc);
  }
  if (C.isDefaultConstructor() && C.isTrivial())
    return uninitialised(T, "", Loc);
  LocalObject *O = object(T, Loc);
  const FunctionDecl *Def = nullptr;
  if (!O || !(Def = enter(C, Loc)))
    return {};
  bool Writes = writes(C);
  Bindings Bound = bind(*Def, Args, Writes);
  beginBody(*Def, ofObject(O), Bound);
  const auto *Constructor = cast<CXXConstructorDecl>(Def);
  for (const CXXCtorInitializer *Init : Constructor->inits()) {
    if (Failed)
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
          addBase(O, B, value(Init->getInit()));
    } else if (const FieldDecl *F = Init->getMember()) {
      O->Parts[F] = initial(F->getType(), Init->getInit(), partName("", *F));
    } else {
      fail(Loc);
    }
  }
  for (const FieldDecl *F : O->Class->fields())
    if (!Failed && !O->Parts.count(F) && !F->getType()->isReferenceType() &&
        !F->isUnnamedBitField() &&
        !(isLowered(F->getType()) && F->getType()->isPointerType()))
      O->Parts[F] = uninitialised(F->getType(), partName("", *F), Loc);
  if (!Failed)
    body(*Def, Writes);
  endBody(Bound);
  return Failed ? Place() : ofObject(O);
}

Place Lowering::closure(const LambdaExpr &E) {
  LocalObject *O = object(E.getType(), E.getExprLoc());
  if (!O)
    return {};
  auto Field = O->Class->field_begin();
  for (const Expr *Init : E.capture_inits()) {
    if (Failed || Field == O->Class->field_end())
      break;
    O->Parts[*Field] = initial(Field->getType(), Init, partName("", **Field));
    ++Field;
  }
  return ofObject(O);
}

} // namespace twofold
