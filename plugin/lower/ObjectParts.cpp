// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ObjectParts.cpp - objects of the body, by their parts -------------===//

#include "ast/DirectiveVariables.h"
#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

std::string partName(StringRef Object, const FieldDecl &F) {
  StringRef Name = F.getIdentifier() ? F.getName() : StringRef();
  if (isLibraryPart(F))
    Name.consume_front("_M_");
  Name = Name.trim('_');
  if (Object.empty() || Name.empty())
    return Object.empty() ? Name.str() : Object.str();
  return (Object + "_" + Name).str();
}

LocalObject *PlaceAccess::object(QualType T, SourceLocation Loc) {
  const auto *R = T->getAsRecordDecl();
  const RecordDecl *Def = R ? R->getDefinition() : nullptr;
  if (!Def || Def->isUnion() || Def->isInvalidDecl())
    return fail(Loc), nullptr;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Def)) {
    if (Class->isDynamicClass() || hasEnd(T))
      return fail(Loc), nullptr;
  }
  // A variable in place of a bit-field would hold more than the field does.
  for (const FieldDecl *F : Def->fields())
    if (F->isBitField() && !F->isUnnamedBitField())
      return fail(diag::Id::BitField, Loc, F->getName()), nullptr;
  Objects.emplace_back();
  Objects.back().Class = Def;
  return &Objects.back();
}

void PlaceAccess::addBase(LocalObject *O, const CXXBaseSpecifier &B,
                          Place Part) {
  const auto *Class = B.getType()->getAsCXXRecordDecl();
  if (Part.is(Kind::Value)) // a base without pointers
    Part = Emit.variable(B.getType(), "base", Part.Code);
  if (Part.Object)
    Part.Object->Derived = O;
  O->Parts[Class->getCanonicalDecl()] = Part;
}

Place PlaceAccess::copied(const Place &From, QualType T, SourceLocation Loc) {
  LocalObject *O = object(T, Loc);
  if (!O || From.is(Kind::None))
    return {};
  if (const auto *Class = dyn_cast<CXXRecordDecl>(O->Class))
    for (const CXXBaseSpecifier &B : Class->bases()) {
      Place Part;
      const auto *Base = B.getType()->getAsCXXRecordDecl();
      if (B.isVirtual() || !Base)
        return noPlace(Loc);
      if (From.is(Kind::Object)) {
        auto It = From.Object->Parts.find(Base->getCanonicalDecl());
        Part = It == From.Object->Parts.end() ? Place() : It->second;
      } else if (From.is(Kind::Host)) {
        CXXCastPath Path{const_cast<CXXBaseSpecifier *>(&B)};
        Part = atHost(ImplicitCastExpr::Create(
            Ctx, B.getType(), CK_UncheckedDerivedToBase, From.Code, &Path,
            VK_LValue, FPOptionsOverride()));
      } else {
        return noPlace(Loc);
      }
      if (Facts.isLowered(B.getType()))
        Part = copied(Part, B.getType(), Loc);
      addBase(O, B, Part);
    }
  for (FieldDecl *F : O->Class->fields()) {
    if (failed())
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
        Place Copy = pointerArray(FT, partName("", *F), Loc);
        if (!failed())
          for (auto [To, Own] :
               llvm::zip(Copy.Object->Elements, Part.Object->Elements))
            Emit.emit(Make.assign(To.Code, load(Own, FT, Loc).Code));
        Part = Copy;
      } else if (FT->isArrayType() && !Part.is(Kind::Host)) {
        Place Copy = uninitialised(FT, partName("", *F), Loc);
        assignArray(Copy, Part, FT, Loc);
        Part = Copy;
      }
      O->Parts[F] = Part;
    } else if (Facts.isLowered(FT) && FT->isRecordType()) {
      O->Parts[F] = copied(Part, FT, Loc);
    } else {
      Place Read = load(Part, FT, Loc);
      O->Parts[F] = Read.is(Kind::Value)
                        ? Emit.variable(FT, partName("", *F), Read.Code)
                        : Read;
    }
  }
  return ofObject(O);
}

/// Few elements, one by one.
void PlaceAccess::assignArray(const Place &To, const Place &From, QualType T,
                              SourceLocation Loc) {
  constexpr uint64_t Most = 64;
  const auto *Array = Ctx.getAsConstantArrayType(T);
  if (!To.is(Kind::Device) || !From.is(Kind::Device) || !Array ||
      Ctx.getConstantArrayElementCount(Array) > Most)
    return fail(Loc);
  QualType Element = Array->getElementType();
  for (uint64_t I = 0; I < Array->getZExtSize() && !failed(); ++I) {
    auto At = [&](const Place &P) {
      return atDevice(Make.subscript(Make.decay(P.Code),
                                     Make.integer(I, Ctx.getSizeType())));
    };
    if (Element->isArrayType())
      assignArray(At(To), At(From), Element, Loc);
    else
      Emit.emit(Make.assign(At(To).Code, Make.load(At(From).Code)));
  }
}

