// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ast/DirectiveVariables.h"
#include "dialect/TypeMapping.h"
#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

Place PlaceAccess::pointerTo(Place To) {
  if (To.is(Kind::None))
    return {};
  Pointees.push_back(To);
  return {Kind::Pointer, nullptr, nullptr, &Pointees.back()};
}

Place PlaceAccess::dereferenced(const Place &Pointer, QualType T,
                                SourceLocation Loc) {
  if (Pointer.is(Kind::Pointer)) {
    const Place &To = *Pointer.Pointee;
    // The first pointer of an array.
    return To.is(Kind::Object) && !To.Object->Elements.empty()
               ? To.Object->Elements.front()
               : To;
  }
  if (!Pointer.is(Kind::Value)) {
    return noPlace(Loc);
  }
  if (Facts.staysAtHost(T) && Derived.isInvariant(Pointer.Code))
    return Reads.followed(Make.dereference(Pointer.Code));
  if (Facts.isLowered(T) && T->isRecordType())
    return noElement(T, Loc, Pointer.Code);
  return atDevice(UnaryOperator::Create(Ctx, Pointer.Code, UO_Deref, T,
                                        VK_LValue, OK_Ordinary, Loc, false,
                                        FPOptionsOverride()));
}

/// The library's containers end where another of their pointers points. For a
/// kernel that is so many elements after their beginning.
static const FieldDecl *beginFor(const FieldDecl &End) {
  if (!isLibraryPart(End) || !End.getIdentifier())
    return nullptr;
  StringRef Name = End.getName() == "_M_finish" ? "_M_start"
                   : End.getName() == "__end_"  ? "__begin_"
                                                : "";
  if (!Name.empty())
    for (const FieldDecl *F : End.getParent()->fields())
      if (F->getIdentifier() && F->getName() == Name)
        return F;
  return nullptr;
}

Place PlaceAccess::load(const Place &P, QualType T, SourceLocation Loc) {
  switch (P.What) {
  case Kind::None:
  case Kind::Value:
  case Kind::Object:
  case Kind::Pointer:
    return P;
  case Kind::Device:
    if (P.Code->getType().isVolatileQualified())
      return noPlace(Loc);
    return made(Emit.cast(CK_LValueToRValue, P.Code,
                          P.Code->getType().getUnqualifiedType()));
  case Kind::Host:
    break;
  }
  T = P.Code->getType();
  if (T.isVolatileQualified() || T->isAtomicType() || T->isMemberPointerType())
    return noPlace(Loc);
  if (T->isRecordType())
    return Facts.isLowered(T) ? copied(P, T, Loc)
                              : made(Make.load(lvalue(P, T, false, Loc)));
  if (const auto *M = dyn_cast<MemberExpr>(P.Code->IgnoreParens()))
    if (const auto *End = dyn_cast<FieldDecl>(M->getMemberDecl()))
      if (const FieldDecl *Begin = beginFor(*End)) {
        Place First =
            member(atHost(M->getBase()), const_cast<FieldDecl *>(Begin), Loc);
        QualType Difference = Ctx.getPointerDiffType();
        Expr *Count = Make.binary(BO_Sub, Make.load(P.Code),
                                  Make.load(First.Code), Difference);
        VarDecl *N = Derived.computed(
            Count, DerivedCaptures::nameOf(M->getBase()) + "_size");
        Expr *Start = load(First, T, Loc).Code;
        return made(
            Make.binary(BO_Add, Start, Make.value(N), T.getUnqualifiedType()));
      }
  Reads.noteInput(P.Code, Loc);
  return made(Make.value(Derived.read(P.Code)));
}

Expr *PlaceAccess::decayed(const Place &Array, QualType T, SourceLocation Loc) {
  if (Array.is(Kind::Host)) {
    Reads.noteWhole(Array.Code);
    return Make.value(Derived.read(Array.Code));
  }
  if (Array.is(Kind::Device) ||
      (Array.is(Kind::Value) && Array.Code->getType()->isArrayType()))
    return Emit.cast(CK_ArrayToPointerDecay, Array.Code, T);
  fail(Loc);
  return Emit.dummy(T, VK_PRValue);
}

Expr *PlaceAccess::lvalue(const Place &P, QualType T, bool Writes,
                          SourceLocation Loc) {
  switch (P.What) {
  case Kind::Device:
    return P.Code;
  case Kind::Value:
    if (Writes && !P.Code->getType()->isRecordType())
      break;
    return new (Ctx) MaterializeTemporaryExpr(P.Code->getType(), P.Code,
                                              /*BoundToLvalueReference=*/true);
  case Kind::Host: {
    if (Writes) {
      Reads.changed(P, Loc);
      return Emit.dummy(T, VK_LValue);
    }
    QualType Own = P.Code->getType();
    if (Own->isScalarType()) {
      Place Read = load(P, Own, Loc);
      if (!Read.Code) // a pointer to a member, say
        break;
      if (Expr *Place = operandOf(Read.Code->IgnoreParens(), CK_LValueToRValue))
        return Place;
      return lvalue(Read, T, false, Loc);
    }
    if (Facts.isLowered(Own))
      break;
    return Make.dereference(Make.value(Derived.pointerAt(P.Code)));
  }
  default:
    break;
  }
  fail(Loc);
  return Emit.dummy(T, VK_LValue);
}

