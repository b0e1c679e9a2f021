// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringReads.cpp - loads, references, what is read at the call ----===//

#include "lower/Lowering.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {

/// What is read at the call through a pointer.
Place Lowering::followed(Expr *Path) {
  Derived.follow(Path, Conditional == 0);
  return atHost(Path);
}

Place Lowering::dereferenced(const Place &Pointer, QualType T,
                             SourceLocation Loc) {
  if (Pointer.is(Kind::Pointer)) {
    const Place &To = *Pointer.Pointee;
    // The first pointer of an array.
    return To.is(Kind::Object) && !To.Object->Elements.empty()
               ? To.Object->Elements.front()
               : To;
  }
  if (!Pointer.is(Kind::Value)) {
    if (!Failed)
      fail(Loc);
    return {};
  }
  if (staysAtHost(T) && Derived.isInvariant(Pointer.Code))
    return followed(Make.dereference(Pointer.Code));
  if (isLowered(T) && T->isRecordType()) {
    failElement(T, Loc, Pointer.Code);
    return {};
  }
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

Place Lowering::load(const Place &P, QualType T, SourceLocation Loc) {
  switch (P.What) {
  case Kind::None:
  case Kind::Value:
  case Kind::Object:
  case Kind::Pointer:
    return P;
  case Kind::Device:
    if (P.Code->getType().isVolatileQualified()) {
      fail(Loc);
      return {};
    }
    return made(ImplicitCastExpr::Create(
        Ctx, P.Code->getType().getUnqualifiedType(), CK_LValueToRValue, P.Code,
        nullptr, VK_PRValue, FPOptionsOverride()));
  case Kind::Host:
    break;
  }
  T = P.Code->getType();
  if (T.isVolatileQualified() || T->isAtomicType() ||
      T->isMemberPointerType()) {
    fail(Loc);
    return {};
  }
  if (T->isRecordType())
    return isLowered(T) ? copied(P, T, Loc)
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
  noteInput(P.Code, Loc);
  return made(Make.value(Derived.read(P.Code)));
}

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
      auto *Decay = dyn_cast<CastExpr>(At->getBase()->IgnoreParens());
      Expr::EvalResult Index;
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay ||
          !At->getIdx()->EvaluateAsInt(Index, Ctx))
        return {Path, Offset};
      Offset += Ctx.getTypeSizeInChars(At->getType()) *
                Index.Val.getInt().getExtValue();
      Path = Decay->getSubExpr();
    } else {
      return {Path, Offset};
    }
  }
}

/// The call reads a number at Path once. What the loop stores may be that very
/// number: each call looks for it.
void Lowering::noteInput(Expr *Path, SourceLocation Loc) {
  QualType T = Path->getType();
  const auto *M = dyn_cast<MemberExpr>(Path->IgnoreParens());
  // A constant, not a reference to one.
  bool Fixed = M && M->getMemberDecl()->getType().isConstQualified();
  if (Conditional != 0 || Path->getObjectKind() == OK_BitField || Fixed ||
      !(T->isArithmeticType() || T->isEnumeralType()) || !Referred.mayStore(T))
    return;
  auto [Whole, Offset] = wholeOf(Path, Ctx);
  if (Loc.isInvalid() || Ctx.getSourceManager().isInSystemHeader(Loc))
    Loc = OutermostCall.isValid() ? OutermostCall : Loop.Loc;
  Out.Inputs.push_back({Derived.pointerAt(Whole), Offset.getQuantity(),
                        unsigned(Ctx.getTypeSizeInChars(T).getQuantity()),
                        Loc});
}

Expr *Lowering::decayed(const Place &Array, QualType T, SourceLocation Loc) {
  if (Array.is(Kind::Host)) {
    WholeArrays.push_back(Derived.identity(Array.Code));
    return Make.value(Derived.read(Array.Code));
  }
  if (Array.is(Kind::Device))
    return ImplicitCastExpr::Create(Ctx, T, CK_ArrayToPointerDecay, Array.Code,
                                    nullptr, VK_PRValue, FPOptionsOverride());
  if (Array.is(Kind::Value) && Array.Code->getType()->isArrayType())
    return ImplicitCastExpr::Create(Ctx, T, CK_ArrayToPointerDecay, Array.Code,
                                    nullptr, VK_PRValue, FPOptionsOverride());
  if (!Failed)
    fail(Loc);
  return dummy(T, VK_PRValue);
}