void PlaceAccess::assignObject(const Place &To, const Place &From, QualType T,
                               SourceLocation Loc) {
  if (To.is(Kind::Host))
    return Reads.changed(To, Loc);
  if (!To.is(Kind::Object) || !T->getAsRecordDecl())
    return fail(Loc); // no such place is known
  if (To.Object == From.Object)
    return;
  // All is read before anything is written.
  Place Copy = copied(From, T, Loc);
  auto Assign = [&](auto &&Self, LocalObject *L, LocalObject *R) -> void {
    for (auto &[D, Source] : R->Parts) {
      if (failed())
        return;
      Place &Target = L->Parts[D];
      if (Source.is(Kind::Object) && Target.is(Kind::Object))
        Self(Self, Target.Object, Source.Object);
      else if (Source.is(Kind::Device) && Target.is(Kind::Device) &&
               Source.Code->getType()->isArrayType()) {
        assignArray(Target, Source, Source.Code->getType(), Loc);
      } else if (Source.is(Kind::Device) && Target.is(Kind::Device)) {
        Emit.forget(Target.Code);
        Emit.emit(Make.assign(Target.Code, Make.load(Source.Code)));
      } else
        fail(Loc); // a reference or a pointer to an object
    }
  };
  if (!failed())
    Assign(Assign, To.Object, Copy.Object);
}

Place PlaceAccess::zeroed(QualType T, SourceLocation Loc) {
  LocalObject *O = object(T, Loc);
  if (!O)
    return {};
  if (const auto *Class = dyn_cast<CXXRecordDecl>(O->Class))
    for (const CXXBaseSpecifier &B : Class->bases())
      addBase(O, B, zeroed(B.getType(), Loc));
  for (const FieldDecl *F : O->Class->fields()) {
    QualType FT = F->getType();
    if (Facts.isLowered(FT) && FT->isRecordType())
      O->Parts[F] = zeroed(FT, Loc);
    else if (FT->isScalarType() && !Facts.isLowered(FT))
      O->Parts[F] = Emit.variable(FT, partName("", *F),
                                  new (Ctx) ImplicitValueInitExpr(FT));
    else if (!Facts.isLowered(FT))
      fail(Loc);
  }
  return ofObject(O);
}

Place PlaceAccess::uninitialised(QualType T, StringRef Name,
                                 SourceLocation Loc) {
  if (!Facts.isLowered(T))
    return Emit.variable(T, Name, nullptr);
  if (T->isArrayType())
    return pointerArray(T, Name, Loc);
  LocalObject *O = object(T, Loc);
  if (!O)
    return {};
  if (const auto *Class = dyn_cast<CXXRecordDecl>(O->Class))
    for (const CXXBaseSpecifier &B : Class->bases())
      addBase(O, B, uninitialised(B.getType(), Name, Loc));
  for (const FieldDecl *F : O->Class->fields())
    if (!F->getType()->isReferenceType() &&
        (!Facts.isLowered(F->getType()) || F->getType()->isArrayType()))
      O->Parts[F] = uninitialised(F->getType(), partName(Name, *F), Loc);
  return ofObject(O);
}

Place PlaceAccess::pointerArray(
    QualType T, StringRef Name, SourceLocation Loc,
    llvm::function_ref<Place(uint64_t, QualType, StringRef)> Start) {
  const uint64_t Count = rowCount(T, Ctx);
  if (Count == 0)
    return noPlace(diag::Id::PointerToPointer, Loc, Name);
  LocalObject &Array = Objects.emplace_back();
  for (uint64_t I = 0; I < Count && !failed(); ++I)
    Array.Elements.push_back(
        Start(I, Ctx.getAsConstantArrayType(T)->getElementType(),
              (Name + "_" + Twine(I)).str()));
  return ofObject(&Array);
}

Place PlaceAccess::pointerArray(QualType T, StringRef Name,
                                SourceLocation Loc) {
  return pointerArray(T, Name, Loc, [&](uint64_t, QualType Row, StringRef As) {
    return uninitialised(Row, As, Loc);
  });
}

} // namespace twofold