Place PlaceAccess::member(const Place &Object, FieldDecl *F,
                          SourceLocation Loc) {
  QualType T = F->getType().getNonReferenceType();
  switch (Object.What) {
  case Kind::None:
  case Kind::Pointer:
    return noPlace(Loc);
  case Kind::Object: {
    auto It = Object.Object->Parts.find(F);
    if (It == Object.Object->Parts.end())
      return noPlace(Loc);
    return It->second;
  }
  case Kind::Host: {
    if (T.isVolatileQualified() || T->isAtomicType())
      return noPlace(Loc);
    QualType Full =
        F->getType()->isReferenceType() || F->isMutable()
            ? T
            : Ctx.getQualifiedType(
                  T, T.getQualifiers() +
                         Object.Code->getType().getLocalQualifiers());
    return atHost(MemberExpr::CreateImplicit(
        Ctx, Object.Code, /*IsArrow=*/false, F, Full, VK_LValue,
        F->isBitField() ? OK_BitField : OK_Ordinary));
  }
  case Kind::Value:
  case Kind::Device:
    break;
  }
  if (F->getType()->isReferenceType() || T->isAnyPointerType())
    return noPlace(diag::Id::PointerInRecord, Loc, F->getName());
  QualType Full = Ctx.getQualifiedType(
      T, T.getQualifiers() + Object.Code->getType().getLocalQualifiers());
  Expr *Code = MemberExpr::Create(
      Ctx, Object.Code, /*IsArrow=*/false, Loc, NestedNameSpecifierLoc(),
      SourceLocation(), F, DeclAccessPair::make(F, F->getAccess()),
      DeclarationNameInfo(F->getDeclName(), Loc), nullptr, Full,
      Object.is(Kind::Device) ? VK_LValue : VK_XValue,
      F->isBitField() ? OK_BitField : OK_Ordinary, NOUR_None);
  return atDevice(Code);
}

Expr *PlaceAccess::along(const CastExpr &E, CastKind Kind, Expr *Object) {
  CXXCastPath Path;
  for (const CXXBaseSpecifier *B : E.path())
    Path.push_back(const_cast<CXXBaseSpecifier *>(B));
  QualType T = E.getType()->isPointerType() ? E.getType()->getPointeeType()
                                            : E.getType();
  return Emit.cast(Kind, Object, T, &Path);
}

Place PlaceAccess::base(Place Object, const CastExpr &E) {
  if (Object.is(Kind::Object)) {
    for (const CXXBaseSpecifier *B : E.path()) {
      const auto *Class = B->getType()->getAsCXXRecordDecl();
      if (!Object.is(Kind::Object))
        return noPlace(E.getExprLoc());
      auto It = Object.Object->Parts.find(Class->getCanonicalDecl());
      if (It == Object.Object->Parts.end())
        return noPlace(E.getExprLoc());
      Object = It->second; // a variable where it has no pointers
    }
    return Object;
  }
  if (!Object.is(Kind::Host) && !Object.is(Kind::Device))
    return noPlace(E.getExprLoc());
  Object.Code = along(E, CK_UncheckedDerivedToBase, Object.Code);
  return Object;
}

Place PlaceAccess::derived(Place Object, const CastExpr &E) {
  if (Object.is(Kind::Object)) {
    for (unsigned I = 0; I < E.path_size(); ++I)
      if (Object.Object)
        Object.Object = Object.Object->Derived;
    if (Object.Object)
      return Object;
  } else if (Object.is(Kind::Host)) {
    Object.Code = along(E, CK_BaseToDerived, Object.Code);
    return Object;
  }
  return noPlace(E.getExprLoc());
}

Place PlaceAccess::stable(Place P, QualType T, StringRef Name,
                          SourceLocation Loc) {
  if (P.is(Kind::Value)) // a temporary whose life is extended
    return Emit.variable(P.Code->getType(), Name, P.Code);
  if (!P.is(Kind::Device) || isa<DeclRefExpr>(P.Code->IgnoreParens()))
    return P;
  if (const Expr *To = operandOf(P.Code->IgnoreParens(), UO_Deref);
      To && Derived.isStable(To))
    return P;
  QualType Pointer = Ctx.getPointerType(P.Code->getType());
  VarDecl *V = Emit.temporary(Pointer, Name, Make.addressOf(P.Code));
  return atDevice(Make.dereference(Make.value(V)));
}