/// An lvalue that a kernel can hold.
Expr *Lowering::lvalue(const Place &P, QualType T, bool Writes,
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
      changed(P, Loc);
      return dummy(T, VK_LValue);
    }
    QualType Own = P.Code->getType();
    if (Own->isScalarType()) {
      Place Read = load(P, Own, Loc);
      const auto *Cast = dyn_cast<CastExpr>(Read.Code->IgnoreParens());
      if (Cast && Cast->getCastKind() == CK_LValueToRValue)
        return const_cast<Expr *>(Cast->getSubExpr());
      return lvalue(Read, T, false, Loc);
    }
    if (isLowered(Own))
      break;
    return Make.dereference(Make.value(Derived.pointerAt(P.Code)));
  }
  default:
    break;
  }
  if (!Failed)
    fail(Loc);
  return dummy(T, VK_LValue);
}

/// The address of a part of an object around the loop, taken at the call.
Place Lowering::addressAtHost(const Place &P) {
  Expr *Path = P.Code->IgnoreParens();
  if (auto *At = dyn_cast<ArraySubscriptExpr>(Path)) {
    // Others lie beside it.
    const auto *Decay = dyn_cast<CastExpr>(At->getBase()->IgnoreParens());
    if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      WholeArrays.push_back(Derived.identity(Decay->getSubExpr()));
    return made(Make.value(Derived.computed(Make.addressOf(P.Code),
                                            DerivedCaptures::nameOf(P.Code))));
  }
  if (!Path->getType().isConstQualified())
    Addressed.push_back({Path, Path->getExprLoc()});
  return made(Make.value(Derived.pointerAt(P.Code)));
}

/// A part of an object around the loop is read at the call, and may be changed
/// in the loop through its address.
void Lowering::checkAddressed() {
  for (auto &[Path, Loc] : Addressed)
    for (const auto &E : Derived.entries())
      if (E.Path &&
          E.Variable->getType()->getCanonicalTypeUnqualified() ==
              Path->getType()->getCanonicalTypeUnqualified() &&
          Derived.identity(E.Path) == Derived.identity(Path))
        return changed(atHost(Path), Loc);
}

/// An object around the loop would change in it.
void Lowering::changed(const Place &P, SourceLocation Loc) {
  std::string Name = DerivedCaptures::nameOf(P.Code);
  fail(diag::Id::ObjectChanged, Loc, Name.empty() ? "this" : Name);
}

/// Nothing in the loop changes its value.
bool Lowering::isStable(const Expr *E) const {
  E = E->IgnoreParens();
  if (Derived.isInvariant(E))
    return true;
  if (const auto *C = dyn_cast<CastExpr>(E);
      C && C->getCastKind() != CK_LValueToRValue)
    return isStable(C->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(E))
    if (const auto *Ref =
            dyn_cast<DeclRefExpr>(C->getSubExpr()->IgnoreParens()))
      return Loop.dimOf(Ref->getDecl()) != nullptr;
  return false;
}

/// What a reference is bound to stays the same place, whatever happens to the
/// variables in the expression.
Place Lowering::stable(Place P, QualType T, StringRef Name,
                       SourceLocation Loc) {
  if (P.is(Kind::Value)) // a temporary whose life is extended
    return atDevice(Make.lvalue(temporary(P.Code->getType(), Name, P.Code)));
  if (!P.is(Kind::Device) || isa<DeclRefExpr>(P.Code->IgnoreParens()))
    return P;
  if (const auto *U = dyn_cast<UnaryOperator>(P.Code->IgnoreParens());
      U && U->getOpcode() == UO_Deref && isStable(U->getSubExpr()))
    return P;
  QualType Pointer = Ctx.getPointerType(P.Code->getType());
  VarDecl *V = temporary(Pointer, Name, Make.addressOf(P.Code));
  return atDevice(Make.dereference(Make.value(V)));
}

} // namespace twofold
