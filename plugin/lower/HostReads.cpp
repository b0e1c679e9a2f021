// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostReads.cpp -----------------------------------------------------===//

#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

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
    const auto *Decay = dyn_cast<CastExpr>(At->getBase()->IgnoreParens());
    if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      noteWhole(Decay->getSubExpr());
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