/// Whether objects of Class lead to other memory.
static bool holdsPointer(const CXXRecordDecl &Class) {
  const auto Leads = [](QualType T) {
    const QualType Element =
        T->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
    const auto *Part = Element->getAsCXXRecordDecl();
    return Element->isAnyPointerType() || Element->isReferenceType() ||
           (Part && Part->hasDefinition() &&
            holdsPointer(*Part->getDefinition()));
  };
  return llvm::any_of(
             Class.fields(),
             [&](const FieldDecl *F) { return Leads(F->getType()); }) ||
         llvm::any_of(Class.bases(), [&](const CXXBaseSpecifier &B) {
           return Leads(B.getType());
         });
}

Place PlaceAccess::noElement(QualType T, SourceLocation Loc, const Expr *In) {
  const auto *Class = T->getAsCXXRecordDecl();
  if (Class && hasEnd(T) && !Class->isDynamicClass() && holdsPointer(*Class))
    return noPlace(diag::Id::NestedContainer, Loc, DerivedCaptures::shown(In));
  if (Class && (Class->isDynamicClass() || hasEnd(T)))
    return noPlace(Refusal{diag::Id::ElementClass,
                           Loc,
                           {DerivedCaptures::shown(In), quotedType(T, Ctx)}});
  return noPlace(Loc);
}

HostReads::HostReads(Lowering &All, bool ReadsElements)
    : LoweringPart(All), Referred(Loop, Ctx), ReadsElements(ReadsElements) {}

/// The object around the loop that Path is a part of at a fixed distance.
static std::pair<Expr *, CharUnits> wholeOf(Expr *Path, const ASTContext &Ctx) {
  CharUnits Offset;
  for (;;) {
    Path = Path->IgnoreParens();
    if (auto *M = dyn_cast<MemberExpr>(Path)) {
      const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
      if (!F || M->isArrow() || F->getType()->isReferenceType())
        return {Path, Offset};
      Offset += Ctx.toCharUnitsFromBits(int64_t(Ctx.getFieldOffset(F)));
      Path = M->getBase();
    } else if (auto *At = dyn_cast<ArraySubscriptExpr>(Path)) {
      Expr *Array = arrayIn(*At);
      auto Index = Array ? constantOf(At->getIdx(), Ctx) : std::nullopt;
      if (!Index)
        return {Path, Offset};
      Offset += Ctx.getTypeSizeInChars(At->getType()) * Index->getExtValue();
      Path = Array;
    } else {
      return {Path, Offset};
    }
  }
}

Place HostReads::followed(Expr *Path) {
  Derived.follow(Path, Emit.Conditional == 0);
  return atHost(Path);
}

void HostReads::noteInput(Expr *Path, SourceLocation Loc) {
  QualType T = Path->getType();
  const auto *M = dyn_cast<MemberExpr>(Path->IgnoreParens());
  // A constant, not a reference to one.
  bool Fixed = M && M->getMemberDecl()->getType().isConstQualified();
  if (Emit.Conditional != 0 || Path->getObjectKind() == OK_BitField || Fixed ||
      !(T->isArithmeticType() || T->isEnumeralType()) || !Referred.mayStore(T))
    return;
  auto [Whole, Offset] = wholeOf(Path, Ctx);
  Out.Inputs.push_back({Derived.pointerAt(Whole), Offset.getQuantity(),
                        unsigned(Ctx.getTypeSizeInChars(T).getQuantity()),
                        Emit.shown(Loc)});
}

Place HostReads::addressAtHost(const Place &P) {
  Expr *Path = P.Code->IgnoreParens();
  if (auto *At = dyn_cast<ArraySubscriptExpr>(Path)) {
    // Others lie beside it.
    if (const Expr *Array = arrayIn(*At))
      noteWhole(Array);
    return made(Make.value(Derived.computed(Make.addressOf(P.Code),
                                            DerivedCaptures::nameOf(P.Code))));
  }
  if (!Path->getType().isConstQualified())
    Addressed.push_back({Path, Path->getExprLoc()});
  return made(Make.value(Derived.pointerAt(P.Code)));
}

void HostReads::checkAddressed() {
  for (auto &[Path, Loc] : Addressed)
    for (const auto &E : Derived.entries())
      if (E.Path &&
          E.Variable->getType()->getCanonicalTypeUnqualified() ==
              Path->getType()->getCanonicalTypeUnqualified() &&
          Derived.identity(E.Path) == Derived.identity(Path))
        return changed(atHost(Path), Loc);
}

void HostReads::changed(const Place &P, SourceLocation Loc) {
  fail(diag::Id::ObjectChanged, Loc, DerivedCaptures::shown(P.Code));
}

bool HostReads::mixesElements() const {
  return llvm::any_of(WholeArrays, [&](const llvm::FoldingSetNodeID &Id) {
    return llvm::is_contained(FixedElements, Id);
  });
}

} // namespace twofold
