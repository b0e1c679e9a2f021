// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "order/GuardedPlaces.h"
#include "model/LoopModelBuilder.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

GuardedPlaces::GuardedPlaces(const ParallelLoop &Loop, StorePlaces &Places,
                             Diagnostics &Diags)
    : Diags(Diags) {
  for (const LoopDim &Dim : Loop.Dims) {
    if (&Dim != &Loop.Dims.front())
      bound(Dim.Lower, "lower bound", Dim, Places);
    bound(Dim.Bound, "bound", Dim, Places);
    bound(Dim.StepExpr, "step", Dim, Places);
  }
  for (const Capture &C : Loop.Captures) {
    bool Reduction = C.Kind == Sharing::Reduction;
    if (!C.Decl || !(Reduction || C.Kind == Sharing::Private ||
                     C.Kind == Sharing::LastPrivate))
      continue;
    if (!C.Internal && C.Decl != Loop.Exit)
      Copies.push_back({C.Decl->getName(),
                        Reduction ? "a reduction" : "private",
                        Places.variable(C.Decl)});
    Places.Copies.insert(C.Decl);
  }
  for (const LoopDim &Dim : Loop.Dims)
    if (Dim.DeclaredOutside) {
      Copies.push_back({Dim.Induction->getName(), "private",
                        Places.variable(Dim.Induction)});
      Places.Copies.insert(Dim.Induction);
    }
  for (const Copy &C : Copies)
    changed(C.Place);
}

void GuardedPlaces::bound(const Expr *E, StringRef What, const LoopDim &Dim,
                          StorePlaces &Places) {
  if (!E || isa<UnaryExprOrTypeTraitExpr>(E))
    return;
  if (E->isGLValue() &&
      isa<DeclRefExpr, MemberExpr, UnaryOperator, ArraySubscriptExpr>(E)) {
    llvm::SaveAndRestore Whole(Places.AnyElement, true);
    StorePlace P = Places.place(E);
    if (P.isOutside())
      Bounds.push_back({E, What, &Dim, P});
    if (P.isFixed() && isa<DeclRefExpr, MemberExpr>(E))
      return;
  }
  // Of records a function may well look at what the loop leaves alone.
  if (const auto *Call = dyn_cast<CallExpr>(E))
    for (const Expr *Arg : Call->arguments())
      if (QualType T = Arg->getType()->getPointeeType();
          !T.isNull() && T->isArithmeticType()) {
        llvm::SaveAndRestore Whole(Places.AnyElement, true);
        StorePlace P = Places.pointee(Arg);
        P.Counted = true;
        if (P.isOutside())
          Bounds.push_back({Arg, What, &Dim, P, /*Whole=*/true});
      }
  for (const Stmt *Child : E->children())
    bound(dyn_cast_or_null<Expr>(Child), What, Dim, Places);
}

void GuardedPlaces::used(const StorePlace &P, SourceLocation Loc) {
  if (Failed || !P.isFixed())
    return;
  for (const Copy &C : Copies) {
    if (!C.Place.overlaps(P))
      continue;
    SmallVector<std::string, 2> Arguments = {C.Name.str(), C.What.str()};
    Diags.warn(Loc, diag::Id::CopiedElsewhere, Arguments);
    Reason = Diags.text(diag::Id::CopiedElsewhere, Arguments);
    Failed = true;
    return;
  }
}

void GuardedPlaces::changed(const StorePlace &P) {
  if (P.isFixed())
    change([&](const Bound &B) {
      return B.Place.isFixed() && B.Place.overlaps(P);
    });
}

void GuardedPlaces::changedSomewhere(const StorePlace &Array) {
  if (Array.isCounted())
    change([&](const Bound &B) {
      return B.Place.isCounted() && B.Place.overlaps(Array);
    });
}

void GuardedPlaces::changedElement(const StorePlace &Array) {
  if (Array.isCounted())
    change([&](const Bound &B) { return B.Whole && B.Place.overlaps(Array); });
}

/// The number of iterations is computed once.
void GuardedPlaces::change(llvm::function_ref<bool(const Bound &)> Changes) {
  if (Failed)
    return;
  for (const Bound &B : Bounds) {
    if (!Changes(B))
      continue;
    Diags.report(B.Use->getExprLoc(), diag::Id::LoopVariantBound)
        << B.What << nameOf(*B.Dim) << B.Place.name(true);
    Failed = true;
    return;
  }
}

} // namespace twofold
